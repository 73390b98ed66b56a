"""Read keys by the names that they had before, and write the new ones, with a table of keys as a later version may have it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender import load_profile
from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.library import Library
from cvrender.load.library.views import find_view
from cvrender.model import renamed
from cvrender.model.renamed import RenamedKey
from cvrender.run.language.fixes import fixes
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.problems import problems

ROWS = (
    RenamedKey("profile", ("positions", "*", "company"), "organization", "2.0", "2030-01-31"),
    RenamedKey("profile", ("cv",), "person", "2.0", "2030-01-31"),
    RenamedKey("view", ("sections", "*", "hidden"), "omit", "2.1", "2031-06-15"),
)
OLD = """# Mine
cv: {name: Ada Example} # that is me
"positions":
  - title: Programmer
    'company': Engine Works   # since 1843
    start: 1843
views:
  short:
    sections:
      - {hidden: [awards]}
"""


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renamed, "RENAMED", ROWS)


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "ada.yaml"
    path.write_text(OLD, "utf-8")
    return path


def test_old_names_are_read_with_a_warning_each(profile: Path) -> None:
    loaded = load_profile(profile)
    assert loaded.profile.person.name == "Ada Example"
    assert loaded.profile.positions[0].organization == "Engine Works"
    paths = {(problem.line, problem.path): problem for problem in loaded.source.cut_texts}
    assert set(paths) == {(5, "positions[0].company"), (2, "cv"), (10, "views.short.sections[0].hidden")}
    assert {problem.code for problem in paths.values()} == {"renamed-key"}
    message = paths[10, "views.short.sections[0].hidden"].message
    assert message == "has the name “omit” since version 2.1; the old one is read until 2032-06-15"
    assert loaded.source.location(("person", "name"))[1:] == (2, 12)


def test_a_name_and_its_old_one_exclude_each_other(profile: Path) -> None:
    profile.write_text(OLD + "person: {name: Bob Example}\n", "utf-8")
    with pytest.raises(InputError) as failed:
        load_profile(profile)
    assert [(problem.code, problem.line) for problem in failed.value.problems] == [("contradiction", 2)]


def test_overlays_and_views_of_files_have_old_names_too(profile: Path) -> None:
    overlay = profile.with_name("more.yaml")
    overlay.write_text("cv: {headline: Programmer}\n", "utf-8")
    assert load_profile(profile, overlays=[overlay]).profile.person.headline == "Programmer"
    view = profile.parent / "views/mine.yaml"
    view.parent.mkdir()
    view.write_text("sections:\n  - {hidden: [awards]}\n", "utf-8")
    named = find_view("mine", library=Library((profile.parent,)))
    assert named.view.sections is not None
    assert [request.omit for request in named.view.sections] == [("awards",)]  # type: ignore[union-attr]


def test_migrate_writes_new_names_and_nothing_else(profile: Path) -> None:
    tried = CliRunner().invoke(main, ["migrate", "ada.yaml", "--dry-run"])
    assert tried.exit_code == 1 and "3 keys to rename" in tried.stdout
    assert profile.read_text("utf-8") == OLD
    result = CliRunner().invoke(main, ["migrate", "ada.yaml"])
    assert result.exit_code == 0, result.output
    new = OLD.replace("cv:", "person:").replace("'company'", "organization").replace("hidden", "omit")
    assert profile.read_text("utf-8") == new
    again = CliRunner().invoke(main, ["migrate", "ada.yaml", "--json"])
    assert (again.exit_code, again.stdout.strip()) == (0, "[]")


def test_migrate_says_what_is_wrong_with_a_file(profile: Path) -> None:
    profile.write_text("cv: [", "utf-8")
    failed = CliRunner().invoke(main, ["migrate", "ada.yaml", "none.yaml"])
    assert failed.exit_code == 1
    assert "ada.yaml:2:1: error" in failed.stderr
    assert CliRunner().invoke(main, ["migrate", "none.yaml"]).exit_code == 1


def test_editors_offer_the_new_name(profile: Path) -> None:
    document = OpenDocument(profile, OLD)
    (problem,) = [each for each in problems(document, with_lint=True) if each.code == "renamed-key" and each.line == 5]
    assert "Write organization" in [fix.title for fix in fixes(document, problem)]
