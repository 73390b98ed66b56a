"""Read the labels within the head of an entry: `Institution: …` names a field, `Final year project: …` is said of the entry."""

from dataclasses import replace

from cvrender.old_cvs.fragments import _LABEL, HeadPart
from cvrender.old_cvs.headings import column_names

_FIELDS = frozenset({"title", "organization", "location", "field", "grade"})


def without_labels(parts: list[HeadPart], section: str) -> tuple[list[HeadPart], list[HeadPart]]:
    """Return the parts with the fields that labels name, and what other labels say: a label and what follows it, as one."""
    kept: list[HeadPart] = []
    told: list[HeadPart] = []
    label: HeadPart | None = None
    for part in parts:
        if label is not None and part.slot[0] == label.slot[0]:
            role = column_names().get(label.plain.casefold(), "")
            if role in _FIELDS and not part.role:
                kept.append(replace(part, role=_role(role, section)))
                label = None
                continue
            if _LABEL.fullmatch(label.plain) or section == "education" and not (label.kinds or part.kinds) and label.slot[0]:
                text = f"{label.text}: {part.text}"
                told.append(replace(label, text=text, plain=f"{label.plain}: {part.plain}", role="", is_label=False))
                label = None
                continue
        if label is not None:
            kept.append(label)
        label = part if part.is_label and not part.role else None
        if label is None:
            kept.append(part)
    return [*kept, *([label] if label else [])], told


def _role(name: str, section: str) -> str:
    """Return the role of a macro's argument that a label is like; `job` and `employer` are taken as they are."""
    return {"title": "job" if section == "positions" else "title", "organization": "employer"}.get(name, name)
