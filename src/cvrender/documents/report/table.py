"""Write what a report shows as a table, an entry in each row."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cvrender.errors import cut
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.view import SelectedEntry, Selection
from cvrender.text.formulas import readable
from cvrender.text.markup import inline

_TITLES = ("title", "name", "topic", "text", "organization", "institution")
_FIELDS = ("type", "role", "status", "venue", "event", "organization", "issuer", "funder", "amount", "number", "location")
COLUMNS = ("section", "title", "people", "authors", "date", *_FIELDS, *WORK_IDS, "url", "source")
"""The head of the table. `people` are the members whose entry it is, `source` the field in the merged profile."""
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What formulas begin with in spreadsheets."""
_WIDEST = 60
"""The widest column of a spreadsheet, in characters; longer texts have several lines."""


def rows_of(selection: Selection) -> list[tuple[str, ...]]:
    """Return the head and a row for each entry; one that several sections show has one row."""
    shown = {item.source: (item, section.collection) for section in reversed(selection.sections) for item in section.entries}
    order = dict.fromkeys(item.source for section in selection.sections for item in section.entries)
    return [COLUMNS, *(tuple(_cells(*shown[source])) for source in order)]


def csv_table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV (RFC 4180, with line feeds). An apostrophe precedes what a spreadsheet would take for a formula."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([_as_text(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _as_text(cell: str) -> str:
    return f"'{cell}" if cell.lstrip().startswith(_FORMULA) else cell


def xlsx_table(rows: Sequence[Sequence[str]], title: str) -> bytes:
    """Return rows as a spreadsheet (Office Open XML), with columns as wide as what they usually hold."""
    from cvrender.formats.spreadsheets import MOST_IN_CELL, table

    longest = [max(len(row[index]) for row in rows) for index in range(len(COLUMNS))]
    widths = {_letters(index): float(min(max(length + 5, 8), _WIDEST)) for index, length in enumerate(longest)}
    return table(title, [[cut(cell, MOST_IN_CELL) for cell in row] for row in rows], widths)


def _letters(index: int) -> str:
    """Return the name of a column: A, B, …, Z, AA."""
    first, second = divmod(index, 26)
    return (chr(64 + first) if first else "") + chr(65 + second)


def _cells(item: SelectedEntry, collection: str) -> Iterator[str]:
    entry = item.entry
    titled = next((name for name in _TITLES if getattr(entry, name, None)), "")
    values: dict[str, Any] = {name: getattr(entry, name, None) for name in (*_FIELDS, *WORK_IDS, "url")}
    values |= {
        "section": collection,
        "title": getattr(entry, titled, None) if titled else getattr(entry, "role", None),
        "people": "; ".join(item.people),
        "authors": "; ".join(author.name for author in getattr(entry, "authors", ()) or getattr(entry, "investigators", ())),
        "date": "; ".join(str(date) for date in entry.span),
        "source": item.source,
    }
    for name in COLUMNS:
        value = values[name]
        value = getattr(value, "name", value)
        yield readable(inline(str(value))) if value else ""
