"""Random profiles and views in: what is shown is exactly the selected set, in order, once; an oracle of its own says which."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

Cutter = Callable[..., Any]
LEVELS = ["public", "application", "full"]
TAGS = ["x", "y", "z"]
YEARS = ["2018", "2019", "2020", "2021"]
ALL_TAGS = {"id": "all", "title": "all", "date": "2000", "tags": TAGS, "privacy": "full"}

ENTRIES = st.lists(
    st.fixed_dictionaries(
        {"title": st.sampled_from("abcdef"), "tags": st.lists(st.sampled_from(TAGS), max_size=2, unique=True)},
        optional={
            "date": st.sampled_from(YEARS),
            "privacy": st.sampled_from(LEVELS),
            "private": st.booleans(),
            "role": st.sampled_from(["Keynote", "Panel"]),
        },
    ).filter(lambda entry: not entry.get("private") or entry.get("privacy", "full") == "full"),
    max_size=8,
)
FILTERS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "year >= 2020": lambda entry: int(entry.get("date", 0)) >= 2020,
    "x in tags or not role": lambda entry: "x" in entry["tags"] or "role" not in entry,
    "title in [a, b, c] and not (role == panel)": lambda entry: entry["title"] in "abc" and entry.get("role") != "Panel",
}
REQUESTS = st.fixed_dictionaries(
    {"from": st.sampled_from(["talks", "grants"])},
    optional={
        "tags": st.lists(st.sampled_from(TAGS), min_size=1, max_size=2),
        "exclude": st.sampled_from(TAGS),
        "since": st.sampled_from(YEARS),
        "until": st.sampled_from(YEARS),
        "where": st.sampled_from(sorted(FILTERS)),
        "sort": st.sampled_from(["date", "-date", "title", "-title"]),
        "pinned": st.lists(st.sampled_from(["e0", "e2", "e5"]), min_size=1, max_size=3, unique=True),
        "limit": st.integers(1, 5),
        "group_by": st.sampled_from(["none", "year", "tag", "role"]),
        "repeat": st.booleans(),
        "number": st.sampled_from(["up", "down", "per-group", ["down", "continuing"]]),
    },
)
VIEWS = st.fixed_dictionaries({"sections": st.lists(REQUESTS, max_size=5)}, optional={"privacy": st.sampled_from(LEVELS)})


def is_shown(entry: dict[str, Any], level: str) -> bool:
    needed = "full" if entry.get("private") else entry.get("privacy", "public")
    return LEVELS.index(needed) <= LEVELS.index(level)


def is_wanted(entry: dict[str, Any], request: dict[str, Any]) -> bool:
    date = entry.get("date")
    return (
        ("tags" not in request or any(tag in request["tags"] for tag in entry["tags"]))
        and request.get("exclude") not in entry["tags"]
        and ("since" not in request or (date is not None and date >= request["since"]))
        and ("until" not in request or (date is not None and date <= request["until"]))
        and ("where" not in request or FILTERS[request["where"]](entry))
    )


def in_order(entries: list[tuple[int, dict[str, Any]]], request: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    listed = list(entries)
    key = request.get("sort", "")
    if key:
        name = key.lstrip("-")
        having = [pair for pair in listed if pair[1].get(name)]
        for index in range(len(having)):  # an insertion sort, stable whichever way it goes
            here = index
            while here and (
                having[here - 1][1][name] < having[here][1][name]
                if key[0] == "-"
                else having[here - 1][1][name] > having[here][1][name]
            ):
                having[here - 1], having[here] = having[here], having[here - 1]
                here -= 1
        listed = having + [pair for pair in listed if not pair[1].get(name)]
    pinned = [pair for identifier in request.get("pinned", []) for pair in listed if pair[1]["id"] == identifier]
    return pinned + [pair for pair in listed if pair not in pinned]


def group(entry: dict[str, Any], by: str) -> str:
    if by == "year":
        return str(entry.get("date", "undated"))
    return str((entry["tags"] or [""])[0] if by == "tag" else entry.get("role", "") if by == "role" else "")


def expected(profile: dict[str, Any], view: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Of each section that is left the collection and the sources of its entries, in the order in which they are read."""
    seen: set[str] = set()
    made = []
    for request in view["sections"]:
        name = request["from"]
        left = [(index, entry) for index, entry in enumerate(profile[name]) if is_shown(entry, view.get("privacy", "public"))]
        left = [pair for pair in left if request.get("repeat") or f"{name}[{pair[0]}]" not in seen]
        left = in_order([pair for pair in left if is_wanted(pair[1], request)], request)[: request.get("limit", 99)]
        by = request.get("group_by", "none")
        keys = list(dict.fromkeys(group(entry, by) for _, entry in left))
        keys.sort(key=lambda key: (key in ("", "undated"), -int(key) if key.isdigit() else 0))
        sources = [f"{name}[{index}]" for key in keys for index, entry in left if group(entry, by) == key]
        seen |= set(sources)
        if sources:
            made.append((name, sources))
    return made


@pytest.mark.slow
@settings(max_examples=300)
@given(ENTRIES, ENTRIES, VIEWS)
def test_what_is_shown_is_exactly_the_selected_set_in_order_once(
    cut: Cutter, talks: list[dict[str, Any]], grants: list[dict[str, Any]], view: dict[str, Any]
) -> None:
    profile = {"talks": numbered(talks), "grants": numbered(grants)}
    selection = cut("\n".join(f"{name}: {json.dumps(entries)}" for name, entries in profile.items()), json.dumps(view))
    shown = [
        (section.collection, [selected.source for group in section.groups for selected in group.entries])
        for section in selection.selection.sections
    ]
    assert shown == expected(profile, view)
    for section in selection.selection.sections:
        for selected in (selected for group in section.groups for selected in group.entries):
            entry = profile[section.collection][int(selected.source.split("[")[1][:-1])]
            assert (selected.entry.id, selected.entry.title) == (entry["id"], entry["title"])


def numbered(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries with ids, and behind them some that nobody sees, so that every tag and id is known."""
    shown = [{"id": f"e{index}", **entry} for index, entry in enumerate(entries)]
    return shown + [{**ALL_TAGS, "id": f"e{index}"} for index in range(len(shown), len(shown) + 6)]
