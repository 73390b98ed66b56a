"""Write texts as inline Markdown that profiles read back as just these texts.

Signs that would be markup get a backslash, and only these: what was made is read again by the reader of profiles, and where it
says something else, every sign gets one; emphasis that cannot be written there is left out, its characters are not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from cvrender.model.links import TARGET
from cvrender.model.text import Span, Text, join
from cvrender.model.value import replace
from cvrender.text.markup import inline

_SPECIAL = re.compile(r"[*_`\[\]<\\$]")
_LIGHT = re.compile(
    r"[*`]|\\(?=[!-/:-@\[-`{-~])|(?<!\w)_|_(?!\w)|\[(?=[^\[\]]*\]\()|\](?=\()|<(?=https?:|mailto:|tel:)|\$(?=[^$\s])"
)
_SCRIPTS = {
    "^": str.maketrans("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"),
    "_": str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"),
}
_ESCAPED = r"\\\g<0>"
_PARAGRAPHS = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def escape(text: str) -> str:
    """Write plain text as Markdown that shows these characters; a blank line separates paragraphs, as in profiles."""
    if not _SPECIAL.search(text):
        return text
    return "\n\n".join(write((Span(paragraph),)) for paragraph in _PARAGRAPHS.split(text))


def plain(markdown: str) -> str:
    """Return the characters that Markdown shows."""
    return inline(markdown).plain


def is_maths(content: str) -> bool:
    """Return whether TeX maths can stand between dollar signs in a profile."""
    return inline(f"${content}$").spans == (Span(content, math=True),)


def script(text: str, sign: str, marks: Span) -> Span | None:
    """Return a text that is raised (`^`) or lowered (`_`): in such characters, or as maths; None if neither is possible."""
    table = _SCRIPTS[sign]
    if all(ord(char) in table for char in text):
        return replace(marks, text=text.translate(table))
    content = f"{sign}{{\\text{{{text}}}}}"
    return Span(content, math=True) if is_maths(content) else None


def write(spans: Iterable[Span]) -> str:
    """Write spans as a paragraph of Markdown."""
    wanted = list(join(Text((part,)) for span in spans for part in _without_outer_blanks(span)).spans)
    for light in (True, False):
        written = _written(wanted, light)
        if inline(written) == _on_one_line(wanted):
            return written
    bare = [replace(span, bold=False, italic=False, code=False) for span in wanted]
    written = _written(bare, light=False)
    return (
        written
        if inline(written).plain == _on_one_line(wanted).plain
        else _SPECIAL.sub(_ESCAPED, "".join(span.text for span in bare))
    )


def _without_outer_blanks(span: Span) -> Iterator[Span]:
    """The span, and the blanks at its ends apart, which carry no marks."""
    core = span.text.strip()
    if not core or not (span.bold or span.italic):
        yield span if core else replace(span, bold=False, italic=False)
        return
    start = span.text.index(core)
    for text, marks in ((span.text[:start], False), (core, True), (span.text[start + len(core) :], False)):
        if text:
            yield replace(span, text=text, bold=span.bold and marks, italic=span.italic and marks)


def _on_one_line(spans: Sequence[Span]) -> Text:
    """Return lines as Markdown reads them: their ends are blanks."""
    return join(Text((replace(span, text=re.sub(r" *\n *", " ", span.text)),)) for span in spans)


def _written(spans: Sequence[Span], light: bool) -> str:
    return "".join(_pieces(spans, light))


def _pieces(spans: Sequence[Span], light: bool) -> Iterator[str]:
    for index, span in enumerate(spans):
        opens = span.href and (not index or spans[index - 1].href != span.href)
        closes = span.href and (index + 1 == len(spans) or spans[index + 1].href != span.href)
        if opens and closes and span.text == span.href and not (span.bold or span.italic or span.code):
            yield f"<{span.href}>"
            continue
        target = span.href if not re.search(r"[()<>\s\\]", span.href) else f"<{span.href}>"
        yield f"{'[' if opens else ''}{_marked(span, light)}{f']({target})' if closes else ''}"


def _marked(span: Span, light: bool) -> str:
    if span.math:
        return f"${span.text}$"
    if span.code:
        fence = "`" * (1 + max((len(run) for run in re.findall("`+", span.text)), default=0))
        blank = " " if span.text.startswith("`") or span.text.endswith("`") else ""
        return f"{fence}{blank}{span.text}{blank}{fence}"
    marks = ("**" if span.bold else "") + ("*" if span.italic else "")
    return f"{marks}{(_LIGHT if light else _SPECIAL).sub(_ESCAPED, span.text)}{marks}"


def linked(text: str, target: str) -> list[Span]:
    """Return the text as a link, or both as they are where a profile cannot contain such a link."""
    if TARGET.match(target) and not re.search(r"\s", target):
        return [Span(text or target, href=target)]
    return [Span(f"{text} {target}".strip() if text != target else target)]
