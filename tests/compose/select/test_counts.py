"""Numbers of entries: what is counted, in which order, and what the filters of the section leave."""

from typing import Any

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate

ME, OTHER = "Ada Example", "Charles Sample"


def work(title: str, authors: list[Any], **more: Any) -> dict[str, Any]:
    return {"title": title, "authors": authors, "type": "article-journal", **more}


WORKS = [
    work("One", [ME], date="2020"),
    work("Two", [{"name": OTHER, "equal": True}, {"name": ME, "equal": True, "corresponding": True}], date="2021"),
    work("Three", [OTHER, ME, "Mary Example"], date="2021-05", type="paper-conference"),
    work("Four", [OTHER, ME], type="paper-conference", private=True),
    work("Five", [OTHER], type="report", date="2019"),
]
METRICS = [{"name": "h-index", "value": "42", "source": "Example Scholar", "date": "2026-11"}]


def table(*sections: Any, target: str = "md", **more: Any) -> list[str]:
    data = {"person": {"name": ME}, "publications": WORKS, "views": {"v": {"sections": list(sections)}}, **more}
    source = Source("ada.yaml", data, {}, {})
    (artifact,) = render(LoadedProfile(source, validate(source)), view="v", targets=[target])
    return artifact.content.decode().splitlines()


def rows(*sections: Any, **more: Any) -> list[list[str]]:
    """The cells of the tables, without the lines below their heads."""
    shown = [line for line in table(*sections, **more) if line.startswith("|") and "---" not in line]
    return [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in shown]


def test_types_are_in_the_order_of_groups_with_a_column_for_each_place_and_a_total() -> None:
    assert rows({"from": "publications", "counts": [{"rows": "type", "columns": "authorship"}]}) == [
        ["Type", "First author", "Shared first author", "Last author", "Corresponding author", "Total"],
        ["Conference Papers", "0", "0", "0", "0", "1"],
        ["Journal Articles", "1", "1", "1", "1", "2"],
        ["Technical Reports", "0", "0", "0", "0", "1"],
        ["Total", "1", "1", "1", "1", "4"],
    ]


def test_years_come_from_the_newest_and_undated_ones_last() -> None:
    found = rows({"from": "publications", "counts": "year"}, publications=[*WORKS, work("Six", [ME])])
    assert found == [["Year", "Number"], ["2021", "2"], ["2020", "1"], ["2019", "1"], ["Undated", "1"], ["Total", "5"]]


def test_what_is_withheld_is_not_counted_and_filters_apply() -> None:
    full = rows({"from": "publications", "counts": "type", "where": "year >= 2020 or not date"})
    assert full[-1] == ["Total", "3"]


def test_an_author_is_counted_at_each_place() -> None:
    assert rows({"from": "publications", "counts": "authorship"}) == [
        ["Authorship", "Number"],
        ["First author", "1"],
        ["Shared first author", "1"],
        ["Last author", "1"],
        ["Corresponding author", "1"],
        ["Total", "4"],
    ]


def test_counted_entries_are_shown_elsewhere_too() -> None:
    text = "\n".join(table({"from": "publications", "counts": "year"}, "all"))
    assert text.count("Three") == 1 and "## Numbers" in text and "## Publications" in text


def test_metrics_are_shown_on_request_only_with_source_and_date() -> None:
    assert not any("42" in line for line in table("all", metrics=METRICS))
    text = "\n".join(table({"from": "publications", "counts": ["metrics"]}, metrics=METRICS))
    assert "h-index" in text and "42 (Example Scholar, Nov 2026)" in text


@pytest.mark.parametrize("key", ["source", "date"])
def test_a_metric_needs_its_source_and_date(key: str) -> None:
    metric = {name: value for name, value in METRICS[0].items() if name != key}
    with pytest.raises(InputError, match=f'missing key "{key}"'):
        table("all", metrics=[metric])


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"from": "awards", "counts": "authorship"}, "awards cannot be counted by authorship"),
        ({"from": "talks", "counts": [{"rows": "year", "columns": "type"}]}, "talks cannot be counted by type"),
        ({"from": "bio", "counts": "year"}, '"counts" does not apply to "bio"'),
        ({"from": "talks", "counts": "year", "table": {"Title": "title"}}, '"table" and "counts" cannot be combined'),
    ],
)
def test_what_cannot_be_counted_is_an_error(section: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        table(section)


def test_words_are_those_of_the_language() -> None:
    assert rows({"from": "publications", "counts": "year"}, language="de")[0] == ["Jahr", "Anzahl"]


def test_a_table_with_too_many_columns_has_them_as_rows() -> None:
    years = [work(f"Year {year}", [ME], date=str(year)) for year in range(2010, 2017)]
    asked = {"from": "publications", "counts": [{"rows": "type", "columns": "year"}]}
    assert rows(asked, publications=years)[0] == ["Year", "Journal Articles", "Total"]
    assert rows(asked, publications=years[1:])[0] == ["Type", *map(str, range(2016, 2010, -1)), "Total"]


COURSES = [
    {"title": "Sutures", "date": "2025", "points": "6", "hours": "4,5"},
    {"title": "Ultrasound", "date": "2025-03", "points": "12"},
    {"title": "Ethics", "date": "2024", "points": "3", "hours": "1.5"},
    {"title": "Law", "date": "2023", "points": "2"},
]


def test_hours_and_points_are_added_for_each_year() -> None:
    section = {"from": "certifications", "counts": [{"rows": "year", "sums": ["points", "hours"]}]}
    assert rows(section, certifications=COURSES) == [
        ["Year", "Number", "Points", "Hours"],
        ["2025", "2", "18", "4.5"],
        ["2024", "1", "3", "1.5"],
        ["2023", "1", "2", "–"],
        ["Total", "4", "23", "6"],
    ]
    assert rows(section, certifications=COURSES, language="de")[1] == ["2025", "2", "18", "4,5"]


def test_what_is_not_a_number_alone_is_not_added() -> None:
    courses = [*COURSES, {"title": "Teams", "date": "2025", "points": "60 par an"}]
    with pytest.raises(InputError, match=r"views\.v\.sections\[0\].*certifications\[4\]\.points is “60 par an”"):
        rows({"from": "certifications", "counts": [{"rows": "year", "sums": "points"}]}, certifications=courses)
