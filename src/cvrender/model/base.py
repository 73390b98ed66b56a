"""Define the base class of all models: frozen structs whose fields describe themselves."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from cvrender.model.annotations import about


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A mapping in a YAML file: frozen; unknown keys are errors unless they begin with `x-`."""

    def check(self) -> None:
        """Check fields against each other. Raises ValueError with a message for the author of the file."""


def extended(name: str, base: type[Model], fields: list[tuple[str, Any, Any]]) -> Any:
    """Return a model with the fields of a base and more; each has a name, a type and a default."""
    namespace = {"__doc__": base.__doc__, "__module__": base.__module__}
    return msgspec.defstruct(name, fields, bases=(base,), namespace=namespace, frozen=True, kw_only=True)


@lru_cache(maxsize=256)
def fields_of(model: type[Model]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields of a model by their YAML key, in order of declaration, inherited ones first."""
    return {field.encode_name: field for field in msgspec.structs.fields(model)}


def field_names(model: type[Model]) -> tuple[str, ...]:
    """Return the attribute names of a model, in order of declaration, inherited ones first."""
    return model.__struct_fields__


def leaves(
    value: Any, path: tuple[str | int, ...] = (), *, skip: frozenset[str] = frozenset()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield what is neither a model nor a list within a value, with its path, but attributes named in `skip`."""
    if isinstance(value, Model):
        for name in field_names(type(value)):
            if name not in skip:
                yield from leaves(getattr(value, name), (*path, name), skip=skip)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index), skip=skip)
    else:
        yield path, value


@lru_cache(maxsize=256)
def defaults_of(model: type[Model]) -> dict[str, Any]:
    """Return the default of each attribute that has one."""
    defaults = {}
    for field in msgspec.structs.fields(model):
        if field.default is not msgspec.NODEFAULT:
            defaults[field.name] = field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            defaults[field.name] = field.default_factory()
    return defaults


def example_of(model: type[Model], *, skip: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return an example of a whole mapping: its required fields and its first others, but those in `skip`."""
    bases = [base for base in model.__mro__[1:] if issubclass(base, Model) and base.__name__ != model.__name__]
    inherited = {name for base in bases for name in getattr(base, "__struct_fields__", ())}
    described = {key: about(field.type) for key, field in fields_of(model).items()}
    own = [key for key, field in fields_of(model).items() if field.name not in inherited | skip]
    required = [key for key, field in fields_of(model).items() if field.required]
    first = [key for key in own if key in {*own[:3], *required}]
    order = dict.fromkeys((*first, *required, "date"))
    return {key: known.example for key in order if (known := described.get(key))}
