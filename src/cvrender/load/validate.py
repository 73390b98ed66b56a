"""Check data against the models, and report every Problem at once."""

from itertools import islice
from typing import Any, TypeVar

from cvrender.errors import InputError, Problem
from cvrender.load.reader import Source
from cvrender.model.base import Model
from cvrender.model.convert import DataPath, convert
from cvrender.model.names import with_family_names
from cvrender.model.profile import Profile
from cvrender.model.value import replace

_M = TypeVar("_M", bound=Model)
_COMPARED = 50  # works of one title with which another one is compared


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
    return with_family_names(_with_level_of_breaks(profile))


def _with_level_of_breaks(profile: Profile) -> Profile:
    """Return the profile with the level of all breaks in each that has none, since a break alone is `full`."""
    level = profile.privacy.get("breaks")
    if level is None:
        return profile
    breaks = (item if item.private or item.privacy else replace(item, privacy=level) for item in profile.breaks)
    return replace(profile, breaks=tuple(breaks))


def as_model(source: Source, model: type[_M], base: DataPath = ()) -> _M:
    """Convert the data of a file, or its part at `base`, to a model. Raises InputError with all Problems."""
    data = source.data
    for key in base:
        data = data[key]
    value, faults = convert(model, data)
    if value is None:
        raise InputError(
            source.problem((*base, *fault.path), fault.message, fault.hint, at_key=fault.at_key, code=fault.code)
            for fault in faults
        )
    return value


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
    """Find publications with the same title, year and type in the raw data, so that other errors do not hide them."""
    seen: dict[tuple[str, ...], dict[int, Any]] = {}
    problems = []
    works = source.data.get("publications")
    for index, work in enumerate(works if isinstance(works, list) else ()):
        if not isinstance(work, dict) or not isinstance(work.get("title"), str):
            continue
        known = seen.setdefault(work_key(work), {})
        first = next((place for place, other in islice(known.items(), _COMPARED) if not _are_different(work, other)), None)
        if first is not None:
            message = f"duplicate of publications[{first}]: same title, year and type"
            problems.append(
                source.problem(
                    ("publications", index), message, "remove one, or add a note to distinguish them", code="duplicate-work"
                )
            )
        known[index] = work
    return problems


def work_key(work: dict[str, Any]) -> tuple[str, ...]:
    """Return what two entries have in common that are likely the same publication."""
    title = " ".join(str(work["title"]).casefold().split())
    return title, str(work.get("date", ""))[:4], str(work.get("type", "")), str(work.get("note", ""))


def _are_different(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether works with the same title are different: by DOI or first author, or by where they appeared."""
    texts = ((_text(one, key), _text(other, key)) for key in ("doi", "venue", "volume", "issue", "page", "number", "authors"))
    return any(first and second and first != second for first, second in texts)


def first_family(work: dict[str, Any]) -> str:
    """Return the last word of the first author's name in lower case, or an empty text."""
    return _text(work, "authors")


def _text(work: dict[str, Any], key: str) -> str:
    """Return a field's text for comparison; of authors, the last word of the first name."""
    value = work.get(key)
    if key == "authors":
        value = value[0] if isinstance(value, list) and value else ""
    if isinstance(value, dict):
        value = value.get("name", "")
    text = str(value or "").casefold()
    return text.rpartition(" ")[2] if key == "authors" else text
