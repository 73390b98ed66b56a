"""Define what every format has: how it is found, and how a file in it becomes data in a profile's shape."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.content import Content
from cvrender.formats.lines import OldLine
from cvrender.formats.table import (
    KEPT,
    ImportedEntry,
    SourceReading,
    Table,
    copied,
    items_at,
    keep,
    keys_of,
    look,
    pruned,
    put,
    read_record,
    take,
)
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.kinds import KINDS

CUSTOM = "custom"
PERSON = "person"
PATENT = "patent"


@dataclass
class Imported:
    """What one file holds, in a profile's shape: lists of entries by their collection, `person`, and texts such as `bio`.

    `owners` are names that the file marks as its owner's. A publication may lack `authors`: then the file named none.
    `containers` are books to which other entries refer; they are works of the person only if the person edited them.
    `document` are the lines of an old CV. `checksum` is the SHA-256
    of the file. `whole` is the data of a whole profile, if that is what the file carries.
    """

    format: str
    file: str
    data: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    containers: list[ImportedEntry] = field(default_factory=list)
    document: "OldDocument | None" = None
    checksum: str = ""
    whole: dict[str, Any] | None = None

    def add(self, collection: str, entry: ImportedEntry) -> None:
        """Add an entry to a collection."""
        self.data.setdefault(collection, []).append(entry)

    def add_custom(self, title: str, entry: ImportedEntry) -> None:
        """Add an entry to a section of the person's own, which is made when it is first needed."""
        sections = self.data.setdefault(CUSTOM, [])
        known = next((section for section in sections if section["title"] == title), None)
        if known is None:
            known = ImportedEntry({"title": title, "entries": []}, {(): entry.place})
            sections.append(known)
        known.setdefault("entries", []).append(entry)

    @property
    def person(self) -> ImportedEntry:
        """Return what the file says about the person."""
        entry: ImportedEntry = self.data.setdefault(PERSON, ImportedEntry())
        return entry


@dataclass
class OldDocument:
    """What a reader found: lines in reading order, files that were read besides, and what is doubtful.

    `left_out` are lines that say nothing of the person, such as page numbers. `language` is the one that the file declares.
    `unplaced` is how many lines no field has taken: they are kept whole, as text or under `x-import`. `told` are texts besides
    the lines that may have the person's name: the properties of the file, and headers of pages. `cited` are works that the file
    says in BibTeX, too, behind the lines that show them. `sections` are the collections that its sections became, in order, each
    with the heading; of custom sections, it is their title.
    """

    format: str
    file: str
    lines: list[OldLine] = field(default_factory=list)
    joined: list[Imported] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left_out: list[OldLine] = field(default_factory=list)
    language: str = ""
    unplaced: int = 0
    told: list[str] = field(default_factory=list)
    cited: list[ImportedEntry] = field(default_factory=list)
    sections: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what it is called, whether a file is in it, and how it is read."""

    name: str
    title: str
    detects: Callable[[Content], bool]
    read: Callable[[Content], Imported]


@dataclass(frozen=True, slots=True)
class RecordSection:
    """Where records stand in a file, what they become, and their table.

    `theirs` is the path of a record or of a list of records; "" is the whole file. `ours` is a collection, `person`, or `custom`
    with a `title`. `kind` says of what kind a record is, for rows that ask for one; publications of the kind `patent` become
    patents. `before` prepares a record, `finish` completes an entry.
    """

    theirs: str
    ours: str
    table: Table
    title: str = ""
    kind: Callable[[Any], str] = lambda record: ""
    before: Callable[[Any], Any] = lambda record: record
    finish: Callable[[ImportedEntry, SourceReading], None] = lambda entry, reading: None


def read_sections(source: Source, format: str, sections: Iterable[RecordSection], problems: Iterable[Problem] = ()) -> Imported:
    """Read a file by its sections. What none of them takes is kept under the profile's own `x-import`.

    `problems` are those that were found before. An entry of `publications` without a type is a `document`.
    """
    reading = SourceReading(source, format, list(problems))
    imported = Imported(format, source.file, problems=reading.problems, owners=reading.owners)
    rest = copied(source.data)
    for section in sections:
        _read_section(section, rest, reading, imported)
    if left := pruned(rest):
        keep(imported.data, format, left)
    return imported


def _read_section(section: RecordSection, rest: Any, reading: SourceReading, imported: Imported) -> None:
    """Read the records of one section, and take them out of the data."""
    records = look(rest, section.theirs) if section.theirs else rest
    for path, record in items_at(records, keys_of(section.theirs) if section.theirs else ()):
        if record not in (None, "", {}, []):
            _read_one(section, record, path, reading, imported)
    if section.theirs:
        take(rest, section.theirs)
    else:
        rest.clear()


def _read_one(section: RecordSection, record: Any, at: DataPath, reading: SourceReading, imported: Imported) -> None:
    prepared = section.before(copied(record) if isinstance(record, dict) else {"": copied(record)})
    kind = section.kind(prepared)
    entry = read_record(section.table, prepared, at, reading, kind)
    _lift(entry, imported)
    section.finish(entry, reading)
    if section.ours == PERSON:
        _add_to_person(entry, imported)
    elif section.ours == CUSTOM:
        imported.add_custom(section.title, entry)
    elif entry:
        collection = "patents" if kind == PATENT else section.ours
        if collection == "publications":
            entry.setdefault("type", "document")
        imported.add(collection, entry)


def _add_to_person(entry: ImportedEntry, imported: Imported) -> None:
    """Add a record's values to the person; what has another value there is kept."""
    for name, values in entry.pop(KEPT, {}).items():
        keep(imported.person, name, values)
    for key, value in entry.items():
        if not put(imported.person, (key,), value):
            keep(imported.person, imported.format, {key: value})
    imported.person.places |= entry.places
    if "links" in imported.person:
        imported.person["links"] = _without_repetitions(imported.person["links"])


def _without_repetitions(links: list[Any]) -> list[Any]:
    """Return links with one for each page, the one with a label if there is one."""
    unique: dict[str, Any] = {}
    for link in links:
        address = str(link.get("value", "") if isinstance(link, dict) else link)
        key = re.sub(r"^https?://(?:www\.)?", "", address, flags=re.IGNORECASE).rstrip("/").casefold()
        if key not in unique or isinstance(link, dict) and not isinstance(unique[key], dict):
            unique[key] = link
    return list(unique.values())


def _lift(entry: ImportedEntry, imported: Imported) -> None:
    """Move what a table puts at the profile's top (`/bio`) there."""
    for key in [key for key in entry if key.startswith("/")]:
        value = entry.pop(key)
        if not put(imported.data, (key[1:],), value):
            keep(imported.data, imported.format, {key[1:]: value})


COLLECTIONS = tuple(name for name in KINDS if name != CUSTOM)
"""The collections that hold entries."""
