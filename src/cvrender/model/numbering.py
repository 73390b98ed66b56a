"""Number the texts of a Document, so that their positions in LaTeX and in the PDF are known."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

from cvrender.model.document import Document, Header, Picture, Properties
from cvrender.model.facts import BibliographyItem, Career
from cvrender.model.text import Text
from cvrender.model.value import Value, replace

_NOT_PRINTED = (BibliographyItem, Career, Picture, Properties)


class NumberedText(Text, frozen=True):
    """A text with its number in the Document, counted from 1."""

    number: int = 0


class NumberedName(str):
    """A name, which has no marks, with its number."""

    __slots__ = ("number",)
    number: int

    def __new__(cls, name: str, number: int) -> "NumberedName":
        """Return the name with a number."""
        made = super().__new__(cls, name)
        made.number = number
        return made


def number_of(value: object) -> int:
    """Return the number of a text or name, or 0 for any other value."""
    return value.number if isinstance(value, NumberedText | NumberedName) else 0


def numbered(document: Document) -> Document:
    """Return the Document with a number for each printed text that is not empty."""
    made: Document = _numbered(document, count(1))
    return made


def _numbered(value: Any, numbers: Iterator[int]) -> Any:
    if isinstance(value, Text):
        return NumberedText(value.spans, next(numbers)) if value else value
    if isinstance(value, tuple):
        return tuple(_numbered(item, numbers) for item in value) if value else value
    if not isinstance(value, Value) or isinstance(value, _NOT_PRINTED):
        return value
    changes = {name: _numbered(getattr(value, name), numbers) for name in _printed(value.__class__)}
    if isinstance(value, Header):
        changes |= {name: _name(getattr(value, name), numbers) for name in ("name", "native")}
    return replace(value, **changes)


def _name(name: str, numbers: Iterator[int]) -> str:
    return NumberedName(name, next(numbers)) if name else name


@cache
def _printed(kind: type[Value]) -> tuple[str, ...]:
    """Return the fields of a class that may contain texts: those that are not strings or numbers."""
    return tuple(name for name, annotation in kind.__annotations__.items() if annotation not in (str, int, "str", "int"))
