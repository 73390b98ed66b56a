"""Describe the models of a profile as data, from which the page makes its forms."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from cvrender.formats.key_order import entry_order
from cvrender.model.annotations import Reads, is_printed, within
from cvrender.model.base import Model, fields_of
from cvrender.model.json_schema import json_schema
from cvrender.model.kinds import KINDS
from cvrender.model.profile import Profile

_MAIN = ("date", "start", "end", "highlights")
"""Fields of every kind that are always shown."""


@cache
def forms() -> dict[str, Any]:
    """Return the JSON Schema of profiles, with what forms need besides.

    `x-reads` says how a field reads its value (`date`, `link`), `x-main` which fields of a model are always shown, and
    `x-model` which model the entries of a collection have.
    """
    described = json_schema(Profile)
    for model in set(_models(Profile)):
        own = described if model is Profile else described["$defs"].get(model.__name__)
        if own is None:
            continue
        for key, field in fields_of(model).items():
            reads = next((part.about for part in within(field.type) if isinstance(part, Reads)), "")
            own["properties"][key] |= {"x-reads": reads}
        own["x-main"] = _main(model)
        if "highlights" in fields_of(model):
            order = entry_order(list(fields_of(model)))
            own["properties"] = {key: own["properties"][key] for key in order if key in own["properties"]}
    for name, kind in KINDS.items():
        described["properties"][name] |= {"x-model": "CustomSection" if name == "custom" else kind.model.__name__}
    return described


def _models(annotation: Any) -> Iterator[type[Model]]:
    """Yield the models that a type consists of; each may be there several times."""
    waiting, known = [annotation], set()
    while waiting:
        for part in within(waiting.pop()):
            if isinstance(part, type) and issubclass(part, Model) and part not in known:
                known.add(part)
                waiting += [field.type for field in fields_of(part).values()]
                yield part


def _main(model: type[Model]) -> list[str]:
    """Return the fields that a form always shows: those that are required, and the printed ones of the model itself."""
    base = next((other for other in model.__mro__[1:] if other.__name__ != model.__name__), object)
    inherited = getattr(base, "__struct_fields__", ())
    if model.__name__ == "Owner":
        inherited = ()
    fields = fields_of(model).items()
    own = [key for key, field in fields if field.name not in inherited and is_printed(field.type)][:12]
    return [key for key, field in fields if field.required or key in own or key in _MAIN]
