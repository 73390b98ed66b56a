"""Read the `_data/cv.yml` of web pages made with al-folio, as it was before the template took RenderCV's form.

https://github.com/alshedivat/al-folio, `_data/cv.yml`: a list of sections, each with a title, a type and contents. An entry has a
title, an institution, a year or a period, and a description. The title of a section chooses its collection.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, DOI, END, MARKDOWN_LINE, PLAIN, URL, listed
from cvrender.formats.resume_values import finish_own_times, prepare_period
from cvrender.formats.table import Converter, ImportedEntry, Rearranged, Row, SourceReading, Table, as_list
from cvrender.formats.values.section_titles import collection_of
from cvrender.formats.works import complete, guessed_type
from cvrender.load.reader import Source, parse

_KEY = "sections"
_NAMES = ("education", "certifications", "awards", "languages", "interests", "skills", "publications", "patents", "positions")


def _texts(value: Any) -> list[str]:
    """The lines of a description; one may be a mapping of a title and what belongs to it."""
    texts: list[Any] = []
    for part in as_list(value):
        if isinstance(part, dict):
            text = str(part.get("title") or part.get("name") or "").strip()
            inner = [str(item) for item in as_list(part.get("contents") or part.get("description")) if item]
            texts.append({"text": text, "highlights": inner} if inner and text else text)
        elif part:
            texts.append(MARKDOWN_LINE.read(str(part)))
    return [item for item in texts if item]


_TIMES = (Row("~start", "start", DATE), Row("~end", "end", END), Row("date", "date", DATE))
_COMMON = (
    *_TIMES,
    Row("location", "location", MARKDOWN_LINE),
    Row("description", "highlights", Converter(_texts)),
    Row("items", "highlights", Converter(_texts)),
    Row("url", "url", URL),
    Row("link", "url", URL),
)
_TABLES: dict[str, Table] = {
    "education": (
        *(Row(key, "degree", MARKDOWN_LINE) for key in ("degree", "title")),
        Row("institution", "institution", MARKDOWN_LINE),
        Row("department", "department", MARKDOWN_LINE),
        *_COMMON,
    ),
    "positions": (
        *(Row(key, "title", MARKDOWN_LINE) for key in ("position", "title")),
        *(Row(key, "organization", MARKDOWN_LINE) for key in ("institution", "company", "organization")),
        Row("department", "team", MARKDOWN_LINE),
        *_COMMON,
    ),
    "awards": (Row("title", "title", MARKDOWN_LINE), Row("institution", "issuer", MARKDOWN_LINE), *_COMMON),
    "certifications": (Row("title", "title", MARKDOWN_LINE), Row("institution", "issuer", MARKDOWN_LINE), *_COMMON),
    "publications": (
        Row("title", "title", MARKDOWN_LINE),
        Row("doi", "doi", DOI),
        Row("institution", "venue", MARKDOWN_LINE),
        *_COMMON,
    ),
    "patents": (Row("title", "title", MARKDOWN_LINE), Row("institution", "authority", MARKDOWN_LINE), *_COMMON),
    "skills": (Row("title", "name", MARKDOWN_LINE), Row("items", "items", listed(MARKDOWN_LINE)), *_COMMON),
    "languages": (Row("title", "language", MARKDOWN_LINE), Row("value", "level", MARKDOWN_LINE)),
    "interests": (Row("title", "text", MARKDOWN_LINE), *_COMMON),
    "custom": (
        Row("title", "title", MARKDOWN_LINE),
        Row("institution", "organization", MARKDOWN_LINE),
        Row("organization", "organization", MARKDOWN_LINE),
        Row("value", "summary", MARKDOWN_LINE),
        *_COMMON,
    ),
    "person": (
        Row("name", "name", PLAIN),
        Row("email", "emails", Converter(lambda value: [PLAIN.read(value)])),
        Row("phone", "phones", Converter(lambda value: [{"value": PLAIN.read(value), "private": True}])),
        Row("website", "links", Converter(lambda value: [URL.read(value)])),
    ),
}
_FACTS = {"full name": "name", "name": "name", "email": "email", "e-mail": "email", "phone": "phone", "website": "website"}
"""What the section with general information may say about the person."""


def read(content: Content) -> Imported:
    """Read the sections of the file."""
    source = Rearranged(_source(content))
    sections: dict[str, RecordSection] = {}
    for index, section in enumerate(as_list(source.data.pop(_KEY, None))):
        if isinstance(section, dict):
            _add(section, index, source, sections)
    return read_sections(source.source(), "al-folio", list(sections.values()))


def _source(content: Content) -> Source:
    """Return the list of sections as a mapping, with the lines of the file."""
    raw = re.sub(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n", b"\n", content.raw)
    source = parse(_KEY.encode() + b":\n" + raw, content.file)
    keys, values = (
        {path: (file, line - 1, column) for path, (file, line, column) in table.items()} for table in (source.keys, source.values)
    )
    return Source(source.file, source.data, keys, values)


def _add(section: dict[str, Any], index: int, source: Rearranged, sections: dict[str, RecordSection]) -> None:
    """Add the entries of a section to a flat list."""
    title = " ".join(str(section.get("title") or "").split()) or "Other"
    chosen = collection_of(title, *_NAMES) or "custom"
    for number, part in enumerate(as_list(section.get("contents"))):
        path = (_KEY, index, "contents", number)
        for record in _records(part, chosen):
            fact = _FACTS.get(str(record.get("title")).casefold()) if section.get("type") == "map" and "value" in record else None
            name = "person" if fact else chosen
            key = f"~{name}" if name != "custom" else f"~{title}"
            table = _TABLES[name]
            finish = _finish_work if name == "publications" else _finish
            sections.setdefault(key, RecordSection(key, name, table, title, before=prepare_period, finish=finish))
            source.add(key, {fact: record["value"]} if fact else record, path)


def _records(part: Any, chosen: str) -> list[dict[str, Any]]:
    """Return the records of an entry: several where it is a year with what happened in it."""
    if not isinstance(part, dict):
        return [{"title": part}]
    record = {key: value for key, value in part.items() if value not in (None, "", [])}
    if "name" in record and "title" not in record:
        record["title"] = record.pop("name")
    if "year" in record and "date" not in record:
        record["date"] = str(record.pop("year"))
    if "items" in record and "title" not in record and all(isinstance(item, str) for item in as_list(record["items"])):
        return [
            {"title": item, **{key: value for key, value in record.items() if key != "items"}}
            for item in as_list(record["items"])
        ]
    return [record]


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    """Name an entry that has no title by where it was, and settle the times."""
    for key in ("organization", "issuer"):
        if "title" not in entry and key in entry and not {"institution", "name", "text", "language"} & set(entry):
            entry["title"] = entry.pop(key)
    finish_own_times(entry, reading)


def _finish_work(entry: ImportedEntry, reading: SourceReading) -> None:
    entry["type"] = guessed_type(entry)
    complete(entry, reading)


def _detects(content: Content) -> bool:
    head = content.text[:5000] if content.begins == "text" else ""
    return bool(re.match(r"(?:---[ \t]*\r?\n)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*- *title:", head)) and "contents:" in content.text


FORMAT = Format("al-folio", "al-folio's cv.yml", _detects, read)
