"""Test finding a view with all that it inherits: whose it is, where it was written, how it is listed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.api import render
from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.library import Library, NamedView, find_view
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile
from cvrender.model.value import replace
from cvrender.verify.making import Composed

Write = Callable[..., LoadedProfile]
HERE = Library((Path(),))
ADA = "person: {name: Ada}\ntalks: [{title: t}]\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write ada.yaml and the shared views of the working folder: `write("views: …", short="sections: [bio]")`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "views").mkdir()

    def make(ada: str = "", **shared: str) -> LoadedProfile:
        (tmp_path / "ada.yaml").write_text(ADA + ada, "utf-8")
        for name, text in shared.items():
            (tmp_path / "views" / f"{name}.yaml").write_text(text, "utf-8")
        return load_profile("ada.yaml")

    return make


def view(loaded: LoadedProfile, name: str) -> NamedView:
    return find_view(name, loaded.profile, loaded.source, HERE)


def shared(name: str) -> NamedView:
    return find_view(name, library=HERE)


def collections(named: NamedView) -> list[str]:
    return [request.collection for _, request in named.requests]


def refused(make: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        make()
    (problem,) = caught.value.problems
    return str(problem)


def call(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), catch_exceptions=False)


def test_a_childs_keys_win_and_its_sections_stand_instead(write: Write) -> None:
    loaded = write(
        "views:\n  a: {about: x, pages: 2, privacy: full, style: plain, sections: [talks]}\n"
        "  b: {extends: a, pages: 1}\n  c: {extends: b, sections: [bio, news], authors: {max: 3}}\n"
    )
    child = view(loaded, "b").view
    assert (child.pages, child.privacy, collections(view(loaded, "b"))) == ((1, 1), "full", ["talks"])
    child = view(loaded, "c").view
    assert (child.pages, child.privacy, collections(view(loaded, "c"))) == ((1, 1), "full", ["bio", "news"])
    assert child.authors and child.authors.max == 3 and child.style and child.style.name == "plain"


def test_a_profiles_view_may_extend_the_shared_one_of_its_name_and_that_the_built_in_one(write: Write) -> None:
    loaded = write(
        "views: {resume: {extends: resume, privacy: full}, mine: {extends: resume}}\n",
        resume="extends: resume\npages: 1\nabout: ours\n",
    )
    resume = view(loaded, "resume")
    assert (resume.view.privacy, resume.view.pages, resume.view.about, resume.own) == ("full", (1, 1), "ours", True)
    assert "publications" in collections(resume)
    assert [Path(file).parts[-2:] for file in resume.files] == [("ada.yaml",), ("views", "resume.yaml"), ("views", "resume.yaml")]
    assert resume.files[1] == "views/resume.yaml" != resume.files[2]
    assert view(loaded, "mine").view == replace(resume.view, extends="resume")
    assert shared("resume").view.pages == (1, 1) and shared("resume").view.privacy == "public"


def test_what_is_nearest_wins(write: Write) -> None:
    assert collections(shared("bio")) == ["bio", "interests", "news"]
    loaded = write("", bio="sections: [talks]\n")
    assert collections(view(loaded, "bio")) == collections(shared("bio")) == ["talks"]
    assert collections(view(write("views: {bio: {sections: [grants]}}\n"), "bio")) == ["grants"]
    assert collections(shared("bio")) == ["talks"]  # without the profile


def test_problems_stand_where_the_key_was_written(write: Write, composed: Callable[..., Composed]) -> None:
    loaded = write(
        "views:\n  a: {extends: b, language: tlh}\n  c:\n    extends: b\n    sections: [bio]\n    style: clasic\n"
        "  d: {extends: e}\n  f: {extends: b, style: plain}\n",
        b="sections:\n- talks\n- {from: awards, where: yaer}\n",
        e="sections: [bio]\nstyle: plian\n",
    )
    assert refused(lambda: view(loaded, "a")) == (
        'views/b.yaml:3:25: error: sections[1].where: unknown field "yaer"; did you mean "year"?'
    )
    assert refused(lambda: composed(loaded, "c", library=HERE)) == (
        'ada.yaml:8:12: error: views.c.style.name: there is no style "clasic"; did you mean "classic"?'
    )
    assert refused(lambda: composed(loaded, "d", library=HERE)) == (
        'views/e.yaml:2:8: error: style.name: there is no style "plian"; did you mean "plain"?'
    )


@pytest.mark.parametrize(
    ("ada", "said"),
    [
        ("language: tlh\nviews: {v: {sections: [talks]}}", "ada.yaml:3:11: error: language: style "),
        ("views: {v: {language: tlh, sections: [talks]}}", "ada.yaml:3:23: error: views.v.language: style "),
        ("language: tlh\nviews: {v: {language: en, sections: [talks]}}", ""),
        ("views: {v: {extends: klingon}}", "views/klingon.yaml:1:11: error: language: style "),
    ],
)
def test_a_language_that_the_style_does_not_speak_is_an_error_where_it_is_asked_for(write: Write, ada: str, said: str) -> None:
    loaded = write(ada + "\n", klingon="language: tlh\nsections: [talks]\n")
    if not said:
        assert render(loaded, view="v", targets=["md"], library=HERE)
        return
    artifacts = refused(lambda: render(loaded, view="v", targets=["md"], library=HERE))
    assert artifacts.startswith(said) and 'has no terms for language "tlh"; available: ' in artifacts


@pytest.mark.parametrize(
    ("views", "said"),
    [
        ("{a: {extends: b}, b: {extends: a}}", 'circular inheritance: "a" extends this view'),
        ("{a: {extends: b}, b: {extends: c}, c: {extends: b}}", 'circular inheritance: "b" extends this view'),
        ("{a: {extends: a}}", 'no other view "a" to extend'),
        ("{full: {extends: a}, a: {extends: full}}", 'circular inheritance: "full" extends this view'),
        ("{a: {extends: resme}}", 'view "resme" not found; did you mean "resume"?'),
    ],
)
def test_views_that_extend_nothing_or_themselves_are_refused(write: Write, views: str, said: str) -> None:
    loaded = write(f"views: {views}\n")
    assert said in refused(lambda: view(loaded, next(iter(loaded.profile.views))))


@pytest.mark.parametrize("name", ["../x", "a/b", "..", ".", "a b", "", "-x", "a\\\\b", "/etc/x", "x\\0"])
def test_a_views_name_can_be_a_files(write: Write, tmp_path: Path, name: str) -> None:
    if name == "x\\0":
        return
    loaded = write(f'views: {{"{name}": {{sections: [talks]}}}}\n')
    artifacts = refused(lambda: render(loaded, view=next(iter(loaded.profile.views)), targets=["md"]))
    assert artifacts.startswith("ada.yaml:3:9: error: views") and "not a valid view name; use letters" in artifacts
    assert call("check", "ada.yaml").exit_code == 1


def test_views_are_listed_with_a_line_each(write: Write) -> None:
    write(
        "views: {cv: {about: {de: mein CV, en: my CV}, sections: [talks]}, long: {extends: full}, bio: {sections: [bio]}}\n",
        short="about: shared\nsections: [bio]\n",
    )
    lines = call("views", "ada.yaml").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        *("annual", "bio", "cv", "full", "long", "publications", "resume", "short", "talks-and-service")
    ]
    listed = {line.split()[0]: line[20:].strip() for line in lines}
    assert listed["cv"] == "my CV" and listed["short"] == "shared" and listed["bio"] == ""
    assert listed["long"] == "like full: " + listed["full"]
    assert [line.split()[0] for line in call("views").stdout.splitlines()] == [
        *("annual", "bio", "full", "publications", "resume", "short", "talks-and-service")
    ]


def test_a_view_that_is_wrong_is_told_when_views_are_listed(write: Write) -> None:
    write("views: {cv: {sectoins: []}}\n")
    result = call("views", "ada.yaml")
    assert result.exit_code == 1
    assert result.stderr.startswith('ada.yaml:3:14: error: views.cv.sectoins: unknown key; did you mean "sections"?')


def test_several_views_in_one_go(write: Write) -> None:
    write("views: {cv: {sections: [talks]}, none: {sections: [bio]}}\n")
    result = call("render", "ada.yaml", "--view", "full,cv", "--view", "none", "--to", "md")
    assert [Path(line).name for line in result.stdout.splitlines()] == [
        *("ada-full-classic.md", "ada-cv-classic.md", "ada-none-classic.md")
    ]
    assert result.exit_code == 0
    assert result.stderr == "ada.yaml:3:40: warning: views.none: nothing-shown: view shows nothing of this profile\n"
    unknown = call("render", "ada.yaml", "--view", "ful,cv", "--to", "md")
    assert unknown.exit_code == 1 and 'view "ful" not found; did you mean "full"?' in unknown.stderr
    assert Path(unknown.stdout.strip()).name == "ada-cv-classic.md"


def test_an_overlay_and_its_mistakes_reach_the_command_line(write: Write) -> None:
    write("views: {cv: {sections: [talks]}}\n")
    Path("job.yaml").write_text(
        "talks: [{title: for this job}]\nviews: {cv: {sections: [{from: talks, title: Speeches}]}}\n", "utf-8"
    )
    result = call("render", "ada.yaml", "--with", "job.yaml", "--view", "cv", "--to", "md")
    text = Path(result.stdout.strip()).read_text("utf-8")
    assert "## Speeches" in text and "for this job" in text
    Path("job.yaml").write_text("talks: [{titel: x}]\n", "utf-8")
    wrong = call("render", "ada.yaml", "--with", "job.yaml", "--to", "md")
    assert wrong.exit_code == 1
    assert wrong.stderr.startswith('job.yaml:1:10: error: talks[1].titel: unknown key; did you mean "title"?')
