"""Check which entries are said to be doubtful, places behind names, sections without a usual heading, and what is refused."""

import pytest

from cvrender.errors import InputError
from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_content
from cvrender.old_cvs.doubts import doubts, with_places
from cvrender.old_cvs.entries import dated_section


def _entries(*lines: str) -> list[ImportedEntry]:
    return dated_section([OldLine((LineCell(line),)) for line in lines], "positions")


def _head(entry: ImportedEntry) -> list[OldLine]:
    """Return the head of an entry, a line for each of its parts."""
    return [OldLine((LineCell(str(value)),)) for value in entry.values()]


def _read(text: str) -> Imported:
    return read_content(Content(text.encode(), "cv.md"))


def test_an_entry_whose_parts_words_tell_is_sure() -> None:
    (entry,) = _entries("2019 – 2021 | Software Engineer", "Acme GmbH")
    assert "x-from" not in entry


@pytest.mark.parametrize(
    "lines",
    [
        ("2019 – 2021", "Widget whisperer", "Nothing and more"),
        ("2019 – 2021", "Software Engineer"),
        ("2019 – 2021", "for computers and", "Software Engineer"),
        ("2019 – 2021 | Software Engineer", "Université du"),
        ("2019 – 2021 | Software Engineer", "School of WatchmakingErewhon"),
    ],
)
def test_an_entry_whose_parts_are_guessed_is_doubtful(lines: tuple[str, ...]) -> None:
    assert all(entry["x-from"]["sure"] == "low" for entry in _entries(*lines))


def test_places_behind_most_names_of_a_section() -> None:
    entries = [ImportedEntry({"organization": f"{name}, Erewhon"}) for name in ("Acme", "Nothing Labs")]
    with_places(entries, "organization")
    assert [(entry["organization"], entry["location"]) for entry in entries] == [("Acme", "Erewhon"), ("Nothing Labs", "Erewhon")]
    alone = [ImportedEntry({"organization": text}) for text in ("Acme, Data", "Nothing Labs", "Widgets")]
    with_places(alone, "organization")
    assert not any("location" in entry for entry in alone)


def test_a_place_behind_a_legal_form() -> None:
    entries = [ImportedEntry({"organization": "Acme GmbH Erewhon"}), ImportedEntry({"organization": "Widgets AG"})]
    with_places(entries, "organization")
    assert entries == [{"organization": "Acme GmbH", "location": "Erewhon"}, {"organization": "Widgets AG"}]


def test_entries_of_an_unknown_section_tell_what_they_are() -> None:
    entries = ("2020 – 2022, Ingénieure", "2016 – 2020, Doctorat", "2014 – 2016, Master")
    career = "\n\n".join(f"{entry}, Université de Nulle Part" for entry in entries)
    text = f"# Ada Example\n\n## Parcours\n\n{career}\n\n## Langues\n\nFrançais\n\n## Compétences\n\nOCaml\n"
    made = _read(text).data
    assert [entry["title"] for entry in made["positions"]] == ["Ingénieure"]
    assert [entry["degree"] for entry in made["education"]] == ["Doctorat", "Master"]


def test_a_text_without_sections_is_refused() -> None:
    with pytest.raises(InputError, match="no section of a CV was found"):
        _read("\n\n".join(f"{'A sentence of a story. ' * 12}{number}" for number in range(9)))


def test_what_is_too_long_for_a_headline_is_in_the_biography() -> None:
    words = "\n\n".join(f"Some words of a text that nobody reads as a CV {number}" for number in range(6))
    made = _read(f"Ada Example\n\n{words}\n\n## Education\n\n2010 – 2014 BSc, Nowhere University\n")
    assert "headline" not in made.person
    assert "a CV 5" in made.data["bio"]
    assert made.data["education"][0]["institution"] == "Nowhere University"


def test_entries_below_a_heading_of_a_part_of_a_section() -> None:
    jobs = "2020 – 2022 Engineer, Acme Inc\n\n2018 – 2020 Analyst, Example Ltd"
    made = _read(f"# Ada Example\n\n## Experience\n\n## Industry Leadership\n\n{jobs}\n\n## Skills\n\nOCaml\n").data
    assert [entry["organization"] for entry in made["positions"]] == ["Acme Inc", "Example Ltd"]


def test_jobs_that_no_heading_is_above() -> None:
    jobs = "\n\n".join(f"**Engineer** at **Acme {number}** [Jan 20{number} – Dec 20{number}]" for number in (16, 14, 12))
    made = _read(f"# Ada Example\n\nada@example.org\n\n{jobs}\n\n## Skills\n\nOCaml\n")
    assert [entry["organization"] for entry in made.data["positions"]] == ["Acme 16", "Acme 14", "Acme 12"]
    assert made.person["emails"] == ["ada@example.org"]


def test_a_heading_is_no_name_if_the_address_tells_one() -> None:
    head = "Table of contents\n\nThe Springfield Society\n\nEmail: ada.example {at} example.org"
    made = _read(f"{head}\n\n## Education\n\nBSc, Acme College, 2010\n")
    assert made.person["name"] == "Ada Example"
    assert made.person["emails"] == ["ada.example@example.org"]


def test_name_and_first_name_in_rows() -> None:
    table = "| Name | Example |\n|---|---|\n| Vorname | Ada |\n"
    assert _read(f"Lebenslauf\n\n{table}\n\n## Ausbildung\n\nBSc, Acme College, 2010\n").person["name"] == "Ada Example"


def test_doubtful_entries_have_their_old_words_in_a_comment_and_are_counted_once() -> None:
    jobs = "2020 – 2022 Zelnik, Trondar\n\n2018 – 2020 Fnord, Blorb"
    imported = _read(f"# Ada Example\n\n## Experience\n\n{jobs}\n\n## Skills\n\nOCaml\n")
    made = new_profile([imported])
    assert "# check: 2020 – 2022 Zelnik, Trondar" in made.text
    assert "words" not in made.text
    (doubt,) = (problem for problem in made.problems if "not certain" in problem.message)
    assert "of 2 of 2" in doubt.message


@pytest.mark.parametrize(
    "changes",
    [
        {"location": "Surgery"},
        {"location": "and Development, United Kingdom"},
        {"organization": "University"},
        {"organization": "Acme Labs Schaumburg IL"},
        {"organization": "Department of Widgets"},
        {"location": "[Berlin, Germany](https://acme.example.org)"},
        {"title": "Widget whisperer"},
        {"location": "Zelnik, Hong Kong"},
        {"organization": "Acme 60"},
    ],
)
def test_an_odd_place_or_a_bare_name_is_doubtful(changes: dict[str, str]) -> None:
    sure = {
        "organization": "Acme Labs",
        "title": "Software Engineer",
        "start": "2019",
        "end": "2021",
        "location": "Berlin, Germany",
    }
    entries = [ImportedEntry(sure), ImportedEntry({**sure, **changes})]
    doubts(entries, "positions", [_head(entry) for entry in entries])
    assert ["x-from" in entry for entry in entries] == [False, True]


@pytest.mark.parametrize("title", ["Freelance", "Zelfstandig", "Engineer – Acme Labs", "Engineer, Department of Widgets"])
def test_how_the_person_is_employed_and_a_title_with_a_sign_are_doubtful(title: str) -> None:
    sure = {"organization": "Acme Labs", "title": "Software Engineer", "start": "2019", "end": "2021"}
    entries = [ImportedEntry(sure), ImportedEntry({**sure, "title": title})]
    doubts(entries, "positions", [_head(entry) for entry in entries])
    assert ["x-from" in entry for entry in entries] == [False, True]


@pytest.mark.parametrize(("cells", "is_sure"), [(("Tester", "Acme – Blorb"), True), (("Tester – Acme – Blorb",), False)])
def test_a_line_with_a_sign_more_than_its_parts_need_is_doubtful(cells: tuple[str, ...], is_sure: bool) -> None:
    entry = ImportedEntry({"organization": "Acme – Blorb", "title": "Tester", "start": "2019"})
    doubts([entry], "positions", [[OldLine(tuple(map(LineCell, cells)))]])
    assert ("x-from" not in entry) == is_sure


@pytest.mark.parametrize(
    ("cells", "is_sure"),
    [
        (("2019 – today", "Software Engineer", "Acme"), True),
        (("2019 – today", "Software Engineer"), False),
        (("2019 –", "Software Engineer", "Acme"), False),
        (("2019 – today", "AcmeSoftware Engineer"), False),
    ],
)
def test_an_entry_is_sure_if_its_head_says_its_parts_apart(cells: tuple[str, ...], is_sure: bool) -> None:
    entry = ImportedEntry({"organization": "Acme", "title": "Software Engineer", "start": "2019", "end": "present"})
    doubts([entry], "positions", [[OldLine(tuple(map(LineCell, cells)))]])
    assert ("x-from" not in entry) == is_sure


def test_a_work_without_a_year_is_doubtful() -> None:
    works = "- A. Example. Widgets of Erewhon. Journal of Widgets\n- A. Example. Gears of Erewhon. Journal of Widgets, 2020"
    made = _read(f"# Ada Example\n\n## Publications\n\n{works}\n").data["publications"]
    assert ["x-from" in work for work in made] == [True, False]


def test_a_section_that_is_repeated_with_what_follows_it_is_read_once() -> None:
    jobs = "## Experience\n\n**Engineer**, Acme GmbH, 2019 – 2021\n\n- Sorted widgets\n"
    others = "## Education\n\n**MSc**, Erewhon University, 2018\n\n## Skills\n\n- Gears\n- Looms\n"
    data = _read(f"# Ada Example\n\n{jobs}\n{others}\n{jobs}\n{others}\n## Languages\n\n- German\n").data
    assert [entry["organization"] for entry in data["positions"]] == ["Acme GmbH"]
    assert [entry["institution"] for entry in data["education"]] == ["Erewhon University"]
    assert str(data).count("Looms") == 1 and "German" in str(data)


def test_a_name_that_no_list_knows_is_sure_beside_a_title() -> None:
    (entry,) = _entries("2019 – 2021 | Software Engineer", "Zelnik")
    assert entry["organization"] == "Zelnik"
    assert "x-from" not in entry


@pytest.mark.parametrize(
    ("changes", "is_sure"),
    [
        ({"degree": "Bachelor of Science"}, True),
        ({"degree": "Bachelor", "field": "Physics"}, True),
        ({"degree": "Bachelor"}, False),
        ({"degree": "PhD", "field": "Student"}, False),
        ({"degree": "Bachelor", "field": "Physics, Minor in Logic"}, False),
        ({"degree": "Bachelor of Science", "field": "Physics: with"}, False),
        ({"degree": "Erewhon, Bachelor of Science"}, False),
        ({"degree": "Bachelor of Science (unfinished)"}, False),
        ({"degree": "Ingeniería Informática, cursada hasta 2020"}, False),
        ({"institution": "Sorting of Widgets", "degree": "Bachelor of Science"}, False),
    ],
)
def test_a_degree_is_sure_with_its_subject_alone(changes: dict[str, str], is_sure: bool) -> None:
    entry = ImportedEntry({"institution": "Acme College", "end": "2021", **changes})
    doubts([entry], "education", [_head(entry)])
    assert ("x-from" not in entry) == is_sure


@pytest.mark.parametrize("said", ["期間", "[회사개요]", "年"])
def test_a_label_with_a_time_is_no_entry(said: str) -> None:
    made = _read(f"# Ada Example\n\n## Employment\n\n**Engineer**, Acme Ltd, 2016 – 2019\n\n{said}, 2019 – 2020\n")
    assert [entry["organization"] for entry in made.data["positions"]] == ["Acme Ltd"]


def test_what_is_private_is_no_entry_where_it_stands_below_jobs() -> None:
    made = _read("# Ada Example\n\n## Employment\n\n**Engineer**, Acme Ltd, 2016 – 2019\n\nGeburtsdatum: 07.06.1997\n")
    assert [entry["organization"] for entry in made.data["positions"]] == ["Acme Ltd"]
    assert made.person["birthdate"] == "1997-06-07"


def test_a_duration_and_signs_are_between_the_parts_of_a_head() -> None:
    heads = "**Waiter** ● Acme Bar, 2016 – 2019 (3 years)\n\n**Engineer** ● Example Bar, 2014 – 2016 (2 years)"
    made = _read(f"# Ada Example\n\n## Employment\n\n{heads}\n")
    assert [(entry["title"], entry["organization"]) for entry in made.data["positions"]] == [
        ("Waiter", "Acme Bar"),
        ("Engineer", "Example Bar"),
    ]
