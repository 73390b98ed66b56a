"""Check a section of a view for errors that do not depend on a profile."""

from collections.abc import Iterable
from itertools import chain

from cvrender.errors import nearest
from cvrender.filter import compile_filter
from cvrender.model.base import defaults_of, field_names
from cvrender.model.convert import DataPath
from cvrender.model.csl import CSL_TYPES
from cvrender.model.kinds import KINDS, filter_fields
from cvrender.model.view import SectionRequest

SectionFault = tuple[DataPath, str, str]
"""The key, an error message, and a hint."""

_KEYS_FOR_TEXTS = {"collection", "title", "intro", "limit", "repeat"}
_GROUPED_BY = {"type": ("type",), "role": ("role",), "venue": ("venue", "event"), "employer": ("organization",)}


def check_section(request: SectionRequest) -> Iterable[SectionFault]:
    """Yield unknown fields, and keys that do not apply to the collection."""
    if request.collection not in KINDS:
        return _check_text(request)
    model = frozenset(field_names(KINDS[request.collection].model))
    checks = (_check_where(request), _check_sort(request), _check_columns(request, model), _check_groups(request, model))
    return chain.from_iterable(checks)


def _check_text(request: SectionRequest) -> Iterable[SectionFault]:
    keys = {name for name, default in defaults_of(SectionRequest).items() if getattr(request, name) != default}
    for key in sorted(keys - _KEYS_FOR_TEXTS):
        yield (key,), f'"{key}" does not apply to "{request.collection}", which has no entries', ""


def _check_where(request: SectionRequest) -> Iterable[SectionFault]:
    try:
        if request.where:
            compile_filter(request.where, filter_fields(request.collection))
    except ValueError as error:
        yield ("where",), str(error), ""


def _check_sort(request: SectionRequest) -> Iterable[SectionFault]:
    name, fields = (request.sort or "").removeprefix("-"), filter_fields(request.collection)
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
