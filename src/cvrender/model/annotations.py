"""Define how a field of a model reads what was typed, and what its JSON Schema and its documentation say.

They stand in `Annotated[...]`; `model/convert.py` reads data by them, `model/json_schema.py` describes them.
"""

from collections.abc import Callable
from typing import Any, get_args


class Invalid(ValueError):
    """A value is not what its field takes: what is wrong with it, and what to write instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Reads:
    """The field's value is what `read` makes of the data. `schema` is its JSON Schema, `about` says what it takes.

    `read` raises ValueError for what it does not take; `Invalid` is one that carries a hint.
    """

    def __init__(self, read: Callable[[Any], Any], schema: dict[str, Any], about: str = "text") -> None:
        self.read = read
        self.schema = schema
        self.about = about


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


class Short:
    """A bare text stands for what `whole` makes of it, such as the mapping `{name: TEXT}`; so does what `applies` accepts."""

    def __init__(
        self, whole: Callable[[Any], Any], applies: Callable[[Any], bool] = lambda value: isinstance(value, str)
    ) -> None:
        self.whole = whole
        self.applies = applies


class Checked:
    """The field's value, once it was read, is checked by a function that raises ValueError."""

    def __init__(self, check: Callable[[Any], None]) -> None:
        self.check = check


class Unprinted:
    """Mark a field that chooses or arranges: its value is not part of a CV's text."""


def is_marked(annotation: Any, mark: type) -> bool:
    """True when the annotation of a field carries that mark, also as one of a union."""
    if any(isinstance(item, mark) for item in getattr(annotation, "__metadata__", ())):
        return True
    return any(is_marked(part, mark) for part in get_args(annotation))
