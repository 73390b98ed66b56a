"""Find the locations of the keys and values of a YAML file, once one is asked for.

Most profiles are read without a message about them, and the locations in a long one need more memory than its data.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import yaml

from cvrender.model.convert import DataPath

Location = tuple[str, int, int]
"""A file, line and column; both count from 1."""

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_DEPTHS = {
    yaml.SequenceStartEvent: 1,
    yaml.MappingStartEvent: 1,
    yaml.SequenceEndEvent: -1,
    yaml.MappingEndEvent: -1,
}


def late_tables(raw: bytes, file: str) -> tuple["LateTable", "LateTable"]:
    """Return the locations of the keys and those of the values of a file that was read without an error."""
    locations = _Locations(raw, file)
    return LateTable(locations, 0), LateTable(locations, 1)


class LateTable(Mapping[DataPath, Location]):
    """The locations of all keys or of all values of one file, by path, which are found when they are asked for."""

    def __init__(self, locations: "_Locations", which: int) -> None:
        self._locations = locations
        self._which = which

    @property
    def _table(self) -> dict[DataPath, Location]:
        return self._locations.tables[self._which]

    def __getitem__(self, path: DataPath) -> Location:
        table = self._locations.tables_for(path)[self._which]
        return table[path]

    def __iter__(self) -> Iterator[DataPath]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


_Tables = tuple[dict[DataPath, Location], dict[DataPath, Location]]


class _Locations:
    """The two tables of a file, of keys and of values. For the first path only its own locations are found, which is faster."""

    def __init__(self, raw: bytes, file: str) -> None:
        self.raw = raw
        self.file = file
        self.first: tuple[DataPath, _Tables] | None = None

    def tables_for(self, path: DataPath) -> _Tables:
        """Return tables that hold a path, if there is one, and the paths around it."""
        if self.first is None:
            self.first = path, self._on_the_way(path)
        asked, tables = self.first
        return tables if asked[: len(path)] == path else self.tables

    def _events(self) -> Iterator[Any]:
        events: Iterator[Any] = iter(yaml.parse(self.raw.decode(), Loader=LOADER))
        for _ in ("stream", "document"):
            next(events)  # its beginning
        return events

    def _location(self, event: Any) -> Location:
        return self.file, event.start_mark.line + 1, event.start_mark.column + 1

    def _on_the_way(self, path: DataPath) -> _Tables:
        """Return the locations of a path and of the paths around it."""
        events = self._events()
        event = next(events)
        keys: dict[DataPath, Location] = {}
        values: dict[DataPath, Location] = {(): self._location(event)}
        for depth, part in enumerate(path, 1):
            pair = _part(events, event, part)
            if pair is None:
                break
            key, event = pair
            values[path[:depth]] = self._location(event)
            if key is not None:
                keys[path[:depth]] = self._location(key)
        return keys, values

    @cached_property
    def tables(self) -> _Tables:
        """The locations of all paths."""
        keys: dict[DataPath, Location] = {}
        values: dict[DataPath, Location] = {}
        events, location = self._events(), self._location

        def visit(event: Any, path: DataPath) -> None:
            values[path] = location(event)
            if isinstance(event, yaml.SequenceStartEvent):
                index = 0
                while not isinstance(event := next(events), yaml.SequenceEndEvent):
                    visit(event, (*path, index))
                    index += 1
            elif isinstance(event, yaml.MappingStartEvent):
                while not isinstance(event := next(events), yaml.MappingEndEvent):
                    inner = (*path, unicodedata.normalize("NFC", event.value))
                    keys[inner] = location(event)
                    visit(next(events), inner)

        visit(next(events), ())
        return keys, values


def _part(events: Iterator[Any], event: Any, part: str | int) -> tuple[Any, Any] | None:
    """Return the key and the value of a part of the mapping or list that begins with an event; an item has no key."""
    index = 0
    if isinstance(event, yaml.MappingStartEvent) and isinstance(part, str):
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            if unicodedata.normalize("NFC", key.value) == part:
                return key, next(events)
            _skip(events)
    elif isinstance(event, yaml.SequenceStartEvent) and isinstance(part, int):
        while not isinstance(item := next(events), yaml.SequenceEndEvent):
            if index == part:
                return None, item
            _skip(events, item)
            index += 1
    return None


def _skip(events: Iterator[Any], event: Any = None) -> None:
    """Pass over a value, which begins with an event, or with the next one."""
    depth = _DEPTHS.get(type(event or next(events)), 0)
    while depth:
        depth += _DEPTHS.get(type(next(events)), 0)
