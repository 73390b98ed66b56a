"""Define annotations that say how a model's field parses data and how its JSON Schema describes it.

They are used in `Annotated[...]`; `model/convert.py` reads data with them, `model/json_schema.py` describes them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

from cvrender.errors import nearest
from cvrender.model.expressions import expression
from cvrender.model.value import Value, field


class Invalid(ValueError):
    """Report a value that its field does not accept; `hint` says what to write instead, `code` what is wrong (`CODES`)."""

    def __init__(self, message: str, hint: str = "", *, code: str = "bad-value") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


TEXT: dict[str, Any] = {"type": ["string", "number"]}
"""The schema of a plain text. Editors parse 2016 as a number; our reader does not."""


class Reads(Value, frozen=True, eq=False):
    """Parse a field's value with `read`, which raises ValueError (or Invalid, with a hint).

    `schema` is the JSON Schema of accepted values; `about` describes them in the documentation.
    """

    read: Callable[[Any], Any]
    schema: dict[str, Any] = field(default_factory=TEXT.copy)
    about: str = "text"


class Short(Value, frozen=True, eq=False):
    """Accept a short form: a value for which `applies` is true (by default a text) is replaced by `expand(value)`.

    `schema` is the JSON Schema of the short form, by default that of a text.
    """

    expand: Callable[[Any], Any]
    applies: Callable[[Any], bool] = lambda value: isinstance(value, str)
    schema: dict[str, Any] = field(default_factory=TEXT.copy)


class Depends(Value, frozen=True, eq=False):
    """Take the type of a field from another field: `choose` gets the raw value of the field `on` of the same mapping.

    `alternatives` are all types that it may return.
    """

    on: str
    choose: Callable[[Any], Any]
    alternatives: tuple[Any, ...]


class Checked(Value, frozen=True, eq=False):
    """Check a field's value after parsing, with a function that raises ValueError."""

    check: Callable[[Any], None]


class About:
    """Describe a field: what it holds, as a phrase, and an example of its value, as data of a YAML file.

    The JSON Schema, docs/profile.md and error messages use both.
    """

    def __init__(self, text: str, example: Any) -> None:
        self.text = text
        self.example = example

    @property
    def yaml(self) -> str:
        """The example as YAML on one line, such as `[Python, OCaml]`."""
        return in_flow_style(self.example)


class Unprinted:
    """Mark a field that selects or arranges: its value is not part of a CV's text."""


def one_of(names: Iterable[str], message: str) -> Reads:
    """Accept one of several names. `message` says what another one is not; `{}` in it stands for what was typed."""
    known = tuple(names)

    def read(value: Any) -> str:
        if value not in known:
            raise Invalid(message.format(value), nearest(str(value), known), code="unknown-name")
        return str(value)

    return Reads(read, {"enum": list(known)})


def within(annotation: Any) -> Iterator[Any]:
    """Yield a field's annotation and every part of it: types and what `Annotated` says of them."""
    yield annotation
    for part in get_args(annotation):
        yield from within(part)


def is_printed(annotation: Any) -> bool:
    """Return whether the value of a field is part of a CV's text."""
    return not any(isinstance(part, Unprinted) for part in within(annotation))


def text_with_colon(value: Any) -> str:
    """Return the text that a mapping most likely was before YAML split it at its colon: `Replaced batch: faster`. Else ""."""
    if not isinstance(value, dict) or len(value) != 1:
        return ""
    ((key, rest),) = value.items()
    return f"{key}: {rest}" if isinstance(key, str) and isinstance(rest, str) else ""


def unquoted(text: str) -> tuple[str, str]:
    """Return the message and the hint for a text that YAML split at its colon."""
    shown = text if len(text) <= 60 else text[:59].rstrip() + "…"
    shown = shown.replace('"', r"\"")
    return 'is read as a mapping, because it contains ": "', f'put the text in quotes: "{shown}"'


def about(annotation: Any) -> About | None:
    """Return what a field's annotation says about it."""
    return next((item for item in getattr(annotation, "__metadata__", ()) if isinstance(item, About)), None)


_BARE = expression(r"[A-Za-z0-9_+./$~][\w +./%()@~&$;–=-]*|[A-Za-z]+:[^\s,\[\]{}#]+")


def in_flow_style(value: Any, inside: bool = False) -> str:
    """Return data as YAML on one line; texts are in quotes where YAML needs them, which is more often `inside` brackets."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {in_flow_style(item, True)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(in_flow_style(item, True) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    bare = _BARE.fullmatch(text.replace(",", "") if not inside else text) or (not text.isascii() and text.isalnum())
    return text if bare else '"' + text.replace("\\", "\\\\").replace('"', r"\"") + '"'
