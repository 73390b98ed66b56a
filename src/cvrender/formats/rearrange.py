"""Collect records that are scattered over a file in flat lists, with the places of their values."""

from typing import Any

from cvrender.formats.table import copied
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath


class Rearranged:
    """A copy of a file's data, to which flat lists are added. `data` is the rest, from which the caller takes the records."""

    def __init__(self, source: Source) -> None:
        self.original = source
        self.data: dict[str, Any] = copied(source.data)
        self.values = dict(source.values)
        self.flat: dict[str, list[Any]] = {}

    def add(self, name: str, record: Any, path: DataPath) -> None:
        """Add a record, which is at a path of the file, to the list of that name."""
        to = (name, len(self.flat.setdefault(name, [])))
        self.flat[name].append(record)
        self._copy_places(record, path, to)

    def _copy_places(self, value: Any, path: DataPath, to: DataPath) -> None:
        place = self.original.values.get(path) or self.original.keys.get(path)
        if place:
            self.values[to] = place
        for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
            self._copy_places(part, (*path, key), (*to, key))

    def source(self) -> Source:
        """Return the data with the flat lists."""
        return Source(self.original.file, {**self.data, **self.flat}, self.original.keys, self.values)


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, nothing as an empty list, and anything else as a list of it."""
    return value if isinstance(value, list) else [] if value is None else [value]
