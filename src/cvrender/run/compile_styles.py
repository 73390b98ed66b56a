"""Compile the templates and patterns of the built-in styles, when the package is built."""

from itertools import chain
from pathlib import Path

from jinja2.sandbox import ImmutableSandboxedEnvironment

from cvrender.compose.entries import BEHIND
from cvrender.compose.pattern import code_of_patterns
from cvrender.load.library import find_style
from cvrender.system.compiled import code_of_templates, write_code
from cvrender.targets.templates import LATEX_SIGNS, Escaped, template_environment


def compile_styles(styles: Path, folder: Path) -> int:
    """Write the code of built-in styles' templates and patterns, when the package is built; return how many there are."""

    def environment_of(path: Path) -> ImmutableSandboxedEnvironment:
        return template_environment((), Escaped, LATEX_SIGNS if path.parent.name == "latex" else ())

    compiled = [find_style(path.parent.name).patterns.values() for path in sorted(styles.glob("*/style.yaml"))]
    code = code_of_templates(styles, environment_of) | code_of_patterns(chain(BEHIND.values(), *compiled))
    write_code(code, folder)
    return len(code)
