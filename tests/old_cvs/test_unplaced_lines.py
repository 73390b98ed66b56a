"""An import says how many lines it did not understand."""

import subprocess
from pathlib import Path

import docx
import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.system.programs import find_pandoc

KNOWN = ("# Ada Example", "## Education", "University of Nowhere, BA, 2019", "## References", "Grace Example, Professor")
UNKNOWN = ("## Zymurgy of things", "Something unheard of", "Another of them")


def said(path: Path) -> str:
    finished = CliRunner().invoke(main, ["import", str(path), "--out", str(path.with_suffix(".yaml"))])
    assert finished.exit_code == 0, finished.output
    return next(line.partition(": ")[2] for line in finished.output.splitlines() if "not found in the profile" in line)


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (KNOWN, "none kept whole, for no field takes them"),
        ((*KNOWN, *UNKNOWN), "2 kept whole, for no field takes them"),
    ],
)
@pytest.mark.parametrize("by", ["docx", "pandoc"])
def test_lines_below_unknown_headings_are_counted(tmp_path: Path, lines: tuple[str, ...], count: str, by: str) -> None:
    path = tmp_path / "old.docx"
    if by == "pandoc":
        subprocess.run([find_pandoc(), "-f", "markdown", "-o", str(path)], input="\n\n".join(lines).encode(), check=True)
    else:
        document = docx.Document()
        for line in lines:
            document.add_paragraph(line.lstrip("# "), style=f"Heading {line.count('#')}" if line.startswith("#") else "Normal")
        document.save(str(path))
    assert said(path) == f"{len(lines)} lines, none not found in the profile; {count}"


def test_references_that_are_not_divided_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "old.md"
    works = ("## Publications", "- Something about engines", "- Sample A. On engines. J Examples. 2020;1(2):3-4.")
    path.write_text("\n\n".join((*KNOWN, *works)))
    assert said(path).endswith("; 1 kept whole, for no field takes it")
