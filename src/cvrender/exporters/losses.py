"""Find what a format cannot hold, by reading back what was written."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cvrender.exporters.shown import SECTION, WHEN, Shown, characters
from cvrender.expressions import expression
from cvrender.importers import read_content
from cvrender.importers.content import Content
from cvrender.importers.table import KEPT

_WORKS = frozenset({"publications", "patents"})
_IGNORED = frozenset({"id", "tags", "private", "privacy", "type", SECTION, WHEN})
_HEADINGS = ("title", "topic", "name", "institution", "organization", "language", "role", "text")
"""What an entry is about: without it, the entry is lost as a whole."""
_RANGE = expression(r"[\d~-]*/[\d~a-z-]*")
BIBLIOGRAPHIES = frozenset({"bib", "json", "ris", "biblatex"})


def losses(shown: Shown, name: str, importer: str, content: str) -> dict[str, int]:
    """Return the collections and fields that are not in a file, with the number of entries that have them.

    The file is read by the importer of its format; without one, nothing is known to be lost. A bibliography is for works only.
    """
    if not importer:
        return {}
    back = read_content(Content(content.encode(), f"export.{name}"), importer).data
    whole, facts = _folded(back), _facts(back)
    lost: Counter[str] = Counter()
    for collection, entries in {"person": [shown.person], **shown.entries}.items():
        if name in BIBLIOGRAPHIES and collection not in _WORKS:
            continue
        for entry in entries:
            missing = [key for key, value in entry.items() if key not in _IGNORED and not _holds(whole, value)]
            if next((key for key in _HEADINGS if key in entry), "") in missing:
                lost[collection] += 1
            else:
                lost.update(f"{collection}.{key}" for key in missing)
        for key, count in _facts(entries).items():
            if count > facts[key]:
                lost[f"{collection}.{key}"] = count - facts[key]
    return dict(lost)


def _facts(value: Any) -> Counter[str]:
    """Count, by their keys, the facts that are true, such as `et_al` of a work and `equal` of an author."""
    made: Counter[str] = Counter()
    if isinstance(value, Mapping):
        made.update(key for key, item in value.items() if item is True and key not in _IGNORED)
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        made += _facts(item)
    return made


def _holds(whole: str, value: Any) -> bool:
    """Return whether all texts of a value are in what was read back."""
    return all(_plain(part) in whole for text in _leaves(value) for part in _parts(text))


def _parts(text: str) -> list[str]:
    """Return the ends of a range, which other formats have apart; else the text."""
    return text.split("/") if _RANGE.fullmatch(text) else [text]


def _folded(data: Mapping[str, Any]) -> str:
    """Return the letters and digits of everything that was read, but of what no field takes."""
    return "\n".join(_plain(text) for text in _leaves({key: value for key, value in data.items() if key != KEPT}))


def _leaves(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [text for key, item in value.items() if key != KEPT for text in _leaves(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _leaves(item)]
    return [str(value)] if not isinstance(value, bool) else []


def _plain(text: str) -> str:
    return "".join(char for char in characters(text).casefold() if char.isalnum())


def listed(lost: Mapping[str, int]) -> str:
    """Return losses as one line: `talks (3), publications.awards (2)`."""
    return ", ".join(f"{name} ({count})" for name, count in lost.items())
