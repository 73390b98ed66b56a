"""Test the script that builds the wheel with TeX; the whole build downloads packages of Debian, so `make tex` does it."""

import base64
import csv
import hashlib
import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[1] / "packages/cvrender-tex"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_tex", FOLDER / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_braces_are_alternatives(build: ModuleType) -> None:
    assert list(build.expanded("a/{b,c}-{1,2}.x")) == ["a/b-1.x", "a/b-2.x", "a/c-1.x", "a/c-2.x"]
    patterns = list(build.patterns())
    assert len(patterns) == len(set(patterns)) and not any(set("{}") & set(pattern) for pattern in patterns)


def test_the_package_has_what_the_looks_ask_for(build: ModuleType) -> None:
    folders = {pattern.split("/")[2] for pattern in build.patterns() if pattern.startswith("tex/")}
    named = set()
    for path in (FOLDER.parents[1] / "styles").rglob("*.tex"):
        text = re.sub(r"\\else.*?\\fi", "", path.read_text("utf-8"), flags=re.DOTALL)  # XeTeX's and LuaTeX's part
        for names in re.findall(r"\\usepackage(?:\[[^\]]*\])?\{([\w, -]+)\}", text):
            named |= {name.strip() for name in names.split(",")}
    others = {"fontenc": "base", "textcomp": "base", "lmodern": "lm", "charter": "psnfss", "tikz": "pgf", "graphicx": "graphics"}
    assert named and {others.get(name, name) for name in named} - {"fontspec"} <= folders


def test_the_record_is_one_of_a_wheel(build: ModuleType) -> None:
    rows = list(csv.reader(build.record({"a/b": b"text"}, "a.dist-info/RECORD").decode().splitlines()))
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"text").digest()).rstrip(b"=").decode()
    assert rows == [["a/b", f"sha256={digest}", "4"], ["a.dist-info/RECORD", "", ""]]


def test_kpathsea_looks_in_the_package(build: ModuleType, tmp_path: Path) -> None:
    library = tmp_path / "lib.so"
    old = b"{/etc/texmf/web2c,/usr/share/texmf/web2c,$SELFAUTOPARENT/share/texmf/web2c}"
    library.write_bytes(b"\0before\0" + old + b"\0after\0")
    build.look_here(library)
    content = library.read_bytes()
    assert b"$SELFAUTOPARENT/texmf-dist/web2c\0" in content and b"/etc/" not in content
    assert len(content) == len(old) + 15 and content.endswith(b"\0after\0")
    with pytest.raises(SystemExit):
        build.look_here(library)


@pytest.mark.skipif(not shutil.which("kpsewhich"), reason="no TeX Live on this machine")
def test_the_index_names_every_file(build: ModuleType, tmp_path: Path) -> None:
    tree = tmp_path / "texmf-dist"
    (tree / "tex/latex/own").mkdir(parents=True)
    (tree / "tex/latex/own/own.sty").touch()
    (tree / "web2c").mkdir()
    shutil.copyfile(FOLDER / "texmf.cnf", tree / "web2c/texmf.cnf")
    build.write_index(tree)
    env = {"PATH": "/usr/bin:/bin", "TEXMFCNF": str(tree / "web2c"), "TEXMFROOT": str(tmp_path)}
    finished = subprocess.run(["kpsewhich", "-progname=pdflatex", "own.sty"], env=env, capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == str(tree / "tex/latex/own/own.sty")
