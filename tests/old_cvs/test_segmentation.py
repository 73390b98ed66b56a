"""Entries of a section are found by the grammar that all of them share."""

from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.old_cvs.sections import sections_of
from cvrender.old_cvs.segmentation import entries_of


def _lines(*texts: str) -> list[OldLine]:
    kinds: dict[str, LineKind] = {"-": "bullet", "#": "heading", "=": "break"}
    return [OldLine(tuple(map(LineCell, text.lstrip("-#=").split(" | "))), kind=kinds.get(text[:1], "text")) for text in texts]


def _heads(*texts: str) -> list[list[str]]:
    return [[line.plain for line in entry.heads] for entry in entries_of(_lines(*texts))]


def test_a_date_below_the_name_of_each_entry() -> None:
    assert _heads("Acme Inc", "Engineer", "2019 – 2020", "-Built engines", "Example Ltd", "Analyst", "2017 – 2019") == [
        ["Acme Inc", "Engineer", "2019 – 2020"],
        ["Example Ltd", "Analyst", "2017 – 2019"],
    ]


def test_a_date_before_each_entry_with_the_job_below() -> None:
    assert _heads("2019 – 2020 | Acme GmbH", "*Helper*", "2017 – 2019 | Example AG", "*Driver*") == [
        ["2019 – 2020 Acme GmbH", "Helper"],
        ["2017 – 2019 Example AG", "Driver"],
    ]


def test_a_date_above_the_heading_of_each_entry() -> None:
    texts = [(f"0{index}/2015 – 0{index}/2019", f"#Training as clerk {index}", f"Example {index} Ltd") for index in range(1, 6)]
    assert _heads(*(line for entry in texts for line in entry)) == [[entry[0], entry[1][1:], entry[2]] for entry in texts]


def test_a_description_with_years_begins_no_entry() -> None:
    texts = (
        "**Engineer**, Acme Inc | 2019 – 2020",
        "Led the move of 2019 to new engines",
        "**Analyst**, Example Ltd | 2017 – 2019",
    )
    assert [head[0] for head in _heads(*texts, "Cut costs by a third")] == [
        "Engineer, Acme Inc 2019 – 2020",
        "Analyst, Example Ltd 2017 – 2019",
    ]


def test_labels_that_each_entry_repeats() -> None:
    texts = ("Empresa: Acme Ltda", "Cargo: Analista", "-Atendimento", "Período: 2019 – 2020")
    assert _heads(*texts, *texts) == [["Empresa: Acme Ltda", "Cargo: Analista", "Período: 2019 – 2020"]] * 2


def test_entries_without_dates_begin_after_each_list() -> None:
    texts = ("**Engineer**", "Acme Inc", "-Built engines", "**Analyst**", "Example Ltd", "-Counted")
    assert _heads(*texts) == [["Engineer", "Acme Inc"], ["Analyst", "Example Ltd"]]


def test_signs_that_no_reader_knows_are_of_lists() -> None:
    (entry,) = entries_of(_lines("Engineer, Acme Inc | 2019 – 2020", "◈ Built engines", "◈ Sold engines"))
    assert [(line.kind, line.plain) for line in entry.body] == [("bullet", "Built engines"), ("bullet", "Sold engines")]


def test_a_head_like_the_end_of_the_one_before_shares_its_employer() -> None:
    texts = ("**Acme Inc**", "*Director* | 2021 – 2022", "-Led", "*Engineer* | 2019 – 2021", "-Built", "**Example Ltd**")
    made = entries_of(_lines(*texts, "*Analyst* | 2017 – 2019", "-Counted"))
    assert [(entry.heads[0].plain, entry.shares) for entry in made] == [
        ("Acme Inc", False),
        ("Engineer 2019 – 2021", True),
        ("Example Ltd", False),
    ]


def test_labels_in_bold_of_what_is_below_heads_begin_no_entry() -> None:
    first = ("**Acme Hall**", "Engineer, 2019 – 2020", "**Stack**: Python, Flask", "**Other**: Docker")
    second = ("**Example Hall**", "Tester, 2018 – 2019", "**Stack**: Java, Spring", "**Other**: Jenkins")
    assert _heads(*first, *second) == [["Acme Hall", "Engineer, 2019 – 2020"], ["Example Hall", "Tester, 2018 – 2019"]]


def test_a_section_whose_heading_is_repeated_goes_on() -> None:
    sections = sections_of(_lines("#Employment", "Engineer, 2019 – 2020", "#EMPLOYMENT", "-Built engines", "#Skills", "Welding"))
    assert [len(section.lines) for section in sections] == [0, 2, 1]


def test_what_is_below_a_label_begins_no_entry() -> None:
    first = ("January 2021 – today, Seller of chairs", "Duties", "Helping all the customers", "Ordering chairs")
    second = ("March 2019 – May 2020, Seller of tables", "Duties", "Counting tables")
    assert _heads(*first, *second) == [[first[0]], [second[0]]]


def test_a_heading_of_the_other_part_of_the_career_begins_a_section() -> None:
    lines = _lines("#Berufserfahrung", "2019 – 2020, Fahrer", "#Schule - Berufsausbildung", "2015 – 2018, Schule")
    assert [section.heading.plain for section in sections_of(lines) if section.heading] == [
        "Berufserfahrung",
        "Schule - Berufsausbildung",
    ]


def test_times_in_brackets_and_lists_of_typed_signs() -> None:
    assert _heads("**Acme**", "[April 2021] – [Present]", "Support") == [["Acme", "April 2021 – Present", "Support"]]
    assert _heads("\\*2009 : Diploma", "\\*2013 : Matura at the lycée") == [["2009 : Diploma"], ["2013 : Matura at the lycée"]]


def test_an_employer_in_bold_before_a_colon_is_no_label() -> None:
    first, second = ("**Acme**: *Engineer*", "2019 – 2020", "-Built engines"), ("**Nothing**: *Analyst*", "2017 – 2019", "-Read")
    assert _heads(*first, *second) == [["Acme: Engineer", "2019 – 2020"], ["Nothing: Analyst", "2017 – 2019"]]


def test_a_date_at_the_left_of_the_first_entry_begins_each() -> None:
    texts = ("2019 – 2020 | Example Works", "Engineer of machines", "2017 – 2019 | Example Lab", "Fitter of machines")
    assert [head[0] for head in _heads(*texts)] == ["2019 – 2020 Example Works", "2017 – 2019 Example Lab"]
    assert [head[0] for head in _heads(texts[0], texts[1], "Software Engineer", *texts[2:])][1] == "2017 – 2019 Example Lab"


def test_a_job_in_a_list_below_its_employer_belongs_to_the_head() -> None:
    texts = ("Zorvex | Lund, Sweden | 2019 – 2020", "-Junior developer", "Java, Python", "-Built the engines of the site")
    assert _heads(*texts, "Quanzo | Oslo, Norway | 2017 – 2019", "-Tester", "Selenium") == [
        ["Zorvex Lund, Sweden 2019 – 2020", "Junior developer"],
        ["Quanzo Oslo, Norway 2017 – 2019", "Tester"],
    ]


def test_labels_of_what_was_done_are_said_below_heads_in_many_languages() -> None:
    for label in (
        "Aufgabenbereich",
        "Zakres obowiązków",
        "Funciones",
        "Atividades exercidas",
        "Arbetsuppgifter",
        "Стек",
        "Aufgaben und Projekte",
    ):
        texts = ("**Helper at Example University**", f"{label}: the servers of the institute", "May 2019 – June 2020")
        assert [head[0] for head in _heads(*texts, *texts)] == ["Helper at Example University"] * 2


def test_a_time_beside_a_label_of_what_is_below_belongs_to_the_head() -> None:
    texts = ("**Research assistant** | Example University", "Advisor: Jane Doe | May 2019 – June 2020", "-Built engines")
    assert _heads(*texts, *texts) == [["Research assistant Example University", "May 2019 – June 2020"]] * 2


def test_a_grade_behind_the_names_of_a_degree_makes_no_label_of_them() -> None:
    texts = ("示例大学 计算机技术 硕士 GPA: 3.7 / 4.0 2019 – 2022", "样本大学 | 自动化 | 本科 | GPA: 3.8 / 4.0 | 2015 – 2019")
    assert [head[0][:4] for head in _heads(*texts)] == ["示例大学", "样本大学"]


def test_a_column_with_the_name_behind_another_one_is_no_part_of_its_last_section() -> None:
    name = OldLine((LineCell("Ada Example", "name"),), kind="person")
    lines = [*_lines("#Skills", "Python", "#Languages", "Latin"), name, *_lines("Engineer at Acme Ltd, 2019 – 2020")]
    assert [[line.plain for line in section.lines] for section in sections_of(lines)][2:] == [
        ["Latin"],
        ["Engineer at Acme Ltd, 2019 – 2020"],
    ]


def test_labels_of_jobs_below_the_bullets_of_their_employers() -> None:
    texts = ("-Acme", "Посада: Вчитель", "Обов’язки:", "-Вчив дітей", "-Example", "Посада: Менеджер", "Обов’язки:", "-Продаж")
    assert _heads(*texts) == [["Acme", "Посада: Вчитель"], ["Example", "Посада: Менеджер"]]
