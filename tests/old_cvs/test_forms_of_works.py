"""References in the forms of lists: signs behind initials, works that have not appeared, and what is not a title."""

from functools import partial

import pytest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.sections import sections_of
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


@pytest.mark.parametrize("times", [("Oct 2023", "03/2022"), ("2023-10", "Mar 2022")])
@pytest.mark.parametrize("is_first", [True, False])
def test_times_in_cells_of_their_own_begin_works(times: tuple[str, str], is_first: bool) -> None:
    rows = [
        (times[0], "**Quiet Looms of Brass, and of**"),
        ("", "**Glass**"),
        ("", "Bob Sample, **Ada Example**, *Annals of Looms* (AOL’23)"),
        (times[1], "**Slow Looms of the North**"),
        ("", "**Ada Example**, *2022 Workshop on Looms*, Samplestadt"),
        ("", "**Looms That Wait**"),
        ("", "**Ada Example**, *in preparation*"),
    ]
    cells = [[text, time][:: -1 if is_first else 1] for time, text in rows]
    lines = [OldLine(tuple(LineCell(cell) for cell in some if cell)) for some in cells]
    found = publications(items_of(lines, partial(is_read, owner="Ada Example")), "Ada Example")
    assert [_said(entry, "title", "date", "venue") for entry in found] == [
        ("Quiet Looms of Brass, and of Glass", "2023-10", "Annals of Looms"),
        ("Slow Looms of the North", "2022-03", "2022 Workshop on Looms"),
        ("Looms That Wait", None, None),
    ]


def test_a_collaboration_below_a_title_has_the_members_that_are_named() -> None:
    (work,) = _works("**Slow Looms of the North**\nLOOM Collaboration (including **Ada Example**)\n*Annals of Looms*, 2023")
    assert _said(work, "title", "collaboration", "including") == (
        "Slow Looms of the North",
        "LOOM Collaboration",
        ["Ada Example"],
    )


def test_a_title_with_names_below_it_or_the_name_of_the_owner_heads_no_section() -> None:
    texts = ("Publications", "Slow Looms of the North", "**Ada Example**, Bob Sample", "Ada Example", "*Annals of Looms*, 2023")
    texts += ("Bob Sample, **Ada Example**", "Talks about many other Things", "Looms, 2023")
    lines = [OldLine((LineCell(text),), kind="heading" if index in (0, 1, 3, 6) else "text") for index, text in enumerate(texts)]
    sections = [(section.heading.plain, len(section.lines)) for section in sections_of(lines) if section.heading]
    assert sections == [("Publications", 5), ("Talks about many other Things", 1)]


@pytest.mark.parametrize("between", [", ", "\n"])
@pytest.mark.parametrize("mark", ["", "**"])
def test_a_title_in_its_own_script_is_not_the_title(between: str, mark: str) -> None:
    native = "Αργοί αργαλειοί του βορρά"
    (work,) = _works(
        f"**Slow Looms of the North**{between}{mark}{native}{mark}\nAda Example, Bob Sample; *Annals of Looms*, 2023"
    )
    assert _said(work, "title", "original_title", "date") == ("Slow Looms of the North", native, "2023")


def test_code_does_not_end_a_title_in_bold() -> None:
    (work,) = _works("**Slow Looms with an** `rm` **That Waits**\nAda Example, Bob Sample; *Annals of Looms*, 2023")
    assert _said(work, "title") == ("Slow Looms with an `rm` That Waits",)


def test_where_a_work_is_printed_again_says_no_date() -> None:
    (work,) = _works("**Slow Looms**\nAda Example; The Best of Looms 2021, p. 40; reprint of Annals of Looms 12 (2017)")
    assert _said(work, "title", "date", "note") == ("Slow Looms", "2021", "reprint of Annals of Looms 12 (2017)")
    (work,) = _works("Ada Example, Bob Sample, “Slow Looms”, in *Annals of Looms*, also in 3rd Loom Meeting, vol. 12, 2022")
    assert _said(work, "date", "volume") == ("2022", "12")


def test_a_given_name_may_be_shortened_to_two_letters() -> None:
    (work,) = _works(
        "Bob Sample, Ada Example, Md. Sample-Rahman, Eve S. Muster, “Slow Looms of the North”, *Annals of Looms*, 2011"
    )
    assert _said(work, "authors") == (["Bob Sample", "Ada Example", "Md. Sample-Rahman", "Eve S. Muster"],)


def test_what_is_in_parentheses_behind_a_title_is_no_part_of_it() -> None:
    first, second, third = _works(
        "**[AOL’23]** B. Sample\\*, **Ada Example**\\*, *Slow Looms of the North* (\\* equal contribution)\n9th Meeting on Looms",
        "**[AOL’22]** **Ada Example**, Bob Sample, *Slow Looms of the South* (workshop)\n11th Meeting on Looms",
        "**[2021]** **Ada Example**, Bob Sample, *Looms That Wait* (in press)\nJournal of Looms",
    )
    assert _said(first, "title", "venue") == ("Slow Looms of the North", {"name": "9th Meeting on Looms", "short": "AOL"})
    assert _said(second, "title", "genre") == ("Slow Looms of the South", "workshop")
    assert _said(third, "title", "status", "venue") == ("Looms That Wait", "in-press", "Journal of Looms")


def test_a_label_that_names_the_venue_makes_the_last_name_no_title() -> None:
    (work,) = _works(
        "**[AOL’23]** Bob Sample, **Ada Example**, Eve Muster Nomen, *Slow Looms of the North*\nacceptance rate 20 %"
    )
    assert _said(work, "title", "venue") == ("Slow Looms of the North", "AOL")


def test_a_month_above_works_says_their_year() -> None:
    lines = [OldLine((LineCell(text),)) for text in ("Apr 2016", "**Slow Looms**", "Ada Example, Bob Sample")]
    (work,) = publications(items_of(lines, partial(is_read, owner="Ada Example")), "Ada Example")
    assert _said(work, "title", "date") == ("Slow Looms", "2016")


def test_a_formula_does_not_end_a_title_in_bold() -> None:
    (work,) = _works("**Why Looms** *x* ≠ *y* **on Mondays**\nAda Example, Bob Sample; *Annals of Looms*, 2023")
    assert _said(work, "title") == ("Why Looms *x* ≠ *y* on Mondays",)


def test_works_without_a_time_begin_as_others_with_one_do() -> None:
    texts = (
        "2023 | **Slow Looms of the North**",
        "**Ada Example**",
        "technical report 7, University of Nowhere",
        "2022 | **Slow Looms of the South**",
        "**Ada Example**, Bob Sample",
        "*submitted*",
        "**Preprints**",
        "**Looms That Nobody Saw**",
        "Bob Sample, **Ada Example**",
        "arXiv:2101.00001",
    )
    lines = [OldLine(tuple(map(LineCell, text.split(" | ")))) for text in texts]
    found = publications(items_of(lines, partial(is_read, owner="Ada Example")), "Ada Example")
    assert [_said(entry, "title", "authors") for entry in found] == [
        ("Slow Looms of the North", ["Ada Example"]),
        ("Slow Looms of the South", ["Ada Example", "Bob Sample"]),
        ("Looms That Nobody Saw", ["Bob Sample", "Ada Example"]),
    ]
