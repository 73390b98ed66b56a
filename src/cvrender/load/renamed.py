"""Read keys by the names that they had in an older version, with a warning each, and write their new names."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.reader import Source, parse
from cvrender.load.yaml_edit import scan
from cvrender.model.convert import DataPath
from cvrender.model.renamed import RenamedKey, renamed_in
from cvrender.model.value import replace

Old = dict[DataPath, RenamedKey]
"""The keys of a file that have an old name, by their paths."""


def with_new_names(source: Source, kind: str) -> Source:
    """Return a source in which each renamed key has its new name, and a warning of each. Raises InputError if both are given."""
    old = old_keys(source.data, kind)
    if not old:
        return source
    warnings = tuple(warning(source, path, row) for path, row in old.items())
    keys, values = ({_new_path(path, old): place for path, place in table.items()} for table in (source.keys, source.values))
    return replace(source, data=renamed(source, old), keys=keys, values=values, cut_texts=(*source.cut_texts, *warnings))


def old_keys(data: Any, kind: str) -> Old:
    """Return the keys of data that have an old name."""
    return {path: row for row in renamed_in(kind) for path in _matching(data, row.path)}


def _matching(data: Any, pattern: tuple[str, ...], path: DataPath = ()) -> Iterator[DataPath]:
    """Yield the paths of data that a pattern means."""
    if not pattern:
        yield path
        return
    first, *rest = pattern
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if first in ("*", key):
            yield from _matching(value, tuple(rest), (*path, key))


def renamed(source: Source, old: Old) -> Any:
    """Return the data of a source with new names, in the order of the file. Raises InputError if both names are given."""
    data = deepcopy(source.data)
    for path in sorted(old, key=len, reverse=True):
        parent = data
        for key in path[:-1]:
            parent = parent[key]
        new = old[path].new
        if new in parent:
            message = f"“{path[-1]}” is the old name of “{new}”, which is given, too"
            raise InputError([source.problem(path, message, "keep one of the two", at_key=True, code="contradiction")])
        items = [(new if key == path[-1] else key, value) for key, value in parent.items()]
        parent.clear()
        parent.update(items)
    return data


def _new_path(path: DataPath, old: Old) -> DataPath:
    return tuple(old[path[: end + 1]].new if path[: end + 1] in old else key for end, key in enumerate(path))


def warning(source: Source, path: DataPath, row: RenamedKey) -> Problem:
    """Return the warning of a key that has an old name."""
    year, rest = row.day[:4], row.day[4:]
    message = f"has the name “{row.new}” since version {row.since}; the old one is read until {int(year) + 1}{rest}"
    hint = f'did you mean "{row.new}"? cvrender migrate writes it'
    return source.problem(path, message, hint, at_key=True, severity="warning", code="renamed-key")


def migrated(text: str, file: str, kind: str) -> tuple[str, list[Problem]]:
    """Return a text with the new names of its keys, where nothing else is changed, and the warnings of the old ones."""
    source = parse(text.encode(), file)
    old = old_keys(source.data, kind)
    wanted, nodes = renamed(source, old), scan(text)
    for path, row in sorted(old.items(), key=lambda item: nodes[item[0]].key, reverse=True):
        start = nodes[path].key
        written = re.compile(rf"""(["']?){re.escape(str(path[-1]))}\1""").match(text, start)
        if written is None:
            place = source.location(path, at_key=True)
            raise InputError([Problem("this key cannot be renamed here", *place, hint=f"write {row.new}", code="cannot-edit")])
        text = text[:start] + row.new + text[written.end() :]
    if old and parse(text.encode(), file).data != wanted:
        raise InputError([Problem("the file cannot be rewritten", file, hint="rename the keys by hand", code="cannot-edit")])
    return text, [warning(source, path, row) for path, row in old.items()]
