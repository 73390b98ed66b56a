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


def late_tables(raw: bytes, file: str) -> tuple["LateTable", "LateTable"]:
    """Return the locations of the keys and those of the values of a file that was read without an error."""
    locations = _Locations(raw, file)
    return LateTable(locations, "keys"), LateTable(locations, "values")


class LateTable(Mapping[DataPath, Location]):
    """The locations of all keys or of all values of one file, by path, which are found when the first is asked for."""

    def __init__(self, locations: "_Locations", name: str) -> None:
        self._locations = locations
        self._name = name

    @property
    def _table(self) -> dict[DataPath, Location]:
        return self._locations.tables[self._name]

    def __getitem__(self, path: DataPath) -> Location:
        return self._table[path]

    def __iter__(self) -> Iterator[DataPath]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


class _Locations:
    """The two tables of a file, which are found together."""

    def __init__(self, raw: bytes, file: str) -> None:
        self.raw = raw
        self.file = file

    @cached_property
    def tables(self) -> dict[str, dict[DataPath, Location]]:
        keys: dict[DataPath, Location] = {}
        values: dict[DataPath, Location] = {}
        events: Iterator[Any] = iter(yaml.parse(self.raw.decode(), Loader=LOADER))

        def location(event: Any) -> Location:
            return self.file, event.start_mark.line + 1, event.start_mark.column + 1

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

        for _ in ("stream", "document"):
            next(events)  # its beginning
        visit(next(events), ())
        return {"keys": keys, "values": values}
