"""Define the base class of values: structs of msgspec, which take a tenth of a dataclass's time to define and to make."""

import dataclasses
from typing import Any, TypeVar

import msgspec
from msgspec import field

__all__ = ["PLAIN", "Coded", "Record", "Value", "field", "replace", "values_of"]

_V = TypeVar("_V")
PLAIN = frozenset((str, int, bool, type(None)))
"""The classes of values that contain no other values."""


class Value(msgspec.Struct, frozen=True):
    """A frozen value, which compares and hashes by its attributes; with `dict=True` it may have cached properties."""


class Coded(Value, frozen=True, kw_only=True):
    """A value that becomes a Problem with this code."""

    code: str


class Record(msgspec.Struct):
    """A set of attributes that may change, compared by them."""


def values_of(value: msgspec.Struct) -> tuple[Any, ...]:
    """Return the values of the attributes of a value or model, in their order."""
    return msgspec.structs.astuple(value)


def replace(value: _V, /, **changes: Any) -> _V:
    """Return a copy of a value, model or dataclass with some attributes changed, without validating it again."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **changes) if changes else value
    return dataclasses.replace(value, **changes)  # type: ignore[type-var]
