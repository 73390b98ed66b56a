"""The works of a list are counted, whether they are numbered or not, in every format that `cvrender inspect` reads."""

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result

from cvrender.api import render
from cvrender.cli import main
from cvrender.load.library import BUILT_IN
from cvrender.merge.profile import load_profile
from cvrender.model.reading import Reading
from cvrender.rules.inspect.extract import extract
from cvrender.rules.inspect.works import count_works
from cvrender.targets import TARGETS

ROOT = Path(__file__).parents[3]
PROFILE = load_profile(ROOT / "profiles/ada-example.yaml")
FORMATS = ("pdf", "docx", "txt", "md", "html", "tex")


@pytest.mark.few_styles("proceedings")
@pytest.mark.parametrize("numbering", ["true", "false"])
@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_each_work_counts_once_in_every_style_and_format(style: str, numbering: str) -> None:
    person = PROFILE.profile.person
    names = (person.name, *person.variants)
    rendered = render(PROFILE, style=style, targets=FORMATS, options={"numbering": numbering})
    artifacts = {artifact.name.rpartition(".")[2]: artifact for artifact in rendered}
    counted = {name: extract(TARGETS[name].read(artifacts[name].content), names=names).publications for name in FORMATS}
    works = PROFILE.profile.publications
    alone = sum(len(work.authors) == 1 and work.authors[0].name in names for work in works)
    fewest = len(works) - alone * (style == "folio")  # which names no sole owner of the list, by whom works are counted
    assert all(fewest <= number <= len(works) for number in counted.values()), counted


@pytest.mark.parametrize(
    ("lines", "name", "number"),
    [
        (["1. A. Example, One", "continued here", "2. Two", "3. Three"], "Ada Example", 3),
        (["[12] One", "[11] Two", "• said of it"], "Ada Example", 2),
        (["2019. A. Example, One, 2019.", "2020. Ada Example, Two"], "Ada Example", 2),
        (["Ada Example, B. Sample, One", "in a journal", "B. Sample, A. M. Example, Two"], "Ada Example", 2),
        (["Example, A., & Sample, B. (2020). A worked example.", "Sample B, Example AM. Two. 2021."], "Ada M. Example", 2),
        (["Sample, B., Example, Ada: Eins. 2020", "Example, Ada: Zwei. 2021"], "Ada Example", 2),
        (["B. Sample, “Some Long Title”, 2020", "A. Other, “Another Title”, 2021"], "Ada Example", 2),
        (["佐藤由紀子「題」2020年", "田中, 佐藤 由紀子「題」2021年"], "佐藤 由紀子", 2),
        (["Nagy É.: Cím. 2020", "Kiss A., Nagy Éva: Más. 2021"], "Nagy Éva", 2),
        (["• One, 2020", "• Two, 2021", "• Three"], "Ada Example", 3),
        (["• Ada Example, One", "• said", "• said", "A. Example, Two", "• said"], "Ada Example", 2),
        (["One, 2020", "Two, 2021"], "", 2),
        ([], "Ada Example", 0),
    ],
)
def test_works_are_known_by_numbers_names_titles_and_bullets(lines: list[str], name: str, number: int) -> None:
    assert count_works(lines, [name] if name else []) == number


def seen(*lines: str, marked: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return list(extract(Reading((lines,), headings=marked)).sections)


def test_a_word_alone_on_a_line_is_no_heading() -> None:
    lines = ("Ada Example", "EDUCATION", "Doctor", "PUBLICATIONS", "A. Example, One, Example", "Press", "Two", "AWARDS", "Medal")
    wanted = [("EDUCATION", "education"), ("PUBLICATIONS", "publications"), ("AWARDS", "awards")]
    assert seen(*lines) == wanted
    titled = tuple(line.title() if line.isupper() else line for line in lines)
    assert seen(*titled, "SIGMOD", "Three") == [(line.title(), kind) for line, kind in wanted[:2]] + [
        ("Press", "press"),
        ("Awards", "awards"),
    ]
    assert seen(*titled, marked=("Ada Example", "Education", "Publications", "Awards")) == [
        (line.title(), kind) for line, kind in wanted
    ]


def test_numbers_and_years_do_not_hide_a_heading() -> None:
    lines = ("Ada Example", "I. Education", "Doctor", "II. Publications", "2024", "One", "II.1 Books", "Two")
    wanted = [("I. Education", "education"), ("II. Publications", "publications"), ("II.1 Books", "publications")]
    assert seen(*lines) == wanted == seen(*lines, marked=(*(heading for heading, _ in wanted), "2024"))


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["inspect", *arguments], catch_exceptions=False)


def test_a_locked_pdf_is_an_error_of_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save("locked.pdf", encryption=pikepdf.Encryption(owner="o", user="u"))
        pdf.save("open.pdf", encryption=pikepdf.Encryption(owner="o", user=""))
    for options in ((), ("--speak",), ("--json",), ("--text",)):
        result = call("locked.pdf", *options)
        assert result.exit_code == 1
        assert result.output.count("needs a password; save it without one") == 1 and result.output.count("error") == 1
    assert call("open.pdf").exit_code == 0
