"""Make imported data valid: what a profile cannot contain is kept under `x-import`, and reported."""

from collections.abc import Iterable
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import COLLECTIONS, PERSON
from cvrender.formats.table import KEPT, ImportedEntry, keep
from cvrender.formats.values.same_work import contradictions
from cvrender.load.locations import Location
from cvrender.load.reader import Source, format_path, parse_path
from cvrender.load.validate import duplicates, first_family, work_key
from cvrender.merge.labels import label
from cvrender.merge.match import CANDIDATES
from cvrender.model.convert import DataPath, Fault, convert
from cvrender.model.profile import Profile
from cvrender.model.value import replace

FORMAT = "invalid"
"""The name under which `x-import` keeps what is not valid."""
_ROUNDS = 10


def repair(data: dict[str, Any]) -> list[Problem]:
    """Change data in place until it is a valid profile. Return a Problem for each value that was moved to `x-import`."""
    problems: list[Problem] = []
    _merge_duplicates(data, problems)
    faults = convert(Profile, data)[1]
    for _ in range(_ROUNDS):
        faults = [*faults, *_duplicate_faults(data)]
        if not faults:
            break
        moved = [_move(data, fault, problems) for fault in _innermost(faults)]
        faults = _faults_in(data, {id(entry) for entry in moved if entry is not None})
    return problems


def _faults_in(data: dict[str, Any], changed: set[int]) -> list[Fault]:
    """Return the faults outside of entries, and of the entries with these ids; the other entries had none before."""
    part, places = dict(data), {}
    for name in COLLECTIONS:
        entries = data.get(name)
        if isinstance(entries, list):
            places[name] = [index for index, entry in enumerate(entries) if id(entry) in changed]
            part[name] = [entries[index] for index in places[name]]
    faults = []
    for fault in convert(Profile, part)[1]:
        if not fault.path:  # the person is missing, which nothing that can be moved would mend
            continue
        first, *inner = fault.path
        if inner and first in places:
            inner[0] = places[str(first)][int(inner[0])]
        faults.append(replace(fault, path=(first, *inner)))
    return faults


def _duplicate_faults(data: dict[str, Any]) -> list[Fault]:
    """Find duplicates as `validate` does. The second id of two is dropped, and the second work of two is moved."""
    return [
        Fault(parse_path(problem.path), problem.message, code=problem.code) for problem in duplicates(Source("", data, {}, {}))
    ]


def _innermost(faults: Iterable[Fault]) -> list[Fault]:
    """Return one fault for each field or entry, the last entries first, so that indices stay right."""
    unique: dict[DataPath, Fault] = {}
    for fault in faults:
        unique.setdefault(fault.path[:3], fault)
    return sorted(
        unique.values(),
        key=lambda fault: tuple((isinstance(key, str), str(key).zfill(9)) for key in fault.path[:3]),
        reverse=True,
    )


def _move(data: dict[str, Any], fault: Fault, problems: list[Problem]) -> Any:
    """Move the value of a fault: the field of an entry, or the whole entry where a field is missing. Return the entry."""
    path, holder = _holder(data, fault.path[:3] if len(fault.path) >= 3 else fault.path[:2])
    entry = data.get(str(path[0]))
    if isinstance(entry, list) and len(path) > 1:
        entry = entry[int(path[1])]
    origin = _origin(entry, path)
    last: Any = path[-1]
    if isinstance(holder, dict) and last not in holder:  # a key is missing: nothing of the person can be moved
        return None
    value = holder.pop(last)
    _keep(data, entry if len(path) >= 3 and isinstance(entry, dict) else None, path, value)
    about = f" ({label(entry)})" if isinstance(entry, dict) and label(entry) else ""
    message = f"{format_path(fault.path[2:]) or path[0]}: {fault.message}{about}"
    problems.append(Problem(message, *origin, hint="it is kept under x-import", severity="warning", code=fault.code))
    return entry


def _holder(data: Any, path: DataPath) -> tuple[DataPath, Any]:
    """Return the mapping or list that holds the value at a path, and the path to the value, which may be a short form."""
    for end, key in enumerate(path[:-1], 1):
        inner = data[key]
        if not isinstance(inner, dict | list):
            return path[:end], data
        data = inner
    return path, data


def _keep(data: dict[str, Any], entry: dict[str, Any] | None, path: DataPath, value: Any) -> None:
    if entry is not None:
        keep(entry, FORMAT, {str(path[-1]): value})
        return
    if isinstance(value, ImportedEntry) and value.get("et_al") and ("authors",) not in value.places:
        value = {key: part for key, part in value.items() if key not in ("authors", "et_al")}  # the owner, whom no file names
    kept = data.setdefault(KEPT, {}).setdefault(FORMAT, {})
    name = str(path[0])
    if name == PERSON:
        kept.setdefault(name, {})[str(path[-1])] = value
    else:
        kept.setdefault(name, []).append(value)


def _origin(entry: Any, path: DataPath) -> Location:
    """Return where a file says what is at a path."""
    if not isinstance(entry, ImportedEntry):
        return "", 0, 0
    return next((entry.places[path[2:end]] for end in range(len(path), 2, -1) if path[2:end] in entry.places), entry.place)


def _merge_duplicates(data: dict[str, Any], problems: list[Problem]) -> None:
    """Make one entry of works with the same title, year and type, unless they say that they appeared in different places."""
    seen: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    kept = []
    for work in data.get("publications", []):
        if not isinstance(work.get("title"), str):
            kept.append(work)
            continue
        alike = seen.setdefault(work_key(work), [])
        first = next((other for other in alike[:CANDIDATES] if _is_duplicate(other, work)), None)
        if first is None:
            alike.append(work)
            kept.append(work)
        else:
            problems.append(_merged(first, work))
    if kept:
        data["publications"] = kept


def _is_duplicate(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Return whether works of one title, year and type are one. What `validate` takes for duplicates is among them."""
    texts = ([first_family(work), str(work.get("doi") or "").casefold()] for work in (first, second))
    others = any(one and other and one != other for one, other in zip(*texts, strict=True))
    return not others and not contradictions(first, second)


def _merged(first: dict[str, Any], second: dict[str, Any]) -> Problem:
    """Complete the first of two entries by the second; what contradicts it is kept."""
    left = {key: value for key, value in second.items() if first.get(key) not in (None, value) and key not in ("id", KEPT)}
    first.update({key: value for key, value in second.items() if key not in first and key != KEPT})
    if left:
        keep(first, "duplicate", left)
    for name, values in second.get(KEPT, {}).items():
        keep(first, name, values)
    line = f"as on line {first.place[1]}; " if isinstance(first, ImportedEntry) and first.place[1] else ""
    message = f"{label(second)} occurs twice with the same year and type; {line}it becomes one entry"
    return Problem(message, *_origin(second, ()), severity="warning", code="duplicate-work")
