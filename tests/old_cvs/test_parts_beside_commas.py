"""Heads are divided at commas of every script, and the place, the group and the page of an employer are told from its jobs."""

from cvrender.formats.lines import LineCell, OldLine
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


def test_words_for_now_whose_space_is_not_to_be_broken() -> None:
    (found,) = dates_in("июль\xa02021\xa0г.\xa0– н.\xa0в.")
    assert found.fields == {"start": "2021-07", "end": "present"}
