"""Check dates, labels, places and links between a job and its employer as CVs in many languages have them."""

import pytest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.dates import dates_in, with_whole_times
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.headings import words
from cvrender.old_cvs.kinds_of_words import is_place


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Seit 10/2023", "2023-10", "present"),
        ("10月 2014 – 现在", "2014-10", "present"),
        ("7月 2013 – 6月 2014", "2013-07", "2014-06"),
        ("Seit 18/10/2022 - Bis heute", "2022-10-18", "present"),
        ("1999 - Nuvarande", "1999", "present"),
        ("Maggio 2021 - adesso", "2021-05", "present"),
        ("02.2024'TEN BUGÜNE", "2024-02", "present"),
        ("10/2022 – ÎN CURS", "2022-10", "present"),
        ("2021--21", "2021", "2021"),
        ("2016-09-29 / Actualmente", "2016-09-29", "present"),
        ("2016-01-27 / 2016-07-11", "2016-01-27", "2016-07-11"),
        ("2019 -> 2021", "2019", "2021"),
        ("2019 ‒ 2021", "2019", "2021"),
        ("2019…2021", "2019", "2021"),
        ("Q1 2020 – Q3 2021", "2020", "2021"),
        ("WS 2019 – SoSe 2021", "2019", "2021"),
        ("Stu 2018 – Velj 2019", "2018-11", "2019-02"),
        ("JAN 2022 - Doteraz", "2022-01", "present"),
        ("04/2022 | Até o momento", "2022-04", "present"),
        ("22/08/2023 t/m 22/08/2024", "2023-08-22", "2024-08-22"),
        ("PAZDZIERNIK 2020 – OBECNIE", "2020-10", "present"),
        ("01/2025–Actuellement", "2025-01", "present"),
        ("01/10/2018–andauernd", "2018-10-01", "present"),
        ("10/2020-aktuell", "2020-10", "present"),
        ("01/‘21-04/‘22", "2021-01", "2022-04"),
        ("07/‘22-", "2022-07", "present"),
        ("03-08/2015", "2015-03", "2015-08"),
        ("Oktober und November 2016", "2016-10", "2016-11"),
        ("Mai bis September 2017", "2017-05", "2017-09"),
        ("2006–… :", "2006", "present"),
        ("September, 2021 - Gegenwart", "2021-09", "present"),
        ("Styczeń 2020 - Teraz", "2020-01", "present"),
        ("Март 2019 — настоящее время", "2019-03", "present"),
        ("od 2012 do 2015", "2012", "2015"),
        ("2020.03 ~ 至今", "2020-03", "present"),
        ("07/08 2004", "2004-07", "2004-08"),
        ("2004 – 06 2005", "2004", "2005-06"),
        ("aug. 2017- Engineer", "2017-08", "present"),
        ("2005年4月-2007年8月まで", "2005-04", "2007-08"),
        ("2024 年 5 月 〜", "2024-05", "present"),
        ("da giugno 2014 ad agosto 2014", "2014-06", "2014-08"),
        ("Stu 2018 – Velj 2019", "2018-11", "2019-02"),
        ("OKT 2022 - Doteraz", "2022-10", "present"),
        ("02/2015 - 04-2016", "2015-02", "2016-04"),
        ("Сен 2023 – Ноя 2024", "2023-09", "2024-11"),
        ("Июль 2023 г. — Октябрь 2023 года", "2023-07", "2023-10"),
        ("Июль 2024 - по текущее время", "2024-07", "present"),
        ("2008. 03 ~ 2016. 02", "2008-03", "2016-02"),
        ("2024.05. ~ 2026.01", "2024-05", "2026-01"),
        ("VII 2020 – III 2021", "2020-07", "2021-03"),
        ("08–09 2012", "2012-08", "2012-09"),
        ("2016年04月〜2017年11月", "2016-04", "2017-11"),
        ("2020. szeptember - 2022. június", "2020-09", "2022-06"),
        ("2022 – dnes", "2022", "present"),
        ("2019/2020", "2019", "2020"),
        ("WS 2018/19", "2018", "2019"),
        ("2018.06 - 09", "2018-06", "2018-09"),
        ("feb-2018 – mar-2019", "2018-02", "2019-03"),
        ("T9/2016 - T6/2018", "2016-09", "2018-06"),
        ("Tháng 9 năm 2016 – nay", "2016-09", "present"),
        ("з 2015 по 2018", "2015", "2018"),
        ("من 2015 إلى 2018", "2015", "2018"),
        ("از 2015 تا 2018", "2015", "2018"),
        ("tammikuu 2018 – nykyhetki", "2018-01", "present"),
        ("januar 2018 – nå", "2018-01", "present"),
        ("травень 2019 – зараз", "2019-05", "present"),
        ("2018 – Şu an", "2018", "present"),
        ("2019-től", "2019", "present"),
        ("2019'dan beri", "2019", "present"),
        ("din 2017 – 2019", "2017", "2019"),
        ("Ago 2019 – Act.", "2019-08", "present"),
    ],
)
def test_ranges(text: str, start: str, end: str) -> None:
    assert [found.fields for found in dates_in(text)] == [{"start": start, "end": end}]


def test_a_season_in_another_language() -> None:
    assert [found.fields for found in dates_in("Été 2026")] == [{"date": "2026-22"}]


@pytest.mark.parametrize("text", ["Verona (VR)", "Paris (France)", "25548 Nirgendwo", "Lisboa Portugal"])
def test_places(text: str) -> None:
    assert is_place(text)


@pytest.mark.parametrize(
    "lines",
    [
        ("2019 – 2021", "Pracodawca: Acme sp. z o.o.", "Stanowisko: Programista", "Miejsce: Nigdzie"),
        ("Período: 2019 – 2021", "Empresa: Acme sp. z o.o.", "Cargo: Programista", "Local: Nigdzie"),
        ("Arbeitgeber: Acme sp. z o.o.", "Position: Programista", "Ort: Nigdzie", "Dauer: 2019 – 2021"),
    ],
)
def test_labelled_lines(lines: tuple[str, ...]) -> None:
    (entry,) = dated_section([OldLine((LineCell(line),)) for line in lines], "positions")
    wanted = {"organization": "Acme sp. z o.o.", "title": "Programista", "location": "Nigdzie", "start": "2019", "end": "2021"}
    assert {key: entry.get(key) for key in wanted} == wanted and "note" not in entry


@pytest.mark.parametrize(
    ("line", "title", "organization"),
    [
        ("2020 – 2021: Professeur à l'Université de Nulle Part", "Professeur", "Université de Nulle Part"),
        ("2020 – 2021 Analista en Universidad Inventada", "Analista", "Universidad Inventada"),
        ("2020 – 2021 Asystent w Instytucie Niczego", "Asystent", "Instytucie Niczego"),
    ],
)
def test_a_job_and_where_it_was(line: str, title: str, organization: str) -> None:
    (entry,) = dated_section([OldLine((LineCell(line),))], "positions")
    assert (entry["title"], entry["organization"]) == (title, organization)


@pytest.mark.parametrize("cells", [("Example Works", "01/2024 04/2024"), ("Example Works", "01/2024", "04/2024")])
def test_two_dates_without_the_sign_between_them_are_the_ends_of_a_time(cells: tuple[str, ...]) -> None:
    entries = dated_section([OldLine(tuple(map(LineCell, cells)))], "positions")
    assert [(entry["start"], entry["end"]) for entry in entries] == [("2024-01", "2024-04")]


def test_a_corporate_sign_begins_no_list_item() -> None:
    lines = [
        OldLine((LineCell(f"㈜ {name}"), LineCell(time))) for name, time in (("모조르", "2019 – 2020"), ("잘가", "2017 – 2019"))
    ]
    assert [entry["organization"] for entry in dated_section(lines, "positions")] == ["㈜ 모조르", "㈜ 잘가"]


def test_both_ends_of_a_time_may_have_words_before_them() -> None:
    for text in ("INÍCIO - 2023 PREVISÃO DE CONCLUSÃO - 2025", "Start: 2023, End: 2025", "Beginn 2023 | Ende 2025"):
        (line,) = with_whole_times([OldLine((LineCell(text),))])
        assert [date.fields for date in dates_in(line.plain)] == [{"start": "2023", "end": "2025"}]


def test_the_word_for_the_present_between_other_parts_is_a_time() -> None:
    assert [date.fields for date in dates_in("Engenheira | Atualmente | Exemplo")] == [{"end": "present"}]
    assert not list(dates_in("Hardware atual do cliente | Exemplo"))


@pytest.mark.parametrize("text", ["Proiect din 2019", "Приказ от 2019", "Festival 2019 – Act II"])
def test_words_that_mean_more_than_since_or_now_open_no_range(text: str) -> None:
    assert not [date.fields for date in dates_in(text) if date.fields.get("end") == "present"]


def test_every_word_for_the_present_ends_a_time() -> None:
    lasting = [{"start": "2021", "end": "present"}]
    assert [word for word in words()["present"] if [date.fields for date in dates_in(f"2021 – {word}")] != lasting] == []


@pytest.mark.parametrize("name", ["Nowhere Ltd", "Acumen Ltd", "Most Valuable Player", "Ora Example", "Still Mind Ltd"])
def test_a_name_that_begins_as_a_word_for_the_present_ends_no_time(name: str) -> None:
    assert [date.fields for date in dates_in(f"2019 – {name}")] == [{"date": "2019"}]
