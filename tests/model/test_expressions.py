"""Test expressions that are compiled when they are first used."""

import copy
import pickle
import re

import pytest

from cvrender.model.expressions import expression


def test_an_expression_has_the_methods_of_a_compiled_one() -> None:
    words = expression(r"(?P<first>[a-z])\w*", re.IGNORECASE)
    assert [match["first"] for match in words.finditer("Ada example")] == ["A", "e"]
    assert words.sub("-", "Ada example") == "- -" == words.sub("-", "Ada example")
    assert words.groupindex == {"first": 1}
    assert words.pattern == r"(?P<first>[a-z])\w*"
    assert expression(rb"\d").findall(b"a1b2") == [b"1", b"2"]


def test_an_expression_can_be_copied() -> None:
    words = expression(r"\w+")
    for copied in (copy.deepcopy(words), pickle.loads(pickle.dumps(words))):
        assert copied.fullmatch("Ada")


def test_a_mistake_is_reported_when_the_expression_is_used() -> None:
    wrong = expression("(")
    with pytest.raises(re.error):
        wrong.match("a")
