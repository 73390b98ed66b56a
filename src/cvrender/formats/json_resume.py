"""Read JSON Resume (https://jsonresume.org/schema), with the keys of its older versions, and write its version 1.0."""

import json
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, LINK, PARAGRAPHS, PLAIN, PROSE, PROSES, SINGLE, URL, joined, listed
from cvrender.formats.resume_values import NETWORKS, PHOTO, PLACE, PROFILE, SCORE, TIMES, finish_times
from cvrender.formats.shown import Shown, characters, day, line, networks, texts_of, times
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


_SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
Entry = dict[str, Any]


def write(shown: Shown) -> str:
    """Return a résumé with the collections that the format has sections for."""
    resume = {
        "$schema": _SCHEMA,
        "basics": _basics(shown),
        "work": [work for entry in shown.entries.get("positions", ()) for work in _works(entry)],
        "volunteer": [_service(entry) for name in ("service", "memberships") for entry in shown.entries.get(name, ())],
        "education": [_education(entry) for entry in shown.entries.get("education", ())],
        "awards": [_award(entry) for entry in shown.entries.get("awards", ())],
        "certificates": [_certificate(entry) for entry in shown.entries.get("certifications", ())],
        "publications": [_publication(entry) for entry in shown.entries.get("publications", ())],
        "skills": [_skill(entry) for entry in shown.entries.get("skills", ())],
        "languages": [_language(entry) for entry in shown.entries.get("languages", ())],
        "interests": [{"name": characters(interest)} for interest in shown.interests],
        "references": [_reference(entry) for entry in shown.entries.get("references", ())],
        "projects": [_project(entry) for name in ("systems", "custom") for entry in shown.entries.get(name, ())],
    }
    return json.dumps(_known(resume), ensure_ascii=False, indent=2) + "\n"


def _known(value: Any) -> Any:
    """Return data without what is empty."""
    if isinstance(value, dict):
        return {key: part for key, item in value.items() if (part := _known(item)) not in ("", [], {}, None)}
    return [_known(item) for item in value] if isinstance(value, list) else value


def _basics(shown: Shown) -> Entry:
    person = shown.person
    links = [_link(link) for link in person.get("links", ())]
    known = {form.partition("://")[2].partition("/")[0]: name for name, form in NETWORKS.items()}
    profiles = [(known.get(host(link["value"]), ""), link["value"]) for link in links]
    page = next((address for network, address in profiles if not network), "")
    return {
        "name": person["name"],
        "label": characters(person.get("headline")),
        "email": next((_link(email)["value"] for email in person.get("emails", ())), ""),
        "phone": next((_link(phone)["value"] for phone in person.get("phones", ())), ""),
        "url": page,
        "summary": "\n\n".join(characters(text) for text in shown.bio.split("\n\n") if text),
        "location": {"address": characters(person.get("location", {}).get("value"))},
        "profiles": [
            *({"network": network, "username": name, "url": url} for network, name, url in networks(person)),
            *({"network": network or host(url), "url": url} for network, url in profiles if url != page),
        ],
    }


def host(address: str) -> str:
    """Return the host of an address."""
    return address.partition("://")[2].partition("/")[0]


def _link(link: Any) -> Entry:
    return link if isinstance(link, dict) else {"value": link}


def _times(entry: Entry) -> Entry:
    start, end = times(entry)
    return {"startDate": day(start), "endDate": "" if end == "present" else day(end or start)}


def _works(entry: Entry) -> list[Entry]:
    roles = entry.get("roles") or [entry]
    return [
        {
            "name": characters(entry.get("organization")),
            "position": line(role, "title"),
            "location": line(entry, "location"),
            "url": entry.get("url"),
            **_times(role if times(role)[0] else entry),
            "summary": line(role, "summary"),
            "highlights": texts_of(role.get("highlights")),
            "description": line(role, "note"),
        }
        for role in roles
    ]


def _service(entry: Entry) -> Entry:
    venue = entry.get("venue") or entry.get("event") or {}
    named = venue.get("name", "") if isinstance(venue, dict) else venue
    name = line(entry, "organization") or characters(named)
    return {
        "organization": name,
        "position": line(entry, "role", "title"),
        **_times(entry),
        "highlights": texts_of(entry.get("highlights")),
    }


def _education(entry: Entry) -> Entry:
    grades = entry.get("grades") or [""]
    grade = grades[0] if isinstance(grades[0], str) else line(grades[0], "value")
    return {
        "institution": line(entry, "institution"),
        "studyType": line(entry, "degree"),
        "area": line(entry, "field"),
        "url": entry.get("url"),
        **_times(entry),
        "score": characters(grade),
        "courses": texts_of(entry.get("highlights")),
    }


def _date(entry: Entry) -> str:
    return day(times(entry)[0])


def _award(entry: Entry) -> Entry:
    return {"title": line(entry, "title"), "awarder": line(entry, "issuer"), "date": _date(entry), "summary": line(entry, "note")}


def _certificate(entry: Entry) -> Entry:
    return {"name": line(entry, "title"), "issuer": line(entry, "issuer"), "date": _date(entry), "url": entry.get("url")}


def _publication(entry: Entry) -> Entry:
    venue = entry.get("venue") or {}
    address = entry.get("url") or (f"https://doi.org/{entry['doi']}" if entry.get("doi") else "")
    publisher = line(entry, "publisher") or characters(venue.get("name"))
    return {
        "name": line(entry, "title"),
        "publisher": publisher,
        "releaseDate": _date(entry),
        "url": address,
        "summary": line(entry, "note"),
    }


def _skill(entry: Entry) -> Entry:
    return {"name": line(entry, "name"), "level": line(entry, "level"), "keywords": texts_of(entry.get("items"))}


def _language(entry: Entry) -> Entry:
    return {"language": line(entry, "language"), "fluency": line(entry, "level")}


def _reference(entry: Entry) -> Entry:
    return {"name": line(entry, "name"), "reference": line(entry, "note")}


def _project(entry: Entry) -> Entry:
    return {
        "name": line(entry, "name", "title", separator=": "),
        "entity": line(entry, "organization"),
        "description": line(entry, "summary", "note"),
        "highlights": texts_of(entry.get("highlights")),
        **_times(entry),
        "url": entry.get("url"),
    }
