"""Arrange the keys of a profile's data as people write them."""

from collections.abc import Mapping, Sequence
from typing import Any

from cvrender.formats.base import CUSTOM, PERSON
from cvrender.model.base import fields_of
from cvrender.model.kinds import KINDS, CustomSection
from cvrender.model.profile import Owner

_LAST = ("tags", "links", "url", "note", "highlights", "sources")


def arrange(data: Mapping[str, Any], *, newest_first: bool = True) -> dict[str, Any]:
    """Return a profile's data in the usual order of keys; publications and patents with the `newest_first`, or as they are."""
    in_order: dict[str, Any] = {"language": data["language"]} if "language" in data else {}
    in_order[PERSON] = ordered(data[PERSON], list(fields_of(Owner)))
    if "bio" in data:
        in_order["bio"] = data["bio"]
    for name, kind in KINDS.items():
        entries = data.get(name)
        if not entries:
            continue
        order = entry_order(list(fields_of(kind.model)))
        arranged = [_section(entry, order) if name == CUSTOM else _arranged(entry, order) for entry in entries]
        if newest_first and name in ("publications", "patents"):
            arranged.sort(key=lambda entry: str(entry.get("date", "")), reverse=True)
        in_order[name] = arranged
    return in_order


def _section(section: Mapping[str, Any], order: Sequence[str]) -> dict[str, Any]:
    """Return a custom section with its keys and those of its entries in the usual order."""
    placed = ordered(section, list(fields_of(CustomSection)))
    return {**placed, "entries": [_arranged(entry, order) for entry in placed["entries"]]} if "entries" in placed else placed


def _arranged(entry: Any, order: Sequence[str]) -> Any:
    """Return an entry with its keys in order; an interest without anything else is its text."""
    arranged = ordered(entry, order) if isinstance(entry, dict) else entry
    return arranged["text"] if isinstance(arranged, dict) and set(arranged) == {"text"} else arranged


def entry_order(fields: Sequence[str]) -> list[str]:
    """Return an entry's keys as people write them: the identifier first, then its own fields, then those of every entry."""
    common = [*_LAST, "private", "privacy"]
    own = [name for name in fields if name not in (*common, "id", "date", "start", "end")]
    times = [name for name in ("date", "start", "end") if name in fields]
    place = next((own.index(name) + 1 for name in ("venue", "location", "issuer", "title") if name in own), len(own))
    return ["id", *own[:place], *times, *own[place:], *common]


def ordered(entry: Mapping[str, Any], order: Sequence[str]) -> dict[str, Any]:
    """Return an entry with its keys in that order; others come last."""
    known = {key: entry[key] for key in order if key in entry}
    return {**known, **{key: value for key, value in entry.items() if key not in known}}
