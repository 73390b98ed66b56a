"""Check the request of a view's section for what is wrong whatever the profile."""

from collections.abc import Iterable

from cvrender.errors import nearest
from cvrender.filter import compile_filter
from cvrender.model.base import defaults_of, field_names
from cvrender.model.convert import DataPath
from cvrender.model.csl import CSL_TYPES
from cvrender.model.kinds import KINDS, filter_fields
from cvrender.model.view import SectionRequest

Wrong = tuple[DataPath, str, str]
"""The key, what is wrong with it, and a hint."""

_FOR_TEXTS = {"collection", "title", "intro", "limit", "repeat"}
_GROUPED_BY = {"type": ("type",), "role": ("role",), "venue": ("venue", "event"), "employer": ("organization",)}


def wrong(request: SectionRequest) -> list[Wrong]:
    """Fields that do not exist, and keys that say nothing of what the section is made from."""
    if request.collection not in KINDS:
        return list(_for_texts(request))
    model = frozenset(field_names(KINDS[request.collection].model))
    return [*_where(request), *_sort(request), *_columns(request, model), *_groups(request, model)]


def _for_texts(request: SectionRequest) -> Iterable[Wrong]:
    given = {name for name, default in defaults_of(SectionRequest).items() if getattr(request, name) != default}
    for key in sorted(given - _FOR_TEXTS):
        yield (key,), f'"{request.collection}" has no entries that "{key}" could be about', ""


def _where(request: SectionRequest) -> Iterable[Wrong]:
    try:
        if request.where:
            compile_filter(request.where, filter_fields(request.collection))
    except ValueError as error:
        yield ("where",), str(error), ""


def _sort(request: SectionRequest) -> Iterable[Wrong]:
    name, fields = (request.sort or "").removeprefix("-"), filter_fields(request.collection)
    if request.sort and name not in fields:
        yield ("sort",), f'unknown field "{name}"', nearest(name, fields)


def _columns(request: SectionRequest, model: frozenset[str]) -> Iterable[Wrong]:
    for index, name in enumerate(request.columns.leave_out if request.columns else ()):
        if name not in model:
            yield ("columns", "leave_out", index), f'unknown field "{name}"', nearest(name, model)


def _groups(request: SectionRequest, model: frozenset[str]) -> Iterable[Wrong]:
    needed = _GROUPED_BY.get(request.group_by or "", ())
    if needed and model.isdisjoint(needed):
        ways = {way for way, fields in _GROUPED_BY.items() if not model.isdisjoint(fields)} | {"none", "tag", "year"}
        yield ("group_by",), f"{request.collection} have no {request.group_by}", nearest("", ways)
    kinds = {*CSL_TYPES, "workshop"}
    for key in request.group_titles if request.group_by == "type" else ():
        if key not in kinds:
            yield ("group_titles", key), f'"{key}" is no type of publications', nearest(key, kinds)
