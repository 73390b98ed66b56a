"""Convert Text to the inlines of pandoc's syntax tree and back.

The types are those of https://hackage.haskell.org/package/pandoc-types, `Text.Pandoc.Definition`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cvrender.expressions import expression
from cvrender.model.links import is_allowed
from cvrender.model.text import Span, Text, join
from cvrender.model.value import replace

_WORD = expression(r"[^\s/‐–—-]+|\s+|.")
_BLANKS = expression(r"[ \t\n]+")
_INNER_CAPITAL = expression(r"\w[^\W\d_]*[A-Z]|\d[A-Z]|[A-Z]\d")
_ATTRIBUTES: list[Any] = ["", [], []]
_FORMS = {"Superscript": "super", "Subscript": "sub", "SmallCaps": "small-caps"}
_QUOTES = {"DoubleQuote": "“”", "SingleQuote": "‘’"}


def to_inlines(text: Text) -> list[Any]:
    """Return a text as inlines. Words with capitals inside, code and formulas keep their case in every style."""
    return [inline for span in text.spans for inline in _inlines_of(span)]


def _inlines_of(span: Span) -> list[Any]:
    if span.math:
        return [{"t": "Math", "c": [{"t": "InlineMath"}, span.text]}]
    if span.code:
        return [_kept([{"t": "Code", "c": [_ATTRIBUTES, span.text]}])]
    made = [part for word in _WORD.findall(span.text) for part in [_word(word)]]
    if span.italic:
        made = [{"t": "Emph", "c": made}]
    if span.bold:
        made = [{"t": "Strong", "c": made}]
    return [{"t": "Link", "c": [_ATTRIBUTES, made, [span.href, ""]]}] if span.href else made


def _word(word: str) -> Any:
    if word.isspace():
        return {"t": "Str", "c": word} if "\u00a0" in word else {"t": "Space"}
    string = {"t": "Str", "c": word}
    return _kept([string]) if _INNER_CAPITAL.search(word) else string


def _kept(inlines: list[Any]) -> Any:
    """Return inlines whose case no style changes."""
    return {"t": "Span", "c": [["", ["nocase"], []], inlines]}


def to_text(inlines: Sequence[Any]) -> Text:
    """Return inlines as a text of one line, without blanks at its ends."""
    spans: list[Span] = []
    for span in _spans(inlines, Span("")):
        text = span.text if span.math else _BLANKS.sub(" ", span.text)
        if text[:1] == " " and (not spans or spans[-1].text[-1:] == " "):
            text = text[1:]
        if text:
            spans.append(replace(span, text=text))
    if spans and not spans[-1].math:
        spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip(" "))
    return join(Text((span,)) for span in spans)


def _spans(inlines: Sequence[Any], outer: Span) -> Iterator[Span]:
    for inline in inlines:
        yield from _spans_of(inline["t"], inline.get("c"), outer)


def _spans_of(kind: str, content: Any, outer: Span) -> Iterator[Span]:
    match kind:
        case "Str":
            yield Span(content).within(outer)
        case "Space" | "SoftBreak" | "LineBreak":
            yield Span(" ").within(outer)
        case "Emph":
            yield from _spans(content, Span("", italic=True).within(outer))
        case "Strong":
            yield from _spans(content, Span("", bold=True).within(outer))
        case "Code":
            yield Span(content[1], code=True).within(outer)
        case "Math":
            yield Span(content[1], math=True).within(outer)
        case "Quoted":
            quotes = [Span(sign).within(outer) for sign in _QUOTES[content[0]["t"]]]
            yield from (*quotes[:1], *_spans(content[1], outer), *quotes[1:])
        case "Link":
            href = content[2][0]
            yield from _spans(content[1], Span("", href=href if is_allowed(href) else "").within(outer))
        case "Span":  # the parts of an entry that a word processor would set apart
            apart = any(name.startswith("csl-") for name in content[0][1])
            space = [Span(" ").within(outer)] if apart else []
            yield from (*space, *_spans(content[1], outer), *space)
        case "Superscript" | "Subscript" | "SmallCaps":
            yield from _spans(content, Span("", form=_FORMS[kind]).within(outer))
        case "Underline":  # what typewriters had in place of italics
            yield from _spans(content, Span("", italic=True).within(outer))
        case "Strikeout":  # no style asks for it: CSL has no such attribute
            yield from _spans(content, outer)
