"""Read the zip file that LinkedIn exports of an account: a CSV file for each kind of record.

Address, date of birth and telephone numbers are private. Files about other people, such as messages
and connections, are not read.
"""

import re
from typing import Any

from cvrender.importers.base import Format, Imported, Section, read_sections
from cvrender.importers.content import Content
from cvrender.importers.converters import DATE, END, PARAGRAPHS, PLAIN, PROSE, URL, private, split
from cvrender.importers.resume_values import bullet_lines, finish_times
from cvrender.importers.syntax.csv_syntax import read_csv
from cvrender.importers.table import Converter, Entry, Reading, Row, keep
from cvrender.importers.text import identifiers


def _joined(values: tuple[Any, ...]) -> str | None:
    return " ".join(str(value).strip() for value in values if value) or None


def _websites(value: Any) -> list[Any]:
    """`[PORTFOLIO:https://…,BLOG:https://…]`"""
    made: list[Any] = []
    for label, link in re.findall(r"([A-Z_ ]+):(https?://[^\s,\]]+)", str(value)):
        made.append({"value": link, "label": label.replace("_", " ").strip().capitalize()})
    return made or [URL.read(str(value).strip("[]"))]


def _twitter(value: Any) -> list[Any] | None:
    handles = re.findall(r"\w+", str(value))
    return [{"value": f"https://x.com/{handle}", "label": "X"} for handle in handles] or None


def _bullets(value: Any) -> list[str] | None:
    """The bullets of a text; they may all stand in one line."""
    text = re.sub(r"\s*[•▪●]\s*", "\n• ", str(value)).strip()
    return [PARAGRAPHS.read(item) for item in bullet_lines(text)] or None


BULLETS = Row("Description", "highlights", Converter(_bullets))
SUMMARY = Row("Description", "summary", PARAGRAPHS)
NOTE = Row("Description", "note", PARAGRAPHS)
TIMES = (Row("Started On", "start", DATE), Row("Finished On", "end", END))
PERSON = (
    Row(("First Name", "Last Name"), "name", Converter(_joined)),
    Row("Headline", "headline", PROSE),
    Row("Geo Location", "location", PROSE),
    Row(("Address", "Zip Code"), "location", private(Converter(lambda values: PROSE.read(_joined(values) or "")))),
    Row("Twitter Handles", "links", Converter(_twitter)),
    Row("Websites", "links", Converter(_websites)),
    Row("Summary", "/bio", PARAGRAPHS),
)
_TABLES: dict[str, tuple[str, str, tuple[Row, ...]]] = {
    "profile.csv": ("person", "", PERSON),
    "positions.csv": (
        "positions",
        "",
        (
            Row("Company Name", "organization", PROSE),
            Row("Title", "title", PROSE),
            Row("Location", "location", PROSE),
            BULLETS,
            SUMMARY,
            *TIMES,
        ),
    ),
    "education.csv": (
        "education",
        "",
        (
            Row("School Name", "institution", PROSE),
            Row("Degree Name", "degree", PROSE),
            Row("Start Date", "start", DATE),
            Row("End Date", "end", END),
            Row("Notes", "note", PARAGRAPHS),
            Row("Activities", "highlights", split(",")),
        ),
    ),
    "skills.csv": ("skills", "", (Row("Name", "name", PROSE),)),
    "certifications.csv": (
        "certifications",
        "",
        (
            Row("Name", "title", PROSE),
            Row("Authority", "issuer", PROSE),
            Row("License Number", "number", PLAIN),
            Row("Url", "url", URL),
            *TIMES,
        ),
    ),
    "languages.csv": ("languages", "", (Row("Name", "language", PROSE), Row("Proficiency", "level", PROSE))),
    "publications.csv": (
        "publications",
        "",
        (
            Row("Name", "title", PROSE),
            Row("Published On", "date", DATE),
            Row("Publisher", "publisher", PROSE),
            Row("Url", "doi", Converter(lambda value: identifiers.doi(value))),
            Row("Url", "url", URL),
            NOTE,
        ),
    ),
    "honors.csv": ("awards", "", (Row("Title", "title", PROSE), Row("Issued On", "date", DATE), NOTE)),
    "patents.csv": (
        "patents",
        "",
        (
            Row("Title", "title", PROSE),
            Row("Patent Number", "number", PLAIN),
            Row("Application Number", "number", PLAIN),
            Row("Issuer", "authority", PROSE),
            Row("Issued On", "date", DATE),
            Row("Filed On", "date", DATE),
            Row("Url", "url", URL),
            NOTE,
        ),
    ),
    "organizations.csv": (
        "memberships",
        "",
        (Row("Name", "organization", PROSE), Row("Position", "role", PROSE), NOTE, *TIMES),
    ),
    "volunteering.csv": (
        "custom",
        "Volunteering",
        (Row("Role", "title", PROSE), Row("Company Name", "organization", PROSE), BULLETS, SUMMARY, *TIMES),
    ),
    "projects.csv": ("custom", "Projects", (Row("Title", "title", PROSE), BULLETS, SUMMARY, Row("Url", "url", URL), *TIMES)),
    "courses.csv": ("custom", "Courses", (Row("Name", "title", PROSE), Row("Number", "note", PROSE))),
    "test scores.csv": ("custom", "Test scores", (Row("Name", "title", PROSE), Row("Score", "summary", PROSE), NOTE)),
    "email addresses.csv": (
        "person",
        "",
        (Row("Email Address", "emails", private(Converter(lambda value: [PLAIN.read(value)]))),),
    ),
    "phonenumbers.csv": ("person", "", (Row("Number", "phones", private(Converter(lambda value: [PLAIN.read(value)]))),)),
}
"""The files that are read: what their rows become, the title of a custom section, and the table."""
_LASTING = frozenset({"positions", "memberships"})


def _finish(entry: Entry, reading: Reading) -> None:
    for key in ("start", "end"):
        if key in entry and entry[key] is None:
            del entry[key]
    finish_times(entry, reading)


def _finish_others(entry: Entry, reading: Reading) -> None:
    lasted = "end" in entry
    finish_times(entry, reading)
    if not lasted and entry.get("end") == "present":
        del entry["end"]
        entry["date"] = entry.pop("start")


def read(content: Content) -> Imported:
    """Read the files of an export that say something about the account's owner."""
    made = Imported("linkedin", content.file)
    for name, (ours, title, table) in _TABLES.items():
        if name not in content.members:
            continue
        inner = Content(content.member(name), f"{content.file}/{content.members[name]}")
        source, problems = read_csv(inner.text, inner.file, "rows")
        finish = _finish if ours in _LASTING else _finish_others
        found = read_sections(source, "linkedin", [Section("rows", ours, table, title, finish=finish)])
        _add(made, found)
        made.problems += problems
    return made


def _add(made: Imported, found: Imported) -> None:
    """Add what one file says."""
    made.problems += found.problems
    for key, value in found.data.items():
        if key == "person":
            for name, part in value.items():
                if name == "x-import":
                    for format, kept in part.items():
                        keep(made.person, format, kept)
                elif isinstance(part, list):
                    made.person.setdefault(name, []).extend(item for item in part if item not in made.person.get(name, []))
                else:
                    made.person.setdefault(name, part)
            made.person.places |= value.places
        elif isinstance(value, list):
            made.data.setdefault(key, []).extend(value)
        else:
            made.data.setdefault(key, value)


def _detects(content: Content) -> bool:
    return content.begins == "zip" and bool({"positions.csv", "profile.csv"} & set(content.members))


FORMAT = Format("linkedin", "LinkedIn", _detects, read)
