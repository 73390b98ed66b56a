"""Write a new profile from imported files: valid, tidy and with comments."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import PERSON, Imported
from cvrender.formats.key_order import arrange
from cvrender.formats.table import KEPT, keep
from cvrender.load.yaml_text import block
from cvrender.merge.entry_sources import SOURCES, check_sums, note_sources
from cvrender.merge.leftovers import bare, collect
from cvrender.merge.old_order import order_as_before
from cvrender.merge.owner import find_owner, spellings, with_containers, with_owner
from cvrender.merge.proposals import propose
from cvrender.merge.repair import repair
from cvrender.model.convert import DataPath


@dataclass
class NewProfile:
    """A profile's YAML text, its data, what was kept under `x-import` by format, and what is wrong or doubtful.

    `left_out` counts what was not kept, by what it is.
    """

    text: str
    data: dict[str, Any]
    kept: dict[str, list[dict[str, Any]]]
    problems: list[Problem] = field(default_factory=list)
    left_out: Mapping[str, int] = field(default_factory=dict)


def new_profile(files: Sequence[Imported], me: str = "", *, provenance: bool = False, keep_all: bool = False) -> NewProfile:
    """Make one profile of what the files say. `me` is the owner's name; `keep_all` leaves nothing out of `x-import`.

    A single file that carries a whole profile is that profile.
    """
    if len(files) == 1 and (whole := files[0].whole) is not None:
        return NewProfile(_text(whole, {}, files), whole, {}, files[0].problems)
    owner, asked = find_owner(files, me)
    with_containers(files, owner)
    proposed = propose({}, files)
    data: dict[str, Any] = {PERSON: {"name": owner}}
    for change in proposed.proposals:
        if change.kind in ("entry", "item"):
            _mapping_at(data, change.path[:-1]).setdefault(str(change.path[-1]), []).append(change.new)
        elif change.kind == "field" and change.path != (PERSON, "name"):
            _mapping_at(data, change.path[:-1])[str(change.path[-1])] = change.new
    for imported in files:
        for name, values in imported.data.get(KEPT, {}).items():
            keep(data, name, values)
        for name, values in imported.data.get(PERSON, {}).get(KEPT, {}).items():
            keep(data[PERSON], name, values)
    with_owner(data, owner)
    if variants := _new_variants(data, owner):
        data[PERSON]["variants"] = variants
    note_sources(data, files, by_field=provenance)
    problems = [*(problem for imported in files for problem in imported.problems), *asked, *proposed.problems, *repair(data)]
    left_out: Counter[str] = Counter()
    kept = collect(data, keep_all=keep_all, left_out=left_out)
    order_as_before(data, files)
    views = {"views": data["views"]} if "views" in data else {}
    arranged = {**arrange(bare(data)), **views, **({SOURCES: known} if (known := check_sums(files)) else {})}
    return NewProfile(_text(arranged, kept, files), arranged, kept, problems, left_out)


def _mapping_at(data: dict[str, Any], path: DataPath) -> dict[str, Any]:
    for key in path:
        data = data.setdefault(str(key), {})
    return data


def _new_variants(data: Mapping[str, Any], owner: str) -> list[str]:
    known = data[PERSON].get("variants", [])
    return [*known, *(name for name in spellings(data, owner) if name not in known)]


_FROM = "x-from"


def _text(data: Mapping[str, Any], kept: Mapping[str, Any], files: Sequence[Imported]) -> str:
    """Return the YAML, with comments that say what is to be done."""
    sources = ", ".join(dict.fromkeys(imported.file.rpartition("/")[2] for imported in files))
    lines = [
        f"# Imported from {_comment(sources)}.",
        '# "cvrender check" says what is wrong or missing, and where; every key but "person" may be left out.',
        'schema: "1"',
    ]
    for key, value in data.items():
        if key == "schema":
            continue
        lines += ["", *block({key: _without_words(value)}, 0, _notes(key, value))]
    if kept:
        lines += ["", "# What no field of a profile takes. It is never shown; delete it when you do not need it."]
        lines += block({KEPT: kept}, 0)
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)


def _notes(key: str, value: Any) -> dict[DataPath, str]:
    notes: dict[DataPath, str] = {}
    if key == PERSON and value.get("variants"):
        notes[(PERSON, "variants")] = "other spellings of the name in author lists"
    if key == "publications":
        for index, work in enumerate(value):
            if work.get("et_al") and len(work["authors"]) == 1:
                notes[("publications", index, "authors")] = "complete the list, and remove et_al"
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        if words := _old_words(entry):
            notes[(key, index)] = f"check: {_comment(words)}"
    return notes


def _old_words(entry: Any) -> str:
    """Return the words of the file of a doubtful entry, which a comment repeats."""
    origin = entry.get(_FROM) if isinstance(entry, Mapping) else None
    return str(origin.get("words", "")) if isinstance(origin, Mapping) else ""


def _without_words(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [
        {**entry, _FROM: {name: part for name, part in entry[_FROM].items() if name != "words"}} if _old_words(entry) else entry
        for entry in value
    ]
