"""Make data of a profile of the lines of a document: sections by their headings, entries by their dates and typefaces.

What is uncertain is marked with `x-from`, what no field takes is kept whole in a section of the person's own, in the same order.
"""

import re
from functools import partial
from pathlib import PurePath

from cvrender.errors import InputError, Problem
from cvrender.formats.base import COLLECTIONS, CUSTOM, Imported, OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry, keep
from cvrender.formats.values import markdown
from cvrender.model.names import normalized_name
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.document_language import language_of
from cvrender.old_cvs.doubts import FROM, mark
from cvrender.old_cvs.entries import before_career, both_sections, career_of, dated_section, degrees_and_jobs, within_career
from cvrender.old_cvs.header import PersonHeader, are_contacts, left_out, says_nothing
from cvrender.old_cvs.headings import has_stem, is_of_both, is_of_contacts, plain, section_of
from cvrender.old_cvs.japanese_form import with_form_rows
from cvrender.old_cvs.list_sections import READERS, languages, skills
from cvrender.old_cvs.mail_addresses import mails_of
from cvrender.old_cvs.name_candidates import NameSigns, find_name
from cvrender.old_cvs.own_sections import add_own_section, custom_section, keep_lost
from cvrender.old_cvs.person_name import is_of_name, names_other, take_native
from cvrender.old_cvs.personal import is_personal
from cvrender.old_cvs.readings import best_reading
from cvrender.old_cvs.sections import OldSection, sections_of
from cvrender.old_cvs.separators import with_usual_signs
from cvrender.old_cvs.works.lists import are_works, is_read, publications
from cvrender.old_cvs.works.section import PublicationItem, items_of

_MAX_LINES = 60_000
_UNTITLED = "Further lines"
_NAMES = ("organization", "institution", "degree", "title")
_MAX_OTHERS = 12
"""The texts about a person that are kept under `x-import`; more of them are a section."""
_NO_WORKS = re.compile(
    r"talk|present|poster|lectur|invit|media|press|service|review|grant|teach|vortr|expose|conferenc(?:e|ia|ias)$"
    r"|発表|講演|学会|会議$|报告|演讲|발표|доклад|доповід|comunicac|communications"
)
"""Words of headings of what is worded as works are."""
_REVIEWED = re.compile(r"peer.?review|referee?d|査読|同行评审|심사|comite de lecture|referiert|begutachtet|arbitrad|рецензир")
"""Words of headings of works that were reviewed, such as papers at conferences."""
_PARTICLE = re.compile(r"(?<=\w )(?:De|Da|Do|Dos|Das|Del|Della|Di|Du|Des|Van|Von|Der|Den|Ten|Ter|Zu|Zur|Y|E)(?= \w)")
"""A particle within a name, which is in lower case where the name is not in capitals."""


def read_prose(document: OldDocument) -> Imported:
    """Return what a document says, in a profile's shape. Raises InputError if no section is found."""
    return best_reading(document, _read)


def _read(document: OldDocument) -> Imported:
    imported = Imported(document.format, document.file, problems=document.problems, document=document)
    if (language := language_of(document)) not in ("", "en"):  # a profile without a language is in English
        imported.data["language"] = language
    lines = with_form_rows(_without_noise(document))
    if len(lines) > _MAX_LINES:
        lines = lines[:_MAX_LINES]
        imported.problems.append(
            Problem(f"has more than {_MAX_LINES:,} lines; the rest is not read", document.file, code="too-large")
        )
    header = PersonHeader()
    sections = [part for section in _without_copies(sections_of(lines)) for part in _by_columns(section)]
    header.read([line for line in lines if line.kind == "person"])
    if not header.parts or names_other(str(header.person.get("name", ""))):
        sections = _with_name(sections, header, document)
    for heading, inner, around in sections:
        before = _sizes(imported)
        if heading is None:
            said, career = before_career(inner)
            header.read(_before_prose(said))
            _bio(imported, [line.text for line in said if line not in _before_prose(said) and line.kind != "break"])
            _entries(imported, both_sections(career), _UNTITLED)
        elif inner or re.search(r"\w", heading.plain):
            _section(imported, OldSection(heading, _without_personal(heading, inner, header), around), header)
        _note_order(imported, document, before, heading.plain if heading else "")
    _person(imported, header, document)
    for joined in document.joined:
        for work in joined.data.get("publications", ()):
            imported.add("publications", work)
        imported.problems += joined.problems
        imported.owners += joined.owners
    _refuse_what_is_no_cv(imported, document)
    keep_lost(imported, document)
    _list_unsure(imported, document)
    return imported


def _sizes(imported: Imported) -> dict[str, int]:
    """Return how much each collection has."""
    return {key: len(value) for key, value in imported.data.items() if key not in ("person", "language")}


def _note_order(imported: Imported, document: OldDocument, before: dict[str, int], heading: str) -> None:
    """Note what a section became: the heading is that of a collection if no other one got anything of it."""
    grown = [key for key, size in _sizes(imported).items() if size > before.get(key, 0) and key != CUSTOM]
    if not grown and (name := section_of(heading)) in (*COLLECTIONS, "bio"):
        grown = [name]  # works of a bibliography, which are read later
    document.sections += [(key, heading if len(grown) == 1 else "") for key in grown]
    document.sections += [(CUSTOM, section["title"]) for section in imported.data.get(CUSTOM, [])[before.get(CUSTOM, 0) :]]


def _without_copies(sections: list[OldSection]) -> list[OldSection]:
    """Leave out sections that repeat earlier ones, as web pages do that have a copy for each width of screen."""
    said: set[tuple[str, ...]] = set()
    left, is_copied = [], False
    for section in sections:
        words = (section.heading.plain if section.heading else "", *(line.plain for line in section.lines))
        is_copied = len(words) > 1 and words in said and (is_copied or section_of(words[0]) in COLLECTIONS)
        if not is_copied:
            left.append(section)
        said.add(words)
    return left


def _by_columns(section: OldSection) -> list[OldSection]:
    """Divide a section where a column begins without a heading: jobs there do not belong to the last section of the other."""
    heading, lines, around = section
    place = next((index for index, line in enumerate(lines) if line.kind == "break" and line.level > 1), None)
    if place is None or heading is None or around or section_of(heading.plain) in ("positions", "education"):
        return [section]
    return [OldSection(heading, lines[:place]), OldSection(None, lines[place:])] if before_career(lines[place:])[1] else [section]


def _refuse_what_is_no_cv(imported: Imported, document: OldDocument) -> None:
    """Raise InputError if no section was found: a profile of it would be wrong without a word."""
    seen = [line.plain for line in document.lines if line.kind != "break" and line.plain]
    found = {key for key, value in imported.data.items() if value} - {"language", "bio", "person"}
    if found == {"custom"} and all(section.get("title") == _UNTITLED for section in imported.data["custom"]):
        found = set()
    if not found and len(seen) > 5:
        message = (
            f"no section of a CV was found; its {len(seen)} lines begin with “{'”, “'.join(text[:40] for text in seen[:3])}”"
        )
        hint = "give headings such as Experience and Education lines of their own, or import the file in which the CV was written"
        raise InputError([Problem(message, document.file, hint=hint, code="cannot-read")])


_PROFILE = re.compile(r"(?:github\.com|linkedin\.com/in|gitlab\.com)/([\w.-]{4,40})", re.IGNORECASE)


def _users(sections: list[OldSection]) -> list[str]:
    """Return the person's names on pages of code and of people, of the first links."""
    text = " ".join(f"{line.plain} {line.text}" for some in sections[:3] for line in some.lines[:40])
    return _PROFILE.findall(text)[:4]


def _with_name(sections: list[OldSection], header: PersonHeader, document: OldDocument) -> list[OldSection]:
    """Find the name in what stands before the sections that are read, or below the last, and return the other lines."""
    head: list[OldLine] = []
    for heading, inner, _ in sections:
        if heading is not None and not is_of_contacts(heading.plain):
            if section_of(heading.plain) or len(head) > 12:
                break
            head.append(heading)
        head += [line for line in inner if line.kind != "break"]
    others = [line for some in sections for line in (*filter(None, [some.heading]), *some.lines) if line not in head]
    mails = [mail for section in sections for line in section.lines for mail in mails_of(line)][:3]
    given = str(header.person.pop("name", ""))
    users = [*(mail.partition("@")[0] for mail in mails), *_users(sections)]
    path = PurePath(document.file)
    name, used = find_name(head, others, NameSigns(users, given, [path.stem, *document.told], path.parts[-4:-1]))
    if given and name != given and not says_nothing(OldLine((LineCell(given),))):
        header.rest.append(given)
    if not name:
        return sections
    header.parts.clear()
    header.set_name(name, used)
    kept = [OldSection(some.heading, [line for line in some.lines if line not in used], some.around) for some in sections]
    below = [line for some in sections if some.heading in used for line in some.lines]
    kept = [some for some in kept if some.heading not in used]
    first = kept[0] if kept and kept[0].heading is None else OldSection(None, [])
    return [OldSection(None, [*first.lines, *below]), *(some for some in kept if some is not first)]


def _without_noise(document: OldDocument) -> list[OldLine]:
    """Leave out lines that say nothing of the person, and note them."""
    lines = document.lines
    noise = {index for index, line in enumerate(lines) if says_nothing(line) and not _heads_career(lines, index)}
    document.left_out += [lines[index] for index in sorted(noise)]
    return [with_usual_signs(line) for index, line in enumerate(lines) if index not in noise]


def _heads_career(lines: list[OldLine], index: int) -> bool:
    """Return whether the title of a CV stands over entries, below other sections."""
    below = lines[index + 1 : index + 5]
    is_below = lines[index].kind == "heading" and any(line.kind == "heading" for line in lines[:index])
    return is_below and any("start" in date.fields for line in below if line.kind != "heading" for date in dates_in(line.plain))


def _without_personal(heading: OldLine | None, lines: list[OldLine], header: PersonHeader) -> list[OldLine]:
    """Give the person what a section says of the person alone, such as `Date of birth: …`, and return what is left."""
    if heading is None:
        return lines
    within = section_of(heading.plain) in ("positions", "education", "publications", "skills")
    personal = [line for line in lines if is_personal(line, within_career=within)]
    header.read(personal)
    return [line for line in lines if line not in personal]


def _before_prose(lines: list[OldLine]) -> list[OldLine]:
    """Return the lines before a first heading that are not paragraphs."""
    return [line for line in lines if len(line.plain) < 250 or len(line.cells) > 2]


def _bio(imported: Imported, texts: list[str]) -> None:
    if texts:
        text = "\n\n".join(texts)
        imported.data["bio"] = f"{imported.data['bio']}\n\n{text}" if imported.data.get("bio") else text


def _section(imported: Imported, section: OldSection, header: PersonHeader) -> None:
    """Read one section."""
    heading, lines = section.heading or OldLine(()), section.lines
    title, name = heading.plain.strip(" :"), section_of(heading.plain)
    content = [line for line in lines if line.kind != "break"]
    if not content and is_of_contacts(title):
        return
    if not content:
        if not name and not imported.person and "name" not in header.person and len(title.split()) < 6 and not header.parts:
            header.read([OldLine(heading.cells, heading.number, "text", 1, heading.file)])
        elif not name:
            header.rest.append(heading.text)
        return
    if "name" not in header.person and not header.parts and not name and not imported.data:
        header.read([OldLine(heading.cells, heading.number, "text", 1, heading.file), *_before_prose(content)])
        _bio(imported, [line.text for line in content if line not in _before_prose(content)])
        return
    if name in ("", "custom") and is_of_contacts(title):
        _contacts(content, header)
    elif name in ("", "custom", "advising") and not has_stem(title) and are_contacts(content):
        _contacts([replace(heading, kind="text"), *content], header)
    elif name == "bio" and not any(career_of(lines).values()):
        _bio(imported, [line.text for line in content])
    elif any((career := _career(title, name, section)).values()):
        _entries(imported, career, title)
    elif name == "publications" or not name and _may_be_of_works(title) and _are_works(imported, lines, header):
        _publications(imported, title, lines, header)
    elif name == "skills":
        imported.data.setdefault("skills", []).extend(skills(lines, title))
    elif name == "languages":
        header.texts += [line.text for line in content if _is_sentence(line)]  # of the column next to it
        lines = [line for line in lines if not _is_sentence(line)]
        spoken = languages(lines)
        imported.data.setdefault("languages" if spoken else "skills", []).extend(spoken or skills(lines, title))
    elif name in READERS:
        imported.data.setdefault(name, []).extend(READERS[name](lines))
    else:
        if not name:
            _count_unplaced(imported, content)
        add_own_section(imported, custom_section(title, lines))


def _is_sentence(line: OldLine) -> bool:
    return line.kind == "text" and len(line.plain.split()) > 9 and line.plain.endswith((".", "!"))


def _career(title: str, name: str, section: OldSection) -> dict[str, list[ImportedEntry]]:
    """Return the positions and degrees of a section: as its heading says, or, if that says nothing, as its entries look."""
    if is_of_both(title):
        return both_sections(section.lines)
    if name == "education":
        return degrees_and_jobs(section.lines)
    if name == "positions":
        return {name: dated_section(section.lines, name)}
    if section.around:
        return within_career(section.lines, section.around)
    return career_of(section.lines) if name == "bio" or not name and not has_stem(title) else {}


def _entries(imported: Imported, career: dict[str, list[ImportedEntry]], title: str) -> None:
    for name, entries in career.items():
        for entry in entries:
            _add(imported, name, entry, title)


def _count_unplaced(imported: Imported, lines: list[OldLine]) -> None:
    """Count lines that are kept whole, for their heading or their parts are not known."""
    if imported.document:
        imported.document.unplaced += len(lines)


def _contacts(lines: list[OldLine], header: PersonHeader) -> None:
    """Read what a section says of the person; what no field takes is not shown, unless it is a whole section."""
    count = len(header.others)
    header.read(lines)
    if len(header.others) - count <= _MAX_OTHERS:
        header.rest += header.others[count:]
        del header.others[count:]


def _add(imported: Imported, name: str, entry: ImportedEntry, title: str) -> None:
    """Add an entry, or its text to a section of the person's own if it lacks what its kind needs."""
    needed = ("organization",) if name == "positions" else ("institution", "degree")
    if any(key in entry for key in needed):
        imported.add(name, entry)
        return
    if not any(key in entry for key in ("title", "note", "summary", "highlights")):
        return
    entry["title"] = entry.get("title") or entry.pop("note", None) or entry.pop("summary", None) or entry["highlights"].pop(0)
    if not entry.get("highlights", True):
        del entry["highlights"]
    imported.add_custom(
        title, ImportedEntry({key: value for key, value in entry.items() if key not in ("team", "grades")}, entry.places)
    )


def _owner(imported: Imported, header: PersonHeader) -> str:
    return str(imported.person.get("name", "") or header.person.get("name", ""))


def _are_works(imported: Imported, lines: list[OldLine], header: PersonHeader) -> bool:
    """Return whether a section whose heading tells nothing lists works of the person."""
    owner = _owner(imported, header)
    is_dated = sum(bool(re.search(r"\b(?:19|20)\d\d\b", line.plain)) for line in lines) > 1
    return is_dated and are_works(items_of(lines, partial(is_read, owner=owner)), owner)


def _may_be_of_works(heading: str) -> bool:
    return not _NO_WORKS.search(plain(heading)) or bool(_REVIEWED.search(plain(heading)))


def _is_doubtful_work(entry: ImportedEntry) -> bool:
    """Return whether parts of a work may be others: without a year, without people and a known type, or with an odd title."""
    if "date" not in entry and "status" not in entry or str(entry["title"]).startswith("("):
        return True
    return "authors" not in entry and entry.get("type", "document") == "document"


def _publications(imported: Imported, title: str, lines: list[OldLine], header: PersonHeader) -> None:
    """Read a list of publications; those whose parts are not told apart are kept whole under the heading."""
    owner = _owner(imported, header)
    cited = imported.document.cited if imported.document else ()
    items = [
        item if item.heading else PublicationItem(item.lines, title) for item in items_of(lines, partial(is_read, owner=owner))
    ]
    for (item, heading), entry in zip(items, publications(items, owner, cited), strict=True):
        if entry is not None and (_may_be_of_works(heading) or section_of(heading) == "publications"):
            if _is_doubtful_work(entry):
                mark(entry, item)
            imported.add("publications", entry)
            continue
        _count_unplaced(imported, item)
        name = title if heading == title else f"{title}: {heading}"
        section = custom_section(
            name, [OldLine(line.cells, line.number, "bullet", min(2, 1 + index), line.file) for index, line in enumerate(item)]
        )
        if "entries" in section:
            section = ImportedEntry({"title": name, "highlights": [" ".join(line.text for line in item)]}, section.places)
        add_own_section(imported, section)


def _person(imported: Imported, header: PersonHeader, document: OldDocument) -> None:
    person = imported.person
    if "emails" not in header.person:  # what a section says, or the address of a link
        mails = list(dict.fromkeys(mail for line in (*document.lines, *document.left_out) for mail in mails_of(line)))
        own = [mail for mail in mails if len(mails) == 1 or is_of_name(mail, str(header.person.get("name", "")))]
        header.person.update({"emails": own} if own else {})
    for key, value in header.person.items():
        person.setdefault(key, value)
    take_native(person)
    person.places.update(header.person.places)
    if person.get("name"):
        person["name"] = " ".join(str(person["name"]).split())
        name, comma, after = str(person["name"]).partition(",")
        if name.isupper() and len(name.split()) > 1:
            shown = name.title().replace("i\u0307", "i")  # of a Turkish İ
            person["name"] = f"{_PARTICLE.sub(lambda match: match[0].lower(), shown)}{comma}{after}"
    _bio(imported, header.texts)
    if len(header.others) > _MAX_OTHERS:
        lines = [OldLine((LineCell(markdown.escape(text)),), kind="bullet", file=document.file) for text in header.others]
        add_own_section(imported, custom_section(_UNTITLED, lines))
    else:
        header.rest += header.others
    name = str(person.get("name", ""))
    if name and (not normalized_name(name) or re.search(r"\d{2}", name) or name.casefold() in left_out()):
        header.rest.append(name)
        del person["name"]
    document.unplaced += len(header.rest)
    if header.rest:
        keep(person, imported.format, {"lines": header.rest})


def _list_unsure(imported: Imported, document: OldDocument) -> None:
    """Count the entries whose fields are uncertain, with the place of the first."""
    for name in ("positions", "education", "publications"):
        entries = imported.data.get(name, ())
        unsure = [entry for entry in entries if FROM in entry]
        if unsure:
            shown = [next(str(entry[key]) for key in _NAMES if key in entry) for entry in unsure]
            message = f"{name}: of {len(unsure)} of {len(entries)} it is not certain which part is which: “{'”, “'.join(shown)}”"
            hint = "compare their fields with the old words in the comments above them, then delete x-from"
            place = unsure[0].place
            imported.problems.append(Problem(message, place[0], place[1], 1, hint=hint, severity="warning", code="doubtful"))
