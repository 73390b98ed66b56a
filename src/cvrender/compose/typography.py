"""Replace straight quotes, double hyphens and three dots with the typographic signs of the language.

The quotes are those of the language's terms; quotes within quotes are Unicode CLDR's alternate ones. Code, formulas and addresses
are not changed, and neither is the name of the person. Texts that mix letters of a script without italics with Latin letters or
digits are upright; in a language of such a script, what a look sets in italics in headlines has the accent.
"""

from typing import NamedTuple

from cvrender.model.document import Document, EntryBlock
from cvrender.model.expressions import expression
from cvrender.model.printed_texts import map_parts, map_texts
from cvrender.model.terms import Punctuation
from cvrender.model.text import Span, Text
from cvrender.model.value import replace
from cvrender.text.scripts import UPRIGHT, is_latin

_TYPED = expression(r"""["']|--|\.\.\.""")
_MIXED = expression(f"[{UPRIGHT}].*[A-Za-z0-9]|[A-Za-z0-9].*[{UPRIGHT}]")
"""Letters without italics with others, which then stand upright next to them."""
_WITH_ROLES = frozenset({"education", "position", "role"})
_SIGN = expression(
    r"""(?P<address>\S*(?:://|www\.|@)\S*|[^\s/"']+\.[^\s/"']+/\S*)|(?P<dots>(?<!\.)\.{3}(?!\.))"""
    r"""|(?P<dash>(?<!-)-{2,3}(?!-))|(?P<quote>["'])|(?P<outer>[“”„«»「」『』‘‚‹›])"""
)
_ALTERNATES = {"“": "‘’", "„": "‚‘", "«": "“”", "”": "’’", "「": "『』", "‘": "“”"}
"""The quotes within quotes, by the first of the outer ones."""
_ALTERNATES_OF = {("„", "”"): "«»", ("„", "“"): "‚‘"}
_SINGLE = frozenset("‘")
"""First quotes that are those of a typed `'`."""
_OPENING = frozenset("([{/–—-“„«‘‚‹「『\"' \u00a0") | {""}
"""The characters after which a quote begins."""
_OPAQUE = "x"
"""What stands for a span that is not changed."""


def typographic(document: Document, signs: Punctuation) -> Document:
    """Return the document with the typographic signs of a language."""
    quotes = _Quotes(signs.open_quote, signs.close_quote)
    first = signs.open_quote.strip()

    def change(text: Text) -> Text:
        if any(span.italic for span in text.spans) and not is_latin(text.plain) and _MIXED.search(text.plain):
            text = Text(tuple(replace(span, italic=span.italic and not _MIXED.search(span.text)) for span in text.spans))
        return quotes.changed(text) if _TYPED.search(text.plain) or text.plain.count(first) > 1 else text

    header = replace(document.header, headline=change(document.header.headline))
    return replace(document, header=header, sections=map_texts(document.sections, change))


def without_italics(document: Document) -> Document:
    """Return the document with the accent instead of italics in the headlines of entries, which tells roles from employers."""

    def change(text: Text) -> Text:
        if not any(span.italic for span in text.spans) or is_latin(text.plain):
            return text
        return Text(tuple(replace(span, italic=False, form=span.form or "lead") if span.italic else span for span in text.spans))

    def entry(item: EntryBlock) -> EntryBlock:
        if item.kind not in _WITH_ROLES:
            return item
        first, rest = item.lines[:1], item.lines[1:]
        first = tuple(change(line) if line.spans[0].italic else line for line in first)
        roles = tuple(map(entry, item.entries))
        return replace(item, title=change(item.title), subtitle=change(item.subtitle), lines=(*first, *rest), entries=roles)

    return replace(document, sections=map_parts(document.sections, EntryBlock, entry))


def _is_fixed(span: Span) -> bool:
    """Return whether a span is code, a formula or an address."""
    shown = span.text
    return span.code or span.math or bool(span.href) and " " not in shown and any(sign in shown for sign in ("/", "@", "."))


class _Quotes:
    """The pairs of quotes of a language: `double` for a typed `"`, `single` for a typed `'`."""

    def __init__(self, first: str, last: str) -> None:
        inner = _ALTERNATES_OF.get((first, last)) or _ALTERNATES.get(first.strip(), "‘’")
        pairs = [(first, last), (inner[0], inner[1])]
        self.single, self.double = pairs if first in _SINGLE else reversed(pairs)
        self.keeps = first == '"'

    def changed(self, text: Text) -> Text:
        """Return the text with its signs replaced; its spans are read as one line."""
        line = "".join(_OPAQUE * len(span.text) if _is_fixed(span) else span.text for span in text.spans)
        edits = self._edits(line)
        spans, start = [], 0
        for span in text.spans:
            end = start + len(span.text)
            shown = "".join(edits.get(place, sign) for place, sign in enumerate(span.text, start))
            spans.append(span if _is_fixed(span) else replace(span, text=shown))
            start = end
        return Text(tuple(spans))

    def _edits(self, line: str) -> dict[int, str]:
        """Return what replaces the characters at these places."""
        edits: dict[int, str] = {}
        opened: list[_Opened] = []
        for match in _SIGN.finditer(line):
            sign = ""
            if match["dots"]:
                sign = "…"
            elif match["dash"]:
                sign = "" if _is_option(line, match.start(), match.end()) else "—" if len(match[0]) == 3 else "–"
            elif match["outer"]:
                sign = self._follow(match[0], opened, line[match.end() :])
            elif match["quote"] and not self.keeps:
                sign = self._quote(line, match.start(), opened)
            if sign:
                edits |= dict.fromkeys(range(match.start(), match.end()), "")
                edits[match.start()] = sign
        return edits

    def _follow(self, sign: str, opened: list["_Opened"], rest: str) -> str:
        """Remember a typographic quote that the text has; return the inner one for an outer one within outer ones."""
        if opened and not opened[-1].typed and opened[-1].last.strip() == sign:
            return self.single[1] if opened.pop().nested else ""
        first, last = (quote.strip() for quote in self.double)
        is_within = sign == first != last and bool(opened) and opened[-1].last.strip() == last
        nested = is_within and (opened[-1].typed == '"' or rest.count(last) - rest.count(first) > 1)
        opened += [_Opened("", last, nested) for first, last in (self.double, self.single) if first.strip() == sign][:1]
        return self.single[0] if nested else ""

    def _quote(self, line: str, place: int, opened: list["_Opened"]) -> str:
        """Return the quote or apostrophe for the straight one at a place, or an empty text to keep it."""
        typed, before, after = line[place], line[:place][-1:], line[place + 1 :][:1]
        opens = before in _OPENING and bool(after.strip())
        if typed == "'" and (before.isalnum() and after.isalnum() or opens and not _closes(line, place)):
            return "’"
        if opens:
            pair, other = (self.double, self.single) if typed == '"' else (self.single, self.double)
            if opened and opened[-1].last == pair[1]:
                pair = other
            opened.append(_Opened(typed, pair[1]))
            return pair[0]
        if typed in (one.typed for one in opened):
            while opened[-1].typed != typed:
                opened.pop()
            return opened.pop().last
        if typed == '"' and opened and opened[-1].last == self.double[1]:  # as in „Trust"
            return opened.pop().last
        return "’" if typed == "'" and before.isalpha() else ""


class _Opened(NamedTuple):
    """Quotes that have begun: the straight one that was typed, or nothing, and the one that ends them.

    Outer quotes that are `nested` in others become inner ones.
    """

    typed: str
    last: str
    nested: bool = False


def _is_option(line: str, start: int, end: int) -> bool:
    """Return whether two hyphens begin an option of a command, such as `--help`."""
    return not line[:start][-1:].strip() and line[end : end + 1].isalpha()


def _closes(line: str, place: int) -> bool:
    """Return whether a later `'` can end the quotes that one begins."""
    return any(
        line[later] == "'" and not line[later - 1].isspace() and not line[later + 1 :][:1].isalnum()
        for later in range(place + 1, len(line))
    )
