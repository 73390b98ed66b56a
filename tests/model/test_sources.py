"""The key `sources`: what is a source, and how sources are added."""

from typing import Any

import pytest

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.model.sources import Ledger, file_of, is_register, noted


def ledger(sources: str) -> Ledger:
    text = f"person: {{name: Ada}}\nawards: [{{title: Medal, date: 2020, sources: {sources}}}]\n"
    ledger = validate(parse(text.encode(), "ada.yaml")).awards[0].sources
    assert isinstance(ledger, Ledger)
    return ledger


@pytest.mark.parametrize(
    ("sources", "of_date", "shown"),
    [
        ("stated", ("stated",), "stated"),
        ("'old-cv.pdf#p2'", ("old-cv.pdf#p2",), "old-cv.pdf#p2"),
        ("'old cv.pdf#p2@72,100.5,300,20'", ("old cv.pdf#p2@72,100.5,300,20",), "old cv.pdf#p2@72,100.5,300,20"),
        ("[stated, 'doi:10.5555/1']", ("stated", "doi:10.5555/1"), "stated, doi:10.5555/1"),
        ("{all: stated, date: 'refs.bib#l3'}", ("refs.bib#l3",), "stated; date: refs.bib#l3"),
        ("{title: stated}", (), "title: stated"),
        ("'not orcid:0000-0002-1825-0097'", ("not orcid:0000-0002-1825-0097",), "not orcid:0000-0002-1825-0097"),
        ("./cv", ("./cv",), "./cv"),
        ("https://example.org/cv", ("https://example.org/cv",), "https://example.org/cv"),
    ],
)
def test_sources_are_read_once_or_by_field(sources: str, of_date: tuple[str, ...], shown: str) -> None:
    assert ledger(sources).of("date") == of_date
    assert str(ledger(sources)) == shown


@pytest.mark.parametrize(
    "wrong", ["posting", "posting.pdf#p1", "my memory", "'old-cv.pdf#2'", "[stated, statd]", "{date: guess}", "''"]
)
def test_what_is_no_source_is_refused(wrong: str) -> None:
    with pytest.raises(InputError, match="is not a source"):
        ledger(wrong)


def test_kinds_of_sources() -> None:
    assert file_of("old-cv.pdf#p2") == "old-cv.pdf" and not is_register("old-cv.pdf#p2")
    assert is_register("doi:10.5555/1") and not file_of("doi:10.5555/1")
    assert not file_of("stated") and not is_register("stated")


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (None, {"date": "a.bib"}),
        ("stated", {"all": "stated", "date": "a.bib"}),
        (["stated", "b.bib"], {"all": ["stated", "b.bib"], "date": "a.bib"}),
        ({"date": "stated"}, {"date": ["stated", "a.bib"]}),
        ({"date": ["stated"], "title": "b.bib"}, {"date": ["stated", "a.bib"], "title": "b.bib"}),
    ],
)
def test_a_source_is_added_and_none_is_lost(known: Any, expected: Any) -> None:
    assert noted(known, "date", "a.bib") == expected
