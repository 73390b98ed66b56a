"""Make a section of the person's own of lines that no other section takes."""

from cvrender.errors import Problem
from cvrender.formats.base import CUSTOM, Imported, OldDocument
from cvrender.formats.lines import OldLine
from cvrender.formats.table import KEPT, ImportedEntry
from cvrender.old_cvs.entries import add_body, new_entry, set_dates
from cvrender.old_cvs.entry_lines import EntryLines
from cvrender.old_cvs.head_parts import HeadPart, divided
from cvrender.old_cvs.headings import is_of_contacts
from cvrender.old_cvs.lost_lines import lost_lines
from cvrender.old_cvs.segmentation import dated_entries

_NO_HEADING = "Further lines"
_MOST_OF_PERSON = 12
"""The lost lines about the person that are kept under `x-import`; more of them are a section."""


def custom_section(title: str, lines: list[OldLine], level: int = 1) -> ImportedEntry:
    """Return a section of the person's own: its entries if it has any with a time or a head, else its bullets or paragraphs."""
    section = new_entry(lines[0])
    section["title"] = title
    blocks = dated_entries(lines)
    if not blocks:
        subtitles = [index for index, line in enumerate(lines) if line.kind == "heading"]
        _plain_section(section, lines[: subtitles[0]] if subtitles else lines)
        if subtitles:
            ends = [*subtitles[1:], len(lines)]
            section["entries"] = [_titled(lines[begin:end]) for begin, end in zip(subtitles, ends, strict=True)]
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
    """Add texts and bullets below them; where they alternate, both are in the text, in their order."""
    lines = [line for line in lines if line.kind != "break"]
    are_items = [line.kind in ("bullet", "row") for line in lines]
    count = sum(are_items)
    if any(are_items[: len(are_items) - count]):
        section["text"] = _alternating(lines)
        return
    if texts := lines[: len(lines) - count]:
        section["text"] = "\n\n".join(line.text for line in texts)
    if count:
        holder = ImportedEntry()
        add_body(holder, lines[-count:], "summary")
        section["highlights"] = holder["highlights"]


def _alternating(lines: list[OldLine]) -> str:
    """Return paragraphs, and lists in Markdown between them."""
    base = min(line.level for line in lines if line.kind in ("bullet", "row"))
    text, was_item = "", False
    for line in lines:
        is_item = line.kind in ("bullet", "row")
        text += ("\n" if was_item and is_item else "\n\n") if text else ""
        text += f"{'  ' * (line.level - base) if was_item else ''}- {line.text}" if is_item else line.text
        was_item = is_item
    return text


def _titled(lines: list[OldLine]) -> ImportedEntry:
    """Return an entry of a heading within the section, and what stands below it."""
    entry = new_entry(lines[0])
    entry["title"] = lines[0].text.replace("**", "")
    add_body(entry, lines[1:], "summary")
    return entry


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
    """Keep each line whole, under its heading, that no field has taken; of what is said of the person, under `x-import`."""
    lost = [missing.line for missing in lost_lines(document, {**imported.data, "person": imported.person})]
    title = _NO_HEADING
    of_person: list[str] = []
    for line in document.lines:
        if line.kind == "heading" and line.level == 1:
            title = line.plain.strip(" :")
        if any(line is other for other in lost) and (title == _NO_HEADING or is_of_contacts(title)):
            of_person.append(line.text)
        elif any(line is other for other in lost):
            section = new_entry(line)
            section.update({"title": title, "highlights": [line.text]})
            add_own_section(imported, section)
    if len(of_person) > _MOST_OF_PERSON:
        add_own_section(imported, ImportedEntry({"title": _NO_HEADING, "highlights": of_person}))
    elif of_person:
        kept = imported.person.setdefault(KEPT, {}).setdefault(imported.format, {})
        kept["lines"] = [*kept.get("lines", []), *of_person]
    document.unplaced += len(lost)
    if lost:
        where = "x-import" if 0 < len(of_person) <= min(len(lost), _MOST_OF_PERSON) else "the heading"
        message = f"{len(lost)} line{'s' if len(lost) > 1 else ''} that no field takes: kept whole under {where}"
        imported.problems.append(Problem(message, lost[0].file, lost[0].number, 1, severity="warning", code="doubtful"))
