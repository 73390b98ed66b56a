"""Test views with mistakes: errors at the right line with the nearest name; a section that shows nothing is a warning."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cvrender.compose.select import select
from cvrender.load.library import Library, find_view

Cutter = Callable[..., Any]
YAML = """\
bio: b
talks: [{id: keynote, title: t, tags: [systems], highlights: [{text: x, tags: [deep]}]}]
positions: [{organization: o}]
"""
# The profile has a line for the person before it; `views:` is on line 5, the view's first line is 6.


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ("{sections: [tlaks]}", '6:18: error: views.v.sections[0].from: unknown section "tlaks"; did you mean "talks"?'),
        (
            "{sections: [person]}",
            '6:18: error: views.v.sections[0].from: unknown section "person"; available: advising, all, awards, ',
        ),
        ("{sections: [{from: bio, form: talks}]}", '6:30: error: views.v.sections[0].form: unknown key; did you mean "from"?'),
        ("{sections: talks}", "6:17: error: views.v.sections: should be a list"),
        ("{sectoins: [talks]}", '6:7: error: views.v.sectoins: unknown key; did you mean "sections"?'),
        ("{about: x}", "6:6: error: views.v: view has no sections; list some, or extend another view"),
        ("talks", "6:6: error: views.v: should be a mapping"),
        ("{extends: fulll}", '6:16: error: views.v.extends: view "fulll" not found; did you mean "full"?'),
        ("{extends: v}", '6:16: error: views.v.extends: no other view "v" to extend'),
        (
            "{language: English, sections: [talks]}",
            '6:17: error: views.v.language: "English" is not a language code; write a code such as en, de',
        ),
        ("{pages: 0, sections: [talks]}", "6:14: error: views.v.pages: should be at least 1"),
        ("{pages: two, sections: [talks]}", "6:14: error: views.v.pages: should be a whole number"),
        ("{authors: {max: 0}, sections: []}", "6:22: error: views.v.authors.max: should be at least 1"),
        ("{authors: {max: 3, keep: me}, sections: []}", "6:25: error: views.v.authors.keep: unknown key; available: max"),
    ],
)
def test_what_is_wrong_with_a_view(refused: Callable[..., list[str]], view: str, said: str) -> None:
    assert refused(YAML, view)[0].startswith(f"ada.yaml:{said}")


# What is wrong stands between «», which are not part of the view.
@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("from: talks, where: «yaer > 3»", 'where: unknown field "yaer"; did you mean "year"?'),
        ("from: talks, where: «year >»", "where: unexpected end"),
        ("from: talks, where: «authors»", 'where: unknown field "authors"; did you mean "authorship"?'),
        ("from: talks, sort: «-tilte»", 'sort: unknown field "tilte"; did you mean "title"?'),
        ("from: talks, columns: {leave_out: [«hots»]}", 'columns.leave_out[0]: unknown field "hots"; did you mean "hosts"?'),
        ("from: talks, columns: {«leave»: [a], leave_out: [hosts]}", 'columns.leave: unknown key; did you mean "leave_out"?'),
        ("from: talks, tags: «sytems»", 'tags: no entry of talks has the tag "sytems"; did you mean "systems"?'),
        ("from: talks, exclude: «[x]»", 'exclude: no entry of talks has the tag "x"; available: systems'),
        ("from: talks, pinned: «keynot»", 'pinned: no entry of talks has the id "keynot"; did you mean "keynote"?'),
        ("from: talks, bullets: {tags: «dep»}", 'bullets.tags: no entry of talks has the tag "dep"; did you mean "deep"?'),
        ("from: talks, bullets: {exclude: «q»}", 'bullets.exclude: no entry of talks has the tag "q"; available: deep'),
        ("from: talks, group_by: «moon»", "group_by: should be one of: none, type, year, role, venue, employer, tag"),
        (
            "from: talks, group_by: «type»",
            "group_by: talks cannot be grouped by type; available: employer, none, role, tag, venue, year",
        ),
        (
            "from: positions, group_by: «role»",
            "group_by: positions cannot be grouped by role; available: employer, none, tag, year",
        ),
        (
            "from: talks, group_by: tag, group_titles: {s: «S»}",
            'group_titles.s: no entry of talks has the tag "s"; available: sys',
        ),
        (
            "from: publications, group_by: type, group_titles: {conference: «C»}",
            'group_titles.conference: "conference" is not a publication type',
        ),
        (
            "from: talks, since: «soon»",
            'since: not a valid date: "soon"; write a date such as 2016-10, or an age such as 5 years',
        ),
        ("from: talks, until: «5 yaers»", 'until: not a valid date: "5 yaers"; '),
        ("from: talks, limit: «0»", "limit: should be at least 1"),
        ("from: talks, number: «sideways»", "number[0]: should be one of: none, up, down, per-group, continuing"),
        ("from: talks, repeat: «yes»", "repeat: should be true or false"),
        ("from: talks, title: «{xx1: a}»", 'title: "xx1" is not a language code; write a code such as en, de, zh or pt-BR'),
        ("from: bio, where: «year > 3»", 'where: "where" does not apply to "bio", which has no entries'),
        ("from: bio, drop_last: «true»", 'drop_last: "drop_last" does not apply to "bio", which has no entries'),
        ("from: bio, sort: «date»", 'sort: "sort" does not apply to "bio", which has no entries'),
        ("from: bio, group_by: «year»", 'group_by: "group_by" does not apply to "bio", which has no entries'),
        ("from: interests, sort: «dat»", 'sort: unknown field "dat"; did you mean "date"?'),
        ("from: interests, group_by: «type»", "group_by: interests cannot be grouped by type; available: none, tag, year"),
    ],
)
def test_what_is_wrong_with_a_section(refused: Callable[..., list[str]], request_: str, said: str) -> None:
    view = f"{{sections: [{{{request_}}}]}}"
    column = len("  v: ") + view.index("«") + 1
    (problems,) = refused(YAML, view.replace("«", "").replace("»", ""))
    assert problems.startswith(f"ada.yaml:6:{column}: error: views.v.sections[0].{said}")


@pytest.mark.parametrize("key", ["where: yaer > 3", "sort: tilte", "columns: {leave_out: nope}"])
def test_what_is_wrong_with_all_sections_is_said_once(refused: Callable[..., list[str]], key: str) -> None:
    problems = refused(YAML, f"{{sections: [{{from: all, {key}}}]}}")
    assert len(problems) == len(set(problems))


def test_all_mistakes_come_at_once(refused: Callable[..., list[str]]) -> None:
    problems = refused(YAML, "{sections: [{from: talks, where: x, sort: y}, {from: positions, where: z}]}")
    assert [line.split(": ")[2] for line in problems] == [
        f"views.v.sections[{where}" for where in ("0].where", "0].sort", "1].where")
    ]


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ("[{from: talks, where: title == none}, bio]", "views.v.sections[0]: no-entries: matches no entries"),
        ("[bio, {from: talks, tags: systems, exclude: systems}]", "views.v.sections[1]: no-entries: matches no entries"),
        ("[bio, {from: talks, where: role == none}]", "views.v.sections[1]: no-entries: matches no entries"),
        ("[{from: talks, where: not year, pinned: keynote}, {from: talks, pinned: keynote, repeat: true, where: title}]", ""),
        (
            "[{from: talks, group_titles: {Keynote: K}}]",
            'views.v.sections[0].group_titles: no-effect: "group_titles" is of no use without groups; '
            'add "group_by", such as "type"',
        ),
        ("[{from: talks, group_by: role, group_titles: {Keynote: K}}]", ""),
        ("[grants]", "views.v: nothing-shown: view shows nothing of this profile"),
        ("[]", "views.v: nothing-shown: view shows nothing of this profile"),
    ],
)
def test_what_chooses_nothing_is_a_warning(cut: Cutter, sections: str, said: str) -> None:
    selection = cut(YAML, f"{{sections: {sections}}}")
    assert [line.partition("warning: ")[2] for line in selection.warnings] == ([said] if said else [])
    assert all(line.startswith("ada.yaml:6:") for line in selection.warnings)


def test_an_absent_or_empty_collection_is_no_mistake(cut: Cutter) -> None:
    assert cut(YAML, "[bio, {from: grants, where: title, since: 2020}, awards]").warnings == ()
    assert cut("person: {name: Ada}", "[bio]").warnings == ()


def test_in_a_shared_view_unknown_names_are_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile_of: Cutter) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "mine.yaml").write_text("sections:\n- bio\n- {from: talks, tags: x, pinned: y}\n", "utf-8")
    warnings: list[str] = []
    selection = select(
        profile_of(YAML), find_view("mine", library=Library((Path(),))), {}, lambda problem: warnings.append(str(problem))
    )
    assert [section.collection for section in selection.sections] == ["bio"]
    assert warnings == [
        'views/mine.yaml:3:23: warning: sections[1].tags: unknown-name: no entry of talks has the tag "x"; available: systems',
        'views/mine.yaml:3:34: warning: sections[1].pinned: unknown-name: no entry of talks has the id "y"; available: keynote',
        "views/mine.yaml:3:3: warning: sections[1]: no-entries: matches no entries",
    ]
