"""Test what is told of files that are not profiles, and how messages show texts."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.errors import Problem
from cvrender.fonts.installed import offered_families
from cvrender.merge.profile import load_profile
from cvrender.rules.lint import lint

SAMPLES = Path(__file__).parent / "formats/samples"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("command", ["check", "render"])
@pytest.mark.parametrize(
    ("name", "title"),
    [("resume.json", "JSON Resume"), ("rendercv.yaml", "RenderCV"), ("works.bib", "BibTeX or BibLaTeX"), ("orcid.json", "ORCID")],
)
def test_a_file_of_another_format_is_told_as_such(command: str, name: str, title: str) -> None:
    path = SAMPLES / name
    told = call(command, str(path))
    assert told.exit_code == 1
    assert told.stderr == f"{path}: error: this is {title}, not a profile; make a profile of it with: cvrender import {path}\n"


def test_a_profile_with_errors_is_still_a_profile(tmp_path: Path) -> None:
    path = tmp_path / "ann.yaml"
    path.write_text("person: {name: Ann Lee}\ncv: {name: x, sections: {}}\n")
    assert "ann.yaml:2:1: error: cv: unknown key" in call("check", str(path)).stderr


def test_messages_show_the_text_and_usual_spaces(tmp_path: Path) -> None:
    path = tmp_path / "ann.yaml"
    work = "{title: {de: Äpfel, en: Apples}, authors: [Ann Lee], type: article-journal}"
    path.write_text(f"person: {{name: Ann Lee}}\npublications: [{work}]\n")
    loaded = load_profile(path)
    said = [problem.message for problem in lint(loaded.profile, loaded.source)]
    assert len(said) == 2 and all(message.startswith("“Äpfel” has no ") for message in said)
    assert str(Problem("a\u00a0b\u202fc\x1b", "f", code="bad-value")) == "f: error: a b c\\x1b"


def test_a_number_of_pages_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "ann.yaml"
    path.write_text("person: {name: Ann Lee}\nawards:\n" + "".join(f"  - {{title: Medal {n}, date: 2020}}\n" for n in range(300)))
    told = call("render", str(path), "--pages", "1", "--to", "pdf", "--out", str(tmp_path))
    assert told.exit_code in (1, 4) and "for 1 page" in told.stderr
    assert call("render", str(path), "--pages", "0").exit_code == 2


def test_families_that_come_with_the_program_are_offered() -> None:
    families = offered_families(None)
    assert {"EB Garamond", "Lato", "Roboto", "XCharter"} <= {*families} and len(families) >= 12
    assert not [name for name in families if "Awesome" in name]
