"""Define what all models share: frozen structs whose fields describe themselves."""

from functools import lru_cache
from typing import Any, TypeVar

import msgspec

_M = TypeVar("_M", bound="Model")


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A mapping of a YAML file: frozen, and without unknown keys except those that begin with `x-`."""

    def check(self) -> None:
        """Check fields against each other. Raises ValueError with a message for the author of the file."""


@lru_cache(maxsize=256)
def fields_of(model: type[Model]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a model by their key in YAML, in the order of their declaration, inherited ones first."""
    return {field.encode_name: field for field in msgspec.structs.fields(model)}


@lru_cache(maxsize=256)
def field_names(model: type[Model]) -> tuple[str, ...]:
    """The attributes of a model, in the order of their declaration, inherited ones first."""
    return model.__struct_fields__


@lru_cache(maxsize=256)
def defaults_of(model: type[Model]) -> dict[str, Any]:
    """The default of each attribute that has one."""
    found = {}
    for field in msgspec.structs.fields(model):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = field.default_factory()
    return found


def replace(value: _M, **changes: Any) -> _M:
    """A copy with other values for these attributes. Nothing is checked again."""
    return msgspec.structs.replace(value, **changes) if changes else value
