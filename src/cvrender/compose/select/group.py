"""Group the entries of a section, and number them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from cvrender.model.dates import newest
from cvrender.model.kinds import Entry, Publication
from cvrender.model.value import replace
from cvrender.model.view import EntryGroup, GroupBy, SelectedEntry, SelectedSection

_TYPE_ORDER = ("paper-conference", "article-journal", "book", "chapter", "workshop", "article", "manuscript", "report", "thesis")
_YEAR_WORDS = {"ongoing": "9999", "undated": "0000"}


def group_entries(entries: Sequence[SelectedEntry], group_by: GroupBy, titles: Collection[str] = ()) -> tuple[EntryGroup, ...]:
    """Group entries: those with a title in the order of `titles`, then types in a fixed order, others as they first occur.

    Years come from the newest, whatever has a title. Entries without the field come last, without a title; a single group of
    types has no title either. Of an entry's tags, the first one with a title counts, or else the first.
    """
    if group_by == "none":
        return (EntryGroup("", tuple(entries)),)
    groups: dict[str, list[SelectedEntry]] = {}
    for item in entries:
        groups.setdefault(group_key(item, group_by, titles), []).append(item)
    keys = in_order(groups, group_by, titles)
    if keys in (["undated"], [""]) or (group_by == "type" and len(keys) == 1):
        return (EntryGroup("", tuple(entries)),)
    return tuple(EntryGroup(key, tuple(groups[key])) for key in keys)


def in_order(groups: Iterable[str], group_by: str, titles: Collection[str] = ()) -> list[str]:
    """Return the keys of groups in the order in which they are shown."""
    keys = list(groups)
    if group_by == "type":
        keys.sort(key=lambda key: _TYPE_ORDER.index(key) if key in _TYPE_ORDER else len(_TYPE_ORDER))
    if group_by == "person":
        keys.sort()
    if group_by == "year":
        keys.sort(key=lambda key: _YEAR_WORDS.get(key, key), reverse=True)
    else:
        order = {key: index for index, key in enumerate(titles)}
        keys.sort(key=lambda key: order.get(key, len(order)))
    return sorted(keys, key=lambda key: not key)


def group_key(item: SelectedEntry, group_by: str, titles: Collection[str] = ()) -> str:
    """Return what an entry has in common with the others of its group; empty if it has nothing of the kind."""
    if group_by == "person":
        return ", ".join(item.people)
    return _key(item.entry, group_by, titles)


def _key(entry: Entry, group_by: str, titles: Collection[str]) -> str:
    if group_by == "year":
        year = str(newest(entry.span)[0]) if entry.span else ""
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


def number_entries(sections: Sequence[SelectedSection]) -> tuple[SelectedSection, ...]:
    """Set the first number of each group.

    Numbers continue over the groups of a section, and with `continuing` over all such sections of a collection; with
    `per-group`, each group starts again. `down` counts down to 1, so the total comes first.
    """
    series = [section.collection if "continuing" in (section.number or ()) else index for index, section in enumerate(sections)]
    totals, counted = Counter[str | int](), Counter[str | int]()
    for key, section in zip(series, sections, strict=True):
        totals[key] += len(section.entries)
    numbered = []
    for key, section in zip(series, sections, strict=True):
        groups = _number_groups(section.groups, section.number or (), totals[key], counted[key])
        numbered.append(replace(section, groups=groups))
        counted[key] += len(section.entries)
    return tuple(numbered)


def _number_groups(groups: Sequence[EntryGroup], numbering: Sequence[str], total: int, before: int) -> tuple[EntryGroup, ...]:
    numbered = []
    continues = "per-group" not in numbering
    for group in groups:
        size = len(group.entries)
        if "down" in numbering:
            numbered.append(replace(group, start=total - before if continues else size, step=-1))
        else:
            numbered.append(replace(group, start=before + 1 if continues else 1))
        before += size
    return tuple(numbered)
