"""Two entries become one only if they are about one work."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from cvrender.cli import main
from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.values.same_work import is_same_venue
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.apply import propose_into
from cvrender.merge.new_profile import NewProfile, new_profile
from cvrender.merge.readers import read_content

Read = Callable[..., Imported]


def entry(key: str, title: str, fields: str, author: str = "Ada Example") -> str:
    return f"@article{{{key}, title={{{title}}}, author={{{author}}}, {fields}}}\n"


def made_of(*texts: str) -> NewProfile:
    return new_profile(
        [read_content(Content(text.encode(), f"{number}.bib")) for number, text in enumerate(texts)], "Ada Example"
    )


def works(profile: NewProfile) -> list[dict[str, Any]]:
    validate(parse(profile.text.encode(), "ada.yaml"))
    publications: list[dict[str, Any]] = profile.data["publications"]
    return publications


def test_a_copied_doi_does_not_make_one_work_of_two() -> None:
    one = entry("a", "Notes on Engines", "journal={Journal of Engines}, year=2019, doi={10.5555/1.1}")
    other = entry("b", "Cards for Looms", "journal={Weaving}, year=2022, doi={10.5555/1.1}")
    profile = made_of(one + other)
    assert {work["title"] for work in works(profile)} == {"Notes on Engines", "Cards for Looms"}
    (problem,) = profile.problems
    assert problem.line == 2 and "“Notes on Engines” in 0.bib:1" in problem.message and problem.severity == "warning"
    other_way = works(made_of(one, other))
    assert [{**work, "sources": ""} for work in other_way] == [{**work, "sources": ""} for work in works(profile)], (
        "nor in two files"
    )


def test_a_title_with_and_without_its_subtitle_is_one_work_with_one_doi() -> None:
    profile = made_of(
        entry("a", "Notes on Engines", "doi={10.5555/1.1}"), entry("b", "Notes on Engines: A Study", "doi={10.5555/1.1}")
    )
    assert len(works(profile)) == 1


def test_editorials_of_one_year_are_different_works() -> None:
    journals = [("Journal of Engines", 1), ("Weaving", 1), ("Weaving", 2)]
    text = "".join(
        entry(f"e{index}", "Editorial", f"journal={{{name}}}, volume={volume}, year=2020")
        for index, (name, volume) in enumerate(journals)
    )
    assert len(works(made_of(text))) == 3
    assert len(works(made_of(text, text))) == 3, "a second time, nothing is added"
    assert len(works(made_of(text + entry("again", "Editorial", "journal={Weaving}, volume=2, year=2020")))) == 3


def test_a_duplicate_says_nothing_of_another_venue() -> None:
    """A venue that is only spelled differently is not one where the work appeared as well."""
    profile = made_of(
        entry("a", "Notes on Engines", "journal={Journal of Machine Work Research}, year=2020")
        + entry("b", "Notes on Engines", "journal={J. Mach. Work Res.}, year=2020, pages={1--9}")
    )
    (work,) = works(profile)
    assert "also" not in work and work["page"] == "1–9"
    assert "line 1" in profile.problems[0].message


def test_venues_are_the_same_by_their_abbreviations() -> None:
    assert is_same_venue("J. Mach. Work Res.", "Journal of Machine Work Research")
    assert is_same_venue("ICML", "International Conference on Machine Learning")
    assert not is_same_venue("Weaving", "Journal of Engines")
    assert not is_same_venue("Journal of Engines", "Journal of Looms")


def test_sources_that_spell_a_venue_differently_are_about_one_work() -> None:
    one = entry(
        "a", "On the General Notes of Engines", "journal={Advances in Odd Systems}, year=2020", "Ada Example and Bo Sample"
    )
    other = entry("b", "On the General Notes of Engines", "journal={OddSys}, year=2020", "A. Example and B. Sample")
    assert len(works(made_of(one, other))) == 1
    assert len(works(made_of(one, other.replace("B. Sample", "C. Third")))) == 2


def test_merging_twice_changes_nothing(tmp_path: Path, samples: Path) -> None:
    files = [read_content(Content((samples / name).read_bytes(), name)) for name in ("works.bib", "orcid.json", "resume.json")]
    source = parse(new_profile(files, "Ada Example").text.encode(), "ada.yaml")
    again = [read_content(Content((samples / name).read_bytes(), name)) for name in ("works.bib", "orcid.json", "resume.json")]
    assert [(change.path, change.new) for change in propose_into(source, again).proposals] == []


def test_check_takes_two_editorials_for_two_works(tmp_path: Path) -> None:
    profile = tmp_path / "ada.yaml"
    common = "title: Editorial, type: article-journal, authors: [Ada Example], date: 2020"
    profile.write_text(
        f"person: {{name: Ada Example}}\npublications:\n  - {{{common}, venue: Weaving}}\n  - {{{common}, venue: Engines}}\n",
        "utf-8",
    )
    assert CliRunner().invoke(main, ["check", str(profile)]).exit_code == 0
    profile.write_text(profile.read_text("utf-8").replace("venue: Engines", "venue: Weaving"), "utf-8")
    assert CliRunner().invoke(main, ["check", str(profile)]).exit_code == 1
