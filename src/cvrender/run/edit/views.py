"""Tell what each view does with each entry of a profile, and take entries and sections out of a view of the profile's own."""

import re
from pathlib import Path
from typing import Any

from cvrender.compose.variants import Variant, variant
from cvrender.errors import InputError, Problem
from cvrender.load.library import Library, find_view, view_names
from cvrender.load.merge import load_overlay
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile
from cvrender.model.base import fields_of
from cvrender.model.kinds import KINDS
from cvrender.model.names import normalized_name
from cvrender.run.edit.document import EditedProfile


def view_table(profile: Path, library: Library, overlays: tuple[Path, ...] = ()) -> list[dict[str, Any]]:
    """Return each view, then each with each overlay: what it does with each entry, and what the overlay replaced.

    Raises InputError for a broken profile.
    """
    loaded = load_profile(profile)
    names = view_names(loaded.profile, library)
    rows = [_described(variant(loaded, name, (), library), loaded, library) for name in names]
    for overlay in overlays:
        source = load_overlay(overlay)
        rows += [
            {**_described(variant(loaded, name, [source], library), loaded, library), "overlay": overlay.name} for name in names
        ]
    return rows


def _described(shown: Variant, loaded: LoadedProfile, library: Library) -> dict[str, Any]:
    without = [] if shown.problem else list(find_view(shown.view, loaded.profile, loaded.source, library).view.without)
    reworded = [
        {"path": each.path, "old": each.old, "new": each.new, "was": each.was, "line": each.line} for each in shown.reworded
    ]
    return {
        "name": shown.view,
        "own": shown.own,
        "problem": shown.problem,
        "entries": shown.entries,
        "without": without,
        "overlay": "",
        "reworded": reworded,
    }


def tick(document: EditedProfile, seen: str, asked: dict[str, Any], library: Library) -> None:
    """Let a view of the profile show an entry or section (`path`), or leave it out, by `without` of the view.

    An entry without an id gets one. Raises Conflict, and InputError for a view that is not the profile's own.
    """
    name, path, is_shown = str(asked.get("view")), parse_path(str(asked.get("path"))), asked.get("on") is True
    loaded = load_profile(document.profile)
    if name not in loaded.profile.views:
        hint = "duplicate it under another name first"
        raise InputError([Problem(f'the view "{name}" is not part of this profile', hint=hint, code="unknown-view")])
    without = list(find_view(name, loaded.profile, loaded.source, library).view.without)
    identifier = _named(loaded, path)
    if len(path) > 1 and path[0] != "narratives" and not _own_id(loaded, path):
        document.change(seen, {"op": "set", **_with_id(loaded, path, identifier)})
        seen = document.hash()
    kept = [each for each in without if each != identifier] + ([] if is_shown else [identifier])
    if kept != without:
        document.change(seen, {"op": "set", "path": ["views", name, "without"], "value": kept})


def _own_id(loaded: LoadedProfile, path: tuple[str | int, ...]) -> str:
    entry = _at(loaded.source.data, path)
    return str(entry.get("id") or "") if isinstance(entry, dict) else ""


def _named(loaded: LoadedProfile, path: tuple[str | int, ...]) -> str:
    """Return the word for `without`: the name of a section, or the id of an entry, which is made of its words if it has none."""
    if len(path) == 1:
        return str(path[0])
    if path[0] == "narratives":
        return str(path[1])
    items = [item for name in KINDS for item in getattr(loaded.profile, name)]
    items += [entry for section in loaded.profile.custom for entry in section.entries]
    known = [item.id for item in items if item.id]
    if own := _own_id(loaded, path):
        if known.count(own) > 1 or own in KINDS:
            raise InputError(
                [Problem(f'"{own}" is the id of two entries', hint="give one of them another id", code="duplicate-id")]
            )
        return own
    entry = _at(loaded.source.data, path)
    words = " ".join(_texts(entry)) if isinstance(entry, dict) else str(entry)
    stem = "-".join(re.findall(r"\w+", normalized_name(words))[:4]) or "entry"
    names = (f"{stem}{ending}" for ending in ("", *(f"-{number}" for number in range(2, len(known) + 3))))
    return next(name for name in names if name not in known and name not in KINDS)


def _texts(entry: dict[str, Any]) -> list[str]:
    keys = ("title", "name", "organization", "institution", "text", "role", "topic", "course", "degree")
    return [value for key in keys if isinstance(value := entry.get(key), str)][:1] or [
        value for value in entry.values() if isinstance(value, str)
    ][:1]


def _with_id(loaded: LoadedProfile, path: tuple[str | int, ...], identifier: str) -> dict[str, Any]:
    """Return what to set for an entry to have an id; an entry that is a text becomes a mapping."""
    entry = _at(loaded.source.data, path)
    if isinstance(entry, dict):
        return {"path": [*path, "id"], "value": identifier}
    fields = fields_of(KINDS[str(path[0])].model)
    return {"path": [*path], "value": {next(key for key, field in fields.items() if field.required): entry, "id": identifier}}


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        data = data[part]
    return data
