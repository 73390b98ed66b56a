"""Check data against the models, and report every Problem at once."""

from typing import TypeVar

from cvrender.errors import InputError, Problem
from cvrender.load.reader import Source
from cvrender.model.base import Model
from cvrender.model.convert import DataPath, convert
from cvrender.model.profile import Profile

_M = TypeVar("_M", bound=Model)


def validate(source: Source) -> Profile:
    """Check a profile's data. Raises InputError with all Problems, sorted by line."""
    problems = duplicates(source)
    try:
        profile = as_model(source, Profile)
    except InputError as error:
        wrong = {(problem.file, problem.line) for problem in error.problems}
        causes = [problem for problem in source.cut_texts if (problem.file, problem.line) in wrong]
        raise InputError([*problems, *error.problems, *causes]) from None
    if problems:
        raise InputError(problems)
    return profile


def as_model(source: Source, model: type[_M], base: DataPath = ()) -> _M:
    """Convert the data of a file, or its part at `base`, to a model. Raises InputError with all Problems."""
    data = source.data
    for key in base:
        data = data[key]
    made, faults = convert(model, data)
    if made is None:
        raise InputError(
            source.problem((*base, *fault.path), fault.message, fault.hint, at_key=fault.at_key, code=fault.code)
            for fault in faults
        )
    return made


def duplicates(source: Source) -> list[Problem]:
    """Find works that are given twice, and ids that are not unique."""
    return [*_duplicate_works(source), *_duplicate_ids(source)]


def _duplicate_ids(source: Source) -> list[Problem]:
    """Find entries of one collection with the same id, which views and overlays could not tell apart."""
    problems = []
    for key, entries in source.data.items():
        seen: dict[str, int] = {}
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            identifier = entry.get("id") if isinstance(entry, dict) else None
            if not isinstance(identifier, str):
                continue
            if identifier in seen:
                message = f'duplicate id "{identifier}" (also in {key}[{seen[identifier]}])'
                problems.append(source.problem((key, index, "id"), message, "give each entry its own id", code="duplicate-id"))
            seen.setdefault(identifier, index)
    return problems


def _duplicate_works(source: Source) -> list[Problem]:
    """Find publications with the same title, year and type in the raw data, so that other errors do not hide them.

    Works with different DOIs are different works.
    """
    seen: dict[tuple[str, ...], dict[str, int]] = {}
    problems = []
    works = source.data.get("publications")
    for index, work in enumerate(works if isinstance(works, list) else ()):
        if not isinstance(work, dict) or not isinstance(work.get("title"), str):
            continue
        title = " ".join(work["title"].casefold().split())
        key = (title, str(work.get("date", ""))[:4], str(work.get("type", "")), str(work.get("note", "")))
        known = seen.setdefault(key, {})
        doi = str(work.get("doi") or "").casefold()
        first = next((place for other, place in known.items() if not (doi and other) or doi == other), None)
        if first is not None:
            message = f"duplicate of publications[{first}]: same title, year and type"
            problems.append(
                source.problem(
                    ("publications", index), message, "remove one, or add a note to distinguish them", code="duplicate-work"
                )
            )
        known.setdefault(doi, index)
    return problems
