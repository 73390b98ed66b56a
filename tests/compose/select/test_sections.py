"""Test the keys of a section: the right entries in the right order, by each key alone and by several."""

from collections.abc import Callable
from typing import Any

import pytest

from cvrender.model.kinds import Position

Cutter = Callable[..., Any]

# Which sections, in which order


def test_sections_come_in_their_order_under_their_titles(cut: Cutter) -> None:
    yaml = "bio: b\ntalks: [{title: t}]\nawards: [{title: a}]\nnews: []"
    assert cut(yaml, "[{from: awards, title: Prizes}, news, talks]").sections() == [("Prizes", ["a"]), ("talks", ["t"])]


@pytest.mark.parametrize(("language", "title", "intro"), [("en", "Talks", "See below"), ("de-AT", "Vorträge", "Siehe unten")])
def test_titles_and_intros_are_in_the_views_language(cut: Cutter, language: str, title: str, intro: str) -> None:
    view = f"""
    language: {language}
    sections:
    - {{from: talks, title: {{en: Talks, de: Vorträge}}, intro: {{en: See below, de: Siehe unten}}}}"""
    section = cut("talks: [{title: t}]", view).selection.sections[0]
    assert (section.title, section.intro) == (title, intro)


def test_a_view_is_in_the_profiles_language_unless_it_says_another(cut: Cutter) -> None:
    assert cut("language: de\ntalks: [{title: {en: Talk, de: Vortrag}}]", "[talks]").titles == ["Vortrag"]
    assert cut("language: de\ntalks: [{title: {en: Talk, de: Vortrag}}]", "{language: en, sections: [talks]}").titles == ["Talk"]


# Which entries


@pytest.mark.parametrize(
    ("request_", "shown"),
    [
        ("where: type == conference", "ae"),
        ("where: type == paper-conference", "ade"),
        ("where: type == workshop", "d"),
        ("where: 'type in [conference, journal]'", "abe"),
        ("where: type == preprint", "c"),
        ("where: year >= 2020", "bde"),
        ("where: not year", "f"),
        ("where: '\"first\" in authorship'", "adf"),
        ("where: '\"last\" in authorship'", "b"),
        ("where: '\"any\" in authorship'", "abcdf"),
        ("where: not authorship", "e"),
        ("where: awards", "d"),
        ("where: acceptance", "e"),
        ("where: acceptance == 20%", "e"),
        ("where: venue == neurips", "ae"),
        ("where: systems in tags and ml in tags", "c"),
        ("where: authors == B", "abcef"),
        ("tags: systems", "ac"),
        ("tags: [systems, ml]", "abc"),
        ("exclude: systems", "bdef"),
        ("tags: ml, exclude: systems", "b"),
        ("since: 2020", "bde"),
        ("since: 2021-05", "bd"),
        ("since: 2021-06", "d"),
        ("since: 2019-07-01", "bcde"),
        ("since: 2019-07-02", "bde"),
        ("until: 2019", "ac"),
        ("until: 2019-06", "a"),
        ("until: 2019-07", "ac"),
        ("since: 2019, until: 2021", "bce"),
        ("since: 5 years", "bcde"),
        ("since: 1 year", "d"),
        ("until: 5 years", "a"),
        ("limit: 2", "ab"),
        ("limit: 99", "abcdef"),
        ("sort: -date", "fdbeca"),  # what has no date is yet to appear
        ("sort: date", "acebdf"),
        ("sort: title", "abdecf"),
        ("sort: -title", "fcedba"),
        ("sort: acceptance", "eabcdf"),
        ("sort: -year, limit: 2", "fd"),
        ("pinned: [d, b]", "dbacef"),
        ("pinned: [d, b], limit: 3", "dba"),
        ("pinned: [f], sort: -date, limit: 2", "fd"),
        ("pinned: c, where: year < 2021", "cae"),
    ],
)
def test_which_entries_a_section_shows(cut: Cutter, works: str, request_: str, shown: str) -> None:
    entries = [
        selected.entry for selected in cut(works, f"[{{from: publications, {request_}}}]").selection.sections[0].groups[0].entries
    ]
    assert "".join(str(entry.id) for entry in entries) == shown


def test_authorship_knows_equal_and_corresponding_authors(cut: Cutter) -> None:
    yaml = """
publications:
- {title: both, authors: [{name: B, equal: true}, {name: Ada Lovelace, equal: true}, C], type: article}
- {title: later, authors: [B, {name: Ada Lovelace, equal: true}, {name: C, equal: true}], type: article}
- {title: writes, authors: [B, {name: Ada Lovelace, corresponding: true}, C], type: article}
"""
    for part, shown in (("co-first", ["both"]), ("corresponding", ["writes"]), ("first", []), ("last", [])):
        assert cut(yaml, f"[{{from: publications, where: {part} in authorship}}]").titles == shown


def test_years_count_from_the_day_of_the_profile_and_not_from_the_clock(cut: Cutter) -> None:
    last = "{title: d, start: 1990, end: present}"
    yaml = f"talks: [{{title: a, date: 2001}}, {{title: b, date: 2004}}, {{title: c, date: 2006-03}}, {last}]"
    assert cut(yaml, "[{from: talks, since: 2 years}]").titles == ["b", "c", "d"]
    assert cut("updated: 2026\n" + yaml, "[{from: talks, since: 2 years}]").titles == ["d"]


def test_what_is_private_does_not_move_the_years(cut: Cutter) -> None:
    yaml = "talks: [{title: a, date: 2001}, {title: b, date: 2009, private: true}]"
    assert cut(yaml, "[{from: talks, since: 2 years}]").titles == ["a"]


def test_a_range_counts_as_long_as_it_lasts(cut: Cutter) -> None:
    yaml = (
        "positions: [{organization: a, start: 2010, end: 2015}, {organization: b, start: 2014, end: present}, {organization: c}]"
    )
    assert cut(yaml, "[{from: positions, since: 2015}]").titles == ["a", "b"]
    assert cut(yaml, "[{from: positions, since: 2016}]").titles == ["b"]
    assert cut(yaml, "[{from: positions, until: 2013}]").titles == ["a"]
    assert cut(yaml, "[{from: positions, sort: -start}]").titles == ["b", "a", "c"]
    assert cut(yaml, "[{from: positions, sort: end}]").titles == ["a", "b", "c"]
    assert cut(yaml, "[{from: positions, where: start < 2014}]").titles == ["a"]
    assert cut(yaml, "[{from: positions, where: 'employer in [b, c]'}]").titles == ["b", "c"]


def test_months_count_when_sorting_by_the_start(cut: Cutter) -> None:
    yaml = "positions: [{organization: a, start: 2010-02}, {organization: b, start: 2010-11}, {organization: c, start: 2010-05}]"
    assert cut(yaml, "[{from: positions, sort: -start}]").titles == ["b", "c", "a"]


def test_numbers_in_texts_sort_as_numbers(cut: Cutter) -> None:
    yaml = "grants: [{title: a, number: G-10}, {title: b, number: G-9}, {title: c}, {title: d, number: g-2}]"
    assert cut(yaml, "[{from: grants, sort: number}]").titles == ["d", "b", "a", "c"]
    assert cut(yaml, "[{from: grants, sort: -number}]").titles == ["a", "b", "d", "c"]


def test_a_work_in_press_is_the_newest(cut: Cutter) -> None:
    works = [
        f"{{title: {name}, authors: [A], type: book, {more}}}"
        for name, more in (
            ("Old", "date: 1999"),
            ("Press", "status: in-press, date: 2020"),
            ("New", "date: 2024"),
            ("Soon", "status: forthcoming"),
        )
    ]
    yaml = f"publications: [{', '.join(works)}]"
    assert cut(yaml, "[{from: publications, sort: -date}]").titles == ["Press", "Soon", "New", "Old"]
    assert cut(yaml, "[{from: publications, sort: date}]").titles == ["Old", "New", "Press", "Soon"]


def test_a_position_has_the_time_of_its_roles(cut: Cutter) -> None:
    yaml = """\
positions:
- {organization: Then, roles: [{title: a, date: 2001/2003}, {title: b, date: 2003/2005}]}
- {organization: Now, roles: [{title: c, start: 2010, end: present}]}
- {organization: Between, date: 2006/2009}"""
    assert cut(yaml, "[{from: positions, sort: -date}]").titles == ["Now", "Between", "Then"]
    assert cut(yaml, "[{from: positions, since: 2018}]").titles == ["Now"]
    assert cut(yaml, "[{from: positions, until: 2002}]").titles == ["Then"]
    assert cut(yaml, "[{from: positions, where: year == 2005}]").titles == ["Then"]
    assert [key for key, _ in cut(yaml, "[{from: positions, group_by: year}]").groups()] == ["ongoing", "2009", "2005"]


# The same collection in several sections


def test_no_entry_stands_twice_unless_asked(cut: Cutter, works: str) -> None:
    first = "{from: publications, tags: systems}"
    assert cut(works, f"[{first}, publications]").sections() == [
        ("publications", ["Alpha", "Gamma"]),
        ("publications", ["Beta", "Delta", "Epsilon", "Zeta"]),
    ]
    again = cut(works, f"[{first}, {{from: publications, tags: ml, repeat: true}}, {{from: publications, tags: ml}}]")
    assert again.sections() == [("publications", ["Alpha", "Gamma"]), ("publications", ["Beta", "Gamma"])]
    assert "sections[2]: no-entries: matches no entries" in again.warnings[0]


def test_what_a_limit_leaves_is_there_for_the_next_section(cut: Cutter, works: str) -> None:
    both = "[{from: publications, limit: 2}, {from: publications, limit: 2}]"
    assert [titles for _, titles in cut(works, both).sections()] == [["Alpha", "Beta"], ["Gamma", "Delta"]]


def test_texts_stand_once_unless_asked(cut: Cutter) -> None:
    yaml = "bio: |\n  one\n\n  two\ninterests: [a, b, c]\n"
    sections = cut(yaml, "[bio, bio, interests, interests]").selection.sections
    assert [section.texts or interests(section) for section in sections] == [("one", "two"), ("a", "b", "c")]
    sections = cut(yaml, "[{from: bio, limit: 1}, {from: bio, repeat: true}, {from: interests, limit: 2}]").selection.sections
    assert [section.texts or interests(section) for section in sections] == [("one",), ("one", "two"), ("a", "b")]


def interests(section: Any) -> tuple[str, ...]:
    return tuple(str(selected.entry.text) for group in section.groups for selected in group.entries)


# All sections at once

SOME = "bio: b\ninterests: [i]\ntalks: [{title: t}]\nawards: [{title: a}]\npositions: [{organization: o}]\n"


@pytest.mark.parametrize(
    ("sections", "shown"),
    [
        ("[all]", "bio interests positions talks awards"),
        ("[talks, all]", "talks bio interests positions awards"),
        ("[all, talks]", "bio interests positions awards talks"),
        ("[awards, {from: all}, bio]", "awards interests positions talks bio"),
        ("[all, all]", "bio interests positions talks awards"),
        ("[{from: talks, limit: 1}, all, {from: talks, repeat: true}]", "talks bio interests positions awards talks"),
    ],
)
def test_all_stands_for_every_section_that_is_not_named(cut: Cutter, sections: str, shown: str) -> None:
    assert " ".join(section.collection for section in cut(SOME, sections).selection.sections) == shown


def test_what_all_says_holds_for_each_of_its_sections(cut: Cutter) -> None:
    selection = cut("awards: [{title: a}, {title: b}]\ntalks: [{title: t}, {title: u}]\n", "[{from: all, limit: 1}]")
    assert selection.sections() == [("talks", ["t"]), ("awards", ["a"])]


# The person's own sections

OWN = """
custom:
- {id: s, title: Sports, text: "fast\\n\\nfar", entries: [{title: run, tags: [x]}, {title: swim, date: 2020}]}
- {title: Music, text: loud}
- {id: e, title: Empty}
- {id: h, title: Hobbies, entries: [{title: knit, date: 2019, tags: [x]}, {title: read, date: 2020}]}
"""


def test_own_sections_come_one_by_one(cut: Cutter) -> None:
    selection = cut(OWN, "[custom]")
    assert selection.sections() == [("Sports", ["run", "swim"]), ("Music", []), ("Hobbies", ["knit", "read"])]
    assert [section.texts for section in selection.selection.sections] == [("fast", "far"), ("loud",), ()]
    assert [section.source for section in selection.selection.sections] == ["custom[0]", "custom[1]", "custom[3]"]


def test_pinned_names_the_own_sections_that_are_wanted(cut: Cutter) -> None:
    assert cut(OWN, "[{from: custom, pinned: [h, s]}]").sections() == [("Hobbies", ["knit", "read"]), ("Sports", ["run", "swim"])]
    both = cut(OWN, "[{from: custom, pinned: h, title: Spare Time}, custom]")
    assert [title for title, _ in both.sections()] == ["Spare Time", "Sports", "Music"]
    again = cut(OWN, "[{from: custom, pinned: h}, {from: custom, pinned: h, repeat: true}, {from: custom, pinned: h}]")
    assert [title for title, _ in again.sections()] == ["Hobbies", "Hobbies"]


def test_filters_reach_into_own_sections(cut: Cutter) -> None:
    selection = cut(OWN, "[{from: custom, tags: x}, {from: custom, since: 2020}, custom]")
    assert selection.sections() == [
        *[("Sports", ["run"]), ("Hobbies", ["knit"])],
        *[("Sports", ["swim"]), ("Hobbies", ["read"])],
        ("Music", []),
    ]
    assert [section.texts for section in selection.selection.sections] == [("fast", "far"), (), (), (), ("loud",)]
    assert cut(OWN, "[{from: custom, pinned: h, limit: 1, sort: -date}]").sections() == [("Hobbies", ["read"])]
    assert cut(OWN, "[{from: custom, pinned: h, group_by: year}]").groups() == [("2020", ["read"]), ("2019", ["knit"])]


def test_two_own_sections_that_are_alike_are_both_shown(cut: Cutter) -> None:
    assert len(cut("custom: [{title: a, text: b}, {title: a, text: b}]", "[custom]").sections()) == 2


# What an entry shows

JOB = """
positions:
- organization: O
  start: 2010
  advisors: [C]
  highlights: [plain, {text: x, tags: [x]}, {text: y, tags: [y], highlights: [{text: yx, tags: [x]}, {text: yy, tags: [y]}]}]
  roles: [{title: R, start: 2010, advisors: [C], highlights: [{text: rx, tags: [x]}, {text: ry, tags: [y]}]}]
"""


def job(cut: Cutter, request: str) -> Position:
    entry = cut(JOB, f"[{{from: positions, {request}}}]").selection.sections[0].groups[0].entries[0].entry
    assert isinstance(entry, Position)
    return entry


def bullets(of: Any) -> list[Any]:
    return [[str(bullet.text), *bullets(bullet)] if bullet.highlights else str(bullet.text) for bullet in of.highlights]


@pytest.mark.parametrize(
    ("request_", "own", "roles"),
    [
        ("limit: 1", ["plain", "x", ["y", "yx", "yy"]], ["rx", "ry"]),
        ("bullets: {tags: y}", ["plain", ["y", "yy"]], ["ry"]),
        ("bullets: {tags: [x]}", ["plain", "x"], ["rx"]),
        ("bullets: {exclude: x}", ["plain", ["y", "yy"]], ["ry"]),
        ("bullets: {limit: 1}", ["plain"], ["rx"]),
        ("bullets: {limit: 0}", [], []),
        ("bullets: {tags: y, limit: 2}", ["plain", ["y", "yy"]], ["ry"]),
    ],
)
def test_bullets_are_chosen_by_tag_and_number(cut: Cutter, request_: str, own: list[Any], roles: list[str]) -> None:
    entry = job(cut, request_)
    assert bullets(entry) == own
    assert bullets(entry.roles[0]) == roles


def test_fields_are_left_out_of_entries_and_their_roles(cut: Cutter) -> None:
    entry = job(cut, "columns: {leave_out: [advisors, date]}")
    assert (entry.advisors, entry.when, entry.roles[0].advisors, entry.roles[0].when) == ((), (), (), ())
    assert str(entry.organization) == "O" and bullets(entry)
    assert job(cut, "columns: {leave_out: highlights}").highlights == ()
    assert job(cut, "columns: {leave_out: roles}").roles == ()
    assert job(cut, "columns: {leave_out: [organization, start]}").organization == ""


def test_what_is_left_out_still_groups_and_sorts(cut: Cutter, works: str) -> None:
    view = "[{from: publications, group_by: year, sort: date, columns: {leave_out: date}, limit: 2}]"
    selection = cut(works, view)
    assert selection.groups() == [("2019", ["Gamma"]), ("2018", ["Alpha"])]
    assert all(selected.entry.when == () for group in selection.selection.sections[0].groups for selected in group.entries)


def test_author_limits_of_a_section_win_over_the_views(cut: Cutter, works: str) -> None:
    view = "{authors: {max: 8}, sections: [{from: publications, limit: 1}, {from: publications, authors: {max: 2}}]}"
    assert [section.authors.max for section in cut(works, view).selection.sections] == [8, 2]
    assert cut(works, "[publications]").selection.sections[0].authors is None
    assert cut(works, "[{from: publications, drop_last: true}]").selection.sections[0].drop_last is True


def test_texts_per_language_are_typed_where_a_text_is(cut: Cutter) -> None:
    yaml = """\
person: {name: Ada, location: {en: Nowhere, zh: 无处}}
publications: [{title: T, authors: [Ada], type: book, venue: {en: Press, zh: 出版社}}]
grants: [{title: T, amount: {en: "$5", zh: 五元}}]
positions: [{organization: O, location: {en: Here, zh: 这里}, highlights: [{en: Did it, zh: 做了}]}]
"""
    selection = cut(yaml, "{language: zh, sections: [publications, grants, positions]}")
    entries = [group.entries[0].entry for section in selection.selection.sections for group in section.groups]
    assert str(selection.selection.profile.person.location.value) == "无处"
    assert (str(entries[0].venue.name), str(entries[1].amount), str(entries[2].location)) == ("出版社", "五元", "这里")
    assert [str(bullet.text) for bullet in entries[2].highlights] == ["做了"]
