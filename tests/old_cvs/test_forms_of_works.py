"""References in the forms of lists: signs behind initials, works that have not appeared, and what is not a title."""

from functools import partial

import pytest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.works.lists import is_read, publications
from cvrender.old_cvs.works.section import PublicationItem, items_of


def _works(*items: str) -> list[ImportedEntry | None]:
    lines = [[OldLine((LineCell(text),)) for text in item.split("\n")] for item in items]
    return publications([PublicationItem(some, "") for some in lines], "Ada Example")


def _said(entry: ImportedEntry | None, *names: str) -> tuple[object, ...]:
    assert entry is not None
    return tuple(entry.get(name) for name in names)


def test_signs_stand_behind_initials_and_a_work_in_press_has_its_venue() -> None:
    one, two = _works(
        "22. Sample B.R.C.A.†, **Example A.**†, Muster C.* & Nomen D. 2016. Quiet looms of brass. *Journal of Looms* 9:1-7.",
        "23. Sample B.R., Example A. & Muster C. 2017. Looms of the north and of the south. Journal of Looms, In Press.",
    )
    assert _said(one, "title", "date") == ("Quiet looms of brass", "2016")
    assert len(one["authors"]) == 4  # type: ignore[index]
    assert _said(two, "title", "status") == ("Looms of the north and of the south", "in-press")
    assert "Journal of Looms" in str(_said(two, "venue"))


@pytest.mark.parametrize(
    "item",
    [
        "Ada Example, B. Sample, Quiet looms of brass and of",  # breaks off
        "例田花子，見本太郎，例示次郎，2019．",  # names alone
        "A. Sample, B. Muster, C. Nomen, D. Example",
    ],
)
def test_what_breaks_off_or_consists_of_names_has_no_title(item: str) -> None:
    assert _works(item) == [None]


def test_a_japanese_date_and_names_with_spaces_are_read() -> None:
    (work,) = _works("例田 花子，見本 太郎，“静かな織機の設計”，織機学会論文誌，2019年3月")
    assert _said(work, "title", "date") == ("静かな織機の設計", "2019-03")


@pytest.mark.parametrize("is_cell", [True, False])
def test_labels_of_kinds_that_follow_one_another_begin_items(is_cell: bool) -> None:
    works = [
        f"Ada Example, Bob Sample, “Looms of Glass {number}”, Journal of Looms {number}, 202{number}" for number in (3, 2, 1)
    ]
    lines = [
        OldLine((LineCell(f"J{number}"), LineCell(work)) if is_cell else (LineCell(f"J{number} {work}"),))
        for number, work in zip((3, 2, 1), works, strict=True)
    ]
    items = items_of(lines, partial(is_read, owner="Ada Example"))
    found = publications(items, "Ada Example")
    assert [_said(entry, "title") for entry in found] == [(f"Looms of Glass {number}",) for number in (3, 2, 1)]
    assert all(entry and entry["authors"] == ["Ada Example", "Bob Sample"] for entry in found)
