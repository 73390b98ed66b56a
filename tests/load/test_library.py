"""Test finding styles, views and terms: the search path comes first, inheritance is complete, errors say where."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, Library, find_style, find_terms, find_view, view_names, with_options
from cvrender.load.library.citation_styles import UnusableStyle, find_citation_style
from cvrender.load.reader import Source

Write = Callable[[str, str], None]
HERE = Library((Path(),))


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file of the working folder, which is an empty one."""
    monkeypatch.chdir(tmp_path)

    def make(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    return make


def refused(find: Callable[..., object], name: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        find(name, library=HERE)
    return [str(problem) for problem in caught.value.problems]


def test_every_style_and_view_here_can_be_used() -> None:
    assert {"plain", "classic"} <= set(BUILT_IN.names("styles")) and "full" in view_names()
    for name in BUILT_IN.names("styles"):
        style = find_style(name)
        assert style.about and find_terms(style, "en").labels["cv"].one
        assert set(style.values) == set(style.options) >= set(find_style("plain").options)
        assert set(style.entries) == set(find_style("plain").entries)
    for name in view_names():
        assert find_view(name).requests


def test_a_style_inherits_what_it_does_not_say(write: Write) -> None:
    write(
        "styles/mine/style.yaml",
        "about: mine\nextends: classic\ndefaults: {page: letter}\nentries: {award: {title: '{{ title }}'}}",
    )
    mine, classic = find_style("mine", HERE), find_style("classic")
    assert mine.values == {**classic.values, "page": "letter"} and mine.values != classic.values
    assert mine.entries["award"].title == "{{ title }}" and mine.entries["award"].date == classic.entries["award"].date != ""
    assert {kind for kind in mine.entries if mine.entries[kind] != classic.entries[kind]} == {"award"}
    assert mine.latex == classic.latex and mine.folders == (Path("styles/mine"), *classic.folders)
    assert mine.file("style.yaml") == Path("styles/mine/style.yaml")
    assert mine.file("latex/look.tex") == classic.file("latex/look.tex")
    with pytest.raises(FileNotFoundError):
        mine.file("no/such.file")


def test_what_is_in_the_working_folder_wins(write: Write) -> None:
    assert "short" not in view_names(library=HERE)
    write("styles/classic/style.yaml", "about: my own classic\nextends: plain")
    write("views/short.yaml", "about: x\nsections: [bio, {from: talks, title: {en: Talks}, group_by: year}]")
    write("views/full.yaml", "about: less\nsections: [bio]")
    assert find_style("classic", HERE).about == "my own classic"
    assert sections("full") == ["bio"] and {"full", "short"} <= set(view_names(library=HERE))
    assert sections("short") == ["bio", "talks"]


def sections(view: str) -> list[str]:
    return [request.collection for _, request in find_view(view, library=HERE).requests]


def test_without_a_search_path_only_what_is_built_in_counts(write: Write) -> None:
    write("styles/classic/style.yaml", "about: my own classic\nextends: plain")
    write("views/short.yaml", "about: x\nsections: [bio]")
    write("views/full.yaml", "about: less\nsections: [bio]")
    assert find_style("classic").about != "my own classic" and BUILT_IN.names("styles") == Library().names("styles")
    assert "short" not in view_names() and len(find_view("full").requests) > 10


def test_the_first_folder_of_the_search_path_wins(write: Write, tmp_path: Path) -> None:
    for folder in ("near", "far"):
        write(f"{folder}/styles/mine/style.yaml", f"about: {folder}\nextends: plain")
        write(f"{folder}/views/{folder}.yaml", "sections: [bio]")
    library = Library((tmp_path / "near", tmp_path / "far"))
    assert find_style("mine", library).about == "near"
    assert {"near", "far", "full"} <= set(view_names(library=library))
    assert library.trusted_folders("views")[:2] == [tmp_path / "near/views", tmp_path / "far/views"]
    assert library.candidates("styles", "mine") == [tmp_path / "near/styles/mine", tmp_path / "far/styles/mine"]


@pytest.mark.parametrize("name", ["", ".", "..", "../mine", "a/b", "mine/../mine", "/etc/passwd", "x\0y", "Classic"])
def test_a_name_is_no_path(write: Write, name: str) -> None:
    write("style.yaml", "about: x\nextends: plain")
    write("mine.yaml", "about: x\nsections: []")
    for folder in ("styles", "views"):
        write(f"{folder}/mine/style.yaml", "about: x\nextends: plain")
        write(f"{folder}/mine.yaml", "about: x\nsections: []")
    (style,), (view,) = refused(find_style, name), refused(find_view, name)
    assert style.startswith("error: style ") and view.startswith("error: view ")


@pytest.mark.parametrize(
    ("yaml", "said"),
    [
        ("{}", '1:1: error: missing key "about"'),
        ("about: x\nextends: plian", '2:10: error: extends: there is no style "plian"; available: accent, banner, classic, '),
        ("about: x\nextends: mine", '2:10: error: extends: "mine" is this style\'s own child'),
        ("about: x\nextends: plain\ndefault: {}", '3:1: error: default: unknown key; did you mean "defaults"?'),
        ("about: x\nextends: plain\ndefaults: {acent: x}", '3:12: error: defaults.acent: unknown option; did you mean "accent"?'),
        ("about: x\nextends: plain\ndefaults: {accent: red}", "3:20: error: defaults.accent: should be a colour such as #1f3a5f"),
        ("about: x\nextends: plain\ndefaults: {accent: [a]}", "3:20: error: defaults.accent: should be a text, or true or false"),
        (
            "about: x\nextends: plain\ndefaults: {margin: 3}",
            "3:20: error: defaults.margin: should be a length such as 22mm or 0.9in, or two to four (top, right, bottom, left)",
        ),
        ("about: x\nextends: plain\ndefaults: {page: a5}", "3:18: error: defaults.page: should be one of: a4, letter"),
        ("about: x\nextends: plain\ndefaults: {spacing: 1e9}", "3:21: error: defaults.spacing: should be a number"),
        ("about: x\nextends: plain\ndefaults: {numbering: yes}", "3:23: error: defaults.numbering: should be true or false"),
        (
            "about: x\nextends: plain\nentries: {publicaton: {title: x}}",
            "3:11: error: entries.publicaton: unknown kind of entry; did",
        ),
        (
            "about: x\nextends: plain\nentries: {award: {titel: x}}",
            '3:19: error: entries.award.titel: unknown key; did you mean "title"?',
        ),
        (
            f"about: x\nextends: plain\nentries: {{award: {{lines: [{'a, ' * 21}]}}}}",
            "3:26: error: entries.award.lines: has more than 20 items",
        ),
        ("about: x\nextends: plain\nentries: {award: {lines: x}}", "3:26: error: entries.award.lines: should be a list"),
        (
            "about: x\nextends: plain\nlatex: {packages: [[a]]}",
            '3:20: error: latex.packages[0]: should be the name of a package, or "',
        ),
        (
            "about: x\noptions: {a: {type: color, default: red, about: b}}",
            "2:14: error: options.a: has a default that should be a colour",
        ),
        (
            "about: x\noptions: {'a: red; } *': {type: flag, default: true, about: b}}",
            "2:11: error: options.a: red; } *: is not a name for an option",
        ),
        (
            "about: x\noptions: {a: {type: number, default: 7, about: b, most: 6}}",
            "2:14: error: options.a: has a default that should be at",
        ),
        (
            "about: x\noptions: {a: {type: flag, default: true, about: b, most: 6}}",
            '2:14: error: options.a: has a "most" that is no',
        ),
        (
            "about: x\nextends: plain\noptions: {spacing: {type: text, default: b, about: b}}",
            "3:27: error: options.spacing.type: is number in plain",
        ),
        ("about: x\nextends: plain\ndefaults: {margin: 9in}", "3:20: error: defaults.margin: should be at most 60mm"),
        (
            "about: x\noptions: {a: {type: size, default: b, about: c}}",
            "2:21: error: options.a.type: should be one of: choice, length, ",
        ),
    ],
)
def test_a_bad_style_says_where(write: Write, yaml: str, said: str) -> None:
    write("styles/mine/style.yaml", yaml)
    (problem,) = refused(find_style, "mine")
    assert problem.startswith(f"styles/mine/style.yaml:{said}")


def test_styles_that_extend_each_other_are_refused(write: Write) -> None:
    write("styles/mine/style.yaml", "about: x\nextends: yours")
    write("styles/yours/style.yaml", "about: x\nextends: mine")
    assert refused(find_style, "mine") == ['styles/yours/style.yaml:2:10: error: extends: "mine" is this style\'s own child']


@pytest.mark.parametrize(
    ("yaml", "said"),
    [
        ("about: x\nsections: bio", "2:11: error: sections: should be a list"),
        (
            "about: x\nsections: [person]",
            '2:12: error: sections[0].from: unknown section "person"; available: advising, all, awards, bio',
        ),
        (
            "about: x\nsections: [{from: publicatons}]",
            '2:19: error: sections[0].from: unknown section "publicatons"; did you mean "publications"?',
        ),
        ("about: x\nsections: [{form: bio, from: bio}]", '2:13: error: sections[0].form: unknown key; did you mean "from"?'),
        (
            "about: x\nsections: [{from: bio, group_by: moon}]",
            "2:34: error: sections[0].group_by: should be one of: none, type, year",
        ),
        ("about: x\nlanguage: English\nsections: []", '2:11: error: language: "English" is not a language code; write a code'),
    ],
)
def test_a_bad_view_says_where(write: Write, yaml: str, said: str) -> None:
    write("views/mine.yaml", yaml)
    (problem,) = refused(find_view, "mine")
    assert problem.startswith("views/mine.yaml:") and said in problem


def test_terms_are_the_languages_or_its_regions(write: Write) -> None:
    plain = find_style("plain")
    assert find_terms(plain, "en-ZA") == find_terms(plain, "en") != find_terms(plain, "en-GB")
    with pytest.raises(InputError) as caught:
        find_terms(plain, "tlh")
    assert str(caught.value).startswith('error: style "plain" has no terms for language "tlh"; available: ar, cs, de')


def test_a_styles_own_words_win(write: Write) -> None:
    write("styles/mine/style.yaml", "about: x\nextends: plain")
    write("styles/mine/terms/en.yaml", "sections: {talks: Lectures}")
    mine, plain = find_terms(find_style("mine", HERE), "en"), find_terms(find_style("plain"), "en")
    assert mine.sections == {**plain.sections, "talks": "Lectures"} and mine.sections != plain.sections
    assert mine.labels == plain.labels


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sections: {talk: Lectures}", '1:12: error: sections.talk: unknown section "talk"; did you mean "talks"?'),
        ("groups: {journal: Articles}", "1:10: error: groups.journal: unknown key; "),
        ("status: {inpress: soon}", '1:10: error: status.inpress: unknown key; did you mean "in-press"?'),
        ("marks: {equals: {mark: x, meaning: y}}", '1:9: error: marks.equals: unknown key; did you mean "equal"?'),
        ("labels: {advisor: Adviser}", '1:10: error: labels.advisor: unknown key; did you mean "advisors"?'),
        ("section: {talks: Lectures}", '1:1: error: section: unknown key; did you mean "sections"?'),
    ],
)
def test_unknown_words_are_refused(write: Write, words: str, said: str) -> None:
    write("styles/mine/style.yaml", "about: x\nextends: plain\nentries: {talk: {title: '{{ title | wrap(label.given) }}'}}")
    write("styles/mine/terms/en.yaml", words)
    (problem,) = refused(lambda name, library: find_terms(find_style(name, library), "en"), "mine")
    assert problem.startswith(f"styles/mine/terms/en.yaml:{said}")
    write("styles/mine/terms/en.yaml", "labels: {given: Given}")
    assert find_terms(find_style("mine", HERE), "en").labels["given"].one == "Given"


def test_options_are_set_or_refused() -> None:
    plain = find_style("plain")
    source = Source("a.yaml", {}, {}, {})
    assert with_options(plain, {"numbering": "false", "size": "12pt"}, source, ()).values == {
        **plain.values,
        "numbering": False,
        "size": "12pt",
    }
    with pytest.raises(InputError) as caught:
        with_options(plain, {"sice": "12pt", "accent": "#12345G"}, source, ("style", "options"))
    assert [str(problem) for problem in caught.value.problems] == [
        'a.yaml: error: style.options.sice: unknown option; did you mean "size"?',
        "a.yaml: error: style.options.accent: should be a colour such as #1f3a5f",
    ]


def test_no_option_smuggles_code_into_a_target() -> None:
    styles = [find_style(name) for name in BUILT_IN.names("styles")]
    options = [option for style in styles for option in style.options.values() if option.type not in ("text", "line")]
    assert len(options) >= 10
    for option in options:
        for value in (r"\input{x}", "a}b", "20mm\n", "#12345g", "1;", "٣mm", "", "1e9999", "9" * 9999, "99999", "99999mm"):
            with pytest.raises(ValueError, match="should be"):
                option.read(value)


def test_a_citation_style_that_is_nested_without_end_is_an_error(tmp_path: Path) -> None:
    nested = "<group>" * 5000 + "</group>" * 5000
    layout = f"<bibliography><layout>{nested}</layout></bibliography>"
    (tmp_path / "deep.csl").write_text(f'<style xmlns="http://purl.org/net/xbiblio/csl">{layout}</style>', "utf-8")
    with pytest.raises(UnusableStyle, match="is nested more than 100 deep"):
        find_citation_style("./deep.csl", tmp_path)
