"""Test fields: the short forms, the full forms, and what each field refuses."""

import unicodedata
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cvrender.model import fields, kinds, profile, style, view
from cvrender.model.amounts import Acceptance, OneAcceptance
from cvrender.model.base import Model
from cvrender.model.convert import Fault, convert
from cvrender.model.dates import DateRange, PartialDate
from cvrender.model.fields import Contact, Highlight, Link, Localized, Person, Timed, Venue

MODULES = (fields, kinds, profile, style, view)


def converted(annotation: Any, value: Any) -> tuple[Any, list[Fault]]:
    """The value as one of a list, in which nothing is left out, and what is wrong with it."""
    holder = msgspec.defstruct("Holder", [("values", tuple[annotation, ...])], bases=(Model,), frozen=True, kw_only=True)
    holding, faults = convert(holder, {"values": [value]})
    assert (holding is None) == bool(faults)
    return (holding.values[0] if holding else None), faults  # type: ignore[attr-defined]


def read(annotation: Any, value: Any) -> Any:
    held, faults = converted(annotation, value)
    assert not faults
    return held


def refused(annotation: Any, value: Any) -> str:
    _, faults = converted(annotation, value)
    assert faults
    return "; ".join(fault.message for fault in faults)


# Texts


@given(st.text(st.characters(exclude_categories=["Cc", "Cf", "Co", "Cn", "Cs"]), min_size=1))
def test_every_visible_character_is_text(text: str) -> None:
    if text.strip():
        assert read(fields.Plain, text) == text.strip()
    else:
        assert refused(fields.Plain, text) == "is empty"


@given(st.characters(categories=["Cc", "Cf", "Co", "Cn", "Cs"]), st.sampled_from(["a{}b", "{}a", "聂{}"]))
def test_every_other_character_is_named(char: str, around: str) -> None:
    assume(char not in "\n\t\u200c\u200d")
    kinds = {"Cc": "control", "Cf": "invisible", "Co": "private-use", "Cn": "unassigned", "Cs": "surrogate"}
    kind = kinds[unicodedata.category(char)]
    assert refused(fields.Plain, around.format(char)) == f"contains the {kind} character U+{ord(char):04X}"


def test_lines_tabs_and_joiners_are_text() -> None:
    assert read(fields.Plain, " a\n\tb\u200d ") == "a\n\tb\u200d"


@pytest.mark.parametrize(
    ("value", "kind"),
    [({}, "a mapping"), ([], "a list"), (True, "a boolean"), (None, "empty"), (5, "a number")],
)
def test_what_is_no_text_is_said(value: Any, kind: str) -> None:
    assert refused(fields.Plain, value) == f"should be text, but is {kind}"


# Languages


@pytest.mark.parametrize("tag", ["en", "de", "zh", "yue", "pt-BR", "zh-Hant", "zh-Hant-TW", "es-419"])
def test_a_language_is_cldrs(tag: str) -> None:
    assert read(fields.Language, tag) == tag


@pytest.mark.parametrize("tag", ["", "EN", "e", "english", "en_US", "en-us", "pt-br", "en-", "zh-hant", "en\n", " en", 5, None])
def test_what_is_no_language_is_refused(tag: Any) -> None:
    assert refused(fields.Language, tag) == f'"{tag}" is not a language code'


def test_a_text_may_be_given_per_language() -> None:
    assert read(fields.Prose, {"en": "Paper ", "zh": "论文"}) == Localized((("en", "Paper"), ("zh", "论文")))
    assert read(fields.Prose, "Paper") == "Paper"
    assert "not a language code" in refused(fields.Prose, {"en": "a", "deutsch": "b"})
    assert refused(fields.Prose, {}) == "is empty"
    assert refused(fields.Prose, {"en": ["a"]}) == "should be text, but is a list"


@pytest.mark.parametrize(
    ("language", "chosen"),
    [("de", "b"), ("de-AT", "b"), ("pt", "c"), ("pt-PT", "c"), ("zh-Hant", "d"), ("zh", "d"), ("fr", "a"), ("en-GB", "a")],
)
def test_a_language_is_chosen_and_else_the_first(language: str, chosen: str) -> None:
    text = Localized((("en", "a"), ("de", "b"), ("pt-BR", "c"), ("zh-Hant", "d")))
    assert text.choose(language) == chosen


# Links, flags, times


@pytest.mark.parametrize("url", ["https://a.org", "http://a.org/b?c=d#e", "mailto:a@b.org", "tel:+49-1", "https://例え.jp/é"])
def test_a_link_is_whole(url: str) -> None:
    assert read(fields.Url, url) == url


@pytest.mark.parametrize(
    "url", ["a.org", "//a.org", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://a b"]
)
def test_no_other_link_is(url: str) -> None:
    assert refused(fields.Url, url) == f'"{url}" is not a link'


def test_a_flag_is_a_boolean() -> None:
    assert read(fields.Flag, False) is False
    for value in ("yes", "true", 1, None):
        assert refused(fields.Flag, value) == "should be true or false"


def test_a_time_is_a_date_or_a_start_and_an_end() -> None:
    y16, y18 = PartialDate(2016), PartialDate(2018)
    for data, when in [
        ({}, ()),
        ({"date": "2016"}, (y16,)),
        ({"date": ["2016", "2018"]}, (y16, y18)),
        ({"start": "2016"}, (y16,)),
        ({"end": "2018"}, (y18,)),
        ({"start": "2016", "end": "2018"}, (DateRange(y16, y18),)),
        ({"start": "2016", "end": "present"}, (DateRange(y16, ongoing=True),)),
        ({"end": "present"}, (DateRange(None, ongoing=True),)),
    ]:
        assert read(Timed, data).when == when
    assert "has both" in refused(Timed, {"date": "2016", "end": "2018"})
    assert refused(Timed, {"start": "2018", "end": "2016"}) == "range ends (2016) before it begins (2018)"
    assert "not a valid date" in refused(Timed, {"start": "present"})


# Mappings with a short form


@pytest.mark.parametrize(
    ("annotation", "short", "full"),
    [
        (fields.OneContact, "a@b.org", Contact(value="a@b.org")),
        (fields.OneVenue, "SIGMOD", Venue(name="SIGMOD")),
        (OneAcceptance, "25%", Acceptance(rate="25%")),
        (fields.People, "Ada", (Person(name="Ada"),)),
        (fields.People, ["Ada", {"name": "聂", "variants": "Nie"}], (Person(name="Ada"), Person(name="聂", variants=("Nie",)))),
        (fields.Links, ["https://a.org"], (Link(url="https://a.org"),)),
        (
            fields.Highlights,
            ["x", {"text": "y", "highlights": ["z"]}],
            (Highlight(text="x"), Highlight(text="y", highlights=(Highlight(text="z"),))),
        ),  # type: ignore[arg-type]
        (fields.Proses, "x", ("x",)),
    ],
)
def test_a_text_stands_for_the_mapping(annotation: Any, short: Any, full: Any) -> None:
    assert read(annotation, short) == full


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({}, 'needs "rate", or "accepted" and "submitted"'),
        ({"accepted": "50"}, 'needs both "accepted" and "submitted", or neither'),
        ({"rate": "25%", "submitted": "272"}, 'needs both "accepted" and "submitted", or neither'),
        ({"accepted": "273", "submitted": "272"}, "more accepted than submitted"),
    ],
)
def test_an_acceptance_does_not_contradict_itself(value: Any, reason: str) -> None:
    assert refused(Acceptance, value) == reason


def test_counts_are_whole_and_positive() -> None:
    assert read(Acceptance, {"accepted": "50", "submitted": "272"}).submitted == 272
    for count in ("0", "-1", "1.5", "many", "9" * 5000):
        assert refused(Acceptance, {"accepted": count, "submitted": "272"})


def test_a_node_is_frozen_and_knows_its_keys_but_lets_the_authors_own_be() -> None:
    assert read(Person, {"name": "Ada", "x-colour": 5, "x-": [], "native": None}) == Person(name="Ada")
    for value in ({"name": "Ada", "colour": 5}, {"name": "Ada", "X-colour": 5}, {"name": "Ada", "colour": None}):
        assert refused(Person, value) == "unknown key"
    with pytest.raises(AttributeError, match="immutable"):
        Person(name="Ada").name = "Bob"  # type: ignore[misc]


def test_every_node_is_frozen_and_strict() -> None:
    nodes = [node for module in MODULES for node in vars(module).values() if isinstance(node, type) and issubclass(node, Model)]
    assert len({node for node in nodes if node.__module__ == fields.__name__}) >= 8 and len(set(nodes)) >= 40
    for node in nodes:
        assert node.__struct_config__.frozen, node
        assert ("nonsense",) in [fault.path for fault in convert(node, {"nonsense": "1"})[1]], node
