"""Check README, ARCHITECTURE and docs: the paths that they name exist, and commands, options and names are documented."""

import re
from functools import cache
from pathlib import Path

import click
import pytest

from cvrender.cli import COMMANDS, main
from cvrender.compose.pattern import FILTERS
from cvrender.load.library import BUILT_IN, find_style
from cvrender.model.base import field_names
from cvrender.model.engines import ENGINES
from cvrender.model.json_schema import json_schema
from cvrender.model.look import ABOUT, Look
from cvrender.model.profile import Profile
from cvrender.targets import TARGETS
from cvrender.targets.pdf.engine.program import find_engine

ROOT = Path(__file__).parents[1]
MAPS = ("README.md", "ARCHITECTURE.md")
SUFFIXES = (
    ".py",
    ".md",
    ".yaml",
    ".yml",
    ".toml",
    ".tex",
    ".xml",
    ".json",
    ".cfg",
    ".css",
    ".html",
    ".png",
    ".svg",
    ".sh",
    ".ini",
)
MADE = ("out", ".venv", "dist", "build/lib")  # folders that commands make
ELSEWHERE = {"cvrender/styles"}  # where the styles are in the wheel


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@cache
def all_docs() -> str:
    files = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("**/*.md"))]
    return "\n".join(file.read_text("utf-8") for file in files)


def outside_blocks(source: str) -> str:
    return re.sub(r"(?ms)^```.*?^```$", "", source)


def blocks(source: str, language: str) -> str:
    return "\n".join(re.findall(rf"(?ms)^```{language}\n(.*?)^```$", source))


def links_in(source: str) -> list[str]:
    """The targets of links; what stands in backticks is not a link, though it may look like one."""
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"(`+).*?\1", "", outside_blocks(source)))


def command_of(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)  # type: ignore[attr-defined]
    assert isinstance(command, click.Command)
    return command


def named_paths(source: str) -> set[str]:
    """What stands in backticks or behind a link and looks like a path of this project."""
    prose = outside_blocks(source)
    words = {word for word in re.findall(r"`([^`\n]+)`", prose) if not re.search(r"[\s<>{}*|()=:$…]|^-|^/|^\.$", word)}
    paths = {word for word in words if "/" in word or word.endswith(SUFFIXES)}
    links = {link.partition("#")[0] for link in links_in(source) if "://" not in link}
    return {path for path in (paths | links) - {""} - ELSEWHERE if path.rstrip("/").split("/")[0] not in MADE}


@cache
def existing() -> frozenset[str]:
    """Every file and folder of the project, without what is made or hidden (but CI's folder)."""
    skipped = {".git", ".venv", "out", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"}
    paths: set[str] = set()
    folders = [ROOT]
    while folders:
        for path in folders.pop().iterdir():
            if path.name in skipped:
                continue
            paths.add(path.relative_to(ROOT).as_posix())
            if path.is_dir():
                folders.append(path)
    return frozenset(paths)


def exists(path: str) -> bool:
    """Whether there is such a path, seen from the root or from any folder (`system/process.py`, `latex/look.tex`)."""
    wanted = path.removeprefix("./").rstrip("/")
    return any(known == wanted or known.endswith(f"/{wanted}") for known in existing())


@pytest.mark.parametrize("name", MAPS)
def test_every_path_that_a_map_names_exists(name: str) -> None:
    paths = named_paths(text(name))
    assert len(paths) >= 5, "looked at nothing"
    assert not sorted(path for path in paths if not exists(path))


def test_a_path_that_is_not_there_is_found() -> None:
    source = (
        "see `src/cvrender/nothing.py`, [this](docs/nothing.md) and `reader.py`; `out/x.pdf`, `--out`, `DIR/<x>` are no paths\n"
    )
    assert named_paths(source) == {"src/cvrender/nothing.py", "docs/nothing.md", "reader.py"}
    assert [path for path in sorted(named_paths(source)) if not exists(path)] == ["docs/nothing.md", "src/cvrender/nothing.py"]


def test_every_link_between_the_docs_leads_somewhere() -> None:
    seen = 0
    for file in [ROOT / name for name in (*MAPS, "CHANGELOG.md", "CHANGELOG-0.9.md")] + sorted((ROOT / "docs").glob("**/*.md")):
        for link in links_in(file.read_text("utf-8")):
            target = link.partition("#")[0]
            if target and "://" not in target and not target.startswith("mailto:"):
                seen += 1
                assert (file.parent / target).exists(), f"{file.name}: {link}"
    assert seen >= 4, "looked at nothing"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert re.search(rf"\bcvrender {command}(?![\w-])", all_docs())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented(command: str) -> None:
    options = [
        option
        for param in command_of(command).params
        if isinstance(param, click.Option)
        for option in param.opts
        if option.startswith("--")
    ]
    assert not [option for option in options if not re.search(rf"(?<![\w-]){option}(?![\w-])", all_docs())]


def names(kind: str) -> list[str]:
    known = {"style": BUILT_IN.names("styles"), "view": BUILT_IN.names("views"), "target": list(TARGETS), "engine": list(ENGINES)}
    return known[kind]


@pytest.mark.parametrize("kind", ["style", "view", "target", "engine"])
def test_every_name_is_documented(kind: str) -> None:
    assert names(kind)
    quoted = set(re.findall(r"[\w.-]+", " ".join(re.findall(r"`([^`\n]+)`", outside_blocks(all_docs())))))
    assert not [name for name in names(kind) if name not in quoted]


def test_the_command_line_and_typesetting_know_the_same_engines() -> None:
    (option,) = (param for param in command_of("render").params if param.name == "engine")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == tuple(ENGINES)
    assert [find_engine(name).name for name in ENGINES] == list(ENGINES)


def test_what_the_readme_types_can_be_typed() -> None:
    lines = re.findall(r"^(?:\S*/)?cvrender (\S+)(.*?)(?:#.*)?$", blocks(all_docs(), "sh"), re.M)
    assert len(lines) >= 5, "looked at nothing"
    for name, rest in lines:
        assert name in COMMANDS or name.startswith("--"), f"cvrender {name}"
        if name in COMMANDS:
            known = {option for param in command_of(name).params for option in param.opts} | {"--help"}
            assert not [option for option in re.findall(r"(?<!\S)--[\w-]+", rest) if option not in known], rest


def test_what_the_readme_makes_can_be_made() -> None:
    rules = set(re.findall(r"^([a-z]+):", text("Makefile"), re.M))
    named = set(re.findall(r"^make (\w+)", blocks(text("README.md"), "sh"), re.M)) | set(re.findall(r"`make (\w+)`", all_docs()))
    assert {"render", "test"} <= named
    assert named <= rules
    assert {"render", "test", "check", "bench", "clean"} <= rules


def test_every_exit_code_is_documented() -> None:
    from cvrender import errors

    codes = {0, 2, *(error.exit_code for error in (errors.InputError, errors.ToolError, errors.ArtifactError))}
    assert codes == {0, 1, 2, 3, 4}
    sentence = re.search(r"Exit codes:(.*?)\n\n", text("README.md"), re.S)
    assert sentence
    assert {int(code) for code in re.findall(r"\b\d\b", sentence[1])} >= codes


def test_every_key_of_a_profile_is_documented() -> None:
    documented = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`\n]+)`", text("docs/profile.md")))))
    documented |= set(re.findall(r"[\w-]+(?=:)", blocks(text("docs/profile.md"), "yaml")))
    schema = json_schema(Profile)
    keys = {key for part in (schema, *schema["$defs"].values()) for key in part.get("properties", {})}
    assert len(keys) > 60
    assert not sorted(keys - documented)


def test_every_filter_of_patterns_is_documented() -> None:
    assert FILTERS
    assert not [name for name in FILTERS if not re.search(rf"`{name}\b", text("docs/patterns.md"))]


def test_every_style_says_what_it_is_and_what_its_options_mean() -> None:
    names = BUILT_IN.names("styles")
    assert set(names) == {path.parent.name for path in (ROOT / "styles").glob("*/style.yaml")} and len(names) > 10
    for name in names:
        style = find_style(name)
        assert style.about
        assert style.options
        assert all(option.about for option in style.options.values())


def test_every_part_of_the_look_is_documented() -> None:
    rows = "\n".join(f"| `{part}` | {about} |" for part, about in ABOUT.items())
    assert tuple(ABOUT) == tuple(field_names(Look))
    assert rows in text("docs/styles.md")


def test_every_version_has_its_changes() -> None:
    from cvrender import __version__

    assert f"## {__version__}" in text("CHANGELOG.md") or "## Unreleased" in text("CHANGELOG.md")


def test_each_change_that_is_not_released_is_one_short_line() -> None:
    section = text("CHANGELOG.md").partition("\n## Unreleased\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line]
    assert [line for line in lines if len(line) > 160 or line.startswith(" ")] == []


def promises() -> list[str]:
    """The rows of SECURITY.md's table of promises."""
    section = text("SECURITY.md").partition("## What is promised")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("| ")][1:]


def not_collected(row: str, collected: frozenset[str]) -> list[str]:
    """The tests and files of tests that a row names and pytest does not run."""
    files = {name.partition("::")[0] for name in collected}
    named = re.findall(r"`(tests/[\w/]+\.py)(::\w+)?`", row.split("|")[3])
    assert named, row
    return [file + name for file, name in named if (file + name not in collected if name else file not in files)]


def test_each_promise_of_security_is_held_by_tests_that_run(collected: frozenset[str]) -> None:
    assert len(promises()) > 15
    assert [name for row in promises() for name in not_collected(row, collected)] == []


def test_a_test_that_does_not_run_is_found(collected: frozenset[str]) -> None:
    here = "tests/test_docs.py"
    row = f"| a | b | `{here}::test_nothing`, `tests/conftest.py`, `{here}::promises`, `{here}` |"
    assert not_collected(row, collected) == [f"{here}::test_nothing", "tests/conftest.py", f"{here}::promises"]


def test_every_file_of_tests_is_collected(collected: frozenset[str]) -> None:
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if "node_modules" not in path.parts]
    there = {path.relative_to(ROOT).as_posix() for path in files}
    assert len(there) > 60
    assert there == {name.partition("::")[0] for name in collected}
