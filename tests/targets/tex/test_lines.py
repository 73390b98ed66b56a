"""Lines of LaTeX are short, TeX reads the same from them, and a character without a font is an error in each engine."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender import load_profile, render
from cvrender.model.document import Document
from cvrender.targets.tex.lines import with_short_lines
from cvrender.targets.tex.marks import leaves, mark, unmark

WORDS = st.lists(st.sampled_from(["word", "a", r"\&", r"a\ b", r"$x + y$", r"\emph{some text}", "x" * 120]), max_size=60)
PROFILE = r"""
person: {name: Zo Example, native: Ζω}
bio: "Λόγος and [a link](https://example.org/) and `code`; **bold** and **`bold code`**."
views: {v: {extends: full, style: moderncv}}
"""


@given(st.lists(WORDS, min_size=1, max_size=4), st.integers(0, 8))
def test_tex_reads_the_same(texts: list[list[str]], indent: int) -> None:
    line = " " * indent + "".join(rf"\cvdated{{{mark(' '.join(words), number)}}}" for number, words in enumerate(texts, 1))
    source = f"% first\n\\begin{{document}}\n{line}\n\\end{{document}}\n"
    made = with_short_lines(source)
    assert re.sub(r"\s+", " ", made) == re.sub(r"\s+", " ", source)
    for short in unmark(made).split("\n"):
        assert len(short) <= 100 or max(map(len, re.split(r"(?<!\\) ", short.strip()))) > 60
    assert [" ".join(latex.split()) for latex, _ in leaves(made)] == [" ".join(latex.split()) for latex, _ in leaves(source)]


def test_commands_and_the_preamble_keep_their_lines() -> None:
    long = r"\newcommand{\a}{" + "b " * 80 + "}"
    source = f"{long}\n\\begin{{document}}\n{long}\n"
    assert with_short_lines(source) == source


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a small profile, which needs a font for Greek, in the style moderncv."""
    folder = tmp_path_factory.mktemp("zo")
    (folder / "zo.yaml").write_text(PROFILE, "utf-8")
    for made in render(load_profile(folder / "zo.yaml"), view="v", targets=["tex"]):
        (folder / made.name).parent.mkdir(exist_ok=True)
        (folder / made.name).write_bytes(made.content)
    return folder


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex", "lualatex"])
def test_each_engine_warns_of_nothing_and_pdflatex_stops_at_a_character_without_a_font(engine: str, folder: Path) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    source = (folder / "zo-v-moderncv.tex").read_text("utf-8")
    assert "{a link}" in source
    code, log = compiled(engine, folder, source.replace("{a link}", "{ж}" if engine == "pdflatex" else "{a link}"))
    assert (code, "U+0436" in log) == ((1, True) if engine == "pdflatex" else (0, False))
    warnings = re.findall(r"^(?:LaTeX|Package|Class)[^\n]* Warning: .*$", log, re.M)
    assert warnings == []


def compiled(engine: str, folder: Path, source: str) -> tuple[int, str]:
    (folder / "try.tex").write_text(source, "utf-8")
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "try.tex"], cwd=folder, capture_output=True, timeout=200, check=False
    )
    return done.returncode, (folder / "try.log").read_text("utf-8", "replace")


def test_an_error_is_found_on_a_later_line_of_a_text(document_of: Callable[..., Document]) -> None:
    from cvrender.load.library import find_style
    from cvrender.targets.tex.read import read
    from cvrender.targets.tex.source import tex_source

    document = document_of(f"bio: {'many words ' * 40}end")
    tex = tex_source(document, find_style("classic"), "cv")
    lines = read(tex.marked.encode()).lines
    source = tex.source.split("\n")
    assert [number for number, line in enumerate(lines) if "end" in line] == [
        number for number, line in enumerate(source) if line.endswith("end}") and "words" in line
    ]
