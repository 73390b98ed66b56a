"""Read RenderCV 2: https://docs.rendercv.com/user_guide/yaml_input_structure/.

The keys of an entry tell its type, the titles of sections are free: a section becomes the collection that its entries and its
title fit, else a section of the person's own.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any

from cvrender.formats.authorship import settle, shown_author
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, DOI, END, MARKDOWN, MARKDOWN_LINE, PLAIN, URL, joined, listed, split
from cvrender.formats.json_resume import with_details
from cvrender.formats.resume_values import CV_LANGUAGE, PHOTO, PROFILE, SCORE, finish_times, prepare_period
from cvrender.formats.table import Converter, ImportedEntry, Rearranged, Row, SourceReading, Table, as_list, items_at, keep
from cvrender.formats.values.section_titles import is_about
from cvrender.formats.works import complete, guessed_type
from cvrender.model.convert import DataPath

_PAGE = Converter(lambda value: [URL.read(part) for part in as_list(value)])
_PHONES = Converter(lambda value: [PLAIN.read(part).removeprefix("tel:") for part in as_list(value)])
_ICONS = (Row(("placeholder", "url"), "links", Converter(lambda values: _connection(*values))),)
_TOP = (
    Row("name", "name", PLAIN),
    Row("headline", "headline", MARKDOWN_LINE),
    Row("location", "location", MARKDOWN_LINE),
    Row("email", "emails", listed(PLAIN)),
    Row("phone", "phones", _PHONES),
    Row("photo", "photo", PHOTO),
    Row("website", "links", _PAGE),
)

_LOCALE = (Row("language", "/language", CV_LANGUAGE),)
_PERSON = {"cv.social_networks": PROFILE, "cv.custom_connections": _ICONS, "cv": _TOP, "locale": _LOCALE}


def _connection(shown: Any, url: Any) -> list[Any] | None:
    return [{"value": URL.read(url), "label": MARKDOWN_LINE.read(shown)}] if shown and url else None


def _highlights(values: Any) -> list[Any]:
    """Bullets; what is behind " - " is a bullet below."""
    highlights: list[Any] = []
    for value in as_list(values):
        text, *inner = re.split(r"\s+-\s+", MARKDOWN_LINE.read(value))
        highlights.append({"text": text, "highlights": inner} if inner and text else text)
    return highlights


_COMMON = (
    Row("location", "location", MARKDOWN_LINE),
    Row("date", "date", DATE),
    Row("~start", "start", DATE),
    Row("~end", "end", END),
    Row("start_date", "start", DATE),
    Row("end_date", "end", END),
    Row("startDate", "start", DATE),
    Row("endDate", "end", END),
    Row("releaseDate", "date", DATE),
    Row("highlights", "highlights", Converter(_highlights)),
    Row("url", "url", URL),
)
_NAMED = tuple(Row(key, "title", MARKDOWN_LINE) for key in ("name", "title", "bullet", "label"))
_SUMMARY = Row("summary", "summary", MARKDOWN)
_NOTE = Row("summary", "note", MARKDOWN)
_TABLES: dict[str, Table] = {
    "bio": (Row("text", "/bio", MARKDOWN),),
    "publications": (
        Row("title", "title", MARKDOWN_LINE),
        Row("name", "title", MARKDOWN_LINE),
        Row("authors", "authors", Converter(lambda values: [shown_author(str(value)) for value in as_list(values)])),
        Row("journal", "venue.name", MARKDOWN_LINE),
        Row("publisher", "venue.name", MARKDOWN_LINE),
        Row("doi", "doi", DOI),
        _NOTE,
        *_COMMON[1:],
    ),
    "education": (
        Row("institution", "institution", MARKDOWN_LINE),
        Row("area", "field", MARKDOWN_LINE),
        Row("degree", "degree", MARKDOWN_LINE),
        Row("studyType", "degree", MARKDOWN_LINE),
        Row("score", "grades", SCORE),
        Row("gpa", "grades", SCORE),
        _NOTE,
        *_COMMON,
    ),
    "positions": (
        *(Row(key, "organization", MARKDOWN_LINE) for key in ("company", "organization")),
        Row("position", "title", MARKDOWN_LINE),
        _SUMMARY,
        *_COMMON,
    ),
    "awards": (*_NAMED, Row("awarder", "issuer", MARKDOWN_LINE), Row("details", "note", MARKDOWN_LINE), _NOTE, *_COMMON),
    "certifications": (
        *_NAMED,
        Row("position", "title", MARKDOWN_LINE),
        *(Row(key, "issuer", MARKDOWN_LINE) for key in ("issuer", "company", "organization")),
        Row("details", "note", MARKDOWN_LINE),
        _NOTE,
        *_COMMON,
    ),
    "references": (
        *(Row(key, "name", MARKDOWN_LINE) for key in ("name", "label")),
        *(Row(key, "note", MARKDOWN) for key in ("reference", "details", "summary")),
        *_COMMON[1:],
    ),
    "service": (
        Row("position", "role", MARKDOWN_LINE),
        *(Row(key, "organization", MARKDOWN_LINE) for key in ("company", "organization")),
        *(Row(key, "role", MARKDOWN_LINE) for key in ("name", "bullet", "label")),
        _NOTE,
        *_COMMON,
    ),
    "skills": (
        *(Row(key, "name", MARKDOWN_LINE) for key in ("label", "name")),
        Row("details", "items", split(",")),
        Row("keywords", "items", listed(MARKDOWN_LINE)),
        Row("level", "level", MARKDOWN_LINE),
    ),
    "languages": (
        *(Row(key, "language", MARKDOWN_LINE) for key in ("label", "language", "name", "bullet", "text")),
        *(Row(key, "level", MARKDOWN_LINE) for key in ("details", "fluency", "summary")),
    ),
    "interests": (
        Row(("name", "keywords"), "text", Converter(lambda values: with_details(*values))),
        Row(("label", "details"), "text", joined(": ", MARKDOWN_LINE)),
        *(Row(key, "text", MARKDOWN_LINE) for key in ("bullet", "text")),
    ),
    "custom": (
        *_NAMED,
        Row("number", "title", MARKDOWN_LINE),
        Row("reversed_number", "title", MARKDOWN_LINE),
        Row("position", "title", MARKDOWN_LINE),
        *(Row(key, "organization", MARKDOWN_LINE) for key in ("company", "organization", "institution")),
        Row("company", "title", MARKDOWN_LINE),
        Row("text", "title", MARKDOWN),
        Row("details", "summary", MARKDOWN_LINE),
        _SUMMARY,
        *_COMMON,
    ),
}
_TYPES = (
    ({"title", "authors"}, ("publications",), ""),
    ({"institution"}, ("education",), "education"),
    ({"company"}, ("certifications", "volunteering", "projects", "service"), "positions"),
    ({"organization", "position"}, ("volunteering", "projects", "service"), "positions"),
    ({"language"}, ("languages",), "languages"),
    ({"label", "details"}, ("languages", "interests", "references", "certifications", "awards"), "skills"),
    ({"title", "publisher"}, ("publications",), "publications"),
    ({"title", "awarder"}, ("certifications",), "awards"),
    ({"name"}, ("certifications", "awards", "references", "service", "interests", "languages", "skills"), ""),
    ({"title"}, ("awards", "certifications"), ""),
    ({"bullet"}, ("certifications", "awards", "interests", "service", "languages"), ""),
    ({"text"}, ("interests", "languages"), ""),
)
"""The keys by which an entry's type is known, the collections that the title of its section may choose, and the one otherwise."""
_CUSTOM = {"volunteering", "projects"}
"""What is a section of the person's own."""


def _collection(record: dict[str, Any], title: str) -> str:
    """Return the collection that fits an entry's type and, where a type has several uses, its section's title; else `custom`."""
    for keys, names, usual in _TYPES:
        if keys <= set(record):
            collection = next((name for name in names if name == "publications" or is_about(name, title)), usual)
            if collection == "skills" and not is_about("skills", title) and is_about("bio", title):
                return "custom"
            return "custom" if not collection or collection in _CUSTOM else collection
    return "custom"


def _shown_title(key: str) -> str:
    """Return a section's title; one in snake_case is a key."""
    return key.replace("_", " ").title() if re.fullmatch(r"[a-z0-9_]+", key) else key


def _sections(cv: dict[str, Any]) -> Iterator[tuple[str, str, DataPath, Any]]:
    """Take the entries out of the sections; yield the collection, the title, the path and the record."""
    sections: Any = cv.get("sections")
    for key, entries in list(sections.items()) if isinstance(sections, dict) else ():
        title = _shown_title(key)
        values = as_list(sections.pop(key))
        if values and all(isinstance(value, str) for value in values) and is_about("bio", title):
            yield "bio", title, ("cv", "sections", key), {"text": "\n\n".join(values)}
            continue
        for path, entry in items_at(entries, ("cv", "sections", key)):
            record = entry if isinstance(entry, dict) else {"text": entry}
            yield _collection(record, title), title, path, record


def read(content: Content) -> Imported:
    """Read a CV. Its design, settings and wording say nothing about the person."""
    source = Rearranged(content.yaml)
    for ignored in ("design", "settings", "rendercv_settings"):
        source.data.pop(ignored, None)
    locale = source.data.pop("locale", None)
    if isinstance(locale, dict) and "language" in locale:
        source.data["locale"] = {"language": locale["language"]}
    cv = source.data.get("cv")
    parts = {name: RecordSection(name, "person", table) for name, table in _PERSON.items()}
    keys: dict[str, str] = {}
    paragraphs: set[str] = set()  # titles of sections that consist of texts

    for collection, title, path, record in _sections(cv if isinstance(cv, dict) else {}):
        if collection == "custom" and set(record) != {"text"}:
            paragraphs.discard(title)
        elif title not in keys:
            paragraphs.add(title)
        key = keys.setdefault(title if collection == "custom" else collection, f"~{len(keys)}")
        source.add(key, record, path)
        ours = "person" if collection == "bio" else collection
        finish = _finish_work if collection == "publications" else _finish
        parts.setdefault(key, RecordSection(key, ours, _TABLES[collection], title, before=_with_period, finish=finish))
    imported = read_sections(source.source(), "rendercv", list(parts.values()))
    for section in imported.data.get("custom", ()):
        _without_entries(section, paragraphs)
    return imported


def _without_entries(section: ImportedEntry, paragraphs: Collection[str]) -> None:
    """Make texts of a section that are not about anything else its paragraphs or bullets."""
    entries = section["entries"]
    if all(set(entry) == {"title"} for entry in entries):
        texts = [entry["title"] for entry in section.pop("entries")]
        section.update({"text": "\n\n".join(texts)} if section["title"] in paragraphs else {"highlights": texts})


def _with_period(record: Any) -> Any:
    """Divide a date that is a period, unless the entry has a beginning or an end besides."""
    return record if {"start_date", "end_date"} & set(record) else prepare_period(record)


def _finish_work(entry: ImportedEntry, reading: SourceReading) -> None:
    settle(entry, reading)
    venue, year = entry.get("venue", {}), str(entry.get("date", ""))[:4]
    if isinstance(venue, dict) and year and str(venue.get("name", "")).endswith(f" {year}"):
        venue["name"] = venue["name"][:-5].rstrip(" ,")  # which the date says
    entry["type"] = guessed_type(entry)
    complete(entry, reading)


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    """Settle times; a date that was given wins over a beginning and an end."""
    if "date" in entry and ("start" in entry or "end" in entry):
        keep(entry, "rendercv", {key: entry.pop(key) for key in ("start", "end") if key in entry})
    finish_times(entry, reading)


def _detects(content: Content) -> bool:
    if not content.has_key("cv"):
        return False
    cv = content.yaml.data.get("cv")
    return isinstance(cv, dict) and ("sections" in cv or "name" in cv)


FORMAT = Format("rendercv", "RenderCV", _detects, read)
