"""Make a section of the person's own of lines that no other section takes."""

from cvrender.errors import Problem
from cvrender.formats.base import CUSTOM, Imported, OldDocument
from cvrender.formats.lines import OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.entries import add_body, new_entry, set_dates
from cvrender.old_cvs.entry_lines import EntryLines
from cvrender.old_cvs.head_parts import HeadPart, divided
from cvrender.old_cvs.lost_lines import lost_lines
from cvrender.old_cvs.segmentation import dated_entries

_NO_HEADING = "Further lines"


def custom_section(title: str, lines: list[OldLine], level: int = 1) -> ImportedEntry:
    """Return a section of the person's own: its entries if it has any with a time or a head, else its bullets or paragraphs."""
    section = new_entry(lines[0])
    section["title"] = title
    blocks = dated_entries(lines)
    if not blocks:
        _plain_section(section, lines)
        return section
    entries = []
    for block in blocks:
        entry = new_entry(block.line)
        if block.heads:
            _custom_head(entry, block)
            add_body(entry, block.body, "summary")
            entries.append(entry)
        elif block.body and all(line.kind == "bullet" for line in block.body):
            section["highlights"] = [line.text for line in block.body]
        else:
            section["text"] = "\n\n".join(line.text for line in block.body)
    section["entries"] = entries
    return section


def _plain_section(section: ImportedEntry, lines: list[OldLine]) -> None:
    lines = [line for line in lines if line.kind != "break"]
    bullets = [line for line in lines if line.kind in ("bullet", "row")]
    texts = [line for line in lines if line.kind not in ("bullet", "row")]
    if texts:
        section["text"] = "\n\n".join(line.text for line in texts)
    if bullets:
        holder = ImportedEntry()
        add_body(holder, bullets, "summary")
        section["highlights"] = holder["highlights"]


def _custom_head(entry: ImportedEntry, block: EntryLines) -> None:
    fragments, dates, words = divided(block.heads)
    if any(part.role for part in fragments):
        for part in fragments:
            name = part.role if part.role in ("title", "organization", "location") else "summary"
            entry[name] = f"{entry[name]}; {part.text}" if name in entry else part.text
    else:
        _whole_heads(entry, fragments, block)
    set_dates(entry, dates, words)
    if "title" not in entry:
        key = next((key for key in ("organization", "location", "summary") if key in entry), "")
        entry["title"] = entry.pop(key) if key else block.line.text


def _whole_heads(entry: ImportedEntry, fragments: list[HeadPart], block: EntryLines) -> None:
    """Take the first part as the title; parts that are surely a place or an institution, and the other lines as a summary."""
    more: list[str] = []
    for index, part in enumerate(fragments):
        if not index:
            entry["title"] = part.text
        elif part.kinds == {"place"} and "location" not in entry:
            entry["location"] = part.text
        elif part.kinds == {"organization"} and "organization" not in entry and len(part.plain) < 80:
            entry["organization"] = part.text
        else:
            more.append(part.text)
    if more:
        entry["summary"] = "; ".join(more) if all(len(part) < 80 for part in more) else "\n\n".join(more)


def add_own_section(imported: Imported, section: ImportedEntry) -> None:
    """Add a section of the person's own, or what it says to the one with its title."""
    sections = imported.data.setdefault(CUSTOM, [])
    known = next((part for part in sections if part["title"] == section["title"]), None)
    if known is None:
        sections.append(section)
        return
    for key in ("entries", "highlights"):
        if key in section:
            known.setdefault(key, []).extend(section[key])
    if "text" in section:
        known["text"] = f"{known['text']}\n\n{section['text']}" if "text" in known else section["text"]


def keep_lost(imported: Imported, document: OldDocument) -> None:
    """Keep each line whole, under its heading, that no field has taken."""
    lost = [missing.line for missing in lost_lines(document, {**imported.data, "person": imported.person})]
    title = _NO_HEADING
    for line in document.lines:
        if line.kind == "heading" and line.level == 1:
            title = line.plain.strip(" :")
        if any(line is other for other in lost):
            section = new_entry(line)
            section.update({"title": title, "highlights": [line.text]})
            add_own_section(imported, section)
    document.unplaced += len(lost)
    if lost:
        message = f"{len(lost)} line{'s' if len(lost) > 1 else ''} that no field takes: kept whole under the heading"
        imported.problems.append(Problem(message, lost[0].file, lost[0].number, 1, severity="warning", code="doubtful"))
