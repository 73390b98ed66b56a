"""Test includes and overlays: every value keeps its location, and nothing comes from outside the folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.load.merge import MAX_INCLUDES, with_includes, with_overlay
from cvrender.load.reader import UNTRUSTED_LIMITS, InputLimits, Source, load, parse
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile

Files = Callable[..., LoadedProfile]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """Write files and load the one called ada.yaml, with overlays."""
    (tmp_path / "p").mkdir()
    monkeypatch.chdir(tmp_path)

    def make(ada: str, *overlays: str, **others: str) -> LoadedProfile:
        (tmp_path / "p" / "ada.yaml").write_text(ada, "utf-8")
        for name, text in others.items():
            (tmp_path / "p" / f"{name}.yaml").write_text(text, "utf-8")
        for index, text in enumerate(overlays):
            (tmp_path / f"with{index}.yaml").write_text(text, "utf-8")
        return load_profile("p/ada.yaml", overlays=[f"with{index}.yaml" for index in range(len(overlays))])

    return make


def problems(make: Callable[[], Any]) -> list[str]:
    with pytest.raises(InputError) as caught:
        make()
    return [str(problem) for problem in caught.value.problems]


def titles(loaded: LoadedProfile, collection: str) -> list[str]:
    return [entry.title for entry in getattr(loaded.profile, collection)]


# Includes

ADA = "person: {name: Ada}\ntalks: [{title: t0}]\ninclude: [more.yaml]\n"


def test_what_is_included_is_added(files: Files) -> None:
    more = "talks:\n- {title: t1}\n- {title: t2}\nawards: [{title: a}]\nviews: {short: {sections: [awards]}}\n"
    loaded = files(ADA, more=more)
    assert titles(loaded, "talks") == ["t0", "t1", "t2"]
    assert titles(loaded, "awards") == ["a"]
    assert loaded.profile.views == {"short": {"sections": ["awards"]}}


def test_an_empty_key_takes_what_is_included(files: Files) -> None:
    assert titles(files("person: {name: Ada}\ntalks:\ninclude: [more.yaml]", more="talks: [{title: t1}]"), "talks") == ["t1"]


def test_an_error_stands_in_the_file_that_it_was_written_in(files: Files) -> None:
    more = "\ntalks:\n- {title: t1}\n- {titel: t2}\nawards: [{title: a, date: 2020-13}]\nbio: []\n"
    assert problems(lambda: files(ADA + "news: [{text: a, date: x}]\n", more=more)) == [
        'p/ada.yaml:4:24: error: news[0].date: not a valid date: "x"; write 2016, 2016-10, 2016-10-03, present, '
        "or a range such as 2016/2018 or 2018/",
        'p/more.yaml:4:4: error: talks[2].titel: unknown key; did you mean "title"?',
        'p/more.yaml:5:27: error: awards[0].date: not a valid date: "2020-13" (there is no month 13)',
        "p/more.yaml:6:6: error: bio: should be text, but is a list; write, for example, bio: Ada Example studies how machines "
        "follow rules.",
    ]


def test_what_cannot_be_added_up_is_an_error(files: Files) -> None:
    assert problems(lambda: files(ADA + "bio: x\n", more="bio: y\nperson: {name: Bo}\ntalks: {}\n")) == [
        "p/more.yaml:1:1: error: bio: duplicate key (also in p/ada.yaml); keep one of the two",
        "p/more.yaml:2:1: error: person: duplicate key (also in p/ada.yaml); keep one of the two",
        "p/more.yaml:3:1: error: talks: duplicate key (also in p/ada.yaml); keep one of the two",
    ]


def test_two_files_may_be_included_and_each_once(files: Files) -> None:
    ada = "person: {name: Ada}\ninclude: [a.yaml, b.yaml]\n"
    loaded = files(ada, a="talks: [{title: t1}]", b="talks: [{title: t2}]")
    assert titles(loaded, "talks") == ["t1", "t2"]
    assert loaded.source.values["talks", 1, "title"] == ("p/b.yaml", 1, 17)
    again = "person: {name: Ada}\ninclude: [a.yaml, ./a.yaml]\n"
    assert problems(lambda: files(again)) == ['p/ada.yaml:2:19: error: include[1]: "./a.yaml" is already included']
    itself = "person: {name: Ada}\ninclude: [ada.yaml]\n"
    assert problems(lambda: files(itself)) == ['p/ada.yaml:2:11: error: include[0]: "ada.yaml" is already included']


def test_an_included_file_includes_no_other(files: Files) -> None:
    told = problems(lambda: files(ADA, more="include: [ada.yaml]\n"))
    assert told == ["p/more.yaml:1:10: error: include: an included file cannot include other files"]


def test_an_included_file_is_yaml(files: Files) -> None:
    assert problems(lambda: files(ADA, more="talks: ["))[0].startswith("p/more.yaml:2:1: error: not valid YAML")
    assert problems(lambda: files(ADA, more="- a")) == [
        'p/more.yaml:1:1: error: should be a mapping; such as "person: {name: …}"'
    ]
    assert problems(lambda: files("person: {name: Ada}\ninclude: more.yaml"))[0].endswith("should be a list of file names")
    assert problems(lambda: files("person: {name: Ada}\ninclude: [[a]]"))[0].endswith("should be a list of file names")
    assert files("person: {name: Ada}\ninclude:\n").profile.include == ()


def test_the_same_id_in_two_files_is_an_error(files: Files) -> None:
    ada = "person: {name: Ada}\ntalks: [{id: x, title: t0}]\ninclude: [more.yaml]\n"
    assert problems(lambda: files(ada, more="talks: [{id: x, title: t1}]\n")) == [
        'p/more.yaml:1:14: error: talks[1].id: duplicate id "x" (also in talks[0]); give each entry its own id'
    ]


@pytest.mark.parametrize(
    "name",
    [
        "../out.yaml",
        "/etc/passwd",
        "/etc/x.yaml",
        "link.yaml",
        "linked/out.yaml",
        "loop.yaml",
        '"a\\0.yaml"',
        "more.txt",
        '""',
        ".",
        "..",
        "sub/../../out.yaml",
        "a" * 300 + ".yaml",
        "folder",
        "~/out.yaml",
        "dangling.yaml",
    ],
)
def test_no_path_leaves_the_folder(files: Files, tmp_path: Path, name: str) -> None:
    (tmp_path / "out.yaml").write_text("talks: [{title: stolen}]\n", "utf-8")
    (tmp_path / "p" / "more.txt").write_text("talks: [{title: stolen}]\n", "utf-8")
    (tmp_path / "p" / "link.yaml").symlink_to(tmp_path / "out.yaml")
    (tmp_path / "p" / "linked").symlink_to(tmp_path)
    (tmp_path / "p" / "sub").mkdir()
    (tmp_path / "p" / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "p" / "dangling.yaml").symlink_to("/nowhere/at/all.yaml")
    (problem,) = problems(lambda: files(f"person: {{name: Ada}}\ninclude: [{name}]\n"))
    assert problem.startswith("p/ada.yaml:2:11: error: include[0]: ")
    assert "is not a YAML file in the profile's folder" in problem or "not found in" in problem
    assert "stolen" not in problem


def test_a_folder_within_the_folder_and_a_link_that_stays_may_be_included(files: Files, tmp_path: Path) -> None:
    (tmp_path / "p" / "sub").mkdir()
    (tmp_path / "p" / "sub" / "a.yaml").write_text("talks: [{title: deep}]\n", "utf-8")
    (tmp_path / "p" / "b.yml").symlink_to("sub/a.yaml")
    assert titles(files("person: {name: Ada}\ninclude: [sub/a.yaml]\n"), "talks") == ["deep"]
    assert titles(files("person: {name: Ada}\ninclude: [b.yml]\n"), "talks") == ["deep"]
    both = "person: {name: Ada}\ninclude: [sub/a.yaml, b.yml]\n"
    assert problems(lambda: files(both)) == ['p/ada.yaml:2:23: error: include[1]: "b.yml" is already included']


def test_what_is_included_has_caps_together(files: Files, tmp_path: Path) -> None:
    names = [f"n{index}.yaml" for index in range(MAX_INCLUDES + 1)]
    for name in names:
        (tmp_path / "p" / name).write_text("talks: [{title: one}]\n", "utf-8")
    many = f"person: {{name: Ada}}\ninclude: [{', '.join(names)}]\n"
    assert problems(lambda: files(many)) == ["p/ada.yaml:2:501: error: include[50]: includes more than 50 files"]
    path = tmp_path / "p" / "ada.yaml"
    path.write_text("person: {name: Ada}\ninclude: [n0.yaml, n1.yaml]\n", "utf-8")
    whole = with_includes(load(path, UNTRUSTED_LIMITS), path.parent, UNTRUSTED_LIMITS)
    assert with_includes(load(path), path.parent, InputLimits(10_000, len(whole.values), 100)) == whole
    with pytest.raises(InputError, match="include.1.: all files together exceed"):
        with_includes(load(path), path.parent, InputLimits(10_000, len(whole.values) - 1, 100))


def test_a_file_that_is_not_there_is_told(files: Files) -> None:
    assert problems(lambda: files(ADA)) == ['p/ada.yaml:3:11: error: include[0]: "more.yaml" not found in the profile\'s folder']
    # a folder is not a file
    assert "not found in" in problems(lambda: (Path("p/dir.yaml").mkdir(), files("person: {name: A}\ninclude: [dir.yaml]"))[1])[0]


# Overlays

BASE = """\
person: {name: Ada, headline: {en: Countess, de: Gräfin}, emails: [a@b.org, c@d.org]}
interests: [engines, chess, music]
talks:
- {id: t0, title: first, date: 2020, links: ["https://a.org", "https://b.org"]}
- {id: t1, title: second, date: 2021}
- {title: third}
publications:
- {id: p0, title: Notes, authors: [Ada, Bo], type: article}
"""


def test_an_overlay_replaces_texts_and_lists_of_texts(files: Files) -> None:
    profile = files(BASE, "interests: [sums]\nperson: {headline: {de: Frau}, emails: [x@y.org]}\nbio: new\n").profile
    assert [str(interest.text) for interest in profile.interests] == ["sums"]
    assert profile.bio == "new"
    assert dict(profile.person.headline.texts) == {"en": "Countess", "de": "Frau"}  # type: ignore[union-attr]
    assert [email.value for email in profile.person.emails] == ["x@y.org"]
    assert profile.person.name == "Ada"


def test_entries_of_one_id_are_merged_and_others_added(files: Files) -> None:
    loaded = files(BASE, "talks: [{id: t1, note: new, date: 2022}, {title: fourth}, {id: t9, title: fifth}]\n")
    assert titles(loaded, "talks") == ["first", "second", "third", "fourth", "fifth"]
    assert loaded.profile.talks[1].note == "new"
    assert str(loaded.profile.talks[1].date[0]) == "2022"  # type: ignore[index]


def test_entries_without_an_id_are_added(files: Files) -> None:
    assert titles(files(BASE, "talks: [{title: fourth}]\n"), "talks") == ["first", "second", "third", "fourth"]
    assert titles(files(BASE, "awards: [{title: a}]\n"), "awards") == ["a"]


def test_lists_within_an_entry_are_replaced(files: Files) -> None:
    overlay = "talks: [{id: t0, links: [{url: 'https://c.org'}]}]\npublications: [{id: p0, authors: [{name: Ada}, {name: Cy}]}]\n"
    profile = files(BASE, overlay).profile
    assert [link.url for link in profile.talks[0].links] == ["https://c.org"]
    assert [author.name for author in profile.publications[0].authors] == ["Ada", "Cy"]


def test_roles_with_ids_are_merged(files: Files) -> None:
    base = "person: {name: Ada}\npositions: [{id: p, organization: O, roles: [{id: a, title: A}, {id: b, title: B}]}]\n"
    profile = files(base, "positions: [{id: p, roles: [{id: b, team: T}]}]\n").profile
    assert [(role.title, role.team) for role in profile.positions[0].roles] == [("A", None), ("B", "T")]


def test_nothing_takes_a_key_away(files: Files) -> None:
    profile = files(BASE, "interests:\ntalks: [{id: t0, date: }]\n").profile
    assert profile.interests == ()
    assert profile.talks[0].date is None


def test_overlays_lie_one_on_another(files: Files) -> None:
    loaded = files(BASE, "bio: one\ntalks: [{id: new, title: n}]\n", "bio: two\ntalks: [{id: new, note: x}]\n")
    assert loaded.profile.bio == "two"
    assert (loaded.profile.talks[3].title, loaded.profile.talks[3].note) == ("n", "x")
    assert loaded.source.values["talks", 3, "note"] == ("with1.yaml", 2, 25)
    assert loaded.source.values["talks", 3, "title"] == ("with0.yaml", 2, 26)
    assert loaded.source.values["talks", 0, "title"] == ("p/ada.yaml", 4, 19)


@pytest.mark.parametrize(
    ("overlay", "said"),
    [
        ("\ntalks: [{id: t1, dat: 2020}]", 'with0.yaml:2:18: error: talks[1].dat: unknown key; did you mean "date"?'),
        (
            "talks: [{id: t1, date: 2020-13}]",
            'with0.yaml:1:24: error: talks[1].date: not a valid date: "2020-13" (there is no month 13)',
        ),
        (
            "talks: [{id: zz, note: x}]",
            "with0.yaml:1:9: error: talks[3]: needs at least one of: title, topic, event, organization",
        ),
        (
            "talks: [{id: [t1], note: x}]",
            "with0.yaml:1:14: error: talks[3].id: should be text, but is a list; write, for example, id: engine-paper",
        ),
        (
            "talks: [{id: {}, note: x}]",
            "with0.yaml:1:14: error: talks[3].id: should be text, but is a mapping; write, for example, id: engine-paper",
        ),
        (
            "talks: {title: x}",
            "with0.yaml:1:8: error: talks: should be a list; write, for example, talks: [{role: Keynote, "
            "title: What Engines Cannot Do, topic: engines, date: 2021-09}]",
        ),
        (
            "talks: [x]",
            "with0.yaml:1:9: error: talks[0]: should be a mapping; write, for example, {role: Keynote, "
            "title: What Engines Cannot Do, topic: engines, date: 2021-09}",
        ),
        (
            "person: Ada",
            "with0.yaml:1:9: error: person: should be a mapping; write {name: Ada}",
        ),
        ("person: {name: }", "with0.yaml:1:16: error: person.name: should not be empty"),
        (
            "interests: [a, [b]]",
            "with0.yaml:1:16: error: interests[1]: should be a mapping; write, for example, "
            "{text: analytical engines, date: 2021-09}",
        ),
        ("tlaks: []", 'with0.yaml:1:1: error: tlaks: unknown key; did you mean "talks"?'),
        ("include: [a.yaml]", "with0.yaml:1:10: error: include: an overlay cannot include other files"),
    ],
)
def test_an_error_in_an_overlay_stands_in_the_overlay(files: Files, overlay: str, said: str) -> None:
    assert said in problems(lambda: files(BASE, overlay))


def test_an_overlay_is_a_yaml_file_that_is_there(files: Files) -> None:
    files(BASE)
    assert problems(lambda: load_profile("p/ada.yaml", overlays=["x.txt"])) == [
        "x.txt: error: not a YAML file; use a file whose name ends in .yaml"
    ]
    assert problems(lambda: load_profile("p/ada.yaml", overlays=["x.yaml"])) == ["x.yaml: error: file not found"]


def test_an_overlay_changes_what_was_included(files: Files) -> None:
    loaded = files(ADA, "talks: [{id: x, title: changed}]\n", more="talks: [{id: x, title: t1}]\n")
    assert titles(loaded, "talks") == ["t0", "changed"]


DATA = st.recursive(
    st.sampled_from(["a", "b", "c"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["id", "x", "y", "z"]), inner, max_size=3)
    ),
    max_leaves=8,
)
PROFILES = st.dictionaries(st.sampled_from(["talks", "bio", "person"]), DATA, max_size=3)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [(path, data), *(place for key, part in parts for place in places(part, (*path, key)))]


def source(data: dict[str, Any], file: str) -> Source:
    import json

    return parse(json.dumps(data).encode(), file)


@given(PROFILES, PROFILES)
def test_every_value_knows_the_file_that_it_came_from(base: dict[str, Any], overlay: dict[str, Any]) -> None:
    first, second = source(base, "base.yaml"), source(overlay, "overlay.yaml")
    merged = with_overlay(first, second)
    assert first.data == base and second.data == overlay  # neither is changed
    there = dict(places(merged.data))
    assert set(merged.values) == set(there)
    assert all(place[0] in ("base.yaml", "overlay.yaml") for place in merged.values.values())
    for path, value in places(overlay):
        if all(isinstance(part, str) for part in path) and isinstance(value, str):
            assert merged.values[path][0] == "overlay.yaml" and there[path] == value
    again = with_overlay(source(base, "base.yaml"), source({}, "empty.yaml"))
    assert again.data == base and again.values == first.values and again.keys == first.keys
