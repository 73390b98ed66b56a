"""Files with the mistakes that people make in YAML; each is explained at its place, with what to write instead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.load.yaml_mistakes import in_quotes

QUOTES = {
    "title: *The* Award": '1:8: error: a text that begins with "*" should be in quotes; write "*The* Award"',
    "a:\n  - **bold** x  # often": '2:5: error: a text that begins with "*" should be in quotes; write "**bold** x"',
    "a: @ada": '1:4: error: a text that begins with "@" should be in quotes; write "@ada"',
    "a: `code` is": '1:4: error: a text that begins with "`" should be in quotes; write "`code` is"',
    "a: %5": '1:4: error: a text that begins with "%" should be in quotes; write "%5"',
    "a: & D": '1:4: error: a text that begins with "&" should be in quotes; write "& D"',
    "a: &R D": '1:4: error: a text that begins with "&" should be in quotes; write "&R D"',
    "a: !wow x": '1:4: error: a text that begins with "!" should be in quotes; write "!wow x"',
    "a: >50 papers": '1:4: error: a text that begins with ">" should be in quotes; write ">50 papers"',
    "note: Joint: with X": '1:7: error: a text that contains ": " should be in quotes; write "Joint: with X"',
    "a: “x: y”": '1:4: error: a text that contains ": " should be in quotes; write "“x: y”"',
    "a: ? x": '1:4: error: a text that begins with "? " should be in quotes; write "? …"',
    "a: - x": '1:4: error: a list begins on a line of its own; put a text that begins with "- " in quotes',
    'a: "Foo" Bar': '1:8: error: the text ends at this ", but the line goes on; put a text that contains " in quotes of the '
    "other kind: '…'",
    "a: 'it's'": "1:7: error: the text ends at this ', but the line goes on; put a text that contains ' in quotes of the "
    'other kind: "…"',
    "a: [text](http://x.y) more": '1:9: error: the value ends at this "]", but the line goes on; put the whole text in quotes if '
    "it is one text",
    "a: {b: c: d}": '1:9: error: expected "," or "}" here; put a text that contains any of : [ ] { } or quotes in quotes',
}
OTHERS = {
    "a: {effort: %25}": '1:13: error: a text that begins with "%" should be in quotes; write "%25"',
    "a: [C#, F#, # ]": '1:13: error: the line ends before "# ]", because " #" begins a comment; put a text that contains " #" '
    "in quotes",
    "a: {b: Team #2 Ltd, c: d}\ne: 1": '1:13: error: the line ends before "#2 Ltd, c: d}", because " #" begins a comment; '
    'put a text that contains " #" in quotes',
    "a: {b: $1,250,000, c: 1}": '1:11: error: a.250: the value of "b" ends at the comma, so that "250" is read as a key; put a '
    'text that contains a comma in quotes: "$1,250,000"',
    "a: {b: one, two, c: 1}": '1:13: error: a.two: the value of "b" ends at the comma, so that "two" is read as a key; put a '
    'text that contains a comma in quotes: "one, two"',
    "a:\n  name Ann Lee\n  headline: b": '2:7: error: a ":" is missing; write “name: Ann Lee”',
    "a:\n  headline: b\n  name Ann Lee\n  c: d": '3:7: error: a ":" is missing; write “name: Ann Lee”',
    "a:\n  name:\u00a0Ann": "2:8: error: contains U+00A0 (no-break space) where YAML needs an ordinary space; delete it, and "
    "type a space",
    "a:\n  name: Ann\n\u3000\u3000b: c": "3:1: error: contains U+3000 (ideographic space) where YAML needs an ordinary space; "
    "delete it, and type a space",
    "a:\n  -\u202fb: c": "2:4: error: contains U+202F (narrow no-break space) where YAML needs an ordinary space; delete it, and "
    "type a space",
}
NOT_CLOSED = {
    'a:\n  b: "Foo\n  c: bar\n': '2:6: error: the quotation mark " that opens here is not closed; write " at the end of the text',
    'a:\n  b: "Foo\n  c: "bar"\n  d: 1\n': '2:6: error: the quotation mark " that opens here is not closed; write " at the end '
    "of the text",
    "a: 'x\n\n": "1:4: error: the quotation mark ' that opens here is not closed; write ' at the end of the text",
    "a: [1, 2\nb: 3\n": '1:4: error: the "[" that opens here is not closed; write "]" at its end',
    "a: {b: c\nd: e\n": '1:4: error: the "{" that opens here is not closed; write "}" at its end',
}
INDENTATION = {
    "person:\n  name: Ada\n   bio: b\n": "3:4: error: this line is indented more than the line above, which has a value already; "
    "indent it by 2",
    "person:\n    name: Ada\n  bio: b\n": "3:3: error: wrong indentation: this line does not fit those above; indent it by 0 "
    "or 4, as the lines that it belongs to",
    "awards:\n  - title: x\n   date: 2019\n": "3:4: error: wrong indentation: this line does not fit those above; indent it by 4 "
    "to continue the item above, or by less to end the list",
    "awards:\n  - title: x\n    date: 2019\n - title: y\n": "4:2: error: wrong indentation: this line does not fit those above; "
    "indent it by 0 or 2, as the lines that it belongs to",
    "person:\n  name:Ada\n  bio: b\n": '2:7: error: a space is missing after ":"; write “name: Ada”',
    "person:\n  bio: b\n  name:Ada\n": '3:7: error: a space is missing after ":"; write “name: Ada”',
    "a:\n  - b\n  -c\n": '3:3: error: a space is missing after "-"; write “- c”',
    "a: 1\nwords\nb: 2": '2:1: error: neither a key with ": " nor an item with "- "; indent it more than the line above if it '
    "continues that line's text",
}
COMMAS = {
    "a: {level: reading (ancient, Byzantine)}": '1:30: error: a.Byzantine): the value of "level" ends at the comma, so that '
    '"Byzantine)" is read as a key; put a text that contains a comma in quotes: "reading (ancient, Byzantine)"',
    "person: {ada}": '1:10: error: person.ada: a key without a value; write "ada: …", or put a text in quotes: "{ada}"',
}


def message(yaml: str) -> str:
    with pytest.raises(InputError) as caught:
        parse(yaml.encode(), "a.yaml")
    return str(caught.value)


@pytest.mark.parametrize(("yaml", "said"), [*(QUOTES | OTHERS | NOT_CLOSED | INDENTATION | COMMAS).items()])
def test_a_usual_mistake_is_explained_at_its_place(yaml: str, said: str) -> None:
    assert message(yaml) == f"a.yaml:{said}"


@pytest.mark.parametrize("yaml", [yaml for yaml in QUOTES if yaml.startswith("title")] + ["a: & D", "a: >50 papers", "a: @ada"])
def test_what_a_message_suggests_is_right(yaml: str) -> None:
    key, text = yaml.split(": ", 1)
    assert f"write {in_quotes(text)}" in message(yaml)
    assert parse(f"{key}: {in_quotes(text)}".encode(), "a.yaml").data == {key: text}


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40).filter(lambda text: "\\" not in text))
def test_any_text_in_quotes_is_that_text(text: str) -> None:
    assert parse(f"a: {in_quotes(text)}".encode(), "a.yaml").data is not None


def test_a_comma_in_a_list_and_an_empty_value_are_no_mistakes() -> None:
    assert parse(b"{a: [b, c], d: , e: {f: }}", "a.yaml").data == {"a": ["b", "c"], "d": None, "e": {"f": None}}
