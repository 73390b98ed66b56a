"""Test dates: every notation, every error, and no precision that was not given."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.model.annotations import Invalid
from cvrender.model.dates import DateRange, PartialDate, check_order, edtf, newest, oldest, parse_date, parse_when

Y16, Y18, OCT = PartialDate(2016), PartialDate(2018), PartialDate(2016, 10)

dates = st.dates(datetime.date(1, 1, 1)).flatmap(
    lambda day: st.sampled_from(
        [PartialDate(day.year), PartialDate(day.year, day.month), PartialDate(day.year, day.month, day.day)]
    )
)


@given(dates)
def test_a_date_reads_back_with_just_the_precision_that_it_has(date: PartialDate) -> None:
    assert parse_date(str(date)) == date
    assert len(str(date)) == (4 if date.month is None else 7 if date.day is None else 10)


@given(dates, dates)
def test_a_range_reads_back_unless_it_is_reversed(first: PartialDate, last: PartialDate) -> None:
    text = f"{first}/{last}"
    if last.last_day() < first.first_day():
        with pytest.raises(ValueError, match="before it begins"):
            parse_when(text)
    else:
        assert parse_when(text) == DateRange(first, last)
        assert str(parse_when(text)) == text


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2016", Y16),
        ("2016-10", OCT),
        ("2016-10-03", PartialDate(2016, 10, 3)),
        ("2016-02-29", PartialDate(2016, 2, 29)),
        ("0001", PartialDate(1)),
        ("present", DateRange(None, ongoing=True)),
        ("2016/2018", DateRange(Y16, Y18)),
        ("2016/2016-10", DateRange(Y16, OCT)),
        ("2016-10/2016", DateRange(OCT, Y16)),
        ("2016/2016", DateRange(Y16, Y16)),
        ("2016/", DateRange(Y16)),
        ("2016/..", DateRange(Y16)),
        ("2016/present", DateRange(Y16, ongoing=True)),
        ("/2018", DateRange(None, Y18)),
        ("../2018", DateRange(None, Y18)),
        (" 2016 / 2018 ", DateRange(Y16, Y18)),
        ("2016–2018", DateRange(Y16, Y18)),
        ("2016-21", PartialDate(2016, season=1)),
        ("Autumn 2016", PartialDate(2016, season=3)),
        ("fall 2016", PartialDate(2016, season=3)),
        ("2016-24~", PartialDate(2016, season=4, about=True)),
        ("2016~", PartialDate(2016, about=True)),
        ("ca. 2016-10", PartialDate(2016, 10, about=True)),
        ("circa 2016/2018", DateRange(PartialDate(2016, about=True), Y18)),
        ("2016/17", PartialDate(2016, academic=True)),
        ("1999–00", PartialDate(1999, academic=True)),
    ],
)
def test_each_notation_is_read(text: str, when: PartialDate | DateRange) -> None:
    assert parse_when(text) == when


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2019-13", 'not a valid date: "2019-13" (there is no month 13)'),
        ("2019-13-45", 'not a valid date: "2019-13-45" (there is no month 13)'),
        ("2019-00", 'not a valid date: "2019-00" (there is no month 0)'),
        ("2019-02-30", 'not a valid date: "2019-02-30" (the month has 28 days)'),
        ("2020-02-30", 'not a valid date: "2020-02-30" (the month has 29 days)'),
        ("2020-01-00", 'not a valid date: "2020-01-00" (the month has 31 days)'),
        ("0000-05", 'not a valid date: "0000-05" (there is no year 0)'),
        ("2020/2019", "range ends (2019) before it begins (2020)"),
        ("2016-10-03/2016-10-02", "range ends (2016-10-02) before it begins (2016-10-03)"),
        *(
            (text, f'not a valid date: "{text}"')
            for text in ("", "/", "../..", "16", "2016-1", "2016-1-2", "20161003", "Oct 2016")
        ),
        *(
            (text, f'not a valid date: "{text}"')
            for text in (
                "Present",
                "2016?",
                "~2016",
                "Spring",
                "Monsoon 2016",
                "+2016",
                "-2016",
                "2016-10-03T10:00",
            )
        ),
        ("2016/2017/2018", 'not a valid date: "2016/2017/2018"'),
        ("present/2016", 'not a valid date: "present"'),
    ],
)
def test_what_is_no_date_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_when(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Oct 2016", "write 2016-10"),
        ("3. März 2016", "write 2016-03-03"),
        ("05/2016", "write 2016-05"),
        ("Present", "write present"),
        ("2012 - Today", "write 2012/present"),
        ("Sep 2012 – June 2016", "write 2012-09/2016-06"),
        ("2027 (expected)", 'write 2027, and the words in "note"'),
        ("12.03.1984", "write 1984-03-12"),
        ("25/12/2020", "write 2020-12-25"),
        ("31/02/2025", "write the day that is meant; that month ends on 2025-02-28"),
        ("02/30/2024", "write the day that is meant; that month ends on 2024-02-29"),
        ("Nov 31, 2026", "write the day that is meant; that month ends on 2026-11-30"),
        ("31. 4. 2020", "write the day that is meant; that month ends on 2020-04-30"),
        ("12/25/2020", "write 2020-12-25"),
        ("05/06/2016", "write 2016-06-05 or 2016-05-06"),
        ("2020-1", "write 2020-01"),
        ("2020/1/5", "write 2020-01-05"),
        ("2020年3月", "write 2020-03"),
        ("2019-2021", "write 2019/2021"),
        ("2019–21", "write 2019/2021"),
        ("5/2019 - 7/2021", "write 2019-05/2021-07"),
        ("March–May 2020", "write 2020-03/2020-05"),
        ("01.10.2019–30.09.2022", "write 2019-10-01/2022-09-30"),
        ("Summer 2020 - Fall 2021", "write Summer 2020/Fall 2021"),
        ("since 2019", "write 2019/"),
        ("2019-", "write 2019/"),
        ("AY 2020/21", "write 2020/21"),
        ("WiSe 2020/22", "write WiSe 2020/21"),
        ("SoSe 2020/21", "write SoSe 2020"),
        ("2019, 2021", "write [2019, 2021]"),
        *((text, "write 2016, 2016-10, ") for text in ("soon", "19-21", "13/2016", "present - 2016", "May " * 50)),
    ],
)
def test_the_form_that_is_meant_is_said(text: str, hint: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_when(text)
    assert caught.value.hint.startswith(hint)


@given(dates)
def test_a_date_lies_between_its_first_and_its_last_day(date: PartialDate) -> None:
    first, last = date.first_day(), date.last_day()
    assert first <= last
    assert first[: len(str(date).split("-"))] == last[: len(str(date).split("-"))]
    assert (first == last) == (date.day is not None)


def test_order_is_judged_at_the_precision_given() -> None:
    assert check_order(DateRange(PartialDate(2016, 12, 31), Y16)).end == Y16
    with pytest.raises(ValueError):
        check_order(DateRange(PartialDate(2017, 1, 1), Y16))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("2016", "2017"),
        ("2016-10", "2016"),
        ("2016-10-03", "2016-10"),
        ("2018", "2016/"),
        ("2016/2018", "present"),
        ("2016", "/2017"),
    ],
)
def test_the_newest_is_what_reaches_furthest(earlier: str, later: str) -> None:
    assert newest((parse_when(earlier),)) < newest((parse_when(later),))
    assert newest((parse_when(later), parse_when(earlier))) == newest((parse_when(later),))


def test_no_time_is_older_than_any() -> None:
    assert newest(()) < newest((PartialDate(1),))


@given(st.integers(1, 9998), st.sampled_from([{}, {"season": 2}, {"academic": True}, {"month": 3}]), st.booleans())
def test_seasons_academic_years_and_about_read_back(year: int, more: dict[str, int], about: bool) -> None:
    date = PartialDate(year, about=about and "academic" not in more, **more)  # type: ignore[arg-type]
    assert parse_when(str(date)) == date
    assert date.first_day() < date.last_day()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2023-02", (2023, 2, 28)),
        ("2024-02", (2024, 2, 29)),
        ("2024-06", (2024, 6, 30)),
        ("2024", (2024, 12, 31)),
        ("2024-22", (2024, 8, 31)),
        ("2024-21", (2024, 5, 31)),
    ],
)
def test_the_last_day_exists(text: str, day: tuple[int, int, int]) -> None:
    assert parse_date(text).last_day() == day


@pytest.mark.parametrize(
    ("typed", "text", "first", "last"),
    [
        ("WiSe 2022/23", "WiSe 2022/23", (2022, 10, 1), (2023, 3, 31)),
        ("WS 2023/2024", "WiSe 2023/24", (2023, 10, 1), (2024, 3, 31)),
        ("Wintersemester 1999", "WiSe 1999/00", (1999, 10, 1), (2000, 3, 31)),
        ("SS 2023", "SoSe 2023", (2023, 4, 1), (2023, 9, 30)),
        ("HS 2022", "HS 2022", (2022, 8, 1), (2022, 12, 31)),
        ("michaelmas term 2022", "Michaelmas 2022", (2022, 10, 1), (2022, 12, 31)),
        ("Hilary 2023", "Hilary 2023", (2023, 1, 1), (2023, 3, 31)),
        ("2023年度後期", "後期 2023/24", (2023, 10, 1), (2024, 3, 31)),
        ("前期 2023", "前期 2023", (2023, 4, 1), (2023, 9, 30)),
    ],
)
def test_a_semester_has_its_months_and_reads_back(typed: str, text: str, first: tuple[int, ...], last: tuple[int, ...]) -> None:
    date = parse_when(typed)
    assert isinstance(date, PartialDate) and str(date) == text and parse_when(text) == date
    assert (date.first_day(), date.last_day()) == (first, last)


def test_ranges_of_semesters_are_divided_between_them() -> None:
    span = parse_when("WiSe 2022/23 / SoSe 2024")
    assert isinstance(span, DateRange) and str(span) == "WiSe 2022/23/SoSe 2024" and parse_when(str(span)) == span
    assert str(parse_when("SoSe 2023/present")) == "SoSe 2023/present"
    with pytest.raises(Invalid, match="before it begins"):
        parse_when("SoSe 2023/WiSe 2021/22")


def test_semesters_are_in_the_order_of_their_months() -> None:
    typed = ["SoSe 2022", "WiSe 2022/23", "2022-12", "2023-01", "SoSe 2023"]
    assert sorted(typed[3:] + typed[:3], key=lambda text: oldest((parse_when(text),))) == typed


def test_other_programs_get_the_season_of_a_semester() -> None:
    assert edtf(parse_when("WiSe 2022/23/SoSe 2024")) == "2022-24/2024-22" and edtf(parse_when("2016-10/")) == "2016-10/"
