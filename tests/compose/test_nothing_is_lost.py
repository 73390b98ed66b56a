"""Each style says every field of every kind of entry: all fields together, each alone, and all but each.

What no pattern mentions, `rest` says, in every layout.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest
from jinja2 import Environment, nodes

from cvrender.compose import compose
from cvrender.compose.select import select
from cvrender.compose.values import printed_fields
from cvrender.load.library import BUILT_IN, NamedView, find_style, find_terms
from cvrender.load.reader import Source
from cvrender.load.validate import as_model, validate
from cvrender.model.base import field_names, fields_of
from cvrender.model.convert import convert
from cvrender.model.document import Document, EntryBlock, Group, LabelRow, Paragraph
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.kinds import KINDS, PATTERNS, Role
from cvrender.model.parts import with_parts
from cvrender.model.pattern import EntryPattern, Layout
from cvrender.model.style import Style
from cvrender.model.text import Text
from cvrender.model.value import Value, replace
from cvrender.model.view import View

STYLES = BUILT_IN.names("styles")
MODELS = {kind.name: kind.model for kind in KINDS.values()} | {"role": Role}
UNSAID = {"id", "tags", "private", "public", "collaboration", "including", "privacy", "start", "end", "type", "et_al", "roles"}
UNSAID |= {"peer_reviewed", "open_access", "fte"}  # by which views select and reports count
UNSAID |= {"place", "objectives", "overlap", "in_kind", "person_months"}  # of a grant, which only funders' forms ask for
UNSAID |= {"sources"}  # which says where facts come from
UNSAID |= {"keep", "break_"}  # which say where a page may end
UNSAID |= {"logo", "images"}  # pictures
UNSAID |= {"ror"}  # which links a name if an option says so
UNSAID |= {"board", "co_editors"}  # of service, the same
UNSAID |= {key for key, row in WORK_IDS.items() if not row.printed}
STATUS = {"publication": "in-press", "grant": "pending", "trial": "recruiting"}
PEOPLE = {
    "advisors",
    "mentors",
    "committee",
    "hosts",
    "co_advisors",
    "authors",
    "investigators",
    "editors",
    "translators",
    "container_editors",
    "curators",
    "reviewed_authors",
}
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
    if field == "status" and kind in STATUS:
        return STATUS[kind]
    if field in WORK_IDS:
        return identifier(field, int(word[1:]))
    special = {
        "type": "paper-conference",
        "date": "2019-05-17",
        "url": f"https://{mark}.example.org/page",
        "register": f"https://{mark}.example.org/page",
        "valid_until": "2031-08-09",
        "links": [{"url": f"https://{mark}a.example.org", "label": f"{mark}b"}, f"https://{mark}c.example.org/"],
        "fields": {f"{mark}a": f"{mark}b", f"{mark}c": f"{mark}d"},
        "highlights": [f"{mark}a", {"text": f"{mark}b", "highlights": [f"{mark}c"]}],
        "acceptance": {"rate": "12.5%", "accepted": "11", "submitted": "88"},
        "emails": [f"{mark}@a.example.org", {"value": f"{mark}@b.example.org", "label": f"{mark}c"}],
        "phones": [f"+1 {mark}", {"value": f"+2 {mark}", "label": f"{mark}c"}],
    }
    several = {name: [f"{mark}a", f"{mark}b"] for name in ("grades", "awards", "items")}
    return (special | several).get(field, mark)


def identifier(key: str, number: int) -> str:
    """A valid identifier like the example, in which the number and the place of the key in the table are."""
    row, place = WORK_IDS[key], list(WORK_IDS).index(key)
    run = max(re.findall(r"[0-9]+", row.example), key=len)
    digits = f"{str(place % 9 + 1)[: max(0, len(run) - 4)]}{run[1:-4]}{number:04}"
    changed = row.example.replace(run, digits)
    return changed if not row.agrees else next(each for char in "0123456789X" if not row.fault(each := changed[:-1] + char))


def variants(kind: str) -> Iterator[Data]:
    """Entries of a kind: with all fields, with each of them and no more than it takes, without each of them."""
    model = MODELS[kind]
    said = [name for name in field_names(model) if name not in UNSAID]
    needed = [name for name, field in fields_of(model).items() if field.required]
    needed += ["authors"] if kind == "publication" else []
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
    return not convert(MODELS[kind], data)[1]


@lru_cache(maxsize=1)
def everything() -> tuple[Source, dict[str, Data]]:
    """A profile of all variants of all kinds, and its entries by where they stand."""
    data: Data = {"person": {"name": "Ada Lovelace"}}
    entries: dict[str, Data] = {}
    for collection, kind in KINDS.items():
        listed = list(variants(kind.name))
        entries |= {f"{collection}[{index}]": entry for index, entry in enumerate(listed)}
        data[collection] = listed
    data["custom"] = [{"title": "Own", "entries": data["custom"]}]
    entries = {key.replace("custom[", "custom[0].entries["): entry for key, entry in entries.items()}
    roles = list(variants("role"))
    data["positions"].append({"organization": "Employer", "roles": roles})
    last = len(data["positions"]) - 1
    entries |= {f"positions[{last}].roles[{index}]": role for index, role in enumerate(roles)}
    return Source("all.yaml", data, {}, {}), entries


@lru_cache(maxsize=16)
def document(style_name: str) -> Document:
    style = find_style(style_name)
    plain = {"languages": "rows", "dates": "abbreviated"}  # a table of languages and numeric dates have tests of their own
    return composed(everything()[0], replace(style, values={**style.values, **plain}))


def composed(source: Source, style: Style) -> Document:
    """All entries of a profile in a style."""
    view = Source("v.yaml", {"privacy": "full", "sections": list(KINDS)}, {}, {})
    selection = select(validate(source), NamedView("all", as_model(view, View), view), style.groups)
    return compose(selection, style, find_terms(style, "en"))


def texts(value: Any) -> Iterator[Text]:
    """All texts of a part of a document, but those of entries within an entry, which stand for themselves."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from () if isinstance(item, EntryBlock) else texts(item)
    elif isinstance(value, Value):
        for field in value.__struct_fields__:
            yield from texts(getattr(value, field))


def entries_in(value: Any, heading: str = "") -> Iterator[tuple[str, str]]:
    """The place of each entry, and all that its reader sees: its texts, where their links go, the heading above it."""
    if isinstance(value, EntryBlock | LabelRow):
        said = [part for text in texts(value) for part in (text.plain, *(span.href for span in text.spans))]
        yield value.source, " ".join([*said, heading])
    if isinstance(value, tuple):
        for item in value:
            yield from entries_in(item, heading)
    elif isinstance(value, Value):
        for field in value.__struct_fields__:
            yield from entries_in(getattr(value, field), value.title.plain.lower() if isinstance(value, Group) else heading)


@lru_cache(maxsize=16)
def said(style: str) -> dict[str, str]:
    """What a style says of each entry, by where that stands in the profile."""
    return dict(entries_in(document(style)))


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "date":
                yield from ("2019", "May", "17")
            elif key == "valid_until":
                yield from ("2031", "Aug", "9")
            elif key == "status" and item == "in-press":
                yield "in press"
            elif key == "accepted":
                yield "11/88"
            elif key == "fields":
                yield from (f"{label}: {text}" for label, text in item.items())
            elif key not in ("type", "submitted"):
                yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield str(value)


@pytest.mark.few_styles("classic", "sidebar")
@pytest.mark.parametrize("style", STYLES)
def test_every_field_of_every_entry_is_said(style: str) -> None:
    _, entries = everything()
    assert len(entries) > 300
    lost = [f"{source}: {leaf}" for source, data in entries.items() for leaf in leaves(data) if leaf not in said(style)[source]]
    assert lost == []


@pytest.mark.few_styles("classic", "sidebar")
@pytest.mark.parametrize("style", STYLES)
def test_what_is_empty_leaves_no_trace(style: str) -> None:
    signs = ("()", "[]", "None", "{", "Undefined", ", ,", ",,", ";;", "(, ", " ,", "::", "“”")
    assert [(source, sign) for source, text in said(style).items() for sign in signs if sign in text] == []


# What patterns do not mention

UNLIKE = ("plain", "homepage", "sidebar")
"""Styles that differ in what is left without patterns: legends, ranges, numbers, groups, a column at the side."""


def test_what_is_not_said_is_marked_and_nothing_else() -> None:
    marked = UNSAID - {"start", "end"}  # which are said as the date
    for kind, model in MODELS.items():
        assert set(field_names(model)) - set(printed_fields(model)) == marked & set(field_names(model)), kind


def without_patterns(style: str, layout: Layout) -> Style:
    """The style with patterns that mention no field."""
    found = find_style(style)
    assert set(found.entries) == set(MODELS) == set(PATTERNS)
    return replace(found, entries={kind: EntryPattern(layout=layout, title=kind, bullets=()) for kind in found.entries})


@pytest.mark.parametrize(
    ("pattern", "title", "lines"),
    [
        (EntryPattern(title="{{ name }}"), "C", ("V, n, 2019",)),
        (EntryPattern(title="{{ [name, rest] | comma }}"), "C, V, n, 2019", ()),
        (EntryPattern(title="{{ [name, rest] | comma }}", date="{{ date }}", lines=("{{ note }}",)), "C, V", ("n",)),
        (EntryPattern(title="{{ name }}", lines=("{{ rest | spaced }}", "{{ note }}")), "C", ("V 2019", "n")),
    ],
)
def test_the_rest_stands_where_the_pattern_has_it_or_else_last(
    pattern: EntryPattern, title: str, lines: tuple[str, ...], source_of: Callable[[str], Source]
) -> None:
    source = source_of("systems: [{name: C, title: V, date: 2019, note: n}]")
    style = find_style("plain")
    document = composed(source, replace(style, entries={**style.entries, "system": pattern}))
    (entry,) = document.sections[0].blocks[0].entries  # type: ignore[union-attr]
    assert (entry.title.plain, tuple(line.plain for line in entry.lines)) == (title, lines)
    assert entry.date.plain == ("2019" if pattern.date else "")


def test_the_rest_stands_behind_the_labels_of_its_fields(source_of: Callable[[str], Source]) -> None:
    source = source_of("education: [{institution: U, thesis: T, advisors: [A, B]}]")
    (entry,) = composed(source, without_patterns("plain", "entries")).sections[0].blocks[0].entries  # type: ignore[union-attr]
    assert [line.plain for line in entry.lines] == ["U, Thesis: T, Advisors: A and B"]


def not_in_rows(source: str) -> bool:
    """Roles stand below a position, and rows have nothing below them."""
    return ".roles[" not in source


@pytest.mark.few_styles("homepage")
@pytest.mark.parametrize("style", UNLIKE)
@pytest.mark.parametrize("layout", ["entries", "rows"])
def test_a_field_that_no_pattern_mentions_is_said_by_the_rest(style: str, layout: Layout) -> None:
    source, entries = everything()
    values = dict(entries_in(composed(source, without_patterns(style, layout))))
    places = [place for place in entries if layout == "entries" or not_in_rows(place)]
    assert len(places) > 300
    assert [f"{place}: {leaf}" for place in places for leaf in leaves(entries[place]) if leaf not in values[place]] == []


@pytest.mark.few_styles("homepage")
@pytest.mark.parametrize("style", UNLIKE)
def test_a_field_that_no_pattern_mentions_is_said_on_one_line_too(style: str) -> None:
    source, entries = everything()
    kinds = {
        name: [without_bullets(entry) for entry in source.data[name]] for name in KINDS if name not in ("custom", "positions")
    }
    document = composed(replace(source, data={**source.data, **kinds}), without_patterns(style, "line"))
    found = {
        section.id: " ".join(text.plain + str(text.spans) for text in texts(section.blocks)) for section in document.sections
    }
    for name, data in kinds.items():
        section = next(section for section in document.sections if section.id == name)
        assert all(isinstance(block, Paragraph | Group) for block in section.blocks), name
        assert [leaf for entry in data for leaf in leaves(entry) if leaf not in found[name]] == []


def without_bullets(entry: Data) -> Data:
    return {name: value for name, value in entry.items() if name != "highlights"}


@pytest.mark.parametrize("style", STYLES)
def test_a_pattern_that_mentions_a_venue_names_all_its_parts(style: str) -> None:
    found = find_style(style)
    for kind, pattern in found.entries.items():
        known = mentioned(with_parts(pattern, found.parts))
        for field in {"venue", "event"} & {name.partition(".")[0] for name in known} - known:
            assert {f"{field}.name", f"{field}.location", f"{field}.note"} <= known, (kind, field)
            assert known & {f"{field}.short", f"{field}.brief"}, (kind, field)


def mentioned(pattern: EntryPattern) -> set[str]:
    """The fields that a pattern names; of a venue that is not printed whole, its parts."""
    tree = Environment().parse(" ".join(pattern.texts))
    parts = [part for part in tree.find_all(nodes.Getattr) if isinstance(part.node, nodes.Name)]
    whole = {name.name for name in tree.find_all(nodes.Name) if not any(part.node is name for part in parts)}
    return whole | {f"{part.node.name}.{part.attr}" for part in parts if isinstance(part.node, nodes.Name)} | set(pattern.bullets)
