"""Test reading TeX's logs: what went wrong and what to do, for each kind of failure."""

import errno
import sys
from pathlib import Path

import pytest

from cvrender.errors import TexError
from cvrender.system.process import Limits
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.pdf.engine.log import explain
from cvrender.targets.pdf.engine.program import Engine, find_engine
from cvrender.targets.pdf.engine.run import typeset

HEAD = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}\n\\begin{document}\n"


@pytest.mark.parametrize(
    ("log", "message", "hint"),
    [
        (
            "! Undefined control sequence.\nl.4 \\x\n",
            "pdflatex failed at line 4 of the .tex: Undefined control sequence. \\x",
            "",
        ),
        ("./cv.tex:9: Undefined control sequence.\nl.9 \\x\n", "pdflatex failed at line 9 of the .tex: Undefined", ""),
        (
            "! LaTeX Error: File `a.sty' not found.\n\n/x/b.sty:7: Emergency stop.\nl.7 \\y\n",
            "pdflatex failed in b.sty:",
            "package a ",
        ),
        ("./cv.tex:1: LaTeX Error: File `moderncv.cls' not found.\n", "line 1 of the .tex", "apt-get install texlive-publishers"),
        ("! Font \\x=lmr10 not loadable: Metric (TFM) file not found.\n", "not loadable", "font lmr10 is not installed"),
        ('! Package fontspec Error: The font "Foo Sans" cannot be found.\n', "cannot be found", "font Foo Sans is not"),
        ("!pdfTeX error: pdflatex (file cmr10.pfb): cannot open Type 1 font file for reading\n", "failed", "font cmr10.pfb"),
        ("! I can't write on file `cv.pdf'.\n", "the disk is full", "TMPDIR"),
        ("pdflatex: fwrite() failed: No space left on device\n", "the disk is full", "free some space"),
        ("! TeX capacity exceeded, sorry [main memory size=5000000].\n", "capacity exceeded", "endless loop"),
        ("nothing that says a thing", "pdflatex failed without an error message", ""),
    ],
)
def test_failures_are_told_apart(log: str, message: str, hint: str) -> None:
    failure = explain("pdflatex", 1, log, "")
    assert message in failure.message
    assert hint in failure.hint
    assert hint or not failure.hint


@pytest.mark.parametrize(
    ("code", "name", "advice"), [(-9, "SIGKILL", "out of memory"), (-25, "SIGXFSZ", "loop"), (-15, "SIGTERM", "again")]
)
def test_a_killed_engine_is_told_by_its_signal(code: int, name: str, advice: str) -> None:
    failure = explain("lualatex", code, "! something earlier\n", "")
    assert failure.message == f"lualatex was killed ({name})"
    assert advice in failure.hint


def test_the_line_is_ours_only_when_the_file_is() -> None:
    assert explain("embedded", 1, "./cv.tex:12: Bad.\nl.12 x", "").line == 12
    assert explain("embedded", 1, "/usr/share/x/some.sty:12: Bad.\nl.12 x", "").line == 0


def test_a_missing_package_of_the_embedded_engine_needs_another_engine() -> None:
    with pytest.raises(TexError, match="package nosuch is not installed: .*--engine pdflatex") as caught:
        typeset("\\documentclass{article}\\usepackage{nosuch}\\begin{document}x\\end{document}", find_engine("embedded"), {})
    assert "nosuch.sty" in caught.value.log


def test_the_log_is_whole_when_it_fails_and_when_it_does_not() -> None:
    engine = find_engine("embedded")
    with pytest.raises(TexError) as caught:
        typeset(HEAD + "\\wrong\n\\end{document}\n", engine, {})
    assert caught.value.line == 3
    assert "Undefined control sequence" in caught.value.log
    printed = typeset(HEAD + "\\hbox to 1pt{\\vrule width 50pt}\n\\end{document}\n", engine, {})
    assert "Overfull \\hbox (49.0pt too wide)" in printed.log
    assert printed.pdf.startswith(b"%PDF")


@pytest.mark.slow
def test_a_format_keeps_the_lines_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path))
    preamble = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}"
    source = f"% title\n{preamble}\n\\begin{{document}}\n\nx\n\n\\hbox to 1pt{{\\vrule width 50pt}}\n\\end{{document}}\n"
    logs = [typeset(source, find_engine("embedded"), {}, "", part).log for part in ("", preamble)]
    assert all("detected at line 9" in log for log in logs)


def engine_that(folder: Path, code: str) -> Engine:
    program = folder / "xelatex"
    program.write_text(f"#!{sys.executable} -I\nimport os, sys, time\n{code}\n", "utf-8")
    program.chmod(0o755)
    return Engine("xelatex", str(program))


def test_an_endless_run_is_stopped_and_its_log_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "xelatex"
    program.write_text("#!/bin/sh\nprintf 'page 1' > cv.log\nexec sleep 60\n", "utf-8")
    program.chmod(0o755)
    run = tex.run
    monkeypatch.setattr(tex, "run", lambda command, folder, env, **how: run(command, folder, env, limits=Limits(0.3)))
    with pytest.raises(TexError, match="took longer than .* seconds and was stopped; .*may loop") as caught:
        typeset("x", Engine("xelatex", str(program)), {})
    assert caught.value.log == "page 1"


def test_a_full_disk_where_we_write_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(TexError, match="could not write: the disk is full; free some space, or set TMPDIR"):
        typeset("x", Engine("xelatex", "/bin/true"), {})
