"""Write what a report shows as a table, an entry in each row."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from cvrender.compose.markup import inline
from cvrender.maths.formulas import readable
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.view import SelectedEntry, Selection

_TITLES = ("title", "name", "topic", "text", "organization", "institution")
_FIELDS = ("type", "role", "status", "venue", "event", "organization", "issuer", "funder", "amount", "number", "location")
COLUMNS = ("section", "title", "people", "authors", "date", *_FIELDS, *WORK_IDS, "url", "source")
"""The head of the table. `people` are the members whose entry it is, `source` the field in the merged profile."""


def csv_table(selection: Selection) -> str:
    """Return the entries as CSV (RFC 4180, with line feeds), each entry once."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    seen = set[str]()
    for section in selection.sections:
        for item in section.entries:
            if item.source not in seen:
                seen.add(item.source)
                writer.writerow(list(_cells(item, section.collection)))
    return stream.getvalue()


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
