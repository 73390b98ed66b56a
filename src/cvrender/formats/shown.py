"""Take what a view shows of a profile as plain data in a profile's shape."""

from collections.abc import Iterator
from typing import Any

from cvrender.formats.values.dates import SEASONS
from cvrender.model.base import Model, defaults_of, fields_of
from cvrender.model.dates import DateRange, PartialDate, edtf
from cvrender.model.document import Block, Document, EntryList, Group, Rows
from cvrender.model.fields import Timed
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.value import Value
from cvrender.model.view import Selection
from cvrender.text.formulas import readable
from cvrender.text.markup import inline

WHEN = "~when"
"""The key under which plain data has the time of an entry, in EDTF."""


SECTION = "~section"
"""The key for the title of the custom section that an entry belongs to."""


class Shown(Value, frozen=True):
    """What a view shows: the person, a list of entries for each collection, texts, and the Document composed from it.

    `works` are the publications and patents as bibliographies write them. `sources` are the fields of the profile that the
    entries of each collection come from, such as `publications[2]`.
    """

    person: dict[str, Any]
    bio: str
    entries: dict[str, list[dict[str, Any]]]
    interests: tuple[str, ...]
    language: str
    document: Document
    works: dict[str, Any]
    sources: dict[str, list[str]]


def shown(selection: Selection, document: Document, works: dict[str, Any] | None = None) -> Shown:
    """Return what a selection shows. Entries of custom sections have the title of their section as SECTION.

    `works` are the publications and patents of bibliographies, if they are others than those of the selection.
    """
    entries: dict[str, list[dict[str, Any]]] = {}
    sources: dict[str, list[str]] = {}
    known = set[str]()
    for section in selection.sections:
        for item in section.entries:
            if item.source in known:
                continue
            known.add(item.source)
            entry = plain(item.entry)
            if section.collection == "custom":
                entry[SECTION] = section.title
            entries.setdefault(section.collection, []).append(entry)
            sources.setdefault(section.collection, []).append(item.source)
    bio = "\n\n".join(text for section in selection.sections if section.collection == "bio" for text in section.texts)
    works = works or {name: entries.get(name, []) for name in ("publications", "patents")}
    person, language = plain(selection.profile.person), selection.language
    return Shown(person, bio, entries, selection.interests, language, document, works, sources)


def dates_of(block: Block) -> Iterator[tuple[str, str]]:
    """Yield the fields of the profile that the entries and rows of a block come from, with their dates; a table has none."""
    match block:
        case Group():
            yield from (pair for inner in block.blocks for pair in dates_of(inner))
        case Rows():
            yield from ((row.source, "") for row in block.rows)
        case EntryList():
            yield from ((each.source, readable(each.date)) for entry in block.entries for each in (entry, *entry.entries))


def networks(person: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the identifiers of a person as pages of networks: the network, the name there, and the address."""
    return [(row.name, person[key], row.link(person[key])) for key, row in RESEARCHER_IDS.items() if person.get(key)]


def plain(value: Any) -> Any:
    """Return a model as a mapping of what is set, and everything in it as plain data."""
    if isinstance(value, Model):
        defaults, fields = defaults_of(type(value)), fields_of(type(value))
        values = {field.name: getattr(value, field.name) for field in fields.values()}
        data = {name: plain(item) for name, item in values.items() if name not in defaults or item != defaults[name]}
        return {**data, WHEN: edtf(value.when[0])} if isinstance(value, Timed) and value.when else data
    if isinstance(value, tuple | list):
        if len(value) == 1 and isinstance(value[0], PartialDate | DateRange):
            return str(value[0])  # as people write one date; several are a list
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value if isinstance(value, bool | int) else str(value)


def characters(markdown: Any) -> str:
    """Return the characters of a text with inline Markdown."""
    return " ".join(readable(inline(str(markdown or ""))).split())


def times(entry: dict[str, Any]) -> tuple[str, str]:
    """Return the beginning and the end of an entry, in EDTF; the end is `present` where it lasts, empty if there is none."""
    start, slash, end = str(entry.get(WHEN, "")).partition("/")
    return start, (end or "present") if slash else ""


def day(date: str) -> str:
    """Return a date as ISO 8601 has it (`2020`, `2020-05`, `2020-05-17`), or the year of one that is not so exact."""
    year, *rest = date.rstrip("~").split("-")
    return "-".join([year, *rest]) if all(len(part) == 2 and part < "13" or index for index, part in enumerate(rest)) else year


def in_words(date: str) -> str:
    """Return a date in EDTF as other programs read it in any text: a season and `ca.` as words."""
    exact, season = date.rstrip("~"), SEASONS.get(date[5:7])
    said = f"{season.capitalize()} {exact[:4]}" if season else exact
    return f"ca. {said}" if date.endswith("~") else said


def line(entry: dict[str, Any], *names: str, separator: str = ", ") -> str:
    """Return the characters of some fields in one line."""
    values = (entry.get(name) for name in names)
    return separator.join(characters(value) for value in values if isinstance(value, str) and value)


def texts_of(items: Any) -> list[str]:
    """Return the characters of highlights, nested ones after the one that they belong to."""
    texts: list[str] = []
    for item in items or ():
        texts += [characters(item["text"]), *texts_of(item.get("highlights"))] if isinstance(item, dict) else [characters(item)]
    return texts
