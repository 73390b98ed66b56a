"""Make entries of sections that consist of lists: awards, skills, languages, interests and the like."""

import re
from collections.abc import Callable
from itertools import zip_longest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.entries import add_body, new_entry, set_dates
from cvrender.old_cvs.entry_lines import EntryLines
from cvrender.old_cvs.head_parts import divided
from cvrender.old_cvs.kinds_of_words import natural_languages
from cvrender.old_cvs.segmentation import dated_entries

_LABEL = re.compile(r"^(?P<label>[^:]{2,60}?)\s*:\s*(?P<text>\S.*)$", re.DOTALL)
_LEVEL = re.compile(r"^(?P<name>[^(:–—-]+?)\s*(?:\((?P<inner>[^()]*)\)|[:–—-]+\s*(?P<after>.+))\W*$")
_WHOLE = re.compile(r"(\*{1,3})((?:[^*]|\\\*)+)\1")
"""A text that is all in one typeface."""
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def awards(lines: list[OldLine]) -> list[ImportedEntry]:
    """Return awards or certificates: a title, a date, and what macros say of the issuer."""
    entries = []
    for block in _items(lines):
        entry = new_entry(block.line)
        fragments, dates, words = divided(block.heads)
        titles: list[str] = []
        issuers: list[str] = []
        places: list[str] = []
        for index, part in enumerate(fragments):
            if part.role == "location" or (index and part.kinds == {"place"} and not places):
                places.append(part.text)
            elif part.role == "organization" or (index and part.kinds == {"organization"} and not issuers):
                issuers.append(part.text)
            else:
                titles.append(part.text)
        set_dates(entry, dates, words)
        entry["title"] = ", ".join(titles) or ", ".join(issuers) or block.line.text
        if issuers and titles:
            entry["issuer"] = ", ".join(issuers)
        if places and (titles or issuers):
            entry["location"] = ", ".join(places)
        add_body(entry, block.body, "note")
        entries.append(entry)
    return entries


def _items(lines: list[OldLine]) -> list[EntryLines]:
    """Each line is an entry; bullets deeper than the first are said below it."""
    lines = [line for line in lines if line.kind != "break"]
    if any(line.kind == "entry" for line in lines) or not any(line.kind == "bullet" for line in lines) and len(lines) > 1:
        dated = dated_entries(lines)
        if dated and len(dated) > 1:
            return [block for block in dated if block.heads] + [
                EntryLines([line]) for block in dated if not block.heads for line in block.body
            ]
    blocks: list[EntryLines] = []
    top = min((line.level for line in lines), default=1)
    for line in lines:
        if blocks and line.kind == "bullet" and (line.level > top or blocks[-1].heads[0].kind != "bullet"):
            blocks[-1].body.append(line)
        else:
            blocks.append(EntryLines([line]))
    return blocks


def skills(lines: list[OldLine], heading: str) -> list[ImportedEntry]:
    """Return groups of skills: a label, and the items behind it; those without a label have the section's title."""
    groups: list[ImportedEntry] = []
    bare: ImportedEntry | None = None
    lines = [line for line in lines if line.kind != "break"]
    for line, below in zip_longest(lines, lines[1:]):
        label, text = ("", ", ".join(cell.text for cell in line.cells)) if _is_grid(line) else labelled(line)
        is_title = line.kind == "text" and below is not None and below.kind == "bullet" and len(line.plain) < 40
        if line.kind == "heading" or is_title and not label and not re.search(r"[,;•|]", line.plain):
            groups.append(ImportedEntry({"name": line.text.strip("*_ :") or line.text}, new_entry(line).places))
            continue
        items = split_items(text)
        if label:
            entry = new_entry(line)
            entry.update({"name": label, "items": items} if items else {"name": label})
            groups.append(entry)
            continue
        last = groups[-1] if groups and groups[-1] is not bare else None
        is_bullet, has_items = line.kind == "bullet", last is not None and "items" in last
        if last is not None and (is_bullet and (bare is None or not has_items) or line.level > 1 and not has_items):
            last.setdefault("items", []).extend(items)
            continue
        if bare is None:
            bare = new_entry(line)
            bare.update({"name": heading, "items": []})
            groups.append(bare)
        bare["items"] += items
    return groups


def _is_grid(line: OldLine) -> bool:
    """Return whether a line has items next to each other, all in bold or at least three alike, and no label before them."""
    looks = {all(span.bold for span in cell.spans) for cell in line.cells}
    is_short = all(len(cell.plain) < 30 and not re.search(r"[,;:]", cell.plain) for cell in line.cells)
    return len(looks) == 1 and is_short and len(line.cells) > (1 if True in looks else 2)


def labelled(line: OldLine) -> tuple[str, str]:
    """Return the label of a line and what it says: in cells, in bold, or before a colon."""
    if len(line.cells) > 1 and len(line.cells[0].plain) < 60:
        return line.cells[0].text.strip("*_ :"), ", ".join(cell.text for cell in line.cells[1:])
    cell = LineCell(line.text)
    text = cell.text
    if cell.spans and cell.spans[0].bold and len(cell.spans) > 1:
        match = re.match(r"\*\*(.+?)\s*:?\s*\*\*\s*:?\s*(.+)", text, re.DOTALL)
        if match:
            return match[1].strip(), match[2].strip()
    match = _LABEL.match(text)
    if match and "://" not in text[: match.end("label") + 3]:
        return match["label"].strip("*_ "), match["text"].strip("*_ ") if match["label"].count("**") % 2 else match["text"]
    return "", text


def split_items(text: str) -> list[str]:
    """Divide a list at commas and bullets outside of parentheses, but not at that of `7,5`."""
    items, depth, current = [], 0, ""
    text = match[2] if (match := _WHOLE.fullmatch(text.strip())) else text
    whole = re.sub(r"\s+[|•·∙⋅◦▪⋄]\s+|;\s+", ", ", re.sub(r"^[–-]\s*(?=[^\W\d])|[;,]+$", "", text)) + ","
    for index, char in enumerate(whole):
        depth += (char in "([") - (char in ")]")
        is_decimal = char == "," and re.match(r"\d,\d", whole[max(0, index - 1) :])
        if char in ",、，" and depth <= 0 and not is_decimal:
            if item := current.strip(" ."):
                items.append(item.replace("*", "") if item.count("*") % 2 or item.count("**") % 2 else current.strip())
            current = ""
        else:
            current += char
    return items if depth == 0 else [text]


def languages(lines: list[OldLine]) -> list[ImportedEntry] | None:
    """Return the languages that a person speaks; None if the section lists something else, such as languages of programs."""
    spoken = []
    for line in lines:
        if line.kind == "break":
            continue
        label, text = labelled(line)
        pairs = [(label, text)] if label and _is_language(label) else [_level(part) for part in split_items(text)]
        if label and not _is_language(label):
            pairs = [_level(part) for part in split_items(text)]
        for name, level in pairs:
            entry = new_entry(line)
            entry["language"] = name
            if level:
                entry["level"] = level.strip("*_ ")
            spoken.append(entry)
    known = sum(_is_language(entry["language"]) for entry in spoken)
    return spoken if known * 2 > len(spoken) else None


def _is_language(name: str) -> bool:
    return name.strip("*_ :").casefold() in natural_languages()


def _level(text: str) -> tuple[str, str]:
    match = _LEVEL.match(text.strip("*_ "))
    return (match["name"].strip("*_ "), (match["inner"] or match["after"] or "").strip()) if match else (text.strip("*_ "), "")


def interests(lines: list[OldLine]) -> list[ImportedEntry]:
    """Return interests: a bullet or an item of a list each; a paragraph stays whole."""
    entries = []
    for line in lines:
        if line.kind == "break":
            continue
        is_list = len(line.plain) < 200 and not re.search(r"\w\w\. \w|\w{3}\.$", line.plain)
        for part in split_items(line.text) if is_list else [line.text]:
            entry = new_entry(line)
            entry["text"] = part
            entries.append(entry)
    return entries


def memberships(lines: list[OldLine]) -> list[ImportedEntry]:
    """Return memberships: the society, and the time."""
    return [_renamed(entry, {"title": "organization", "issuer": "note", "location": "note"}) for entry in awards(lines)]


def _renamed(entry: ImportedEntry, names: dict[str, str]) -> ImportedEntry:
    renamed = ImportedEntry(places=entry.places)
    for key, value in entry.items():
        name = names.get(key, key)
        renamed[name] = f"{renamed[name]}; {value}" if name in renamed else value
    return renamed


def references(lines: list[OldLine]) -> list[ImportedEntry]:
    """Return people who recommend: a name, then what the person is, e-mail addresses, and the rest as a note."""
    people: list[ImportedEntry] = []
    group: list[OldLine] = []
    for line in [*lines, OldLine((), kind="break")]:
        starts = line.kind in ("break", "heading", "entry") or (line.kind == "bullet" and line.level == 1)
        if starts and group:
            people.append(_reference(group))
            group = []
        if line.kind != "break":
            group.append(line)
    return people


def _reference(lines: list[OldLine]) -> ImportedEntry:
    entry = new_entry(lines[0])
    rest: list[str] = []
    for cell in [cell for line in lines for cell in line.cells]:
        if mails := _EMAIL.findall(cell.plain):
            entry.setdefault("emails", []).extend(mails)
            left = _EMAIL.sub("", cell.plain).strip(" ,;:|")
            rest += [left] if re.search(r"\w{3}", left) and left.casefold() not in ("email", "e-mail") else []
        elif "name" not in entry:
            name, _, after = cell.plain.partition(", ")
            entry["name"] = name
            rest += [after] if after else []
        else:
            rest.append(cell.text)
    if "name" not in entry:
        entry["name"] = rest.pop(0) if rest else entry["emails"][0]
    if rest:
        entry["note"] = "; ".join(rest)
    return entry


READERS: dict[str, Callable[[list[OldLine]], list[ImportedEntry]]] = {
    "awards": awards,
    "certifications": awards,
    "interests": interests,
    "memberships": memberships,
    "references": references,
}
"""The readers of lists, by the collection of their entries."""
