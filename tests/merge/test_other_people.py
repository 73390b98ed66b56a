"""Test files as other people write them: each value reaches its field, and each doubt is a warning."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.formats.base import Imported
from cvrender.formats.bibliographies import write_bibtex
from cvrender.formats.content import Content
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.load.yaml_text import block
from cvrender.merge.new_profile import NewProfile, new_profile
from cvrender.merge.readers import read_content
from cvrender.system.process import Limits

Work = Callable[..., dict[str, Any]]


def read(text: str, name: str = "x") -> Imported:
    return read_content(Content(text.encode(), name))


def made_of(*texts: str, me: str = "") -> NewProfile:
    profile = new_profile([read(text) for text in texts], me)
    validate(parse(profile.text.encode(), "ada.yaml"))
    return profile


def article(fields: str, kind: str = "article") -> str:
    return f"@{kind}{{a, title={{Notes on Engines}}, author={{Ada Example}}, {fields}}}\n"


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


EUROPASS = """<Candidate xmlns="http://www.europass.eu/1.0"><CandidatePerson><PersonName><GivenName>Ada</GivenName>
<FamilyName>Example</FamilyName></PersonName></CandidatePerson><CandidateProfile><EducationHistory>
<EducationOrganizationAttendance><OrganizationName>U</OrganizationName><AttendancePeriod><StartDate><FormattedDateTime>2015
</FormattedDateTime></StartDate><Ongoing>{}</Ongoing></AttendancePeriod></EducationOrganizationAttendance></EducationHistory>
</CandidateProfile></Candidate>"""


@pytest.mark.parametrize(("ongoing", "end"), [("false", None), ("true", "present")])
def test_what_europass_does_not_call_ongoing_is_not(ongoing: str, end: str | None) -> None:
    (entry,) = made_of(EUROPASS.format(ongoing)).data["education"]
    assert (entry["start"], entry.get("end")) == ("2015", end)


WORKS = {"group": [{"work-summary": [{"title": {"title": {"value": "Notes"}}, "type": "journal-article", "put-code": 1}]}]}
JOBS_3 = {"affiliation-group": [{"summaries": [{"employment-summary": {"organization": {"name": "Example Works"}}}]}]}
JOBS_2 = {"employment-summary": [{"organization": {"name": "Example Works"}}], "path": "/0000-0002-1825-0097/employments"}
PERSON = {"name": {"given-names": {"value": "Ada"}, "family-name": {"value": "Example"}}, "other-names": {"other-name": []}}


@pytest.mark.parametrize(
    ("answer", "collection", "number"),
    [
        (WORKS, "publications", 1),
        (JOBS_3, "positions", 1),
        (JOBS_2, "positions", 1),
        ({"employments": JOBS_2, "works": WORKS}, "positions", 1),
    ],
)
def test_parts_of_an_orcid_record_are_read(answer: dict[str, Any], collection: str, number: int) -> None:
    imported = read(json.dumps(answer))
    assert imported.format == "orcid" and len(imported.data[collection]) == number


def test_the_person_of_an_orcid_record_is_read_alone() -> None:
    assert read(json.dumps(PERSON)).data["person"]["name"] == "Ada Example"
    xml = (
        '<p:person xmlns:p="http://www.orcid.org/ns/person"><p:biography><p:content>Builds.</p:content></p:biography></p:person>'
    )
    assert read(xml).data["bio"] == "Builds."


def test_a_file_of_which_nothing_is_read_is_an_error() -> None:
    imported = read_content(Content(b'{"unknown": [1]}', "x.json"), "orcid")
    assert [problem.severity for problem in imported.problems] == ["error"]


def test_a_publisher_of_json_resume_is_a_venue() -> None:
    resume = {"basics": {"name": "Ada Example"}, "publications": [{"name": "Notes", "publisher": "Journal of Engines"}]}
    (work,) = made_of(json.dumps(resume)).data["publications"]
    assert (work["venue"], work["type"]) == ("Journal of Engines", "article-journal")


@pytest.mark.parametrize("server", ["bioRxiv", "medRxiv", "SSRN Electronic Journal", "ChemRxiv", "OSF Preprints", "ECCC"])
def test_preprints_of_any_server_meet_their_papers(server: str) -> None:
    preprint = article(f"journal={{{server}}}, year=2020, doi={{10.5555/2}}")
    (work,) = made_of(preprint).data["publications"]
    assert (work["type"], work["genre"]) == ("article", "preprint")
    paper = article("journal={Journal of Engines}, year=2021, doi={10.5555/1}").replace("{a,", "{b,")
    (both,) = made_of(paper + preprint).data["publications"]
    assert (both["venue"], both["doi"]) == ("Journal of Engines", "10.5555/1")
    assert both["links"] == [{"url": "https://doi.org/10.5555/2", "label": "preprint"}]
    (again,) = made_of(preprint + paper).data["publications"]
    assert (again["doi"], again["links"]) == (both["doi"], both["links"])


def test_a_book_that_only_serves_its_chapters_is_a_work_of_its_editor() -> None:
    book = "@book{b, title={Handbook}, editor={%s}, year=2020}\n"
    chapter = "@incollection{c, title={Looms}, author={Ada Example}, crossref={b}}\n"
    titles = [work["title"] for work in made_of(chapter + book % "Ada Example", me="Ada Example").data["publications"]]
    assert sorted(titles) == ["Handbook", "Looms"]
    (only,) = made_of(chapter + book % "Mary Third", me="Ada Example").data["publications"]
    assert only["container_editors"] == ["Mary Third"]


def test_what_is_commented_out_is_not_imported() -> None:
    text = article("year=2020,\n  % note = {no},\n journal={J}") + "% @article{b, title={Old}, author={Ada Example}, year=2019}\n"
    (work,) = made_of(text).data["publications"]
    assert work["title"] == "Notes on Engines" and "note" not in work


def test_the_owner_is_the_one_with_the_full_name() -> None:
    text = "".join(article("year=2020").replace("{a,", f"{{k{n},").replace("Notes", f"{n} Notes") for n in "xyz")
    text = text.replace("Ada Example", "A. Example", 2)
    assert made_of(text).data["person"]["name"] == "Ada Example"


def test_the_first_author_of_most_works_is_asked_for() -> None:
    text = "".join(
        f"@misc{{k{n}, title={{T{n}}}, author={{Ada Example and {other}}}, year=2020}}\n"
        for n, other in enumerate(("B Sample", "B Sample"))
    )
    profile = made_of(text)
    assert profile.data["person"]["name"] == "Ada Example"
    assert [(problem.code, problem.severity) for problem in profile.problems] == [("no-owner", "warning")]


def test_a_page_is_linked_once() -> None:
    profiles = [{"network": "X", "url": "https://x.com/ada"}, {"network": "Twitter", "url": "https://www.x.com/ada/"}]
    resume = {"basics": {"name": "Ada Example", "url": "https://x.com/ada", "profiles": profiles}}
    assert made_of(json.dumps(resume)).data["person"]["links"] == [{"value": "https://x.com/ada", "label": "X"}]


def test_characters_that_are_not_printed_cost_nothing() -> None:
    imported = read(article("journal={Jour\u00adnal\tof\u00a0Eng\u200bines\x07}, year=2020\r\n"))
    assert imported.data["publications"][0]["venue"] == "Journal of Engines"
    assert [problem.code for problem in imported.problems] == ["bad-character"], "told once"


@pytest.mark.parametrize("value", ["A\u200bB", "A\ue000B"])
def test_an_odd_character_in_a_place_does_not_stop_the_import(value: str) -> None:
    resume = {"basics": {"name": "Ada Example", "location": {"city": value}}}
    assert made_of(json.dumps(resume)).data["person"]["name"] == "Ada Example"


@pytest.mark.parametrize("value", ["Ber\u200blin", r'"Ber\u200blin"'])
def test_a_character_of_yaml_that_is_not_printed_costs_nothing(value: str) -> None:
    profile = made_of(f"cv:\n  name: Ada Example\n  location: {value}\n")
    assert profile.data["person"]["location"] == "Berlin" and "x-import" not in profile.data


@pytest.mark.parametrize(
    "typed", ["http://a.edu/~x", r"http://a.edu/\~{}x", r"http://a.edu/\~x", r"http://a.edu/$\sim$x", r"\url{http://a.edu/~x}"]
)
def test_a_tilde_in_an_address_is_one(typed: str, work_of: Work) -> None:
    assert work_of(article(f"url={{{typed}}}"))["url"] == "http://a.edu/~x"


@pytest.mark.parametrize(
    ("typed", "venue"),
    [
        (r"\mnras", "Monthly Notices of the Royal Astronomical Society"),
        (r"\apj", "Astrophysical Journal"),
        (r"\foreignlanguage{german}{Wort} und \textcolor{red}{Ding}", "Wort und Ding"),
        (r"On \texorpdfstring{Words}{words}", "On Words"),
    ],
)
def test_commands_with_several_arguments_keep_their_text(typed: str, venue: str, work_of: Work) -> None:
    assert work_of(article(f"journal={{{typed}}}"))["venue"] == venue


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year=2020, month=2, day=2", "2020-02-02"),
        ("year={2023, (Q1)}", "2023"),
        ("year={2025/08/01}", "2025-08-01"),
        ("year={2019–2021}", "2019/2021"),
        ("year={2019--2021}", "2019/2021"),
    ],
)
def test_dates_as_people_type_them(fields: str, date: str, work_of: Work) -> None:
    assert work_of(article(fields))["date"] == date


@pytest.mark.parametrize("end", ["now", "Present.", "till date", "至今", "actualidad"])
def test_words_for_the_present(end: str) -> None:
    resume = {"basics": {"name": "Ada Example"}, "work": [{"name": "W", "startDate": "2020", "endDate": end}]}
    assert made_of(json.dumps(resume)).data["positions"][0]["end"] == "present"


@pytest.mark.parametrize(
    "typed",
    [
        "doi.org/10.5555/1.1",
        "https://pub.example/doi/full/10.5555/1.1",
        "https://pub.example/doi/10.5555/1.1?x=1",
        "10.5555/1.1, open access",
    ],
)
def test_a_doi_is_found_in_what_people_type(typed: str, work_of: Work) -> None:
    assert work_of(article(f"doi={{{typed}}}"))["doi"] == "10.5555/1.1"


def test_small_faults_are_warnings_and_errors_only_if_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        article("year=2020, year=2021")
        + article("year=2019").replace("Notes", "Cards")
        + article("year=2018").replace("{a,", "{")
    )
    Path("a.bib").write_text(text, "utf-8")
    assert call("import", "a.bib").exit_code == 0
    assert call("import", "a.bib", "--strict", "--out", "b.yaml").exit_code == 1


def test_jobs_of_any_language_are_positions() -> None:
    job = {"company": "Example Works", "position": "Ingeniera", "start_date": "2020"}
    sections = {
        "Experiencia profesional": [job],
        "Idiomas": [{"label": "Español", "details": "nativo"}],
        "Certificaciones": [{"name": "Telares", "date": "2019"}],
        "Proyectos": [{"company": "Telar", "position": "Autora"}],
    }
    profile = made_of(yaml.safe_dump({"cv": {"name": "Ada Example", "sections": sections}}, allow_unicode=True))
    assert profile.data["positions"][0]["title"] == "Ingeniera" and profile.data["languages"][0]["language"] == "Español"
    assert profile.data["certifications"][0]["title"] == "Telares" and profile.data["custom"][0]["title"] == "Proyectos"


def test_links_of_a_bibliography_and_no_notes_of_programs() -> None:
    links = "url_slides={https://example.org/s}, codeurl={https://example.org/c}, video={https://example.org/v}"
    profile = made_of(
        article(
            f"year=2020, {links}, bibtex_show={{true}}, primaryclass={{cs}}, abstract={{Long}}, tags={{x, y}}, issn={{1234-5678}}"
        )
    )
    (work,) = profile.data["publications"]
    assert sorted(link["label"] for link in work["links"]) == ["code", "slides", "video"] and work["tags"] == ["x", "y"]
    assert "abstract" not in profile.text and "primaryclass" not in profile.text
    kept = new_profile([read(article("year=2020, abstract={Long}"))], keep_all=True)
    assert "abstract: Long" in kept.text


def test_what_is_written_loads_in_other_readers_of_yaml() -> None:
    values = {
        "a": ["Why?", "2024-09-31", "2024-09-30", "what ?", "- x", "? y", "a: b", "1:20", "0x1", "https://a.example/x?id=1&b=2"],
        "b": {"q": "Who?", "r": "2024-13-01"},
    }
    loaded = yaml.safe_load("\n".join(block(values, 0)))
    assert [str(item) for item in loaded["a"]] == values["a"] and loaded["b"]["q"] == "Who?" and loaded["b"]["r"] == "2024-13-01"


def zipped(name: str) -> bytes:
    with BytesIO() as stream:
        with zipfile.ZipFile(stream, "w") as archive:
            archive.writestr(name, "<x/>")
        return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"<!doctype html><html></html>", "contains nothing that is read of files in HTML"),
        (b"words " * 1000 + b"<html></html>", "page of the web; read it as one: --from html"),
        (b"%PDF-1.4 ", "PDF that cannot be read"),
        (b"Just some words.", "plain text without headings; read it as an old CV: --from markdown"),
        ("姓名：李明，大学教授，北京".encode("gb18030"), "gb18030"),
        (b"\xd0\xcf\x11\xe0\0" + "EncryptedPackage".encode("utf-16-le"), "needs a password; save it without one"),
        (zipped("Index/Document.iwa"), "a document of Pages; export it as Word"),
        (b'{"url": "https://docs.google.com/open?id=1"}', "not the document; open it, and download it as .docx"),
        (b'{"a": 1}', "JSON, but not of a program that is known"),
        (b"<foo/>", "XML with the element <foo>"),
        (b"a,b,c\n1,2,3\n", "table (CSV)"),
        (b"foo: 1\nbar: 2\n", "YAML with the keys foo, bar"),
        (b"person: {name: Ada}\nbio: Text\n", "a profile of cvrender already; check it: cvrender check file"),
        (zipped("xl/workbook.xml"), "a spreadsheet; save works as BibTeX"),
        (zipped("ppt/presentation.xml"), "a presentation; save it as PDF"),
        (zipped("a.txt"), "zip file, but neither one of LinkedIn nor a project in LaTeX; unpack it"),
        (b"\x89PNG\r\n\x1a\n\0", "is a picture; import the file that it was made from"),
        (b"RIFF\0\xff\0\0WEBPVP8 ", "is a picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "before 2007, such as .doc; save it as .docx"),
        (b"\x1f\x8b\x08\xff", "a compressed file; unpack it"),
    ],
)
def test_a_file_is_told_by_what_it_looks_like(content: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(content)
    result = call("import", "file")
    assert result.exit_code == 1 and said in result.output, result.output
    assert "object at 0x" not in result.output


@pytest.mark.parametrize(("format", "content"), [("markdown", "Ada Example\n"), ("html", "words " * 1000 + "<html></html>")])
def test_the_format_that_is_advised_reads_it(format: str, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text(content, "utf-8")
    result = call("import", "file", "--from", format)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("csl", "kept"),
    [([2019, "Spring"], "2019-21"), ([2019, "Mar"], "2019-03"), ([2019, "Lent"], "2019")],
)
def test_a_month_in_words_is_not_dropped(csl: list[Any], kept: str) -> None:
    item = [{"id": "a", "type": "book", "title": "T", "author": [{"literal": "Ada Example"}], "issued": {"date-parts": [csl]}}]
    profile = made_of(json.dumps(item), me="Ada Example")
    assert profile.data["publications"][0]["date"] == kept
    assert kept != "2019" or "Lent" in profile.text


def test_a_photo_is_copied_next_to_the_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("photos").mkdir()
    Path("photos/ada.png").write_bytes(b"png")
    Path("a.json").write_text(json.dumps({"basics": {"name": "Ada Example", "image": "photos/ada.png"}}), "utf-8")
    assert call("import", "a.json").exit_code == 0
    assert Path("profiles/ada.png").read_bytes() == b"png" and "photo: ada.png" in Path("profiles/ada-example.yaml").read_text(
        "utf-8"
    )
    Path("a.json").write_text(json.dumps({"basics": {"name": "Ada Example", "image": "none.png"}}), "utf-8")
    assert call("import", "a.json", "--out", "b.yaml").exit_code == 0 and "image" in Path("b.yaml").read_text("utf-8").replace(
        "photo", "image"
    )


@pytest.mark.slow
def test_files_of_others_are_read_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.bib").write_text(article("year=2020"), "utf-8")
    assert call("import", "a.bib", "--untrusted").exit_code == 0
    Path("b.json").write_text(json.dumps({"basics": {"name": "Ada Example"}, "x": ["<a b='c'/>" * 9] * 60_000}), "utf-8")
    monkeypatch.setattr("cvrender.system.limited.can_fork", lambda: False)  # a copy has what other tests left free, too
    monkeypatch.setattr("cvrender.merge.readers.UNTRUSTED_LIMITS", Limits(memory=60))
    result = call("import", "b.json", "--untrusted", "--out", "b.yaml")
    assert result.exit_code == 1 and "60 MB of memory" in result.output


def test_marks_of_authors_survive_an_export_as_bibtex() -> None:
    authors = [{"name": "Ada Example", "equal": True}, {"name": "Bo Sample", "equal": True, "corresponding": True}]
    work = {"title": "Notes", "authors": authors, "type": "article-journal", "venue": "J", "date": "2020"}
    profile = made_of(write_bibtex({"publications": [work]}), me="Ada Example")
    assert profile.data["publications"][0]["authors"] == authors
