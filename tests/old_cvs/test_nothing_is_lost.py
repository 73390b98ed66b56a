"""Each line of a document is in the new profile or in a message: its lines are read here without the reader that is tested."""

import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pypandoc
import pytest

from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_file
from cvrender.system.programs import find_pandoc
from tests.old_cvs.linkedin_pdf import linkedin_pdf

SAMPLES = Path(__file__).parent / "samples"
_WORD = re.compile(r"[^\W\d_]{4,}")


def _words(text: str) -> set[str]:
    folded = unicodedata.normalize("NFKD", text.casefold())
    return set(_WORD.findall("".join(char for char in folded if not unicodedata.combining(char))))


def _assert_all_said(path: Path, lines: list[str]) -> None:
    imported = read_file(path)
    made = new_profile([imported], "Ada Example")
    document = imported.document
    assert document is not None
    left_out = " ".join(line.plain for line in document.left_out)
    known = _words(f"{made.text} {left_out} {' '.join(problem.message for problem in made.problems)}")
    said = [line for line in lines if len(_words(line)) > 2]
    assert len(said) > 3
    lost = [line for line in said if 10 * len(_words(line) & known) < 7 * len(_words(line))]
    assert not lost, "\n".join(lost)


ODD = """<h1>Ada Example</h1><p>Maker of very small engines</p><p>Never asked whether elephants dance</p>
<h2>Strange heading without sense</h2><p>Seventeen purple bicycles sang quietly</p>
<ul><li>Yesterday the moon forgot itself</li></ul>
<h2>Experience</h2><p>Some words before all entries here</p><p><b>Engineer</b>, Acme Inc, 2019 – 2020</p>
<ul><li>Built engines that nobody needed</li></ul><p>Rambling sentence that belongs nowhere at all</p>
<p><b>Analyst</b>, Example Ltd, 2017 – 2019</p>
<table><tr><td>Lonely cell with several words</td><td>Another cell with further words</td></tr></table>
<h2>Skills</h2><p>Knitting, drawing, patience</p><h2>Another unknown part</h2><p>Closing words about nothing whatever</p>"""


@pytest.mark.parametrize("name", ["old.md", "odd.html"])
def test_lines_that_pandoc_reads(name: str, tmp_path: Path) -> None:
    find_pandoc()
    path = SAMPLES / name
    if not path.exists():
        path = tmp_path / name
        path.write_text(ODD, "utf-8")
    plain = pypandoc.convert_file(path, "plain", extra_args=["--wrap=none"])
    _assert_all_said(path, plain.splitlines())


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_lines_that_pdftotext_reads(tmp_path: Path) -> None:
    said = re.sub(r"<[^>]*>", "\n", ODD).split("\n")
    path = tmp_path / "odd.pdf"
    path.write_bytes(linkedin_pdf([(50, 770 - 20 * index, 11, line) for index, line in enumerate(filter(str.strip, said))]))
    lines = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True).stdout.decode()
    _assert_all_said(path, [part for line in lines.splitlines() for part in re.split(r"\s{3,}", line)])
