"""Test dividing selected entries into groups with titles and numbers."""

from collections.abc import Callable
from typing import Any

import pytest

Cutter = Callable[..., Any]

SERVICE = """
service:
- {role: Chair, venue: {name: SOSP, short: S}, date: 2020, tags: [b], organization: ACM}
- {role: Reviewer, venue: OSDI, date: 2021, tags: [a, b], organization: USENIX}
- {role: Chair, venue: {name: SOSP, short: S}, date: 2021, organization: ACM}
- {role: Reviewer, venue: NSDI, tags: [a]}
"""


@pytest.mark.parametrize(
    ("group_by", "groups"),
    [
        ("none", [("", [0, 1, 2, 3])]),
        ("year", [("2021", [1, 2]), ("2020", [0]), ("undated", [3])]),
        ("role", [("Chair", [0, 2]), ("Reviewer", [1, 3])]),
        ("venue", [("S", [0, 2]), ("OSDI", [1]), ("NSDI", [3])]),
        ("employer", [("ACM", [0, 2]), ("USENIX", [1]), ("", [3])]),
        ("tag", [("b", [0]), ("a", [1, 3]), ("", [2])]),
    ],
)
def test_each_way_to_group(cut: Cutter, group_by: str, groups: list[Any]) -> None:
    section = cut(SERVICE, f"[{{from: service, group_by: {group_by}}}]").selection.sections[0]
    shown = [(group.key, [int(selected.source[8:-1]) for selected in group.entries]) for group in section.groups]
    assert shown == groups


def test_publications_go_by_type(cut: Cutter, works: str) -> None:
    assert cut(works, "[{from: publications, group_by: type}]").groups() == [
        ("paper-conference", ["Alpha", "Epsilon"]),
        ("article-journal", ["Beta"]),
        ("workshop", ["Delta"]),
        ("article", ["Gamma"]),
        ("manuscript", ["Zeta"]),
    ]


def test_talks_go_by_their_event(cut: Cutter) -> None:
    yaml = "talks: [{title: a, event: X}, {title: b, event: {name: Long, short: L}}, {title: c}]"
    assert cut(yaml, "[{from: talks, group_by: venue}]").groups() == [("X", ["a"]), ("L", ["b"]), ("", ["c"])]


def test_the_styles_groups_count_where_the_view_says_nothing(cut: Cutter, works: str) -> None:
    assert len(cut(works, "[publications]", publications="type").groups()) == 5
    assert len(cut(works, "[{from: publications, group_by: none}]", publications="type").groups()) == 1


def test_groups_have_titles_of_their_own_in_the_views_language(cut: Cutter) -> None:
    titles = "group_titles: {a: First, b: {en: Second, de: Zweite}}"
    view = f"{{language: de, sections: [{{from: service, group_by: tag, {titles}}}]}}"
    section = cut(SERVICE, view).selection.sections[0]
    assert [(group.key, group.title) for group in section.groups] == [("a", "First"), ("b", "Zweite"), ("", "")]


def test_of_several_tags_the_one_with_a_title_counts(cut: Cutter) -> None:
    selection = cut(SERVICE, "[{from: service, tags: [a, b], group_by: tag, group_titles: {b: Second}}]")
    assert selection.groups() == [("b", ["Chair", "Reviewer"]), ("a", ["Reviewer"])]


def numbers(made: Any) -> list[list[list[int]]]:
    return [
        [[group.start + index * group.step for index in range(len(group.entries))] for group in section.groups]
        for section in made.selection.sections
    ]


GROUPED = "{from: service, group_by: role"  # two and two


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("up", [[1, 2], [3, 4]]),
        ("down", [[4, 3], [2, 1]]),
        ("per-group", [[1, 2], [1, 2]]),
        ("[up, per-group]", [[1, 2], [1, 2]]),
        ("[down, per-group]", [[2, 1], [2, 1]]),
        ("continuing", [[1, 2], [3, 4]]),
        ("[down, continuing]", [[4, 3], [2, 1]]),
    ],
)
def test_numbers_over_groups(cut: Cutter, number: str, expected: list[list[int]]) -> None:
    selection = cut(SERVICE, f"[{GROUPED}, number: {number}}}]")
    assert numbers(selection) == [expected]
    assert selection.selection.sections[0].number == tuple(number.strip("[]").split(", "))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("up", [[[1, 2]], [[1, 2, 3]], [[1]]]),
        ("down", [[[2, 1]], [[3, 2, 1]], [[1]]]),
        ("continuing", [[[1, 2]], [[3, 4, 5]], [[6]]]),
        ("[up, continuing]", [[[1, 2]], [[3, 4, 5]], [[6]]]),
        ("[down, continuing]", [[[6, 5]], [[4, 3, 2]], [[1]]]),
    ],
)
def test_numbers_over_several_sections_of_one_collection(cut: Cutter, works: str, number: str, expected: list[Any]) -> None:
    sections = [f"{{from: publications, {limit} number: {number}}}" for limit in ("limit: 2,", "limit: 3,", "")]
    assert numbers(cut(works, f"[{', '.join(sections)}]")) == expected


def test_other_sections_do_not_take_part_in_continuing_numbers(cut: Cutter, works: str) -> None:
    yaml = works + "talks: [{title: t}, {title: u}]\n"
    go_on = "number: continuing"
    view = f"[{{from: publications, limit: 2, {go_on}}}, {{from: talks, {go_on}}}, {{from: publications, limit: 2}}, "
    view += f"{{from: publications, {go_on}}}]"
    assert numbers(cut(yaml, view)) == [[[1, 2]], [[1, 2]], [[1, 2]], [[3, 4]]]


def test_the_style_numbers_where_the_view_says_nothing(cut: Cutter, works: str) -> None:
    assert cut(works, "[publications]").selection.sections[0].number is None
    assert cut(works, "[{from: publications, number: none}]").selection.sections[0].number == ("none",)


@pytest.mark.parametrize("both", ["[up, down]", "[none, up]", "[per-group, continuing]", "[none, continuing]"])
def test_numbers_that_exclude_each_other_are_refused(refused: Callable[..., list[str]], works: str, both: str) -> None:
    (problems,) = refused(works, f"[{{from: publications, number: {both}}}]")
    assert "sections[0].number: " in problems and "cannot be combined" in problems


def test_groups_with_titles_come_first_in_the_order_of_the_titles(cut: Cutter, works: str) -> None:
    titles = "group_titles: {article: Preprints, paper-conference: Papers}"
    keys = [key for key, _ in cut(works, f"[{{from: publications, group_by: type, {titles}}}]").groups()]
    assert keys == ["article", "paper-conference", "article-journal", "workshop", "manuscript"]
    titles = "group_titles: {Reviewer: Reviews}"
    assert [key for key, _ in cut(SERVICE, f"[{{from: service, group_by: role, {titles}}}]").groups()] == ["Reviewer", "Chair"]
