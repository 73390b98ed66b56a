"""Jobs, departments and names in Chinese, Japanese and Korean, and commas and labels of other languages in heads."""

from typing import Any

import pytest

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.prose import read_prose


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("管理薬剤師", "title"),
        ("看護師学校", "organization"),
        ("架空大学病院 看護師長", "title"),
        ("見本駅前店", "organization"),
        ("营业员", "title"),
        ("물리치료사", "title"),
        ("見本県立高等学校", "organization"),
    ],
)
def test_the_last_word_tells_a_job_from_an_employer(text: str, kind: str) -> None:
    assert kinds(text) == {kind}


def _read(*lines: OldLine) -> dict[str, Any]:
    return read_prose(OldDocument("docx", "cv.docx", list(lines))).data


def _line(*cells: str, kind: LineKind = "text") -> OldLine:
    return OldLine(tuple(map(LineCell, cells)), kind=kind)


def test_jobs_of_a_pharmacy_with_departments() -> None:
    data = _read(
        _line("**見本 太郎**"),
        _line("職歴", kind="heading"),
        _line("**医療法人架空会 見本病院**", "2015年4月～2019年4月"),
        _line("薬剤師、薬剤部"),
        _line("**株式会社見本薬局、駅前店**", "2019年5月～現在"),
        _line("管理薬剤師"),
    )
    first, second = data["positions"]
    assert (first["organization"], first["title"], first["team"]) == ("医療法人架空会 見本病院", "薬剤師", "薬剤部")
    assert (second["organization"], second["team"], second["title"]) == ("株式会社見本薬局", "駅前店", "管理薬剤師")


@pytest.mark.parametrize("name", ["見本 太郎 Taro Mihon", "Taro Mihon 見本 太郎", "Taro Mihon（見本 太郎）"])
def test_a_name_in_two_scripts(name: str) -> None:
    data = _read(
        _line(f"**{name}**"),
        _line("薬剤師"),
        _line("taro.mihon@example.org"),
        _line("職歴", kind="heading"),
        _line("株式会社見本薬局", "2019年5月～現在"),
    )
    assert data["person"]["name"] == "Taro Mihon"
    assert "Taro" not in str(data["person"].get("headline", ""))


def test_commas_and_labels_of_other_languages_between_latin_words() -> None:
    data = _read(
        _line("**Taro Mihon**"),
        _line("職歴", kind="heading"),
        _line("**Example Labs**\u200f، Springfield", "2016年7月～2020年8月"),
        _line("Research Engineer、Department of Looms"),
        _line("指導教員：Eve Placeholder；メンター：Bob Sample"),
        _line("Wrote the scheduler", kind="bullet"),
    )
    (job,) = data["positions"]
    assert (job["organization"], job["title"], job["team"]) == ("Example Labs", "Research Engineer", "Department of Looms")
    assert job["location"] == "Springfield"
    assert "Placeholder" in str(job)
