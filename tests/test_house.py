"""Check the rules of the code base: import order, where each library is used, how long things are, and what says what."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from tests.source_facts import ModuleFacts, facts_in

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cvrender"
ORDER = re.findall(r"^\| `src/cvrender/(\w+)(?:\.py|/)` \|", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE)
"""The rooms, from top to bottom: each imports only those below it."""

FAMILIES = ("targets", "rules.lint", "verify")  # packages of interchangeable siblings
COMMON = {"__init__", "base", "templates", "comparison", "artifacts"}  # what siblings share, or what joins them
MAY = {("pdf", "tex")}  # a PDF is made from LaTeX
PLACES = {
    "msgspec": {"model"},
    "pylatexenc": {"formats"},
    "yaml": {"load"},
    "jinja2": {"system", "compose", "targets", "run"},  # system and run compile, compose evaluates a style's patterns
    "markupsafe": {"targets"},
    "pylatex": {"targets"},
    "markdown_it": {"text", "targets"},
    "pypdfium2": {"targets", "old_cvs"},
    "pikepdf": {"targets", "formats", "old_cvs"},  # formats read attachments
    "openpyxl": {"formats"},
    "openxml_audit": {"targets"},
    "babel": {"text"},
    "fontTools": {"fonts"},
    "uharfbuzz": {"fonts"},
    "budoux": {"text"},
    "icu": {"text"},
    "icu4py": {"text"},
    "snowballstemmer": {"rules"},
    "pypandoc": {"system"},
    "httpx": {"merge"},  # merge/sources, the only package that uses the network
    "platformdirs": {"system"},
    "watchfiles": {"run"},
    "subprocess": {"system"},
    "PIL": {"load"},
    "click": {"cli"},
    "anyascii": {"cli"},
    "starlette": {"run"},
    "pygls": {"run"},
    "lsprotocol": {"run"},
    "mcp": {"run"},
    "uvicorn": {"run"},
    "distributed": {"run"},
}
LONGEST_FILE, LONGEST_FUNCTION = 400, 40


@dataclass(frozen=True)
class Import:
    """One imported name, and where it is imported."""

    place: str
    importer: tuple[str, ...]  # the module that imports, as its parts below `cvrender`
    name: str

    @property
    def module(self) -> str:
        """The room that imports."""
        return self.importer[0]

    @property
    def top(self) -> str:
        return self.name.partition(".")[0]

    @property
    def ours(self) -> list[str]:
        """The parts below `cvrender`, such as `["tools", "process", "run"]`; empty for other packages."""
        return self.name.split(".")[1:] if self.top == "cvrender" else []


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def imports_in(facts: list[ModuleFacts], root: Path) -> Iterator[Import]:
    """Every import of every module, those inside functions and under TYPE_CHECKING too."""
    for module in facts:
        parts = module.path.relative_to(root).with_suffix("").parts
        yield from (Import(f"{module.path}:{line}", parts, name) for line, name in module.imports)


@pytest.fixture(scope="session")
def imports(source_facts: list[ModuleFacts]) -> list[Import]:
    return list(imports_in(source_facts, SOURCE))


def among_siblings(imports: list[Import]) -> list[str]:
    """Imports from one sibling to another. A sibling may be a folder."""
    wrong = []
    for item in imports:
        for family in (name.split(".") for name in FAMILIES):
            depth = len(family)
            if [*item.importer[:depth]] != family or item.ours[:depth] != family or len(item.ours) <= depth:
                continue
            one, other = item.importer[depth], item.ours[depth]
            if one == other or {one, other} & COMMON or (one, other) in MAY or not is_module(SOURCE.joinpath(*family, other)):
                continue
            wrong.append(f"{item.place}: {one} imports {item.name}")
    return wrong


def is_module(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or path.is_dir()


def out_of_place(imports: list[Import]) -> list[str]:
    return [
        f"{item.place}: {item.top} in {item.module}" for item in imports if item.module not in PLACES.get(item.top, {item.module})
    ]


def test_architecture_lists_every_module_once() -> None:
    paths = {path.relative_to(SOURCE).with_suffix("").parts[0] for path in modules()} - {"__init__", "__main__"}
    assert 10 <= len(paths) <= 20, "rooms that can be drawn from memory"
    assert sorted(ORDER) == sorted(paths)


def contracts() -> list[dict[str, Any]]:
    text: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return text


def lint_imports(folder: Path) -> str:
    """Check the package `cvrender` in a folder against the contracts of pyproject.toml, and return what is broken."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    finished = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True)
    assert "Contracts:" in finished.stdout, finished.stdout + finished.stderr
    return "" if finished.returncode == 0 else finished.stdout


def test_the_table_of_rooms_is_the_order_of_the_contract() -> None:
    assert next(contract["layers"] for contract in contracts() if contract["type"] == "layers") == ORDER


def test_no_import_breaks_a_contract() -> None:
    assert lint_imports(ROOT / "src") == ""


@pytest.mark.parametrize(
    ("file", "line", "broken"),
    [
        ("targets/x.py", "from cvrender.compose import x", "no import points upward"),
        ("model/x.py", "def f():\n    import cvrender.load.x", "no import points upward"),
        ("pipeline/x.py", "from cvrender.cli import x", "no import points upward"),
        ("compose/x.py", "from cvrender.formats import x", "knows no format"),
        ("formats/x.py", "from cvrender.compose import x", "compose nothing"),
        ("targets/x.py", "from cvrender.verify import x", "targets get a Document"),
    ],
)
def test_each_contract_finds_who_breaks_it(file: str, line: str, broken: str, tmp_path: Path) -> None:
    for room in ORDER:
        (tmp_path / "cvrender" / room).mkdir(parents=True)
        for name in ("__init__.py", "x.py"):
            (tmp_path / "cvrender" / room / name).touch()
    (tmp_path / "cvrender" / "__init__.py").touch()
    assert lint_imports(tmp_path) == ""
    (tmp_path / "cvrender" / file).write_text(line, "utf-8")
    assert re.search(rf"{broken}.* BROKEN", lint_imports(tmp_path))


def circle(imports: list[Import]) -> list[str]:
    """Return the modules of a circle of imports, or nothing. The package's own module is imported by being in it."""
    known = {".".join(item.importer).removesuffix(".__init__") for item in imports}
    imported: dict[str, set[str]] = {}
    for item in imports:
        importer, parts = ".".join(item.importer).removesuffix(".__init__"), item.ours
        names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
        target = next((name for name in names if name in known), "")
        if target not in ("", importer) and importer != "__init__":
            imported.setdefault(importer, set()).add(target)
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return []


def test_no_files_import_each_other_in_a_circle(imports: list[Import], tmp_path: Path) -> None:
    assert circle(imports) == []
    (tmp_path / "a.py").write_text("from cvrender.b.c import x", "utf-8")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.py").write_text("def f():\n    from cvrender import a", "utf-8")
    assert set(circle(list(imports_in(facts_in(tmp_path), tmp_path)))) == {"a", "b.c"}


def test_siblings_do_not_import_each_other(imports: list[Import]) -> None:
    assert {item.module for item in imports} >= {name.partition(".")[0] for name in FAMILIES}
    assert [item for item in imports if item.module == "targets" and item.ours[:2] == ["targets", "base"]], "looked at nothing"
    assert not among_siblings(imports)


def test_the_stages_know_no_target_by_name(imports: list[Import]) -> None:
    stages = {"compose", "paginate", "verify", "pipeline"}
    assert stages <= set(ORDER)
    folders = {path.parent.name for path in (SOURCE / "targets").glob("*/make.py")}
    wrong = [item.place for item in imports if item.module in stages and item.ours[:1] == ["targets"] and folders & {*item.ours}]
    assert wrong == []


def test_outside_libraries_stay_in_their_place(imports: list[Import]) -> None:
    assert {item.top for item in imports} >= set(PLACES), "a library in the list is imported nowhere"
    assert not out_of_place(imports)


def test_every_outside_library_is_declared(imports: list[Import]) -> None:
    known = {name.lower().replace("-", "_") for name in declared()}
    names = {"yaml": "pyyaml", "markdown_it": "markdown_it_py", "pypandoc": "pypandoc_binary", "markupsafe": "jinja2"}
    names["PIL"] = "pillow"
    names["distributed"] = "dask[distributed]"
    known |= {"openxml_audit", "icu4py", "icu", "pygls", "lsprotocol", "mcp"}  # used where it is installed
    outside = {item.top for item in imports} - set(sys.stdlib_module_names) - {"cvrender"}
    assert len(outside) >= 8
    assert {names.get(name, name.lower()) for name in outside} <= known


def declared() -> list[str]:
    """The names of the dependencies in pyproject.toml, and of those that are asked for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["dask"]]
    return [re.split(r"[<>=~ ]", line)[0] for line in lines]


def test_only_one_module_starts_programs(imports: list[Import], source_facts: list[ModuleFacts]) -> None:
    starters = {item.importer for item in imports if item.top in {"subprocess", "pty", "multiprocessing"}}
    assert starters == {("system", "process")}
    assert not [each.path for each in source_facts if re.search(r"\bos\.(system|popen|spawn|exec|posix_spawn)", each.text)]


def test_the_library_reads_no_working_directory(source_facts: list[ModuleFacts]) -> None:
    seen = [each for each in source_facts if each.path.relative_to(SOURCE).parts[0] != "cli"]
    for each in seen:
        matches = re.findall(r"\b(?:Path\.cwd\(\)|os\.getcwd|os\.chdir|Path\(\)|Path\(\"(?:styles|views|profiles))", each.text)
        assert not matches, f"{each.path}: {matches}"
    assert len(seen) > 100


def test_every_module_has_a_docstring_of_one_imperative_sentence(source_facts: list[ModuleFacts]) -> None:
    for each in source_facts:
        first = " ".join(each.docstring.split("\n\n")[0].split())
        assert re.match(r"[A-Z][a-z-]+ .*[.:]$", first), f"{each.path}: {first!r}"
        assert not re.search(r" in, .* out\.$", first), f"{each.path}: {first!r}"
    assert len(source_facts) > 100


def test_files_are_short(source_facts: list[ModuleFacts]) -> None:
    lengths = {each.path: len(each.text.splitlines()) for each in source_facts}
    assert len(lengths) > 100
    assert not {str(path): length for path, length in lengths.items() if length > LONGEST_FILE}


def test_functions_are_short(source_facts: list[ModuleFacts]) -> None:
    lengths = {f"{each.path}:{line}: {name}": count for each in source_facts for line, name, count in each.functions}
    assert len(lengths) > 150
    assert not {place: length for place, length in lengths.items() if length > LONGEST_FUNCTION}


def test_a_statement_is_no_condition_and_no_property(source_facts: list[ModuleFacts], tmp_path: Path) -> None:
    """`a() if x else b()`, `x and a()` and `self.value` hide what a line does."""
    assert [f"{each.path}:{line}" for each in source_facts for line in each.uncalled] == []
    lines = (
        "a() if x else None",
        "x and a()",
        "x.value",
        "a(), b()",
        "a()",
        "...",
        "'text'",
        "def f():\n    yield a() if x else b()",
    )
    for number, line in enumerate(lines):
        (tmp_path / f"m{number}.py").write_text(line, "utf-8")
    assert [each.uncalled for each in facts_in(tmp_path)] == [[1]] * 4 + [[]] * 4


def test_the_name_of_a_class_is_used_once(source_facts: list[ModuleFacts]) -> None:
    names = [name for each in source_facts for name in each.classes]
    assert len(names) >= 100
    assert sorted({name for name in names if names.count(name) > 1 and not name.startswith("_")}) == []


def test_nothing_prints_but_the_command_line(source_facts: list[ModuleFacts]) -> None:
    calls = [(f"{each.path}:{line}", name) for each in source_facts for line, name in each.calls]
    assert len(calls) > 300
    assert not [place for place, name in calls if name == "print"]


def test_tests_import_no_tests() -> None:
    files = [path for path in (ROOT / "tests").rglob("*.py") if "node_modules" not in path.parts]
    assert len(files) > 100
    text = {str(path): re.findall(r"^\s*(?:from|import) tests\.[\w.]*test_\w+", path.read_text("utf-8"), re.M) for path in files}
    assert not {path: lines for path, lines in text.items() if lines}, (
        "put what they share into a fixture or a module without tests"
    )


@pytest.mark.parametrize(
    ("file", "line", "rule"),
    [
        ("targets/md/x.py", "from cvrender.targets.tex.write import escape", "siblings"),
        ("targets/tex/x.py", "from cvrender.targets.pdf import make", "siblings"),
        ("rules/lint/dates.py", "from cvrender.rules.lint.wording import schemes", "siblings"),
        ("verify/links.py", "from cvrender.verify.content import check", "siblings"),
        ("compose/x.py", "import yaml", "places"),
        ("fonts/x.py", "from jinja2 import Template", "places"),
        ("pipeline.py", "import subprocess", "places"),
        ("load/x.py", "import click.testing", "places"),
        ("fonts/x.py", "import markdown_it", "places"),
        ("compose/x.py", "import msgspec", "places"),
    ],
)
def test_each_rule_finds_who_breaks_it(file: str, line: str, rule: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(line, "utf-8")
    rules = {"siblings": among_siblings, "places": out_of_place}
    broken = [name for name, check in rules.items() if check(list(imports_in(facts_in(tmp_path), tmp_path)))]
    assert broken == [rule]


def test_a_relative_import_is_refused(tmp_path: Path) -> None:
    (tmp_path / "load.py").write_text("from .errors import Problem", "utf-8")
    with pytest.raises(AssertionError, match="a relative import"):
        facts_in(tmp_path)
