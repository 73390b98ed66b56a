"""Test any data as a view: the result is a Selection or Problems, never another exception."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.model.base import fields_of
from cvrender.model.kinds import ALL, SECTIONS
from cvrender.model.view import AuthorLimit, BulletRequest, SectionRequest, View

WORDS = [
    "x",
    "year",
    "-date",
    "keynote",
    "2020",
    "5 years",
    "type",
    "down",
    "per-group",
    "full",
    "en",
    "tlh",
    "",
    "a b",
    "1",
    "true",
    "t in x",
]
PLAIN = st.one_of(st.sampled_from(WORDS), st.text(max_size=6), st.booleans(), st.none(), st.integers(-3, 30))
KEYS = ["en", "tags", "exclude", "limit", "max", "keep", "leave_out", "name", "options", "x-mine"]
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)),
    max_leaves=5,
)


def some_of(model: Any, values: st.SearchStrategy[Any], always: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from([*fields_of(model), "nonsense"]), values, max_size=4).map(
        lambda found: {**always, **found}
    )


BULLETS = some_of(BulletRequest, VALUES, {})
AUTHORS = some_of(AuthorLimit, VALUES, {"max": 2})
REQUESTS = st.one_of(
    VALUES,
    st.sampled_from([*SECTIONS, ALL]),
    st.sampled_from([*SECTIONS, ALL]).flatmap(
        lambda name: some_of(SectionRequest, st.one_of(VALUES, BULLETS, AUTHORS), {"from": name}),
    ),
)
VIEWS = st.one_of(
    VALUES,
    st.builds(lambda view, sections: {**view, "sections": sections}, some_of(View, VALUES, {}), st.lists(REQUESTS, max_size=3)),
)
PROFILE = """
bio: b
interests: [i]
talks: [{id: keynote, title: t, date: 2020, tags: [x], highlights: [{text: h, tags: [x]}]}]
publications: [{title: p, authors: [A, Ada Lovelace], type: article}]
positions: [{organization: o, start: 2019, end: present, roles: [{title: r, date: [2019, 2020]}]}]
custom: [{id: x, title: c, text: d, entries: [{title: e, date: 2020/}]}]
"""


@pytest.mark.slow
@settings(max_examples=400)
@given(VIEWS)
def test_any_view_is_used_or_refused(cut: Callable[..., Any], view: Any) -> None:
    try:
        selection = cut(PROFILE, json.dumps(view).replace("\\u0000", ""))
    except InputError as error:
        assert error.problems
        return
    assert selection.selection.view == "v"
