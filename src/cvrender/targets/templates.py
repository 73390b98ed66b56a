"""Set up Jinja2 for a style's templates, so that nothing reaches a target unescaped.

Templates only arrange. Every expression of a template goes through the target's `write` function, which escapes a
Text or str at the leaf; what is escaped already (the target's own type, such as `Latex`, or what a macro gave) passes.
So a template cannot print raw text even by mistake.
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
    """Text that is escaped for a target already. Each target has a subclass of its own."""

    __slots__ = ()

    def __html__(self) -> str:
        """What Jinja2 asks for before it would escape for HTML."""
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
"""Template signs for sources that are full of braces."""


_E = TypeVar("_E", bound=Escaped)


def leaf(value: Any, escaped: type[_E], text: Callable[[Text], _E], plain: Callable[[str], _E]) -> _E:
    """A value that a template prints: what is escaped passes, a Text or a str is written, all else refused."""
    if isinstance(value, escaped):
        return value
    if isinstance(value, Text):
        return text(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"a template printed a {type(value).__name__}")
    return plain(value if isinstance(value, str) else str(value))


@lru_cache(maxsize=32)
def template_environment(
    folders: Sequence[Path], write: Callable[[Any], Escaped], signs: tuple[tuple[str, str], ...] = ()
) -> ImmutableSandboxedEnvironment:
    """An environment over a style's folders, nearest first, that writes every value with `write`."""
    made: ImmutableSandboxedEnvironment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
        undefined=StrictUndefined,
        finalize=pass_eval_context(lambda _, value: value if isinstance(value, Markup) else write(value)),  # literals too
        autoescape=True,
        optimized=False,  # a template is filled once, and reading it twice to make that quicker takes longer
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **dict(signs),
    )
    made.tests["paragraph"] = lambda block: type(block).__name__ == "Paragraph"
    made.tests["entries"] = lambda block: type(block).__name__ == "EntryList"
    made.tests["rows"] = lambda block: type(block).__name__ == "Rows"
    made.tests["group"] = lambda block: type(block).__name__ == "Group"
    return made
