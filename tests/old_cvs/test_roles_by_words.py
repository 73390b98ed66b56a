"""The words of all entries tell what the arguments of a macro are, where its author uses them in another order."""

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.entries import dated_section


def _entry(*cells: str) -> OldLine:
    roles = ("title", "organization", "location", "date")
    return OldLine(tuple(map(LineCell, cells, roles)), kind="entry")


def test_the_employer_first_and_the_place_second() -> None:
    made = dated_section(
        [
            _entry("Acme Company", "Springfield, Germany", "Software Engineer", "2019 – 2020"),
            _entry("Example University", "Shelbyville, Germany", "Research Assistant", "2017 – 2019"),
        ],
        "positions",
    )
    assert [(entry["organization"], entry["title"], entry["location"]) for entry in made] == [
        ("Acme Company", "Software Engineer", "Springfield, Germany"),
        ("Example University", "Research Assistant", "Shelbyville, Germany"),
    ]


def test_the_order_of_the_names_stays_where_words_do_not_tell_another() -> None:
    (entry,) = dated_section([_entry("Engineer", "Acme", "Springfield", "2019 – 2020")], "positions")
    assert (entry["organization"], entry["title"], entry["location"]) == ("Acme", "Engineer", "Springfield")
