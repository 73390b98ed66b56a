"""A report on several people: shared works once, everybody in bold, the right numbers, nothing that is withheld."""

import csv
import json
import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.documents.report import render_report
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest
from cvrender.model.dates import parse_date
from cvrender.targets import TARGETS

PROFILES = sorted((Path(__file__).parents[3] / "profiles").glob("*.yaml"))
FIVE = [path for path in PROFILES if path.stem != "ada-example"]
SHARED = {"title": "A Shared Work", "authors": ["Ann Adams", "Ben Brown", "Cy Clark"], "type": "article-journal", "date": "2026"}


def profile(name: str, **data: Any) -> dict[str, Any]:
    return {"person": {"name": name}, **data}


ANN = profile(
    "Ann Adams", publications=[SHARED | {"doi": "10.5555/1"}, SHARED | {"title": "Only Ann's", "authors": ["A. Adams"]}]
)
ANN["person"]["variants"] = ["A. Adams"]
BEN = profile(
    "Ben Brown",
    publications=[SHARED | {"title": "A shared work.", "date": "2026-03", "venue": "Journal of Examples", "note": "my first"}],
    service=[{"role": "Reviewer", "venue": "Example Conference", "date": "2026"}],
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def report(folder: Path, *profiles: dict[str, Any], target: str = "md", period: Any = (None, None), **more: Any) -> Any:
    """The text of a report, and its warnings."""
    paths = []
    for number, data in enumerate(profiles):
        paths.append(folder / f"p{number}.yaml")
        paths[-1].write_text(json.dumps(data, indent=1, ensure_ascii=False), "utf-8")
    result = render_report(
        RenderRequest(profile=more.pop("name", "Example Lab"), view=more.pop("view", "annual"), targets=(target,), **more),
        paths,
        period,
    )
    return result[0].content.decode("utf-8-sig" if target == "csv" else "utf-8"), [str(problem) for problem in result.warnings]


def test_a_shared_work_is_listed_once_with_what_both_profiles_say(folder: Path) -> None:
    text, warnings = report(folder, ANN, BEN)
    assert text.lower().count("a shared work") == 1 and text.count("10.5555/1") >= 1
    assert "Journal of Examples" in text and "Mar" not in warnings and "my first" not in text
    assert "**Ann Adams**, **Ben Brown**, Cy Clark" in text and "**A. Adams**" in text
    assert warnings == []


def test_numbers_are_those_of_each_person_and_of_all(folder: Path) -> None:
    text, _ = report(folder, ANN, BEN)
    lines = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    assert ["Ann Adams", "2", "2"] in lines and ["Ben Brown", "1", "1"] in lines and ["Total", "2", "2"] in lines


def test_what_one_person_did_is_under_that_name(folder: Path) -> None:
    text, _ = report(folder, ANN, BEN)
    assert text.index("Professional Service") < text.index("### Ben Brown") < text.index("Example Conference")


def test_contradictions_name_both_places(folder: Path) -> None:
    other = json.loads(json.dumps(BEN))
    other["publications"][0] |= {"date": "2025", "doi": "10.5555/1"}
    text, warnings = report(folder, ANN, other)
    assert text.lower().count("a shared work") == 1
    (warning,) = warnings
    place = rf'p1\.yaml:\d+:\d+: warning: contradiction: date is "2025", but "2026" in {re.escape(str(folder))}/p0\.yaml:\d+'
    assert re.search(place, warning)


def test_a_preprint_and_its_paper_in_two_profiles_are_the_paper(folder: Path) -> None:
    preprint = SHARED | {"type": "article", "venue": "arXiv", "arxiv": "2601.00001", "date": "2025"}
    for pair in ((profile("Ann Adams", publications=[preprint]), BEN), (BEN, profile("Ann Adams", publications=[preprint]))):
        text, warnings = report(folder, *pair)
        assert text.lower().count("a shared work") == 1 and "Journal of Examples" in text and "2601.00001" in text
        assert "another version of the work" in warnings[0]


def test_what_a_person_lists_twice_stays_two_entries(folder: Path) -> None:
    long = SHARED | {"type": "article", "note": "long version", "date": "2026"}
    text, _ = report(folder, profile("Ann Adams", publications=[SHARED, long]), BEN)
    assert text.lower().count("a shared work") == 2


def test_what_is_withheld_is_neither_shown_nor_used(folder: Path) -> None:
    hidden = json.loads(json.dumps(ANN))
    hidden["publications"][0] |= {"private": True}
    hidden["publications"][1] |= {"privacy": "application"}
    text, _ = report(folder, hidden, BEN)
    assert "10.5555/1" not in text and "Only Ann" not in text and text.count("A shared work") == 1
    assert "Example Conference" not in report(folder, ANN, BEN | {"privacy": {"service": "full"}})[0]


def test_the_period_leaves_out_what_is_outside_and_tells_what_is_uncertain(folder: Path) -> None:
    dated = [
        SHARED | {"title": title, "date": date}
        for title, date in (("Before", "2025-08"), ("Within", "2025-09"), ("Maybe", "2026"))
    ]
    period = parse_date("2025-09"), parse_date("2026-08")
    text, warnings = report(folder, profile("Ann Adams", publications=dated), period=period)
    assert "Before" not in text and "Within" in text and "Maybe" in text
    (warning,) = warnings
    assert '"2026" does not tell whether it is in the period' in warning and "Report, Sep 2025 – Aug 2026" in text


def test_the_headline_does_not_repeat_the_name(folder: Path) -> None:
    assert report(folder, ANN, name="Lab")[0].count("Report") == 1
    assert report(folder, ANN, name="Report")[0].count("Report") == 1


def test_a_table_and_a_bibliography_have_each_work_once(folder: Path) -> None:
    rows = list(csv.DictReader(report(folder, ANN, BEN, target="csv")[0].splitlines()))
    rows.sort(key=lambda row: row["title"])
    assert [row["title"] for row in rows if row["section"] == "publications"] == ["A Shared Work", "Only Ann's"]
    assert (
        rows[0]["people"] == "Ann Adams; Ben Brown" and rows[0]["date"] == "2026-03" and rows[0]["venue"] == "Journal of Examples"
    )
    assert report(folder, ANN, BEN, target="bib")[0].count("@article{") == 2


def test_what_has_no_date_is_told_if_there_is_a_period(folder: Path) -> None:
    works = [SHARED | {"title": title} for title in ("Dated", "Undated", "Also Undated")]
    for work in works[1:]:
        del work["date"]
    lab = profile("Ann Adams", publications=works, service=[{"role": "Chair", "venue": "V"}])
    text, warnings = report(folder, lab, period=(parse_date("2026"), None))
    assert "Dated" in text and "Undated" not in text and "Chair" not in text
    assert len(warnings) == 3 and all("p0.yaml:" in line and "left-out: has no date" in line for line in warnings)
    assert {line.partition(": warning: ")[2].partition(":")[0] for line in warnings} == {
        "publications[0]",
        "publications[1]",
        "service[0]",
    }
    whole, warnings = report(folder, lab)
    assert "Also Undated" in whole and not [line for line in warnings if "no date" in line]


def spreadsheet(folder: Path, *profiles: dict[str, Any]) -> tuple[Any, list[str], bytes]:
    paths = []
    for number, data in enumerate(profiles):
        paths.append(folder / f"x{number}.yaml")
        paths[-1].write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    result = render_report(RenderRequest(profile="Lab", view="annual", targets=("xlsx",)), paths)
    content = result[0].content
    return openpyxl.load_workbook(BytesIO(content)).active, [str(problem) for problem in result.warnings], content


def test_a_spreadsheet_has_the_cells_of_the_table_as_texts(folder: Path) -> None:
    sums = SHARED | {"title": '=HYPERLINK("http://example.org")', "date": "2025", "venue": "-1"}
    sheet, _, content = spreadsheet(folder, ANN, BEN, profile("Cy Clark", publications=[sums | {"authors": ["Cy Clark"]}]))
    rows = [[str(cell.value or "") for cell in row] for row in sheet.iter_rows()]
    table = report(folder, ANN, BEN, profile("Cy Clark", publications=[sums | {"authors": ["Cy Clark"]}]), target="csv")[0]
    cells = [[cell.removeprefix("'") for cell in row] for row in csv.reader(table.splitlines())]  # texts, of which CSV has none
    assert rows == cells and len(rows) > 4
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} <= {"s", "inlineStr"}
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref == sheet.dimensions and sheet.title == "Report"
    assert spreadsheet(folder, ANN, BEN, profile("Cy Clark", publications=[sums | {"authors": ["Cy Clark"]}]))[2] == content


def test_a_text_that_no_cell_holds_is_cut_and_told(folder: Path) -> None:
    many = SHARED | {"authors": ["Ann Adams", *(f"Author Number {number:05}" for number in range(2_000))]}
    sheet, warnings, _ = spreadsheet(folder, profile("Ann Adams", publications=[many]))
    longest = max(len(str(cell.value or "")) for row in sheet.iter_rows() for cell in row)
    (warning,) = (line for line in warnings if "too-large" in line)
    assert longest == 32_767 and "publications[0].authors" in warning and "use csv" in warning


def test_errors_are_at_the_place_in_the_profile_of_the_member(folder: Path) -> None:
    wrong = profile("Ann Adams", publications=[SHARED | {"yeer": "2026"}])
    with pytest.raises(InputError, match=r"p1\.yaml:\d+:\d+: error: .*unknown key"):
        report(folder, BEN, wrong)


def test_every_target_is_made_and_checked(folder: Path) -> None:
    (folder / "a.yaml").write_text(json.dumps(ANN), "utf-8")
    (folder / "b.yaml").write_text(json.dumps(BEN), "utf-8")
    words = [
        "report",
        "--profiles",
        str(folder / "*.yaml"),
        "--name",
        "Example Lab",
        "--to",
        ",".join(TARGETS),
        "--out",
        str(folder),
    ]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert {Path(line).suffix[1:] for line in done.stdout.splitlines()} >= set(TARGETS)
    assert CliRunner().invoke(main, ["report", "--profiles", str(folder / "*.none")]).exit_code == 1
    assert CliRunner().invoke(main, [*words, "--since", "2026", "--until", "2025"]).exit_code == 2


def test_five_people_are_one_lab() -> None:
    """Compare with a count that knows nothing of the program: letters of titles, in the files as plain YAML."""
    data = [yaml.safe_load(path.read_text("utf-8")) for path in FIVE]
    assert len(data) == 5
    letters = [{re.sub(r"[^a-z0-9]", "", work["title"].lower()) for work in one["publications"]} for one in data]
    shared = [title for title, count in Counter(title for titles in letters for title in titles).items() if count > 1]
    assert len(shared) == 2  # both of Lingxiao Ma and Xiaonan Nie, looked up by hand
    result = render_report(RenderRequest(profile="Example Lab", view="annual", targets=("csv",)), FIVE)
    content = result[0].content
    assert content.startswith(b"\xef\xbb\xbf")  # Excel takes it for cp1252 otherwise
    rows = list(csv.DictReader(content.decode("utf-8-sig").splitlines()))
    works = [row for row in rows if row["section"] == "publications"]
    assert len(works) == sum(len(one["publications"]) for one in data) - len(shared) == 114
    titles = [re.sub(r"[^a-z0-9]", "", row["title"].lower()) for row in works]
    assert all(titles.count(title) == 1 for title in shared)
    for one in data:
        name = one["person"]["name"]
        listed = sum(name in row["people"].split("; ") for row in works)
        assert listed == len(one["publications"]) + (name == "Lingxiao Ma")  # an author of a work that only another one lists
    for section in ("awards", "talks", "service", "press"):
        assert sum(row["section"] == section for row in rows) == sum(len(one.get(section) or ()) for one in data)
