"""Patterns and values in, Text out: values never break a pattern, a wrong pattern says so, and the sandbox holds."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.compose.markup import inline
from cvrender.compose.pattern import FILTERS, PatternError, Slots, fill
from cvrender.model.text import Span, Text, plain_text

hostile = st.text(st.sampled_from("a *_`[]()<>\\${}%#!&~|\"'\n:/.") | st.characters(exclude_categories=["Cs", "Co"]), min_size=1)


def say(pattern: str, **values: Any) -> Text:
    """Fill a pattern; texts and lists of texts become slots, all else stays."""
    slots = Slots()

    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(item) for item in value]
        if isinstance(value, str):
            value = plain_text(value)
        return slots.put(value) if isinstance(value, Text) else value

    return fill(pattern, {name: put(value) for name, value in values.items()}, slots)


def bold(characters: str) -> Span:
    return Span(characters, bold=True)


# Values


@given(hostile, hostile)
def test_any_value_comes_out_whole_and_nothing_around_it_changes(title: str, other: str) -> None:
    made = say("**{{ title }}**{{ ', ' ~ other }} *in {{ title }}*", title=title, other=other)
    assert made == Text((bold(title), Span(f", {other} "), Span(f"in {title}", italic=True)))


@given(hostile)
def test_a_value_goes_whole_through_every_filter(title: str) -> None:
    for name in FILTERS:
        arguments = {"wrap": "('(', ')')", "linked": "('https://a.org')"}.get(name, "")
        value = "[title]" if name in ("comma", "semicolon", "spaced") else "title"
        made = say("{{ %s | %s%s }}" % (value, name, arguments), title=title)  # noqa: UP031  (braces)
        around = {"wrap": "({})", "quoted": "“{}”"}.get(name, "{}")
        assert made.plain == around.replace("{}", title)


@given(hostile, st.booleans(), st.booleans())
def test_the_marks_of_a_value_and_of_its_pattern_add_up(title: str, italic: bool, code: bool) -> None:
    value = Text((Span(title, italic=italic, code=code),))
    assert say("**{{ title }}**", title=value) == Text((Span(title, bold=True, italic=italic, code=code),))


def test_a_links_value_and_target_may_both_be_values() -> None:
    url = "https://a.org/(b)_[c]*d*"
    linked = Text((Span("[x](y) *z*", href=url),))
    assert say("[{{ title }}](<{{ url }}>)", title="[x](y) *z*", url=url) == linked
    assert say("{{ title | linked(url) }}", title="[x](y) *z*", url=url) == linked
    assert say("{{ title | linked(url) }}", title="x", url="") == plain_text("x")
    assert say("{{ title | linked(url) }}", title="", url=url) == Text()


# What patterns can say


@pytest.mark.parametrize(
    ("pattern", "values", "said"),
    [
        ("", {}, ""),
        ("{{ a }}", {"a": ""}, ""),
        ("{{ a }}", {"a": None}, ""),
        ("{{ [a, b, c] | comma }}", {"a": "1", "b": "", "c": "3"}, "1, 3"),
        ("{{ [a, b] | semicolon }}", {"a": "1", "b": "2"}, "1; 2"),
        ("{{ [a, b] | spaced }}", {"a": "1", "b": "2"}, "1 2"),
        ("{{ a | comma | wrap('GPA: ') }}", {"a": ["1", "2"]}, "GPA: 1, 2"),
        ("{{ a | comma | wrap('GPA: ') }}", {"a": ()}, ""),
        ("{{ a | wrap('(', ')') }}{{ b | wrap('(', ')') }}", {"a": "1", "b": ""}, "(1)"),
        ("{{ a | quoted }}{{ b | quoted }}", {"a": "1", "b": ""}, "“1”"),
        ("{{ a | bold }}{{ b | bold }}{{ b | italic }}", {"a": "1", "b": ""}, "1"),
        ("{% if a %}yes{% else %}no{% endif %}", {"a": ""}, "no"),
        ("  {{ a }}\n   {{ b }}\n", {"a": "1", "b": "2"}, "1 2"),
        ("{{ a }}{{ ', ' ~ b if b }}", {"a": "1", "b": ""}, "1"),
    ],
)
def test_what_is_empty_leaves_no_trace(pattern: str, values: Mapping[str, Any], said: str) -> None:
    assert say(pattern, **values).plain == said


def test_blanks_within_a_value_stay() -> None:
    assert say("{{ a }}", a="two  blanks and\ttab").plain == "two  blanks and\ttab"


# What they cannot


@pytest.mark.parametrize(
    "pattern",
    [
        "{{ ttle }}",
        "{{ title.colour }}",
        "{{ title | shiny }}",
        "{{ title",
        "{% if title %}",
        "{{ 1 / 0 }}",
        "{{ title + 1 }}",
        "{{ awards }}",
        "{{ awards | bold }}",
        "{{ nothing_but_a_tuple }}",
        "{{ label }}",
        "{{ title.__class__.__mro__ }}",
        "{{ ''.__class__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ awards.append(1) }}",
        "{% include 'x' %}",
        "{{ range(10 ** 9) | list }}",
    ],
)
def test_a_wrong_pattern_says_which_it_is(pattern: str) -> None:
    with pytest.raises(ValueError) as caught:
        say(pattern, title="a", awards=["b", "c"], nothing_but_a_tuple=("a",), label={"a": "b"})
    assert isinstance(caught.value, PatternError)
    assert caught.value.pattern == pattern
    assert str(caught.value).startswith((f"the pattern {pattern!r} fails: ", "unknown field"))


def test_an_entry_has_room_for_thousands_of_values() -> None:
    slots = Slots()
    made = [slots.put(plain_text(f"<{index}>")) for index in range(6400)]
    assert len(set(made)) == 6400
    assert slots.expand(inline("".join(made))).plain == "".join(f"<{index}>" for index in range(6400))
    with pytest.raises(ValueError, match="more values than"):
        slots.put(plain_text("one more"))
