"""Read a profile's publications from bibliographies in its folder, each time that the profile is loaded."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cvrender.compose.select.choose import filter_values
from cvrender.errors import InputError, Problem, nearest
from cvrender.formats.content import Content
from cvrender.formats.registry import read_data
from cvrender.formats.table import ImportedEntry
from cvrender.load.filter import Test, compile_filter
from cvrender.load.locations import Location
from cvrender.load.reader import InputLimits, Source
from cvrender.merge.leftovers import bare, collect
from cvrender.merge.owner import with_owner
from cvrender.model.bibliography import Bibliography
from cvrender.model.convert import DataPath, convert
from cvrender.model.fields import Person
from cvrender.model.kinds import KINDS, filter_fields
from cvrender.model.names import owner_names
from cvrender.model.value import replace
from cvrender.system.safe_open import open_folder, open_regular

KEY = "publications"
FORMATS = {".bib": "bibtex", ".bibtex": "bibtex", ".json": "csl", ".ris": "ris"}
"""The format of a bibliography by the suffix of its file."""
MAX_FILES = 50


def bibliography_files(data: Mapping[str, Any]) -> list[str]:
    """Return the names of the files that a profile's publications are read from."""
    spec = data.get(KEY)
    names = spec.get("from") if isinstance(spec, dict) else None
    names = names if isinstance(names, list) else [names]
    return [name for name in names if isinstance(name, str)]


def with_bibliography(source: Source, folder: Path, limits: InputLimits) -> Source:
    """Replace `publications: {from: …}` by the works in these files. Raises InputError, with lines of the profile and the files.

    The values of each work have their locations in its file. What no field takes is left out.
    """
    if not isinstance(source.data.get(KEY), dict):
        return source
    spec, faults = convert(Bibliography, source.data[KEY])
    if spec is None:
        raise InputError(
            source.problem((KEY, *fault.path), fault.message, fault.hint, at_key=fault.at_key, code=fault.code)
            for fault in faults
        )
    if len(spec.from_) > MAX_FILES:
        raise InputError([source.problem((KEY, "from"), f"names more than {MAX_FILES} files", code="too-large")])
    values: dict[DataPath, Location] = {path: place for path, place in source.values.items() if path[:1] != (KEY,)}
    keys = {path: place for path, place in source.keys.items() if path[:1] != (KEY,) or len(path) == 1}
    works: list[ImportedEntry] = []
    for index, name in enumerate(spec.from_):
        path = (KEY, "from", index) if isinstance(source.data[KEY]["from"], list) else (KEY, "from")
        values[(KEY, "from", index)] = (str(folder / name), 1, 1)  # so that the file is known to be used, whatever is selected
        for work in _works(source, path, folder, name, limits):
            values |= {(KEY, len(works), *path): place for path, place in work.places.items()}
            works.append(work)
    data = {**source.data, KEY: works}
    _complete(data, source)
    merged = Source(source.file, data, keys, values, source.directives, cut_texts=source.cut_texts)
    _add(merged, spec, source)
    return _selected(merged, spec, source) if spec.select else merged


def _works(source: Source, path: DataPath, folder: Path, name: str, limits: InputLimits) -> list[ImportedEntry]:
    """Read the works of a file. Raises InputError for its errors; warnings are shown by `cvrender import`."""
    suffix = Path(name).suffix.lower()
    if suffix not in FORMATS:
        raise InputError(
            [
                source.problem(
                    path,
                    f'"{name}" is not a bibliography',
                    f"use a file that ends in {', '.join(FORMATS)}",
                    code="unknown-format",
                )
            ]
        )
    try:
        parts = Path(name).parts
        if Path(name).is_absolute() or ".." in parts:
            raise InputError([source.problem(path, f'"{name}" is not in the profile\'s folder', code="bad-path")])
        with open_folder(folder, *parts[:-1]) as inner, os.fdopen(open_regular(inner, parts[-1]), "rb") as stream:
            raw = stream.read(limits.bytes + 1)
    except FileNotFoundError:
        raise InputError([source.problem(path, f'"{name}" not found in the profile\'s folder', code="file-not-found")]) from None
    except (OSError, ValueError) as error:
        raise InputError(
            [source.problem(path, f'"{name}" cannot be read: {getattr(error, "strerror", None) or error}', code="cannot-read")]
        ) from None
    if len(raw) > limits.bytes:
        raise InputError([source.problem(path, f'"{name}" is larger than {limits.bytes // 1_000_000} MB', code="too-large")])
    imported = read_data(Content(raw, str(folder / name)), FORMATS[suffix])
    if errors := [replace(each, severity="error") for each in imported.problems if _is_error(each)]:
        raise InputError(errors)
    works: list[ImportedEntry] = imported.data.get(KEY, [])
    _check_size(source, path, works, limits)
    return works


def _is_error(problem: Problem) -> bool:
    """Return whether a Problem of a bibliography is an error; works are named by their keys here, so these must be unique."""
    return problem.severity == "error" or problem.code == "duplicate-key"


def _check_size(source: Source, path: DataPath, works: Any, limits: InputLimits) -> None:
    """Raise InputError if works contain more values, or a longer text, than a profile may."""
    count, waiting = 0, [works]
    while waiting:
        value = waiting.pop()
        count += 1
        if isinstance(value, str) and len(value) > limits.characters:
            raise InputError(
                [source.problem(path, f"contains a text of more than {limits.characters:,} characters", code="too-large")]
            )
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if count > limits.values:
        raise InputError([source.problem(path, f"contains more than {limits.values:,} values", code="too-large")])


def _complete(data: dict[str, Any], source: Source) -> None:
    """Give works without authors the owner, and drop what no field takes."""
    person = source.data.get("person")
    name = person.get("name") if isinstance(person, dict) else None
    part = {KEY: data[KEY]}
    if isinstance(name, str):
        with_owner(part, name)
    collect(part)
    data[KEY] = bare(part)[KEY]


def _add(merged: Source, spec: Bibliography, source: Source) -> None:
    """Add fields to works, in place: lists are extended, other values are replaced. Raises InputError for unknown keys."""
    by_key = {work["id"]: index for index, work in enumerate(merged.data[KEY]) if "id" in work}
    problems = []
    for key, fields in spec.add.items():
        index = by_key.get(key)
        if index is None:
            problems.append(
                source.problem(
                    (KEY, "add", key), f'no work has the key "{key}"', nearest(key, by_key), at_key=True, code="unknown-name"
                )
            )
        elif not isinstance(fields, dict):
            problems.append(source.problem((KEY, "add", key), "should be a mapping of fields", code="bad-type"))
        else:
            for name, value in fields.items():
                _add_field(merged, source, index, (KEY, "add", key, name), value)
    if problems:
        raise InputError(problems)


def _add_field(merged: Source, source: Source, index: int, origin: DataPath, value: Any) -> None:
    work, name = merged.data[KEY][index], str(origin[-1])
    have = work.get(name)
    start = len(have) if isinstance(have, list) and isinstance(value, list) else 0
    work[name] = [*have, *value] if isinstance(have, list) and isinstance(value, list) else value
    assert isinstance(merged.keys, dict) and isinstance(merged.values, dict)  # new tables
    merged.keys[(KEY, index, name)] = source.keys[origin]
    for path, place in source.values.items():
        if path[: len(origin)] == origin:
            inner = path[len(origin) :]
            moved = (int(inner[0]) + start, *inner[1:]) if inner and isinstance(inner[0], int) else inner
            merged.values[(KEY, index, name, *moved)] = place


def _selected(merged: Source, spec: Bibliography, source: Source) -> Source:
    """Keep the works for which the filter holds. Raises InputError for a filter that is wrong."""
    assert spec.select
    try:
        test = compile_filter(spec.select, filter_fields(KINDS[KEY].model))
    except ValueError as error:
        raise InputError([source.problem((KEY, "select"), str(error), getattr(error, "hint", ""), code="bad-filter")]) from None
    person, _ = convert(
        Person, {key: part for key, part in source.data.get("person", {}).items() if key in ("name", "native", "variants")}
    )
    names = owner_names(person) if person else frozenset()
    numbers = {old: new for new, old in enumerate(i for i, work in enumerate(merged.data[KEY]) if _fits(test, work, names))}
    works = [merged.data[KEY][old] for old in numbers]
    keys, values = (_renumbered(table, numbers) for table in (merged.keys, merged.values))
    return replace(merged, data={**merged.data, KEY: works}, keys=keys, values=values)


def _renumbered(table: Mapping[DataPath, Location], numbers: Mapping[int, int]) -> dict[DataPath, Location]:
    """Return the locations of the works that are left, under their new numbers, and all other locations."""
    places = {}
    for path, place in table.items():
        if path[:1] != (KEY,) or len(path) == 1 or not isinstance(path[1], int):
            places[path] = place
        elif path[1] in numbers:
            places[(KEY, numbers[path[1]], *path[2:])] = place
    return places


def _fits(test: Test, work: dict[str, Any], owner: frozenset[str]) -> bool:
    """Return whether the filter holds for a work; one that is not valid stays, so that its errors are reported."""
    entry, _ = convert(KINDS[KEY].model, work)
    return entry is None or test(filter_values(entry, owner))
