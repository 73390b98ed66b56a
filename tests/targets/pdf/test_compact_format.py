"""Test that compact TeX formats are smaller, and work as the whole ones do."""

import gzip
from pathlib import Path

import pytest

from cvrender.library import find_style
from cvrender.targets.pdf import compact_format, typeset
from cvrender.targets.pdf.compact_format import compact
from cvrender.targets.tex.write import packages, preamble

ENGINE = typeset.find_engine("embedded")


@pytest.fixture(scope="module")
def whole() -> bytes:
    """The format of LaTeX that comes with the engine, uncompressed."""
    (found,) = Path(ENGINE.program).resolve().parents[2].rglob("pdflatex.fmt")
    return gzip.decompress(found.read_bytes())


@pytest.mark.slow
def test_a_compact_format_has_half_the_size(whole: bytes) -> None:
    small = compact(whole)
    assert len(small) < len(whole) / 2
    assert compact(small) == small


@pytest.mark.slow
def test_a_format_with_another_layout_stays_as_it_is(whole: bytes) -> None:
    others = [b"", b"no format", whole[:10], whole[:2_000], whole[:1_000_000], whole[:-1_000_000:-1], b"X" + whole[1:]]
    others.append(whole + whole)  # the first words of macros seem to have twice as many references as they count
    for other in others:
        assert compact(other) == other


@pytest.mark.slow
def test_the_pdf_does_not_depend_on_the_size_of_the_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    style = find_style("classic")
    head, body = preamble(style), r"\section*{A}\textbf{line}, \emph{set} \texttt{here} $\alpha_1$, \MakeUppercase{ß and ø}."
    source = head + "\n\\begin{document}\n" + body + "\n\\end{document}\n"
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "small"))
    small = typeset.typeset(source, ENGINE, {}, preamble=packages(style))
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "whole"))
    monkeypatch.setattr(compact_format, "compact", bytes)
    whole = typeset.typeset(source, ENGINE, {}, preamble=packages(style))
    sizes = {name: [path.stat().st_size for path in (tmp_path / name).rglob("cv.fmt")] for name in ("small", "whole")}
    assert len(sizes["small"]) == 2
    assert max(sizes["small"]) < min(sizes["whole"]) / 2
    assert small.pdf == whole.pdf
