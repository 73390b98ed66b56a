"""Say which changes of a profile may lead to a changed text of its Document; whether they do is tried elsewhere."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice, product
from typing import Any

from cvrender.formats.values.markdown import escape
from cvrender.merge.proposals import Proposal
from cvrender.merge.returned.occurrences import (
    Hunk,
    Occurrence,
    at,
    folded,
    hunks_between,
    occurrences,
    plain,
    said_date,
    values_of,
)
from cvrender.model.convert import DataPath

Changes = tuple[Proposal, ...]
"""Changes that are made together."""
_MOST = 24  # attempts for one text
_SEPARATOR = re.compile(r"\s*(?:[,;、，；·•|]|\s(?:and|und|et|y|e|&)\s)\s*")


def set_to(data: Mapping[str, Any], path: DataPath, new: Any) -> Proposal:
    """Return the change of a value; None removes it."""
    return Proposal("value" if at(data, path) is not None else "field", path, new, at(data, path))


def changes_of_text(data: Mapping[str, Any], source: DataPath, old: str, new: str) -> Iterator[Changes]:
    """Yield changes that may turn a text of a field into another."""
    seen: set[tuple[Any, ...]] = set()
    for changes in islice(_all(data, source, old, new), _MOST):
        key = tuple((change.kind, change.path, str(change.new), change.at) for change in changes)
        if changes and key not in seen:
            seen.add(key)
            yield changes


def _all(data: Mapping[str, Any], source: DataPath, old: str, new: str) -> Iterator[Changes]:
    values = values_of(data, source)
    places = occurrences(old, values)
    hunks = hunks_between(old, new)
    if any(_SEPARATOR.search(hunk.new + old[hunk.start : hunk.stop]) for hunk in hunks):
        yield from _of_lists(data, source, places, old, new)
    yield from _of_values(data, source, places, hunks)
    yield from _of_dates(data, source, old, new)
    yield from _of_lists(data, source, places, old, new)
    yield from _of_words(data, values, hunks, old)
    yield from _of_dates_within(data, source, hunks, old)


def _of_values(
    data: Mapping[str, Any], source: DataPath, places: Sequence[Occurrence], hunks: Sequence[Hunk]
) -> Iterator[Changes]:
    """Yield the values in which all the changes are, each with its own."""
    choices = [[place for place in places if place.start <= hunk.start and hunk.stop <= place.stop] for hunk in hunks]
    if not all(choices):
        return
    for chosen in islice(product(*choices), 8):
        for escaped in (True, False):
            changes: list[Proposal] = []
            for place in dict.fromkeys(chosen):
                own = [hunk for hunk, other in zip(hunks, chosen, strict=True) if other is place]
                value = place.changed(own, escaped)
                if _is_several(place, value, source):
                    return
                changes.append(set_to(data, place.path, value if value.strip() else None))
            if len({change.path for change in changes}) == len(changes):
                yield tuple(changes)


def _is_several(place: Occurrence, value: str, source: DataPath) -> bool:
    """Return whether an item of a list, such as an author, would become several in one."""
    is_item = any(isinstance(part, int) for part in place.path[len(source) :])
    return is_item and len(_SEPARATOR.findall(value)) > len(_SEPARATOR.findall(place.raw))


def _of_words(
    data: Mapping[str, Any], values: Sequence[tuple[DataPath, str]], hunks: Sequence[Hunk], old: str
) -> Iterator[Changes]:
    """Yield values of which the text has other words, such as a name in the order of a citation style."""
    for path, raw in values:
        shown = plain(raw)
        text = raw
        for hunk in hunks:
            word = old[hunk.start : hunk.stop].strip()
            if len(word) < 3 or shown.count(word) != 1 or not hunk.new.strip() or text.count(word) != 1:
                break
            text = text.replace(word, hunk.new.strip())
        else:
            yield (set_to(data, path, text),)
        if SequenceMatcher(None, shown, old, False).ratio() > 0.6 and shown not in old:
            blocks = SequenceMatcher(None, old, raw, False).get_matching_blocks()
            if value := _carried(raw, blocks, hunks):
                yield (set_to(data, path, value),)


def _carried(raw: str, blocks: Sequence[Any], hunks: Sequence[Hunk]) -> str:
    """Return a value that is like a text, with the changes of the text that are where both are the same."""
    text, place = "", 0
    for hunk in hunks:
        around = [block for block in blocks if block.a <= hunk.start and hunk.stop <= block.a + block.size]
        if not around:
            return ""
        begin = around[0].b + hunk.start - around[0].a
        text += raw[place:begin] + escape(hunk.new)
        place = begin + hunk.stop - hunk.start
    return text + raw[place:]


def _of_dates(data: Mapping[str, Any], source: DataPath, old: str, new: str) -> Iterator[Changes]:
    """Yield the dates of an entry whose text is a date."""
    if not new.strip():
        yield _removed(data, source, ("date", "start", "end"))
    elif said_date(old) or not re.search(r"[^\W\d_]{12,}", old):
        yield from _with_date(data, source, new)


def _of_dates_within(data: Mapping[str, Any], source: DataPath, hunks: Sequence[Hunk], old: str) -> Iterator[Changes]:
    """Yield the dates of an entry whose text has a date somewhere."""
    if not hunks:
        return
    start, stop = hunks[0].start, hunks[-1].stop
    left = re.search(r"[\w.]*(?:[\w.]+ )?[\w.]*$", old[:start])
    right = re.match(r"[\w.]*(?: ?[-–] ?[\w.]+)?(?: \d{4})?", old[stop:])
    said, place = "", start
    for hunk in hunks:
        said += old[place : hunk.start] + hunk.new
        place = hunk.stop
    before = left[0] if left else ""
    for words in dict.fromkeys((before, before.rpartition(" ")[2], "")):
        for after in dict.fromkeys((right[0] if right else "", "")):
            yield from _with_date(data, source, words + said + after)


def _with_date(data: Mapping[str, Any], source: DataPath, said: str) -> Iterator[Changes]:
    date = said_date(said)
    if not date:
        return
    first, _, last = date.partition("/")
    for end in range(len(source), 0, -1):
        entry = at(data, source[:end])
        if not isinstance(entry, dict):
            continue
        if "start" in entry or "end" in entry:
            wanted = {"start": first, "end": last or None}
            changes = [
                set_to(data, (*source[:end], key), value)
                for key, value in wanted.items()
                if str(entry.get(key) or "") != (value or "") and (value or key in entry)
            ]
            yield tuple(changes)
            if not last:
                yield (set_to(data, (*source[:end], "end"), first),)
        listed = date.strip("[]").split(", ") if date.startswith("[") else date
        yield (set_to(data, (*source[:end], "date"), listed),)


def _removed(data: Mapping[str, Any], source: DataPath, keys: Sequence[str]) -> Changes:
    return tuple(set_to(data, (*source, key), None) for key in keys if at(data, (*source, key)) is not None)


def _of_lists(data: Mapping[str, Any], source: DataPath, places: Sequence[Occurrence], old: str, new: str) -> Iterator[Changes]:
    """Yield lists, such as authors, whose items are in the text one after the other."""
    lists: dict[DataPath, dict[int, Occurrence]] = {}
    for place in places:
        for end in range(len(place.path)):
            if isinstance(place.path[end], int) and not (len(source) > end and source[:end] == place.path[:end]):
                lists.setdefault(place.path[:end], {}).setdefault(int(place.path[end]), place)
    for path, items in lists.items():
        ordered = [items[index] for index in sorted(items)]
        if [item.start for item in ordered] != sorted(item.start for item in ordered):
            continue
        before, after = old[: ordered[0].start], old[ordered[-1].stop :]
        for head, tail in ((before, after), (before, re.sub(r"^[^\w\s,;]+", "", after))):
            if new.startswith(head) and new.endswith(tail) and len(new) >= len(head) + len(tail):
                said = [part.strip() for part in _SEPARATOR.split(new[len(head) : len(new) - len(tail)])]
                yield _other_items(data, path, items, [part for part in said if part])


def _other_items(data: Mapping[str, Any], path: DataPath, items: Mapping[int, Occurrence], said: Sequence[str]) -> Changes:
    """Return the changes of a list whose items are `said`; the items that are there are `items`, by index."""
    indices = sorted(items)
    names = [folded(items[index].shown) for index in indices]
    now = [
        next((name for name in names if re.fullmatch(rf"{re.escape(name)}[^\w\s]*", folded(part))), folded(part)) for part in said
    ]
    changes: list[Proposal] = []
    for kind, a, b, c, d in SequenceMatcher(None, names, now, False).get_opcodes():
        if kind == "equal":
            continue
        place = indices[a] if a < len(indices) else indices[-1] + 1
        common = min(b - a, d - c)
        changes += [set_to(data, items[indices[a + index]].path, said[c + index]) for index in range(common)]
        changes += [
            Proposal("value", (*path, indices[index]), None, at(data, (*path, indices[index]))) for index in range(a + common, b)
        ]
        changes += [Proposal("item", path, part, at=place + common) for part in said[c + common : d]]
    return tuple(changes)


def changes_that_add(data: Mapping[str, Any], source: DataPath, text: str, is_item: bool) -> Iterator[Changes]:
    """Yield changes that may add a paragraph after a text of a field; `is_item` is whether it looks like an item of a list."""
    shown = escape(text)
    for end in range(len(source), 0, -1):
        value, outer = at(data, source[:end]), source[: end - 1]
        place = source[end - 1]
        if isinstance(place, int) and isinstance(value, str | dict) and _is_point(source[: end - 1], value):
            yield (Proposal("item", outer, shown, at=place + 1),)
        if isinstance(value, dict) and end > 1 and is_item:
            yield (Proposal("item", (*source[:end], "highlights"), shown, at=0),)
        for path, prose in _proses(source[:end], value if end == len(source) else None):
            end_of_text = prose[len(prose.rstrip()) :]
            parts = re.split(r"\n\s*\n", prose.strip())
            for index in range(len(parts), 0, -1):
                yield (set_to(data, path, "\n\n".join([*parts[:index], shown, *parts[index:]]) + end_of_text),)
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            for index in range(len(value), 0, -1):
                yield (Proposal("item", source[:end], shown, at=index),)


def _proses(path: DataPath, value: Any) -> Iterator[tuple[DataPath, str]]:
    """Yield the texts in which a paragraph may be: the value, its text, or that of each language."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "text" or re.fullmatch("[a-z]{2,3}(-[A-Za-z]+)?", str(key)):
                yield from _proses((*path, key), inner)


def _is_point(path: DataPath, value: Any) -> bool:
    """Return whether a list has points, each a text or a mapping with a text."""
    return isinstance(value, str) or path[-1:] == ("highlights",)


def changes_that_add_before(data: Mapping[str, Any], source: DataPath, text: str) -> Iterator[Changes]:
    """Yield changes that may add a paragraph before a text of a field."""
    if source and isinstance(source[-1], int) and _is_point(source[:-1], at(data, source)):
        yield (Proposal("item", source[:-1], escape(text), at=source[-1]),)


def new_entry(data: Mapping[str, Any], entry: DataPath, old: Sequence[str], new: Sequence[str], index: int) -> Iterator[Changes]:
    """Yield an entry like another one, of which the texts are `old`, such that its texts may be `new`."""
    model = at(data, entry)
    if isinstance(model, list) and all(isinstance(cell, str) for cell in model):
        yield (Proposal("entry", entry[:-1], [escape(text) for text in new], at=index),)
        return
    if not isinstance(model, dict):
        return
    for least in (False, True):
        built: dict[str, Any] | None = {}
        for text, said in zip(old, new, strict=True):
            built = built if built is None else _with_fields(built, data, entry, text, said, least)
        if built:
            order = {key: number for number, key in enumerate(model)}
            yield (Proposal("entry", entry[:-1], dict(sorted(built.items(), key=lambda item: order.get(item[0], 99))), at=index),)


def _with_fields(
    built: dict[str, Any], data: Mapping[str, Any], entry: DataPath, text: str, said: str, fewer: bool
) -> dict[str, Any] | None:
    """Return fields with those of a text that is like another one of an entry; with `fewer`, its last fields may be missing."""
    if date := said_date(said):
        return {**built, "date": date}
    matching = [place for place in occurrences(text, values_of(data, entry)) if _is_field(place, entry)]
    places = sorted(matching, key=lambda place: place.start)
    for count in range(len(places), 1 if fewer else len(places) - 1, -1):
        pattern, last = "", 0
        for place in places[:count]:
            pattern += re.escape(folded(text[last : place.start])) + "(.+?)"
            last = place.stop
        rest = folded(text[last:]) if count == len(places) else ""
        if count and (match := re.fullmatch(pattern + re.escape(rest), folded(said), re.DOTALL)):
            fields = dict(built)
            for number, place in enumerate(places[:count], 1):
                _put(fields, place.path[len(entry) :], escape(said[slice(*match.span(number))]))
            return fields
    return None


def _is_field(place: Occurrence, entry: DataPath) -> bool:
    """Return whether a value is in a field of an entry, or in one of its mappings, such as a venue."""
    inner = place.path[len(entry) :]
    return place.path[: len(entry)] == entry and 1 <= len(inner) <= 2 and all(isinstance(part, str) for part in inner)


def _put(fields: dict[str, Any], path: DataPath, value: str) -> None:
    if len(path) == 1:
        fields[str(path[0])] = value
    else:
        fields.setdefault(str(path[0]), {})[str(path[1])] = value
