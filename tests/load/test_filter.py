"""Test filters: each operator, sets, precedence, errors, and no way to do more."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.load.filter import MAX_LENGTH, MAX_NESTING, compile_filter

FIELDS = frozenset({"type", "year", "title", "tags", "venue", "et_al", "note", "authorship"})
VALUES: dict[str, Any] = {
    "type": frozenset({"paper-conference", "conference"}),
    "year": 2020,
    "title": "Notes on a Machine",
    "tags": frozenset({"systems", "Machine Learning", "10"}),
    "venue": frozenset({"NeurIPS"}),
    "et_al": False,
    "note": None,
    "authorship": frozenset({"any", "first"}),
}


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("year == 2020", True),
        ("year != 2020", False),
        ("year < 2020", False),
        ("year <= 2020", True),
        ("year > 2019.5", True),
        ("year >= 2021", False),
        ("note == x", False),
        ("note != x", True),
        ("note < 1", False),
        ("note >= 0", False),
        ("title > 3", False),
        ("tags > 3", False),
        ("venue == NeurIPS", True),
        ("venue == neurips", True),
        ("venue != NeurIPS", False),
        ('tags == "machine learning"', True),
        ("tags == 'Machine Learning'", True),
        ("et_al == false", True),
        ("et_al == true", False),
        # in a list
        ("type in [conference, journal]", True),
        ("type in [journal]", False),
        ("type not in [journal, book]", True),
        ("year in [2019, 2020]", True),
        ('tags in ["machine learning", x]', True),
        ("note in [x]", False),
        # in a field: one of several values, or a part of a text
        ('"first" in authorship', True),
        ("first in authorship", True),
        ("last in authorship", False),
        ("last not in authorship", True),
        ("fir in authorship", False),
        ("'a machine' in title", True),
        ("engine in title", False),
        ("x in note", False),
        # a field alone
        ("title", True),
        ("note", False),
        ("et_al", False),
        ("not note", True),
        ("not not title", True),
        # precedence: not, and, or
        ("title or note and note", True),
        ("(title or note) and note", False),
        ("not note and title", True),
        ("not (note and title)", True),
        ("not note or note", True),
        ("note or note or title", True),
        ("not type == journal and year >= 2020 or note", True),
        # blanks, or none
        ("year>=2020and title", None),
        ("  year>=2020  and\ttype in[conference,journal]\n", True),
        # words that are words of the language, in quotes
        ('title != "and"', True),
        ('title == "in"', False),
        ('"not" in title', True),
        ('title == ""', False),
        ('"" in title', True),
    ],
)
def test_what_an_expression_means(expression: str, holds: bool | None) -> None:
    if holds is None:
        with pytest.raises(ValueError, match="not a number"):
            compile_filter(expression, FIELDS)
    else:
        assert compile_filter(expression, FIELDS)(VALUES) is holds


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("yaer >= 2020", 'unknown field "yaer"; did you mean "year"?'),
        ("tpye in [x]", 'unknown field "tpye"; did you mean "type"?'),
        ("first in authorshp", 'unknown field "authorshp"; did you mean "authorship"?'),
        ("zzz", 'unknown field "zzz"; available: authorship, et_al, note, '),
        ('"title" == x', 'expected a field, not "title"'),
        ('"title"', 'expected a field, not "title"'),
        ("title == ", "unexpected end"),
        ("title ==", "unexpected end"),
        ("", "unexpected end"),
        ("title and", "unexpected end"),
        ("not", "unexpected end"),
        ("(title", 'missing ")"'),
        ("title)", 'unexpected ")"'),
        ("title note", 'unexpected "note"'),
        ("type in [a, b", 'missing "]"'),
        ("type in []", 'expected a word or a number, not "]"'),
        ("type in [a,, b]", 'expected a word or a number, not ","'),
        ("title == ==", 'expected a word or a number, not "=="'),
        ("year >= soon", '"soon" is not a number'),
        ("year >= 2020-05", '"2020-05" is not a number'),
        ("title not == x", 'expected "in" after "not"'),
        ("year = 2020", 'unexpected "= 2020"; to compare, write == or !='),
        ("!title", 'unexpected "!title"; to compare, write == or !='),
        ('title == "x', 'unexpected ""x"; missing closing quote'),
        ("and", 'unknown field "and"'),
        ("title.__class__", 'unknown field "title.__class__"'),
        ("__import__('os')", 'unknown field "__import__"'),
        ("title + title", 'unexpected "+"'),
        ("x" * (MAX_LENGTH + 1), f"longer than {MAX_LENGTH} characters"),
        ("(" * (MAX_NESTING + 1) + "title" + ")" * (MAX_NESTING + 1), f"more than {MAX_NESTING} parentheses and negations"),
        ("not " * (MAX_NESTING + 1) + "title", f"more than {MAX_NESTING} parentheses and negations"),
    ],
)
def test_what_is_wrong_is_said(expression: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        compile_filter(expression, FIELDS)
    assert str(caught.value).startswith(said)


def test_up_to_the_limits_it_works() -> None:
    deepest = "(" * (MAX_NESTING - 1) + "not title" + ")" * (MAX_NESTING - 1)
    assert compile_filter(deepest, FIELDS)(VALUES) is False
    longest = " or ".join(["note"] * 125)
    assert len(longest) <= MAX_LENGTH
    assert compile_filter(longest, FIELDS)(VALUES) is False


# Random expressions against the same said in Python

WORDS = ["a", "b", "2020", "conference", "a b", "and", "in", "10"]
FIELD = st.sampled_from(sorted(FIELDS))
WORD = st.sampled_from(WORDS)
VALUE = st.one_of(st.none(), st.booleans(), WORD, st.integers(1990, 2030), st.frozensets(WORD, max_size=3))
Tree = tuple[Any, ...]
LEAF: st.SearchStrategy[Tree] = st.one_of(
    st.tuples(st.just("has"), FIELD),
    st.tuples(st.sampled_from(["==", "!="]), FIELD, WORD),
    st.tuples(st.sampled_from(["<", "<=", ">", ">="]), FIELD, st.sampled_from(["2020", "1999.5", "10", "-3"])),
    st.tuples(st.sampled_from(["in", "not in"]), FIELD, st.lists(WORD, min_size=1, max_size=3)),
    st.tuples(st.sampled_from(["within", "not within"]), FIELD, WORD),
)
TREES: st.SearchStrategy[Tree] = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.tuples(st.just("not"), inner), st.tuples(st.just("and"), inner, inner), st.tuples(st.just("or"), inner, inner)
    ),
    max_leaves=8,
)


def quoted(word: str) -> str:
    return f'"{word}"' if " " in word or word in ("and", "in") else word


def written(tree: Tree) -> str:
    kind, *parts = tree
    if kind in ("and", "or"):
        return f"({written(parts[0])}) {kind} ({written(parts[1])})"
    if kind == "not":
        return f"not ({written(parts[0])})"
    if kind == "has":
        return str(parts[0])
    if kind in ("in", "not in"):
        return f"{parts[0]} {kind} [{', '.join(map(quoted, parts[1]))}]"
    if kind in ("within", "not within"):
        return f"{quoted(parts[1])} {kind.replace('within', 'in')} {parts[0]}"
    return f"{parts[0]} {kind} {quoted(parts[1])}"


def equal(value: Any, word: str) -> bool:
    if isinstance(value, frozenset):
        return word.lower() in {item.lower() for item in value}
    return value is not None and str(value).lower() == word.lower()


def true(tree: Tree, values: dict[str, Any]) -> bool:
    kind, *parts = tree
    if kind == "and":
        return true(parts[0], values) and true(parts[1], values)
    if kind == "or":
        return true(parts[0], values) or true(parts[1], values)
    if kind == "not":
        return not true(parts[0], values)
    value = values[parts[0]]
    if kind == "has":
        return bool(value)
    if kind in ("in", "not in"):
        return any(equal(value, word) for word in parts[1]) == (kind == "in")
    if kind in ("within", "not within"):
        inside = equal(value, parts[1]) if isinstance(value, frozenset) else value is not None and parts[1] in str(value).lower()
        return inside == (kind == "within")
    if kind in ("==", "!="):
        return equal(value, parts[1]) == (kind == "==")
    try:
        number = float(value)
    except (TypeError, ValueError):
        return False
    bound = float(parts[1])
    return {"<": number < bound, "<=": number <= bound, ">": number > bound, ">=": number >= bound}[kind]


@given(TREES, st.fixed_dictionaries(dict.fromkeys(sorted(FIELDS), VALUE)))
def test_random_expressions_mean_what_they_say(tree: Tree, values: dict[str, Any]) -> None:
    assert compile_filter(written(tree), FIELDS)(values) == true(tree, values)


PIECES = st.sampled_from(
    [*sorted(FIELDS), *"()[],<>='\"! ", "==", "!=", " and ", " or ", " not ", " in ", "2020", "x", "\0", "é"]
)


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=30).map("".join)))
def test_garbage_is_a_test_or_a_value_error(expression: str) -> None:
    try:
        test = compile_filter(expression, FIELDS)
    except ValueError as error:
        assert str(error)
        return
    assert test(VALUES) in (True, False)
