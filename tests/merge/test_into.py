"""Proposals for a profile: what is new and nothing else, lines that are not meant to change byte for byte as they were."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.formats.bibliographies import WRITERS
from cvrender.merge.profile import load_profile

ROOT = Path(__file__).parents[2]
PROFILES = sorted(path.stem for path in (ROOT / "profiles").glob("*.yaml"))
FEW = ("ada-example", "minjia-zhang")  # with every feature, and with the most works

PROFILE = """\
# Mine, by hand.
schema: "1"
person:
  name:   Ada Example   # odd blanks stay
  variants: ['A. Example']

publications:
  - title: 'Notes on Engines'   # the first
    authors: [Ada Example, {name: Charles Sample, equal: true}]
    type: paper-conference
    venue: {name: Conference on Improbable Engines, short: CIE}
    date: 2019
    doi: 10.5555/1.1

  # a preprint
  - {title: "Early Engines", authors: [Ada Example, Mary Third], type: article, arxiv: "2101.00001", date: 2021}

  - title: >-
      A Title That Is
      Folded over Lines
    authors:
    - Ada Example
    type: article-journal
    venue: Journal of Machines
    date: 2020
    et_al: true

awards:
- title: Medal of Engines
  date: 2021
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_bytes(PROFILE.encode())
    return tmp_path


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


Import = Callable[..., tuple[str, list[str], list[str]]]


def without_sources(text: bytes) -> bytes:
    """Return a profile without the lines that say where something is from."""
    return re.sub(rb"\r?\n    sources: [^\r\n]*", b"", text)


@pytest.fixture
def imported(work: Path) -> Import:
    """Import a text and apply it: the output, and the lines that went and came."""

    def run(text: str, *arguments: str) -> tuple[str, list[str], list[str]]:
        (work / "new.bib").write_text(text, "utf-8")
        before = (work / "ada.yaml").read_bytes()
        shown = call("import", "new.bib", "--into", "ada.yaml", *arguments)
        assert (work / "ada.yaml").read_bytes() == before, "changed without --apply"
        result = call("import", "new.bib", "--into", "ada.yaml", "--apply", *arguments)
        assert result.exit_code == 0, result.output
        old, new = before.decode().splitlines(), (work / "ada.yaml").read_text("utf-8").splitlines()
        load_profile("ada.yaml")
        again = call("import", "new.bib", "--into", "ada.yaml", *arguments)
        assert "nothing to change" in again.output, again.output
        come = [line for line in new if line not in old and not line.startswith("    sources:")]
        return shown.output, [line for line in old if line not in new], come

    return run


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in PROFILES])
def test_a_bibliography_made_from_a_profile_changes_nothing(name: str, suffix: str, tmp_path: Path) -> None:
    profile = tmp_path / f"{name}.yaml"
    profile.write_bytes((ROOT / "profiles" / f"{name}.yaml").read_bytes())
    text = WRITERS[suffix](load_profile(ROOT / "profiles" / f"{name}.yaml").source.data)
    assert len(text) > 2000, "looked at too little"
    (tmp_path / f"own.{suffix}").write_text(text, "utf-8")
    before = profile.read_bytes()
    result = call("import", str(tmp_path / f"own.{suffix}"), "--into", str(profile), "--apply")
    assert result.exit_code == 0 and result.output == f"{profile}: nothing to change\n"
    assert profile.read_bytes() == before


def test_one_title_changed_is_one_line(tmp_path: Path) -> None:
    profile = tmp_path / "minjia-zhang.yaml"
    old = (ROOT / "profiles" / "minjia-zhang.yaml").read_text("utf-8")
    profile.write_text(old, "utf-8")
    text = WRITERS["bib"](load_profile(profile).source.data)
    title = "Making Preemptible Instances Resilient"
    assert text.count(title) == 1 and old.count(title) == 1
    (tmp_path / "own.bib").write_text(text.replace(title, "Making Spot Instances Resilient"), "utf-8")
    result = call("import", str(tmp_path / "own.bib"), "--into", str(profile), "--apply")
    assert "1 change\n" in result.output
    assert without_sources(profile.read_bytes()).decode() == old.replace(title, "Making Spot Instances Resilient")


def test_a_new_work_is_added_at_the_end(imported: Import) -> None:
    shown, gone, come = imported("@article{new1, title={New Notes}, author={Ada Example}, journal={Machines}, year=2023}")
    assert gone == []
    assert come == ["  - id: new1", "    title: New Notes", "    authors: [Ada Example]", "    venue: Machines", "    date: 2023"]
    assert "+   - id: new1" in shown and "new.bib:1" in shown


def test_a_changed_value_keeps_quotes_and_comments(imported: Import) -> None:
    _, gone, come = imported(
        "@inproceedings{x, title={Notes on Engines, Revised}, author={Ada Example and Charles Sample}, doi={10.5555/1.1}}"
    )
    assert gone == ["  - title: 'Notes on Engines'   # the first"]
    assert come == ["  - title: 'Notes on Engines, Revised'   # the first"]


def test_missing_fields_are_added_in_their_place(imported: Import) -> None:
    _, gone, come = imported(
        "@inproceedings{x, title={Notes on Engines}, author={Ada Example and Charles Sample}, year=2019, pages={1--9}}"
    )
    assert (gone, come) == ([], ["    page: 1–9"])


def test_a_more_precise_date_is_proposed_and_a_less_precise_one_is_not(imported: Import) -> None:
    _, gone, come = imported(
        "@inproceedings{x, title={Notes on Engines}, author={Ada Example and Charles Sample}, year=2019, month=jul}"
    )
    assert (gone, come) == (["    date: 2019"], ["    date: 2019-07"])


def test_a_venue_in_other_words_is_the_same(imported: Import) -> None:
    shown, gone, come = imported(
        "@inproceedings{x, title={Notes on engines}, author={A. Example and C. Sample}, booktitle={CIE 2019}, year=2019}"
    )
    assert (gone, come) == ([], []) and "nothing to change" in shown


def test_the_published_version_completes_its_preprint(imported: Import) -> None:
    shown, gone, come = imported(
        "@inproceedings{x, title={Early Engines}, "
        "author={Ada Example and Mary Third}, booktitle={CIE}, year=2022, doi={10.5555/2.2}}"
    )
    assert len(gone) == len(come) == 1
    assert "type: paper-conference" in come[0] and 'arxiv: "2101.00001"' in come[0] and "date: 2022" in come[0]
    assert "the published version of this preprint" in shown


def test_the_preprint_of_a_paper_is_not_a_second_work(imported: Import) -> None:
    shown, gone, come = imported(
        "@article{x, title={Notes on Engines}, "
        "author={Ada Example and Charles Sample}, journal={CoRR}, volume={abs/1901.00001}, year=2019}"
    )
    assert (gone, come) == ([], ['    arxiv: "1901.00001"'])
    assert "its preprint" in shown


def test_et_al_is_completed(imported: Import) -> None:
    _, gone, come = imported(
        "@article{x, title={A Title That Is Folded over Lines}, "
        "author={Ada Example and Mary Third}, journal={Journal of Machines}, year=2020}"
    )
    assert gone == ["    authors:", "    - Ada Example", "    et_al: true"]
    assert come == ["    authors: [Ada Example, Mary Third]"]


def test_a_mark_that_only_the_file_has_is_added_to_its_author(imported: Import) -> None:
    _, gone, come = imported(
        "@inproceedings{x, title={Notes on Engines}, "
        "author={Ada Example and Charles Sample}, author+an={1=corresponding}, year=2019}"
    )
    assert len(gone) == 1
    assert come == ["    authors: [{name: Ada Example, corresponding: true}, {name: Charles Sample, equal: true}]"]


def test_what_was_refused_stays_refused(imported: Import, work: Path) -> None:
    authors = "author={Ada Example and Charles Sample}"
    text = f"@inproceedings{{x, title={{Notes on Engines, Revised}}, {authors}, doi={{10.5555/1.1}}, pages={{1--9}}}}"
    (work / "new.bib").write_text(text, "utf-8")
    assert "2 changes" in call("import", "new.bib", "--into", "ada.yaml", "--choices", "c.yaml").output
    choices = (work / "c.yaml").read_text("utf-8")
    assert choices.count("apply: yes") == 2
    (work / "c.yaml").write_text(choices.replace("apply: yes", "apply: no", 1), "utf-8")
    shown, gone, come = imported(text, "--choices", "c.yaml")
    assert "1 change, 1 refused" in shown
    assert (gone, come) == ([], ["    page: 1–9"])
    assert "2 changes" not in call("import", "new.bib", "--into", "ada.yaml", "--choices", "c.yaml").output


@pytest.mark.parametrize("text", ["choices: 3", "choices: [{change: a}]", "choices: [{change: a, to: b, apply: perhaps}]", "- a"])
def test_a_broken_file_of_choices_is_an_error_with_its_place(text: str, work: Path) -> None:
    (work / "c.yaml").write_text(text, "utf-8")
    (work / "new.bib").write_text("@misc{a, title={T}, author={Ada Example}}", "utf-8")
    result = call("import", "new.bib", "--into", "ada.yaml", "--choices", "c.yaml")
    assert result.exit_code == 1 and "c.yaml:1:" in result.output


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, lambda text: text.rstrip("\n")]
)
def test_line_ends_and_marks_stay(change: Callable[[str], str], work: Path) -> None:
    (work / "ada.yaml").write_bytes(change(PROFILE).encode())
    (work / "new.bib").write_text(
        "@inproceedings{x, title={Notes on Engines, Revised}, author={Ada Example}, doi={10.5555/1.1}}", "utf-8"
    )
    (work / "new.bib").write_text(
        "@inproceedings{x, title={Notes on Engines, Revised}, author={Ada Example and Charles Sample}, doi={10.5555/1.1}}",
        "utf-8",
    )
    assert call("import", "new.bib", "--into", "ada.yaml", "--apply").exit_code == 0
    assert (
        without_sources((work / "ada.yaml").read_bytes())
        == change(PROFILE.replace("'Notes on Engines'", "'Notes on Engines, Revised'")).encode()
    )


@pytest.mark.parametrize(
    "arguments",
    [("--apply",), ("--choices", "c.yaml"), ("--into", "ada.yaml", "--out", "x.yaml"), ("--into", "ada.yaml", "--me", "Ada")],
)
def test_options_that_do_not_go_together_are_wrong_usage(arguments: tuple[str, ...], work: Path) -> None:
    assert call("import", "new.bib", *arguments).exit_code == 2


def test_what_is_not_understood_of_a_new_entry_is_kept_at_the_end(imported: Import, work: Path) -> None:
    imported("@article{new1, title={New Notes}, author={Ada Example}, year=2023, issn={1234-5678}, journal={J}}")
    assert (work / "ada.yaml").read_text("utf-8").endswith("\nx-import:\n  bibtex: [{of: new1, issn: 1234-5678}]\n")


def test_a_further_form_of_the_name_becomes_a_variant(imported: Import) -> None:
    _, gone, come = imported("@article{new1, title={New Notes}, author={Ada B. Example}, year=2023, journal={Journal of Notes}}")
    assert gone == ["  variants: ['A. Example']"]
    assert "  variants: ['A. Example', Ada B. Example]" in come


def test_what_is_in_an_included_file_is_not_changed(work: Path) -> None:
    (work / "ada.yaml").write_text("person: {name: Ada Example}\ninclude: [more.yaml]\n", "utf-8")
    more = "publications:\n  - {title: Old Notes, authors: [Ada Example], type: report, date: 2019, doi: 10.5555/1.1}\n"
    (work / "more.yaml").write_text(more, "utf-8")
    (work / "new.bib").write_text(
        "@techreport{o, title={Old Notes}, author={Ada Example}, year=2020, doi={10.5555/1.1}}\n"
        "@techreport{new1, title={New Notes}, author={Ada Example}, year=2021}",
        "utf-8",
    )
    result = call("import", "new.bib", "--into", "ada.yaml", "--apply")
    assert result.exit_code == 0 and "in an included file" in result.output
    assert (work / "more.yaml").read_text("utf-8") == more
    assert "New Notes" in (work / "ada.yaml").read_text("utf-8")
    assert len(load_profile("ada.yaml").profile.publications) == 2


def test_works_of_a_live_bibliography_are_left_to_it(work: Path) -> None:
    (work / "pubs.bib").write_text("@misc{a, title={Notes}, author={Ada Example}, year=2020}", "utf-8")
    (work / "ada.yaml").write_text("person: {name: Ada Example}\npublications: {from: pubs.bib}\n", "utf-8")
    (work / "new.json").write_text(
        '{"basics": {"name": "Ada Example", "email": "ada@example.org"}, "publications": [{"name": "X"}]}', "utf-8"
    )
    result = call("import", "new.json", "--into", "ada.yaml", "--apply")
    assert result.exit_code == 0 and "publications are read from" in result.output
    text = (work / "ada.yaml").read_text("utf-8")
    assert "emails: [ada@example.org]" in text and "publications: {from: pubs.bib}" in text
    assert sorted(path.name for path in work.iterdir()) == ["ada.yaml", "new.json", "pubs.bib"], "leaves nothing behind"


def test_a_change_that_makes_the_profile_invalid_is_not_made(work: Path) -> None:
    authors = "author={Ada Example and Charles Sample}"
    (work / "new.bib").write_text(
        f"@inproceedings{{x, title={{Notes on Engines \ue000}}, {authors}, doi={{10.5555/1.1}}}}", "utf-8"
    )
    result = call("import", "new.bib", "--into", "ada.yaml", "--apply")
    assert result.exit_code == 1
    assert "ada.yaml:8:12: error: publications[0].title: contains the private-use character U+E000" in result.output
    assert (work / "ada.yaml").read_bytes() == PROFILE.encode()
    assert sorted(path.name for path in work.iterdir()) == ["ada.yaml", "new.bib"], "leaves nothing behind"


def test_what_is_new_says_where_it_is_from(work: Path) -> None:
    (work / "new.bib").write_text(
        "@inproceedings{x, title={Notes on Engines}, author={Ada Example and Charles Sample}, year=2019, pages={1--9}}\n"
        "@article{new1, title={New Notes}, author={Ada Example}, journal={Machines}, year=2023}",
        "utf-8",
    )
    assert call("import", "new.bib", "--into", "ada.yaml", "--apply").exit_code == 0
    works = load_profile("ada.yaml").source.data["publications"]
    assert works[0]["sources"] == {"page": "new.bib#l1"}
    assert works[-1]["sources"] == "new.bib#l2"
