"""Check the rules of the code base: import order, where each library is used, how long things are, and what says what."""

import re
import statistics
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.source_facts import ModuleFacts, facts_in

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cvrender"
ORDER = re.findall(r"^\| `src/cvrender/(\w+)(?:\.py|/)` \|", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE)
"""The modules and packages, each of which imports only those before it."""

FAMILIES = ("targets", "lint", "verify")  # packages of interchangeable siblings
COMMON = {"__init__", "base", "templates", "leaves", "match", "align", "locate"}  # what siblings share
MAY = {("pdf", "tex")}  # a PDF is made from LaTeX
PLACES = {
    "msgspec": {"model"},
    "pylatexenc": {"importers"},
    "yaml": {"load"},
    "jinja2": {"compiled", "compose", "targets"},  # compose evaluates a style's patterns
    "markupsafe": {"targets"},
    "pylatex": {"targets"},
    "markdown_it": {"compose", "targets"},
    "pypdfium2": {"targets", "importers"},  # importers read old CVs
    "pikepdf": {"targets", "importers"},  # importers read attachments
    "openpyxl": {"forms"},
    "openxml_audit": {"targets"},
    "babel": {"compose"},
    "fontTools": {"fonts"},
    "uharfbuzz": {"fonts"},
    "budoux": {"language"},
    "icu": {"language"},
    "icu4py": {"language"},
    "pypandoc": {"tools"},
    "httpx": {"importers"},  # importers/sources, the only package that uses the network
    "platformdirs": {"tools"},
    "watchfiles": {"watch"},
    "subprocess": {"tools"},
    "PIL": {"load"},
    "click": {"cli"},
    "anyascii": {"cli"},
    "starlette": {"preview"},
    "uvicorn": {"preview"},
    "distributed": {"batch"},
}
LONGEST_FILE, MEDIAN_FILE, LONGEST_FUNCTION = 300, 100, 40


@dataclass(frozen=True)
class Import:
    """One imported name, and where it is imported."""

    place: str
    module: str  # the top-level module or package that imports
    sibling: str
    name: str

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
        sibling = parts[1] if len(parts) > 1 else ""
        yield from (Import(f"{module.path}:{line}", parts[0], sibling, name) for line, name in module.imports)


@pytest.fixture(scope="session")
def imports(source_facts: list[ModuleFacts]) -> list[Import]:
    return list(imports_in(source_facts, SOURCE))


def against_the_order(found: list[Import]) -> list[str]:
    """Imports that point the wrong way. The package's own two files may import what they like."""
    wrong = []
    for item in found:
        if item.module.startswith("__") or not item.ours:
            continue
        target = item.ours[0]
        if target == "__version__" or target in ORDER and ORDER.index(target) <= ORDER.index(item.module):
            continue
        wrong.append(f"{item.place}: {item.module} imports {item.name}")
    return wrong


def among_siblings(found: list[Import]) -> list[str]:
    """Imports from one sibling to another. A sibling may be a folder."""
    return [
        f"{item.place}: {item.module}/{item.sibling} imports {item.name}"
        for item in found
        if item.module in FAMILIES
        and item.sibling not in COMMON
        and item.ours[:1] == [item.module]
        and item.ours[1] not in COMMON
        and (item.sibling, item.ours[1]) not in MAY
        and item.ours[1] != item.sibling
        and is_module(SOURCE / item.module / item.ours[1])
    ]


def is_module(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or path.is_dir()


def out_of_place(found: list[Import]) -> list[str]:
    return [
        f"{item.place}: {item.top} in {item.module}" for item in found if item.module not in PLACES.get(item.top, {item.module})
    ]


def test_architecture_lists_every_module_once() -> None:
    found = {path.relative_to(SOURCE).with_suffix("").parts[0] for path in modules()} - {"__init__", "__main__"}
    assert len(found) >= 20
    assert sorted(ORDER) == sorted(found)


def test_imports_point_one_way(imports: list[Import]) -> None:
    assert len([item for item in imports if item.ours]) > 80, "looked at too little"
    assert not against_the_order(imports)


def test_siblings_do_not_import_each_other(imports: list[Import]) -> None:
    assert {item.module for item in imports} >= set(FAMILIES)
    assert [item for item in imports if item.module == "targets" and item.ours[:2] == ["targets", "base"]], "looked at nothing"
    assert not among_siblings(imports)


def test_the_stages_know_no_target_by_name(imports: list[Import]) -> None:
    stages = {"artifact_checks", "prepare", "fit", "balance", "pipeline", "check"}
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
    known |= {"openxml_audit", "icu4py", "icu"}  # used where it is installed
    outside = {item.top for item in imports} - set(sys.stdlib_module_names) - {"cvrender"}
    assert len(outside) >= 8
    assert {names.get(name, name.lower()) for name in outside} <= known


def declared() -> list[str]:
    """The names of the dependencies in pyproject.toml, and of those that are asked for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["dask"], *project["optional-dependencies"]["preview"]]
    return [re.split(r"[<>=~ ]", line)[0] for line in lines]


def test_only_one_module_starts_programs(imports: list[Import], source_facts: list[ModuleFacts]) -> None:
    starters = {(item.module, item.sibling) for item in imports if item.top in {"subprocess", "pty", "multiprocessing"}}
    assert starters == {("tools", "process")}
    assert not [each.path for each in source_facts if re.search(r"\bos\.(system|popen|spawn|exec|posix_spawn)", each.text)]


def test_the_library_reads_no_working_directory(source_facts: list[ModuleFacts]) -> None:
    seen = [each for each in source_facts if each.path.relative_to(SOURCE).parts[0] != "cli"]
    for each in seen:
        found = re.findall(r"\b(?:Path\.cwd\(\)|os\.getcwd|os\.chdir|Path\(\)|Path\(\"(?:styles|views|profiles))", each.text)
        assert not found, f"{each.path}: {found}"
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
    assert statistics.median(lengths.values()) <= MEDIAN_FILE


def test_functions_are_short(source_facts: list[ModuleFacts]) -> None:
    lengths = {f"{each.path}:{line}: {name}": count for each in source_facts for line, name, count in each.functions}
    assert len(lengths) > 150
    assert not {place: length for place, length in lengths.items() if length > LONGEST_FUNCTION}


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
    found = {str(path): re.findall(r"^\s*(?:from|import) tests\.[\w.]*test_\w+", path.read_text("utf-8"), re.M) for path in files}
    assert not {path: lines for path, lines in found.items() if lines}, (
        "put what they share into a fixture or a module without tests"
    )


@pytest.mark.parametrize(
    ("file", "line", "rule"),
    [
        ("compose/x.py", "from cvrender.targets.tex import write", "order"),
        ("model/x.py", "import cvrender.load", "order"),
        ("pipeline.py", "from cvrender.cli.common import flatten", "order"),
        ("filter.py", "def f():\n    from cvrender.library import Library", "order"),
        ("targets/md/x.py", "from cvrender.targets.tex.write import escape", "siblings"),
        ("targets/tex/x.py", "from cvrender.targets.pdf import make", "siblings"),
        ("lint/dates.py", "from cvrender.lint.wording import schemes", "siblings"),
        ("verify/links.py", "from cvrender.verify.content import check", "siblings"),
        ("select.py", "import yaml", "places"),
        ("tools/x.py", "from jinja2 import Template", "places"),
        ("pipeline.py", "import subprocess", "places"),
        ("load/x.py", "import click.testing", "places"),
        ("fonts/x.py", "import markdown_it", "places"),
        ("compose/x.py", "import msgspec", "places"),
    ],
)
def test_each_rule_finds_who_breaks_it(file: str, line: str, rule: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(line, "utf-8")
    rules = {"order": against_the_order, "siblings": among_siblings, "places": out_of_place}
    broken = [name for name, check in rules.items() if check(list(imports_in(facts_in(tmp_path), tmp_path)))]
    assert broken == [rule]


def test_a_relative_import_is_refused(tmp_path: Path) -> None:
    (tmp_path / "load.py").write_text("from .errors import Problem", "utf-8")
    with pytest.raises(AssertionError, match="a relative import"):
        facts_in(tmp_path)
