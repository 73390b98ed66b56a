"""Read the text within the paragraphs of pandoc: its marks, cells and footnotes."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cvrender.formats.lines import LineCell, merged
from cvrender.formats.values import identifiers, markdown
from cvrender.model.private_use import TABS
from cvrender.model.text import Span
from cvrender.model.value import replace

TAB = TABS.char(0)
"""What stands for a tab in the text that pandoc reads, which would make a space of it."""
_MARKS = {"Strong": "bold", "Emph": "italic", "Underline": "", "SmallCaps": "", "Strikeout": ""}
_WIDE = re.compile(r"(?:\u00a0| ){4,}")


def lines_of_inlines(inlines: list[Any]) -> Iterator[list[LineCell]]:
    """Yield the lines of inline nodes, each as its cells, which tabs and wide gaps set apart."""
    current: list[Span] = []
    cells: list[LineCell] = []
    for span in [*_spans(inlines, Span("")), Span("\n")]:
        pieces = re.split(rf"(\n|{TAB}+|(?:\u00a0| ){{4,}}|_{{5,}})", span.text)
        for piece in pieces:
            if piece == "\n" or piece.startswith(TAB) or _WIDE.fullmatch(piece) or piece.startswith("_____"):
                text = markdown.write(merged(current)).strip()
                if text:
                    cells.append(LineCell(text))
                current = []
                if piece == "\n":
                    if cells:
                        yield cells
                    cells = []
            elif piece:
                current.append(Span(piece, bold=span.bold, italic=span.italic, code=span.code, math=span.math, href=span.href))


def notes(node: Any) -> Iterator[list[Any]]:
    """Yield the blocks of the footnotes within a node."""
    if isinstance(node, dict) and node.get("t") == "Note":
        yield node["c"]
    elif isinstance(node, dict | list):
        for inner in node.values() if isinstance(node, dict) else node:
            yield from notes(inner)


def _spans(inlines: Iterable[Any], marks: Span) -> Iterator[Span]:
    """Yield the texts of inline nodes with their marks."""
    for node in inlines:
        name, content = node["t"], node.get("c")
        if name == "Str":
            yield _marked(content.replace("\u00ad", ""), marks)  # a place where a word may be divided
        elif name in ("Space", "SoftBreak"):
            yield _marked(" ", marks)
        elif name == "LineBreak":
            yield Span("\n")
        elif name in _MARKS:
            yield from _spans(content, _with(marks, bold=marks.bold or name == "Strong", italic=marks.italic or name == "Emph"))
        elif name in ("Code", "Math"):
            yield replace(_marked(content[1], marks), code=name == "Code", math=name == "Math")
        elif name == "Link":
            yield from _spans(content[1], _with(marks, href=_address(content[2][0]) or marks.href))
        elif name == "Quoted":
            quotes = "‘’" if content[0]["t"] == "SingleQuote" else "“”"
            yield _marked(quotes[0], marks)
            yield from _spans(content[1], marks)
            yield _marked(quotes[1], marks)
        elif name in ("Span", "Cite"):
            yield from _spans(content[1], marks) if name == "Cite" or "tag" not in content[0][1] else ()
        elif name in ("Superscript", "Subscript"):
            inner = "".join(span.text for span in _spans(content, marks))
            yield markdown.script(inner, "^" if name == "Superscript" else "_", marks) or _marked(inner, marks)


def _marked(text: str, marks: Span) -> Span:
    return _with(marks, text=text)


def _with(marks: Span, *, text: str = "", bold: bool | None = None, italic: bool | None = None, href: str | None = None) -> Span:
    return Span(
        text,
        bold=marks.bold if bold is None else bold,
        italic=marks.italic if italic is None else italic,
        href=marks.href if href is None else href,
    )


def _address(target: str) -> str:
    return target if target.startswith(("mailto:", "tel:")) and " " not in target else identifiers.url(target) or ""
