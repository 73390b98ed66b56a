"""Custom sections in, by id, at any place, with entries of any kind; what is wrong with them is said at its place."""

from collections.abc import Callable
from typing import Any

import pytest

Cutter = Callable[..., Any]

OWN = """\
bio: b
talks: [{title: T}]
awards: [{title: A}]
custom:
- id: boards
  title: Board Certification
  kind: membership
  entries:
  - {id: im, organization: Medicine, role: Diplomate, date: 2010, tags: [x]}
  - {id: card, organization: Cardiology, role: Fellow, date: 2012}
- {id: log, title: Log, columns: [A, B], rows: [[1, 2], ["", 4]]}
- {title: Facts, rows: {Licence: B}, highlights: [h]}
"""


@pytest.mark.parametrize(
    ("request_", "shown"),
    [
        ("from: boards", ["Diplomate", "Fellow"]),
        ("from: boards, where: organization == cardiology", ["Fellow"]),
        ("from: boards, sort: -date", ["Fellow", "Diplomate"]),
        ("from: boards, tags: x", ["Diplomate"]),
        ("from: boards, pinned: card, limit: 1", ["Fellow"]),
        ("from: custom, where: role == fellow", ["Fellow"]),
    ],
)
def test_filters_know_the_fields_of_the_kind(cut: Cutter, request_: str, shown: list[str]) -> None:
    assert cut(OWN, f"[{{{request_}}}]").titles == shown


def titles(cut: Cutter, view: str) -> list[str]:
    return [section.title or section.collection for section in cut(OWN, view).selection.sections]


@pytest.mark.parametrize(
    ("view", "shown"),
    [
        ("[all]", "bio talks awards Board_Certification Log Facts"),
        ("[all, {insert: boards, after: bio}]", "bio Board_Certification talks awards Log Facts"),
        ("[all, {insert: log, before: talks}, {insert: boards, after: log}]", "bio Log Board_Certification talks awards Facts"),
        ("[{insert: awards, before: bio}, all]", "awards bio talks Board_Certification Log Facts"),
        ("[all, {omit: [talks, boards]}]", "bio awards Log Facts"),
        ("[log, custom]", "Log Board_Certification Facts"),
        ("[{from: boards, group_by: role}, talks]", "Board_Certification talks"),
    ],
)
def test_sections_are_put_where_the_view_says(cut: Cutter, view: str, shown: str) -> None:
    assert [title.replace(" ", "_") for title in titles(cut, view)] == shown.split()


def test_rows_and_bullets_are_selected(cut: Cutter) -> None:
    log, facts = cut(OWN, "[log, {from: custom, pinned: []}]").selection.sections[0:3:2]
    assert (log.columns, log.rows) == (("A", "B"), (("1", "2"), ("", "4")))
    assert facts.rows == (("Licence", "B"),) and [str(bullet.text) for bullet in facts.bullets] == ["h"]


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ("[bords]", 'views.v.sections[0].from: unknown section "bords"; did you mean "boards"?'),
        ("[all, {insert: boards, after: educaton}]", 'unknown section "educaton"; '),
        ("[talks, {insert: boards, after: awards}]", 'sections[1].after: the view has no section "awards"; '),
        ("[all, {insert: boards}]", '"insert" needs "before" or "after"'),
        ("[all, {omit: nothing}]", 'sections[1].omit[0]: unknown section "nothing"'),
        ("[{omit: talks, limit: 3}]", '"omit" accepts no other key'),
        ("[{limit: 3}]", 'needs one of "from", "insert" and "omit"'),
        ("[{from: boards, where: title == a}]", 'unknown field "title"'),
        ("[{from: boards, pinned: nobody}]", 'no entry of boards has the id "nobody"'),
    ],
)
def test_what_a_view_says_wrongly_is_an_error(refused: Callable[[str, str], list[str]], view: str, said: str) -> None:
    (problems,) = refused(OWN, view)
    assert said in problems


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("{title: T, kind: member}", 'custom[0].kind: unknown kind of entry "member"; did you mean "membership"?'),
        ("{title: T, kind: memberships, entries: [{title: a}]}", "custom[0].entries[0].title: unknown key; "),
        ("{title: T, columns: [a, b], rows: [[1, 2], [3]]}", "custom[0]: row 2 has 1 of 2 cells, one for each of the columns"),
        ("{title: T, columns: [a], rows: [[1, 2]]}", "row 1 has 2 of 1 cells, one for each of the columns; put a text that"),
        ("{title: T, rows: [[1]]}", "custom[0]: row 1 has 1 of 2 texts, a label and what it says"),
        ("{title: T, columns: [a]}", 'custom[0]: has "columns" but no "rows"'),
        ("{title: T, id: talks}", 'custom[0]: the id "talks" is the name of a collection'),
    ],
)
def test_what_a_section_says_wrongly_is_an_error(problems_of: Callable[[str], list[str]], section: str, said: str) -> None:
    assert any(said in line for line in problems_of(f"person: {{name: A}}\ncustom: [{section}]"))


POSTS = """\
positions:
- {organization: A, title: Lasting, start: 2020-01, end: present}
- {organization: B, title: For a Term, start: 2024-01, end: 2029-12}
- {organization: C, title: Over, start: 2010-01, end: 2019-12}
- {organization: D, title: To Come, start: 2027-01, end: 2031-12}
"""


@pytest.mark.parametrize(
    ("updated", "current"),
    [("updated: 2026-05-01\n", ["To Come", "For a Term", "Lasting"]), ("", ["Lasting"])],
)
def test_what_has_not_ended_on_the_day_of_the_profile_is_current(cut: Cutter, updated: str, current: list[str]) -> None:
    """A post for some years stood among the previous ones of forms; without a day nothing else than an open end tells."""
    assert cut(f"{POSTS}{updated}", "[{from: positions, where: current, sort: -start}]").titles == current
    assert "Over" in cut(f"{POSTS}{updated}", "[{from: positions, where: not current}]").titles
