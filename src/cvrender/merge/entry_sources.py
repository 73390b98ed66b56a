"""Write into entries where their facts come from: the file with the page or line, or the register that was asked."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from cvrender.formats.base import COLLECTIONS, CUSTOM, PERSON, Imported
from cvrender.formats.table import KEPT, ImportedEntry
from cvrender.load.locations import Location
from cvrender.load.yaml_edit import Edits
from cvrender.merge.proposals import Proposal
from cvrender.model.convert import DataPath
from cvrender.model.sources import is_register, noted

SOURCES = "sources"
_PAGED = frozenset({".pdf"})
_LINED = frozenset(
    ".bib .ris .nbib .enw .csv .tsv .json .jsonld .xml .yaml .yml .cff .md .markdown .txt .tex .org .html .htm .vcf .rdf".split()
)
"""The formats whose readers know pages, and those whose readers know lines."""
_UNSOURCED = frozenset({SOURCES, KEPT, "id", "tags", "variants", "private", "privacy", "type", "genre", "status"})
_SEVERAL = re.compile(r"^[a-z-]+:\S+ and \d+ more$")
"""What is said of an answer about several works."""


def source_of(place: Location, entry: Mapping[str, Any] | None = None) -> str:
    """Return the source that a place in an imported file is, such as `old-cv.pdf#p2`; "" if it is not known.

    Of an answer about several works it is the identifier of the `entry` itself.
    """
    file, number, _ = place
    if _SEVERAL.search(file):
        identifier = next((key for key in ("doi", "arxiv", "pmid") if (entry or {}).get(key)), "")
        return f"{identifier}:{str((entry or {})[identifier]).replace(' ', '')}" if identifier else ""
    if not file or is_register(file):
        return file
    name = PurePath(file).name.replace("#", "%23").replace("\n", " ")
    suffix = PurePath(name).suffix.casefold()
    sign = "p" if suffix in _PAGED else "l" if suffix in _LINED else ""
    return (name if suffix else f"./{name}") + (f"#{sign}{number}" if sign and number else "")


def note_sources(data: dict[str, Any], files: Sequence[Imported], *, by_field: bool = False) -> None:
    """Write the sources of imported entries and of the person into the data of a new profile."""
    for collection in (*COLLECTIONS, CUSTOM):
        for entry in data.get(collection, ()):
            for each in (entry, *(entry.get("entries", ()) if collection == CUSTOM else ())):
                if isinstance(each, ImportedEntry) and each.place[0] and (collection != CUSTOM or each is not entry):
                    _note(each, by_field)
    places = [
        imported.data[PERSON].place if isinstance(imported.data.get(PERSON), ImportedEntry) else ("", 0, 0) for imported in files
    ]
    named = [
        place if place[0] else (imported.file, 0, 0)
        for place, imported in zip(places, files, strict=True)
        if imported.data.get(PERSON)
    ]
    if distinct := _distinct(named):
        data[PERSON][SOURCES] = distinct


def check_sums(files: Iterable[Imported]) -> dict[str, str]:
    """Return the SHA-256 of each imported file by its name."""
    known = {source_of((imported.file, 0, 0)): imported.checksum for imported in files if imported.checksum}
    return {name: f"sha256:{checksum}" for name, checksum in known.items() if name and not is_register(name)}


def _note(entry: ImportedEntry, by_field: bool) -> None:
    if len(entry) < 2:  # which is written as a text
        return
    fields = {str(path[0]): place for path, place in entry.places.items() if path and place[0] and path[0] in entry}
    if by_field and fields:
        entry[SOURCES] = {key: source_of(place) for key, place in fields.items() if not key.startswith("x-")}
    elif places := _distinct([entry.place, *fields.values()]):
        entry[SOURCES] = places


def _distinct(places: Sequence[Location]) -> str | list[str]:
    """Return the sources of several places: each page once, and of other files only the first place."""
    first: dict[str, str] = {}
    for place in places:
        source = source_of(place)
        first.setdefault(source if "#p" in source else source.partition("#")[0], source)
    names = list(filter(None, first.values()))
    return names[0] if len(names) == 1 else names


def with_sources(change: Proposal) -> Proposal:
    """Return the proposal of a new entry with its source in it."""
    source = source_of(change.origin, change.new if isinstance(change.new, dict) else None)
    if change.kind != "entry" or not source or not isinstance(change.new, dict) or len(change.new) < 2 or SOURCES in change.new:
        return change
    if change.path[0] == CUSTOM and len(change.path) == 1:
        return change
    return Proposal(**{**change.__dict__, "new": {**change.new, SOURCES: source}})


def note_change(edits: Edits, change: Proposal) -> None:
    """Add to the edits of a file where the new value of a field comes from."""
    entry = _entry_path(change.path)
    source = source_of(change.origin, _as_it_will_be(edits, entry)) if entry else ""
    field = change.path[len(entry)] if entry and len(change.path) > len(entry) else ""
    if not source or not field or field in _UNSOURCED or change.new is None or change.kind == "order":
        return
    node = edits.nodes.get(entry)
    if node is None or node.kind != "mapping":
        return
    path = (*entry, SOURCES)
    edits.set(path, noted(edits.sets.get(path, _value_at(edits.data, path)), str(field), source))


def _entry_path(path: DataPath) -> DataPath:
    """Return the path of the entry, or of the person, that a path is in; empty for what is in neither."""
    if path[:1] == (PERSON,):
        return path[:1]
    if path[:1] == (CUSTOM,):
        return path[:4] if len(path) > 4 and path[2] == "entries" else ()
    return path[:2] if len(path) > 1 and path[0] in COLLECTIONS else ()


def _as_it_will_be(edits: Edits, entry: DataPath) -> dict[str, Any]:
    """Return the entry at a path with its new values."""
    value = _value_at(edits.data, entry)
    new = {path[-1]: changed for path, changed in edits.sets.items() if path[:-1] == entry}
    return {**(value if isinstance(value, dict) else {}), **new}


def _value_at(data: Any, path: DataPath) -> Any:
    for part in path:
        data = data.get(part) if isinstance(data, Mapping) else data[part]
    return data
