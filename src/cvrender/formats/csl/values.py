"""Convert what CSL-JSON and Crossref have in common: names in parts, dates in parts, and types."""

import re
from typing import Any

from cvrender.formats.converters import PLAIN
from cvrender.formats.table import ENTRY, Converter, Each, Noted, Row, Unreadable
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import parts_in, person_fields
from cvrender.model.name_parts import Name, is_east_asian


def _read_name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    *parts, ordered = values
    given, dropping, particle, family, suffix = (str(value or "").strip() for value in parts)
    prefix = " ".join(part for part in (dropping, particle) if part)
    return person_fields(Name(family, given, prefix, suffix, family_first=bool(ordered and given)))


def _write_name(person: Any) -> tuple[Any, ...]:
    parts = parts_in(person)
    if parts.whole or not parts.given:
        raise Unreadable("has no parts")
    ordered = parts.family_first and not is_east_asian(parts.family)
    return parts.given, None, parts.prefix or None, parts.family, parts.suffix or None, ordered or None


def _read_dates(value: Any) -> Any:
    """One list of a year, month and day, or two for a range."""
    if not isinstance(value, list) or not all(isinstance(part, list) for part in value):
        raise Unreadable("is not a list of dates")
    days = [dates.parts(part) for part in value if any(part)]
    if not days or None in days:
        return None
    if any(len([item for item in part if item not in (None, "", "0", "00")]) > dates.parts_read(part) for part in value):
        return Noted(
            dates.span(str(days[0]), str(days[-1])) or days[0],
            f'only "{days[0]}" of the date is read',
            stays=True,
        )
    return dates.span(str(days[0]), str(days[-1])) or Noted(days[0], "is a range that ends before it begins", stays=True)


def _write_dates(value: Any) -> Any:
    ends = [part.rstrip("~") for part in str(value).split("/") if part]
    if not ends or not all(re.fullmatch(r"\d{4}(-\d\d){0,2}", end) for end in ends):
        raise Unreadable("has no year")
    return [[int(part) for part in end.split("-") if part not in dates.SEASONS] for end in ends]


def _first_isbn(value: Any) -> str | None:
    return identifiers.isbn(str(value).rpartition("/")[2])


_PARTS = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix", "static-ordering")
NAME = (
    Row(_PARTS, ENTRY, Converter(_read_name, _write_name)),
    Row("literal", "name", PLAIN),
    Row("name", "name", PLAIN),
)
NAMES = Each(NAME, short="name")
ISSUED = Converter(_read_dates, _write_dates)
ISBN_OF_LINK = Converter(_first_isbn, str)
