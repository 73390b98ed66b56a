"""Make data of a profile of the lines of a document: sections by their headings, entries by their dates and typefaces.

What is uncertain is marked with `x-from`, what no field takes is kept whole in a section of the person's own, in the same order.
"""

import re
from collections import Counter
from functools import partial
from itertools import takewhile

from cvrender.errors import InputError, Problem
from cvrender.formats.base import Imported, OldDocument
from cvrender.formats.lines import OldLine
from cvrender.formats.table import ImportedEntry, keep
from cvrender.model.names import normalized_name
from cvrender.model.value import replace
from cvrender.old_cvs.document_language import language_of
from cvrender.old_cvs.doubts import FROM
from cvrender.old_cvs.entries import both_sections, career_of, dated_section
from cvrender.old_cvs.header import EMAIL, PersonHeader, says_nothing
from cvrender.old_cvs.headings import has_stem, is_of_both, is_of_contacts, plain, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.own_sections import add_own_section, custom_section, keep_lost
from cvrender.old_cvs.person_name import name_of
from cvrender.old_cvs.personal import is_personal
from cvrender.old_cvs.simple import READERS, languages, skills
from cvrender.old_cvs.when import dates_in
from cvrender.old_cvs.works.lists import is_read, publications
from cvrender.old_cvs.works.section import PublicationItem, items_of

_MAX_LINES = 60_000
_PARTICLE = re.compile(r"(?<=\w )(?:De|Da|Do|Dos|Das|Del|Della|Di|Du|Des|Van|Von|Der|Den|Ten|Ter|Zu|Zur|Y|E)(?= \w)")
"""A particle within a name, which is in lower case where the name is not in capitals."""
Section = tuple[OldLine | None, list[OldLine]]


def read_prose(document: OldDocument) -> Imported:
    """Return what a document says, in a profile's shape."""
    made = Imported(document.format, document.file, problems=document.problems, document=document)
    if (language := language_of(document)) not in ("", "en"):  # a profile without a language is in English
        made.data["language"] = language
    lines = _without_noise(document)
    if len(lines) > _MAX_LINES:
        lines = lines[:_MAX_LINES]
        made.problems.append(
            Problem(f"has more than {_MAX_LINES:,} lines; the rest is not read", document.file, code="too-large")
        )
    header = PersonHeader()
    sections = _sections(lines)
    header.read([line for line in lines if line.kind == "person"])
    if "name" not in header.person and not header.parts:
        sections = _with_name(sections, header)
    sections = [(heading, _without_personal(heading, inner, header)) for heading, inner in sections]
    for heading, inner in sections:
        if heading is None:
            header.read(_before_prose(inner))
            _bio(made, [line.text for line in inner if line not in _before_prose(inner) and line.kind != "break"])
        elif inner or re.search(r"\w", heading.plain):
            _section(made, heading, inner, header)
    _person(made, header, document)
    for joined in document.joined:
        for work in joined.data.get("publications", ()):
            made.add("publications", work)
        made.problems += joined.problems
        made.owners += joined.owners
    _refuse_what_is_no_cv(made, document)
    keep_lost(made, document)
    _list_unsure(made, document)
    return made


_HEADLINE = 200
"""The characters of a headline; what is longer is a text that was not understood."""


def _refuse_what_is_no_cv(made: Imported, document: OldDocument) -> None:
    """Raise InputError if no section was found, or if the headline is a text: a profile of it would be wrong without a word."""
    seen = [line.plain for line in document.lines if line.kind != "break" and line.plain]
    headline = str(made.person.get("headline", ""))
    if not {key for key, value in made.data.items() if value} - {"language", "bio", "person"} and len(seen) > 5:
        message = (
            f"no section of a CV was found; its {len(seen)} lines begin with “{'”, “'.join(text[:40] for text in seen[:3])}”"
        )
        hint = "give headings such as Experience and Education lines of their own, or import the file in which the CV was written"
    elif len(headline) > _HEADLINE:
        message = f"what stands before the first heading was not understood: “{headline[:80]}…”"
        hint = "give the name, contacts and headings lines of their own"
    else:
        return
    raise InputError([Problem(message, document.file, hint=hint, code="cannot-read")])


def _with_name(sections: list[Section], header: PersonHeader) -> list[Section]:
    """Find the name in what stands before the sections that are read, or below the last, and return the other lines."""
    head: list[OldLine] = []
    for heading, inner in sections:
        if heading is not None and not is_of_contacts(heading.plain):
            if section_of(heading.plain) or len(head) > 12:
                break
            head.append(heading)
        head += [line for line in inner if line.kind != "break"]
    last = [line for line in (sections[-1][1] if sections else ()) if line.kind != "break"][-2:]
    mails = [mail for _, inner in sections for line in inner for mail in EMAIL.findall(line.plain)]
    name, used = name_of(head, mails[:3])
    if not name and last and len(sections) > 1:
        name, used = name_of(last[-1:], mails[:3])
    if not name:
        return sections
    header.set_name(name, used)
    kept = [(heading, [line for line in inner if line not in used]) for heading, inner in sections if heading not in used]
    below = [line for heading, inner in sections if heading in used for line in inner]
    return [(kept[0][0], [*kept[0][1], *below]), *kept[1:]] if kept and kept[0][0] is None else [(None, below), *kept]


def _without_noise(document: OldDocument) -> list[OldLine]:
    """Leave out lines that say nothing of the person, and note them."""
    kept = [line for line in document.lines if not says_nothing(line)]
    document.left_out += [line for line in document.lines if says_nothing(line)]
    return kept


def _sections(lines: list[OldLine]) -> list[Section]:
    """Divide the lines at headings; one below a heading that names a section of its own begins it."""
    counted = Counter(plain(line.plain) for line in lines if line.kind == "heading")
    sections: list[Section] = [(None, [])]
    for index, line in enumerate(lines):
        if line.kind == "person":
            continue
        heading = sections[-1][0]
        if line.kind == "heading" and counted[plain(line.plain)] > 2 and not section_of(line.plain):
            line = replace(line, kind="text", level=1)  # the label of what each of several entries says
        if line.kind == "heading" and _begins(line, heading) and not _heads_entry(line, heading, lines[index + 1 : index + 6]):
            sections.append((line, []))
        else:
            sections[-1][1].append(line)
    return [(heading, _stripped(inner)) for heading, inner in sections]


def _begins(line: OldLine, current: OldLine | None) -> bool:
    found = section_of(line.plain)
    if line.level <= 1 or current is None:
        return True
    if is_of_contacts(line.plain):
        return True
    return bool(found) and found != section_of(current.plain) and found not in ("custom", "bio")


def _heads_entry(line: OldLine, current: OldLine | None, after: list[OldLine]) -> bool:
    """Return whether a heading within positions or degrees is the head of an entry: it names one, and a date is near."""
    if current is None or section_of(current.plain) not in ("positions", "education"):
        return False
    if _names_entry(line.plain):
        return True
    if section_of(line.plain) or has_stem(line.plain) or not kinds(line.plain) & {"title", "degree", "organization"}:
        return False
    below = takewhile(lambda other: other.kind != "heading", after)
    return any(dates_in(line.plain)) or any(any(dates_in(other.plain)) for other in below if len(other.plain) < 120)


def _names_entry(heading: str) -> bool:
    """Return whether the words of a heading are those of an institution, and so begin an entry of the section."""
    return (
        len(heading.split()) > 2
        and bool(re.search(r"(?i)universit|college|institut|\bschool\b", heading))
        and not re.search(r"(?i)\b(?:service|experience|involvement|activities|teaching|courses|projects?|awards?)\b", heading)
    )


def _without_personal(heading: OldLine | None, lines: list[OldLine], header: PersonHeader) -> list[OldLine]:
    """Give the person what a section says of the person alone, such as `Date of birth: …`, and return what is left."""
    if heading is None or section_of(heading.plain) in ("positions", "education", "publications", "skills"):
        return lines
    personal = [line for line in lines if is_personal(line)]
    header.read(personal)
    return [line for line in lines if line not in personal]


def _stripped(lines: list[OldLine]) -> list[OldLine]:
    while lines and lines[0].kind == "break":
        lines = lines[1:]
    while lines and lines[-1].kind == "break":
        lines = lines[:-1]
    return lines


def _before_prose(lines: list[OldLine]) -> list[OldLine]:
    """Return the lines before a first heading that are not paragraphs."""
    return [line for line in lines if len(line.plain) < 250 or len(line.cells) > 2]


def _bio(made: Imported, texts: list[str]) -> None:
    if texts:
        text = "\n\n".join(texts)
        made.data["bio"] = f"{made.data['bio']}\n\n{text}" if made.data.get("bio") else text


def _section(made: Imported, heading: OldLine, lines: list[OldLine], header: PersonHeader) -> None:
    """Read one section."""
    title, name = heading.plain.strip(" :"), section_of(heading.plain)
    content = [line for line in lines if line.kind != "break"]
    if not content and is_of_contacts(title):
        return
    if not content:
        if not name and not made.person and "name" not in header.person and len(title.split()) < 6 and not header.parts:
            header.read([OldLine(heading.cells, heading.number, "text", 1, heading.file)])
        elif not name:
            _bio(made, [heading.text])
        return
    if "name" not in header.person and not header.parts and not name and not made.data:
        header.read([OldLine(heading.cells, heading.number, "text", 1, heading.file), *_before_prose(content)])
        _bio(made, [line.text for line in content if line not in _before_prose(content)])
        return
    if name in ("personal", "") and is_of_contacts(title):
        _contacts(made, title, lines, header)
    elif name == "bio":
        _bio(made, [line.text for line in content])
    elif any((career := _career(title, name, lines)).values()):
        for section, entries in career.items():
            for entry in entries:
                _add(made, section, entry, title)
    elif name == "publications":
        _publications(made, title, lines, header)
    elif name == "skills":
        made.data.setdefault("skills", []).extend(skills(lines, title))
    elif name == "languages":
        spoken = languages(lines)
        made.data.setdefault("languages" if spoken else "skills", []).extend(spoken or skills(lines, title))
    elif name in READERS:
        made.data.setdefault(name, []).extend(READERS[name](lines))
    else:
        if not name:
            _count_unplaced(made, content)
        add_own_section(made, custom_section(title, lines))


def _career(title: str, name: str, lines: list[OldLine]) -> dict[str, list[ImportedEntry]]:
    """Return the positions and degrees of a section: as its heading says, or, if that says nothing, as its entries look."""
    if name in ("positions", "education"):
        return {name: dated_section(lines, name)}
    if is_of_both(title):
        return both_sections(lines)
    return career_of(lines) if not name and not has_stem(title) else {}


def _count_unplaced(made: Imported, lines: list[OldLine]) -> None:
    """Count lines that are kept whole, for their heading or their parts are not known."""
    if made.document:
        made.document.unplaced += len(lines)


def _contacts(made: Imported, title: str, lines: list[OldLine], header: PersonHeader) -> None:
    header.read([line for line in lines if line.kind != "break"])


def _add(made: Imported, name: str, entry: ImportedEntry, title: str) -> None:
    """Add an entry, or its text to a section of the person's own if it lacks what its kind needs."""
    needed = ("organization",) if name == "positions" else ("institution", "degree")
    if any(key in entry for key in needed):
        made.add(name, entry)
        return
    if not any(key in entry for key in ("title", "note", "summary", "highlights")):
        return
    entry["title"] = entry.get("title") or entry.pop("note", None) or entry.pop("summary", None) or entry["highlights"].pop(0)
    if not entry.get("highlights", True):
        del entry["highlights"]
    made.add_custom(
        title, ImportedEntry({key: value for key, value in entry.items() if key not in ("team", "grades")}, entry.places)
    )


def _publications(made: Imported, title: str, lines: list[OldLine], header: PersonHeader) -> None:
    """Read a list of publications; those whose parts are not told apart are kept whole under the heading."""
    owner = str(made.person.get("name", "") or header.person.get("name", ""))
    items = [
        item if item.heading else PublicationItem(item.lines, title) for item in items_of(lines, partial(is_read, owner=owner))
    ]
    for (item, heading), entry in zip(items, publications(items, owner), strict=True):
        if entry is not None:
            made.add("publications", entry)
            continue
        _count_unplaced(made, item)
        name = title if heading == title else f"{title}: {heading}"
        section = custom_section(
            name, [OldLine(line.cells, line.number, "bullet", min(2, 1 + index), line.file) for index, line in enumerate(item)]
        )
        if "entries" in section:
            section = ImportedEntry({"title": name, "highlights": [" ".join(line.text for line in item)]}, section.places)
        add_own_section(made, section)


def _person(made: Imported, header: PersonHeader, document: OldDocument) -> None:
    person = made.person
    for key, value in header.person.items():
        person.setdefault(key, value)
    person.places.update(header.person.places)
    if person.get("name"):
        person["name"] = " ".join(str(person["name"]).split())
        name, comma, after = str(person["name"]).partition(",")
        if name.isupper() and len(name.split()) > 1:
            person["name"] = f"{_PARTICLE.sub(lambda match: match[0].lower(), name.title())}{comma}{after}"
    _bio(made, header.texts)
    document.unplaced += len(header.rest)
    if header.rest:
        keep(person, made.format, {"lines": header.rest})
    if person.get("name") and not normalized_name(str(person["name"])):
        del person["name"]


def _list_unsure(made: Imported, document: OldDocument) -> None:
    """List the entries whose fields are uncertain."""
    for name in ("positions", "education"):
        for entry in made.data.get(name, ()):
            if FROM in entry:
                shown = entry.get("organization") or entry.get("institution") or entry.get("degree")
                message = f"{name}: it is not certain which part of “{shown}” is which"
                hint = "compare its fields with the old CV, then delete x-from"
                made.problems.append(
                    Problem(message, entry.place[0], entry.place[1], 1, hint=hint, severity="warning", code="doubtful")
                )
