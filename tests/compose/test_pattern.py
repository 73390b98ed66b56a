"""Test patterns: values never break a pattern, errors in a pattern are reported, and the sandbox holds."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.compose.pattern import FILTERS, PatternError, Placeholders, fill
from cvrender.load.library import find_style, find_terms
from cvrender.model.private_use import PLACEHOLDERS
from cvrender.model.text import Span, Text, plain_text
from cvrender.text.markup import inline
from cvrender.text.scripts import has_right_to_left

hostile = st.text(
    st.sampled_from("a *_`[]()<>\\${}%#!&~|\"'\n:/.") | st.characters(exclude_categories=["Cs", "Co"]), min_size=1
).filter(lambda text: not has_right_to_left(text))  # of which the values are isolates

SIGNS = find_terms(find_style("plain"), "en").punctuation


def say(pattern: str, **values: Any) -> Text:
    """Fill a pattern; texts and lists of texts become placeholders, all else stays."""
    placeholders = Placeholders(SIGNS)

    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(item) for item in value]
        if isinstance(value, str):
            value = plain_text(value)
        return placeholders.put(value) if isinstance(value, Text) else value

    return fill(pattern, {name: put(value) for name, value in values.items()}, placeholders)


def bold(characters: str) -> Span:
    return Span(characters, bold=True)


# Values


@given(hostile, hostile)
def test_any_value_comes_out_whole_and_nothing_around_it_changes(title: str, other: str) -> None:
    text = say("**{{ title }}**{{ ', ' ~ other }} *in {{ title }}*", title=title, other=other)
    assert text == Text((bold(title), Span(f", {other} "), Span(f"in {title}", italic=True)))


@given(hostile)
def test_a_value_goes_whole_through_every_filter(title: str) -> None:
    for name in FILTERS:
        arguments = {"wrap": "('(', ')')", "linked": "('https://a.org')"}.get(name, "")
        value = "[title]" if name in ("comma", "semicolon", "spaced") else "title"
        text = say("{{ %s | %s%s }}" % (value, name, arguments), title=title)  # noqa: UP031  (braces)
        around = {"wrap": "({})", "quoted": "“{}”"}.get(name, "{}")
        assert text.plain == around.replace("{}", title)


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


@pytest.mark.parametrize("target", ["{{ title }}:alert(1)", "{{ title }}", "\ue900javascript:a", "{{ url }}javascript:a"])
def test_a_value_makes_no_link_to_what_is_no_page(target: str) -> None:
    assert say(f"[x](<{target}>)", title="JavaScript", url="").plain.endswith(("x", ")"))
    assert not any(span.href for span in say(f"[x](<{target}>)", title="JavaScript", url="").spans)


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
    assert str(caught.value).startswith((f"pattern {pattern!r} fails: ", "unknown field"))


LOOP = "{% for a in range(9) %}"


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("{% for a in title %}{{ a }}{% endfor %}", '"for" is not allowed'),
        (LOOP * 9 + "a" + "{% endfor %}" * 9, '"for" is not allowed'),
        ("{{ range(10 ** 9) }}", "is not allowed"),
        ("{{ range(100000) | list }}", "a call is not allowed"),
        ("{{ 'a' * 10 ** 9 }}", '"mul" is not allowed'),
        ("{{ 9 ** 9 ** 9 }}", '"pow" is not allowed'),
        ("{{ '%1000000000d' % 1 }}", '"mod" is not allowed'),
        ("{{ '{:>1000000000}'.format(1) }}", "a call is not allowed"),
        ("{{ '{0.__class__}'.format_map(label) }}", "a call is not allowed"),
        ("{{ 'a'.center(10 ** 9) }}", "is not allowed"),
        ("{{ 'a'.replace('', 'b' * 9) }}", "is not allowed"),
        ("{{ title | center(1000000000) }}", "center"),
        ("{{ title | indent(1000000000) }}", "indent"),
        ("{{ '%1000000000d' | format(1) }}", "format"),
        ("{{ title | attr('__class__') }}", "attr"),
        ("{{ [title] | map(attribute='__class__') | list }}", "map"),
        ("{% macro m(n) %}{{ m(n) }}{% endmacro %}{{ m(1) }}", '"macro" is not allowed'),
        ("{% call title() %}{% endcall %}", '"callblock" is not allowed'),
        ("{% filter upper %}a{% endfilter %}", '"filterblock" is not allowed'),
        ("{% set a %}{{ title }}{% endset %}", '"assignblock" is not allowed'),
        ("{% include '/etc/passwd' %}", '"include" is not allowed'),
        ("{% import 'a' as a %}", '"import" is not allowed'),
        ("{% extends 'a' %}", '"extends" is not allowed'),
        ("{% block a %}{% endblock %}", '"block" is not allowed'),
        ("{{ self }}", '"self" is not allowed'),
        ("{{ self._TemplateReference__context }}", '"self" is not allowed'),
        ("{{ lipsum(n=9999) }}", "a call is not allowed"),
        ("{{ cycler }}", 'unknown field "cycler"'),
        ("{{ joiner }}", 'unknown field "joiner"'),
        ("{{ namespace }}", 'unknown field "namespace"'),
        ("{{ dict }}", 'unknown field "dict"'),
        ("{{ title['__class__'] }}", "fails"),
        ("{{ label.__init__.__globals__ }}", "fails"),
        ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "is not allowed"),
        ("{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 60 + "{{ a }}", 'a "set" that uses another one'),
        ("{% set a, b = [title, title], 1 %}{% set c = [a, a] %}", 'a "set" that uses another one'),
        ("{% set a = '" + "a" * 999 + "' %}" + "{{ a }}" * 40, "output of 39,960 characters"),
        ("{{ 'a'" + " | spaced" * 99 + "[" * 99 + " }}", "fails"),
        ("{{ [title, title] | join('" + "a" * 99 + "') }}", "longer than 9 characters"),
        ("{{ " + "(" * 3000 + " }}", "fails"),
        ("{{ " + "not " * 900 + "title }}", "fails"),
        ("{{ " + "9" * 3900 + " ~ title }}x" + "9" * 999, "longer than 4,000 characters"),
    ],
)
def test_a_pattern_cannot_take_long_nor_get_out(pattern: str, said: str, calls_in: Callable[[Callable[[], object]], int]) -> None:
    def refused() -> None:
        with pytest.raises(PatternError, match=re.escape(said)):
            say(pattern, title="a", awards=["b", "c"], label={"a": "b"})

    assert calls_in(refused) < 1_000_000


def test_values_are_not_repeated_without_end() -> None:
    with pytest.raises(PatternError, match="produces 300,000 characters from an entry of 10,000"):
        say("{{ title }}" * 30, title="a" * 10_000)
    with pytest.raises(PatternError, match="produces 300,015 characters"):
        say("[a](<https://a.org/" + "{{ title }}" * 30 + ">)", title="a" * 10_000)


def test_the_patterns_of_an_entry_share_what_they_may_make() -> None:
    placeholders = Placeholders(SIGNS)
    values = {"title": placeholders.put(plain_text("a" * 10_000))}
    for _ in range(10):
        fill("{{ title }}", values, placeholders)
    with pytest.raises(PatternError, match="produces 110,000 characters"):
        fill("{{ title }}", values, placeholders)


@pytest.mark.slow
@pytest.mark.parametrize("part", ["[", "*a", "**a*", "`", "![](", "[a](", "<", "$a", r"\\", "_a_*", "[a](<", "*[`", "](", "&"])
def test_markdown_that_is_made_to_be_hard_is_soon_read(part: str, calls_in: Callable[[Callable[[], object]], int]) -> None:
    """Twice the text takes twice the work."""
    inline(part * 10)
    few, many = (calls_in(lambda: inline((part * length)[:length])) for length in (5_000, 10_000))  # noqa: B023
    assert many < 2.1 * few


def test_a_pattern_may_hold_any_character_itself() -> None:
    assert say("\ue200{{ title }}\ue323", title="a").plain == "aa\ue323"


ROOM = PLACEHOLDERS.last - PLACEHOLDERS.first + 1


def test_an_entry_has_room_for_thousands_of_values() -> None:
    placeholders = Placeholders(SIGNS)
    shown = [placeholders.put(plain_text(f"<{index}>")) for index in range(ROOM)]
    assert len(set(shown)) == ROOM > 5000
    assert placeholders.expand(inline("".join(shown))).plain == "".join(f"<{index}>" for index in range(ROOM))
    with pytest.raises(ValueError, match="too many values"):
        placeholders.put(plain_text("one more"))
