"""Test files whose shapes are near those of known formats: they are read or named, and never taken for prose."""

from typing import Any

import pytest

from cvrender.errors import InputError
from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.new_profile import NewProfile, new_profile
from cvrender.merge.readers import read_content

ME = "Ada Example"


def read(text: str, file: str = "x.txt") -> Imported:
    return read_content(Content(text.encode(), file))


def made_of(*texts: str) -> NewProfile:
    profile = new_profile([read(text) for text in texts], ME)
    validate(parse(profile.text.encode(), "made.yaml"))
    return profile


def work(fields: str) -> dict[str, Any]:
    author = "" if "author=" in fields else "author={Ada Example}, "
    profile = made_of(f"@article{{a, title={{Notes on Engines}}, {author}year=2020, {fields}}}\n")
    (only,) = profile.data["publications"]
    return {**only, "kept": profile.kept}


@pytest.mark.parametrize("file", ["cv.yaml", "cv.txt"])
def test_a_mapping_in_yaml_of_no_known_program_is_named(file: str) -> None:
    text = "# My CV\n# Jobs and more\nname: {first: Ada}\nemail: a@example.org\n# Work\njobs:\n- at: Example Works\n"
    with pytest.raises(InputError, match="it is YAML with the keys name, email, jobs, but not of a program"):
        read(text, file)


def test_broken_yaml_is_told_with_its_line_and_not_taken_for_markdown() -> None:
    with pytest.raises(InputError, match=r"cv\.yaml:3"):
        read("# My CV\nname: Ada\n  email: [a\n", "cv.yaml")


def test_markdown_with_front_matter_stays_markdown() -> None:
    text = "---\ntitle: CV\nlayout: page\n---\n# Ada Example\n\n## Education\n\nExample University, Ph.D., 2015–2019\n"
    assert read(text, "cv.md").format == "markdown"


def test_a_profile_is_named_as_such() -> None:
    with pytest.raises(InputError, match="is a profile of cvrender already"):
        read("# mine\nschema: 1\nperson: {name: Ada Example}\n")


def test_json_resume_may_be_yaml() -> None:
    profile = made_of(
        "basics:\n  name: Ada Example\n  email: a@example.org\nwork:\n- {name: Example Works, position: Engineer}\n"
    )
    assert profile.data["positions"] == [{"organization": "Example Works", "title": "Engineer", "sources": "x.txt#l5"}]


def test_a_work_without_a_title_is_a_warning() -> None:
    profile = made_of("@article{a, author={Ada Example}, year=2020}\n@book{b, title={T}, author={Ada Example}, year=2020}\n")
    assert [(problem.code, problem.severity) for problem in profile.problems] == [("missing-key", "warning")]
    assert "2020" in str(profile.kept) and len(profile.data["publications"]) == 1


@pytest.mark.parametrize("full", ["fjournal", "journal-full"])
def test_the_full_name_of_a_journal_is_used(full: str) -> None:
    entry = work(f"journal={{J. Eng.}}, {full}={{Journal of Engines}}")
    assert entry["venue"] == {"name": "Journal of Engines", "short": "J. Eng."} and not entry["kept"]


def test_several_addresses_of_a_work_are_links() -> None:
    entry = work("url={https://a.example.org/1 https://b.example.org/2}")
    assert entry["links"] == ["https://a.example.org/1", "https://b.example.org/2"]


def test_what_databases_say_of_a_journal_is_left_out() -> None:
    assert not work("journal={J}, mesh={Looms}, pst={ppublish}, mrclass={81t70}")["kept"]


@pytest.mark.parametrize("others", ["others", "et al.", "et. al."])
def test_authors_who_are_left_out_are_not_an_author(others: str) -> None:
    entry = work(f"author={{Ada Example and {others}}}")
    assert entry["authors"] == ["Ada Example"] and entry["et_al"] is True


def test_years_of_a_project_of_the_nih_become_one_grant() -> None:
    head = "Project Title,Project Number,Contact PI / Project Leader,Project Start Date,Project End Date,Fiscal Year,Total Cost"
    rows = [
        '"Quiet, at Last",5R01GM000001-02,"VAN DER BERG, JAN",6/1/2021,5/31/2026,2022,"$1,000"',
        '"Quiet, at Last",1R01GM000001-01A1,"VAN DER BERG, JAN",6/1/2020,5/31/2025,2021,500',
        "Louder,3U01EY000002-03S1,Ada Example,13/41/2020,,2020,unknown",
    ]
    imported = read("\n".join(["Search results", "PI: Example", "", head, *rows]), "SearchResult_Export.csv")
    first, second = imported.data["grants"]
    assert (first["number"], first["start"], first["end"], first["amount"]) == (
        "R01GM000001",
        "2020-06-01",
        "2026-05-31",
        "$1,500",
    )
    assert first["investigators"] == ["Jan Van Der Berg"] and first.place[1] == 5
    assert second["number"] == "U01EY000002" and "amount" not in second and "start" not in second
    assert [problem.line for problem in imported.problems if "not a date" in problem.message] == [7]
