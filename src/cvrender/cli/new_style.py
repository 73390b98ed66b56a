"""Run `cvrender new-style`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import library_of
from cvrender.cli.common import json_option, print_json, write_new
from cvrender.cli.formats import Command
from cvrender.errors import InputError, Problem

if TYPE_CHECKING:
    from cvrender.model.pattern import EntryPattern
    from cvrender.model.style import Style

_HEAD = """# The style {name}: what it does not say, it has from {parent}. See docs/styles.md and docs/patterns.md.
about: {name}, after {parent}
extends: {parent}

# Other values for the options of {parent}. Take the sign # away from what you change.
defaults:
"""
_LOOK = """
# How each part looks in every target; numbers are em. Keep the keys that you change: docs/styles.md explains them.
look:
"""
_PARTS = """
# Named parts of the patterns below, such as {{{{ credits }}}}: to change one changes it in every pattern.
parts:
"""
_PATTERNS = """
# What each kind of entry reads like. These are the patterns of {parent}; keep the ones that you change.
entries:
"""


_PYPROJECT = """[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "cvrender-style-{name}"
version = "0.1.0"
description = "The style {name} for cvrender"
requires-python = ">=3.11"
dependencies = ["cvrender"]

# cvrender finds the style by this entry: its value is the package that has style.yaml. It is read as data and never imported.
[project.entry-points."cvrender.styles"]
{name} = "{module}"

[tool.hatch.build.targets.wheel]
packages = ["src/{module}"]
"""
_TEST = """\"\"\"Render an example in the style, once the package is installed: pip install . pytest && pytest\"\"\"

import subprocess


def test_every_target(tmp_path):
    subprocess.run(["cvrender", "demo"], cwd=tmp_path, check=True)
    command = ["cvrender", "render", "ada-example", "--style", "{name}", "--to", "pdf,docx,html,md,txt"]
    subprocess.run(command, cwd=tmp_path, check=True)
"""
_README = """# cvrender-style-{name}

A style for cvrender. Install it next to cvrender, then:

    cvrender render PROFILE --style {name}
"""


@click.command("new-style", cls=Command)
@click.argument("name")
@click.option("--from", "parent", default="classic", show_default=True, help="The style that it begins as.")
@click.option("--package", "as_package", is_flag=True, help="Begin a package of Python with the style, to share it.")
@json_option
def command(name: str, parent: str, as_package: bool, as_json: bool) -> None:
    """Begin the style styles/NAME, which differs from another one in what you say."""
    from cvrender.load.library import find_style

    module = f"cvrender_style_{name.replace('-', '_')}"
    folder = Path(f"cvrender-style-{name}")
    path = folder / "src" / module / "style.yaml" if as_package else Path("styles") / name / "style.yaml"
    if not name.replace("-", "").isalnum() or not name.isascii():
        raise InputError(
            [Problem(f'"{name}" is not a name for a style', hint="use letters, digits and hyphens", code="bad-name")]
        )
    write_new(path, _begin(name, find_style(parent, library_of(()))), "choose another name, or edit it")
    if as_package:
        texts = {"pyproject.toml": _PYPROJECT, "README.md": _README, "tests/test_style.py": _TEST}
        for file, text in {**texts, f"src/{module}/__init__.py": ""}.items():
            write_new(folder / file, text.format(name=name, module=module), "choose another name")
    if as_json:
        print_json({"file": str(path)})
    else:
        before = f"pip install ./{folder}, then: " if as_package else ""
        click.echo(f"{path}\nEdit it, then: {before}cvrender render PROFILE --style {name}")


def _begin(name: str, parent: "Style") -> str:
    """The style.yaml: every option, every part of the look and every pattern of the parent, as comments."""
    from cvrender.model.look import ABOUT, in_yaml

    lines = [_HEAD.format(name=name, parent=parent.name).rstrip()]
    for key, option in parent.options.items():
        value = parent.values[key]
        shown = str(value).lower() if isinstance(value, bool) else json.dumps(value)
        choices = f" ({', '.join(option.known)})" if option.known else ""
        lines.append(f"#  {key}: {shown}  # {option.about}{choices}")
    lines.append(_LOOK.rstrip())
    for part, about in ABOUT.items():
        first, *rest = in_yaml(getattr(parent.look, part), 100)
        lines += [f"#  # {about}", f"#  {part}: {first}", *(f"#    {line}" for line in rest)]
    lines.append(_PARTS.format().rstrip())
    lines += [f"#  {name}: {json.dumps(part, ensure_ascii=False)}" for name, part in parent.parts.items()]
    lines.append(_PATTERNS.format(parent=parent.name).rstrip())
    for kind, pattern in parent.entries.items():
        lines.append(f"#  {kind}:")
        lines += _pattern(pattern)
    return "\n".join(lines) + "\n"


def _pattern(pattern: "EntryPattern") -> Iterator[str]:
    """Return what a pattern says besides the defaults."""
    from cvrender.model.base import defaults_of

    for key, default in defaults_of(type(pattern)).items():
        value = getattr(pattern, key)
        if value == default:
            continue
        if isinstance(value, str):
            yield f"#    {key}: {json.dumps(value, ensure_ascii=False)}"
        else:
            yield f"#    {key}:"
            yield from (f"#      - {json.dumps(line, ensure_ascii=False)}" for line in value)
