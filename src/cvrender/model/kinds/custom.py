"""Declare custom sections, whose entries may be of any kind."""

from typing import Annotated, Any

from cvrender.errors import nearest
from cvrender.model.annotations import About, Depends, Invalid, Reads, Short, Unprinted
from cvrender.model.fields import PROSE, Highlights, Localized, Plain, Prose, Proses, Restricted
from cvrender.model.kinds.base import KINDS, Entry
from cvrender.model.sources import Ledger, Sources

_BY_NAME = {name: kind for kind in KINDS.values() for name in (kind.name, kind.collection)}
"""The kinds of entry that a custom section may have, by name and by collection."""


def _read_kind(value: Any) -> str:
    if value not in _BY_NAME:
        raise Invalid(f'unknown kind of entry "{value}"', nearest(str(value), _BY_NAME), code="unknown-kind")
    return _BY_NAME[value].name


def _entries_of(kind_name: Any) -> Any:
    """Return the type of the entries of a section of that kind; what is wrong with the kind is reported at its own place."""
    return _BY_NAME[kind_name if kind_name in _BY_NAME else "custom"].entries


_NAMES = list(dict.fromkeys(kind.name for kind in KINDS.values()))
KindName = Annotated[str, Reads(_read_kind, {"enum": list(_BY_NAME)}, ", ".join(f"`{name}`" for name in _NAMES))]


def _read_cell(value: Any) -> Any:
    return "" if value in ("", None) else PROSE.read(value)


Cell = Annotated[str | Localized, Reads(_read_cell, PROSE.schema, PROSE.about)]
"""A text that may be empty."""

Rows = Annotated[
    tuple[tuple[Cell, ...], ...],
    Short(lambda pairs: list(map(list, pairs.items())), lambda value: isinstance(value, dict), {"type": "object"}),
]


class CustomSection(Restricted, frozen=True, kw_only=True):
    """A section that no collection fits: a title, with a text, bullets, a table, entries or several of these."""

    title: Annotated[Prose, About("the heading of the section", "Certifications")]
    sources: Sources = Ledger()
    id: Annotated[Plain | None, Unprinted(), About("a name for the section, for views", "licences")] = None
    kind: Annotated[KindName, Unprinted(), About("what the entries are: a kind or collection", "membership")] = "custom"
    text: Annotated[
        Prose | None,
        About("paragraphs, which an empty line separates; lists and tables in Markdown", "I speak for the Society of Samples."),
    ] = None
    highlights: Annotated[Highlights, About("bullets", ["Speaks for the Society of Samples"])] = ()
    columns: Annotated[Proses, About("the header cells of a table", ["Procedure", "Number"])] = ()
    rows: Annotated[Rows, About("the rows of the table; without `columns`, labels and texts", [["Example", "12"]])] = ()
    entries: Annotated[
        tuple[Entry, ...],
        Depends("kind", _entries_of, tuple(kind.entries for kind in KINDS.values())),
        About("the entries", [{"title": "Board Certification in Examples", "date": "2021"}]),
    ] = ()

    def check(self) -> None:
        """Reject an id that is the name of a collection, and rows that have not as many cells as there are columns."""
        Restricted.check(self)
        if self.id in (*KINDS, "bio", "all"):
            raise Invalid(f'the id "{self.id}" is the name of a collection', "choose another id", code="bad-name")
        if self.columns and not self.rows:
            raise Invalid('has "columns" but no "rows"', "add rows, each a list of texts", code="missing-key")
        wanted = len(self.columns) or 2
        parts = "cells, one for each of the columns" if self.columns else "texts, a label and what it says"
        for number, row in enumerate(self.rows, 1):
            if len(row) != wanted:
                hint = "put a text that contains a comma in quotes" if len(row) > wanted else 'write "" for an empty cell'
                raise Invalid(f"row {number} has {len(row)} of {wanted} {parts}", hint)
