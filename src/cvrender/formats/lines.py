"""Define the lines of a document, as every reader of documents gives them to the reader of prose."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.text.markup import inline

LineKind = Literal["text", "bullet", "heading", "entry", "row", "person", "break"]
"""What a line is: `entry` are the cells of a macro for entries, `row` a label and what it says, `break` only separates."""
BULLETS = "•●◎◉◦○▪■□▸►▶▹‣⁃∙·◆◇◈❖❏➢➤➔➜✓✔✦⋄⚫⚪◤◥◣◢▰▱▻▷"
"""Signs that begin the items of lists."""


@dataclass(frozen=True)
class LineCell:
    """A part of a line that the document sets apart, as inline Markdown. `role` is the field that its macro names, if it does."""

    text: str
    role: str = ""

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Return the cell's text by typeface."""
        return inline(self.text).spans

    @cached_property
    def plain(self) -> str:
        """Return its characters on one line."""
        return " ".join("".join(span.text for span in self.spans).split())


@dataclass(frozen=True)
class LineLook:
    """How the whole of a line looks. A reader fills what its format says; what it does not know stays as it is here.

    `size` is relative to most of the document's text, `space` is the empty space above in heights of a line, `indent` is in
    widths of a letter from the left edge of the text. `rule` is a line drawn above or below, `bullet` the sign before the text.
    """

    face: str = ""
    size: float = 1.0
    bold: bool = False
    italic: bool = False
    caps: bool = False
    colour: str = ""
    space: float = 0.0
    indent: float = 0.0
    rule: bool = False
    bullet: str = ""


@dataclass(frozen=True)
class OldLine:
    """A line: its cells, its place in the source, how deep it is nested (the level of a heading, from 1), and how it looks."""

    cells: tuple[LineCell, ...]
    number: int = 0
    kind: LineKind = "text"
    level: int = 1
    file: str = ""
    look: LineLook = LineLook()

    @cached_property
    def plain(self) -> str:
        """Return the characters of all cells."""
        return " ".join(cell.plain for cell in self.cells if cell.plain)

    @cached_property
    def text(self) -> str:
        """Return its inline Markdown."""
        return " ".join(cell.text for cell in self.cells if cell.text)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Join spans that look alike; a space between two that do has their look."""
    joined: list[Span] = []
    for span in spans:
        if len(joined) > 1 and joined[-1].text.isspace() and _look(joined[-2]) == _look(span) != _look(joined[-1]):
            space = joined.pop().text
            joined[-1] = replace(joined[-1], text=joined[-1].text + space)
        if joined and _look(joined[-1]) == _look(span):
            joined[-1] = replace(joined[-1], text=joined[-1].text + span.text)
        elif span.text:
            joined.append(span)
    return joined


def _look(span: Span) -> tuple[object, ...]:
    return span.bold, span.italic, span.code, span.math, span.href
