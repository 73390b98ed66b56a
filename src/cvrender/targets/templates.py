"""Set up Jinja2 for a style's templates, so that nothing reaches a target unescaped.

Templates only arrange. Every expression of a template goes through the target's `write` function, which escapes a Text or str;
values that are escaped already (the target's own type, such as `Latex`, or the output of a macro) pass. So a template cannot
print raw text even by mistake.
"""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import (
    ChoiceLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateSyntaxError,
    Undefined,
    pass_eval_context,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from cvrender.errors import InputError, Problem
from cvrender.model.text import Text
from cvrender.system.compiled import TemplateLoader, code_of


class Escaped(str):
    """Text that is already escaped for a target. Each target has its own subclass."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text unchanged, as Jinja2 asks before escaping for HTML."""
        return self


LATEX_SIGNS = (
    ("block_start_string", "<%"),
    ("block_end_string", "%>"),
    ("variable_start_string", "<<"),
    ("variable_end_string", ">>"),
    ("comment_start_string", "<#"),
    ("comment_end_string", "#>"),
)
"""Template delimiters for sources that are full of braces."""


_E = TypeVar("_E", bound=Escaped)


def unprintable(value: Any) -> TypeError:
    """Return the error for a value that a template may not print."""
    why = f": {value._undefined_message}" if isinstance(value, Undefined) else ""
    return TypeError(f"a template printed a {type(value).__name__}{why}")


def leaf(value: Any, escaped: type[_E], plain: Callable[[str], _E], text: Callable[[Text], _E] | None = None) -> _E:
    """Escape a value that a template prints: escaped values pass, str and Text are written, anything else is an error."""
    if isinstance(value, escaped):
        return value
    if text and isinstance(value, Text):
        return text(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise unprintable(value)
    return plain(str(value))


_MISSING = object()


class _Sandbox(ImmutableSandboxedEnvironment):
    """A sandbox that keeps which attributes are safe, since that depends on their names and the types of values only.

    To find it takes longer than to get the attribute, and templates get thousands of them for each CV.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._known: dict[tuple[type, str], bool] = {}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute for a template: at once if it is known to be safe, and no function, which Jinja2 may wrap."""
        if self._known.get((obj.__class__, attribute)):
            value = getattr(obj, attribute, _MISSING)
            if value is not _MISSING and not callable(value):
                return value
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may get an attribute."""
        key = type(obj), attr
        is_safe = self._known.get(key)
        if is_safe is None:
            is_safe = self._known[key] = super().is_safe_attribute(obj, attr, value)
        return is_safe


@lru_cache(maxsize=32)
def template_environment(
    folders: Sequence[Path], write: Callable[[Any], Escaped], signs: tuple[tuple[str, str], ...] = ()
) -> ImmutableSandboxedEnvironment:
    """Return an environment over a style's folders, nearest first, that writes every value with `write`."""
    environment = _Sandbox(
        loader=ChoiceLoader([TemplateLoader(folder) for folder in folders]),
        undefined=StrictUndefined,
        finalize=pass_eval_context(lambda _, value: value if isinstance(value, Markup) else write(value)),  # literals too
        autoescape=True,
        optimized=False,  # each template is rendered once, so optimizing takes longer than it saves
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **dict(signs),
    )
    environment.tests["paragraph"] = lambda block: type(block).__name__ == "Paragraph"
    environment.tests["entries"] = lambda block: type(block).__name__ == "EntryList"
    environment.tests["rows"] = lambda block: type(block).__name__ == "Rows"
    environment.tests["table"] = lambda block: type(block).__name__ == "Table"
    environment.tests["boxes"] = lambda block: type(block).__name__ == "Boxes"
    environment.tests["list_like"] = lambda block: type(block).__name__ in ("EntryList", "Rows")
    environment.tests["lines"] = lambda block: type(block).__name__ == "Lines"
    environment.tests["samples"] = lambda block: type(block).__name__ == "Samples"
    environment.tests["figure"] = lambda block: type(block).__name__ == "Figure"
    environment.tests["notes"] = lambda block: type(block).__name__ == "Notes"
    environment.tests["group"] = lambda block: type(block).__name__ == "Group"
    return environment


def template_of(environment: ImmutableSandboxedEnvironment, path: Path) -> Template:
    """Return the template in a file, whichever folders the environment knows."""
    code = code_of(environment, read_text(path), path.name, str(path))
    return environment.template_class.from_code(environment, code, environment.make_globals(None))


def read_text(path: Path) -> str:
    """Return the text of a style's file. Raises InputError if it is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InputError([Problem("not UTF-8 text", str(path), line, hint="save it as UTF-8", code="not-utf-8")]) from None


@contextmanager
def template_problems() -> Iterator[None]:
    """Raise InputError, with file and line, for a mistake in a template that is read or filled here."""
    try:
        yield
    except (TemplateError, TypeError, AttributeError) as error:
        if place := _place(error):
            raise InputError([Problem(f"mistake in the template: {error}", *place, code="bad-template")]) from None
        raise


def _place(error: Exception) -> tuple[str, int] | None:
    """Return the file and line of the template that an error comes from; jinja2 gives them to the frames of its tracebacks."""
    if isinstance(error, TemplateSyntaxError):
        return str(error.filename), error.lineno
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.endswith(".py")]
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else None
