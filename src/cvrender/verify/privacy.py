"""Check that a view shows nothing that it withholds.

The view is rendered again from data that never contained what is withheld. If both texts are equal, nothing withheld has left a
trace, not even in an order or a number.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from cvrender.errors import Problem
from cvrender.load.reader import Source, format_path, parse_path
from cvrender.model.convert import DataPath
from cvrender.model.expressions import expression
from cvrender.model.fields import LEVELS, Level

WithheldTexts = list[tuple[DataPath, str]]
"""Withheld texts with their paths in the profile."""

_SECTIONS = "privacy"  # the profile's key with the privacy levels of whole sections
_SHORTEST = 6  # characters
_FEWEST_DIGITS = 7  # of a phone number without its area code
_NUMBER = expression(r"\+?\d[\d\s().\-–/]{5,}\d")
_WORD = expression(r"[^\W_]+")
_PRIVATE = frozenset({("person", "birthdate"), ("person", "birthplace"), ("person", "nationality"), ("person", "gender")})
_NO_DATA = frozenset({"views", _SECTIONS})


def without_withheld(data: Mapping[str, Any], privacy: Level) -> tuple[dict[str, Any], WithheldTexts]:
    """Return the data without what a view of that privacy withholds, and the removed texts.

    It works on the raw data and not on models, so that an error in the models or in `select` cannot hide itself.
    """
    levels = data.get(_SECTIONS)
    kept: dict[str, Any] = {}
    removed: WithheldTexts = []
    for key, value in data.items():
        if _above(levels.get(key) if isinstance(levels, dict) else None, privacy):
            removed += _texts(value, (key,))
        elif key in _NO_DATA:
            kept[key] = value
        else:
            kept[key] = _cut(value, (key,), privacy, removed)
    return kept, removed


def _above(level: object, privacy: Level) -> bool:
    return level in LEVELS and LEVELS.index(level) > LEVELS.index(privacy)


def _is_withheld(value: Any, privacy: Level, private: bool) -> bool:
    """Return whether a value is withheld, by a level of its own or, without one, if its place is `private`."""
    own = value if isinstance(value, dict) else {}
    if not own and not private:
        return False
    level = "full" if own.get("private") is True else own.get("privacy", "full" if private else "public")
    return _above(level, privacy)


def _has_private_items(value: Any, path: DataPath, key: object) -> bool:
    """Return whether these are contacts of a reference that does not say that they are public."""
    place = path[:1] in (("references",), ("custom",)) and key in ("emails", "phones")
    return place and isinstance(value, dict) and value.get("public") is not True


def _cut(value: Any, path: DataPath, privacy: Level, removed: WithheldTexts, private_items: bool = False) -> Any:
    """Return the value without its withheld parts, and append their texts to `removed`."""
    if not isinstance(value, dict | list):
        return value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    kept = []
    for key, part in parts:
        place = (*path, key)
        if _is_withheld(part, privacy, private_items or place in _PRIVATE):
            removed += _texts(part, place)
        else:
            kept.append((key, _cut(part, place, privacy, removed, _has_private_items(value, path, key))))
    return dict(kept) if isinstance(value, dict) else [part for _, part in kept] if isinstance(value, list) else value


def _texts(value: Any, path: DataPath) -> WithheldTexts:
    if isinstance(value, str):
        return [] if path[-1] == "privacy" else [(path, value)]
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [text for key, part in parts for text in _texts(part, (*path, key))]


def secrets(data: Mapping[str, Any], privacy: Level) -> dict[str, str]:
    """Return withheld texts that the rest of the profile does not contain, each with its field.

    Short texts that any CV may contain are not secrets, and neither are parts of longer texts that are shown, such as the
    private "My Talk" in "My Talks".
    """
    kept, removed = without_withheld(data, privacy)
    others = "\n".join(_bare(text) for _, text in _texts(kept, ("",))) if removed else ""
    return {
        text: format_path(path)
        for path, text in removed
        if len(text) >= _SHORTEST and _bare(text) not in others and (" " in text or not text.isalpha())
    }


def leaks(
    withheld: WithheldTexts, shown: Mapping[str, str], clean: Mapping[str, str], source: Source, view: str
) -> list[Problem]:
    """Return Problems for withheld texts in a target that are not in the same target made of clean data.

    `shown` and `clean` are the text of each target by name.
    """
    problems = []
    for target in (target for target in shown if shown[target] != clean[target]):
        text, clean_text = _words(shown[target]), _words(clean[target])
        paths = [path for path, value in withheld if (words := _words(value)) in text and words not in clean_text]
        problems += [
            source.problem(path, f'withheld from view "{view}" but appears in its {target}', code="withheld-shown")
            for path in paths
        ]
        if not paths:
            problems.append(
                source.problem((), f'the {target} of view "{view}" depends on what the view withholds', code="withheld-shown")
            )
    return problems


def shown_contacts(
    source: Source, privacy: Level, texts: Iterable[tuple[str, str]], identity: WithheldTexts | None = None
) -> list[Problem]:
    """Return Problems for shown texts that contain a withheld phone number, e-mail address or postal address.

    `texts` are the printed texts, each with its field. Of phone numbers the digits count, so that `555.0199` is `+1 555 0199`;
    of addresses the letters and digits. `identity` are the texts about the person that an anonymous view withholds.
    """
    kept, removed = without_withheld(source.data, privacy)
    if identity:
        kept, removed = {**kept, "person": {}}, [*removed, *identity]
    public = {_contact_key(path, text) for path, text in _texts(kept, ())}
    withheld = {key: path for path, text in removed if (key := _contact_key(path, text)) and key not in public}
    problems = {}
    for text, field in texts if withheld else ():
        for contact, path in withheld.items():
            if _contains_contact(text, *contact):
                shown = format_path(path).removesuffix(".value")
                message = f"contains {shown}, which not every view shows"
                problems[field, path] = source.problem(
                    parse_path(field), message, "remove it from the text", code="withheld-shown"
                )
    return list(problems.values())


def _contact_key(path: DataPath, text: str) -> tuple[str, str] | None:
    """Return the kind of a contact and what identifies it, or None for other texts and for contacts that are too short."""
    names = [part for part in path if isinstance(part, str)]
    kind = next((name for name in ("phones", "emails", "location") if name in names), "")
    is_value = names[-1:] in ([kind], ["value"]) or names[-2:-1] == ["value"]
    if not kind or not is_value or (kind == "location" and names[0] != "person"):
        return None
    key = "".join(filter(str.isdigit, text)) if kind == "phones" else _bare(text)
    return (kind, key) if len(key) >= (_FEWEST_DIGITS if kind == "phones" else _SHORTEST) else None


def _contains_contact(text: str, kind: str, key: str) -> bool:
    if kind != "phones":
        return key in _bare(text)
    numbers = ("".join(filter(str.isdigit, number)) for number in _NUMBER.findall(text))
    return any(len(digits) >= _FEWEST_DIGITS and (digits.endswith(key) or key.endswith(digits)) for digits in numbers)


def _bare(text: str) -> str:
    """Return the letters and digits only, ignoring case."""
    return "".join(_WORD.findall(text)).casefold()


def _words(text: str) -> str:
    """Return the words and numbers only, since each target writes punctuation differently."""
    return " ".join(["", *_WORD.findall(text), ""])
