"""Documents that are set badly in, findings with the field that caused them out."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cvrender.build import tex
from cvrender.errors import ArtefactError, ToolError
from cvrender.pipeline import Job, LoadedProfile, load_profile, render
from cvrender.proof import explained
from cvrender.verify import Evidence, Expected, Finding, verify

LONG = "\n".join(f"  - {{text: Event number {number} of a long list of events, date: 2020}}" for number in range(60))


@pytest.fixture
def profile(tmp_path: Path) -> Callable[[str], LoadedProfile]:
    def make(text: str) -> LoadedProfile:
        (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\n{text}", "utf-8")
        return load_profile(tmp_path / "ada.yaml")

    return make


def typeset(job: Job, change: Callable[[str], str] = lambda source: source) -> Evidence:
    latex = job.latex
    printed = tex.typeset(change(latex.source), tex.find_engine("embedded"), latex.companions, "", latex.packages)
    return Evidence("pdf", printed.pdf, Expected(job.document), printed.source, printed.log)


def findings(evidence: Evidence) -> list[Finding]:
    return verify(evidence)


def test_a_line_too_wide_is_an_error_at_the_field_that_caused_it(profile: Callable[[str], LoadedProfile]) -> None:
    loaded = profile(f"news:\n  - {{text: short, date: 2020}}\n  - text: ${'W' * 120}$ and more\n    date: 2021\n")
    with pytest.raises(ArtefactError) as caught:
        render(loaded, targets=["pdf", "md"])
    problems = [problem for problem in caught.value.problems if "too wide" in problem.message]
    assert problems
    assert {(problem.line, problem.path) for problem in problems} == {(4, "news[1]")}
    assert caught.value.exit_code == 4
    assert [name for name, _ in caught.value.passed] == ["ada-full-classic.md"]
    assert [name for name, _ in caught.value.failed] == [
        "ada-full-classic.pdf",
        "ada-full-classic.pdf.txt",
        "ada-full-classic.pdf.log",
    ]
    assert b"too wide" in caught.value.failed[1][1]


def test_a_smaller_excess_is_a_warning_and_a_tiny_one_nothing(profile: Callable[[str], LoadedProfile]) -> None:
    job = Job(profile("bio: A text.\n"))
    for points, expected in (("9", ["error"]), ("3", ["warning"]), ("0.5", [])):
        found = findings(typeset(job, lambda s, p=points: s.replace("A text.", rf"A text.\hbox to 1pt{{\kern{float(p) + 1}pt}}")))
        assert [finding.severity for finding in found if "too wide" in finding.message] == expected


def test_text_outside_of_the_page_is_found(profile: Callable[[str], LoadedProfile]) -> None:
    job = Job(profile("bio: A text that stands there.\n"))
    assert not findings(typeset(job))
    found = findings(typeset(job, lambda source: source.replace("A text that", r"\hspace*{180mm}\mbox{A text that")
                             .replace("stands there.", "stands there.}")))  # fmt: skip
    assert any("leaves page 1" in finding.message for finding in found)


def test_a_heading_alone_at_the_foot_is_found(profile: Callable[[str], LoadedProfile]) -> None:
    job = Job(profile("bio: A text.\nnews: [{text: An event, date: 2020}]\n"))
    found = findings(typeset(job, lambda source: source.replace(r"\begin{cvlines}", "\\newpage\n\\begin{cvlines}")))
    assert [finding.message for finding in found if finding.severity == "error"] == [
        "the heading “News” stands alone at the foot of page 1"
    ]


def test_a_first_line_alone_and_a_nearly_empty_last_page_are_warnings(profile: Callable[[str], LoadedProfile]) -> None:
    job = Job(profile("positions:\n  - {organization: The Mill, title: Miller, date: 2020}\n"))
    found = findings(typeset(job, lambda source: source.replace(r"\cvline{", "\\newpage\n\\cvline{")))
    assert {finding.severity for finding in found} == {"warning"}
    assert any(re.fullmatch("the first line of “.*” stands alone at the foot of page 1", finding.message) for finding in found)
    assert any("its last page has only one line" in finding.message for finding in found)


def test_an_ordinary_document_of_several_pages_is_well_set(profile: Callable[[str], LoadedProfile]) -> None:
    made = render(profile(f"news:\n{LONG}\n"), targets=["pdf"])
    assert made[0].content.startswith(b"%PDF")


def test_a_failure_of_tex_names_the_field_and_carries_the_log(profile: Callable[[str], LoadedProfile]) -> None:
    loaded = profile("news:\n  - {text: fine, date: 2020}\n  - {text: broken here, date: 2021}\n")
    job = Job(loaded)
    source = job.latex.source.replace("broken here", r"broken \nothing here")
    with pytest.raises(tex.TexError) as caught:
        tex.typeset(source, tex.find_engine("embedded"), job.latex.companions)
    error = explained(caught.value, source, job.document, loaded.source, job.stem)
    assert isinstance(error, ToolError)
    assert [(problem.line, problem.path) for problem in error.problems] == [(4, "news[1]")]
    assert "Undefined control sequence" in str(error)
    files: dict[str, Any] = dict(error.failed)
    assert set(files) == {"ada-full-classic.pdf.txt", "ada-full-classic.pdf.log", "ada-full-classic.tex"}
    assert b"l." in files["ada-full-classic.pdf.log"]
