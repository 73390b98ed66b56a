"""Merge a profile with the files it includes and with overlays, keeping the location of every value.

`include:` in a profile names YAML files in its folder, whose content is added. An overlay (`--with`) changes the profile:
mappings are merged key by key, entries by their `id`; unknown entries are added. What it remembers (`was:`) is compared.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.reader import TRUSTED_LIMITS, InputLimits, Source, copied, load
from cvrender.load.remembered import Replaced, faults, outdated, without_remembered
from cvrender.load.renamed import with_new_names
from cvrender.model.convert import DataPath
from cvrender.model.value import replace

MAX_INCLUDES = 50


def with_includes(source: Source, folder: Path, limits: InputLimits = TRUSTED_LIMITS) -> Source:
    """Add the files that the profile includes. Together they may be as large, and contain as many values, as one file may.

    Raises InputError for what is not a YAML file in the folder.
    """
    names = source.data.get("include")
    if names is None:
        return source
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError([source.problem(("include",), "should be a list of file names", code="bad-type")])
    if len(names) > MAX_INCLUDES:
        raise InputError(
            [source.problem(("include", MAX_INCLUDES), f"includes more than {MAX_INCLUDES} files", code="too-large")]
        )
    merger = _Merger(source)
    included = {Path(source.file).resolve()}
    size, signs = source.size, source.signs
    for index, name in enumerate(names):
        file = resolve_include(folder, name)
        if file is None or file in included or not file.is_file():
            reason = "is not a YAML file in the profile's folder" if file is None else "not found in the profile's folder"
            reason = "is already included" if file in included else reason
            raise InputError([source.problem(("include", index), f'"{name}" {reason}', code="bad-path")])
        included.add(file)
        other = with_new_names(load(folder / name, limits), "profile")
        size, signs = size + other.size, signs + other.signs
        if "include" in other.data:
            raise InputError([other.problem(("include",), "an included file cannot include other files", code="bad-include")])
        if size > limits.bytes or signs > limits.signs:
            raise InputError([source.problem(("include", index), "all files together are too large", code="too-large")])
        merger.add(other)
        if len(merger.values) > limits.values:
            raise InputError(
                [source.problem(("include", index), f"all files together exceed {limits.values:,} values", code="too-large")]
            )
    return merger.source()


def load_overlay(path: Path, limits: InputLimits = TRUSTED_LIMITS) -> Source:
    """Load an overlay. Raises InputError, also if the file is not called .yaml or .yml."""
    if path.suffix not in (".yaml", ".yml"):
        raise InputError(
            [Problem("not a YAML file", str(path), hint="use a file whose name ends in .yaml", code="unknown-format")]
        )
    return with_new_names(load(path, limits), "profile")


def with_overlay(source: Source, overlay: Source) -> Source:
    """Change the profile by an overlay: replace texts, merge mappings and entries with the same `id`, add other entries."""
    return replaced_by(source, overlay)[0]


def replaced_by(source: Source, overlay: Source) -> tuple[Source, dict[DataPath, Replaced]]:
    """Return the profile changed by an overlay, and what each of the overlay's values replaces. Raises InputError."""
    if "include" in overlay.data:
        raise InputError([overlay.problem(("include",), "an overlay cannot include other files", code="bad-include")])
    if problems := list(faults(overlay)):
        raise InputError(problems)
    merger = _Merger(source)
    merger.overlay(replace(overlay, data=without_remembered(overlay.data)))
    merger.cut_texts += tuple(outdated(overlay, merger.replaced))
    return merger.source(), merger.replaced


def include_names(data: Mapping[str, Any]) -> list[str]:
    """Return the names of the files that a profile includes, though its data may be invalid."""
    names = data.get("include")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def resolve_include(folder: Path, name: str) -> Path | None:
    """Follow all links; return None unless the result is below the folder and has a YAML suffix."""
    path = folder / name
    try:
        file = path.resolve()
        file.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, a circular link, or a character not allowed in paths
        return None
    return file if path.suffix in (".yaml", ".yml") and file.is_relative_to(folder.resolve()) else None


class _Merger:
    """Merges other sources into a copy of one; `origin` is a path in the other source, `path` one in the result."""

    def __init__(self, source: Source) -> None:
        self.file = source.file
        self.data = copied(source.data)
        self.keys = dict(source.keys)
        self.values = dict(source.values)
        self.directives = dict(source.directives)
        self.cut_texts = source.cut_texts
        self.replaced: dict[DataPath, Replaced] = {}

    def source(self) -> Source:
        return Source(self.file, self.data, self.keys, self.values, self.directives, cut_texts=self.cut_texts)

    def add(self, other: Source) -> None:
        """Extend lists and add keys; any other key in both files is an error."""
        self.directives |= other.directives
        self.cut_texts += other.cut_texts
        problems = []
        for key, value in other.data.items():
            if self.data.get(key) is None:
                self._set(other, (key,), self.data, (key,), value)
            elif isinstance(value, list) and isinstance(self.data[key], list):
                for index, item in enumerate(value):
                    self._append(other, (key, index), self.data[key], (key,), item)
            else:
                first = self.keys.get((key,), ("", 0, 0))[0]
                problems.append(
                    other.problem(
                        (key,), f"duplicate key (also in {first})", "keep one of the two", at_key=True, code="duplicate-key"
                    )
                )
        if problems:
            raise InputError(problems)

    def overlay(self, other: Source) -> None:
        self.directives |= other.directives
        self.cut_texts += other.cut_texts
        self._merge_mapping(other, (), self.data, (), other.data)

    def _merge_mapping(self, other: Source, origin: DataPath, mapping: dict[str, Any], path: DataPath, new: Any) -> None:
        for key, value in new.items():
            old = mapping.get(key)
            if isinstance(old, dict) and isinstance(value, dict):
                self.replaced[*origin, key] = Replaced((*path, key), merged=True)
                self._merge_mapping(other, (*origin, key), old, (*path, key), value)
            elif isinstance(old, list) and isinstance(value, list) and _has_entries(value, (*path, key)):
                self._merge_entries(other, (*origin, key), old, (*path, key), value)
            else:
                self._set(other, (*origin, key), mapping, (*path, key), value)

    def _merge_entries(self, other: Source, origin: DataPath, entries: list[Any], path: DataPath, new: list[Any]) -> None:
        ids = {
            item["id"]: index for index, item in enumerate(entries) if isinstance(item, dict) and isinstance(item.get("id"), str)
        }
        for index, item in enumerate(new):
            identifier = item.get("id") if isinstance(item, dict) else None
            position = ids.get(identifier) if isinstance(identifier, str) else None
            if position is None:
                self._append(other, (*origin, index), entries, path, item)
            else:
                self._merge_mapping(other, (*origin, index), entries[position], (*path, position), item)

    def _append(self, other: Source, origin: DataPath, items: list[Any], path: DataPath, value: Any) -> None:
        items.append(copied(value))
        self.replaced[origin] = Replaced((*path, len(items) - 1), added=True)
        self._copy_locations(other, origin, (*path, len(items) - 1), value)

    def _set(self, other: Source, origin: DataPath, mapping: dict[str, Any], path: DataPath, value: Any) -> None:
        key = str(path[-1])
        self.replaced[origin] = Replaced(path, mapping.get(key))
        self._drop_locations(path, mapping.get(key))
        mapping[key] = copied(value)
        self._copy_locations(other, origin, path, value)

    def _drop_locations(self, path: DataPath, value: Any) -> None:
        self.keys.pop(path, None)
        self.values.pop(path, None)
        for key, part in _items(value):
            self._drop_locations((*path, key), part)

    def _copy_locations(self, other: Source, origin: DataPath, path: DataPath, value: Any) -> None:
        for locations, others in ((self.keys, other.keys), (self.values, other.values)):
            if origin in others:
                locations[path] = others[origin]
        for key, part in _items(value):
            self._copy_locations(other, (*origin, key), (*path, key), part)


def _has_entries(values: list[Any], path: DataPath) -> bool:
    """Return whether an overlay merges a list: mappings at the top level of a profile or with ids. It replaces other lists."""
    mappings = [value for value in values if isinstance(value, dict)]
    return len(mappings) == len(values) > 0 and (len(path) == 1 or any("id" in value for value in mappings))


def _items(value: Any) -> Iterable[tuple[str | int, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
