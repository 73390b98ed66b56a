"""Check plain data against the models, and report every Problem at once, each at its line."""

from typing import TypeVar

from cvrender.errors import InputError, Problem
from cvrender.load.reader import Source
from cvrender.model.base import Model
from cvrender.model.convert import DataPath, convert
from cvrender.model.profile import Profile

_M = TypeVar("_M", bound=Model)


def validate(source: Source) -> Profile:
    """Check a profile's data. Raises InputError with all Problems, sorted by line."""
    problems = [*_same_work_twice(source), *_same_id_twice(source)]
    try:
        profile = as_model(source, Profile)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from None
    if problems:
        raise InputError(problems)
    return profile


def as_model(source: Source, model: type[_M], base: DataPath = ()) -> _M:
    """The data of a file, or the part of it at `base`, as a model. Raises InputError with all Problems."""
    data = source.data
    for key in base:
        data = data[key]
    made, faults = convert(model, data)
    if made is None:
        raise InputError(source.problem((*base, *fault.path), fault.message, fault.hint, at_key=fault.at_key) for fault in faults)
    return made


def _same_id_twice(source: Source) -> list[Problem]:
    """Two entries of one collection with one id, by which a view or an overlay would mean either."""
    problems = []
    for key, entries in source.data.items():
        seen: dict[str, int] = {}
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            identifier = entry.get("id") if isinstance(entry, dict) else None
            if not isinstance(identifier, str):
                continue
            if identifier in seen:
                text = f'the id "{identifier}" is that of {key}[{seen[identifier]}] as well'
                problems.append(source.problem((key, index, "id"), text, "an id names one entry"))
            seen.setdefault(identifier, index)
    return problems


def _same_work_twice(source: Source) -> list[Problem]:
    """Two publications with one title, year and type; looked for in the raw data, so that other errors do not hide it."""
    seen: dict[tuple[str, ...], int] = {}
    problems = []
    works = source.data.get("publications")
    for index, work in enumerate(works if isinstance(works, list) else ()):
        if not isinstance(work, dict) or not isinstance(work.get("title"), str):
            continue
        title = " ".join(work["title"].casefold().split())
        key = (title, str(work.get("date", ""))[:4], str(work.get("type", "")), str(work.get("note", "")))
        if key in seen:
            text = f"is the same work as publications[{seen[key]}]: same title, year and type"
            problems.append(source.problem(("publications", index), text, "leave one out, or tell them apart by a note"))
        else:
            seen[key] = index
    return problems
