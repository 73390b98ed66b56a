"""Test Documents that are set badly: findings name the field that caused them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cvrender.api import render
from cvrender.errors import ArtifactError, TexError, ToolError
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile
from cvrender.targets.comparison.checks import Discrepancy
from cvrender.targets.pdf.engine import program
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.pdf.typesetter import explained
from cvrender.targets.tex.marks import unmark

LONG = "\n".join(f"  - {{text: Event number {number} of a long list of events, date: 2020}}" for number in range(60))


@pytest.fixture
def profile(tmp_path: Path) -> Callable[[str], LoadedProfile]:
    def make(text: str) -> LoadedProfile:
        (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\n{text}", "utf-8")
        return load_profile(tmp_path / "ada.yaml")

    return make


def found_in(ada: Any, change: Callable[[str], str] = lambda source: source) -> list[Discrepancy]:
    """What is wrong with the PDF of a source that was changed."""
    source = ada.inputs.shared["tex"]
    marked = change(source.marked)
    done = tex.typeset(unmark(marked), program.find_engine("embedded"), source.companions, "", source.packages)
    problems: list[Discrepancy] = ada.found("pdf", done.pdf, source=marked, log=done.log)
    return problems


def test_a_line_too_wide_is_an_error_at_the_field_that_caused_it(profile: Callable[[str], LoadedProfile]) -> None:
    loaded = profile(f"news:\n  - {{text: short, date: 2020}}\n  - text: ${'W' * 120}$ and more\n    date: 2021\n")
    with pytest.raises(ArtifactError) as caught:
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


def test_a_smaller_excess_is_a_warning_and_a_tiny_one_nothing(
    profile: Callable[[str], LoadedProfile], checked: Callable[..., Any]
) -> None:
    ada = checked(profile("bio: A text.\n"))
    for points, expected in (("9", ["error"]), ("3", ["warning"]), ("0.5", [])):
        problems = found_in(ada, lambda s, p=points: s.replace("A text.", rf"A text.\hbox to 1pt{{\kern{float(p) + 1}pt}}"))
        assert [item.severity for item in problems if "too wide" in item.message] == expected


def test_text_outside_of_the_page_is_found(profile: Callable[[str], LoadedProfile], checked: Callable[..., Any]) -> None:
    ada = checked(profile("bio: A text that stands there.\n"))
    assert not found_in(ada)
    problems = found_in(ada, lambda source: source.replace("A text that", r"\hspace*{180mm}\mbox{A text that")
                             .replace("stands there.", "stands there.}"))  # fmt: skip
    assert any("is outside page 1" in item.message for item in problems)


def test_of_very_many_texts_outside_of_a_page_only_the_first_are_read(
    profile: Callable[[str], LoadedProfile], checked: Callable[..., Any]
) -> None:
    """Each takes time in proportion to the page: a column of tens of thousands below it would take minutes."""
    ada = checked(profile("bio: A text.\n"))
    column = r"A text.\vbox to 0pt{" + r"\hbox{below}" * 200 + r"\vss}"
    shown = [item for item in found_in(ada, lambda source: source.replace("A text.", column)) if "outside page" in item.message]
    assert len(shown) == 50


def test_a_heading_alone_at_the_foot_is_found(profile: Callable[[str], LoadedProfile], checked: Callable[..., Any]) -> None:
    ada = checked(profile("bio: A text.\nnews: [{text: An event, date: 2020}]\n"))
    problems = found_in(ada, lambda source: source.replace(r"\begin{cvlines}", "\\newpage\n\\begin{cvlines}"))
    assert [item.message for item in problems if item.severity == "error"] == ["heading “News” is alone at the bottom of page 1"]


def test_a_first_line_alone_and_a_nearly_empty_last_page_are_warnings(
    profile: Callable[[str], LoadedProfile], checked: Callable[..., Any]
) -> None:
    ada = checked(profile("positions:\n  - {organization: The Mill, title: Miller, date: 2020}\n"))
    problems = found_in(ada, lambda source: source.replace(r"\cvline{", "\\newpage\n\\cvline{"))
    assert {item.severity for item in problems} == {"warning"}
    assert any(re.fullmatch("first line of “.*” is alone at the bottom of page 1", item.message) for item in problems)
    assert any("last page has only one line" in item.message for item in problems)


def test_an_ordinary_document_of_several_pages_is_well_set(profile: Callable[[str], LoadedProfile]) -> None:
    artifacts = render(profile(f"news:\n{LONG}\n"), targets=["pdf"])
    assert artifacts[0].content.startswith(b"%PDF")


def test_a_failure_of_tex_names_the_field_and_carries_the_log(
    profile: Callable[[str], LoadedProfile], checked: Callable[..., Any]
) -> None:
    loaded = profile("news:\n  - {text: fine, date: 2020}\n  - {text: broken here, date: 2021}\n")
    ada = checked(loaded)
    marked = ada.inputs.shared["tex"].marked.replace("broken here", r"broken \nothing here")
    source = ada.inputs.shared["tex"]._replace(source=unmark(marked), marked=marked)
    with pytest.raises(TexError) as caught:
        tex.typeset(source.source, program.find_engine("embedded"), source.companions)
    error = explained(caught.value, source, ada.inputs.document, ada.inputs)
    assert isinstance(error, ToolError)
    assert [(problem.line, problem.path) for problem in error.problems] == [(4, "news[1]")]
    assert "Undefined control sequence" in str(error)
    files: dict[str, Any] = dict(error.failed)
    assert set(files) == {"ada-full-classic.pdf.txt", "ada-full-classic.pdf.log", "ada-full-classic.tex"}
    assert b"l." in files["ada-full-classic.pdf.log"]
