"""Read a work of which a macro for entries says the parts: its title, where it appeared, and when."""

import re

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.formats.values import markdown
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.works.item import item_of, take_identifiers
from cvrender.old_cvs.works.people import people

_VENUE = re.compile(
    r"(?i)\b(?:conference|conferencia|conférence|konferenz|congress?o?|symposi\w+|workshops?|journal|revista|revue|rivista|"
    r"zeitschrift|proceedings|transactions|magazine|letters|"
    r"arxiv|preprint|prépublication|ieee|acm|springer|elsevier|anais|submitted|in press)\b"
)
_TITLE_WORDS = 4
_PARTS = ("title", "organization", "location", "note", "")
"""The arguments of macros in which people write a title, its venue and its authors; those of an unknown macro have no role."""
_LABEL = re.compile(r"\W*[A-Z]{0,3}\W?\d{1,3}\W*")
"""The number of a work: `C7.`"""


def work_of_macro(lines: list[OldLine]) -> ImportedEntry | None:
    """Return the work that an entry of a macro says; None without a date or a title, or if two parts may be the title."""
    line = lines[0]
    if line.kind != "entry":
        return None
    parts = [cell for cell in line.cells if cell.role in _PARTS and not _LABEL.fullmatch(cell.plain)]
    entry = ImportedEntry({}, {(): (line.file, line.number, 1)})
    for cell in list(parts):
        names, left = people(cell.plain)
        if len(names) > 1 and not left.strip(" .,;"):
            entry["authors"] = names
            parts.remove(cell)
    date = next((date.fields.get("date") for cell in line.cells if cell.role == "date" for date in dates_in(cell.plain)), None)
    titles = [cell for cell in parts if len(cell.plain.split()) >= _TITLE_WORDS and not _VENUE.search(cell.plain)]
    if not date or len(titles) != 1 or titles[0].role not in ("", "title", "organization"):
        return None
    if not titles[0].role and "authors" not in entry:
        return None
    item, known = take_identifiers(item_of([span for cell in line.cells for span in cell.spans]))
    entry.update(known)
    entry["title"] = _without_links(titles[0])
    entry["date"] = date
    rest = [cell for cell in parts if cell is not titles[0]]
    venue = next((cell for cell in rest if _VENUE.search(cell.plain)), rest[0] if rest else None)
    if venue:
        entry["venue"] = {"name": venue.plain}
        rest.remove(venue)
    if notes := [text for text in (*(cell.plain for cell in rest), *(other.plain for other in lines[1:])) if text]:
        entry["note"] = markdown.escape("; ".join(notes))
    return entry


def _without_links(cell: LineCell) -> str:
    return markdown.write([replace(span, href="", bold=False) for span in cell.spans]).strip()
