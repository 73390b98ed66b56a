"""Remove from raw data who a profile is about, to check that an anonymous view does not show it.

It works on raw data and not on models, with rules of its own, so that an error in `select` cannot hide itself.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cvrender.load.reader import format_path
from cvrender.model.convert import DataPath
from cvrender.model.names import normalized_name

STAND_IN = "Quentin Zypher-Quux"
"""The name that another person has, whose anonymous CV must be the same."""

_KEPT = frozenset({"headline", "credentials"})
_NOT_HIDDEN = frozenset({"label", "privacy", "family"})  # words that say nothing of the person, or that texts may have as words
_SHARED = frozenset(
    {"location", "birthplace", "nationality", "birthdate", "pronouns", "gender", "photo", "photo_alt", "honorific_prefix"}
)
_SHORTEST = 4  # characters of what is looked for
_NO_DATA = frozenset({"views", "privacy", "people"})


def without_identity(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[tuple[DataPath, str]]]:
    """Return the data as they would be if another person without contacts had done the same, and the removed texts."""
    person = data.get("person")
    person = person if isinstance(person, dict) else {}
    names = [name for name in _strings([person.get(key) for key in ("name", "native", "variants")]) if name.strip()]
    hidden = {key: value for key, value in person.items() if key not in _KEPT}
    removed = [(("person", *path), text) for path, text in _places(hidden, ()) if _NOT_HIDDEN.isdisjoint(path)]
    swap = _Swap(names, _own(person))
    kept: dict[str, Any] = {}
    for key, value in data.items():
        kept[key] = value if key in _NO_DATA else swap(value)
    kept["person"] = {"name": STAND_IN, **{key: swap(value) for key, value in person.items() if key in _KEPT}}
    return kept, removed


def identity(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the names, contacts and identifiers of the person, each with its field.

    A place or a nationality is among them only if the rest of the profile does not contain it, as “University of Nowhere” does.
    """
    kept, removed = without_identity(data)
    others = " ".join(_strings(kept)).casefold()
    secrets = {
        text: format_path(path)
        for path, text in removed
        if len(text) >= _SHORTEST and (path[1] not in _SHARED or text.casefold() not in others)
    }
    return {**own_ids(data), **secrets}


def own_ids(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the ids of entries that contain a word of the name, such as `zhang2021engines`, each with its field."""
    words = name_words(data)
    return {
        text: format_path(path)
        for path, text in _places({key: value for key, value in data.items() if key not in _NO_DATA}, ())
        if path[-1] == "id" and not text.isalpha() and any(word in words or _is_compound(word, words) for word in _letters(text))
    }


def _letters(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def _is_compound(word: str, words: Iterable[str]) -> bool:
    """Return whether a word is a compound with one of these that is not short, such as `zhangnet`."""
    return any(other in word for other in words if len(other) >= _SHORTEST)


def name_words(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the words of the person's names, without initials."""
    person = data.get("person")
    names = _strings([person.get(key) for key in ("name", "native", "variants")]) if isinstance(person, dict) else []
    return frozenset(word for name in names for word in _letters(name) if len(word) > 1)


class _Swap:
    """Puts the stand-in in the place of names of the person, and drops links to own pages."""

    def __init__(self, names: list[str], own: list[str]) -> None:
        self.known = {normalized_name(name) for name in names} - {""}
        self.own = own
        forms = sorted({form for name in names for form in _written(name)}, key=len, reverse=True)
        self.pattern = re.compile("|".join(forms), re.IGNORECASE) if forms else None

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            return STAND_IN if normalized_name(value) in self.known else self._text(value)
        if isinstance(value, list):
            return [self(item) for item in value]
        if not isinstance(value, dict):
            return value
        spellings = _strings([value.get(key) for key in ("name", "native", "variants")]) if "name" in value else ()
        if any(normalized_name(name) in self.known for name in spellings):
            rest = {key: item for key, item in value.items() if key not in ("name", "family", "native", "variants")}
            return {"name": STAND_IN, **{key: self(item) for key, item in rest.items()}}
        return {key: self._field(key, item) for key, item in value.items() if not (key == "url" and self._is_own(item))}

    def _field(self, key: object, value: Any) -> Any:
        if key == "links" and isinstance(value, list):
            return [self(item) for item in value if not self._is_own(item)]
        return self(value)

    def _text(self, text: str) -> str:
        return self.pattern.sub(STAND_IN, text) if self.pattern else text

    def _is_own(self, value: Any) -> bool:
        address = value.get("url", "") if isinstance(value, dict) else value
        is_link = isinstance(address, str) and re.match(r"https?://", address)
        return bool(is_link) and any(part in address.casefold() for part in self.own)


def _own(person: Mapping[str, Any]) -> list[str]:
    """Return parts of the addresses of own pages: those of the person, and words of the name and of the e-mail addresses."""
    links = [re.sub(r"^https?://(www\.)?", "", text).rstrip("/") for text in _strings(person.get("links")) if "://" in text]
    users = [text.partition("@")[0] for text in _strings(person.get("emails")) if "@" in text]
    words = [word for text in (str(person.get("name", "")), *users) for word in re.findall(r"[^\W\d_]{4,}", text)]
    return [part.casefold() for part in (*links, *words)]


def _written(name: str) -> Iterator[str]:
    """Yield expressions for a name: whole, with the family name first, with initials."""
    first, comma, rest = name.partition(",")
    words = [*rest.split(), *first.split()] if comma else name.split()
    given, family = [re.escape(word) for word in words[:-1]], re.escape(words[-1])
    edge = (r"(?<!\w)", r"(?!\w)") if name.isascii() else ("", "")
    initials = r"\s*".join(rf"{re.escape(word[0])}\." for word in words[:-1])
    ways = [r"\s+".join((*given, family))]
    if given:
        whole = r"\s+".join(given)
        ways += [rf"{family},\s+{whole}", rf"{initials}\s*{family}", rf"{family},\s+{initials}", rf"{given[0]}\s+{family}"]
    yield from (f"{edge[0]}{way}{edge[1]}" for way in ways)


def _strings(value: Any) -> list[str]:
    return [text for _, text in _places(value, ())]


def _places(value: Any, path: DataPath) -> Iterator[tuple[DataPath, str]]:
    if isinstance(value, str):
        yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _places(part, (*path, key))
