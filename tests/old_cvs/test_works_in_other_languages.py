"""References are read in every language that has terms: signs, dates, and the words between their parts."""

from typing import Any

import pytest

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.prose import read_prose


def _read(heading: str, *works: str) -> list[dict[str, Any]]:
    lines = [OldLine((LineCell("Ada Example", "name"),), kind="person"), OldLine((LineCell(heading),), kind="heading")]
    lines += [OldLine((LineCell(work),), kind="bullet") for work in works]
    return list(read_prose(OldDocument("html", "cv.html", lines)).data["publications"])


@pytest.mark.parametrize(
    ("heading", "work"),
    [
        (
            "研究業績",
            "**Ada Example**、見本 太郎（Taro Mihon）、「Looms, of Glass」、掲載：*Journal of Looms*、第12巻、第3号、"
            "34–41頁、2018年6月2日、印刷中",
        ),
        (
            "发表论文",
            "**Ada Example**，范例（Fan Li），“Looms, of Glass”，载于*Journal of Looms*，第12卷，第3期，"
            "第34–41页，2018年6月2日，待刊",
        ),
        (
            "Publications",
            "**Ada Example**, Taro Mihon, « Looms, of Glass », dans *Journal of Looms*, vol. 12, no 3, "
            "p. 34–41, 2 juin 2018, sous presse",
        ),
        (
            "Публикации",
            "**Ada Example**, Taro Mihon, «Looms, of Glass», в *Journal of Looms*, т. 12, № 3, "
            "с. 34–41, 2 июня 2018 г., в печати",
        ),
        (
            "المنشورات",
            "**Ada Example**\u200f، Taro Mihon\u200f، «\u200fLooms, of Glass\u200f»، في *Journal of Looms*، مج 12، ع 3، "
            "ص 34–41، 2 يونيو 2018، قيد الطبع",
        ),
    ],
)
def test_a_reference_in_another_language(heading: str, work: str) -> None:
    (read,) = _read(heading, work)
    assert (read["title"], read["venue"]) == ("Looms, of Glass", "Journal of Looms")
    assert {key: read[key] for key in ("volume", "issue", "page", "date", "status")} == {
        "volume": "12",
        "issue": "3",
        "page": "34–41",
        "date": "2018-06-02",
        "status": "in-press",
    }
    assert read["authors"][0] == "Ada Example"
    assert len(read["authors"]) == 2


def test_others_groups_and_editors_in_other_languages() -> None:
    others, group, book = _read(
        "研究業績",
        "**Ada Example**、Taro Mihonほか、「Looms of Glass」、掲載：*Journal of Looms*、2018年",
        "LOOMコラボレーション（うち **Ada Example**）、「Looms of Brass」、掲載：*Journal of Looms*、2019年",
        "**Ada Example**、Taro Mihon（編）、*Looms of Silver*、Example Press、2020年",
    )
    assert (others["title"], others["et_al"]) == ("Looms of Glass", True)
    assert (group["collaboration"], group["including"]) == ("LOOM Collaboration", ["Ada Example"])
    assert (book["title"], len(book["editors"])) == ("Looms of Silver", 2)


def test_initials_and_titles_are_no_words_of_other_languages() -> None:
    one, other = _read(
        "Publications",
        "Muster, K., & Example, S. 2016, “Looms, t. 3, and thêir weavers”, Journal of Looms, 458, 2725",
        "Muster, K., & Example, S. 2018, “Further loóms of glass”, Journal of Looms, 468, 12",
    )
    assert one["title"] == "Looms, t. 3, and thêir weavers"
    assert other["title"] == "Further loóms of glass"
