"""Find what a format cannot hold, by reading back what was written."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from cvrender.errors import shorten
from cvrender.formats.content import Content
from cvrender.formats.registry import read_data
from cvrender.formats.shown import SECTION, WHEN, Shown, characters, dates_of
from cvrender.formats.table import KEPT
from cvrender.model.expressions import expression

_WORKS = frozenset({"publications", "patents"})
_IGNORED = frozenset({"id", "tags", "private", "privacy", "type", "sources", "keep", "break_", SECTION, WHEN})
_HEADINGS = ("title", "topic", "name", "institution", "organization", "language", "role", "text")
"""What an entry is about: without it, the entry is lost as a whole."""
_TIMES = frozenset({"date", "start", "end"})
_NAMED = 3  # entries that a message names
_MONTH = expression(r"(?<=\d{4})-\d\d")
_WORD = expression(r"[^\W\d_]+|\d+")
BIBLIOGRAPHIES = frozenset({"bib", "json", "ris", "biblatex"})


def losses(shown: Shown, name: str, importer: str, content: str) -> dict[str, list[str]]:
    """Return the collections and fields that are not in a file, with the headings of the entries that have them.

    The file is read by the importer of its format; without one, nothing is known to be lost. A bibliography is for works only.
    An entry is looked for among those that have the words of its heading, so that no other entry stands for it, and no month
    for a volume. A date is held, too, if it stands there in the words of the document.
    """
    if not importer:
        return {}
    back = read_data(Content(content.encode(), f"export.{name}"), importer).data
    whole, facts = _words(back), _facts(back)
    candidates = [(_words(entry), _words(_without_times(entry))) for entry in _entries(back)]
    in_words = dict(pair for section in shown.document.sections for block in section.blocks for pair in dates_of(block))
    lost: dict[str, list[str]] = {}
    for collection, entries in {"person": [shown.person], **shown.entries}.items():
        if name in BIBLIOGRAPHIES and collection not in _WORKS:
            continue
        for entry, source in zip_longest(entries, shown.sources.get(collection, ())):
            heading = next((key for key in _HEADINGS if key in entry), "")
            title = _words(entry.get(heading, ""))
            of_title = [each for each in candidates if title <= each[0]]
            dated, undated = (frozenset[str]().union(*words) for words in (zip(*of_title, strict=True) if of_title else ((), ())))
            words = {key: whole if collection == "person" else dated if key in _TIMES else undated for key in entry}
            said = _words(in_words.get(str(source), ""))
            values = {**entry, **_without_months(entry)} if said and said <= dated else entry
            missing = [key for key, value in values.items() if key not in _IGNORED and not _words(value) <= words[key]]
            fields = [f"{collection}.{part}" for key in missing for part in _parts_of(key, entry[key], words[key])]
            for field in [collection] if heading in missing else fields:
                lost.setdefault(field, []).append(shorten(characters(entry.get(heading, "")), 40))
        for key, count in _facts(entries).items():
            if count > facts[key]:
                having = [shorten(characters(entry.get("title", "")), 40) for entry in entries if _facts(entry)[key]]
                lost.setdefault(f"{collection}.{key}", having[-(count - facts[key]) :])
    return lost


def _parts_of(key: str, value: Any, words: frozenset[str]) -> list[str]:
    """Return the parts of a field that are missing, such as `authors.native`, if it has others; else the field."""
    items = [item for item in (value if isinstance(value, list | tuple) else [value]) if isinstance(item, Mapping)]
    parts = {part: inner for item in items for part, inner in item.items() if _words(inner)}
    lost = [part for part in parts if any(not _words(item.get(part, "")) <= words for item in items)]
    return [f"{key}.{part}" for part in lost] if 0 < len(lost) < len(parts) else [key]


def _without_times(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if key not in _TIMES} if isinstance(entry, Mapping) else entry


def _without_months(entry: Mapping[str, Any]) -> dict[str, str]:
    return {key: _MONTH.sub("", str(entry[key])) for key in _TIMES & entry.keys()}


def _entries(data: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the entries of all collections."""
    for collection, entries in data.items():
        for entry in entries if isinstance(entries, list) else ():
            inner = entry.get("entries") if isinstance(entry, Mapping) and collection == "custom" else None
            yield from inner or [entry]


def _facts(value: Any) -> Counter[str]:
    """Count, by their keys, the facts that are true, such as `et_al` of a work and `equal` of an author."""
    facts: Counter[str] = Counter()
    if isinstance(value, Mapping):
        facts.update(key for key, item in value.items() if item is True and key not in _IGNORED)
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        facts += _facts(item)
    return facts


def _words(value: Any) -> frozenset[str]:
    """Return the words of all texts of a value, of dates the numbers, without zeros before them."""
    words = (word.lstrip("0") for text in _leaves(value) for word in _WORD.findall(characters(text).casefold()))
    return frozenset(word for word in words if word not in ("", "present"))


def _leaves(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [text for key, item in value.items() if key != KEPT for text in _leaves(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _leaves(item)]
    return [str(value)] if not isinstance(value, bool) else []


def listed(lost: Mapping[str, Sequence[str]]) -> str:
    """Return losses as one line: `talks (3: “Looms”, …), person.birthdate`."""
    return ", ".join(_counted(name, headings) for name, headings in lost.items())


def _counted(name: str, headings: Sequence[str]) -> str:
    if name.startswith("person."):
        return name
    shown = [*dict.fromkeys(headings)]
    named = ", ".join([*shown[:_NAMED], *(["…"] if len(shown) > _NAMED else [])])
    return f"{name} ({len(headings)}: {named})"
