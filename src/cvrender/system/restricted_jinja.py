"""Parse patterns as restricted Jinja2: expressions, `if` and `set`, but nothing that repeats.

So a pattern costs at most the square of its length. Loops, macros, arithmetic, calls, files and most of Jinja2's filters and
functions are rejected before anything runs; Jinja2's sandbox is a second barrier.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, Template, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cvrender.system.compiled import kept_code, key_of

MAX_LENGTH = 4_000
"""Maximum length of a pattern in characters; the longest built-in one has 700."""

_ALLOWED = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.Assign, nodes.Name, nodes.Const, nodes.List, nodes.Tuple),
    *(nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test, nodes.Call, nodes.CondExpr, nodes.Compare, nodes.Operand),
    *(nodes.And, nodes.Or, nodes.Not, nodes.Concat, nodes.Keyword),
)
_METHODS = frozenset({"capitalize", "endswith", "isdigit", "lower", "startswith", "strip", "title", "upper"})
_FILTERS = ("capitalize", "default", "first", "last", "length", "lower", "title", "trim", "upper")
"""Those of Jinja2's filters whose output is not longer than their input."""


def pattern_environment(
    filters: Mapping[str, Callable[..., str]], finalize: Callable[[Any], Any]
) -> ImmutableSandboxedEnvironment:
    """Return a Jinja2 environment with these filters and a few of Jinja2's own, without functions."""
    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False, optimized=False, finalize=finalize)
    environment.filters = {**{name: environment.filters[name] for name in _FILTERS}, **filters}
    environment.globals.clear()
    return environment


LABELLED = "fields"
"""The value whose items a pattern may name by their labels: `fields["Impact factor"]`."""


class ParsedPattern(NamedTuple):
    """A parsed pattern, the names that it mentions, and the labels of the items of `fields` that it mentions one by one."""

    template: Template
    names: frozenset[str]
    labels: frozenset[str]


_KIND = "pattern"
"""The name of every pattern, by which its code differs from that of a template with the same text."""


def parse(pattern: str, environment: ImmutableSandboxedEnvironment) -> ParsedPattern:
    """Parse a pattern. Raises ValueError for what is too long or not allowed, and Jinja2's errors for invalid syntax."""
    tree, names, labels = _checked(pattern, environment)
    return ParsedPattern(environment.from_string(tree), names, labels)


def kept(pattern: str, environment: ImmutableSandboxedEnvironment) -> ParsedPattern | None:
    """Return a pattern that was parsed when the package was built, if it was."""
    code = kept_code(environment, pattern, _KIND)
    if code is None:
        return None
    template = environment.template_class.from_code(environment, code, environment.make_globals(None))
    namespace = template.root_render_func.__globals__
    return ParsedPattern(template, namespace["names"], namespace["labels"])


def code_of(pattern: str, environment: ImmutableSandboxedEnvironment) -> tuple[str, str]:
    """Return the key and the code of a pattern for `kept`. Raises what `parse` raises."""
    tree, names, labels = _checked(pattern, environment)
    also = f"names, labels = frozenset({sorted(names)}), frozenset({sorted(labels)})"
    return key_of(environment, pattern, _KIND), f"{environment.compile(tree, raw=True)}\n{also}\n"


def _checked(pattern: str, environment: ImmutableSandboxedEnvironment) -> tuple[nodes.Template, frozenset[str], frozenset[str]]:
    """Return the tree of a pattern, and what it mentions."""
    if len(pattern) > MAX_LENGTH:
        raise ValueError(f"longer than {MAX_LENGTH:,} characters")
    tree = environment.parse(pattern)
    for forbidden in _forbidden(tree):
        raise ValueError(f"{forbidden} is not allowed in a pattern")
    items = [item for item in tree.find_all(nodes.Getitem) if _is_labelled(item)]
    labels = frozenset(str(item.arg.value) for item in items if isinstance(item.arg, nodes.Const))
    by_label = {id(item.node) for item in items}
    names = frozenset(node.name for node in tree.find_all(nodes.Name) if id(node) not in by_label)
    return tree, names, labels


def _is_labelled(item: nodes.Getitem) -> bool:
    return isinstance(item.node, nodes.Name) and item.node.name == LABELLED


def _is_label(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Const) and isinstance(node.value, str)


def _forbidden(tree: nodes.Template) -> Iterator[str]:
    """Yield descriptions of what is in the pattern but not allowed."""
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
        elif isinstance(node, nodes.Getitem) and _is_labelled(node) and not _is_label(node.arg):
            yield f'"{LABELLED}[…]" with anything but a label in quotation marks'
    for assign in assigned:  # each could double the previous one
        if names & {name.name for name in assign.node.find_all(nodes.Name)}:
            yield 'a "set" that uses another one'
