"""Remove what a PDF of others does by itself or carries along: scripts, commands, actions of pages, and attachments."""

import re
from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Object, Stream

from cvrender.targets.pdf.attach import save
from cvrender.targets.pdf.read import open_in_qpdf

_HARMLESS = ("/GoTo", "/Named", "/Thread")
_ADDRESS = re.compile(r"(?:https?|mailto|tel):|(?![a-z][a-z0-9+.-]*:)", re.IGNORECASE)
_NAMES = {"/JavaScript": "scripts", "/Launch": "commands that start programs", "/URI": "links that are not to web pages"}
_CARRIERS = {"/FileAttachment": "attachments", "/RichMedia": "media", "/Screen": "media", "/Movie": "media", "/Sound": "media"}
_DEEPEST = 30


def made_passive(content: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return a PDF without what it does or carries, and what was removed; one that has nothing of it as it is.

    Raises ValueError if it is not a readable PDF, or needs a password.
    """
    with open_in_qpdf(content) as pdf:
        removed = set(_without_names(pdf.Root))
        for item in pdf.objects:
            removed.update(_cleaned(item, 0))
        return (save(pdf), tuple(sorted(removed))) if removed else (content, ())


def _without_names(root: Any) -> Iterator[str]:
    """Remove the scripts and attachments that the whole document has."""
    names = root.get("/Names")
    if isinstance(names, Dictionary):
        for key, what in (("/JavaScript", "scripts"), ("/EmbeddedFiles", "attachments")):
            if key in names:
                del names[key]
                yield what
    for key in ("/Collection", "/AF"):
        if key in root:
            del root[key]
            yield "attachments"


def _cleaned(item: Object, depth: int) -> Iterator[str]:
    """Remove actions and attachments from an object and those within it; yield what is removed."""
    if depth > _DEEPEST:
        return
    if isinstance(item, Array):
        for part in item:
            if not _is_elsewhere(part):
                yield from _cleaned(part, depth + 1)
    elif isinstance(item, Dictionary | Stream):
        yield from _without_actions(item)
        for _, part in list(item.items()):
            if not _is_elsewhere(part):
                yield from _cleaned(part, depth + 1)


def _is_elsewhere(part: Any) -> bool:
    """Return whether a value is an object of its own, which is visited as such, or no container."""
    return not isinstance(part, Array | Dictionary | Stream) or part.is_indirect


def _without_actions(item: Any) -> Iterator[str]:
    for key in ("/A", "/OpenAction", "/Next"):
        action = item.get(key)
        if isinstance(action, Dictionary) and (what := _harm(action)):
            del item[key]
            yield what
    events = item.get("/AA")
    if isinstance(events, Dictionary) and all(isinstance(one, Dictionary) and "/S" in one for _, one in events.items()):
        del item["/AA"]
        yield "actions of pages and fields"
    if isinstance(item.get("/EF"), Dictionary):
        del item["/EF"]
        yield "attachments"
    notes = item.get("/Annots")
    if isinstance(notes, Array):
        kinds = [str(note.get("/Subtype", "")) if isinstance(note, Dictionary) else "" for note in notes]
        if any(kind in _CARRIERS for kind in kinds):
            item["/Annots"] = Array([note for note, kind in zip(notes, kinds, strict=True) if kind not in _CARRIERS])
            yield from (_CARRIERS[kind] for kind in kinds if kind in _CARRIERS)


def _harm(action: Any) -> str:
    """Return what an action does that is to be removed, or "" for a link to a page."""
    kind = str(action.get("/S", ""))
    if kind == "/URI" and _ADDRESS.match(str(action.get("/URI", "")).strip()) or kind in _HARMLESS or not kind:
        return ""
    return _NAMES.get(kind, "actions of other kinds")
