"""Parse a pattern as a template of restricted Jinja2: expressions, `if` and `set`, and nothing that repeats.

So a pattern costs at most the square of its length. Loops, macros, arithmetic, calls, files and most of Jinja2's own filters
and functions are refused before anything runs; Jinja2's sandbox is the second barrier.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, Template, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

LONGEST = 4_000
"""Characters of a pattern; the longest built-in one has 700."""

_ALLOWED = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.Assign, nodes.Name, nodes.Const, nodes.List, nodes.Tuple),
    *(nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test, nodes.Call, nodes.CondExpr, nodes.Compare, nodes.Operand),
    *(nodes.And, nodes.Or, nodes.Not, nodes.Concat, nodes.Keyword),
)
_METHODS = frozenset({"capitalize", "endswith", "isdigit", "lower", "startswith", "strip", "title", "upper"})
_FILTERS = ("capitalize", "default", "first", "last", "length", "lower", "title", "trim", "upper")
"""Of Jinja2's own, those that give no more than they take."""


def pattern_environment(
    filters: Mapping[str, Callable[..., str]], finalize: Callable[[Any], Any]
) -> ImmutableSandboxedEnvironment:
    """Where patterns are read: with these filters and a few of Jinja2's own, and none of its functions."""
    made = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False, optimized=False, finalize=finalize)
    made.filters = {**{name: made.filters[name] for name in _FILTERS}, **filters}
    made.globals.clear()
    return made


class Parsed(NamedTuple):
    """A pattern that can be filled, and the names that it mentions."""

    template: Template
    names: frozenset[str]


def parse(pattern: str, within: ImmutableSandboxedEnvironment) -> Parsed:
    """Parse a pattern. Raises ValueError for what is too long or not allowed, and Jinja2's errors for what is not a template."""
    if len(pattern) > LONGEST:
        raise ValueError(f"it has more than {LONGEST:,} characters")
    tree = within.parse(pattern)
    for refused in _refused(tree):
        raise ValueError(f"{refused} is more than a pattern may do")
    names = frozenset(node.name for node in tree.find_all(nodes.Name))
    return Parsed(within.from_string(tree), names)


def _refused(tree: nodes.Template) -> Iterator[str]:
    """What is in the pattern and is not allowed, in words."""
    assigned = list(tree.find_all(nodes.Assign))
    names = {name.name for assign in assigned for name in assign.find_all(nodes.Name) if name.ctx == "store"}
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            yield f'"{type(node).__name__.lower()}"'
        elif isinstance(node, nodes.Call):
            if not (isinstance(node.node, nodes.Getattr) and node.node.attr in _METHODS):
                yield "a call"
        elif isinstance(node, nodes.Name) and node.name == "self":
            yield '"self"'
    for assign in assigned:  # each could double what the one before it made
        if names & {name.name for name in assign.node.find_all(nodes.Name)}:
            yield 'a "set" that uses another one'
