"""Privacy: what each level shows of contacts, sections, entries, roles and bullets."""

from collections.abc import Callable
from typing import Any

import pytest

from cvrender.model.fields import Highlight
from cvrender.verify.privacy import without_withheld

Cutter = Callable[..., Any]

# In each text the word before the number says which views show it: all, those of `application`, or only those of `full`.
LEVELS = """\
person:
  name: Ada
  location: {value: apply 1, privacy: application}
  emails: [{value: all2@x.org}, {value: apply3@x.org, privacy: application}, {value: full4@x.org, private: true}]
  phones: [{value: full 5, label: full 6, privacy: full}]
  links: [{value: "https://apply7.example.org", privacy: application}]
interests: [apply 8]
bio: full 9
privacy: {interests: application, bio: full, press: full, skills: application, awards: public, custom: application}
press: [{outlet: full 10, title: full 11}]
skills: [{name: apply 12, items: [apply 13]}, {name: full 14, private: true}]
awards: [{title: all 15}, {title: apply 16, privacy: application, note: apply 17}, {title: full 18, private: true}]
custom:
- {title: apply 19, text: apply 20}
- {title: full 21, private: true, text: full 22}
- {title: full 23, privacy: full, text: full 24}
positions:
- organization: all 25
  highlights: [{text: apply 26, privacy: application}, {text: all 27, highlights: [{text: full 28, private: true}]}]
- {organization: all 29, roles: [{title: apply 30, privacy: application, highlights: [apply 31]}, {title: all 32}]}
- {organization: apply 33, privacy: application, highlights: [{text: full 34, privacy: full}, {text: apply 35, privacy: public}]}
- {organization: full 36, private: true, privacy: full}
references: [{name: all 37, emails: [{value: full38@x.org, private: true}], phones: [{value: apply 39, privacy: application}]}]
"""
SHOWN = {"public": ("all",), "application": ("all", "apply"), "full": ("all", "apply", "full")}


def words(text: str) -> set[int]:
    import re

    return {int(number) for _, number in re.findall(r"\b(all|apply|full) ?(\d+)", text)}


def of(*levels: str) -> set[int]:
    import re

    return {int(number) for level, number in re.findall(r"\b(all|apply|full) ?(\d+)", LEVELS) if level in levels}


@pytest.mark.parametrize("privacy", SHOWN)
def test_a_view_holds_what_its_level_shows_and_nothing_else(cut: Cutter, privacy: str) -> None:
    assert len(of("all", "apply", "full")) == 39
    selection = cut(LEVELS, f"{{extends: full, privacy: {privacy}}}")
    assert words(repr(selection.selection)) == of(*SHOWN[privacy])


def test_views_are_public_unless_they_say_otherwise(cut: Cutter) -> None:
    assert words(repr(cut(LEVELS, "{extends: full}").selection)) == of("all")


@pytest.mark.parametrize(
    ("level", "shown"), [("", set()), ("privacy: {breaks: public}", {1}), ("privacy: {breaks: full}", set())]
)
def test_the_level_of_breaks_is_that_of_each_break_without_one(cut: Cutter, level: str, shown: set[int]) -> None:
    breaks = "breaks: [{reason: all 1}, {reason: full 2, private: true}, {reason: full 3, privacy: full}]"
    assert words(repr(cut(f"{breaks}\n{level}", "{sections: [breaks]}").selection)) == shown


def test_a_section_that_is_withheld_cannot_be_asked_for(cut: Cutter) -> None:
    assert cut("press: [{outlet: a, title: b}]\nprivacy: {press: full}", "[press]").selection.sections == ()


@pytest.mark.parametrize(
    ("yaml", "said"),
    [
        ("privacy: {publicatons: full}", '2:11: error: privacy.publicatons: unknown section "publicatons"; did you mean "publ'),
        ("privacy: {views: full}", '2:11: error: privacy.views: unknown section "views"; did you mean "news"?'),
        (
            "privacy: {talks: secret}",
            '2:18: error: privacy.talks: "secret" is not a privacy level; available: public, application, full',
        ),
        ("privacy: full", "2:10: error: privacy: should be a mapping"),
        (
            "talks: [{title: a, privacy: hidden}]",
            '2:29: error: talks[0].privacy: "hidden" is not a privacy level; available: public, ',
        ),
    ],
)
def test_a_misspelt_level_or_section_is_an_error_and_withholds_nothing_in_silence(
    refused: Callable[..., list[str]], yaml: str, said: str
) -> None:
    assert refused(yaml, "[talks]")[0].startswith(f"ada.yaml:{said}")


def test_a_view_of_no_such_level_is_refused(refused: Callable[..., list[str]]) -> None:
    (problems,) = refused("bio: x", "{privacy: secret, sections: [bio]}")
    assert (
        problems == 'ada.yaml:4:16: error: views.v.privacy: "secret" is not a privacy level; available: public, application, full'
    )


def test_a_view_with_levels_of_sections_is_told_where_they_belong(refused: Callable[..., list[str]]) -> None:
    (problems,) = refused("bio: x", "{privacy: {breaks: public}, sections: [bio]}")
    assert "views.v.privacy: should be one privacy level, not a mapping" in problems
    assert "write one of public, application, full here; levels of sections are at the top of the profile" in problems
    assert problems.endswith("privacy: {breaks: public}")


def test_what_is_pinned_or_tagged_in_private_is_known_but_not_shown(cut: Cutter) -> None:
    yaml = "talks: [{title: a}, {id: x, title: b, private: true, tags: [t]}]"
    selection = cut(yaml, "[{from: talks, pinned: x}]")
    assert selection.titles == ["a"]
    assert selection.warnings[0].endswith('pinned[0]: no-effect: pinned entry "x" does not match the section')
    assert cut(yaml, "[{from: talks, tags: t}]").titles == []


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("news: [{text: a, private: true, privacy: public}]", "news[0]"),
        ("person: {name: Ada, emails: [{value: a@b.org, privacy: application, private: true}]}", "person.emails[0]"),
        ("positions: [{organization: a, highlights: [{text: b, private: true, privacy: public}]}]", "positions[0].highlights[0]"),
        ("custom: [{title: a, text: b, private: true, privacy: public}]", "custom[0]"),
        ("talks: [{title: a, private: true, privacy: public}]", "talks[0]"),
    ],
)
def test_a_contradiction_is_an_error(problems_of: Callable[[str], list[str]], line: str, path: str) -> None:
    yaml = line if "person" in line else f"person: {{name: Ada}}\n{line}"
    (problems,) = problems_of(yaml)
    assert f"error: {path}: is private, but its privacy is " in problems
    assert problems_of(yaml.replace("public", "full").replace("application", "full")) == []


def test_the_stricter_of_two_levels_counts() -> None:
    for level in ("public", "application", "full", None):
        assert not Highlight(text="a", private=True, privacy=level).shown_at("application")
        assert without_withheld({"news": [{"text": "a", "private": True, "privacy": level}]}, "application")[0] == {"news": []}
