"""Count the entries of a section by what they have in common."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from cvrender.compose.select.choose import NotANumber
from cvrender.compose.select.group import group_key, in_order
from cvrender.model.counts import CountRequest, CountTable
from cvrender.model.kinds import Publication
from cvrender.model.names import authorship
from cvrender.model.view import SelectedEntry

AUTHORSHIP = ("first", "co-first", "last", "corresponding")
"""The places among authors that are counted, in their order. An author who is first is not counted as `co-first`, too."""

_MOST_COLUMNS = 6  # of a table on a page, besides the label, the total and the sums
_NUMBER = re.compile(r"\d+(?:[.,]\d{1,2})?", re.ASCII)


def count(entries: Sequence[SelectedEntry], request: CountRequest, owner: frozenset[str]) -> CountTable:
    """Return the numbers of entries that a view asks for; `owner` are the normalized names of the profile's person.

    A table with too many columns for a page has them as rows, if it is narrower so. Raises NotANumber.
    """
    table = _count(entries, request, request.rows, request.columns, owner)
    if request.columns and len(table.columns) > max(_MOST_COLUMNS, len(table.rows)):
        return _count(entries, request, request.columns, request.rows, owner)
    return table


def _count(
    entries: Sequence[SelectedEntry], request: CountRequest, rows_by: str, columns_by: str | None, owner: frozenset[str]
) -> CountTable:
    rows, columns = ({id(item): _keys(item, by, owner) if by else () for item in entries} for by in (rows_by, columns_by))
    row_keys, column_keys = (
        _ordered((key for item in entries for key in keys[id(item)]), by or "")
        for keys, by in ((rows, rows_by), (columns, columns_by))
    )

    def numbers(counted: Sequence[SelectedEntry]) -> tuple[int | Decimal | None, ...]:
        sums = (_sum(counted, name) for name in request.sums)
        return (*(sum(key in columns[id(item)] for item in counted) for key in column_keys), len(counted), *sums)

    return CountTable(
        rows_by,
        columns_by or "",
        tuple(column_keys),
        tuple((key, numbers([item for item in entries if key in rows[id(item)]])) for key in row_keys),
        numbers(entries),
        request.sums,
    )


def _sum(items: Sequence[SelectedEntry], name: str) -> Decimal | None:
    """Return the sum of a field, None where no entry has it. Raises NotANumber for a text such as `60 a year`."""
    texts = {item.source: str(value).strip() for item in items if (value := getattr(item.entry, name, None))}
    for source, text in texts.items():
        if not _NUMBER.fullmatch(text):
            raise NotANumber(f"{source}.{name} is “{text}”, not a number alone, so it cannot be added")
    return sum((Decimal(text.replace(",", ".")) for text in texts.values()), Decimal()) if texts else None


def _keys(item: SelectedEntry, by: str, owner: frozenset[str]) -> tuple[str, ...]:
    """Return the values by which an entry is counted."""
    if by == "person":
        return item.people
    if by == "authorship":
        entry = item.entry
        roles = authorship(entry.credited if isinstance(entry, Publication) else getattr(entry, "authors", ()), owner)
        return tuple(role for role in AUTHORSHIP if role in roles and (role != "co-first" or "first" not in roles))
    return (group_key(item, by),)


def _ordered(keys: Iterable[str], by: str) -> list[str]:
    shown = list(dict.fromkeys(keys))
    if by == "authorship":
        return [role for role in AUTHORSHIP if role in shown]
    return sorted(shown) if by == "person" else in_order(shown, by)
