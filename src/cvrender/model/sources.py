"""Define where a fact comes from: what the person stated, a file with a page, or a register."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from cvrender.model.annotations import TEXT, About, Invalid, Reads, Unprinted
from cvrender.model.expressions import expression
from cvrender.model.value import Value

STATED = "stated"
"""The source of what the person says."""
NOT = "not "
"""Stands before a source that says something else."""
ALL = "all"
"""The key of the sources of a whole entry, where some of its fields have others."""

_REGISTER = expression(r"[a-z][a-z0-9.+-]+:[^\s]+")
_PLACE = r"p[1-9][0-9]*(?:@[0-9.]+(?:,[0-9.]+){3})?|l[1-9][0-9]*"
_FILE = expression(rf"(?P<file>\./[^#\n]+|[^#\n]*[^#\s/]\.[A-Za-z0-9]{{1,10}})(?:#(?:{_PLACE}))?")
_HINT = "write stated, a file such as old-cv.pdf#p2 or refs.bib#l12, or a register such as doi:10.1000/xyz"


class Ledger(Value, frozen=True):
    """The sources of an entry, by field; those of `all` are of every field."""

    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __str__(self) -> str:
        return "; ".join(", ".join(names) if key == ALL else f"{key}: {', '.join(names)}" for key, names in self.fields)

    def __bool__(self) -> bool:
        return bool(self.fields)

    def of(self, field: str) -> tuple[str, ...]:
        """Return the sources of a field: its own, else those of the whole entry."""
        known = dict(self.fields)
        return known.get(field) or known.get(ALL, ())


def is_register(source: str) -> bool:
    """Return whether a source is a register, such as `doi:10.1000/xyz` or an address of the web."""
    return bool(_REGISTER.fullmatch(source))


def file_of(source: str) -> str:
    """Return the name of the file that a source is in, or an empty text."""
    match = None if is_register(source) or source == STATED else _FILE.fullmatch(source)
    return match["file"] if match else ""


def _names(value: Any) -> tuple[str, ...]:
    names = tuple(value) if isinstance(value, list) else (value,)
    for name in names:
        text = name.removeprefix(NOT) if isinstance(name, str) else ""
        if re.match(r"posting\b", text):
            raise Invalid(f'"{name}" is not a source', "a job posting says what is wanted, and not what is true")
        if text != STATED and not file_of(text) and not is_register(text):
            raise Invalid(f'"{name}" is not a source', _HINT)
    return names


def _read(value: Any) -> Ledger:
    if isinstance(value, Mapping):
        return Ledger(tuple((str(key), _names(item)) for key, item in value.items()))
    names = _names(value)
    return Ledger(((ALL, names),)) if names else Ledger()


def _check_sum(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"sha256:[0-9a-f]{64}", value):
        raise Invalid("is not the SHA-256 of a file", "write sha256: and 64 digits from 0 to f, as `sha256sum` prints them")
    return value


_ONE: dict[str, Any] = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
_SCHEMA: dict[str, Any] = {"anyOf": [*_ONE["anyOf"], {"type": "object", "additionalProperties": _ONE}]}

Sources = Annotated[
    Ledger,
    Reads(_read, _SCHEMA, "source, list of sources, or these by field"),
    Unprinted(),
    About("where the facts come from: `stated` by the person, a file with the page, or a register", "old-cv.pdf#p2"),
]
CheckSum = Annotated[str, Reads(_check_sum, {"type": "string"}, "`sha256:` and 64 digits")]


def noted(known: Any, field: str, source: str) -> Any:
    """Return the value of the key `sources` with one more source of a field, which now has a value from there.

    The other sources of the field are kept; if it had none of its own, the entry's are kept for the other fields.
    """
    if not isinstance(known, Mapping):
        known = {} if known in (None, [], "") else {ALL: known}
    old = known.get(field, [])
    return {**known, field: source if not old else [*(old if isinstance(old, list) else [old]), source]}
