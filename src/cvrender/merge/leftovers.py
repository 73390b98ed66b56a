"""Collect what no field of a profile takes, so that it is kept in one place and can be listed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from cvrender.formats.base import COLLECTIONS, CUSTOM, PERSON
from cvrender.formats.table import KEPT
from cvrender.merge.ignored_keys import without_noise
from cvrender.merge.labels import name_of

_AUTHORS = {"authors", "investigators"}


def collect(
    data: dict[str, Any], *, keep_all: bool = False, left_out: Counter[str] | None = None
) -> dict[str, list[dict[str, Any]]]:
    """Take what is under `x-import` out of a profile's data and its entries; return it by format.

    Each part names the entry that it belongs to. Without `keep_all`, abstracts and what programs note about their own records
    are left out; how many is added to `left_out`, by what they are.
    """
    leftovers: dict[str, list[dict[str, Any]]] = {}
    for about, holder in _holders(data):
        for name, kept in holder.pop(KEPT, {}).items():
            if (values := kept if keep_all else without_noise(name, kept, left_out)) is None:
                continue
            leftovers.setdefault(name, []).append({**about, **(values if isinstance(values, dict) else {"value": values})})
    return leftovers


def _holders(data: dict[str, Any]) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Yield every mapping that may keep something, with what names it."""
    yield {}, data
    if isinstance(data.get(PERSON), dict):
        yield {"of": PERSON}, data[PERSON]
    for collection in (*COLLECTIONS, CUSTOM):
        for entry in data.get(collection, ()):
            if isinstance(entry, dict):
                yield from _inner(entry, {"of": str(entry.get("id") or name_of(entry) or collection)})


def _inner(entry: dict[str, Any], about: dict[str, str]) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    yield about, entry
    for key, values in entry.items():
        for value in values if isinstance(values, list) else ():
            if isinstance(value, dict) and not key.startswith("x-"):
                yield from _inner(value, {**about, "in": f"{key}: {name_of(value)}".rstrip(": ")})


def bare(data: dict[str, Any]) -> dict[str, Any]:
    """Return data in which an author with nothing but a name is that name, as it is once nothing else is kept there."""
    for collection in COLLECTIONS:
        for entry in data.get(collection, ()):
            for key in _AUTHORS & set(entry) if isinstance(entry, dict) else ():
                if isinstance(entry[key], list):
                    entry[key] = [
                        author["name"] if isinstance(author, dict) and set(author) == {"name"} else author
                        for author in entry[key]
                    ]
    return data


def summary(kept: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    """Return a line for each format: the names of the fields that were kept, with how often each occurs."""
    lines = []
    for name, parts in kept.items():
        count = Counter(key for part in parts for key in part if key not in ("of", "in"))
        fields = ", ".join(f"{key} ({number})" if number > 1 else key for key, number in count.most_common())
        lines.append(f"{name}: {fields}")
    return lines


def left_out_line(left_out: Mapping[str, int]) -> str:
    """Return how much was left out, in words; "" if nothing was."""
    parts = (f"{count} {what if count == 1 else _plural(what)}" for what, count in sorted(left_out.items()))
    return ", ".join(parts)


def _plural(what: str) -> str:
    first, space, rest = what.partition(" ")
    return f"{first}s{space}{rest}"
