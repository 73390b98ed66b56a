"""Make a section of the person's own of lines that no other section takes."""

from cvrender.importers.documents.blocks import EntryLines, blocks_of
from cvrender.importers.documents.entries import add_body, new_entry, set_dates
from cvrender.importers.documents.fragments import HeadPart, divided
from cvrender.importers.documents.lines import OldLine
from cvrender.importers.table import ImportedEntry


def custom_section(title: str, lines: list[OldLine], level: int = 1) -> ImportedEntry:
    """Return a section of the person's own: its entries if it has any with a time or a head, else its bullets or paragraphs."""
    section = new_entry(lines[0])
    section["title"] = title
    blocks = blocks_of(lines)
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
