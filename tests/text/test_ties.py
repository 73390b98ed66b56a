"""Test that no line ends between an abbreviation and its number, or within a date."""

from pathlib import Path

import pytest

from cvrender.model.dates import PartialDate
from cvrender.model.document import Document, EntryBlock, EntryList, Header, Properties, Section, Table
from cvrender.model.text import Span, Text, plain_text
from cvrender.text.localize import format_date
from cvrender.text.ties import TIE, tied, undivided, with_ties

LANGUAGES = sorted(path.stem for path in (Path(__file__).parents[2] / "styles/plain/terms").glob("*.yaml"))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Journal, vol. 3, no. 4, pp. S12–24", "Journal, vol.~3, no.~4, pp.~S12–24"),
        ("Bd. 3, Heft 4, S. 5", "Bd.~3, Heft 4, S.~5"),
        ("т. 3, № 4, с. 5", "т.~3, №~4, с.~5"),
        ("n° 4, 50/272 = 18 %, ISBN 978", "n°~4, 50/272~=~18~%, ISBN~978"),
        ("90 kW, 250 m³/h, 13 TeV and 5 € in 3 halls", "90~kW, 250~m³/h, 13~TeV and 5~€ in 3 halls"),
        ("It was so. And 5 more. The 6th", "It was so. And 5 more. The 6th"),
    ],
)
def test_an_abbreviation_and_its_number(typed: str, expected: str) -> None:
    assert with_ties(typed).replace(TIE, "~") == expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("Nov 2017 – Nov 2020", "Nov~2017~– Nov~2020"),
        ("May 3, 2021 – Jun 5, 2022", "May~3,~2021~– Jun~5,~2022"),
        ("2018, 2019, 2020", "2018, 2019, 2020"),
        ("Sep 2017 - Nov 2018, May 2020", "Sep~2017~- Nov~2018, May~2020"),
        ("2017–2020", "2017–2020"),
    ],
)
def test_a_date_is_one_word(shown: str, expected: str) -> None:
    assert undivided(shown).replace(TIE, "~") == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_is_one_word_in_every_language(language: str) -> None:
    dates = [PartialDate(2019, month, day) for month in range(1, 13) for day in (None, 1, 28)]
    shown = [undivided(format_date(date, form, language)) for form in ("abbreviated", "long", "numeric", "iso") for date in dates]
    assert [date for date in shown if " " in date] == []


def test_texts_keep_their_marks_and_code_its_spaces() -> None:
    title = Text((Span("vol. "), Span("3", italic=True), Span(" and "), Span("no. 5", code=True)))
    role = EntryBlock("role", plain_text("b"), plain_text("May 2020"))
    entry = EntryBlock("position", title, plain_text("May 2019"), entries=(role,))
    section = Section("a", plain_text("A"), (EntryList((entry,)),))
    (block,) = tied(Document(Properties("a", "b"), Header("b"), (section,))).sections[0].blocks[0].entries  # type: ignore[union-attr]
    assert [span.text for span in block.title.spans] == ["vol.\u00a0", "3", " and ", "no. 5"]
    assert block.title.spans[1].italic
    assert (block.date.plain, block.entries[0].date.plain) == ("May\u00a02019", "May\u00a02020")


def test_a_cell_with_a_number_and_what_it_counts_is_one_word() -> None:
    table = Table((plain_text("Share"), plain_text("Work")), ((plain_text("0,5 Stellen"), plain_text("3 days of work a week")),))
    section = Section("a", plain_text("A"), (table,))
    (block,) = tied(Document(Properties("a", "b"), Header("b"), (section,))).sections[0].blocks
    assert isinstance(block, Table)
    assert [cell.plain for cell in block.rows[0]] == ["0,5\u00a0Stellen", "3 days of work a week"]
    assert block.widths[0] > table.widths[0]
