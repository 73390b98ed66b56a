"""Heads are divided at commas of every script, and the place, the group and the page of an employer are told from its jobs."""

from cvrender.formats.lines import LineCell, LineLook, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.entries import dated_section


def _entries(section: str, *lines: str) -> list[dict[str, object]]:
    made = dated_section([OldLine(tuple(map(LineCell, line.split(" | ")))) for line in lines], section)
    return [{key: value for key, value in entry.items() if not key.startswith("x-")} for entry in made]


def test_commas_of_other_scripts_divide_a_head() -> None:
    for comma in ("、", "，", "، "):
        (entry,) = _entries("positions", f"**Example Laboratory**{comma}Erewhon | 2016 – 2019", "*Research Fellow*")
        assert (entry["organization"], entry["title"]) == ("Example Laboratory", "Research Fellow")


def test_a_subject_between_a_bold_degree_and_its_institution() -> None:
    (entry,) = _entries("education", "**PhD**, Physiology, University of Nowhere | 2004 – 2008")
    assert [entry[key] for key in ("degree", "field", "institution")] == ["PhD", "Physiology", "University of Nowhere"]


def test_departments_behind_the_institution_are_its_team() -> None:
    for name in ("University of Nowhere", "University of Nowhere School of Medicine"):
        (entry,) = _entries("positions", f"{name}, Department of Pulses, Division of Beats", "Professor | 2016 – 2019")
        assert (entry["organization"], entry["team"]) == (name, "Department of Pulses, Division of Beats")


def test_jobs_below_an_employer_whose_place_and_page_no_list_knows() -> None:
    (entry,) = _entries(
        "positions",
        "**University of Nowhere**, Erewhonia | 2020 – 2024",
        "[www.nowhere.example](https://www.nowhere.example)",
        "*Associate Professor*, Group for Odd Machines | 2022 – 2024",
        "*Assistant Professor* | 2020 – 2022",
    )
    assert (entry["location"], entry["url"]) == ("Erewhonia", "https://www.nowhere.example")
    assert [role["title"] for role in entry["roles"]] == ["Associate Professor", "Assistant Professor"]  # type: ignore[attr-defined]


def test_a_team_before_or_behind_its_company_is_not_the_place() -> None:
    heads = (
        ("**Example Labs, Loom Team** | *Springfield*", "Weaver | *2016 – 2019*"),
        ("**Weaver**, *Loom Team, Example Labs*, Springfield | 2016 – 2019",),
        ("**Weaver**, Loom Team | 2016 – 2019", "Example Labs, Springfield"),
    )
    for lines in heads:
        (entry,) = _entries("positions", *lines)
        said = [entry.get(key) for key in ("organization", "team", "title", "location")]
        assert said == ["Example Labs", "Loom Team", "Weaver", "Springfield"]


def test_a_university_says_the_name_of_its_city() -> None:
    (entry,) = _entries("education", "**University of Erewhon, Department of Looms** | *Erewhon*", "PhD, Physics | *2011 – 2016*")
    said = [entry.get(key) for key in ("institution", "department", "degree", "field", "location")]
    assert said == ["University of Erewhon", "Department of Looms", "PhD", "Physics", "Erewhon"]


def test_jobs_at_several_campuses_of_an_employer() -> None:
    (entry,) = _entries(
        "positions",
        "2020 – Present | University of Nowhere",
        "2023-09 – Present | **Associate Professor**, Group for Odd Machines",
        "2020-09 – 2023-08 | **Assistant Professor**, Old Campus",
    )
    assert entry["organization"] == "University of Nowhere"
    assert [(role["title"], role.get("location")) for role in entry["roles"]] == [  # type: ignore[attr-defined]
        ("Associate Professor", None),
        ("Assistant Professor", "Old Campus"),
    ]
    (degree,) = _entries("education", "**BSc**, Physics | 2004 – 2008", "Example College – North Campus", "Fort Worth, TX")
    assert (degree["institution"], degree["location"]) == ("Example College", "Fort Worth, TX")


def test_an_employer_without_a_time_begins_an_entry_where_others_have_one() -> None:
    first, second = _entries(
        "positions",
        "**University of Nowhere** | *2020 – Present*",
        "Associate Professor, Group for Odd Machines | *2023 – Present*",
        "Assistant Professor | *2020 – 2023*",
        "**Example Labs** | *Springfield*",
        "Research Scientist | *2016 – 2020*",
    )
    assert [role["title"] for role in first["roles"]] == ["Associate Professor", "Assistant Professor"]  # type: ignore[attr-defined]
    assert (second["organization"], second["title"], second["location"]) == ("Example Labs", "Research Scientist", "Springfield")


def test_employers_without_a_time_above_jobs_whose_times_are_in_the_margin() -> None:
    texts = (
        "University of Nowhere",
        "2021 – Present | **Professor of Pulses**",
        "2016 – 2021 | **Associate Professor of Pulses**",
    )
    texts += ("Nowhere Hospital", "2018 – Present | **Director, Pulse Service**")
    lines = [
        OldLine(tuple(map(LineCell, text.split(" | "))), look=LineLook(indent=0.0 if "|" in text else 22.0)) for text in texts
    ]
    assert [(entry["organization"], entry["title"]) for entry in dated_section(lines, "positions")] == [
        ("University of Nowhere", "Professor of Pulses"),
        ("University of Nowhere", "Associate Professor of Pulses"),
        ("Nowhere Hospital", "Director, Pulse Service"),
    ]


def test_a_time_on_a_line_of_its_own_is_not_the_last_line_of_a_head() -> None:
    lines = [OldLine((LineCell(text),)) for text in ("**PhD**, Physiology", "2004 – 2008", "University of Nowhere")]
    (entry,) = dated_section([lines[0], replace(lines[1], kind="bullet"), lines[2]], "education")
    assert (entry["field"], entry["institution"], entry["start"]) == ("Physiology", "University of Nowhere", "2004")


def test_words_for_now_whose_space_is_not_to_be_broken() -> None:
    (found,) = dates_in("июль\xa02021\xa0г.\xa0– н.\xa0в.")
    assert found.fields == {"start": "2021-07", "end": "present"}


def test_a_subject_before_the_institution_of_a_bare_degree() -> None:
    entries = _entries(
        "education",
        "2015 – 2019 | Ph.D. | Computer Science, Erewhon State University",
        "2013 – 2015 | M.S. | Rural Sociology (dual title), The Erewhon University",
        "2010 – 2013 | BSc | Department of Physics, Erewhon University",
        "2008 – 2010 | BA | Widget Engineering, Zelnik, Dhaka, Bangladesh",
    )
    assert [entry.get("field") for entry in entries] == [
        "Computer Science",
        "Rural Sociology (dual title)",
        None,
        "Widget Engineering",
    ]
    assert [entries[place]["institution"] for place in (0, 1, 3)] == [
        "Erewhon State University",
        "The Erewhon University",
        "Zelnik",
    ]


def test_a_place_of_three_parts_behind_an_employer_that_no_word_tells() -> None:
    (entry,) = _entries("positions", "2019 – 2021, Software Engineer, Zelnik Networks, Sunnyvale, CA, USA")
    assert (entry["organization"], entry["location"]) == ("Zelnik Networks", "Sunnyvale, CA, USA")


def test_subjects_behind_a_bare_degree_in_many_languages() -> None:
    lines = ("Lisans, Bilgisayar Mühendisliği", "Laurea, Ingegneria Informatica")
    lines += ("Licence, Informatique", "Diplom, Wirtschaftswissenschaften", "Бакалавр, Математика и механика")
    for line in lines:
        (entry,) = _entries("education", f"{line} | 2014 – 2018", "*Universidade de Nenhures*")
        assert [entry["degree"], entry["field"]] == line.split(", ")
