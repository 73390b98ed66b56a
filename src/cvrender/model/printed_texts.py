"""List or change every printed text of a part of a Document.

A part is a block, a text, a tuple of such parts or any other value, which has no texts.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from cvrender.model.text import Text
from cvrender.model.value import Value, replace

_Part = TypeVar("_Part")


def texts_of(part: object, source: str = "") -> list[tuple[Text, str]]:
    """Return every text and its field of the profile, in reading order; `source` is the field of what has none of its own."""
    found: list[tuple[Text, str]] = []
    _collect(part, source, found)
    return found


def _collect(part: object, source: str, found: list[tuple[Text, str]]) -> None:
    if isinstance(part, Text):
        found.append((part, source))
    elif isinstance(part, tuple):
        for item in part:
            _collect(item, source, found)
    elif isinstance(part, Value):
        source = getattr(part, "source", source)
        for name in _printed(part.__class__):
            _collect(getattr(part, name), source, found)


def map_texts(part: _Part, change: Callable[[Text], Text]) -> _Part:
    """Return the part with each text that is not empty changed, in reading order."""
    if isinstance(part, Text):
        return change(part) if part else part  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(map_texts(item, change) for item in part) if part else part  # type: ignore[return-value]
    if not isinstance(part, Value):
        return part
    return replace(part, **{name: map_texts(getattr(part, name), change) for name in _printed(part.__class__)})


@cache
def _printed(kind: type[Value]) -> tuple[str, ...]:
    """Return the fields of a class that may contain texts, in reading order: a label stands before the title."""
    names = [name for name, annotation in kind.__annotations__.items() if annotation not in (str, int, "str", "int")]
    return tuple(sorted(names, key=lambda name: name != "label"))
