"""Fill the Department of Energy's list of collaborators: one sheet, one row for each person."""

from pathlib import Path

from cvrender.documents.forms.collaborators import (
    ADVISEE,
    ADVISOR,
    BOARD,
    CO_EDITOR,
    COAUTHOR,
    COLLABORATOR,
    boards_without_names,
    collaborators,
    missing_facts,
)
from cvrender.errors import Problem
from cvrender.formats.spreadsheets import new_workbook, open_template, put, saved
from cvrender.load.request import LoadedProfile
from cvrender.model.names import parts_of_person
from cvrender.rules.lint.base import Day

_NATURE = {
    ADVISOR: "Advisor",
    ADVISEE: "Advisee",
    COAUTHOR: "Co-author",
    COLLABORATOR: "Collaborator",
    BOARD: "Co-editor",
    CO_EDITOR: "Co-editor",
}
_HEADS = (
    "PI last name",
    "PI first name",
    "Collaborator last name",
    "Collaborator first name",
    "ORCID (optional)",
    "Institution",
    "Nature of the collaboration",
    "Year last active",
)
_FIRST_ROW = 8
_WIDTHS = dict(zip("ABCDEFGH", (18, 18, 22, 22, 22, 40, 24, 16), strict=True))


def fill(loaded: LoadedProfile, as_of: Day, template: Path | None = None) -> tuple[bytes, list[Problem]]:
    """Return the spreadsheet, and Problems for people without an affiliation. Raises InputError for another template."""
    people = collaborators(loaded, as_of)
    person = loaded.profile.person
    if template:
        book, sheet = open_template(template)
    else:
        book, sheet = new_workbook("Collaborators", dict(_WIDTHS))
        email = person.emails[0].value if person.emails else ""
        facts = (("Lead organization", ""), ("Lead PI", person.name), ("Submitter", person.name), ("E-mail", email))
        for row, cells in enumerate(facts, 1):
            put(sheet, row, cells)
        put(sheet, _FIRST_ROW - 1, _HEADS, bold=True)
        sheet.auto_filter.ref = f"A{_FIRST_ROW - 1}:H{_FIRST_ROW - 1 + max(len(people), 1)}"
    own = parts_of_person(person)
    for row, one in enumerate(people, _FIRST_ROW):
        name = parts_of_person(one.person)
        orcid = (one.known and one.known.orcid) or ""
        year = one.last_active[0] if one.last_active else ""
        names = (own.last, own.given, name.last, name.given)
        put(sheet, row, (*names, orcid, one.affiliation, _NATURE[one.code], year))
    return saved(book), [*missing_facts(loaded, people), *boards_without_names(loaded, as_of)]
