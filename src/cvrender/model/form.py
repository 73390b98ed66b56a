"""Define forms: tables of boxes that a view fills with facts of the person and with entries of its sections."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from cvrender.model.annotations import About, Invalid, Short
from cvrender.model.base import Model
from cvrender.model.fields import ONE, Count, Flag, Plain, Prose
from cvrender.model.pattern import PatternText

_MENTIONED = re.compile(r"""sections\[\s*['"]([^'"]+)['"]\s*\]""")
_TEXT = Short(lambda text: {"text": text})
_LIST = Short(lambda cells: {"cells": cells}, lambda value: isinstance(value, list), {"type": "array"})


class FormCell(Model, frozen=True, kw_only=True):
    """A box. A text is its `text`."""

    text: Annotated[
        PatternText, About("a pattern of the facts in it (see [views.md](views.md#forms))", "{{ [name, reading] | comma }}")
    ] = ""
    label: Annotated[Prose | None, About("instead of `text`: what the next boxes contain", "Name")] = None
    columns: Annotated[Count, About("how many columns it takes", "3")] = 1
    align: Annotated[Literal["start", "center", "end"], About("where its text is", "center")] = "start"
    lines: Annotated[Count, About("how many lines it is high, at least", "2")] = 1
    large: Annotated[Flag, About("whether its text is larger", True)] = False

    def check(self) -> None:
        """Reject a box with a label and a text."""
        if self.label and self.text:
            raise Invalid('has "label" and "text"', "write two boxes", code="contradiction")


Cells = Annotated[tuple[Annotated[FormCell, _TEXT], ...], ONE]


class FormEvent(Model, frozen=True, kw_only=True):
    """A row for each entry of a section, or for an end of its time. A list is its `cells`."""

    when: Annotated[
        Literal["start", "end", "present"] | None,
        About("the end of the time that it needs, whose year and month are `year` and `month`", "start"),
    ] = None
    cells: Annotated[Cells, About("its boxes", ["{{ year }}", "{{ institution }}"])]


class FormRow(Model, frozen=True, kw_only=True):
    """A row of boxes, or rows for each entry of a section. A list is its `cells`."""

    cells: Annotated[Cells, About("its boxes", [{"label": "Name"}, "{{ name }}"])] = ()
    section: Annotated[Plain | None, About("instead of `cells`: a section of the view, by `name` or collection", "education")] = (
        None
    )
    each: Annotated[
        tuple[Annotated[FormEvent, _LIST], ...],
        About("the rows for each of its entries", [{"when": "start", "cells": ["{{ year }}", "{{ institution }}"]}]),
    ] = ()
    needs: Annotated[Plain | None, About("a section without which the row is left out", "education")] = None

    def check(self) -> None:
        """Reject a row of both kinds, and one of none."""
        if bool(self.cells) == bool(self.section) or bool(self.section) != bool(self.each):
            raise Invalid('needs "cells", or "section" and "each"', code="missing-key")


class FormTable(Model, frozen=True, kw_only=True):
    """A table of boxes with rules around them."""

    widths: Annotated[tuple[Count, ...], About("the widths of its columns, as shares of their sum", ["20", "80"])]
    header: Annotated[tuple[Prose, ...], About("the cells at the head of its columns", ["Year", "Event"])] = ()
    rows: Annotated[
        tuple[Annotated[FormRow, _LIST], ...],
        About("its rows", [[{"label": "Name"}, "{{ name }}"]]),
    ]
    least: Annotated[Count | None, About("how many rows it has at least; the last ones are empty", "12")] = None
    place: Annotated[
        Plain | None,
        About("a section in whose place it stands, once for each entry, without rows that only have labels", "positions"),
    ] = None
    photo: Annotated[Count | None, About("how many of the first rows have the photo, or room for it, at their end", "4")] = None
    break_: Annotated[Literal["before"] | None, About("`before`: begin a page with it", "before")] = msgspec.field(
        name="break", default=None
    )

    def check(self) -> None:
        """Reject rows that do not have as many columns as there are widths."""
        columns = len(self.widths)
        rows = [row.cells for row in self.rows if row.cells] + [event.cells for row in self.rows for event in row.each]
        counts = [sum(cell.columns for cell in cells) for cells in rows] + ([len(self.header)] if self.header else [])
        if wrong := next((count for count in counts if count != columns), None):
            raise Invalid(
                f"has a row of {wrong} columns, and {columns} widths", 'widen a box with "columns"', code="contradiction"
            )
        if self.photo and self.photo > len(self.rows):
            raise Invalid(f"has the photo in {self.photo} rows, and {len(self.rows)} rows", code="contradiction")


class FormLayout(Model, frozen=True, kw_only=True):
    """A document of boxes in place of the head of a CV and of the sections that the boxes show."""

    title: Annotated[Prose, About("the title of the document", "Application form")]
    lines: Annotated[
        Annotated[tuple[PatternText, ...], ONE], About("lines at the far side, below the title", ["{{ today }}", "{{ name }}"])
    ] = ()
    tables: Annotated[
        tuple[FormTable, ...], About("its tables", [{"widths": ["20", "80"], "rows": [[{"label": "Name"}, "{{ name }}"]]}])
    ] = ()
    closing: Annotated[PatternText, About("a line at the far side of the end", "End")] = ""

    def mentioned(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the sections that the boxes show, each with its path in the form."""
        for index, table in enumerate(self.tables):
            if table.place:
                yield ("tables", index, "place"), table.place
            for number, row in enumerate(table.rows):
                path = ("tables", index, "rows", number)
                yield from ((path, name) for name in (row.section, row.needs) if name)
                yield from ((path, name) for cell in row.cells for name in _MENTIONED.findall(cell.text))
