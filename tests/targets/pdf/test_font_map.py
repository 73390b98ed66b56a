"""Test the short list of fonts that the embedded pdfTeX reads."""

from pathlib import Path

import pytest

from cvrender.library import find_style
from cvrender.targets.pdf import typeset
from cvrender.targets.pdf.font_map import NAME, short_font_map
from cvrender.targets.pdf.typeset import find_engine
from cvrender.targets.tex.write import packages, preamble

ENGINE = find_engine("embedded")


def test_the_list_has_the_fonts_of_the_engine_and_no_others() -> None:
    (whole,) = Path(ENGINE.program).resolve().parents[2].rglob(NAME)
    made = short_font_map(ENGINE.program)
    lines = made[NAME].splitlines()
    assert set(lines) < set(whole.read_bytes().splitlines())
    fonts = {line.split()[0].decode() for line in lines}
    assert {"ec-lmr10", "ec-lmbx12", "rm-lmr10", "t1-sourcesanspro-regular"} & fonts
    assert "phvr8t" not in fonts
    assert short_font_map(ENGINE.program) == made


def test_another_program_has_no_list(tmp_path: Path) -> None:
    assert short_font_map(str(tmp_path / "texlive" / "bin" / "linux" / "pdflatex")) == {}


def test_the_pdf_does_not_depend_on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    style = find_style("classic")
    source = preamble(style) + "\n\\begin{document}\n\\textbf{A} line, \\emph{set} \\texttt{here} $\\alpha$.\n\\end{document}\n"
    short = typeset.typeset(source, ENGINE, {}, preamble=packages(style))
    assert "texmf-var" not in short.log
    monkeypatch.setattr(typeset, "short_font_map", lambda program: {})
    whole = typeset.typeset(source, ENGINE, {}, preamble=packages(style))
    assert f"updmap/{NAME}" in whole.log
    assert short.pdf == whole.pdf
