"""Test selecting: nothing private in any byte, one language, the view's order, right sources."""

from collections.abc import Callable

import pytest

from cvrender.compose.select import select
from cvrender.load.library import NamedView, find_view
from cvrender.load.reader import Source
from cvrender.load.validate import as_model
from cvrender.model.fields import LEVELS
from cvrender.model.kinds import SECTIONS, Entry
from cvrender.model.profile import Profile
from cvrender.model.view import SelectedSection, Selection, View

ProfileOf = Callable[[str], Profile]

PRIVATE = """\
person:
  name: Ada
  location: {value: hidden 1, private: true}
  emails: [{value: hidden2@example.org, private: true}, {value: shown@example.org, label: shown}]
  phones: [{value: hidden 3, label: hidden 4, private: true}]
  links: [{value: "https://hidden.example.org/5", private: true}]
positions:
  - {organization: hidden 6, private: true, highlights: [hidden 7]}
  - organization: Shown
    roles:
      - {title: hidden 8, private: true}
      - {title: shown, highlights: [{text: hidden 9, private: true}, shown]}
    highlights:
      - text: shown
        highlights: [{text: hidden 10, private: true, highlights: [hidden 11]}, shown]
publications: [{title: hidden 12, authors: [hidden 13], type: article, private: true, tags: [hidden]}]
references: [{name: shown, emails: [{value: hidden14@example.org, private: true}], phones: [{value: hidden 15, private: true}]}]
custom:
  - {title: hidden 16, private: true, text: hidden 17, entries: [{title: hidden 18}]}
  - {title: Emptied hidden, entries: [{title: hidden 20, private: true}]}
  - {title: Shown, entries: [{title: hidden 21, private: true}, {title: shown}]}
"""


@pytest.fixture
def selected(profile_of: ProfileOf) -> Callable[..., Selection]:
    """What the sections of a view show of a profile; without sections, the view `full`."""

    def make(
        yaml: str,
        sections: list[object] | None = None,
        groups: dict[str, str] | None = None,
        language: str = "",
        privacy: str = "public",
    ) -> Selection:
        source = Source("v.yaml", {"language": language or None, "privacy": privacy, "sections": sections}, {}, {})
        named = NamedView("v", as_model(source, View), source) if sections else find_view("full")
        return select(profile_of(yaml), named, groups or {})  # type: ignore[arg-type]

    return make


def test_nothing_private_is_in_any_byte_of_the_selection(selected: Callable[..., Selection], profile_of: ProfileOf) -> None:
    assert repr(profile_of(PRIVATE)).count("hidden") >= 20
    selection = selected(PRIVATE)
    assert "hidden" not in repr(selection)
    assert repr(selection).count("shown") == 8
    assert [section.source for section in selection.sections] == ["positions", "custom[2]", "references"]


def test_each_level_of_privacy_shows_what_the_ones_before_it_show(selected: Callable[..., Selection]) -> None:
    yaml = """\
person: {name: Ada, phones: [{value: at application 1, privacy: application}, {value: at full 1, privacy: full}]}
privacy: {grants: application, references: full}
awards: [{title: at public 1}, {title: at application 2, privacy: application}, {title: at full 2, private: true}]
grants: [{title: at application 3}, {title: at full 3, private: true}]
references: [{name: at full 4}]
"""
    shown = {level: repr(selected(yaml, ["awards", "grants", "references"], privacy=level)) for level in LEVELS}
    counts = {level: [shown[level].count(f"'at {below} ") for below in LEVELS] for level in LEVELS}
    assert counts == {"public": [1, 0, 0], "application": [1, 3, 0], "full": [1, 3, 4]}


def test_the_full_view_shows_every_section_in_the_order_of_an_academic_cv() -> None:
    shown = [request.collection for _, request in find_view("full").requests]
    assert shown == list(SECTIONS)
    order = (
        "bio interests education positions certifications publications patents systems exhibitions talks teaching advising "
        "grants trials awards service memberships press news skills languages custom references"
    ).split()
    assert [name for name in shown if name in order] == order


def test_sections_come_in_the_views_order_without_the_empty_ones(selected: Callable[..., Selection]) -> None:
    yaml = "awards: [{title: a}]\nbio: b\ntalks: [{title: c, private: true}]\nnews: []\ninterests: [d, e]\ncustom: [{title: f}]"
    sections = selected(yaml, ["talks", "interests", "grants", "awards", "custom", "news", "bio"]).sections
    assert [(section.collection, section.texts) for section in sections] == [("interests", ()), ("awards", ()), ("bio", ("b",))]
    assert interests(sections[0]) == ["d", "e"]


def interests(section: SelectedSection) -> list[str]:
    return [str(selected.entry.text) for group in section.groups for selected in group.entries]  # type: ignore[attr-defined]


def test_a_biography_has_paragraphs(selected: Callable[..., Selection]) -> None:
    assert selected("bio: |\n  one\n  line\n\n  two\n", ["bio"]).sections[0].texts == ("one\nline", "two")


def test_each_entry_knows_its_place_in_the_profile(selected: Callable[..., Selection]) -> None:
    yaml = """\
publications:
  - {title: a, authors: [A], type: article}
  - {title: b, authors: [A], type: article, private: true}
  - {title: c, authors: [A], type: paper-conference}
custom: [{title: d, private: true}, {title: e, entries: [{title: f, private: true}, {title: g}]}]
"""
    works, custom = selected(yaml, [{"from": "publications", "group_by": "type"}, "custom"]).sections
    assert [[(c.source, getattr(c.entry, "title", "")) for c in group.entries] for group in works.groups] == [
        [("publications[2]", "c")],
        [("publications[0]", "a")],
    ]
    assert custom.source == "custom[1]" and [selected.source for selected in custom.groups[0].entries] == ["custom[1].entries[1]"]


def test_the_selections_profile_holds_no_entries_beside_the_chosen(selected: Callable[..., Selection]) -> None:
    selection = selected(
        "awards: [{title: prize}]\nnews: [{text: gossip}]\ncustom: [{title: aside, text: b}]\ninterests: [d]", ["awards"]
    )
    assert "prize" in repr(selection.sections) and "gossip" not in repr(selection) and "aside" not in repr(selection)
    assert "prize" not in repr(selection.profile)


# Languages

TWO = """\
person: {name: Ada, headline: {en: Countess, de: Gräfin}, links: [{value: "https://a.org", label: {en: Home, de: Heim}}]}
interests: [{en: Engines, de: Maschinen}, Chess]
publications:
  - title: {en: Notes, de: Notizen}
    authors: [A]
    type: article
    venue: {name: {en: Memoirs, de: Memoiren}}
    highlights: [{text: {en: long, de: lang}}]
custom: [{title: {en: Other, de: Anderes}, text: {en: text, de: Wort}}]
"""


@pytest.mark.parametrize(
    ("language", "there", "absent"),
    [
        ("en", ["Countess", "Home", "Engines", "Notes", "Memoirs", "long", "Other", "text"], ["Gräfin", "Heim", "Wort"]),
        ("de-AT", ["Gräfin", "Heim", "Maschinen", "Notizen", "Memoiren", "lang", "Anderes", "Wort"], ["Countess", "Engines"]),
    ],
)
def test_every_text_is_in_the_views_language(
    selected: Callable[..., Selection], language: str, there: list[str], absent: list[str]
) -> None:
    sections = ["interests", {"from": "publications", "title": {"en": "Works", "de": "Werke"}}, "custom"]
    selection = selected(TWO, sections, language=language)
    shown = repr(selection)
    assert "Localized" not in shown and "Chess" in shown and selection.language == language
    assert [word for word in there if f"'{word}'" not in shown] == [word for word in absent if f"'{word}'" in shown] == []
    assert selection.sections[1].title == ("Works" if language == "en" else "Werke")


def test_without_the_views_language_the_profiles_counts(selected: Callable[..., Selection]) -> None:
    assert interests(selected(TWO + "language: de", ["interests"]).sections[0]) == ["Maschinen", "Chess"]
    assert interests(selected(TWO + "language: fr", ["interests"]).sections[0]) == ["Engines", "Chess"]


# Groups


def parts(selection: Selection) -> list[tuple[str, list[str]]]:
    def title(entry: Entry) -> str:
        return str(getattr(entry, "title", ""))

    return [(group.key, [title(selected.entry) for selected in group.entries]) for group in selection.sections[0].groups]


def works(*types: str) -> str:
    lines = (f"  - {{title: w{index}, authors: [A], type: {kind}}}" for index, kind in enumerate(types))
    return "publications:\n" + "\n".join(lines)


def test_types_come_in_their_usual_order_and_unusual_ones_last(selected: Callable[..., Selection]) -> None:
    yaml = works(
        "software",
        "thesis",
        "article",
        "article-journal",
        "paper-conference, genre: workshop",
        "dataset",
        "article-journal",
        "book",
    )
    by_type = [{"from": "publications", "group_by": "type"}]
    assert parts(selected(yaml, by_type)) == [
        ("article-journal", ["w3", "w6"]),
        ("book", ["w7"]),
        ("workshop", ["w4"]),
        ("article", ["w2"]),
        ("thesis", ["w1"]),
        ("software", ["w0"]),
        ("dataset", ["w5"]),
    ]


def test_one_type_alone_needs_no_heading(selected: Callable[..., Selection]) -> None:
    by_type = [{"from": "publications", "group_by": "type"}]
    assert parts(selected(works("article", "article"), by_type)) == [("", ["w0", "w1"])]
    assert parts(selected("talks: [{title: a}, {title: b}]", [{"from": "talks", "group_by": "type"}])) == [("", ["a", "b"])]


def test_years_come_newest_first_and_what_goes_on_before_them(selected: Callable[..., Selection]) -> None:
    dates = [
        "date: 2018",
        "date: 2020-05",
        "note: x",
        "date: 2018-12",
        "start: 2010, end: present",
        "date: [2017, 2019]",
        "end: 2021",
    ]
    yaml = "talks:\n" + "\n".join(f"  - {{title: t{index}, {date}}}" for index, date in enumerate(dates))
    by_year = [{"from": "talks", "group_by": "year"}]
    assert parts(selected(yaml, by_year)) == [
        ("ongoing", ["t4"]),
        ("2021", ["t6"]),
        ("2020", ["t1"]),
        ("2019", ["t5"]),
        ("2018", ["t0", "t3"]),
        ("undated", ["t2"]),
    ]
    assert parts(selected("talks: [{title: a}]", by_year)) == [("", ["a"])]


def test_the_view_groups_before_the_style_and_the_style_by_default(selected: Callable[..., Selection]) -> None:
    yaml = works("article", "book")
    style = {"publications": "type"}
    assert [key for key, _ in parts(selected(yaml, ["publications"], style))] == ["book", "article"]
    assert [key for key, _ in parts(selected(yaml, ["publications"]))] == [""]
    assert [key for key, _ in parts(selected(yaml, [{"from": "publications", "group_by": "none"}], style))] == [""]
