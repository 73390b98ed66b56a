"""Test reading YAML: any file becomes plain data with locations, or Problems that say where."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.load import reader
from cvrender.load.reader import TRUSTED_LIMITS, InputLimits, format_path, load, parse, parse_path


def data(yaml: str | bytes, limits: InputLimits = TRUSTED_LIMITS) -> object:
    return parse(yaml.encode() if isinstance(yaml, str) else yaml, "a.yaml", limits).data


def problems(yaml: str | bytes, limits: InputLimits = TRUSTED_LIMITS) -> list[str]:
    with pytest.raises(InputError) as caught:
        data(yaml, limits)
    return [str(problem) for problem in caught.value.problems]


# What scalars are


@pytest.mark.parametrize(
    "word",
    "no yes on off y N 2020-01 2020-01-01 2019-13-45 007 0o17 0x1F 1_000 1e3 .inf .nan 1.50 12:30:45 <<".split()
    + ["9" * 5000, "59:" * 1000 + "59", "True ly", "nULL", "tRUE"],
)
def test_all_other_words_stay_the_text_that_was_typed(word: str) -> None:
    assert data(f"a: {word}") == {"a": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None), ("true", True), ("TRUE", True), ("False", False)],
)
def test_null_and_the_booleans_are_read(word: str, value: object) -> None:
    assert data(f"a: {word}") == {"a": value}


@pytest.mark.parametrize(
    ("written", "value"), [("'true'", "true"), ('"~"', "~"), ("!!int 5", "5"), ("!!python/name:os ls", "ls")]
)
def test_quoted_and_tagged_scalars_are_text(written: str, value: str) -> None:
    assert data(f"a: {written}") == {"a": value}


def test_keys_are_text_whatever_they_look_like() -> None:
    assert data("true: 1\n~: 2\n2020: 3\n<<: {b: 4}") == {"true": "1", "~": "2", "2020": "3", "<<": {"b": "4"}}


def test_text_and_keys_are_composed() -> None:
    assert data("Ze\u0301: e\u0301") == {"Zé": "é"}
    assert data(r'a: "e\u0301"') == {"a": "é"}
    assert unicodedata.normalize("NFC", "\u212b") == data('a: "\u212b"')["a"]  # type: ignore[index]


def test_a_byte_order_mark_is_no_text() -> None:
    assert data(b"\xef\xbb\xbfa: 1") == {"a": "1"}


# Where things stand


def test_each_key_and_value_has_its_line_and_column() -> None:
    source = parse("a: 1\nlist:\n  - x\n  - {b: é, c: 2}\n".encode(), "a.yaml")
    assert {place[0] for place in (*source.keys.values(), *source.values.values())} == {"a.yaml"}
    assert {path: place[1:] for path, place in source.keys.items()} == {
        ("a",): (1, 1),
        ("list",): (2, 1),
        ("list", 1, "b"): (4, 6),
        ("list", 1, "c"): (4, 12),
    }
    assert {path: place[1:] for path, place in source.values.items()} == {
        (): (1, 1),
        ("a",): (1, 4),
        ("list",): (3, 3),
        ("list", 0): (3, 5),
        ("list", 1): (4, 5),
        ("list", 1, "b"): (4, 9),
        ("list", 1, "c"): (4, 15),
    }


def test_a_problem_stands_at_the_nearest_place_that_the_file_has() -> None:
    source = parse(b"a:\n  b: 1\n", "a.yaml")
    assert str(source.problem(("a", "b"), "is wrong", code="bad-value")) == "a.yaml:2:6: error: a.b: is wrong"
    assert str(source.problem(("a", "b"), "is wrong", at_key=True, code="bad-value")) == "a.yaml:2:3: error: a.b: is wrong"
    assert (
        str(source.problem(("a", "b", 7, "c"), "is wrong", "mend it", code="bad-value"))
        == "a.yaml:2:6: error: a.b[7].c: is wrong; mend it"
    )
    assert str(source.problem((), "is odd", severity="warning", code="doubtful")) == "a.yaml:1:1: warning: doubtful: is odd"


@given(st.lists(st.one_of(st.integers(0, 999), st.from_regex(r"[a-z_-]+", fullmatch=True)), max_size=5))
def test_a_path_is_read_as_it_is_shown(parts: list[str | int]) -> None:
    assert parse_path(format_path(tuple(parts))) == tuple(parts)


def test_a_path_looks_as_people_write_it() -> None:
    assert format_path(("publications", 3, "title")) == "publications[3].title"


# What is not YAML


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("a:\n\tb: 1", "a.yaml:2:1: error: tab used for indentation; use spaces"),
        ("a: 1\rb:\r\tc: @", "a.yaml:3:1: error: tab used for indentation; use spaces"),
        ("{[a]: b}", 'a.yaml:1:2: error: key should be text; put a text that begins with "{" or "[" in quotes'),
        ("a: 1\n--- \nb: 2", "a.yaml:2:1: error: contains a second YAML document; write one profile per file"),
        ("- a\n- b", 'a.yaml:1:1: error: should be a mapping; such as "person: {name: …}"'),
        ("only words", 'a.yaml:1:1: error: should be a mapping; such as "person: {name: …}"'),
        ("", 'a.yaml: error: file is empty; write at least "person: {name: …}"'),
        ("# a comment\n---\n", 'a.yaml: error: file is empty; write at least "person: {name: …}"'),
        ("a: é\nb: \0", "a.yaml:2:4: error: contains the character U+0000, which YAML does not allow"),
        ("é" * 50 + "\n\x07x", "a.yaml:2:1: error: contains the character U+0007, which YAML does not allow"),
        ("a: \x7f", "a.yaml:1:4: error: contains the character U+007F, which YAML does not allow"),
        ("a: \ufffe", "a.yaml:1:4: error: contains the character U+FFFE, which YAML does not allow"),
        (b"a: 1\nb: \xc3\xa9\xc3\xa9\xe9 \n", "a.yaml:2:6: error: not UTF-8 text"),
        (b"\xef\xbb\xbfa: \xe9", "a.yaml:1:4: error: not UTF-8 text"),
        ("a: 1".encode("utf-16"), "a.yaml:1:1: error: not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.yaml:1:1: error: not UTF-8 text"),
        (b"%PDF-1.5\n%\xbf\xf7\xa2\xfe", "a.yaml:2:2: error: not UTF-8 text"),
    ],
)
def test_what_is_no_yaml_says_where(yaml: str | bytes, line: str) -> None:
    assert problems(yaml) == [line]


def test_every_key_that_stands_twice_is_named_with_the_line_of_the_first() -> None:
    assert problems("a: 1\nb: {c: 1, c: 2}\na: 3\na: 4\nb: {d: 1}\n") == [
        "a.yaml:2:11: error: b.c: duplicate key (first on line 2)",
        "a.yaml:3:1: error: a: duplicate key (first on line 1)",
        "a.yaml:4:1: error: a: duplicate key (first on line 1)",
        "a.yaml:5:1: error: b: duplicate key (first on line 2)",
    ]


# Hostile files, each done with few calls, however large it is

Count = Callable[[Callable[[], object]], int]
FEW = 3_000
ALIAS = 'write out the value, or put a text that begins with "*" in quotes: "*a"'
FULL = InputLimits(TRUSTED_LIMITS.bytes, 5_000, TRUSTED_LIMITS.characters)


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        (
            "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]",
            "a.yaml:2:8: error: YAML aliases are not allowed; " + ALIAS,
        ),
        ("a: &a [*a]", "a.yaml:1:8: error: YAML aliases are not allowed; " + ALIAS),
        ("a: &a {b: c}\n<<: *a", "a.yaml:2:5: error: YAML aliases are not allowed; " + ALIAS),
        ("- " * 200_000, "a.yaml:1:67: error: nested more than 32 levels deep"),
        ("{a: " * 200_000, "a.yaml:1:133: error: nested more than 32 levels deep"),
        ("a: " + "x" * 8_000_000, "a.yaml: error: file is larger than 8 MB"),
    ],
    ids=["alias bomb", "alias loop", "merge", "-", "{", "bytes"],
)
def test_a_hostile_file_is_stopped_early(yaml: str, line: str, calls_in: Count) -> None:
    told: list[str] = []
    assert calls_in(lambda: told.extend(problems(yaml))) < FEW
    assert told == [line]


def test_brackets_are_stopped_early(calls_in: Count) -> None:
    """libyaml reads ahead, since a bracket may begin a key; from 0.2.6 on it stops at 1,000 levels by itself."""
    told: list[str] = []
    assert calls_in(lambda: told.extend(problems("[" * 200_000))) < FEW
    ours, libyaml = (f"a.yaml:1:{column}: error: nested more than 32 levels deep" for column in (34, 1001))
    assert told in ([ours], [libyaml])


@pytest.mark.parametrize(("start", "accents"), [("é: e", "\u0301\u0323"), ('a: "', r"\u0301\u0323")], ids=["typed", "escaped"])
def test_accents_are_counted_before_they_are_put_in_order(start: str, accents: str, calls_in: Count) -> None:
    """To compose so many of them would take time with the square of their number."""
    told: list[str] = []

    def read(number: int) -> None:
        told.extend(problems(start + accents * number + '"' * (start[-1] == '"')))

    few, many = calls_in(lambda: read(20_000)), calls_in(lambda: read(40_000))
    assert told == ["a.yaml:1:4: error: more than 32 accents on one letter"] * 2
    assert many < 2.1 * few


def test_values_are_counted_before_they_are_built(calls_in: Count) -> None:
    assert TRUSTED_LIMITS.values == 500_000
    told: list[str] = []

    def read(number: int) -> None:
        told.extend(problems("a: [" + "x," * number + "]", FULL))

    many, few = calls_in(lambda: read(500_000)), calls_in(lambda: read(5_000))
    assert abs(many - few) < 50  # the first call of all has a few more
    assert told == ["a.yaml:1:10001: error: contains more than 5,000 values"] * 2


@pytest.mark.parametrize("yaml", ["a: " + "59:" * 200_000 + "59", "a: " + "9" * 600_000, "a: '" + "é" * 100_000 + "'"])
def test_a_long_scalar_costs_no_time(yaml: str, calls_in: Count) -> None:
    read: list[object] = []
    assert calls_in(lambda: read.append(data(yaml))) < FEW
    assert read == [{"a": yaml[3:].strip("'")}]


def test_the_caps_count_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_DEPTH", 2)
    limits = InputLimits(30, 4, 27)
    assert data("a: [1, 2]", limits) == {"a": ["1", "2"]}
    assert problems("a: [1, 2, 3]", limits) == ["a.yaml:1:11: error: contains more than 4 values"]
    assert problems("a: [[1]]", limits) == ["a.yaml:1:6: error: nested more than 2 levels deep"]
    assert data("a: " + "x" * 27, limits) == {"a": "x" * 27}
    assert problems("a: " + "x" * 27 + "y", InputLimits(40, 4, 27)) == ["a.yaml:1:4: error: text of more than 27 characters"]
    assert problems("a: " + "x" * 28, limits) == ["a.yaml: error: file is larger than 0 MB"]


@given(st.binary(max_size=60) | st.text(alphabet="ab:-[]{},&*!|>'\"%@`#?\n\t\r \0é\u2028\x85", max_size=40).map(str.encode))
def test_any_bytes_end_in_data_or_in_problems(raw: bytes) -> None:
    try:
        assert isinstance(parse(raw, "a.yaml").data, dict)
    except InputError as error:
        assert error.problems and all(problem.file == "a.yaml" for problem in error.problems)


# Files


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes("name: é\r\n".encode())
    source = load(tmp_path / "a.yaml")
    assert (source.file, source.data) == (str(tmp_path / "a.yaml"), {"name": "é"})


def test_what_is_no_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path, said in [
        (tmp_path / "none.yaml", "file not found"),
        (tmp_path, "not a YAML file but a directory"),
        (tmp_path / "file" / "a.yaml", "cannot be read: Not a directory"),
        (tmp_path / ("x" * 300), "cannot be read: File name too long"),
    ]:
        with pytest.raises(InputError) as caught:
            load(path)
        assert str(caught.value) == f"{path}: error: {said}"


def test_a_file_beyond_the_cap_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "a.yaml").open("wb") as stream:
        stream.truncate(1 << 40)  # a terabyte that takes no room
    with pytest.raises(InputError, match="is larger than"):
        load(tmp_path / "a.yaml")
