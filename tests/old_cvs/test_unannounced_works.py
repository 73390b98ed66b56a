"""Lists of publications are found where no heading of their own announces them, in any script."""

from typing import Any

import pytest

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.old_cvs.prose import read_prose

WORKS = (
    "A. Example, B. Sample & C. Muster, On looms of glass, Journal of Looms, 12(3):45–67, 2021.",
    "B. Sample & A. Example, Further looms of glass and brass, Journal of Looms, 13(1):1–15, 2022.",
)


def _line(text: str, kind: LineKind = "text") -> OldLine:
    return OldLine((LineCell(text),), kind=kind)


def _read(name: str, *lines: OldLine) -> dict[str, Any]:
    return read_prose(OldDocument("html", "cv.html", [OldLine((LineCell(name, "name"),), kind="person"), *lines])).data


@pytest.mark.parametrize("kind", ["text", "bullet"])
def test_a_line_above_works_among_jobs_is_their_heading(kind: LineKind) -> None:
    data = _read(
        "Ada Example",
        _line("Experience", "heading"),
        _line("2019 – 2021, Engineer, Acme GmbH"),
        _line("Weaves glass, and plans looms for two large mills", "bullet"),
        _line("Papers that were accepted", kind),
        *(_line(work, "bullet") for work in WORKS),
    )
    assert [work["title"] for work in data["publications"]] == ["On looms of glass", "Further looms of glass and brass"]
    assert [job["organization"] for job in data["positions"]] == ["Acme GmbH"]
    assert "looms of glass" not in str(data["positions"])


def test_talks_among_jobs_are_no_works() -> None:
    data = _read(
        "Ada Example",
        _line("Experience", "heading"),
        _line("2019 – 2021, Engineer, Acme GmbH"),
        _line("Invited talks", "text"),
        *(_line(work, "bullet") for work in WORKS),
    )
    assert "publications" not in data


@pytest.mark.parametrize(
    ("name", "heading", "works", "titles"),
    [
        (
            "例田 花子",
            "国際会議（査読あり）",
            (
                "例田 花子，見本 太郎，“ガラスの織機の設計”，織機学会論文誌，Vol.12，No.3，pp.45-67，2021",
                WORKS[0].replace("On l", "“L").replace("glass,", "glass,”"),
            ),
            ["ガラスの織機の設計", "Looms of glass"],
        ),
        (
            "김예시",
            "국내 학술지",
            (
                "김예시, 박견본, ”유리 직기의 설계”, 직기학회 논문지, 2021 vol.20, no.2, pp.39 - 55",
                "박견본, 김예시, ”유리 직기의 평가”, 직기학회 논문지, 2022",
            ),
            ["유리 직기의 설계", "유리 직기의 평가"],
        ),
    ],
)
def test_works_are_those_of_a_person_whose_name_is_in_another_script(
    name: str, heading: str, works: tuple[str, ...], titles: list[str]
) -> None:
    data = _read(name, _line(heading, "heading"), *(_line(work, "bullet") for work in works))
    assert [work["title"] for work in data["publications"]] == titles


def test_works_of_others_are_not_those_of_a_person_whose_name_has_an_accent() -> None:
    data = _read("Zoë Nomen", _line("Favourite reading", "heading"), *(_line(work, "bullet") for work in WORKS))
    assert "publications" not in data
