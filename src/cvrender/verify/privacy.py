"""A profile's data and what was rendered of it in, Problems for what a view should have withheld out.

The proof: the view is rendered once more, from data that never held what is withheld. Where both texts are the same, nothing
withheld has left a trace, not even in an order or a number.
"""

import re
from collections.abc import Mapping
from typing import Any

from cvrender.errors import Problem
from cvrender.load.reader import Source, format_path
from cvrender.model.convert import DataPath
from cvrender.model.fields import LEVELS, Level

Withheld = list[tuple[DataPath, str]]
"""The texts that are withheld, each with its place in the profile."""

_SECTIONS = "privacy"  # the profile's key that says how widely whole sections are shown
_SHORTEST = 6  # characters
_WORD = re.compile(r"[^\W_]+")
_NO_DATA = frozenset({"views", _SECTIONS})


def without_withheld(data: Mapping[str, Any], privacy: Level) -> tuple[dict[str, Any], Withheld]:
    """A profile's data as if nothing had ever been in it that a view of that privacy withholds, and the texts that are gone.

    It reads what was typed and asks no model, so that a mistake in the model or in `tailor` cannot hide itself.
    """
    levels = data.get(_SECTIONS)
    kept: dict[str, Any] = {}
    gone: Withheld = []
    for key, value in data.items():
        if _above(levels.get(key) if isinstance(levels, dict) else None, privacy):
            gone += _texts(value, (key,))
        elif key in _NO_DATA:
            kept[key] = value
        else:
            kept[key] = _cut(value, (key,), privacy, gone)
    return kept, gone


def _above(level: object, privacy: Level) -> bool:
    return level in LEVELS and LEVELS.index(level) > LEVELS.index(privacy)


def _is_withheld(value: Any, privacy: Level) -> bool:
    if not isinstance(value, dict):
        return False
    return _above(value.get("privacy") or ("full" if value.get("private") is True else "public"), privacy)


def _cut(value: Any, path: DataPath, privacy: Level, gone: Withheld) -> Any:
    """The value without its parts that are withheld; their texts are added to `gone`."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    kept = []
    for key, part in parts:
        if _is_withheld(part, privacy):
            gone += _texts(part, (*path, key))
        else:
            kept.append((key, _cut(part, (*path, key), privacy, gone)))
    return dict(kept) if isinstance(value, dict) else [part for _, part in kept] if isinstance(value, list) else value


def _texts(value: Any, path: DataPath) -> Withheld:
    if isinstance(value, str):
        return [] if path[-1] == "privacy" else [(path, value)]
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [text for key, part in parts for text in _texts(part, (*path, key))]


def secrets(data: Mapping[str, Any], privacy: Level) -> dict[str, str]:
    """The texts that a view of that privacy withholds and that the rest of the profile does not say, each with its field.

    What is so short that any CV might say it is none; nor is what stands within a longer text that is shown, as the private
    "My Talk" within "My Talks".
    """
    kept, gone = without_withheld(data, privacy)
    others = "\n".join(_bare(text) for _, text in _texts(kept, ("",))) if gone else ""
    return {
        text: format_path(path)
        for path, text in gone
        if len(text) >= _SHORTEST and _bare(text) not in others and (" " in text or not text.isalpha())
    }


def leaks(withheld: Withheld, shown: Mapping[str, str], clean: Mapping[str, str], source: Source, view: str) -> list[Problem]:
    """What is withheld and stands in a target's text all the same, though not in the one made of clean data.

    `shown` and `clean` hold the text of each target by its name.
    """
    problems = []
    for target in (target for target in shown if shown[target] != clean[target]):
        mine, others = _words(shown[target]), _words(clean[target])
        found = [(path, text) for path, text in withheld if (words := _words(text)) in mine and words not in others]
        message = f'is withheld from the view "{view}", and stands in its {target} all the same'
        problems += [source.problem(path, message) for path, _ in found]
        if not found:
            message = f'the {target} of the view "{view}" would be another without what it withholds'
            problems.append(source.problem((), message))
    return problems


def _bare(text: str) -> str:
    """Letters and digits alone, without case."""
    return "".join(_WORD.findall(text)).casefold()


def _words(text: str) -> str:
    """Words and numbers alone, for each alphabet writes the signs between them in its own way."""
    return " ".join(["", *_WORD.findall(text), ""])
