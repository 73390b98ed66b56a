"""Number the texts of a Document, so that their positions in LaTeX and in the PDF are known."""

from itertools import count

from cvrender.model.document import Document
from cvrender.model.printed_texts import map_texts
from cvrender.model.text import Text
from cvrender.model.value import replace


class NumberedText(Text, frozen=True):
    """A text with its number in the Document, counted from 1."""

    number: int = 0


class NumberedName(str):
    """A name, which has no marks, with its number."""

    __slots__ = ("number",)
    number: int

    def __new__(cls, name: str, number: int) -> "NumberedName":
        """Return the name with a number."""
        with_number = super().__new__(cls, name)
        with_number.number = number
        return with_number


def number_of(value: object) -> int:
    """Return the number of a text or name, or 0 for any other value."""
    return value.number if isinstance(value, NumberedText | NumberedName) else 0


def numbered(document: Document) -> Document:
    """Return the Document with a number for each printed text that is not empty."""
    numbers = count(1)

    def number(text: Text) -> Text:
        return NumberedText(text.spans, next(numbers))

    def name(text: str) -> str:
        return NumberedName(text, next(numbers)) if text else text

    header = map_texts(document.header, number)
    header = replace(header, name=name(header.name), native=name(header.native))
    return replace(document, header=header, sections=map_texts(document.sections, number))
