"""Move proposals from the data that was sent to the data as it is now, and list those that contradict what changed since."""

from collections.abc import Mapping
from typing import Any

from cvrender.errors import Problem
from cvrender.load.reader import format_path
from cvrender.merge.labels import label
from cvrender.merge.proposals import Proposal
from cvrender.merge.returned.occurrences import at
from cvrender.merge.returned.propose import ReturnedChanges
from cvrender.model.convert import DataPath
from cvrender.model.value import replace


def rebased(returned: ReturnedChanges, sent: Mapping[str, Any], now: Mapping[str, Any]) -> ReturnedChanges:
    """Return the changes for the data as it is now. What both sides changed is listed with all three values."""
    if sent == now:
        return returned
    changes = ReturnedChanges(problems=list(returned.problems))
    changes.comments = [(_path(path, sent, now) or path[:1], comment) for path, comment in returned.comments]
    for change in returned.proposals:
        moved = _moved(change, sent, now)
        if moved is not None:
            if at(now, moved.path) != moved.new or moved.kind in ("item", "entry"):
                changes.proposals.append(moved)
            continue
        here = at(now, _path(change.path, sent, now) or change.path)
        values = f"was sent as {_said(change.old)}, is {_said(here)} now, and came back as {_said(change.new)}"
        message = f"{format_path(change.path)}: {values}"
        hint = "change the profile by hand, if the editor is right"
        changes.problems.append(
            Problem(message, *change.origin, path=format_path(change.path), hint=hint, severity="warning", code="doubtful")
        )
    return changes


def _moved(change: Proposal, sent: Mapping[str, Any], now: Mapping[str, Any]) -> Proposal | None:
    """Return a change at its path as it is now, or None if that is not known or has changed otherwise."""
    if change.kind == "order":
        return change if at(sent, change.path) == at(now, change.path) else None
    if change.kind in ("item", "entry"):
        path = _path(change.path, sent, now)
        if path is None or change.at is None:
            return None
        if change.at == 0:
            return replace(change, path=path)
        before = _path((*change.path, change.at - 1), sent, now)
        return replace(change, path=path, at=int(before[-1]) + 1) if before else None
    path = _path(change.path, sent, now)
    if path is None or at(now, path) not in (change.old, change.new):
        return None
    return replace(change, path=path)


def _path(path: DataPath, sent: Any, now: Any) -> DataPath | None:
    """Return where what was at a path is now; items of lists are found by what they are."""
    steps: list[str | int] = []
    for part in path:
        was = at(sent, (part,))
        if isinstance(part, int):
            items = now if isinstance(now, list) else []
            alike = [index for index, item in enumerate(items) if item == was] or [
                index for index, item in enumerate(items) if _name(item) == _name(was) and _name(was)
            ]
            if not alike:
                return None
            part = min(alike, key=lambda index: abs(index - int(part)))
        steps.append(part)
        sent, now = was, at(now, (part,))
    return tuple(steps)


def _name(item: Any) -> str:
    """Return what identifies an item of a list."""
    return str(item.get("id") or label(item)) if isinstance(item, dict) else ""


def _said(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else "nothing" if value is None else str(value)
