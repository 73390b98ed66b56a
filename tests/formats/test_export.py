"""Bibliographies made from profiles."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.merge.readers import read_file

PROFILE = """\
person: {name: Ada Example}
publications:
  - {title: 'Notes & *Engines*: 50% of $n^2$',
     authors: [Ludwig van Beethoven, The Engine Group, 谢聪], et_al: true, type: paper-conference,
     venue: {name: Conference on Engines, location: Nowhere}, date: 2019-07,
     page: 1–10, doi: 10.5555/1.1, arxiv: '1907.00001'}
  - {title: All Notes, editors: [Mary Third], translators: [Bo Yé], type: book, date: 2018-23, publisher: Press,
     publisher_place: Somewhere, edition: 2nd edition, collection_title: Notes on Engines, pmid: 12345678,
     section: §§ 433–435 Rn. 12–45}
  - {title: Old Notes, authors: [Ada Example], type: report, date: ca. 1998}
  - {title: Secret Notes, authors: [Ada Example], type: report, private: true}
patents:
  - {title: An Engine, authors: [Ada Example], number: US 1, date: 2018}
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--to", "bib,json,ris"])
    assert result.exit_code == 0, result.output
    return tmp_path / "out" / "ada"


def test_bibtex_is_latex(work: Path) -> None:
    text = (work / "ada.bib").read_text("utf-8")
    assert "title = {Notes \\& \\emph{Engines}: 50\\% of $n^2$}" in text
    assert "author = {Ludwig van Beethoven and {The Engine Group} and 谢聪 and others}" in text
    assert "year = {2019}" in text and "month = jul" in text and "eprint = {1907.00001}" in text
    assert "@inproceedings{beethoven2019notes," in text and "@patent{example2018engine," in text


def test_csl_has_names_in_parts(work: Path) -> None:
    work_, *_, patent = json.loads((work / "ada.json").read_text("utf-8"))
    assert work_["author"][0] == {"given": "Ludwig", "non-dropping-particle": "van", "family": "Beethoven"}
    assert work_["issued"] == {"date-parts": [[2019, 7]]}
    assert patent["type"] == "patent"


def test_ris_has_last_names_first(work: Path) -> None:
    text = (work / "ada.ris").read_text("utf-8")
    assert "TY  - CPAPER" in text
    assert "AU  - van Beethoven, Ludwig" in text and "TY  - PAT" in text


@pytest.mark.parametrize(("suffix", "lost"), [("bib", set()), ("json", {"season"}), ("ris", set())])
def test_a_book_comes_back(suffix: str, lost: set[str], work: Path) -> None:
    book, old = (read_file(work / f"ada.{suffix}").data["publications"][index] for index in (1, 2))
    wanted = {
        "editors": ["Mary Third"],
        "translators": ["Bo Yé"],
        "publisher_place": "Somewhere",
        "edition": "2nd edition",
        "section": "§§ 433–435 Rn. 12–45",
        "collection_title": "Notes on Engines",
        "pmid": "12345678",
        "date": "2018" if "season" in lost else "2018-23",
    }
    assert {key: book.get(key) for key in wanted if key not in lost} == {key: wanted[key] for key in wanted if key not in lost}
    assert not lost.intersection(book), "is written after all"
    assert old["date"] == "1998"


def test_what_is_private_is_not_exported(work: Path) -> None:
    assert all("Secret" not in path.read_text("utf-8") for path in work.iterdir())


RICH = """\
person: {name: Ada Example}
publications:
  - {title: 'Looms in *Bombyx mori*: AT&T & more', type: article-journal, venue: Journal of Engines, date: 2019-07, number: '17',
     authors: [{name: Ada Example, equal: true}, {name: Ben Sample, equal: true, corresponding: true}], et_al: true,
     doi: 10.5555/1.1, arxiv: '1907.00001', pmid: '12345678', pmcid: PMC1234567, url: 'https://example.org/looms',
     links: [{url: 'https://example.org/s', label: slides}, {url: 'https://example.org/t', label: Test data}, 'https://example.org/u']}
  - {title: Notes, type: report, authors: [Ada Example], date: 2018, number: TR-7, links: ['https://example.org/n']}
"""


@pytest.mark.parametrize("suffix", ["bib", "json", "ris"])
def test_links_marks_numbers_and_italics_come_back(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(RICH, "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--to", suffix, "--strict"])
    assert result.exit_code == 0, result.output
    wanted = yaml.safe_load(RICH)["publications"]
    for work, back in zip(wanted, read_file(tmp_path / f"out/ada/ada.{suffix}").data["publications"], strict=True):
        work |= {"date": str(work["date"])}
        same_fields = {key: back.get(key) for key in work}
        if "links" in work:
            same_fields["links"].sort(key=str)
            work["links"].sort(key=str)
        assert same_fields == work


def test_facts_that_a_format_cannot_hold_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(RICH, "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--to", "rendercv"])
    for fact in ("et_al", "equal", "corresponding"):
        assert f"publications.{fact} (1: “Looms in Bombyx mori: AT&T & more”)" in result.output


PARTS = """publications:
  - {title: Classifiers without Nouns, type: article-journal, authors: [{name: Li Fan, native: 范例}], date: 2020,
     venue: {name: Journal of Sample Linguistics, note: a special issue}}
  - {title: Nothing Observed, type: article-journal, collaboration: NULLITY, date: 2021, venue: Letters of Sample Physics}
"""


@pytest.mark.parametrize("suffix", ["bib", "json", "ris"])
def test_only_the_part_of_a_field_that_is_lost_is_named(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\n{PARTS}", "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--to", suffix])
    title = "(1: “Classifiers without Nouns”)"
    assert f"cannot hold publications.authors.native {title}, publications.venue.note {title}\n" in result.output
    assert read_file(tmp_path / f"out/ada/ada.{suffix}").data["publications"][1]["authors"] == ["NULLITY"]


def test_a_date_in_the_words_of_the_document_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    talk = "talks: [{title: On Looms, event: Loom Days, date: 2019-05-04}]"
    service = "service: [{role: Reviewer, venue: Looms, start: 2018-03, end: 2019-09}]"
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\nlanguage: de\n{talk}\n{service}\n", "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--view", "full", "--to", "rendercv", "--strict"])
    assert result.exit_code == 0, result.output
    assert "4.\N{NO-BREAK SPACE}Mai 2019" in (tmp_path / "out/ada/ada-rendercv.yaml").read_text("utf-8")
