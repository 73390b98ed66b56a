"""Read the zip file that LinkedIn exports of an account: a CSV file for each kind of record.

Address, date of birth and telephone numbers are private. Files about other people, such as messages
and connections, are not read.
"""

import re
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, END, PARAGRAPHS, PLAIN, PROSE, SINGLE, URL, joined, private, split
from cvrender.formats.resume_values import bullet_lines, finish_times
from cvrender.formats.syntax.csv_syntax import read_csv
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.values import identifiers
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath


def _websites(value: Any) -> list[Any]:
    """`[PORTFOLIO:https://…,BLOG:https://…]`"""
    links: list[Any] = []
    for label, link in re.findall(r"(?<![A-Z_ ])([A-Z_ ]{1,60}):(https?://[^\s,\]]+)", str(value)):
        links.append({"value": link, "label": label.replace("_", " ").strip().capitalize()})
    return links or [URL.read(str(value).strip("[]"))]


def _twitter(value: Any) -> list[Any] | None:
    handles = re.findall(r"\w+", str(value))
    return [{"value": f"https://x.com/{handle}", "label": "X"} for handle in handles] or None


def _bullets(value: Any) -> list[str] | None:
    """The bullets of a text; they may all stand in one line."""
    text = "\n• ".join(part.strip() for part in re.split("[•▪●]", str(value))).strip()
    return [PARAGRAPHS.read(item) for item in bullet_lines(text)] or None


BULLETS = Row("Description", "highlights", Converter(_bullets))
SUMMARY = Row("Description", "summary", PARAGRAPHS)
NOTE = Row("Description", "note", PARAGRAPHS)
TIMES = (Row("Started On", "start", DATE), Row("Finished On", "end", END))
PERSON = (
    Row(("First Name", "Last Name"), "name", joined(" ", PLAIN)),
    Row("Headline", "headline", PROSE),
    Row("Geo Location", "location", PROSE),
    Row(("Address", "Zip Code"), "location", private(joined(" "))),
    Row("Twitter Handles", "links", Converter(_twitter)),
    Row("Websites", "links", Converter(_websites)),
    Row("Summary", "/bio", PARAGRAPHS),
)


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    """Settle the times of an entry that lasts only if the file says so; a beginning alone is a date."""
    lasted = "end" in entry
    finish_times(entry, reading)
    if not lasted and entry.get("end") == "present":
        del entry["end"]
        entry["date"] = entry.pop("start")


SECTIONS = (
    RecordSection("profile", "person", PERSON),
    RecordSection(
        "positions",
        "positions",
        (
            Row("Company Name", "organization", PROSE),
            Row("Title", "title", PROSE),
            Row("Location", "location", PROSE),
            BULLETS,
            SUMMARY,
            *TIMES,
        ),
        finish=finish_times,
    ),
    RecordSection(
        "education",
        "education",
        (
            Row("School Name", "institution", PROSE),
            Row("Degree Name", "degree", PROSE),
            Row("Start Date", "start", DATE),
            Row("End Date", "end", END),
            Row("Notes", "note", PARAGRAPHS),
            Row("Activities", "highlights", split(",")),
        ),
        finish=_finish,
    ),
    RecordSection("skills", "skills", (Row("Name", "name", PROSE),)),
    RecordSection(
        "certifications",
        "certifications",
        (
            Row("Name", "title", PROSE),
            Row("Authority", "issuer", PROSE),
            Row("License Number", "number", PLAIN),
            Row("Url", "url", URL),
            *TIMES,
        ),
        finish=_finish,
    ),
    RecordSection("languages", "languages", (Row("Name", "language", PROSE), Row("Proficiency", "level", PROSE))),
    RecordSection(
        "publications",
        "publications",
        (
            Row("Name", "title", PROSE),
            Row("Published On", "date", DATE),
            Row("Publisher", "publisher", PROSE),
            Row("Url", "doi", Converter(identifiers.doi)),
            Row("Url", "url", URL),
            NOTE,
        ),
    ),
    RecordSection("honors", "awards", (Row("Title", "title", PROSE), Row("Issued On", "date", DATE), NOTE)),
    RecordSection(
        "patents",
        "patents",
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
    RecordSection(
        "organizations",
        "memberships",
        (Row("Name", "organization", PROSE), Row("Position", "role", PROSE), NOTE, *TIMES),
        finish=finish_times,
    ),
    RecordSection(
        "volunteering",
        "custom",
        (Row("Role", "title", PROSE), Row("Company Name", "organization", PROSE), BULLETS, SUMMARY, *TIMES),
        "Volunteering",
        finish=_finish,
    ),
    RecordSection(
        "projects",
        "custom",
        (Row("Title", "title", PROSE), BULLETS, SUMMARY, Row("Url", "url", URL), *TIMES),
        "Projects",
        finish=_finish,
    ),
    RecordSection("courses", "custom", (Row("Name", "title", PROSE), Row("Number", "note", PROSE)), "Courses"),
    RecordSection("test scores", "custom", (Row("Name", "title", PROSE), Row("Score", "summary", PROSE), NOTE), "Test scores"),
    RecordSection("email addresses", "person", (Row("Email Address", "emails", private(SINGLE)),)),
    RecordSection("phonenumbers", "person", (Row("Number", "phones", private(SINGLE)),)),
)
"""What becomes of the rows of each file, by its name without the suffix."""


def read(content: Content) -> Imported:
    """Read the files of an export that say something about the account's owner."""
    data: dict[str, Any] = {}
    values: dict[DataPath, Location] = {}
    problems: list[Problem] = []
    for section in SECTIONS:
        name = f"{section.theirs}.csv"
        if name in content.members:
            inner = Content(content.member(name), f"{content.file}/{content.members[name]}")
            source, wrong = read_csv(inner.text, inner.file, section.theirs)
            data |= source.data
            values |= source.values
            problems += wrong
    imported = read_sections(Source(content.file, data, {}, values), "linkedin", SECTIONS, problems)
    if {"emails", "phones", "location"} & set(imported.person):
        message = "e-mail addresses, telephone numbers and addresses are imported as private: public views do not show them"
        hint = 'remove "private: true" where you want to show them'
        imported.problems.append(Problem(message, content.file, hint=hint, severity="warning", code="doubtful"))
    return imported


def _detects(content: Content) -> bool:
    return content.begins == "zip" and bool({"positions.csv", "profile.csv"} & set(content.members))


FORMAT = Format("linkedin", "LinkedIn", _detects, read)
