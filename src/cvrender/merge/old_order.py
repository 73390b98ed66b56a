"""Write the view of an old CV: its sections in their old order, under their old headings."""

import re
from collections.abc import Sequence
from typing import Any

from cvrender.formats.base import CUSTOM, Imported
from cvrender.formats.values import markdown
from cvrender.model.kinds import ALL, SECTIONS
from cvrender.model.names import normalized_name
from cvrender.model.view import MAX_SECTIONS
from cvrender.old_cvs.headings import title_in


def order_as_before(data: dict[str, Any], files: Sequence[Imported]) -> None:
    """Add a view `full` that shows the sections of the only file, if it is an old CV, as it does; name custom sections for it."""
    document = files[0].document if len(files) == 1 else None
    noted = [(name, title) for name, title in document.sections if data.get(name)] if document else []
    noted += [("bio", "")] if noted and data.get("bio") else []
    if not noted:
        return
    ids = _name_custom_sections(data)
    language = str(data.get("language", "en"))
    noted.sort(key=lambda section: section[0] != "bio")  # of a panel at the side, or without a heading
    requests: list[Any] = []
    for name, title in dict.fromkeys((name, title if name == CUSTOM else "") for name, title in noted):
        if name == CUSTOM:
            requests += [ids[title]] if title in ids else []
            continue
        titles = dict.fromkeys(_bare(title) for known, title in noted if known == name and _bare(title))
        own = next(iter(titles)) if len(titles) == 1 else ""
        is_usual = own.casefold() in ("", title_in(language, name).casefold())
        requests.append(name if is_usual else {"from": name, "title": markdown.escape(own)})
    data["views"] = {"full": {"extends": "full", "sections": [*requests[: MAX_SECTIONS - 1], ALL]}}


def _name_custom_sections(data: dict[str, Any]) -> dict[str, str]:
    """Give each custom section an id of its title, and return the ids by the titles."""
    ids: dict[str, str] = {}
    for section in data.get(CUSTOM, ()):
        title = str(section["title"])
        words = normalized_name(title).replace(" ", "-")[:40].strip("-") or "section"
        taken = (*ids.values(), *SECTIONS, ALL)
        names = (words, *(f"{words}-{number}" for number in range(2, len(taken) + 3)))
        section["id"] = ids[title] = next(name for name in names if name not in taken)
    return ids


def _bare(heading: str) -> str:
    """Return a heading without signs before and after it."""
    return re.sub(r"^[\W_]+|[\s:：|_–—-]+$", "", heading)
