"""Each style says every field of every kind of entry: all fields together, each alone, and all but each."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

import pytest
from jinja2 import Environment, nodes
from pydantic import ValidationError

from cvrender.compose import compose
from cvrender.library import NamedView, find_style, find_terms, names
from cvrender.load import Source
from cvrender.model.collections import KINDS, entry_model
from cvrender.model.document import Document, Entry, Group, Row
from cvrender.model.entries import Role
from cvrender.model.style import EntryPattern
from cvrender.model.text import Text
from cvrender.model.view import View
from cvrender.tailor import tailor
from cvrender.validate import validate

MODELS = {kind: entry_model(collection) for collection, kind in KINDS.items()} | {"role": Role}
UNSAID = {"id", "tags", "private", "privacy", "start", "end", "type", "et_al", "roles"}
PEOPLE = {"advisors", "mentors", "committee", "hosts", "co_advisors", "authors", "investigators"}
TYPES = ["paper-conference", "article-journal", "article", "manuscript", "report", "thesis", "book", "software", "review-book"]
Data = dict[str, Any]


def sample(kind: str, field: str, word: str) -> Any:
    """A value for the field in which every text is its own; `word` tells one entry's from another's."""
    mark = f"{kind}{field.replace('_', '')}{word}"
    if field in PEOPLE:
        return [{"name": f"{mark}a", "native": f"{mark}b"}, f"{mark}c"]
    if field in ("venue", "event", "also"):
        venue = {"name": f"{mark}n", "short": f"{mark}s", "location": f"{mark}l", "note": f"{mark}o"}
        return [venue, f"{mark}x"] if field == "also" else venue
    if field == "status" and kind == "publication":
        return "in-press"
    special = {
        "type": "paper-conference",
        "date": "2019-05-17",
        "url": f"https://{mark}.example.org/page",
        "links": [{"url": f"https://{mark}a.example.org", "label": f"{mark}b"}, f"https://{mark}c.example.org/"],
        "highlights": [f"{mark}a", {"text": f"{mark}b", "highlights": [f"{mark}c"]}],
        "acceptance": {"rate": "12.5%", "accepted": "11", "submitted": "88"},
        "emails": [f"{mark}@a.example.org", {"value": f"{mark}@b.example.org", "label": f"{mark}c"}],
        "phones": [f"+1 {mark}", {"value": f"+2 {mark}", "label": f"{mark}c"}],
    }
    several = {name: [f"{mark}a", f"{mark}b"] for name in ("grades", "awards", "items")}
    return (special | several).get(field, mark)


def variants(kind: str) -> Iterator[Data]:
    """Entries of a kind: with all fields, with each of them and no more than it takes, without each of them."""
    model = MODELS[kind]
    said = [name for name in model.model_fields if name not in UNSAID]
    needed = [name for name, field in model.model_fields.items() if field.is_required()]
    count = 0

    def made(chosen: list[str], **more: Any) -> Data:
        nonlocal count
        count += 1
        return {name: sample(kind, name, f"v{count}") for name in chosen} | more

    yield made([*said, *needed])
    for name in said:
        for anchor in (None, *said):
            data = made(list(dict.fromkeys([*needed, name, *([anchor] if anchor else [])])))
            if is_valid(kind, data):
                yield data
                break
        data = made([other for other in [*said, *needed] if other != name])
        if is_valid(kind, data):
            yield data
    if kind == "publication":
        yield from (made([*said, *needed], type=csl, **more) for csl in TYPES for more in ({}, {"genre": "workshop"}))
        yield from (made([*needed, "venue", "genre"], type=csl) for csl in TYPES)


def is_valid(kind: str, data: Data) -> bool:
    try:
        MODELS[kind].model_validate(data)
    except ValidationError:
        return False
    return True


@lru_cache(maxsize=1)
def everything() -> tuple[Source, dict[str, Data]]:
    """A profile of all variants of all kinds, and its entries by where they stand."""
    data: Data = {"person": {"name": "Ada Lovelace"}}
    entries: dict[str, Data] = {}
    for collection, kind in KINDS.items():
        made = list(variants(kind))
        entries |= {f"{collection}[{index}]": entry for index, entry in enumerate(made)}
        data[collection] = made
    data["custom"] = [{"title": "Own", "entries": data["custom"]}]
    entries = {key.replace("custom[", "custom[0].entries["): entry for key, entry in entries.items()}
    roles = list(variants("role"))
    data["positions"].append({"organization": "Employer", "roles": roles})
    last = len(data["positions"]) - 1
    entries |= {f"positions[{last}].roles[{index}]": role for index, role in enumerate(roles)}
    return Source("all.yaml", data, {}, {}), entries


@lru_cache(maxsize=16)
def document(style_name: str) -> Document:
    source, _ = everything()
    view = View.model_validate({"sections": list(KINDS)})
    style = find_style(style_name)
    selection = tailor(validate(source), NamedView("all", view, Source("v.yaml", {}, {}, {})), style.groups)
    return compose(selection, style, find_terms(style, "en"))


def texts(value: Any) -> Iterator[Text]:
    """All texts of a part of a document, but those of entries within an entry, which stand for themselves."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from () if isinstance(item, Entry) else texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def entries_in(value: Any, heading: str = "") -> Iterator[tuple[str, str]]:
    """The place of each entry, and all that its reader sees: its texts, where their links go, the heading above it."""
    if isinstance(value, Entry | Row):
        said = [part for text in texts(value) for part in (text.plain, *(span.href for span in text.spans))]
        yield value.source, " ".join([*said, heading])
    if isinstance(value, tuple):
        for item in value:
            yield from entries_in(item, heading)
    elif is_dataclass(value):
        for field in fields(value):
            yield from entries_in(getattr(value, field.name), value.title.plain.lower() if isinstance(value, Group) else heading)


@lru_cache(maxsize=16)
def said(style: str) -> dict[str, str]:
    """What a style says of each entry, by where that stands in the profile."""
    return dict(entries_in(document(style)))


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "date":
                yield from ("2019", "May", "17")
            elif key == "status" and item == "in-press":
                yield "in press"
            elif key == "accepted":
                yield "11/88"
            elif key not in ("type", "submitted"):
                yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield str(value)


@pytest.mark.parametrize("style", names("styles"))
def test_every_field_of_every_entry_is_said(style: str) -> None:
    _, entries = everything()
    assert len(entries) > 300
    lost = [f"{source}: {leaf}" for source, data in entries.items() for leaf in leaves(data) if leaf not in said(style)[source]]
    assert lost == []


@pytest.mark.parametrize("style", names("styles"))
def test_what_is_empty_leaves_no_trace(style: str) -> None:
    signs = ("()", "[]", "None", "{", "Undefined", ", ,", ",,", ";;", "(, ", " ,", "::", "“”")
    assert [(source, sign) for source, text in said(style).items() for sign in signs if sign in text] == []


# The same by the look of the patterns


def mentioned(pattern: EntryPattern) -> set[str]:
    """The fields that a pattern names; of a venue that is not printed whole, its parts."""
    shown = [pattern.title, *pattern.lines[:1]] if pattern.layout == "rows" else [pattern.label, pattern.title, *pattern.lines]
    tree = Environment().parse(" ".join([*shown, pattern.date, pattern.summary]))
    parts = [part for part in tree.find_all(nodes.Getattr) if isinstance(part.node, nodes.Name)]
    whole = {name.name for name in tree.find_all(nodes.Name) if not any(part.node is name for part in parts)}
    return whole | {f"{part.node.name}.{part.attr}" for part in parts if isinstance(part.node, nodes.Name)} | set(pattern.bullets)


@pytest.mark.parametrize("style", names("styles"))
def test_every_field_stands_in_its_pattern(style: str) -> None:
    patterns = find_style(style).entries
    assert set(patterns) == set(MODELS) | {"interest"}
    for kind, model in MODELS.items():
        known = mentioned(patterns[kind])
        for field in set(model.model_fields) - UNSAID:
            if field in ("venue", "event") and field not in known:
                assert {f"{field}.name", f"{field}.location", f"{field}.note"} <= known, (kind, field)
                assert known & {f"{field}.short", f"{field}.brief"}, (kind, field)
            else:
                assert field in known or (field == "date" and "year" in known), (kind, field)
