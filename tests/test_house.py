"""The source text in, the rules of the house checked: who may import whom, which library lives where, how long things are."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "cvrender"
# Upstream first: a room imports those before it, and itself.
ORDER = (
    *("errors", "folders", "model", "load", "merge", "validate", "filter", "library", "tailor", "compose", "emit", "build"),
    *("images", "read", "verify", "fit", "proof", "lint", "survey", "job", "pipeline", "check", "write", "batch"),
    *("watching", "cli"),
)
FAMILIES = ("emit", "build", "read", "verify", "lint")  # folders of interchangeable siblings
COMMON = {"base", "run", "jail", "cache", "leaves", "match", "align", "locate"}  # what siblings share
HELPERS = {("tex", "formats"), ("tex", "texlog")}  # and who has a sibling all to itself
ROOMS = {
    "yaml": {"load"},
    "jinja2": {"compose", "emit"},  # compose evaluates a style's patterns
    "markupsafe": {"emit"},
    "pylatex": {"emit"},
    "markdown_it": {"compose", "read"},
    "pypdfium2": {"read"},
    "pikepdf": {"read"},
    "openxml_audit": {"verify"},
    "babel": {"compose"},
    "fontTools": {"build"},
    "pypandoc": {"build"},
    "platformdirs": {"build"},
    "watchfiles": {"watching"},
    "subprocess": {"build"},
    "PIL": {"images"},
    "click": {"cli"},
    "distributed": {"batch"},
    "pydantic": {"model", "validate", "library", "batch", "compose"},  # most read its errors, compose the models' fields
    "pydantic_core": {"model"},
}
LONGEST_FILE = 300
LONGEST_FUNCTION = 50


@dataclass(frozen=True)
class Import:
    """One imported name, and where it is imported."""

    place: str
    room: str
    sibling: str
    name: str

    @property
    def top(self) -> str:
        return self.name.partition(".")[0]

    @property
    def ours(self) -> list[str]:
        """The parts below `cvrender`, such as `["build", "run", "Finished"]`; empty for other packages."""
        return self.name.split(".")[1:] if self.top == "cvrender" else []


def modules(root: Path = SOURCE) -> list[Path]:
    return sorted(root.rglob("*.py"))


def imports(root: Path = SOURCE) -> Iterator[Import]:
    """Every import of every module, those inside functions and under TYPE_CHECKING too."""
    for path in modules(root):
        parts = path.relative_to(root).with_suffix("").parts
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}:{node.lineno}: a relative import"
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            sibling = parts[1] if len(parts) > 1 else ""
            yield from (Import(f"{path}:{node.lineno}", parts[0], sibling, name) for name in names)


def against_the_order(found: list[Import]) -> list[str]:
    """Imports that point downstream. The package's own two files may import what they like."""
    wrong = []
    for item in found:
        if item.room.startswith("__") or not item.ours:
            continue
        target = item.ours[0]
        if target == "__version__" or target in ORDER and ORDER.index(target) <= ORDER.index(item.room):
            continue
        wrong.append(f"{item.place}: {item.room} imports {item.name}")
    return wrong


def among_siblings(found: list[Import]) -> list[str]:
    """Imports from one sibling to another. A sibling may be a folder: what is in it is one family member."""
    return [
        f"{item.place}: {item.room}/{item.sibling} imports {item.name}"
        for item in found
        if item.room in FAMILIES
        and item.sibling != "__init__"  # the table of a family names all of them
        and item.ours[:1] == [item.room]
        and item.ours[1] not in COMMON
        and (item.sibling, item.ours[1]) not in HELPERS
        and item.ours[1] != item.sibling
        and is_module(SOURCE / item.room / item.ours[1])
    ]


def is_module(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or path.is_dir()


def out_of_their_room(found: list[Import]) -> list[str]:
    return [f"{item.place}: {item.top} in {item.room}" for item in found if item.room not in ROOMS.get(item.top, {item.room})]


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield f"{path}:{node.lineno}: {node.name}", node.end_lineno - node.lineno + 1


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {path.relative_to(SOURCE).with_suffix("").parts[0] for path in modules()} - {"__init__", "__main__"}
    assert len(rooms) >= 10
    assert rooms <= set(ORDER)


def test_imports_point_one_way() -> None:
    found = list(imports())
    assert len([item for item in found if item.ours]) > 80, "looked at too little"
    assert not against_the_order(found)


def test_siblings_do_not_know_each_other() -> None:
    found = list(imports())
    assert {item.room for item in found} >= {"emit", "build"}
    assert [item for item in found if item.room == "build" and item.ours[:2] == ["build", "run"]], "looked at nothing"
    assert not among_siblings(found)


def test_outside_libraries_stay_in_their_room() -> None:
    found = list(imports())
    assert {item.top for item in found} >= set(ROOMS) - {"markupsafe"}, "a library in the list is imported nowhere"
    assert not out_of_their_room(found)


def test_every_outside_library_is_declared() -> None:
    known = {name.lower().replace("-", "_") for name in declared()}
    names = {"yaml": "pyyaml", "markdown_it": "markdown_it_py", "pypandoc": "pypandoc_binary", "markupsafe": "jinja2"}
    names["pydantic_core"] = "pydantic"
    names["PIL"] = "pillow"
    names["distributed"] = "dask[distributed]"
    known |= {"openxml_audit"}  # used where it is installed
    outside = {item.top for item in imports()} - set(sys.stdlib_module_names) - {"cvrender"}
    assert len(outside) >= 8
    assert {names.get(name, name.lower()) for name in outside} <= known


def declared() -> list[str]:
    """The names of the dependencies in pyproject.toml, and of those that are asked for."""
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["dask"]]
    return [re.split(r"[<>=~ ]", line)[0] for line in lines]


def test_only_one_module_starts_programs() -> None:
    starters = {(item.room, item.sibling) for item in imports() if item.top in {"subprocess", "pty", "multiprocessing"}}
    assert starters == {("build", "run")}
    assert not [path for path in modules() if re.search(r"\bos\.(system|popen|spawn|exec|posix_spawn)", path.read_text("utf-8"))]


def test_every_module_says_what_goes_in_and_what_comes_out() -> None:
    seen = 0
    for path in modules():
        said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        assert said, f"{path} has no docstring"
        first = " ".join(said.split("\n\n")[0].split())
        if path.name == "__init__.py":
            continue
        seen += 1
        if path.parent.name != "model":  # nouns do nothing; their files say what they are
            assert " in, " in first and " out" in first, f"{path}: {first}"
    assert seen > 20


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in modules()}
    assert len(lengths) > 25
    assert not {str(path): length for path, length in lengths.items() if length > LONGEST_FILE}


def test_functions_are_short() -> None:
    lengths = dict(item for path in modules() for item in functions(path))
    assert len(lengths) > 150
    assert not {place: length for place, length in lengths.items() if length > LONGEST_FUNCTION}


def test_nothing_prints_but_the_command_line() -> None:
    seen = 0
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                seen += 1
                assert node.func.id != "print", f"{path}:{node.lineno}: prints"
    assert seen > 300


@pytest.mark.parametrize(
    ("file", "line", "rule"),
    [
        ("compose/x.py", "from cvrender.emit import latex", "order"),
        ("model/x.py", "import cvrender.load", "order"),
        ("pipeline.py", "from cvrender.cli.common import stop", "order"),
        ("load.py", "def f():\n    from cvrender.validate import validate", "order"),
        ("emit/markdown.py", "from cvrender.emit.latex import escape", "siblings"),
        ("emit/markdown.py", "from cvrender.emit import latex", "siblings"),
        ("build/tex.py", "from cvrender.build.pandoc import docx", "siblings"),
        ("build/fonts/x.py", "from cvrender.build import tex", "siblings"),
        ("tailor.py", "import yaml", "rooms"),
        ("build/tex.py", "from jinja2 import Template", "rooms"),
        ("pipeline.py", "import subprocess", "rooms"),
        ("load.py", "import click.testing", "rooms"),
        ("emit/x.py", "import markdown_it", "rooms"),
        ("build/x.py", "from pydantic import BaseModel", "rooms"),
    ],
)
def test_each_rule_finds_who_breaks_it(file: str, line: str, rule: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(line, "utf-8")
    rules = {"order": against_the_order, "siblings": among_siblings, "rooms": out_of_their_room}
    broken = [name for name, check in rules.items() if check(list(imports(tmp_path)))]
    assert broken == [rule]


def test_a_relative_import_is_refused(tmp_path: Path) -> None:
    (tmp_path / "load.py").write_text("from .errors import Problem", "utf-8")
    with pytest.raises(AssertionError, match="a relative import"):
        list(imports(tmp_path))
