"""Define annotations that say how a model's field parses data and how its JSON Schema describes it.

They are used in `Annotated[...]`; `model/convert.py` reads data with them, `model/json_schema.py` describes them.
"""

from collections.abc import Callable
from typing import Any, get_args


class Invalid(ValueError):
    """Report a value that its field does not accept; `hint` says what to write instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Reads:
    """Parse a field's value with `read`, which raises ValueError (or Invalid, with a hint).

    `schema` is the JSON Schema of accepted values; `about` describes them in the documentation.
    """

    def __init__(self, read: Callable[[Any], Any], schema: dict[str, Any], about: str = "text") -> None:
        self.read = read
        self.schema = schema
        self.about = about


class Short:
    """Accept a short form: a value for which `applies` is true (by default a text) is replaced by `expand(value)`."""

    def __init__(
        self, expand: Callable[[Any], Any], applies: Callable[[Any], bool] = lambda value: isinstance(value, str)
    ) -> None:
        self.expand = expand
        self.applies = applies


class Checked:
    """Check a field's value after parsing, with a function that raises ValueError."""

    def __init__(self, check: Callable[[Any], None]) -> None:
        self.check = check


class Unprinted:
    """Mark a field that selects or arranges: its value is not part of a CV's text."""


def is_marked(annotation: Any, mark: type) -> bool:
    """Return whether a field's annotation, or any part of it, carries the mark."""
    if any(isinstance(item, mark) for item in getattr(annotation, "__metadata__", ())):
        return True
    return any(is_marked(part, mark) for part in get_args(annotation))
