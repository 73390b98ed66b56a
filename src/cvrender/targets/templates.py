"""Set up Jinja2 for a style's templates, so that nothing reaches a target unescaped.

Templates only arrange. Every expression of a template goes through the target's `write` function, which escapes a Text or str;
values that are escaped already (the target's own type, such as `Latex`, or the output of a macro) pass. So a template cannot
print raw text even by mistake.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined, pass_eval_context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from cvrender.model.text import Text


class Escaped(str):
    """Text that is already escaped for a target. Each target has its own subclass."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text unchanged, as Jinja2 asks before escaping for HTML."""
        return self


LATEX_SIGNS = tuple(
    {
        "block_start_string": "<%",
        "block_end_string": "%>",
        "variable_start_string": "<<",
        "variable_end_string": ">>",
        "comment_start_string": "<#",
        "comment_end_string": "#>",
    }.items()
)
"""Template delimiters for sources that are full of braces."""


_E = TypeVar("_E", bound=Escaped)


def leaf(value: Any, escaped: type[_E], text: Callable[[Text], _E], plain: Callable[[str], _E]) -> _E:
    """Escape a value that a template prints: escaped values pass, Text and str are written, anything else is an error."""
    if isinstance(value, escaped):
        return value
    if isinstance(value, Text):
        return text(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"a template printed a {type(value).__name__}")
    return plain(str(value))


@lru_cache(maxsize=32)
def template_environment(
    folders: Sequence[Path], write: Callable[[Any], Escaped], signs: tuple[tuple[str, str], ...] = ()
) -> ImmutableSandboxedEnvironment:
    """Return an environment over a style's folders, nearest first, that writes every value with `write`."""
    environment: ImmutableSandboxedEnvironment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
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
    environment.tests["group"] = lambda block: type(block).__name__ == "Group"
    return environment
