"""Group the entries of a section, and number them."""

from collections.abc import Container, Sequence
from dataclasses import replace

from cvrender.model.dates import newest
from cvrender.model.kinds import Entry, Publication
from cvrender.model.view import Chosen, ChosenSection, GroupBy, Part

_TYPE_ORDER = ("paper-conference", "article-journal", "book", "chapter", "workshop", "article", "manuscript", "report", "thesis")
_YEAR_WORDS = {"ongoing": "9999", "undated": "0000"}


def parts(entries: Sequence[Chosen], group_by: GroupBy, titles: Container[str] = ()) -> tuple[Part, ...]:
    """The entries in groups: types in a fixed order, years from the newest, others as they first occur.

    Entries that have no such thing come last, without a title; a single group of types needs none either.
    Of an entry's tags the first counts, or the first that has a title.
    """
    if group_by == "none":
        return (Part("", tuple(entries)),)
    groups: dict[str, list[Chosen]] = {}
    for chosen in entries:
        groups.setdefault(_key(chosen.entry, group_by, titles), []).append(chosen)
    keys = list(groups)
    if group_by == "type":
        keys.sort(key=lambda key: _TYPE_ORDER.index(key) if key in _TYPE_ORDER else len(_TYPE_ORDER))
    if group_by == "year":
        keys.sort(key=lambda key: _YEAR_WORDS.get(key, key), reverse=True)
    if keys in (["undated"], [""]) or (group_by == "type" and len(keys) == 1):
        return (Part("", tuple(entries)),)
    keys.sort(key=lambda key: not key)
    return tuple(Part(key, tuple(groups[key])) for key in keys)


def _key(entry: Entry, group_by: GroupBy, titles: Container[str]) -> str:
    if group_by == "year":
        year = str(newest(entry.when)[0]) if entry.when else ""
        return "ongoing" if year == "9999" else year or "undated"
    if group_by == "type" and isinstance(entry, Publication):
        return entry.group
    if group_by == "venue":
        venue = getattr(entry, "venue", None) or getattr(entry, "event", None)
        return str(venue.short or venue.name) if venue else ""
    if group_by == "tag":
        return next((tag for tag in entry.tags if tag in titles), next(iter(entry.tags), ""))
    value = getattr(entry, {"employer": "organization"}.get(group_by, group_by), None)
    return str(value or "")


def number(sections: Sequence[ChosenSection]) -> tuple[ChosenSection, ...]:
    """The sections with the first number of each part.

    Numbers run on over the groups of a section, and `continuing` ones over all such sections of a collection; with `per-group`,
    or where the style numbers by itself, each group begins anew. `down` counts down to 1, so that the total stands on top.
    """
    totals: dict[str, int] = {}
    for section in sections:
        if "continuing" in (section.number or ()):
            totals[section.collection] = totals.get(section.collection, 0) + _count(section.parts)
    done = dict.fromkeys(totals, 0)
    made = []
    for section in sections:
        asked = section.number or ()
        if "continuing" in asked:
            total, before = totals[section.collection], done[section.collection]
            done[section.collection] += _count(section.parts)
        else:
            total, before = _count(section.parts), 0
        made.append(replace(section, parts=_numbered(section.parts, asked, total, before)))
    return tuple(made)


def _count(of: Sequence[Part]) -> int:
    return sum(len(part.entries) for part in of)


def _numbered(of: Sequence[Part], asked: Sequence[str], total: int, before: int) -> tuple[Part, ...]:
    made = []
    through = bool(asked) and "per-group" not in asked
    for part in of:
        size = len(part.entries)
        if "down" in asked:
            made.append(replace(part, start=total - before if through else size, step=-1))
        else:
            made.append(replace(part, start=before + 1 if through else 1))
        before += size
    return tuple(made)
