"""Convert Text to the inlines of pandoc's syntax tree and back.

The types are those of https://hackage.haskell.org/package/pandoc-types, `Text.Pandoc.Definition`.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from cvrender.model.expressions import expression
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
    parts = [part for word in _WORD.findall(span.text) for part in [_word(word)]]
    if span.italic:
        parts = [{"t": "Emph", "c": parts}]
    if span.bold:
        parts = [{"t": "Strong", "c": parts}]
    return [{"t": "Link", "c": [_ATTRIBUTES, parts, [span.href, ""]]}] if span.href else parts


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
    for _, run in groupby(_pieces(inlines, Span("")), key=lambda piece: id(piece[0])):
        look, words = zip(*run, strict=True)
        text = "".join(words)
        if not look[0].math:
            text = _BLANKS.sub(" ", text)
            if text[:1] == " " and (not spans or spans[-1].text[-1:] == " "):
                text = text[1:]
        if text:
            spans.append(replace(look[0], text=text))
    if spans and not spans[-1].math:
        spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip(" "))
    return join(Text((span,)) for span in _with_whole_links(spans))


def _with_whole_links(spans: list[Span]) -> list[Span]:
    """Return spans in which a link has what is printed before it of its own address, as in `<https://doi.org/10.5555/1>`."""
    for index, span in enumerate(spans[1:], 1):
        start, before = span.href.removesuffix(span.text), spans[index - 1]
        if 0 < len(start) < len(span.href) and not before.href and before.text.endswith(start):
            spans[index - 1] = replace(before, text=before.text.removesuffix(start))
            spans[index] = replace(span, text=span.href)
    return spans


_Piece = tuple[Span, str]
"""Characters, and a span without text that looks like them; it is one object for all pieces within the same markup."""


def _pieces(inlines: Sequence[Any], outer: Span) -> Iterator[_Piece]:
    for inline in inlines:
        kind = inline["t"]
        if kind == "Str":
            yield outer, inline["c"]
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            yield outer, " "
        else:
            yield from _pieces_of(kind, inline["c"], outer)


def _pieces_of(kind: str, content: Any, outer: Span) -> Iterator[_Piece]:
    match kind:
        case "Emph" | "Underline":  # typewriters underlined what is in italics in print
            yield from _pieces(content, Span("", italic=True).within(outer))
        case "Strong":
            yield from _pieces(content, Span("", bold=True).within(outer))
        case "Code":
            yield Span("", code=True).within(outer), content[1]
        case "Math":
            yield Span("", math=True).within(outer), content[1]
        case "Quoted":
            signs = _QUOTES[content[0]["t"]]
            yield outer, signs[0]
            yield from _pieces(content[1], outer)
            yield outer, signs[1]
        case "Link":
            href = content[2][0]
            yield from _pieces(content[1], Span("", href=href if is_allowed(href) else "").within(outer))
        case "Span":  # the parts of an entry that a word processor would set apart
            apart = any(name.startswith("csl-") for name in content[0][1])
            if apart:
                yield outer, " "
            yield from _pieces(content[1], outer)
            if apart:
                yield outer, " "
        case "Cite":
            yield from _pieces(content[1], outer)
        case "Note":  # what a style for footnotes makes of a citation
            yield from _pieces([part for block in content for part in block.get("c", [])], outer)
        case "Superscript" | "Subscript" | "SmallCaps":
            yield from _pieces(content, Span("", form=_FORMS[kind]).within(outer))
        case "Strikeout":  # no style asks for it: CSL has no such attribute
            yield from _pieces(content, outer)
