"""Postings in eleven languages, written for this: what they ask for is found, and nothing else; so are its forms in a profile."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.rules.match import match
from cvrender.rules.match.find import MatchedTerm
from cvrender.rules.match.posting import read_posting
from cvrender.rules.match.posting_words import languages, stem, words
from cvrender.rules.match.vocabulary import groups

FILES = (Path(__file__).parent / "planted").glob("*.yaml")
PLANTED = {path.stem: yaml.load(path.read_text("utf-8"), yaml.CSafeLoader) for path in FILES}
HALVES = ("first", "second")
"""The words of languages were written with the first half in view; the second one was not looked at until they were done."""


Terms = Callable[[str, str], tuple[MatchedTerm, ...]]


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terms:
    """The terms of a half of the postings of a language, matched once: `terms("de", "first")`."""
    folder = tmp_path_factory.mktemp("planted")

    @cache
    def find(language: str, half: str) -> tuple[MatchedTerm, ...]:
        planted = PLANTED[language][half]
        (folder / "posting.txt").write_text(planted["posting"], "utf-8")
        skills = [{"name": "Various", "items": list(planted["profile"].values())}]
        source = Source("ada.yaml", {"person": {"name": "Ada Example"}, "language": language, "skills": skills}, {}, {})
        return match(folder / "posting.txt", LoadedProfile(source, validate(source))).terms

    return find


def truth(planted: dict[str, Any]) -> dict[str, str]:
    return {term: rank for rank in ("must", "should", "mentioned") for term in planted[rank]}


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("language", PLANTED)
def test_nine_of_ten_planted_terms_are_found_and_one_of_twenty_is_false(language: str, half: str, terms: Terms) -> None:
    planted, said = truth(PLANTED[language][half]), terms(language, half)
    exact = {one.term.text.casefold(): one.term.rank for one in said}
    missed = [term for term in planted if not any(text in term.casefold() for text in exact)]
    # a known name within the planted words, such as “databases” in “relational databases”, is enough; the title names the field
    false = [one.term.text for one in said if one.term.line > 1 and not any(one.term.text in term for term in planted)]
    assert len(missed) <= 0.1 * len(planted), missed
    assert len(false) <= 0.05 * len(said), false
    assert {term: exact[term.casefold()] for term in planted if term.casefold() in exact}.items() <= planted.items()


def test_most_planted_terms_are_whole(terms: Terms) -> None:
    counts = [0, 0]
    for language in PLANTED:
        for half in HALVES:
            said = {one.term.text for one in terms(language, half)}
            texts = {text.casefold() for text in said}
            planted = truth(PLANTED[language][half])
            counts[0] += sum(term.casefold() in texts for term in planted)
            counts[1] += len(planted)
            assert {term for term in planted if {"+", "/", "("} & set(term)} <= said
    assert counts[0] >= 0.9 * counts[1]


@pytest.mark.parametrize("half", HALVES)
def test_other_forms_of_terms_are_found_in_the_profile(half: str, terms: Terms) -> None:
    found, all_forms = [], 0
    for language, halves in PLANTED.items():
        said = terms(language, half)
        for term in halves[half]["profile"]:
            all_forms += 1
            found += [term for one in said if one.term.text.casefold() in term.casefold() and one.status == "found"][:1]
    assert len(found) >= 0.9 * all_forms


@pytest.mark.parametrize("language", PLANTED)
def test_the_paragraph_about_the_employer_is_told_apart(language: str, tmp_path: Path) -> None:
    for half in HALVES:
        (tmp_path / "posting.txt").write_text(PLANTED[language][half]["posting"], "utf-8")
        read = read_posting(tmp_path / "posting.txt")
        assert read.language == language
        assert next(sentence for sentence in read.sentences if sentence.line_at(0) == 3).of_employer


def test_a_term_is_on_the_line_that_names_it(terms: Terms) -> None:
    lines = PLANTED["de"]["first"]["posting"].splitlines()
    for one in terms("de", "first"):
        assert one.term.text in lines[one.term.line - 1]


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_words_of_each_language_are_complete(language: str) -> None:
    known, english = words(language), words("en")
    assert {"must", "should", "other", "employer", "us", "apply", "cut", "plain", "and", "documents"} <= set(known)
    assert {"before", "after"} & set(known) and set(known["documents"]) <= set(english["documents"])
    names = {group[0][0] for group in groups()} | set(languages())
    assert set(known.get("synonyms", ())) <= names and (language == "en" or len(known["synonyms"]) > 25)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("cs", "databáze", "databází"),
        ("el", "δεδομένων", "δεδομένα"),
        ("fa", "داده‌ها", "داده"),
        ("he", "הנתונים", "נתונים"),
        ("ko", "데이터베이스를", "데이터베이스"),
        ("ro", "datelor", "date"),
        ("sv", "databaserna", "databaser"),
        ("tr", "sistemleri", "sistemler"),
        ("uk", "математикою", "математика"),
    ],
)
def test_forms_of_a_word_have_one_stem(language: str, one: str, other: str) -> None:
    assert stem(one, language) == stem(other, language) != ""


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "short").glob("*.txt")), ids=lambda path: path.stem)
def test_a_short_posting_in_each_other_language_is_understood(path: Path) -> None:
    source = Source("ada.yaml", {"person": {"name": "Ada Example"}}, {}, {})
    matched = match(path, LoadedProfile(source, validate(source)))
    ranked = {rank: [one for one in matched.terms if one.term.rank == rank] for rank in ("must", "should")}
    known = {word for one in ranked["must"] for word, language in one.term.meanings if language in ("en", path.stem)}
    assert {"computer science", "deep learning", "computer vision", "C++", "databases", "English"} - known <= {
        "databases",
        "English",
    }
    assert len(ranked["must"]) == 6 and "Kubernetes" in {one.term.text for one in ranked["should"]}
    assert [asked.document for asked in matched.documents] == ["cv", "letter"] and not matched.warnings
