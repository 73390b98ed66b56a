"""Read JSON Resume: https://jsonresume.org/schema, with the keys of its older versions."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, LINK, PARAGRAPHS, PLAIN, PROSE, PROSES, SINGLE, URL, joined, listed
from cvrender.formats.resume_values import PHOTO, PLACE, PROFILE, SCORE, TIMES, finish_times
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.works import complete, guessed_type

_ADDRESS = tuple(f"location.{key}" for key in ("address", "postalCode", "city", "region", "countryCode"))


def with_details(name: Any, details: Any) -> str:
    """Return an interest with what it consists of in parentheses."""
    parts = joined(", ").read(details) if details else ""
    return f"{PROSE.read(name)} ({parts})" if name and parts else parts or str(PROSE.read(name))


PERSON = (
    Row("name", "name", PLAIN),
    Row("label", "headline", PROSE),
    Row("email", "emails", SINGLE),
    Row("phone", "phones", SINGLE),
    *(Row(key, "photo", PHOTO) for key in ("image", "picture")),
    Row("url", "links", LINK),
    Row("website", "links", LINK),
    Row(_ADDRESS, "location", PLACE),
    Row("summary", "/bio", PARAGRAPHS),
)
WORK = (
    Row("name", "organization", PROSE),
    Row("employer", "organization", PROSE),
    Row("company", "organization", PROSE),
    Row("organization", "organization", PROSE),
    Row("position", "title", PROSE),
    Row("location", "location", PROSE),
    Row("url", "url", URL),
    Row("website", "url", URL),
    *TIMES,
    Row("summary", "summary", PARAGRAPHS),
    Row("highlights", "highlights", PROSES),
    Row("description", "note", PARAGRAPHS),
    Row("keywords", "tags", listed(PLAIN)),
    Row("technologies", "tags", listed(PLAIN)),
)
EDUCATION = (
    Row("institution", "institution", PROSE),
    Row("studyType", "degree", PROSE),
    Row("area", "field", PROSE),
    Row("location", "location", PROSE),
    Row("url", "url", URL),
    *TIMES,
    Row("score", "grades", SCORE),
    Row("gpa", "grades", SCORE),
    Row("courses", "highlights", PROSES),
    Row("highlights", "highlights", PROSES),
    Row("summary", "note", PARAGRAPHS),
)
AWARD = (
    Row("title", "title", PROSE),
    Row("awarder", "issuer", PROSE),
    Row("date", "date", DATE),
    Row("summary", "note", PARAGRAPHS),
)
CERTIFICATE = (
    Row("name", "title", PROSE),
    Row("issuer", "issuer", PROSE),
    Row("date", "date", DATE),
    Row("url", "url", URL),
)
PUBLICATION = (
    Row("name", "title", PROSE),
    Row("publisher", "venue.name", PROSE),
    Row("releaseDate", "date", DATE),
    Row("url", "url", URL),
    Row("website", "url", URL),
    Row("summary", "note", PARAGRAPHS),
)
SKILL = (
    Row("name", "name", PROSE),
    Row("level", "level", PROSE),
    Row("keywords", "items", PROSES),
    Row("technologies", "items", PROSES),
    Row("items", "items", PROSES),
    Row("category", "name", PROSE),
    Row("summary", "note", PARAGRAPHS),
    Row("description", "note", PARAGRAPHS),
)
LANGUAGE = (
    Row("language", "language", PROSE),
    Row("name", "language", PROSE),
    Row("fluency", "level", PROSE),
    Row("level", "level", PROSE),
)
INTEREST = (Row(("name", "keywords"), "text", Converter(lambda values: with_details(*values))),)
REFERENCE = (Row("name", "name", PLAIN), Row("reference", "note", PARAGRAPHS))
PROJECT = (
    Row("name", "title", PROSE),
    Row("entity", "organization", PROSE),
    Row("description", "summary", PARAGRAPHS),
    Row("highlights", "highlights", PROSES),
    Row("roles", "note", joined(", ")),
    Row("keywords", "tags", listed(PLAIN)),
    *TIMES,
    Row("url", "links", LINK),
)


def finish_custom(entry: ImportedEntry, reading: SourceReading) -> None:
    """Give an entry of a custom section a title, which it needs, and settle the times."""
    if "title" not in entry and "organization" in entry:
        entry["title"] = entry.pop("organization")
    finish_times(entry, reading)


def finish_publication(entry: ImportedEntry, reading: SourceReading) -> None:
    """Guess the type, which the format does not tell, from the venue."""
    entry.setdefault("type", guessed_type(entry))
    complete(entry, reading)


def finish_skill(entry: ImportedEntry, reading: SourceReading) -> None:
    """Name a skill without a name by its only item or its level, since it needs a name."""
    items = entry.get("items", [])
    if "name" not in entry and len(items) == 1:
        entry["name"] = entry.pop("items")[0]
    elif "name" not in entry and items:
        entry["name"], entry["items"] = items[0], items[1:]
    elif "name" not in entry and "level" in entry:
        entry["name"] = entry.pop("level")


SECTIONS = (
    RecordSection("basics.profiles", "person", PROFILE),
    RecordSection("basics", "person", PERSON),
    RecordSection("work", "positions", WORK, finish=finish_times),
    RecordSection("volunteer", "custom", WORK, title="Volunteering", finish=finish_custom),
    RecordSection("education", "education", EDUCATION, finish=finish_times),
    RecordSection("awards", "awards", AWARD),
    RecordSection("certificates", "certifications", CERTIFICATE),
    RecordSection("publications", "publications", PUBLICATION, finish=finish_publication),
    RecordSection("skills", "skills", SKILL, finish=finish_skill),
    RecordSection("languages", "languages", LANGUAGE),
    RecordSection("interests", "interests", INTEREST),
    RecordSection("references", "references", REFERENCE),
    RecordSection("projects", "custom", PROJECT, title="Projects", finish=finish_custom),
)


def read(content: Content) -> Imported:
    """Read a résumé, which may be written as YAML."""
    return read_sections(content.json if content.begins == "json" else content.yaml, "json-resume", SECTIONS)


def _detects(content: Content) -> bool:
    if content.begins != "json" and not content.has_key("basics"):
        return False
    data = content.json.data if content.begins == "json" else content.yaml.data
    return isinstance(data, dict) and isinstance(data.get("basics"), dict) and not {"content", "locale", "sections"} & set(data)


FORMAT = Format("json-resume", "JSON Resume", _detects, read)
