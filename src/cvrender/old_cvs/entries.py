"""Make entries of positions, degrees and custom sections."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cvrender.formats.lines import OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.formats.values import dates as iso
from cvrender.formats.values import markdown
from cvrender.old_cvs.assign import Assigned, assign
from cvrender.old_cvs.commas import TEAM
from cvrender.old_cvs.dates import FoundDate
from cvrender.old_cvs.degrees import degree_and_field, take_subject
from cvrender.old_cvs.divided_titles import title_and_name
from cvrender.old_cvs.doubts import FROM, doubts, with_places
from cvrender.old_cvs.entry_lines import EntryLines, mended
from cvrender.old_cvs.evidence import evident, is_before
from cvrender.old_cvs.head_parts import HeadPart, divided
from cvrender.old_cvs.kinds_of_words import POSTDOC, is_place, kinds
from cvrender.old_cvs.segmentation import entries_of
from cvrender.old_cvs.theses import LABELLED, with_theses
from cvrender.old_cvs.works.people import people
from cvrender.text.markup import inline


def dated_section(lines: list[OldLine], section: str) -> list[ImportedEntry]:
    """Return the entries of a section of positions or degrees."""
    blocks = entries_of(lines)
    return _entries(mended(with_theses(blocks) if section == "education" else blocks, section), section)


def _is_postdoc(block: EntryLines) -> bool:
    """Return whether an entry among degrees is a postdoc, and so a job."""
    return any(POSTDOC.match(part.plain) for part in divided(block.heads)[0])


def degrees_and_jobs(lines: list[OldLine]) -> dict[str, list[ImportedEntry]]:
    """Return the entries of a section of degrees, and the postdocs in it."""
    blocks = entries_of(lines)
    jobs = [block for block in blocks if _is_postdoc(block)]
    degrees = [block for block in blocks if block not in jobs]
    return {
        "education": _entries(mended(with_theses(degrees), "education"), "education"),
        "positions": _entries(mended(jobs, "positions"), "positions"),
    }


def both_sections(lines: list[OldLine]) -> dict[str, list[ImportedEntry]]:
    """Return the entries of a section of positions and degrees, by the section of each."""
    groups: dict[str, list[EntryLines]] = {"positions": [], "education": []}
    for block in entries_of(lines):
        parts = [part for part in divided(block.heads)[0] if "degree" in part.kinds]
        is_degree = any("title" not in part.kinds or degree_and_field(part.plain)[1] for part in parts)
        groups["education" if is_degree else "positions"].append(block)
    return {section: _entries(mended(blocks, section), section) for section, blocks in groups.items()}


def career_of(lines: list[OldLine]) -> dict[str, list[ImportedEntry]]:
    """Return the positions and degrees of a section whose heading tells nothing; none unless most entries look like them."""
    blocks = [block for block in entries_of(lines) if block.heads]
    known = [block for block in blocks if _is_of_career(block)]
    return {} if len(known) < 2 or 4 * len(known) < 3 * len(blocks) else both_sections(lines)


def within_career(lines: list[OldLine], section: str) -> dict[str, list[ImportedEntry]]:
    """Return the entries of a part of a section of positions or degrees; none unless most look like them."""
    blocks = [block for block in entries_of(lines) if block.heads]
    known = [block for block in blocks if _is_of_career(block, frozenset({"title", "degree", "organization"}))]
    if not known or 5 * len(known) < 3 * len(blocks):
        return {}
    said = Counter(kind for block in known for kind in {kind for part in divided(block.heads)[0] for kind in part.kinds})
    section = "positions" if said["title"] > said["degree"] else section  # below degrees, under another heading
    return {section: dated_section(lines, section)}


def before_career(lines: list[OldLine]) -> tuple[list[OldLine], list[OldLine]]:
    """Divide lines that no heading is above: what is said of the person, and positions or degrees, if there are two."""
    first = next((block.line for block in entries_of(lines) if block.heads and _is_of_career(block)), None)
    place = next((index for index, line in enumerate(lines) if line is first), len(lines))
    is_career = sum(map(_is_of_career, entries_of(lines[place:]))) > 1
    return (lines[:place], lines[place:]) if is_career else (lines, [])


def _is_of_career(block: EntryLines, wanted: frozenset[str] = frozenset({"title", "degree"})) -> bool:
    """Return whether an entry has a span of time and a part that its words tell."""
    parts, dates, _ = divided(block.heads)
    return any("start" in date.fields for date in dates) and any(wanted & part.kinds for part in parts[:4])


def _entries(blocks: list[EntryLines], section: str) -> list[ImportedEntry]:
    entries: list[ImportedEntry] = []
    other: list[ImportedEntry] = []
    nameless: list[ImportedEntry] = []
    heads = []
    found = assign(blocks, section)
    for block, assigned, is_evident in zip(blocks, found, evident(found, section), strict=True):
        last = entries[-1] if entries else None
        entry = new_entry(block.line)
        if block.heads and not is_evident:
            other.append(_other_entry(entry, block))
            continue
        if last is not None and assigned.dates and not assigned.fields and not assigned.rest:
            add_body(last, block.body, "summary" if section == "positions" else "note")  # when a part of it was
            continue
        heads.append(block.heads or [block.line])
        if not {"organization", "team"} & set(assigned.fields):
            nameless.append(entry)
        set_dates(entry, assigned.dates, assigned.words)
        (_position if section == "positions" else _degree)(entry, assigned, block, last)
        for key in ("organization" if section == "positions" else "institution", "location"):
            _take_link(entry, key)
        body = block.body if section == "positions" else [line for line in block.body if not _told(entry, line.plain)]
        add_body(entry, body, "summary" if section == "positions" else "note")
        if not assigned.sure or assigned.rest:
            entry[FROM] = {"line": block.line.number, "sure": "low"}
        entries.append(entry)
    with_places(entries, "organization" if section == "positions" else "institution")
    if section == "education":
        for entry in entries:
            take_subject(entry)
    doubts(entries, section, heads)
    return [*(_nested(entries, nameless) if section == "positions" else entries), *other]


_LINKED = re.compile(
    r"(?P<name>\S.*\S) \[https?://[^\[\]]+\]\((?P<url>https?://[^\s()]+)\)|"
    r"\[(?P<shown>[^\[\]]+)\]\((?P<to>https?://[^\s()]+)\)"
)


def _take_link(entry: ImportedEntry, key: str) -> None:
    """Take the page to which all links of the name of an organization, or of its place, lead out of the name."""
    text = str(entry.get(key, ""))
    pages = {match["url"] or match["to"] for match in _LINKED.finditer(text)}
    if len(pages) == 1 and entry.get("url") in (None, *pages):
        entry[key] = _LINKED.sub(lambda match: match["name"] or match["shown"], text)
        entry["url"] = pages.pop()


def _other_entry(entry: ImportedEntry, block: EntryLines) -> ImportedEntry:
    """Return what a section says besides positions and degrees: it is kept in a section of the person's own."""
    entry["title"] = block.heads[0].text
    add_body(entry, [*block.heads[1:], *block.body], "summary")
    return entry


_TEAM_BEFORE = re.compile(
    r"(?P<team>[^(),]{4,}(?:, [^(),]{4,}){0,2}), (?P<organization>(?:[^\W\d_a-z][\w.’'-]* )*(?:the |of )?"
    r"(?i:universit\w+|universidad\w*|hochschule|college|institute of technology|polytechni\w+)\b[^,]{0,60})"
)
"""A part of a university before the name of the university."""
_ROLE = frozenset("title team location start end date summary highlights note url links".split())


def _nested(entries: list[ImportedEntry], nameless: list[ImportedEntry]) -> list[ImportedEntry]:
    """Make several jobs at one employer its roles: those below a head that names the employer alone.

    `nameless` are the entries whose heads name no employer, only a job.
    """
    nested: list[ImportedEntry] = []
    for entry in entries:
        head = nested[-1] if nested else None
        if head is not None:
            _mend_head(head, entry)
        employer = str(entry.get("organization", ""))
        is_within = (
            head is not None
            and all(head is not other for other in nameless)
            and "organization" in head
            and "title" not in head
            and set(head) - _HEAD <= {"roles"}
        )
        if (
            head is not None
            and is_within
            and "title" in entry
            and _is_during(entry, head)
            and (TEAM.match(employer) or employer in ("", head.get("organization")))
        ):
            role = {key: value for key, value in entry.items() if key in _ROLE}
            if employer and employer != head.get("organization"):
                role["team"] = employer
            head.setdefault("roles", []).append(role)
        else:
            nested.append(entry)
    return nested


_HEAD = frozenset({"organization", "location", "start", "end", "date", "note", "url", FROM})


def _mend_head(head: ImportedEntry, entry: ImportedEntry) -> None:
    """Mend a head and the job below it: what follows the employer is the place, and a job may be one that no list knows."""
    roles = head.get("roles", ())
    place = inline(str(head.get("title", ""))).plain
    is_alone = set(head) <= {*_HEAD, "title"} and TEAM.match(str(entry.get("organization", "Team")))
    is_below = is_alone and "title" in kinds(inline(str(entry.get("title", ""))).plain)
    if place and "location" not in head and is_below and not kinds(place) and _is_during(entry, head):
        head["location"] = head.pop("title")
    said = kinds(str(entry.get("organization", "")))
    alone = not {"title", "team"} & set(entry) and "organization" not in said
    is_before = bool(roles) and (said == {"title"} or str(entry.get("end", "-"))[:7] == str(roles[-1].get("start", ""))[:7])
    if is_before and alone and "organization" in entry and _is_during(entry, head):
        entry["title"] = entry.pop("organization")
        entry.pop(FROM, None)


def _is_during(entry: ImportedEntry, head: ImportedEntry) -> bool:
    """Return whether an entry begins in the time of another."""
    first, last = str(head.get("start", "")), str(head.get("end", ""))
    start = str(entry.get("start") or entry.get("date") or "")
    return bool(first and start) and is_before(first, start) and (last in ("", "present") or is_before(start, last))


def new_entry(line: OldLine) -> ImportedEntry:
    """Return an entry that begins at a line."""
    return ImportedEntry(places={(): (line.file, line.number, 1)})


def set_dates(entry: ImportedEntry, dates: Sequence[FoundDate], words: Sequence[str] = ()) -> None:
    """Set the time of an entry: one range, or one date, or a list of dates."""
    times = [date for date in dates if date.fields != {"end": "present"}] or dates[:1]
    if len(times) == 1 < len(dates) and "date" in times[0].fields:
        times = [FoundDate(0, 0, {"start": times[0].fields["date"], "end": "present"})]
    dates = [date for date in times if not any(other is not date and _is_within(other, date) for other in times)]
    if not dates:
        return
    first, last = dates[0].fields, dates[-1].fields
    if len(dates) == 2 and first.get("end") == "present" and first.get("start", "9") < last.get("date", ""):
        entry.update({"start": first["start"], "end": last["date"]})  # the end has a line of its own
    elif len(dates) == 2 and all(set(date.fields) == {"date"} for date in dates):
        one, other = first["date"], last["date"]
        start, end = (one, other) if iso.checked(f"{one}/{other}") else (other, one)  # the later one may stand above
        if one != other and iso.checked(f"{start}/{end}"):
            entry.update({"start": start, "end": end})
        else:
            entry["date"] = list(dict.fromkeys((one, other))) if one != other else one
    elif len(dates) == 1:
        entry.update(dates[0].fields)
    else:
        said = [date.fields.get("date") or f"{date.fields.get('start', '')}/{date.fields['end']}" for date in dates]
        entry["date"] = list(dict.fromkeys(part.replace("/present", "/") for part in said))
    if words:
        add_note(entry, "; ".join(words))


def _is_within(precise: FoundDate, date: FoundDate) -> bool:
    """Return whether a date says the same as another one, more precisely: `2015-03/2016-05` and `2015/2016`."""
    said = [each.fields.get("start") or each.fields.get("date", "") for each in (precise, date)]
    ends = [each.fields.get("end") or each.fields.get("date", "") for each in (precise, date)]
    return len(said[0]) > len(said[1]) > 0 and said[0].startswith(said[1]) and ends[0].startswith(ends[1])


def add_note(entry: ImportedEntry, text: str) -> None:
    """Add a text to an entry's note."""
    if text:
        entry["note"] = f"{entry['note']}; {text}" if entry.get("note") else text


def _position(entry: ImportedEntry, assigned: Assigned, block: EntryLines, last: ImportedEntry | None) -> None:
    fields = {name: part.text for name, part in assigned.fields.items()}
    if "organization" not in fields:
        known = str(last.get("organization", "")) if last else ""
        is_head = last is not None and (_is_during(entry, last) or not {"start", "date"} & set(last))
        has_none = last is not None and "title" not in last
        if known and (block.shares or "title" in fields and is_head and has_none):
            fields["organization"] = known
            fields.update({"location": last["location"]} if last and "location" in last and "location" not in fields else {})
        elif "team" in fields:
            fields["organization"] = fields.pop("team")
        elif "title" in fields:
            fields.update(title_and_name(fields.pop("title")))
            assigned.sure = False
    said, main = (kinds(inline(fields.get(name, "")).plain) for name in ("organization", "title"))
    if said == {"title"} and "title" in fields and not main:  # the words say the other way round
        fields["organization"], fields["title"] = fields["title"], fields["organization"]
        assigned.sure = False
    if "team" not in fields and (match := _TEAM_BEFORE.fullmatch(fields.get("organization", ""))):
        fields.update({key: match[key] for key in ("team", "organization")})
    for name in ("organization", "title", "team", "location"):
        if name in fields:
            entry[name] = _OF_FIELD.sub("", fields.pop(name))
    _rest(entry, fields, assigned.rest)


def _degree(entry: ImportedEntry, assigned: Assigned, block: EntryLines, last: ImportedEntry | None) -> None:
    fields = {name: part.text for name, part in assigned.fields.items()}
    if "organization" not in fields and block.shares and last and "institution" in last:
        fields["organization"] = str(last["institution"])
    if "organization" in fields:
        entry["institution"] = fields.pop("organization")
        whole, comma, rest = entry["institution"].partition(", ")
        has_none = comma and not {"degree", "title"} & set(fields) and not is_place(inline(rest).plain)
        known = ["organization" in kinds(inline(text).plain) for text in (whole, rest)]
        if has_none and known[0] and not known[1]:
            entry["institution"], fields["degree"] = whole, rest
        elif has_none and known[1] and not known[0] and not is_place(inline(whole).plain):
            entry["institution"], fields["degree"] = rest, whole
    if degree := fields.pop("degree", fields.pop("title", "")):
        degree, subject = degree_and_field(degree) if "field" not in fields else (degree, "")
        entry["degree"] = re.sub(r" (?:in|en|em|im|of)$", "", degree)
        if subject:
            fields.setdefault("field", subject)
    for name, ours in (("field", "field"), ("team", "department"), ("location", "location")):
        if name in fields:
            entry[ours] = fields.pop(name)
    entry.update({"field": field} if (field := _OF_FIELD.sub("", str(entry.pop("field", "")))) else {})
    assigned.rest = [part for part in assigned.rest if not _told(entry, part.plain)]
    if grade := fields.pop("grade", ""):
        entry["grades"] = (
            [re.sub(r"^(?:C?GPA|Grade|Note)\s*[:=]\s*", "", grade)] if re.match(r"(?i)(?:gpa|grade)\s*[:=]", grade) else [grade]
        )
    _rest(entry, fields, assigned.rest)


_OF_FIELD = re.compile(r"^(?:in|en|im|em|of|de|di)(?: |$)")
"""The words between a degree and its subject."""
_SUPERVISED = re.compile(
    r"(?i)^(?:co-?)?(?:advis[eo]rs?|supervisors?|supervised by|advised by|betreuer|betreuung|"
    r"directeur de thèse|director)\s*[:.]?\s+(?P<names>[A-Z].{3,200})$"
)


def _told(entry: ImportedEntry, text: str) -> bool:
    """Take advisors and the title of a thesis, which their labels tell."""
    if (match := _SUPERVISED.match(text)) and "advisors" not in entry:
        names, left = people(match["names"])
        if names and not left.strip(" .,;"):
            entry["advisors"] = [name.strip(" .") if len(name) > 4 and name[-2:-1].islower() else name for name in names]
            return True
    if (match := LABELLED.match(text)) and "thesis" not in entry:
        entry["thesis"] = markdown.escape(re.sub(r'^[ “"]+|[ ”"]+$', "", match["title"]))
        return True
    return False


def _rest(entry: ImportedEntry, fields: dict[str, str], rest: list[HeadPart]) -> None:
    """Add what is left of a head: its address, and a note."""
    if shown := fields.pop("url", ""):
        address = inline(shown).plain.strip()
        entry["url"] = address if "://" in address else f"https://{address}"
    add_note(entry, "; ".join([*fields.values(), *(part.text for part in rest)]))


def add_body(entry: ImportedEntry, lines: list[OldLine], paragraph: str) -> None:
    """Add what is said below a head: bullets, and paragraphs as `paragraph`."""
    texts: list[str] = []
    bullets: list[Any] = []
    base = min((line.level for line in lines if line.kind == "bullet"), default=1)
    for line in lines:
        if line.kind == "break":
            continue
        text = line.text
        if line.kind == "text" and "url" not in entry and not bullets and (page := _LINKED.fullmatch(text)) and page["to"]:
            entry["url"] = page["to"]
        elif line.kind == "bullet" and line.level > base and bullets:
            parent = bullets[-1] if isinstance(bullets[-1], dict) else {"text": bullets[-1], "highlights": []}
            parent["highlights"].append(text)
            bullets[-1] = parent
        elif line.kind in ("bullet", "row") or bullets:
            bullets.append(text)
        else:
            texts.append(text)
    if bullets:
        entry.setdefault("highlights", []).extend(bullets)
    if texts and paragraph == "note":
        add_note(entry, "\n\n".join(texts))
    elif texts:  # a head may have said something, too
        entry[paragraph] = "\n\n".join([*filter(None, [entry.get(paragraph)]), *texts])
