"""Test the wording of dates and lists: each format and language, ranges, and no more precision than was given."""

import datetime
import os
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.load.library import find_style, find_terms
from cvrender.model.dates import PartialDate, When, parse_when
from cvrender.model.value import replace
from cvrender.text.cldr import month_numbers
from cvrender.text.localize import DATE_FORMATS, Wording, format_date, format_when, format_years, last_year, locale, signs_around

LANGUAGES = ("en", "de", "fr", "ja", "zh", "ar", "pt-BR")
days = st.dates(datetime.date(1000, 1, 1), datetime.date(9999, 12, 31))


@pytest.fixture(scope="module")
def wording() -> Wording:
    return Wording("en", find_terms(find_style("plain"), "en"), "abbreviated", "–", frozenset())


def when(text: str) -> When:
    return tuple(parse_when(part) for part in text.split(", "))


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


@given(days, st.sampled_from([form for form in DATE_FORMATS if form != "era"]), st.sampled_from(LANGUAGES))
def test_a_date_never_gains_precision(day: datetime.date, form: str, language: str) -> None:
    year = format_date(PartialDate(day.year), form, language)
    assert numbers(year) == [day.year] and len(year) <= len(f"{day.year}") + 1
    month = format_date(PartialDate(day.year, day.month), form, language)
    assert set(numbers(month)) <= {day.year, day.month} and day.year in numbers(month)
    assert len(numbers(month)) <= 2 and month != year
    whole = format_date(PartialDate(day.year, day.month, day.day), form, language)
    assert sorted(numbers(whole)) in (sorted([day.year, day.month, day.day]), sorted([day.year, day.day]))


@given(days, st.sampled_from(DATE_FORMATS))
def test_two_months_never_read_alike(day: datetime.date, form: str) -> None:
    shown = {format_date(PartialDate(day.year, month), form, "en") for month in range(1, 13)}
    assert len(shown) == 12


@pytest.mark.parametrize(
    ("form", "language", "shown"),
    [
        ("abbreviated", "en", ["2016", "Oct 2016", "Oct 3, 2016"]),
        ("long", "en", ["2016", "October 2016", "October 3, 2016"]),
        ("numeric", "en", ["2016", "10/2016", "10/03/2016"]),
        ("iso", "en", ["2016", "2016-10", "2016-10-03"]),
        ("abbreviated", "de", ["2016", "Okt. 2016", "3.\N{NO-BREAK SPACE}Okt. 2016"]),
        ("long", "fr", ["2016", "octobre 2016", "3 octobre 2016"]),
        ("long", "zh", ["2016年", "2016年10月", "2016年10月3日"]),
        ("long", "tlh", ["2016", "October 2016", "October 3, 2016"]),
        ("long", "de-ZZ", ["2016", "Oktober 2016", "3.\N{NO-BREAK SPACE}Oktober 2016"]),
    ],
)
def test_a_date_is_in_the_languages_words(form: str, language: str, shown: list[str]) -> None:
    dates = (PartialDate(2016), PartialDate(2016, 10), PartialDate(2016, 10, 3))
    assert [format_date(date, form, language) for date in dates] == shown


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        ("2016", "2016"),
        ("2016/2018", "2016–2018"),
        ("2016/2016", "2016"),
        ("2016/", "2016 – Present"),
        ("/2018", "–2018"),
        ("2016/present", "2016 – Present"),
        ("present", "Present"),
        ("2016-10/2018", "Oct 2016 – 2018"),
        ("2016/2018-05-01", "2016 – May 1, 2018"),
        ("2016-10/present", "Oct 2016 – Present"),
        ("2016-10/", "Oct 2016 – Present"),
        ("/2016-10", "– Oct 2016"),
        ("2018, 2019, 2020", "2018, 2019, 2020"),
        ("2016/2017, 2019-05", "2016–2017, May 2019"),
    ],
)
def test_ranges_and_lists_are_shown_as_given(wording: Wording, time: str, shown: str) -> None:
    assert format_when(when(time), wording) == shown
    hyphened = re.sub(r"(?<=\d)–(?=\d)", " - ", shown).replace("–", "-")
    assert format_when(when(time), replace(wording, dash="-")).replace(" ", "") == hyphened.replace(" ", "")


def test_no_time_is_no_words(wording: Wording) -> None:
    assert format_when((), wording) == format_years((), wording) == last_year(()) == ""


@pytest.mark.parametrize(
    ("time", "shown", "last"),
    [
        ("2016-10-03", "2016", "2016"),
        ("2018, 2019, 2018-05", "2018, 2019", "2018"),
        ("2016-10/2018-01", "2016–2018", "2018"),
        ("2016-01/2016-12", "2016", "2016"),
        ("2016/present", "2016–", "2016"),
        ("/2018", "–2018", "2018"),
        ("present", "", ""),
        ("2023/24", "2023/24", "2023"),
        ("1998~", "ca. 1998", "1998"),
        ("2023-21", "2023", "2023"),
    ],
)
def test_years_are_years_only(time: str, shown: str, last: str, wording: Wording) -> None:
    assert (format_years(when(time), wording), last_year(when(time))) == (shown, last)


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", ["A", "A and B", "A, B, and C"]), ("de", ["A", "A und B", "A, B und C"]), ("zh", ["A", "A和B", "A、B和C"])],
)
def test_a_list_is_in_the_languages_way(language: str, shown: list[str]) -> None:
    signs = [signs_around(count, language) for count in (1, 2, 3)]
    assert [before + "".join(map("".join, zip("ABC", after, strict=False))) for before, *after in signs] == shown
    assert signs_around(0, language) == [""]


def test_a_region_that_nobody_knows_takes_a_language_that_is_known() -> None:
    assert str(locale("en-ZZ")).startswith("en") and str(locale("zh-Hant-TW")) == "zh_Hant_TW" and str(locale("tlh")) == "en"


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        ("2023-21", "Spring 2023"),
        ("Fall 2023", "Fall 2023"),
        ("2023-22/2023-24", "Summer 2023 – Winter 2023"),
        ("1998~", "ca. 1998"),
        ("ca. 1998-05", "ca. May 1998"),
        ("1998~/2003", "ca. 1998 – 2003"),
        ("2023/24", "2023/24"),
        ("2023–24", "2023/24"),
        ("2023–2025", "2023–2025"),
        ("2010/", "2010 – Present"),
        ("WiSe 2022/23", "Winter semester 2022/23"),
        ("WiSe 2022/23/SoSe 2024", "Winter semester 2022/23 – Summer semester 2024"),
        ("Trinity 2023", "Trinity 2023"),
    ],
)
def test_seasons_academic_years_and_about(time: str, shown: str, wording: Wording) -> None:
    assert format_when(when(time), wording) == shown


@pytest.mark.parametrize(
    ("language", "day", "month"),
    [
        ("en-US", "04/01/2021", "04/2021"),
        ("en-GB", "01/04/2021", "04/2021"),
        ("de", "01.04.2021", "04.2021"),
        ("fr", "01/04/2021", "04/2021"),
        ("zh", "2021/04/01", "2021/04"),
        ("hu", "2021. 04. 01.", "2021. 04"),
    ],
)
def test_numeric_dates_follow_the_language(language: str, day: str, month: str) -> None:
    assert format_date(PartialDate(2021, 4, 1), "numeric", language) == day
    assert format_date(PartialDate(2021, 4), "numeric", language).rstrip(".") == month


def test_a_language_without_names_of_months_leaves_other_languages_alone() -> None:
    july = PartialDate(2019, 7)
    assert [format_date(july, "short", language) for language in ("sdh", "az-Arab")] == ["Jul 2019", "iyl 2019"]
    assert format_date(july, "short", "ko") == "2019년 7월"


def test_months_of_one_language_are_never_those_of_another() -> None:
    """Importers look up the months of all languages; Babel kept what it found for Hebrew as the months of Polish."""
    code = (
        "from cvrender.text.cldr import month_numbers\n"
        "from cvrender.text.localize import format_date\n"
        "from cvrender.model.dates import PartialDate\n"
        "month_numbers(['he', 'ar', 'pl'])\n"
        "print(format_date(PartialDate(2021, 9), 'abbreviated', 'pl'), format_date(PartialDate(2021, 9), 'abbreviated', 'uk'))"
    )
    command = [sys.executable, "-X", "utf8", "-c", code]
    said = subprocess.run(
        command, capture_output=True, check=True, env={**os.environ, "CVRENDER_CACHE": os.devnull}
    ).stdout.decode()
    assert said.startswith("wrz 2021") and "вер" in said
    assert month_numbers(["he"])["ספט׳"] == 9


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("2019-04-30", "平成31年4月30日"),
        ("2019-05-01", "令和元年5月1日"),
        ("1989-01-07", "昭和64年1月7日"),
        ("1989-01-08", "平成元年1月8日"),
        ("1926-12-24", "大正15年12月24日"),
        ("1926-12-25", "昭和元年12月25日"),
        ("1912-07-29", "明治45年7月29日"),
        ("1912-07-30", "大正元年7月30日"),
        ("1873-01-01", "明治6年1月1日"),
        ("1872-12-31", "1872年12月31日"),
        ("2019-04", "平成31年4月"),
        ("2019-05", "令和元年5月"),
        ("1989-01", "昭和64年（平成元年）1月"),
        ("2019", "平成31年（令和元年）"),
        ("2020", "令和2年"),
        ("2026~", "令和8年頃"),
        ("2018-10/2020-03", "平成30年10月～令和2年3月"),
        ("spring 2019", "平成31年春"),
        ("2019年度前期", "平成31年度前期"),
        ("2023/24", "2023/24"),
    ],
)
def test_the_years_of_eras_change_on_their_first_day(wording: Wording, typed: str, shown: str) -> None:
    japanese = replace(wording, language="ja", terms=find_terms(find_style("plain"), "ja"), dates="era")
    assert format_when(when(typed), japanese) == shown
    assert format_when(when(typed), replace(wording, dates="era")) == format_when(when(typed), replace(wording, dates="long"))


def test_years_alone_have_eras_too(wording: Wording) -> None:
    japanese = replace(wording, language="ja", terms=find_terms(find_style("plain"), "ja"), dates="era")
    assert format_years(when("2018-10/2020-03"), japanese) == "平成30年–令和2年"
    assert format_years(when("2019-05"), japanese) == "令和元年"
