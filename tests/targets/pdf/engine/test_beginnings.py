"""Test that TeX reads how a document begins before the document is written, and that a wrong guess changes nothing."""

import os
from pathlib import Path

import pytest

from cvrender.system import private_folder
from cvrender.targets.pdf.engine import run as typeset
from cvrender.targets.pdf.engine.beginnings import NOTHING, Beginning, beginning_of, recall, remember
from cvrender.targets.pdf.engine.early import start_early
from cvrender.targets.pdf.engine.program import find_engine

PREAMBLE = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
FILES = {"title.tex": b"\\newcommand{\\which}{A}\n"}


def source(title: str = "A title", body: str = "A text") -> str:
    return f"{PREAMBLE}\\title{{{title}}}\\input{{title.tex}}\n\\begin{{document}}\n{body} \\which.\n\\end{{document}}\n"


def test_a_beginning_ends_with_the_line_that_begins_the_document() -> None:
    text = b"% \\begin{document}\n% more\n\\input{a}\\begin{document}\nA text.\n\\verb+\\begin{document}+\n"
    files = {"fonts/a.sty": b"1", "photo.jpg": b"2", "fonts/a.pfb": b"3", "cv.aux": b"4", "cva.tex": b"5"}
    found = beginning_of(text, files)
    assert found.text == b"% \\begin{document}\n% more\n\\input{a}\\begin{document}\n"
    assert found.files == {"cv.aux": b"4", "cva.tex": b"5", "fonts/a.sty": b"1"}
    assert beginning_of(b"A text.\n", files) == NOTHING


def test_a_beginning_is_that_of_documents_with_the_same_text_and_files() -> None:
    begun = Beginning(b"\\begin{document}\n", {"a.sty": b"1"})
    assert begun.is_of(b"\\begin{document}\nA text", {"a.sty": b"1", "photo.jpg": b"2"})
    assert not begun.is_of(b"\\title\n\\begin{document}\nA text", {"a.sty": b"1"})
    assert not begun.is_of(b"\\begin{document}\nA text", {"a.sty": b"2"})
    assert not begun.is_of(b"\\begin{document}\nA text", {})
    assert NOTHING.is_of(b"A text", {})


def test_a_beginning_is_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path))
    begun = Beginning("\\title{Zoë}\\begin{document}\n".encode(), {"fonts/a.sty": b"\x00\xff", "cv.aux": b""})
    assert recall("0" * 64) == NOTHING
    remember("0" * 64, begun)
    assert recall("0" * 64) == begun
    for kept in tmp_path.rglob("data.json"):
        kept.write_bytes(b"damaged")
    assert recall("0" * 64) == NOTHING


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_the_pdf_is_the_same_after_a_right_and_after_a_wrong_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, key, folders = find_engine("embedded"), "1" * 64, set(private_folder._open)
    typeset.typeset(source(), engine, FILES, preamble=PREAMBLE)  # which makes the format
    ran: list[str] = []
    run = typeset.run
    monkeypatch.setattr(typeset, "run", lambda *args, **named: ran.append("late") or run(*args, **named))
    other = {"title.tex": b"\\newcommand{\\which}{B}\n"}
    steps = [
        ("A", "1", FILES, False),
        ("A", "2", FILES, False),
        ("B", "2", FILES, True),
        ("B", "3", other, True),
        ("B", "4", other, False),
    ]
    for title, body, files, late in steps:
        ran.clear()
        waiting = start_early(engine, "", PREAMBLE, recall(key))
        assert waiting
        made = typeset.typeset(source(title, body), engine, files, "", PREAMBLE, early=waiting)
        remember(key, made.beginning)
        assert bool(ran) is late, (title, body)
        assert made.pdf == typeset.typeset(source(title, body), engine, files, "", PREAMBLE).pdf
    assert set(private_folder._open) == folders
