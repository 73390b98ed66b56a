"""Plain data in, Profile out; or every Problem at once, each with its line."""

from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ValidationError

from cvrender.errors import InputError, Problem, nearest
from cvrender.load import Path_, Source, show_path
from cvrender.model.profile import Profile


def validate(source: Source) -> Profile:
    """Check a profile's data. Raises InputError with all Problems, sorted by line."""
    problems = [*_same_work_twice(source), *_same_id_twice(source)]
    try:
        profile = Profile.model_validate(source.data)
    except ValidationError as error:
        problems += problems_of(error, source, Profile)
    if problems:
        raise InputError(problems)
    return profile


def problems_of(error: ValidationError, source: Source, model: type[BaseModel], base: Path_ = ()) -> list[Problem]:
    """Pydantic's findings about a file, or about the part of it at `base`, in our words and with their places."""
    return [_problem(source, detail, model, base) for detail in error.errors(include_url=False)]


def _problem(source: Source, detail: Any, model: type[BaseModel], base: Path_) -> Problem:
    path: Path_ = (*base, *(part for part in detail["loc"] if part != "[key]"))
    kind = detail["type"]
    if kind == "extra_forbidden":
        return source.problem(path, "unknown key", nearest(str(path[-1]), _known_keys(detail["loc"][:-1], model)), at_key=True)
    if kind == "missing" and path in source.values:
        return source.problem(path, "is empty, and should not be")
    if kind == "missing":
        known = show_path(path)
        return source.problem(path[:-1], f'"{known.rpartition(".")[2]}" is missing', at_key=False)
    messages = {
        "tuple_type": "should be a list",
        "model_type": "should be a mapping of keys to values",
        "model_attributes_type": "should be a mapping of keys to values",
        "dict_type": "should be a mapping of keys to values",
        "int_parsing": "should be a whole number",
    }
    message = messages.get(kind, detail["msg"]).removeprefix("Input ")
    return source.problem(path, message[0].lower() + message[1:], at_key=detail["loc"][-1:] == ("[key]",))


def _known_keys(path: Path_, model: type[BaseModel]) -> list[str]:
    """The keys that the model has at that place."""
    return sorted(schema_at(path, model).get("properties", {}))


@lru_cache(maxsize=8)
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema()


def schema_at(path: Path_, model: type[BaseModel]) -> dict[str, Any]:
    """The part of a model's JSON Schema that describes the value at that path; {} where it describes none."""
    whole = _schema(model)
    here = whole
    for part in (*path, None):
        options = [here, *here.get("anyOf", ())]
        here = next((option for option in options if "$ref" in option or "properties" in option or "items" in option), here)
        if "$ref" in here:
            here = whole["$defs"][here["$ref"].rpartition("/")[2]]
        if part is not None:
            any_key = here.get("additionalProperties") or {}
            here = here.get("items", {}) if isinstance(part, int) else here.get("properties", {}).get(part, any_key)
    return here


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
