"""Read records by a declarative table, and write them by the same one.

A table is a list of rows: where a value is in the other format, where in ours, and how it is converted. A value that was
read is taken out of the record; whatever is left afterwards is kept under `x-import`, so a table that lacks a row loses nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cvrender.errors import Problem
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

ENTRY = ""
"""The path in our entry for a row whose converter makes several fields, or is written from the whole entry."""
KEPT = "x-import"
"""The key under which an entry keeps what was not understood, by the format that it came from."""


class Unreadable(ValueError):
    """A value is not what its field takes: it stays under `x-import`, and a Problem says why."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What a value was read as, with a message, or "". With `stays`, what is left of the value stays under `x-import`."""

    value: Any
    message: str
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Converter:
    """How a value is converted: `read` from the other format, `write` to it. None for a value says that there is nothing.

    Both may raise Unreadable. A converter without `write` has no way back.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """A list of records, each read by a table. Where `short` is all that was made of one, its bare value stands for it."""

    table: "Table"
    short: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the path in the record (`a.b`, or several whose values belong together), the path in our entry, the converter.

    It is only for records of the kinds in `when`, if there are any, and not for those in `unless`.
    """

    theirs: str | tuple[str, ...]
    ours: str
    convert: Converter | Each
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths in the record."""
        return (self.theirs,) if isinstance(self.theirs, str) else self.theirs

    def applies(self, kind: str) -> bool:
        """Return whether it is for records of that kind."""
        return (not self.when or kind in self.when) and kind not in self.unless


Table = Sequence[Row]


class ImportedEntry(dict[str, Any]):
    """What a record became: our keys and values, and the place of each in the file that it was read from.

    `preprints` are the DOIs and arXiv numbers of preprints of the work, each with who says so.
    """

    def __init__(self, values: Mapping[str, Any] | None = None, places: Mapping[DataPath, Location] | None = None) -> None:
        super().__init__(values or {})
        self.places: dict[DataPath, Location] = dict(places or {})
        self.preprints: dict[str, str] = {}

    @property
    def place(self) -> Location:
        """Return where the record begins."""
        return self.places.get((), ("", 0, 0))


@dataclass
class SourceReading:
    """One file that is being read: where its values stand, the format's name, and what is wrong with them.

    `owners` are names that the file marks as its owner's.
    """

    source: Source
    format: str
    problems: list[Problem] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)

    def place(self, path: DataPath) -> Location:
        """Return the location of a value, or of the nearest one around it."""
        for end in range(len(path), -1, -1):
            if location := self.source.values.get(path[:end]) or self.source.keys.get(path[:end]):
                return location
        return self.source.file, 0, 0

    def warn(self, place: Location, message: str, hint: str = "", *, code: str = "doubtful") -> None:
        """Note what is doubtful at a place of the file."""
        self.problems.append(Problem(message, *place, hint=hint, severity="warning", code=code))


def read_record(table: Table, record: Any, at: DataPath, reading: SourceReading, kind: str = "") -> ImportedEntry:
    """Read a record that is at a path of the file. What no row takes is kept under `x-import`."""
    entry = ImportedEntry(places={(): reading.place(at)})
    rest = copied(record)
    for row in table:
        if row.applies(kind) and any(keys_of(path)[0] in rest for path in row.paths):
            _read_row(row, rest, at, entry, reading)
    if (left := pruned(rest)) not in (None, {}):
        keep(entry, reading.format, left)
    return entry


def _read_row(row: Row, rest: Any, at: DataPath, entry: ImportedEntry, reading: SourceReading) -> None:
    values = tuple(look(rest, path) for path in row.paths)
    first = next((path for path, value in zip(row.paths, values, strict=True) if value is not None), None)
    if first is None:
        return
    here = (*at, *keys_of(first))
    try:
        if isinstance(row.convert, Each):
            converted: Any = _read_each(row.convert, values[0], here, reading)
        else:
            converted = row.convert.read(values[0] if isinstance(row.theirs, str) else values)
    except Unreadable as error:
        reading.warn(reading.place(here), f"{first}: {error}", "it is kept under x-import")
        return
    stays = False
    if isinstance(converted, Noted):
        if converted.message:
            reading.warn(reading.place(here), converted.message)
        converted, stays = converted.value, converted.stays
    if converted is None or converted == [] or not _put(entry, row.ours, converted):
        return
    entry.places.setdefault(keys_of(row.ours), reading.place(here))
    for path in () if stays else row.paths:
        take(rest, path)


def _put(entry: ImportedEntry, path: str, converted: Any) -> bool:
    """Put what a row made at its path; of several fields the first one decides whether the row is taken."""
    fields = list(converted.items()) if path == ENTRY else [(path, converted)]
    return put(entry, keys_of(fields[0][0]), fields[0][1]) and all(put(entry, keys_of(key), value) for key, value in fields[1:])


def _read_each(each: Each, value: Any, at: DataPath, reading: SourceReading) -> list[Any]:
    converted = []
    for here, part in items_at(value, at):
        if not isinstance(part, dict):
            raise Unreadable("is not a list of records")
        entry = dict(read_record(each.table, part, here, reading))
        if entry:
            converted.append(entry[each.short] if each.short and set(entry) == {each.short} else entry)
    return converted


def write_record(table: Table, entry: Mapping[str, Any], kind: str = "") -> dict[str, Any]:
    """Write an entry as a record of the other format: the first row for each of our values that has a way back."""
    record: dict[str, Any] = {}
    written: set[str] = set()
    for row in table:
        value = (look(entry, row.ours) if row.ours else entry) if row.applies(kind) and row.ours not in written else None
        if value is None:
            continue
        try:
            theirs = _written(row.convert, value)
        except Unreadable:
            continue
        if theirs is None:
            continue
        written.add(row.ours)
        for path, part in zip(row.paths, (theirs,) if isinstance(row.theirs, str) else theirs, strict=True):
            if part is not None:
                put(record, keys_of(path), part)
        if row.ours == ENTRY:
            break
    return record


def _written(convert: Converter | Each, value: Any) -> Any:
    """Return a value as the other format has it; None where there is no way back."""
    if isinstance(convert, Each):
        parts = [{convert.short: part} if isinstance(part, str) else part for part in value]
        return [write_record(convert.table, part) for part in parts]
    return convert.write(value) if convert.write else None


def keep(entry: dict[str, Any], format: str, values: Any) -> None:
    """Keep values under an entry's `x-import`, besides those that are there already."""
    kept = entry.setdefault(KEPT, {})
    known = kept.get(format)
    if not isinstance(known, dict) or not isinstance(values, dict):
        kept[format] = values if known is None else [*(known if isinstance(known, list) else [known]), values]
        return
    for key, value in values.items():
        if key not in known:
            known[key] = value
        elif known[key] != value:
            known[key] = [*(known[key] if isinstance(known[key], list) else [known[key]]), value]


# paths in plain data


@lru_cache(maxsize=4096)
def keys_of(path: str) -> DataPath:
    """`a.0.b` as keys and indices."""
    return tuple(int(part) if part.isdigit() else part for part in path.split("."))


def look(data: Any, path: str) -> Any:
    """Return the value at a path; None for what is not there, or is empty."""
    for key in keys_of(path):
        if isinstance(data, Mapping):
            data = data.get(key if isinstance(key, str) else str(key))
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return None if data in ("", [], {}) or isinstance(data, str) and not data.strip() else data


def items_at(value: Any, path: DataPath) -> Iterator[tuple[DataPath, Any]]:
    """Yield the items of a list that is at a path, each with its own path. Anything but a list is the only item, or None."""
    if isinstance(value, list):
        yield from (((*path, index), item) for index, item in enumerate(value))
    elif value is not None:
        yield path, value


def take(data: Any, path: str) -> None:
    """Take the value at a path out of the data."""
    *parents, last = keys_of(path)
    for key in parents:
        if isinstance(data, dict):
            data = data.get(str(key))
        else:
            data = data[key] if isinstance(data, list) and isinstance(key, int) and key < len(data) else None
    if isinstance(data, dict):
        data.pop(str(last), None)
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        data[last] = None


def put(data: dict[str, Any], path: DataPath, value: Any) -> bool:
    """Put a value at a path; True when it is there now, False where another one does. Lists grow."""
    for key in path[:-1]:
        inner = data.setdefault(str(key), {})
        if not isinstance(inner, dict):
            return False
        data = inner
    key = str(path[-1])
    known = data.get(key)
    if isinstance(known, list) and isinstance(value, list):
        known += [item for item in value if item not in known]
        return True
    if known is None:
        data[key] = value
        return True
    return bool(known == value) or key == "date" and str(known).startswith(str(value))  # a year is less precise than its month


def copied(value: Any) -> Any:
    """Return a copy of plain data."""
    if isinstance(value, Mapping):
        return {str(key): copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value


def pruned(value: Any) -> Any:
    """Return plain data without what is empty; None when nothing is left."""
    if isinstance(value, dict):
        return {key: part for key, inner in value.items() if (part := pruned(inner)) is not None} or None
    if isinstance(value, list):
        return [part for inner in value if (part := pruned(inner)) is not None] or None
    return None if value is None or isinstance(value, str) and not value.strip() else value


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
