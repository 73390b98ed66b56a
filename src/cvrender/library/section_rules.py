"""Check the sections of a view for errors that do not depend on a profile."""

from collections.abc import Iterable, Mapping

from cvrender.errors import nearest
from cvrender.filter import compile_filter
from cvrender.model.base import defaults_of, field_names
from cvrender.model.convert import DataPath
from cvrender.model.csl import CSL_TYPES
from cvrender.model.kinds import ALL, KINDS, SECTIONS, Entry, filter_fields
from cvrender.model.section_order import requests
from cvrender.model.view import SectionRequest, View

SectionFault = tuple[DataPath, str, str]
"""The path in the view or the section, an error message, and a hint."""

_KEYS_FOR_TEXTS = {"collection", "title", "intro", "limit", "repeat"}
_GROUPED_BY = {"type": ("type",), "role": ("role",), "venue": ("venue", "event"), "employer": ("organization",)}


def check_sections(view: View, customs: Mapping[str, str]) -> Iterable[SectionFault]:
    """Yield sections that do not exist, then what is wrong in each. `customs` are the kinds of custom sections by id."""
    known = (*SECTIONS, *customs)
    shown = {request.collection for _, request in requests(view)}
    for index, request in enumerate(view.sections or ()):
        path: DataPath = ("sections", index)
        for key, name in (("from", request.collection), ("insert", request.insert)):
            if name and name not in (*known, ALL):
                yield (*path, key), f'unknown section "{name}"', nearest(name, (*known, ALL))
        for position, name in enumerate(request.omit):
            if name not in known:
                yield (*path, "omit", position), f'unknown section "{name}"', nearest(name, known)
        for key, name in (("before", request.before), ("after", request.after)):
            if name and name not in known:
                yield (*path, key), f'unknown section "{name}"', nearest(name, shown)
            elif name and name not in shown and name not in customs:
                yield (*path, key), f'the view has no section "{name}"', nearest(name, shown)
    for index, request in requests(view):
        yield from ((("sections", index, *path), message, hint) for path, message, hint in _check_section(request, customs))


def models_of(collection: str, customs: Mapping[str, str]) -> tuple[type[Entry], ...]:
    """Return the models of the entries that a section may show, or none if it is not a list of entries."""
    kinds = {kind.name: kind.model for kind in KINDS.values()}
    if collection == "custom":
        return tuple(kinds[name] for name in dict.fromkeys(("custom", *customs.values())))
    if collection in customs:
        return (kinds[customs[collection]],)
    return (KINDS[collection].model,) if collection in KINDS else ()


def _check_section(request: SectionRequest, customs: Mapping[str, str]) -> Iterable[SectionFault]:
    """Yield unknown fields, and keys that do not apply to the section."""
    if models := models_of(request.collection, customs):
        model, fields = frozenset[str]().union(*map(field_names, models)), filter_fields(*models)
        yield from _check_where(request, fields)
        yield from _check_sort(request, fields)
        yield from _check_columns(request, model)
        yield from _check_groups(request, model)
    elif request.collection in SECTIONS:
        yield from _check_text(request)


def _check_text(request: SectionRequest) -> Iterable[SectionFault]:
    keys = {name for name, default in defaults_of(SectionRequest).items() if getattr(request, name) != default}
    for key in sorted(keys - _KEYS_FOR_TEXTS):
        yield (key,), f'"{key}" does not apply to "{request.collection}", which has no entries', ""


def _check_where(request: SectionRequest, fields: frozenset[str]) -> Iterable[SectionFault]:
    try:
        if request.where:
            compile_filter(request.where, fields)
    except ValueError as error:
        yield ("where",), str(error), ""


def _check_sort(request: SectionRequest, fields: frozenset[str]) -> Iterable[SectionFault]:
    name = (request.sort or "").removeprefix("-")
    if request.sort and name not in fields:
        yield ("sort",), f'unknown field "{name}"', nearest(name, fields)


def _check_columns(request: SectionRequest, model: frozenset[str]) -> Iterable[SectionFault]:
    for index, name in enumerate(request.columns.leave_out if request.columns else ()):
        if name not in model:
            yield ("columns", "leave_out", index), f'unknown field "{name}"', nearest(name, model)


def _check_groups(request: SectionRequest, model: frozenset[str]) -> Iterable[SectionFault]:
    needed = _GROUPED_BY.get(request.group_by or "", ())
    if needed and model.isdisjoint(needed):
        supported = {name for name, fields in _GROUPED_BY.items() if not model.isdisjoint(fields)} | {"none", "tag", "year"}
        yield ("group_by",), f"{request.collection} cannot be grouped by {request.group_by}", nearest("", supported)
    types = {*CSL_TYPES, "workshop"}
    for key in request.group_titles if request.group_by == "type" else ():
        if key not in types:
            yield ("group_titles", key), f'"{key}" is not a publication type', nearest(key, types)
