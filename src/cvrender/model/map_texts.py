"""Change every printed text of a Document, or of a part of one."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from cvrender.model.document import Picture, Properties
from cvrender.model.facts import BibliographyItem, Career
from cvrender.model.text import Text
from cvrender.model.value import Value, replace

_NOT_PRINTED = (BibliographyItem, Career, Picture, Properties)
_Part = TypeVar("_Part")


def map_texts(part: _Part, change: Callable[[Text], Text]) -> _Part:
    """Return a part of a Document with each text that is not empty changed, in the order of the fields.

    `part` is a block, a text, a tuple of such parts or any other value, which stays as it is.
    """
    if isinstance(part, Text):
        return change(part) if part else part  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(map_texts(item, change) for item in part) if part else part  # type: ignore[return-value]
    if not isinstance(part, Value) or isinstance(part, _NOT_PRINTED):
        return part
    return replace(part, **{name: map_texts(getattr(part, name), change) for name in _printed(part.__class__)})


@cache
def _printed(kind: type[Value]) -> tuple[str, ...]:
    """Return the fields of a class that may contain texts: those that are not strings or numbers."""
    return tuple(name for name, annotation in kind.__annotations__.items() if annotation not in (str, int, "str", "int"))
