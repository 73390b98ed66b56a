"""Test `cvrender inspect`: what it extracts from our files agrees with their profiles, and what is removed is missed."""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.api import render
from cvrender.cli import main
from cvrender.load.reader import load
from cvrender.merge.profile import load_profile
from cvrender.model.reading import Reading
from cvrender.rules.inspect.extract import Extracted, extract
from cvrender.targets.pdf.read import lines_by_page

ROOT = Path(__file__).parents[3]
ADA = """\
person:
  name: Ada Example
  emails: [ada@example.org, {value: hidden@example.org, private: true}]
  phones: ["+44 20 7946 0000"]
  links: [https://example.org]
positions:
  - {organization: The Mill, title: Miller, start: 2015-03, end: 2019}
  - {organization: The Loom, title: Weaver, start: 2020}
publications:
  - {title: Notes on a Machine, authors: [Ada Example], type: paper-conference, venue: Mill, date: 2018}
  - {title: More Notes, authors: [Ada Example], type: article, venue: arXiv, date: 2021}
"""


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["inspect", *arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The profile and its CV as PDF and for Word."""
    path = tmp_path_factory.mktemp("made") / "ada.yaml"
    path.write_text(ADA, "utf-8")
    return {"ada.yaml": path.read_bytes()} | {a.name: a.content for a in render(load_profile(path), targets=["pdf", "docx"])}


@pytest.fixture
def work(files: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of a test, with those files."""
    monkeypatch.chdir(tmp_path)
    for name, content in files.items():
        Path(name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("ending", ["pdf", "docx"])
def test_what_is_seen(ending: str, work: Path) -> None:
    seen = json.loads(call(f"ada-full-classic.{ending}", "--json").stdout)
    assert seen["name"] == "Ada Example"
    assert seen["emails"] == ["ada@example.org"]
    assert [phone.replace(" ", "") for phone in seen["phones"]] == ["+442079460000"]
    assert seen["links"] == ["https://example.org"]
    assert [kind for _, kind in seen["sections"] if kind != "publications"] == ["positions"]
    assert [(position["start"], position["end"]) for position in seen["positions"]] == [
        ("Mar 2015", "2019"),
        ("2020", "2020"),
    ] or (seen["positions"][1]["start"] == "2020")
    assert seen["publications"] == 2
    assert any("Notes on a Machine" in line for line in seen["text"])


def test_it_is_printed_for_people(work: Path) -> None:
    said = call("ada-full-classic.pdf", "--text").stdout
    assert said.startswith("name          Ada Example\ne-mail        ada@example.org\n")
    assert "publications  2\n" in said
    assert "Notes on a Machine" in said
    assert "Notes on a Machine" not in call("ada-full-classic.pdf").stdout


@pytest.mark.parametrize("ending", ["pdf", "docx"])
def test_our_own_file_agrees_with_its_profile(ending: str, work: Path) -> None:
    result = call(f"ada-full-classic.{ending}", "--against", "ada.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "no differences from ada.yaml" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("name: Ada Example\n", "name: Ada Somebody\n", 2, "name found as 'Ada Example'"),
        ("[ada@example.org,", "[other@example.org,", 3, "other@example.org not found"),
        ("+44 20 7946 0000", "+44 20 7946 1111", 4, "+44 20 7946 1111 not found"),
        ("https://example.org]", "https://example.com]", 5, "https://example.com not found"),
        ("The Loom", "The Tower", 8, "'The Tower' not found"),
        ("end: 2019", "end: 2018", 7, "'The Mill' not found with its dates (2015 – 2018)"),
        ("More Notes", "Even More Notes", 11, "'Even More Notes' not found"),
        ("publications:\n", "publications:\n  - {title: Machine, authors: [A], type: book}\n", 10, "2 publications found"),
    ],
)  # fmt: skip
def test_what_differs_is_told_with_its_place(old: str, new: str, line: int, message: str, work: Path) -> None:
    assert old in ADA
    (work / "other.yaml").write_text(ADA.replace(old, new), "utf-8")
    result = call("ada-full-classic.pdf", "--against", "other.yaml")
    assert result.exit_code == 4
    assert any(error.startswith(f"other.yaml:{line}:") and message in error for error in result.stderr.splitlines()), (
        result.stderr
    )
    differences = json.loads(call("ada-full-classic.pdf", "--against", "other.yaml", "--json").stdout)["differences"]
    assert differences


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.pdf", b"nonsense", "not a readable PDF"),
        ("a.docx", b"nonsense", "not a readable Word document"),
        ("a.xlsx", b"x", "unsupported file type"),
        ("none.pdf", None, "file not found"),
    ],
)
def test_what_cannot_be_read_is_one_line(name: str, content: bytes | None, message: str, work: Path) -> None:
    if content is not None:
        (work / name).write_bytes(content)
    result = call(name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{name}: error: {message}")
    assert len(result.stderr.splitlines()) == 1


def test_word_files_of_others_are_read(work: Path) -> None:
    import docx

    document = docx.Document()
    document.add_heading("Grace Hopper", 0)
    document.add_paragraph("grace@example.org | +1 555 123 4567")
    document.add_heading("Work Experience", 1)
    document.add_paragraph("Navy, Rear Admiral\tMay 1943 to August 1986")
    document.add_heading("Publications", 1)
    for title in ("The Education of a Computer", "Automatic Programming"):
        document.add_paragraph(title, style="List Number")
    result = io.BytesIO()
    document.save(result)
    (work / "grace.docx").write_bytes(result.getvalue())
    seen = json.loads(call("grace.docx", "--json").stdout)
    assert (seen["name"], seen["emails"], seen["publications"]) == ("Grace Hopper", ["grace@example.org"], 2)
    assert [(position["start"], position["end"]) for position in seen["positions"]] == [("May 1943", "August 1986")]


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("Mill, London Jan 2019 - Dec 2021", "Jan 2019", "Dec 2021"),
        ("Mill 2019–present", "2019", "present"),
        ("01/2019 – 12/2021 Mill", "01/2019", "12/2021"),
        ("2019-01 – 2021-12 Mill", "2019-01", "2021-12"),
        ("Mill 2018, 2019, 2020", "2018", "2020"),
        ("2018, 2019, 2020\tMill", "2018", "2020"),
        ("Mill 2021 –", "2021", ""),
        ("Mill September 2020", "September 2020", "September 2020"),
        ("Mill März 2019 – heute", "März 2019", "heute"),
        ("Mill octobre 2019 à mai 2020", "octobre 2019", "mai 2020"),
        ("Mill since 2020", "since 2020", ""),
    ],
)
def test_dates_of_positions(line: str, start: str, end: str) -> None:
    (position,) = extract(Reading((("Ada", "Experience", line, "Education", "MA 2001"),))).positions
    assert (position.text.replace(", London", ""), position.start, position.end) == ("Mill", start, end)


@pytest.mark.parametrize("profile", sorted(path.stem for path in (ROOT / "profiles").glob("*-xie.yaml")))
def test_a_real_profile_is_seen_whole(profile: str, tmp_path: Path) -> None:
    path = ROOT / "profiles" / f"{profile}.yaml"
    (artifact,) = render(load_profile(path), targets=["pdf"])
    (tmp_path / "cv.pdf").write_bytes(artifact.content)
    assert call(str(tmp_path / "cv.pdf"), "--against", str(path)).exit_code == 0


# Headings and names of every kind of CV


def seen(*lines: str, headings: dict[str, str] | None = None, author: str = "") -> Extracted:
    return extract(Reading((lines,), properties={"author": author}), headings)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Certifications", "certifications"),
        ("Work Experience", "positions"),
        ("Honors & Awards", "awards"),
        ("Projects", "systems"),
        ("Exhibitions", "exhibitions"),
        ("Professional Service", "service"),
        ("Journal Articles", "publications"),
        ("Funding:", "grants"),
    ],
)
def test_usual_headings_are_known_without_capitals(heading: str, kind: str) -> None:
    assert seen("Ada Example", heading, "Something").sections == ((heading, kind),)


def test_a_place_above_a_date_is_not_the_employer() -> None:
    extracted = seen("Ada Example", "Experience", "Nexus AI, Co-Founder", "San Francisco, CA", "June 2023 – present")
    assert extracted.positions[0].text == "Nexus AI, Co-Founder"
    aside = seen("Ada Example", "Experience", "Nexus AI, Co-Founder", "San Francisco, CA June 2023 – present")
    assert aside.positions[0].text == "Nexus AI, Co-Founder, San Francisco, CA"


def test_the_employer_and_the_title_are_those_of_an_import() -> None:
    (position,) = seen("Ada Example", "Experience", "Example University", "Lecturer, Springfield, Ohio  2019 – 2021").positions
    assert (position.organization, position.title) == ("Example University", "Lecturer")


def test_every_heading_of_our_terms_is_known() -> None:
    folder = ROOT / "styles/plain/terms"
    paths = list(folder.glob("*.yaml"))
    assert paths
    for path in paths:
        for section, title in load(path).data["sections"].items():
            assert seen("Ada Example", title, "x").sections == ((title, section),)


@pytest.mark.parametrize(
    ("lines", "author", "name"),
    [
        (("María del Carmen Example-", "Sample de la Fuente", "Professor"), "María del Carmen Example-Sample de la Fuente", ""),
        (("Ada Example", "Software Engineer"), "Ada Example", "Ada Example"),
        (("Ada Example", "Software Engineer"), "", "Ada Example"),
        (("Ada M. Example Άντα", "x"), "Ada M. Example", "Ada M. Example Άντα"),
        (("Curriculum Vitae", "Ada Example"), "Ada Example", "Ada Example"),
    ],
)
def test_a_name_may_take_two_lines(lines: tuple[str, ...], author: str, name: str) -> None:
    assert seen(*lines, author=author).name == (name or " ".join(lines[:2]))


def test_dates_in_chinese_are_read() -> None:
    extracted = seen("艾达", "工作经历", "无名大学，教授 2019年9月 – 至今", headings={"工作经历": "positions"})
    assert extracted.sections == (("工作经历", "positions"),)
    assert [(position.start, position.end) for position in extracted.positions] == [("2019年9月", "至今")]


VIEWS = (
    ADA
    + """custom: [{title: Boards and Licenses, entries: [{title: Board of Examples, date: 2012}]}]
views:
  short:
    sections:
      - {from: positions, title: Where I Worked, limit: 1}
      - custom
"""
)


def test_a_view_is_compared_with_what_it_shows(work: Path) -> None:
    (work / "ada.yaml").write_text(VIEWS, "utf-8")
    for artifact in render(load_profile("ada.yaml"), view="short", targets=["pdf"]):
        Path(artifact.name).write_bytes(artifact.content)
    whole = call("ada-short-classic.pdf", "--against", "ada.yaml")
    assert whole.exit_code == 4 and "More Notes" in whole.stderr
    shown = call("ada-short-classic.pdf", "--against", "ada.yaml", "--view", "short")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert "WHERE I WORKED (positions)" in shown.stdout and "BOARDS AND LICENSES (custom)" in shown.stdout
    missing = call("ada-full-classic.docx", "--against", "ada.yaml", "--view", "short")
    assert missing.exit_code == 0


def test_a_view_needs_a_profile(work: Path) -> None:
    assert call("ada-full-classic.pdf", "--view", "short").exit_code == 2


def engineer_lines(tmp_path: Path, **options: str) -> list[str]:
    """Return the lines of a PDF in the style engineer: a name, two positions and a degree."""
    data = ADA.replace("start: 2020}", "start: 2020, end: present}")
    data += "education:\n  - {degree: B.S., institution: Mill School, date: 2014}\n"
    (tmp_path / "ada.yaml").write_text(data, "utf-8")
    pdf = render(load_profile(tmp_path / "ada.yaml"), style="engineer", targets=["pdf"], options=options)[0].content
    lines = [line for page in lines_by_page(pdf) for line in page]
    assert lines[0] == "Ada Example"
    return lines


def after(lines: list[str], heading: str, count: int) -> list[str]:
    start = lines.index(heading) + 1
    return lines[start : start + count]


def test_engineer_with_the_option_parser_has_role_employer_and_dates_on_lines_of_their_own(tmp_path: Path) -> None:
    """Résumé parsers take the first line for the title, the second for the employer, and one with years for the dates."""
    lines = engineer_lines(tmp_path, parser="true")
    expected = ["Miller", "The Mill", "Mar 2015 – 2019", "Weaver", "The Loom", "2020 – Present"]
    assert after(lines, "EXPERIENCE", 6) == expected
    assert after(lines, "EDUCATION", 3) == ["B.S.", "Mill School", "2014"]


def test_engineer_has_the_employer_on_a_line_of_its_own_and_the_dates_next_to_the_role(tmp_path: Path) -> None:
    lines = engineer_lines(tmp_path)
    assert after(lines, "EXPERIENCE", 4) == ["Miller Mar 2015 – 2019", "The Mill", "Weaver 2020 – Present", "The Loom"]
    assert after(lines, "EDUCATION", 2) == ["B.S. 2014", "Mill School"]


def test_credentials_and_works_grouped_by_tag_agree_with_their_profile(work: Path) -> None:
    works = "".join(
        f"  - {{title: The Use of Engines {n}, authors: [Ann Lee], type: article-journal, date: 2020, tags: [{tag}]}}\n"
        for n, tag in enumerate("xxy")
    )
    view = "views: {t: {sections: [{from: publications, group_by: tag, group_titles: {x: Own Books, y: Others}}]}}\n"
    Path("ann.yaml").write_text(f"person: {{name: Ann Lee, credentials: [MD, FCEP]}}\npublications:\n{works}{view}")
    rendered = CliRunner().invoke(main, ["render", "ann.yaml", "--view", "t", "--to", "txt,html,docx"])
    assert rendered.exit_code == 0, rendered.output
    for path in sorted(Path("out/ann").iterdir()):
        told = CliRunner().invoke(main, ["inspect", str(path), "--against", "ann.yaml", "--view", "t"])
        assert "no differences" in told.output and "publications  3" in told.output, told.output
