"""Remember in an overlay what it replaces, and find what the profile says otherwise since.

`was:` in a mapping of an overlay has the keys that the mapping replaces, with the values that they had in the profile.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cvrender.errors import Problem, nearest, shorten
from cvrender.load.reader import Source, format_path
from cvrender.load.yaml_edit import Edits
from cvrender.model.convert import DataPath
from cvrender.model.value import Value

WAS = "was"


class Replaced(Value, frozen=True):
    """What an overlay changes at a path of its own: where that is in the profile, and the value there, or None.

    A `merged` mapping is changed key by key. An `added` entry is none of the profile's.
    """

    path: DataPath
    old: Any = None
    merged: bool = False
    added: bool = False


def without_remembered(data: Any) -> Any:
    """Return the data of an overlay without what it remembers."""
    if isinstance(data, dict):
        return {key: without_remembered(part) for key, part in data.items() if not _is_memory(key, part)}
    return [without_remembered(part) for part in data] if isinstance(data, list) else data


def _is_memory(key: Any, value: Any) -> bool:
    return key == WAS and isinstance(value, dict)


def remembered(data: Any, path: DataPath = ()) -> Iterator[tuple[DataPath, Any]]:
    """Yield the values that an overlay remembers, each with the path of the key that replaces it."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        if _is_memory(key, value):
            yield from (((*path, name), old) for name, old in value.items())
        else:
            yield from remembered(value, (*path, key))


def faults(overlay: Source) -> Iterator[Problem]:
    """Yield the errors of what an overlay remembers: keys that it does not change, and mappings that it changes key by key."""
    for path, _ in remembered(overlay.data):
        siblings = _at(overlay.data, path[:-1])
        if path[-1] not in siblings:
            known = [key for key in siblings if key != WAS]
            message = f'remembers "{path[-1]}", which the overlay does not change'
            yield overlay.problem(_place(path), message, nearest(str(path[-1]), known), at_key=True, code="unknown-key")


def outdated(overlay: Source, replaced: Mapping[DataPath, Replaced]) -> Iterator[Problem]:
    """Yield a warning for each value that an overlay remembers and that the profile does not have any longer."""
    for path, was in remembered(overlay.data):
        if message := _change(path, was, replaced):
            hint = f'change the overlay if it has to, then run "cvrender variants NAME --with {Path(overlay.file).name} --write"'
            yield overlay.problem(_place(path), message, hint, severity="warning", code="outdated-overlay")


def _change(path: DataPath, was: Any, replaced: Mapping[DataPath, Replaced]) -> str:
    """Return what has changed since an overlay replaced a value, or an empty text."""
    around = next(
        (replaced[path[:end]] for end in range(len(path)) if path[:end] in replaced and not replaced[path[:end]].merged), None
    )
    if around:
        what = "entry" if around.added else "mapping"
        return f"the profile has no such {what} any longer, so the overlay adds one"
    now = replaced[path]
    if now.merged:
        return "the profile has a mapping here now, which the overlay changes key by key"
    if now.old is None:
        return f"the profile has no {path[-1]} any longer, which was {shorten(_said(was))}"
    return "" if now.old == was else f"what this replaces has changed: it is {shorten(_said(now.old))} now"


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_said(part)}" for key, part in value.items())
    return ", ".join(map(_said, value)) if isinstance(value, list) else str(value)


def remembering(overlay: Source, text: str, replaced: Mapping[DataPath, Replaced]) -> str:
    """Return the text of an overlay that remembers what it replaces now, with nothing else changed. Raises InputError."""
    edits, known = Edits(overlay.file, text), dict(remembered(overlay.data))
    for path, change in replaced.items():
        is_value = not change.merged and not change.added and change.old not in (None, _at(overlay.data, path))
        if is_value and (path not in known or known[path] != change.old):
            edits.set(_place(path), change.old)
    for path in known:
        if path not in replaced or replaced[path].merged or replaced[path].old is None:
            edits.remove(_place(path) if len(_at(overlay.data, _place(path)[:-1])) > 1 else _place(path)[:-1])
    return edits.apply() if edits.sets or edits.removed else text


def memories(overlay: Source, replaced: Mapping[DataPath, Replaced]) -> dict[str, Any]:
    """Return what an overlay remembers, by the field of the profile."""
    return {format_path(replaced[path].path): was for path, was in remembered(overlay.data) if path in replaced}


def _place(path: DataPath) -> DataPath:
    return (*path[:-1], WAS, path[-1])


def _at(data: Any, path: DataPath) -> Any:
    for part in path:
        data = data[part]
    return data
