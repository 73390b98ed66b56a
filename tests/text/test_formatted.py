"""Test that what Babel formats and markdown-it parses is kept in the cache."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cvrender.compose.people import people
from cvrender.load.library import find_style, find_terms
from cvrender.model.fields import Person
from cvrender.system import cache
from cvrender.text import formatted as module
from cvrender.text.formatted import formatted, keep
from cvrender.text.localize import Wording
from cvrender.text.markup import inline, inline_pattern


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Forget what this process knows, as a new process does."""
    inline_pattern.cache_clear()
    module._tables.clear()
    module._changed.clear()


def never() -> str:
    raise AssertionError("made again")


def test_what_was_kept_is_not_made_again() -> None:
    assert formatted("de", "long 2020 3 1", lambda: "1. März 2020") == "1. März 2020"
    assert formatted("de", "long 2020 3 1", never) == "1. März 2020"
    keep()
    forget()
    assert formatted("de", "long 2020 3 1", never) == "1. März 2020"
    assert formatted("en", "long 2020 3 1", lambda: "March 1, 2020") == "March 1, 2020"


def test_a_damaged_file_counts_as_none(own_cache: Path) -> None:
    formatted("de", "long 2020 3 1", lambda: "1. März 2020")
    keep()
    (file,) = own_cache.rglob("data.json")
    for damaged in (file.read_bytes().replace(b"2020", b"2021"), b"[", b"[[], 0]", b"\xff"):
        file.write_bytes(damaged)
        forget()
        assert formatted("de", "long 2020 3 1", lambda: "new") == "new"


def test_only_what_is_new_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(cache, "write", lambda category, *_: written.append(category))
    for what in "aab":
        formatted("de", what, what.upper)
        keep()
    assert written == ["dates", "dates"], "one for each new text"


def test_a_table_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    assert [formatted("de", what, lambda what=what: what.upper()) for what in "abc"] == ["A", "B", "C"]  # type: ignore[misc]
    assert set(module._tables["de"]) == {"a", "b"}


def test_names_are_not_kept() -> None:
    wording = Wording("en", find_terms(find_style("plain"), "en"), "abbreviated", "–", frozenset())
    for names, shown in (("Ada Bob Cleo", "Ada, Bob, and Cleo"), ("A \0B", "A and \0B"), ("X", "X")):
        assert people([Person(name=name) for name in names.split()], wording).plain == shown
    assert not any(name in text for text in module._tables["en"].values() for name in ("Ada", "Bob", "X"))


PATTERNS = ["\ue200, \ue201", "**\ue202 \ue204:** \ue201, “\ue200”", "[“*\ue200*”](<\ue201>)", "***a** b* `c` $d$", "*\ue200", ""]


def test_the_markdown_of_patterns_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for pattern in PATTERNS:
        assert inline_pattern(pattern) == inline(pattern)
    keep()
    forget()
    monkeypatch.setattr("cvrender.text.markup._parse", lambda source: never())
    assert [inline_pattern(pattern).plain for pattern in PATTERNS[1:3]] == ["\ue202 \ue204: \ue201, “\ue200”", "“\ue200”"]
    assert inline_pattern(PATTERNS[2]).spans[1].href == "\ue201"
