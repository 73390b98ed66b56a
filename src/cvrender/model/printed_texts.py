"""Find or change the texts, or other parts of a kind, within a part of a Document.

A part is a block, a text, a tuple of such parts or any other value. What is found is not searched for more.
"""

from collections.abc import Callable
from functools import cache
from operator import is_
from typing import Any, TypeVar

from cvrender.model.text import Text
from cvrender.model.value import PLAIN, Value, replace

_Part = TypeVar("_Part")
_FIRST = ("label", "title", "date", "subtitle", "place")
"""The fields of a part that are read before its others."""
_EMPTY: tuple[()] = ()
_Found = TypeVar("_Found")


def texts_of(part: object, source: str = "") -> list[tuple[Text, str]]:
    """Return every text and its field of the profile, in reading order; `source` is the field of what has none of its own."""
    return parts_of(part, Text, source)


def parts_of(part: object, kind: type[_Found], source: str = "") -> list[tuple[_Found, str]]:
    """Return every part of a kind, in reading order, each with the field of what contains it. Texts have no parts."""
    printed: list[tuple[_Found, str]] = []
    _collect(part, kind, source, printed)
    return printed


def _collect(part: object, kind: type[_Found], source: str, printed: list[tuple[_Found, str]]) -> None:
    if isinstance(part, kind):
        printed.append((part, source))
    elif isinstance(part, tuple):
        for item in part:
            _collect(item, kind, source, printed)
    elif isinstance(part, Value) and not isinstance(part, Text):
        source = getattr(part, "source", "") or source
        for name in searched(part.__class__):
            value = getattr(part, name)
            if value.__class__ is Text:  # as most are
                if kind is Text:
                    printed.append((value, source))  # type: ignore[arg-type]
            elif value.__class__ not in PLAIN and value is not _EMPTY:
                _collect(value, kind, source, printed)


def map_texts(part: _Part, change: Callable[[Text], Text]) -> _Part:
    """Return the part with each text that is not empty changed, in reading order."""
    return map_parts(part, Text, lambda text: change(text) if text else text)


def map_parts(part: _Part, kinds: type | tuple[type, ...], change: Callable[[Any], Any]) -> _Part:
    """Return the part with each part of these kinds changed, in reading order; itself if none is. Texts have no parts."""
    if isinstance(part, kinds):
        return change(part)  # type: ignore[no-any-return]
    if isinstance(part, tuple):
        items = [item if item.__class__ in PLAIN else map_parts(item, kinds, change) for item in part]
        return part if all(map(is_, items, part)) else tuple(items)  # type: ignore[return-value]
    if not isinstance(part, Value) or isinstance(part, Text):
        return part
    texts = Text in kinds if isinstance(kinds, tuple) else kinds is Text
    changes = {}
    for name in searched(part.__class__):
        value = getattr(part, name)
        if value.__class__ in PLAIN or value is _EMPTY or (value.__class__ is Text and not texts):
            continue
        changed = change(value) if value.__class__ is Text else map_parts(value, kinds, change)
        if changed is not value:
            changes[name] = changed
    return replace(part, **changes)


@cache
def searched(kind: type[Value]) -> tuple[str, ...]:
    """Return the fields of a class that may contain texts, in reading order: a label is before the title."""
    annotations = {name: value for base in kind.__mro__[::-1] for name, value in getattr(base, "__annotations__", {}).items()}
    names = [name for name, annotation in annotations.items() if annotation not in (str, int, "str", "int")]
    return tuple(sorted(names, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST)))
