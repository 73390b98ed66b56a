"""Write texts as the inline nodes of pandoc's syntax tree. Nothing is escaped: pandoc writes `Str` and `Code` as characters."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from cvrender.model.document import Properties
from cvrender.model.expressions import expression
from cvrender.model.links import BARE_PERCENT, percent_encode
from cvrender.model.numbering import number_of
from cvrender.model.prose_blocks import Footnote, Picture
from cvrender.model.text import LINE_BREAK, Span, Text, split_at
from cvrender.model.value import replace
from cvrender.text.bidi import FSI, PDI
from cvrender.text.foreign import foreign
from cvrender.text.scripts import HANGUL, IDEOGRAPHIC

Node = dict[str, Any]

_UPRIGHT = expression(f"([{IDEOGRAPHIC}{HANGUL}](?:[^A-Za-z]*[{IDEOGRAPHIC}{HANGUL}])?)")
TAB: Node = {"t": "RawInline", "c": ["openxml", "<w:r><w:tab/></w:r>"]}
NEW_PAGE: Node = {"t": "RawInline", "c": ["openxml", "<w:r><w:lastRenderedPageBreak/></w:r>"]}
"""What stands in a heading for a page that begins with it, until the body is built."""
_FORMS = {"small-caps": "SmallCaps", "super": "Superscript", "sub": "Subscript"}
PLACE = "cvplace"
"""How the identifiers of marks for places begin."""
NEW_LINE: Node = {"t": "LineBreak"}


def string(text: str) -> Node:
    """Write characters, of the document's language."""
    return {"t": "Str", "c": _one_line(text)}


def styled_span(style: str, inlines: Sequence[Node]) -> Node:
    """Write a span with the name of its character style."""
    return {"t": "Span", "c": [["", [], [["custom-style", style]]], inlines]}


def at_place(place: int, inlines: list[Node]) -> list[Node]:
    """Return what is written of a text within a mark for its place, if it has one; pandoc makes a bookmark of it."""
    return [{"t": "Span", "c": [[f"{PLACE}{place}", [], []], inlines]}] if place and inlines else inlines


def joined(parts: Iterable[list[Node]], separator: Sequence[Node]) -> list[Node]:
    """Join texts that are written already."""
    nodes: list[Node] = []
    for part in parts:
        nodes += [*separator, *part] if nodes else part
    return nodes


class Inlines:
    """Write the texts of a document in a language; parts in another script are marked with their own.

    Each of the `notes` is written where a text refers to it; Word numbers them.
    """

    def __init__(self, language: str, notes: Sequence[Footnote] = ()) -> None:
        self.language = language
        self.notes = {note.number: note for note in notes}

    def __call__(self, text: Text) -> list[Node]:
        """Write the spans of a text; adjacent spans with the same target become one link."""
        written: list[Node] = []
        for number, isolate in text.by_isolate():
            linked: list[Node] = []
            for target, spans in isolate.by_target():
                nodes = [node for span in spans for node in self._in_lines(span)]
                linked += [{"t": "Link", "c": [["", [], []], nodes, [_url(target), ""]]}] if target else nodes
            written += [string(FSI), *linked, string(PDI)] if number else linked
        return at_place(number_of(text), written)

    def strings(self, text: str) -> list[Node]:
        """Write characters, with the language of each part."""
        return [
            {"t": "Span", "c": [["", [], [["lang", language]]], [string(part)]]} if language else string(part)
            for part, language in split_at(text, foreign(text, self.language))
        ]

    def _in_lines(self, span: Span) -> list[Node]:
        if LINE_BREAK not in span.text:
            return self._span(span)
        first, *others = (self._span(replace(span, text=line)) if line else [] for line in span.text.split(LINE_BREAK))
        return [*first, *(node for other in others for node in (NEW_LINE, *other))]

    def _span(self, span: Span) -> list[Node]:
        if note := self.notes.pop(span.note, None):
            return [{"t": "Note", "c": [{"t": "Para", "c": self(note.text)}]}]
        if span.math:
            nodes: list[Node] = [{"t": "Math", "c": [{"t": "InlineMath"}, span.text]}]
        elif span.code:
            nodes = [{"t": "Code", "c": [["", [], []], _one_line(span.text)]}]
        elif span.italic:
            nodes = [node for part in _UPRIGHT.split(span.text) if part for node in self._slanted(part)]
        else:
            nodes = self.strings(span.text)
        if span.italic and (span.math or span.code):
            nodes = [{"t": "Emph", "c": nodes}]
        if span.form:
            nodes = [{"t": _FORMS[span.form], "c": nodes}] if span.form in _FORMS else [styled_span(span.form.title(), nodes)]
        return [{"t": "Strong", "c": nodes}] if span.bold else nodes

    def _slanted(self, text: str) -> list[Node]:
        """Write characters in italics, but not ideographs, kana and Hangul, which have none."""
        nodes = self.strings(text)
        return nodes if _UPRIGHT.fullmatch(text) else [{"t": "Emph", "c": nodes}]


def _one_line(text: str) -> str:
    return re.sub(r"[\t-\r\x85\u2028\u2029]", " ", text)


def _url(target: str) -> str:
    """Percent-encode a link's target: Word refuses to open a file with an invalid URI."""
    return percent_encode(target, also=rf"[\[\]]|{BARE_PERCENT}")


def picture_node(picture: Picture, width: float) -> Node:
    """Return a picture of a width in millimetres as data, since pandoc may not read files."""
    return {"t": "Image", "c": [["", [], [["width", f"{width:g}mm"]]], [string(picture.alt)], [picture.data_url, ""]]}


def metadata(properties: Properties) -> Node:
    """Return the metadata of pandoc's tree."""
    known = {"title": properties.title, "subject": properties.subject, "lang": properties.language}
    meta = {name: _meta_text(value) for name, value in known.items() if value}
    for name, values in (("author", (properties.author,)), ("keywords", properties.keywords)):
        meta[name] = {"t": "MetaList", "c": [_meta_text(value) for value in values]}
    return meta


def _meta_text(value: str) -> Node:
    return {"t": "MetaInlines", "c": [string(value)]}
