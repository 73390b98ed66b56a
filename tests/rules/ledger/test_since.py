"""The facts that an edit added or changed: all of them, and no other."""

import random
import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cvrender.errors import CvrenderError
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.revisions import profile_at
from cvrender.load.validate import validate
from cvrender.load.yaml_text import block
from cvrender.merge.profile import load_profile
from cvrender.rules.ledger.since import changed_facts, plain, problems_since
from tests.conftest import ROOT

PROFILES = sorted([*(ROOT / "profiles").glob("*.yaml"), *(ROOT / "profiles" / "examples").glob("*.yaml")])
ADA = (ROOT / "profiles" / "ada-example.yaml").read_text("utf-8")


def loaded(text: str) -> LoadedProfile:
    source = parse(text.encode(), "ada.yaml")
    return LoadedProfile(source, validate(source))


def shuffled(data: dict[str, Any]) -> dict[str, Any]:
    """Return a profile's data with its sections, entries and keys in another order."""
    choose = random.Random(46)
    shuffled = {key: _in_other_order(value, choose, key) for key, value in data.items()}
    return {key: shuffled[key] for key in choose.sample(list(shuffled), len(shuffled))}


def _in_other_order(value: Any, choose: random.Random, key: str) -> Any:
    if isinstance(value, dict):
        return {name: value[name] for name in choose.sample(list(value), len(value))}
    is_entries = isinstance(value, list) and all(isinstance(item, dict) for item in value)
    return choose.sample([_in_other_order(item, choose, "") for item in value], len(value)) if is_entries else value


def without_ids(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_ids(value) for key, value in data.items() if key not in ("id", "pinned", "views")}
    return [without_ids(item) for item in data] if isinstance(data, list) else data


def as_ranges(data: Any) -> Any:
    """Return data in which a start and an end are one range."""
    if isinstance(data, list):
        return [as_ranges(item) for item in data]
    if not isinstance(data, dict):
        return data
    ranges = {key: as_ranges(value) for key, value in data.items()}
    if "start" in ranges and "end" in ranges:
        ranges["date"] = f"{ranges.pop('start')}/{ranges.pop('end')}"
    return ranges


@pytest.mark.parametrize("change", [shuffled, without_ids, as_ranges, lambda data: data])
@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_an_edit_without_a_new_fact_is_no_alarm(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    old = load_profile(path)
    new = loaded("\n".join(block(change(old.source.data), 0)))
    assert new.source.data != {} and changed_facts(old, new) == []


def _revisions(path: Path) -> list[str]:
    command = ["git", "log", "--format=%h", "--reverse", "--", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True) if shutil.which("git") else None
    return done.stdout.split() if done and not done.returncode else []


@pytest.mark.slow
def test_what_is_named_in_the_histories_of_profiles_was_really_added() -> None:
    """What only moved occurs as often as before in the file. Most profiles have one revision, which is compared with nothing."""
    for path, before, after in ((each, *pair) for each in PROFILES for pair in pairwise(_revisions(each))):
        try:
            with profile_at(path, before) as old, profile_at(path, after) as new:
                changes = changed_facts(load_profile(old), load_profile(new))
                was, now = (plain(each.read_text("utf-8")) for each in (old, new))
        except CvrenderError:  # a key that there was then
            continue
        for change in changes:
            words = plain(change.fact.text)
            assert now.count(words) > was.count(words), (before, after, change)


INVENTIONS = [
    ("start: 2011-09", "start: 2010-09", "2010-09"),
    ("end: 2016-06", "end: 2015-06", "2015-06"),
    ("date: 2026-10", "date: 2025-10", "2025-10"),
    ("date: 2019-05-02", "date: 2019-06-02", "2019-06-02"),
    ("title: Research Scientist", "title: Senior Research Scientist", "Senior Research Scientist"),
    ("title: Research Scientist", "title: Scientist", "Scientist"),
    ("en: Assistant Professor,", "en: Full Professor,", "Full Professor"),
    ("organization: Example Labs", "organization: Example Labs and Ministry of Sand", "Example Labs and Ministry of Sand"),
    ("organization: Example Labs", "organization: Ministry of Sand", "Ministry of Sand"),
    ("institution: University of Erewhon", "institution: University of Nowhere", "University of Nowhere"),
    ("field: Computer Science", "field: Computer Engineering", "Computer Engineering"),
    ("degree: B.Sc.", "degree: M.Sc.", "M.Sc."),
    ("rate: 18.4%", "rate: 8.4%", "8.4%"),
    ("accepted: 50", "accepted: 5", "5"),
    ("submitted: 272", "submitted: 2720", "2720"),
    ("page: 12–27", "page: 12–28", "12–28"),
    ('issue: "3"', 'issue: "4"', "4"),
    ("number: NFF-0042", "number: NFF-0043", "NFF-0043"),
    ("$1,000,000", "$10,000,000", "$10,000,000"),
    ("role: Principal Investigator", "role: Lead Investigator", "Lead Investigator"),
    ("funder: National Foundation for Fiction", "funder: Foundation for Facts", "Foundation for Facts"),
    ("rank: 1 of 7", "rank: 1 of 70", "1 of 70"),
    ("rank: top 2%", "rank: top 1%", "top 1%"),
    ("title: Order of the Open Bracket", "title: Grand Order of the Open Bracket", "Grand Order of the Open Bracket"),
    ("issuer: Society for Write-Only Memory", "issuer: Academy of Nowhere", "Academy of Nowhere"),
    ("role: Fellow,", "role: President,", "President"),
    ("role: Reviewer,", "role: Chair,", "Chair"),
    ("12,000", "120,000", "120,000"),
    ("99.999 %", "99.9999 %", "99.9999 %"),
    ("10,000", "100,000", "100,000"),
    ("birthdate: 1985-12-10", "birthdate: 1986-12-10", "1986-12-10"),
    ("Olga Shablon", "Olga Shablon-Sample", "Olga Shablon-Sample"),
    ("status: recruiting", "status: completed", "completed"),
]
"""What is in the profile, what an edit makes of it, and the fact that is new then."""


@pytest.mark.parametrize(("old", "new", "fact"), INVENTIONS, ids=lambda text: re.sub(r"\W+", "-", text)[:40])
def test_an_invention_is_named(old: str, new: str, fact: str) -> None:
    assert old in ADA
    before, after = loaded(ADA), loaded(ADA.replace(old, new, 1))
    named = {change.fact.text for change in changed_facts(before, after)}
    assert named == {fact}
    (problem, *_) = problems_since(before, after, "HEAD", sourced=True)
    assert problem.severity == "error" and problem.code == "no-source" and problem.line
    assert len(INVENTIONS) >= 30


NEW = {
    "awards": "  - {title: Medal of Sand, issuer: Ministry of Sand, date: 2024}\n",
    "positions": "  - {organization: Sand Works, title: Digger, date: 2001}\n",
    "education": "  - {institution: Example Labs, degree: Ph.D., date: 2020}\n",
}


@pytest.mark.parametrize("section", NEW)
def test_every_fact_of_a_new_entry_is_named(section: str) -> None:
    new = loaded(ADA.replace(f"\n{section}:\n", f"\n{section}:\n{NEW[section]}", 1))
    named = {change.fact.text for change in changed_facts(loaded(ADA), new)}
    assert named == set(parse(NEW[section].replace("  - ", "a: ", 1).encode(), "").data["a"].values())


def test_a_mark_of_an_author_is_a_fact() -> None:
    old = loaded("person: {name: A}\npublications: [{title: X, type: book, authors: [{name: A, equal: true}, B]}]\n")
    new = loaded(
        "person: {name: A}\n"
        "publications: [{title: X, type: book, authors: [{name: A, equal: true}, {name: B, corresponding: true}]}]\n"
    )
    assert [change.fact.text for change in changed_facts(old, new)] == ["corresponding B"]


ROLES = (
    "person: {name: A}\npositions:\n"
    "  - {organization: Acme, roles: [{title: Engineer, date: 2019}, {title: Lead, date: 2020}]}\n"
    "  - {organization: Sand, roles: [{title: Digger, date: 2001}]}\n"
)


def test_a_role_at_another_employer_is_named() -> None:
    moved = ROLES.replace(", {title: Lead, date: 2020}", "").replace("date: 2001}]", "date: 2001}, {title: Lead, date: 2020}]")
    named = [(change.fact.text, change.before) for change in changed_facts(loaded(ROLES), loaded(moved))]
    assert named == [("Sand", "Acme")]


def test_dates_of_two_roles_that_change_places_are_named() -> None:
    swapped = ROLES.replace("2019", "0000").replace("2020", "2019").replace("0000", "2020")
    assert {change.fact.text for change in changed_facts(loaded(ROLES), loaded(swapped))} == {"2019", "2020"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("organization: 'Acme, Springfield'", "organization: Acme, location: Springfield"),
        ("note: half a post at 50% in all", "title: at 50%"),
        ("date: 2019-05-07", "date: 2019"),
        ("date: 2019-05-07", "date: 2019-05"),
        ("note: Built 3 engines of 10'000 parts", "highlights: ['3 engines (10,000 parts) were built']"),
        ("title: '*The* Engineer'", "title: The Engineer"),
        ("url: https://example.org/x/", "url: http://www.example.org/x"),
    ],
)
def test_the_same_in_other_words_is_no_new_fact(old: str, new: str) -> None:
    texts = (f"person: {{name: A}}\npositions: [{{organization: Acme, {part}}}]\n" for part in (old, new))
    texts = (text.replace("organization: Acme, organization", "organization") for text in texts)
    before, after = map(loaded, texts)
    assert changed_facts(before, after) == []


def test_a_fact_with_a_new_source_is_no_error() -> None:
    old = "person: {name: A}\nawards: [{title: Medal, date: 2020, sources: stated}]\n"
    wrong = old.replace("2020", "2021")
    right = wrong.replace("sources: stated", "sources: {all: stated, date: 'old-cv.pdf#p2'}")
    assert len(problems_since(loaded(old), loaded(wrong), "HEAD", sourced=True)) == 1
    assert problems_since(loaded(old), loaded(right), "HEAD", sourced=True) == []
    (told,) = problems_since(loaded(old), loaded(right), "HEAD")
    assert told.severity == "warning" and "“2020” became “2021”" in told.message
