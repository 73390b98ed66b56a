"""Check which entries are said to be doubtful, places behind names, sections without a usual heading, and what is refused."""

import pytest

from cvrender.errors import InputError
from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.merge.readers import read_content
from cvrender.old_cvs.doubts import with_places
from cvrender.old_cvs.entries import dated_section


def _entries(*lines: str) -> list[ImportedEntry]:
    return dated_section([OldLine((LineCell(line),)) for line in lines], "positions")


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


def test_a_long_headline_is_refused() -> None:
    words = "\n\n".join(f"Some words of a text that nobody reads as a CV {number}" for number in range(6))
    with pytest.raises(InputError, match="before the first heading"):
        _read(f"Ada Example\n\n{words}\n\n## Education\n\n2010 – 2014 BSc, Nowhere University\n")
