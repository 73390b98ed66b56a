"""Compare profiles as CVs: what was added, changed and removed, in every target, and with git revisions."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.documents.diff.render import render_diff
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS

OLD: dict[str, Any] = {
    "person": {"name": "Vera Vorlage"},
    "bio": "Vera studies templates.",
    "positions": [
        {
            "organization": "Example Works",
            "title": "Engineer",
            "start": "2020",
            "end": "present",
            "highlights": ["Kept", "Dropped"],
        }
    ],
    "awards": [{"title": "Old Medal", "date": "2019"}, {"title": "Kept Medal", "date": "2018"}],
    "skills": [{"name": "Programming", "items": ["C", "Python"]}],
}
NEW: dict[str, Any] = {
    **OLD,
    "positions": [
        {"organization": "Example Works", "title": "Manager", "start": "2020", "end": "present", "highlights": ["Kept", "Gained"]}
    ],
    "awards": [{"title": "Kept Medal", "date": "2018"}],
    "skills": [{"name": "Programming", "items": ["C", "Python", "Rust"]}],
    "talks": [{"title": "A New Talk", "date": "2026"}],
}


@pytest.fixture
def paths(tmp_path: Path) -> tuple[str, str]:
    for name, data in (("old", OLD), ("new", NEW)):
        (tmp_path / f"{name}.yaml").write_text(json.dumps(data), "utf-8")
    return str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")


def diff(paths: tuple[str, str], targets: tuple[str, ...] = ("txt",), **more: Any) -> dict[str, str]:
    old, new = map(load_profile, paths)
    result, _ = render_diff(RenderRequest(profile=paths[1], targets=targets, **more), old, new)
    return {artifact.name: artifact.content.decode("utf-8", "replace") for artifact in result}


def section(text: str, title: str) -> str:
    """What stands under a heading, up to the next one."""
    below = text.partition(f"\n{title}\n")[2].lstrip("-")
    return below.partition("\n---")[0]


def test_each_difference_is_shown_once_in_its_group(paths: tuple[str, str]) -> None:
    (text,) = diff(paths).values()
    assert "Biography" not in text.title() and "Kept Medal" not in text
    work = section(text, "EXPERIENCE")
    assert "Changed" in work and "Manager" in work and "Gained" in work
    assert "before: Engineer; Dropped" in work and "Kept" not in work
    assert "Added" in section(text, "TALKS") and "A New Talk" in section(text, "TALKS")
    assert "Removed" in section(text, "HONORS AND AWARDS") and "Old Medal" in section(text, "HONORS AND AWARDS")
    skills = section(text, "SKILLS")
    assert "C, Python, Rust" in skills and "before: Programming: C, Python" in skills


def test_every_target_is_made_and_checked(paths: tuple[str, str]) -> None:
    made = diff(paths, tuple(TARGETS))
    assert set(TARGETS) <= {name.rpartition(".")[2] for name in made}
    assert all(name.startswith("new-full-diff-classic") for name in made)


def test_the_words_are_those_of_the_language(paths: tuple[str, str]) -> None:
    (text,) = diff(paths, language="de").values()
    assert "Neu" in text and "Geändert" in text and "Entfernt" in text and "vorher: Engineer" in text


def test_a_view_limits_what_is_compared_and_its_pages_do_not(paths: tuple[str, str]) -> None:
    (text,) = diff(paths, view="resume").values()
    assert "Manager" in text and "A New Talk" not in text


def changed(tmp_path: Path, old: dict[str, Any], new: dict[str, Any], **more: Any) -> str:
    """The text of the differences, below the head."""
    for name, data in (("old", old), ("new", new)):
        (tmp_path / f"{name}.yaml").write_text(json.dumps({"person": {"name": "Vera Vorlage"}, **data}), "utf-8")
    (text,) = diff((str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")), **more).values()
    return text.partition("\n\n")[2]


def test_what_moved_is_named_and_nothing_else(tmp_path: Path) -> None:
    old, new = ({"news": [{"text": text} for text in texts]} for texts in (["One", "Two", "Three"], ["Two", "Three", "One"]))
    assert changed(tmp_path, old, new).split() == ["NEWS", "----", "Moved", "~~~~~", "-", "One"]
    sections = [{"title": "First", "text": "a"}, {"title": "Second", "text": "b"}]
    text = changed(tmp_path, {"custom": sections}, {"custom": sections[::-1]})
    assert text.split() == ["SECOND", "------", "Moved", "~~~~~", "-", "Second"]


def test_another_order_of_bullets_is_shown_whole(tmp_path: Path) -> None:
    old, new = ({"positions": [{"organization": "Works", "highlights": texts}]} for texts in (["one", "two"], ["two", "one"]))
    assert changed(tmp_path, old, new).split("~\n")[1].split() == "- Works before: Works; one; two - two - one".split()


def test_emphasis_and_the_target_of_a_link_are_shown_as_they_are_typed(tmp_path: Path) -> None:
    old, new = ({"news": [text]} for text in ("A *big* [prize](https://example.org/a)", "A big [prize](https://example.org/b)"))
    text = " ".join(changed(tmp_path, old, new).split())
    assert 'text: "A big [prize](https://example.org/b)"' in text and 'text: "A *big* [prize](https://example.org/a)"' in text


def test_another_title_of_a_section_is_a_change_of_it(tmp_path: Path) -> None:
    old, new = ({"custom": [{"title": title, "text": "Kept."}]} for title in ("Old Title", "New Title"))
    text = " ".join(changed(tmp_path, old, new).split())
    assert "Changed ~~~~~~~ - New Title before: Old Title" in text and "Kept" not in text


@pytest.mark.parametrize("language", ["ar", "ja", "he"])
def test_fields_are_shown_in_every_direction_and_target(tmp_path: Path, language: str) -> None:
    data: dict[str, Any] = {"language": language, "news": [{"text": "خبر", "tags": ["a"]}]}
    text = changed(tmp_path, data, {**data, "news": [{"text": "خبر", "tags": ["b"]}]}, targets=("txt",))
    assert "tags" in text
    targets = tuple(name for name in TARGETS if name not in ("pdf", "docx"))
    assert diff((str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")), targets)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["diff", *arguments])
    return done.exit_code, done.output


def test_the_exit_code_says_whether_they_differ_if_it_is_asked_for(paths: tuple[str, str]) -> None:
    old, new = paths
    assert run(old, new)[0] == 0
    assert run(old, new, "--exit-code")[0] == 1
    assert run(old, old, "--exit-code") == (0, "no differences\n")


def test_a_revision_is_read_with_the_files_that_it_includes(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    git("init", "--quiet", "--initial-branch=main")
    included = tmp_path / "more.yaml"
    included.write_text("awards: [{title: Old Medal, date: 2019}]\n", "utf-8")
    ada = tmp_path / "ada.yaml"
    ada.write_text("person: {name: Ada Example}\ninclude: [more.yaml]\n", "utf-8")
    git("add", ".")
    git("commit", "--quiet", "-m", "first")
    git("tag", "v1")
    included.write_text("awards: [{title: New Prize, date: 2026}]\n", "utf-8")
    code, text = run(f"{ada}@v1", str(ada))
    assert code == 0 and "Old Medal" in text and "New Prize" in text
    for revision in ("HEAD@{0}", "HEAD@{1 day ago}", "main@{0}", "HEAD^{commit}"):
        code, text = run(f"{ada}@{revision}", str(ada))
        assert code == 0 and "Old Medal" in text, revision
    ada.rename(tmp_path / "ada@home.yaml")
    for revision in ("v1", "HEAD@{0}"):  # in which the file has another name
        code, text = run(f"{tmp_path / 'ada@home.yaml'}@{revision}", str(tmp_path / "ada@home.yaml"))
        assert code == 1 and f'there is no revision "{revision}" of it' in text
    (tmp_path / "ada@home.yaml").rename(ada)
    for revision in ("nope", "--output=x", ""):
        code, text = run(f"{ada}@{revision}", str(ada))
        assert code == 1 and f'there is no revision "{revision}" of it' in text
    for name in ("nobody", "nowhere/ada"):
        code, text = run(f"{tmp_path / name}.yaml@v1", str(ada))
        assert code == 1 and "git is needed" not in text
    assert "folder not found" in text


def test_a_text_that_cites_works_is_compared_as_any_other(tmp_path: Path) -> None:
    work = {"id": "one", "title": "A Work", "type": "book", "authors": ["Vera Vorlage"], "date": "2024"}
    for name, word in (("old", "Old"), ("new", "New")):
        data = {"person": {"name": "Vera Vorlage"}, "bio": f"{word} words [@one].", "publications": [work]}
        (tmp_path / f"{name}.yaml").write_text(json.dumps(data), "utf-8")
    old, new = (load_profile(tmp_path / f"{name}.yaml") for name in ("old", "new"))
    result, _ = render_diff(RenderRequest(profile=str(tmp_path / "new.yaml"), targets=("txt",)), old, new)
    assert "New words (Vorlage 2024)." in result[0].content.decode() and not result.warnings
