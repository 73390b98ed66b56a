"""Texts that YAML cuts at " #" or changes at a backslash are told; the comments that people write are not."""

from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.merge import load_overlay, with_includes, with_overlay
from cvrender.load.reader import Source, load, parse
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import read_file

ROOT = Path(__file__).parents[2]


def read(yaml: str) -> Source:
    return parse(yaml.encode(), "a.yaml")


@pytest.mark.parametrize(
    ("yaml", "place", "hint"),
    [
        ("a: Team #2 GmbH", (1, 9), 'write "Team #2 GmbH"'),
        ("a:\n  - Ranked #1 in sales", (2, 12), 'write "Ranked #1 in sales"'),
        ("a:\n  - Ranked\n    #1 in sales", (3, 5), 'write "Ranked #1 in sales"'),
        ("a: Ranked   #1", (1, 13), 'write "Ranked #1"'),
        ("a: Organizer of #MeToo", (1, 17), 'write "Organizer of #MeToo"'),
        ("a: Grant # R01-12345", (1, 10), 'write "Grant # R01-12345"'),
        ("a: C and C # and Java", (1, 12), 'write "C and C # and Java"'),
        ("a: Knows C #", (1, 12), 'write "Knows C #"'),
        ("a: #1 in sales", (1, 4), 'write "#1 in sales"'),
        ('a: "the $\\tau$ lepton"', (1, 10), "write two backslashes"),
        ('a: "the $\\nu$ neutrino"', (1, 10), "write two backslashes"),
        ('a: "in C:\\new"', (1, 10), "write two backslashes"),
        ('a: "of\n  $\\theta$"', (2, 4), "write two backslashes"),
    ],
)
def test_a_text_that_is_not_read_whole_is_told_with_what_to_write(yaml: str, place: tuple[int, int], hint: str) -> None:
    (problem,) = read(yaml).cut_texts
    assert (problem.line, problem.column, problem.severity, problem.code) == (*place, "warning", "text-cut")
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize(
    "yaml",
    [
        "a: 2016 # 2015 in the CV",
        "a: Lab # as on the door",
        "a: Lab # Was called otherwise",
        "a: Lab  #without a blank",
        "a: # any text",
        "a: 'Team #2'",
        "a: >-\n  Team #2\n  #1 in sales",
        "a: Team#2 C# F#",
        "a: Lab # cvrender: ignore=DATE-GAP",
        r'a: "two\nlines and C:\\new and \\tau"',
        "a:\n  - Lab\n  # 1. a list of comments\n  - Mill",
        "a: Lab\n#b: old",
    ],
)
def test_a_comment_is_left_alone(yaml: str) -> None:
    assert not read(yaml).cut_texts


@pytest.mark.parametrize("folder", ["profiles", "src", "styles"])
def test_no_comment_in_our_own_files_is_told(folder: str) -> None:
    files = [*(ROOT / folder).rglob("*.yaml")]
    assert files
    assert not [problem for path in files for problem in load(path).cut_texts]


def test_it_is_told_at_every_use_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text("awards: [{title: A}]\nbio: We are Team #3\n")
    profile, overlay = tmp_path / "ann.yaml", tmp_path / "changes.yaml"
    profile.write_text("person:\n  name: Ann Lee\n  headline: Ranked #1\ninclude: [more.yaml]\n")
    overlay.write_text("person:\n  location: Room #4\n")
    source = with_overlay(with_includes(load(profile), tmp_path), load_overlay(overlay))
    assert [problem.line for problem in source.cut_texts] == [3, 2, 2]
    warnings = render(load_profile(profile), targets=["txt"]).warnings
    assert [problem.line for problem in warnings] == [3, 2]
    foreign = tmp_path / "cv.yaml"
    foreign.write_text("cv:\n  name: Ann Lee\n  location: Room #4\n")
    assert read_file(foreign).problems[-1].code == "text-cut"
    profile.write_text("person:\n  name: Ann Lee\n  headline: Ranked #1 # cvrender: ignore=text-cut\n")
    assert not render(load_profile(profile), targets=["txt"]).warnings


def test_an_error_has_its_cause_next_to_it() -> None:
    with pytest.raises(InputError) as caught:
        validate(read("person:\n  name: #1 of all\n"))
    assert [str(problem).partition("; ")[0] for problem in caught.value.problems] == [
        "a.yaml:2:8: error: person.name: should not be empty",
        'a.yaml:2:9: warning: person.name: text-cut: nothing is read of "#1 of all", because " #" begins a comment',
    ]
