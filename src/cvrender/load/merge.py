"""A profile's data and other files in, one profile's data out, every value still knowing its own file and line.

`include:` in a profile names YAML files of the same folder; what they hold is added. An overlay (`--with`) changes: it is
merged key by key, and lists of entries by their `id`; an entry that the profile does not have is added.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.reader import OWN, Caps, Source, load
from cvrender.model.convert import DataPath

MAX_INCLUDES = 50


def with_includes(source: Source, folder: Path, caps: Caps = OWN) -> Source:
    """The profile with the files that its `include` names. Raises InputError for files that are not in the folder.

    Together they may hold as many values as one file may.
    """
    names = source.data.get("include")
    if names is None:
        return source
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError([source.problem(("include",), "should be a list of file names")])
    if len(names) > MAX_INCLUDES:
        raise InputError([source.problem(("include", MAX_INCLUDES), f"more than {MAX_INCLUDES} files are included")])
    merged = _Merge(source)
    seen = {Path(source.file).resolve()}
    for index, name in enumerate(names):
        found = _within(folder, name)
        wrong = "is no YAML file of the profile's own folder" if found is None else "is here already" if found in seen else ""
        if found and not found.is_file():
            wrong = "is not there; it should stand beside the profile"
        if found is None or wrong:
            raise InputError([source.problem(("include", index), f'"{name}" {wrong}')])
        seen.add(found)
        included = load(folder / name, caps)
        if "include" in included.data:
            raise InputError([included.problem(("include",), "an included file includes no other")])
        merged.add(included)
        if len(merged.values) > caps.values:
            raise InputError([source.problem(("include", index), f"all files together hold more than {caps.values:,} values")])
    return merged.source()


def with_overlay(source: Source, overlay: Source) -> Source:
    """The profile as an overlay changes it: texts are replaced, mappings and entries of one `id` merged, others added."""
    if "include" in overlay.data:
        raise InputError([overlay.problem(("include",), "an overlay includes no other file")])
    merged = _Merge(source)
    merged.change(overlay)
    return merged.source()


def _within(folder: Path, name: str) -> Path | None:
    """The file that the name leads to once every link was followed; None when that is no YAML file in the folder."""
    path = folder / name
    try:
        found = path.resolve()
        found.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, a link to itself, a character that no path has
        return None
    return found if path.suffix in (".yaml", ".yml") and found.is_relative_to(folder.resolve()) else None


class _Merge:
    """Data being put together, and the places of its parts."""

    def __init__(self, source: Source) -> None:
        self.file = source.file
        self.data = _copy(source.data)
        self.keys = dict(source.keys)
        self.values = dict(source.values)
        self.notes = dict(source.notes)

    def source(self) -> Source:
        return Source(self.file, self.data, self.keys, self.values, self.notes)

    def add(self, included: Source) -> None:
        """Lists grow; whatever else stands in both files is an error."""
        self.notes |= included.notes
        problems = []
        for key, value in included.data.items():
            if self.data.get(key) is None:
                self._graft(included, (key,), self.data, (key,), value)
            elif isinstance(value, list) and isinstance(self.data[key], list):
                for index, item in enumerate(value):
                    self._append(included, (key, index), self.data[key], (key,), item)
            else:
                first = self.keys.get((key,), ("", 0, 0))
                problems.append(included.problem((key,), f"stands in {first[0]} as well", "keep one of the two", at_key=True))
        if problems:
            raise InputError(problems)

    def change(self, overlay: Source) -> None:
        self.notes |= overlay.notes
        self._mapping(overlay, (), self.data, (), overlay.data)

    def _mapping(self, other: Source, there: DataPath, mine: dict[str, Any], here: DataPath, theirs: dict[str, Any]) -> None:
        for key, value in theirs.items():
            old = mine.get(key)
            if isinstance(old, dict) and isinstance(value, dict):
                self._mapping(other, (*there, key), old, (*here, key), value)
            elif isinstance(old, list) and isinstance(value, list) and _has_entries(value, (*here, key)):
                self._entries(other, (*there, key), old, (*here, key), value)
            else:
                self._graft(other, (*there, key), mine, (*here, key), value)

    def _entries(self, other: Source, there: DataPath, mine: list[Any], here: DataPath, theirs: list[Any]) -> None:
        ids = {item["id"]: index for index, item in enumerate(mine) if isinstance(item, dict) and isinstance(item.get("id"), str)}
        for index, item in enumerate(theirs):
            identifier = item.get("id") if isinstance(item, dict) else None
            known = ids.get(identifier) if isinstance(identifier, str) else None
            if known is None:
                self._append(other, (*there, index), mine, here, item)
            else:
                self._mapping(other, (*there, index), mine[known], (*here, known), item)

    def _append(self, other: Source, there: DataPath, mine: list[Any], here: DataPath, value: Any) -> None:
        mine.append(_copy(value))
        self._places(other, there, (*here, len(mine) - 1), value)

    def _graft(self, other: Source, there: DataPath, mine: dict[str, Any], here: DataPath, value: Any) -> None:
        key = str(here[-1])
        self._forget(here, mine.get(key))
        mine[key] = _copy(value)
        self._places(other, there, here, value)

    def _forget(self, here: DataPath, value: Any) -> None:
        """No place is left of a value that is replaced."""
        self.keys.pop(here, None)
        self.values.pop(here, None)
        for key, part in _parts(value):
            self._forget((*here, key), part)

    def _places(self, other: Source, there: DataPath, here: DataPath, value: Any) -> None:
        """Take over where the value and all its parts stand in the other file."""
        for mine, theirs in ((self.keys, other.keys), (self.values, other.values)):
            if there in theirs:
                mine[here] = theirs[there]
        for key, part in _parts(value):
            self._places(other, (*there, key), (*here, key), part)


def _has_entries(values: list[Any], here: DataPath) -> bool:
    """True for entries, to which an overlay adds: what stands at the top of a profile, or carries ids. Others it replaces."""
    mappings = [value for value in values if isinstance(value, dict)]
    return len(mappings) == len(values) > 0 and (len(here) == 1 or any("id" in value for value in mappings))


def _parts(value: Any) -> Iterable[tuple[str | int, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    return [_copy(part) for part in value] if isinstance(value, list) else value


def load_overlay(path: Path, caps: Caps = OWN) -> Source:
    """An overlay's data. Raises InputError as `load` does, and for a path that is no YAML file."""
    if path.suffix not in (".yaml", ".yml"):
        raise InputError([Problem("an overlay is a YAML file", str(path), hint="its name ends in .yaml")])
    return load(path, caps)
