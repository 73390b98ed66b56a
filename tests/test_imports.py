"""Test what each command imports: nothing that it does not need."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ADA = """\
person: {name: Ada Example}
publications:
  - {title: Notes on a Machine, authors: [Ada Example], type: article, date: 2020-05}
"""
ITSELF = {"cvrender", "click"}
MODELS = {"msgspec", "typing_extensions"}
COMPOSING = {"yaml", "jinja2", "markupsafe", "platformdirs"}
CHECKING = ITSELF | MODELS | COMPOSING
READING_PDF = {"pikepdf", "pypdfium2", "pypdfium2_raw", "pypdfium2_cfg"}
MAKING_PREAMBLES = {"pylatex", "ordered_set"}
MARKDOWN = {"markdown_it", "mdurl"}
NAMELESS = {"cython_runtime", "_cython", "yaml._yaml"}  # what compiled packages leave behind


def run(code: str, folder: Path) -> Any:
    """What the last line that a script prints says, as data; the folder has a cache of its own."""
    env = {**os.environ, "CVRENDER_CACHE": str(folder / "cache")}
    finished = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, env=env)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout.splitlines()[-1])


def imported(code: str, folder: Path) -> set[str]:
    """The packages besides Python's own that a script has imported at its end; tools that begin with Python do not count."""
    listed = "print(); print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules} - before)))"
    result = run(f"import json, sys\nbefore = {{name.partition('.')[0] for name in sys.modules}}\n{code}\n{listed}", folder)
    return {name for name in result if name not in sys.stdlib_module_names and not name.startswith("_")} - NAMELESS


def imported_by(command: str, folder: Path) -> set[str]:
    """The packages that a command has imported at its end."""
    run_it = f"try: main({command.split()!r})\nexcept SystemExit as end: assert not end.code, end.code"
    return imported(f"from cvrender.cli import main\n{run_it}", folder)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A working folder with the profile `ada`."""
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text(ADA, "utf-8")
    return tmp_path


def test_the_package_itself_imports_nothing(work: Path) -> None:
    assert imported("import cvrender", work) == {"cvrender"}


@pytest.mark.parametrize("command", ["--version", "--help", "render --help", "check --help", "doctor --help", "watch --help"])
def test_asking_for_help_imports_click_alone(command: str, work: Path) -> None:
    assert imported_by(command, work) == ITSELF


@pytest.mark.slow
def test_a_command_imports_what_it_needs_and_nothing_else(work: Path) -> None:
    checked = imported_by("check ada", work) - {"pytz"}  # which Babel takes where it is installed
    assert checked == CHECKING | {"babel"}
    modules = imported_by("render ada --to html", work) - {"lxml"}  # which fontTools takes where it is installed
    assert modules - {"brotli"} == CHECKING | {"fontTools", "uharfbuzz"}
    for target, reading in {"md": MARKDOWN, "html": set(), "txt": set()}.items():
        assert imported_by(f"render ada --to {target}", work) == CHECKING | reading, "what was formatted was not kept"
    assert imported_by("render ada --to tex", work) == CHECKING | MAKING_PREAMBLES
    assert imported_by("render ada --to tex", work) == CHECKING, "the preamble was kept"
    assert imported_by("render ada --to pdf", work) == CHECKING | READING_PDF
    assert imported_by("render ada --to docx", work) == CHECKING
    assert len(list((work / "out/ada").iterdir())) == 6, "nothing was made"


@pytest.mark.slow
def test_libraries_of_python_that_take_long_are_left_out(work: Path) -> None:
    code = "from cvrender import load_profile, render\nrender(load_profile('profiles/ada.yaml'), targets=['pdf'])"
    slow = {
        "asyncio",
        "multiprocessing",
        "unittest",
        "sqlite3",
        "http.client",
        "ssl",
        "lxml",
        "PIL",
        "numpy",
    }
    assert run(f"import json, sys\n{code}\nprint(json.dumps(sorted({slow!r} & set(sys.modules))))", work) == []


def test_a_command_looks_for_garbage_seldom(work: Path) -> None:
    count = "sum(generation['collections'] for generation in gc.get_stats())"
    code = f"import gc, json\nbefore = {count}\nfrom cvrender.cli import main\nmain(['styles'], standalone_mode=False)"
    assert run(f"{code}\nprint(json.dumps({count} - before))", work) <= 10  # 46 without limits of our own
