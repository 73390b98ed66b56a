"""Check the sections of a view for errors that do not depend on a profile."""

from collections.abc import Iterable, Mapping

from cvrender.errors import nearest
from cvrender.load.filter import compile_filter
from cvrender.model.base import defaults_of, field_names
from cvrender.model.convert import DataPath, Fault
from cvrender.model.csl import CSL_TYPES
from cvrender.model.kinds import ALL, KINDS, SECTIONS, Entry, filter_fields
from cvrender.model.section_order import requests
from cvrender.model.value import replace
from cvrender.model.view import SectionRequest, View

_KEYS_FOR_TEXTS = {"collection", "name", "title", "part", "intro", "limit", "repeat"}
_NOT_IN_TABLES = frozenset("id tags private privacy start end roles highlights type et_al".split())
_GROUPED_BY = {"type": ("type",), "role": ("role",), "venue": ("venue", "event"), "employer": ("organization",)}
_COUNTED_BY = {**_GROUPED_BY, "authorship": ("authors",)}


def check_sections(view: View, customs: Mapping[str, str]) -> Iterable[Fault]:
    """Yield sections that do not exist, then what is wrong in each.

    `customs` are the kinds of custom sections by id; those of narratives are empty.
    """
    known = (*SECTIONS, *customs)
    shown = {request.collection for _, request in requests(view)}
    for index, request in enumerate(view.sections or ()):
        path: DataPath = ("sections", index)
        for key, name in (("from", request.collection), ("insert", request.insert)):
            if name and name not in (*known, ALL):
                yield _unknown("section", name, (*path, key), (*known, ALL))
        for position, name in enumerate(request.omit):
            if name not in known:
                yield _unknown("section", name, (*path, "omit", position), known)
        for key, name in (("before", request.before), ("after", request.after)):
            if name and name not in known:
                yield _unknown("section", name, (*path, key), shown)
            elif name and name not in shown and name not in customs:
                message = f'the view has no section "{name}"'
                yield Fault((*path, key), message, nearest(name, shown), code="unknown-section")
    for field, name in view.form.mentioned() if view.form else ():
        names = {request.name or request.collection for _, request in requests(view)}
        if name not in (*names, *known):
            yield Fault(("form", *field), f'the view has no section "{name}"', nearest(name, names), code="unknown-section")
    for index, request in requests(view):
        for fault in _check_section(request, customs):
            yield replace(fault, path=("sections", index, *fault.path))


def _unknown(what: str, name: str, path: DataPath, known: Iterable[str]) -> Fault:
    return Fault(path, f'unknown {what} "{name}"', nearest(name, known), code=f"unknown-{what}")


def models_of(collection: str, customs: Mapping[str, str]) -> tuple[type[Entry], ...]:
    """Return the models of the entries that a section may show, or none if it is not a list of entries."""
    kinds = {kind.name: kind.model for kind in KINDS.values()}
    if collection == "custom":
        return tuple(kinds[name] for name in dict.fromkeys(("custom", *filter(None, customs.values()))))
    if collection in customs:
        return (kinds[customs[collection]],) if customs[collection] else ()
    return (KINDS[collection].model,) if collection in KINDS else ()


def _check_section(request: SectionRequest, customs: Mapping[str, str]) -> Iterable[Fault]:
    """Yield unknown fields, and keys that do not apply to the section."""
    if models := models_of(request.collection, customs):
        model, fields = frozenset[str]().union(*map(field_names, models)), filter_fields(*models)
        yield from _check_where(request, fields)
        yield from _check_sort(request, fields)
        yield from _check_columns(request, model)
        yield from _check_groups(request, model)
        yield from _check_counts(request, model)
    elif request.collection in SECTIONS or request.collection in customs:
        yield from _check_text(request)


def _check_text(request: SectionRequest) -> Iterable[Fault]:
    keys = {name for name, default in defaults_of(SectionRequest).items() if getattr(request, name) != default}
    for key in sorted(keys - _KEYS_FOR_TEXTS):
        message = f'"{key}" does not apply to "{request.collection}", which has no entries'
        yield Fault((key,), message, code="contradiction")


def _check_where(request: SectionRequest, fields: frozenset[str]) -> Iterable[Fault]:
    try:
        if request.where:
            compile_filter(request.where, fields)
    except ValueError as error:
        yield Fault(("where",), str(error), code="bad-filter")


def _check_sort(request: SectionRequest, fields: frozenset[str]) -> Iterable[Fault]:
    name = (request.sort or "").removeprefix("-")
    if request.sort and name not in fields:
        yield _unknown("field", name, ("sort",), fields)


def _check_columns(request: SectionRequest, model: frozenset[str]) -> Iterable[Fault]:
    for index, name in enumerate(request.columns.leave_out if request.columns else ()):
        if name not in model:
            yield _unknown("field", name, ("columns", "leave_out", index), model)
    for index, column in enumerate(request.table):
        for name in column.fields:
            if name not in (known := model.union(("date", "year")) - _NOT_IN_TABLES):
                yield _unknown("field", name, ("table", index), known)


def _check_counts(request: SectionRequest, model: frozenset[str]) -> Iterable[Fault]:
    for index, wanted in enumerate(request.counts):
        for key in ("rows", "columns"):
            by = getattr(wanted, key)
            if by and model.isdisjoint(_COUNTED_BY.get(by, model)):
                message = f"{request.collection} cannot be counted by {by}"
                supported = {name for name, fields in _COUNTED_BY.items() if not model.isdisjoint(fields)} | {"tag", "year"}
                yield Fault(("counts", index, key), message, nearest("", supported), code="contradiction")
    if request.counts and request.table:
        yield Fault(("table",), '"table" and "counts" cannot be combined', "write two sections", code="contradiction")


def _check_groups(request: SectionRequest, model: frozenset[str]) -> Iterable[Fault]:
    needed = _GROUPED_BY.get(request.group_by or "", ())
    if needed and model.isdisjoint(needed):
        supported = {name for name, fields in _GROUPED_BY.items() if not model.isdisjoint(fields)} | {"none", "tag", "year"}
        message = f"{request.collection} cannot be grouped by {request.group_by}"
        yield Fault(("group_by",), message, nearest("", supported), code="contradiction")
    types = {*CSL_TYPES, "workshop"}
    for key in request.group_titles if request.group_by == "type" else ():
        if key not in types:
            yield Fault(("group_titles", key), f'"{key}" is not a publication type', nearest(key, types), code="unknown-name")
