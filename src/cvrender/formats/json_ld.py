"""Read and write JSON-LD in the vocabulary of https://schema.org.

A person and works are read, as pages of the web and this program have them. What a view shows is written as web pages contain it.
"""

import json
import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.bibliographies import with_bibtex
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, HTML_LINE, ISBN, PAGE_RANGE, PAGES, PLAIN, PROSE, URL, listed
from cvrender.formats.resume_values import PLACE
from cvrender.formats.shown import Shown
from cvrender.formats.table import ENTRY, Converter, ImportedEntry, Rearranged, Row, SourceReading, as_list, look
from cvrender.formats.values import identifiers
from cvrender.formats.values.names import people_of, person_fields
from cvrender.formats.works import complete, guessed_type
from cvrender.model.name_parts import Name, divided
from cvrender.targets.html.linked_data import linked_data

TYPES = {
    "ScholarlyArticle": "",
    "Article": "",
    "MedicalScholarlyArticle": "article-journal",
    "NewsArticle": "article-newspaper",
    "BlogPosting": "post-weblog",
    "Book": "book",
    "Chapter": "chapter",
    "Thesis": "thesis",
    "Report": "report",
    "TechArticle": "report",
    "Dataset": "dataset",
    "SoftwareSourceCode": "software",
    "SoftwareApplication": "software",
    "PresentationDigitalDocument": "speech",
    "CreativeWork": "",
    "PublicationIssue": "periodical",
}
"""CSL's type of each type of work; "" where the venue tells it."""
_PART_TYPES = {"Periodical": "article-journal", "PublicationVolume": "article-journal", "Book": "chapter"}


_PARTS = frozenset("name isPartOf volumeNumber issueNumber".split())
"""What is read of the issue, the volume and the periodical that a work is part of."""


def _named(value: Any) -> str:
    """Return a thing's name; a thing may be a text."""
    return str(value.get("name") or value.get("headline") or "") if isinstance(value, dict) else str(value or "")


def _parts(whole: Any, family: Any, given: Any) -> Name:
    """Return the parts of a name; one that is given whole keeps its order."""
    name, family, given = (" ".join(_named(value).split()) for value in (whole, family, given))
    return (family and divided(name, family)) or (Name(name, whole=True) if name else Name(family, given))


def _names(values: Any) -> list[Any] | None:
    people = (value if isinstance(value, dict) else {"name": value} for value in as_list(values))
    return people_of(_parts(person.get("name"), person.get("familyName"), person.get("givenName")) for person in people)


def _links(values: Any) -> list[Any] | None:
    return [URL.read(_target(value)) for value in as_list(values)] or None


def _target(value: Any) -> str:
    return str(value.get("@id") or value.get("url") or "") if isinstance(value, dict) else str(value)


def _doi(values: Any) -> str | None:
    """The DOI among identifiers, which are texts or pairs of a name and a value."""
    texts = (str(value.get("value") or value.get("@id") or "") if isinstance(value, dict) else value for value in as_list(values))
    return next((number for text in texts if (number := identifiers.doi(text))), None)


def _arxiv(values: Any) -> str | None:
    return next((number for value in as_list(values) if (number := identifiers.arxiv_named(_target(value)))), None)


def _mail(values: Any) -> list[str]:
    return [str(value).removeprefix("mailto:") for value in as_list(values)]


def _place(value: Any) -> Any:
    if not isinstance(value, dict):
        return PROSE.read(str(value))
    keys = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
    return PLACE.read(tuple(_named(value.get(key)) for key in keys))


PERSON_NAMES = Converter(_names)
NAME = Converter(lambda value: HTML_LINE.read(_named(value)) if _named(value) else None)
WORK = (
    Row("name", "title", HTML_LINE),
    Row("headline", "title", HTML_LINE),
    Row("author", "authors", PERSON_NAMES),
    Row("creator", "authors", PERSON_NAMES),
    Row("editor", "editors", PERSON_NAMES),
    Row("translator", "translators", PERSON_NAMES),
    Row("~journal", "venue.name", NAME),
    Row("~volume", "volume", PLAIN),
    Row("~issue", "issue", PLAIN),
    Row("pagination", "page", PAGES),
    Row(("pageStart", "pageEnd"), "page", PAGE_RANGE),
    Row("bookEdition", "edition", PLAIN),
    Row("datePublished", "date", DATE),
    Row("dateCreated", "date", DATE),
    Row("publisher", "publisher", NAME),
    *(Row(key, "doi", Converter(_doi)) for key in ("doi", "identifier", "sameAs", "@id", "url")),
    *(Row(key, "arxiv", Converter(_arxiv)) for key in ("sameAs", "identifier", "url")),
    Row("isbn", "isbn", ISBN),
    Row("url", "url", URL),
    Row("sameAs", "links", Converter(_links)),
    Row("keywords", "tags", Converter(lambda value: _tags(value))),
)
"""Properties without a row stay under `x-import`: abstracts, licences, languages, affiliations."""
PERSON = (
    Row(("name", "familyName", "givenName"), ENTRY, Converter(lambda values: person_fields(_parts(*values)))),
    Row("honorificPrefix", "honorific_prefix", PLAIN),
    Row("honorificSuffix", "credentials", Converter(lambda value: _tags(value))),
    Row("alternateName", "variants", listed(PLAIN)),
    Row("jobTitle", "headline", NAME),
    Row("email", "emails", Converter(_mail)),
    Row("telephone", "phones", listed(PLAIN)),
    Row("address", "location", Converter(_place)),
    Row("url", "links", Converter(_links)),
    Row("sameAs", "links", Converter(_links)),
    Row("description", "/bio", HTML_LINE),
)


def _tags(value: Any) -> list[str]:
    parts = value.split(",") if isinstance(value, str) else map(_named, as_list(value))
    return [part.strip() for part in parts if part.strip()]


def _before(record: Any) -> Any:
    """A work with the name of what it is part of, and the volume and the issue on the way."""
    record["~journal"] = None
    part: Any = record.pop("isPartOf", None)
    for _ in range(4):
        part = part[0] if isinstance(part, list) and part else part
        if not isinstance(part, dict):
            break
        record.setdefault("~part", _type(part))
        for key, ours in (("volumeNumber", "~volume"), ("issueNumber", "~issue")):
            if part.get(key) and ours not in record:
                record[ours] = str(part[key])
        record["~journal"] = part.get("name") or record["~journal"]
        if left := {key: value for key, value in part.items() if key not in _PARTS and not key.startswith("@")}:
            record.setdefault("isPartOf", []).append(left)
        part = part.get("isPartOf")
    record["~journal"] = record["~journal"] or (part if isinstance(part, str) else None)
    for key in ("volumeNumber", "issueNumber"):
        if record.get(key):
            record[f"~{key[:-6]}"] = str(record.pop(key))
    if str(record.get("@id", "")).startswith(("#", "_:")):
        del record["@id"]
    return record


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    kind, part = TYPES.get(str(kept.pop("~kind", "")), ""), str(kept.pop("~part", ""))
    entry["type"] = kind or _PART_TYPES.get(part) or guessed_type(entry)
    if entry["type"] == "chapter" and "editors" in entry:
        entry["container_editors"] = entry.pop("editors")
    complete(entry, reading)


def _finish_person(entry: ImportedEntry, reading: SourceReading) -> None:
    reading.owners += [str(entry["name"])] if "name" in entry else []


def _short(key: str) -> tuple[Row, ...]:
    return (Row("~name", key, NAME),)


SECTIONS = (
    RecordSection("~person", "person", PERSON, finish=_finish_person),
    RecordSection("~works", "publications", WORK, before=_before, finish=_finish),
    RecordSection("~worksFor", "positions", _short("organization")),
    RecordSection("~alumniOf", "education", _short("institution")),
    RecordSection("~award", "awards", _short("title")),
    RecordSection("~knowsAbout", "interests", _short("text")),
    RecordSection("~knowsLanguage", "languages", _short("language")),
)
_LISTS = {"worksFor": "~worksFor", "alumniOf": "~alumniOf", "award": "~award", "knowsAbout": "~knowsAbout"}
_LISTS["knowsLanguage"] = "~knowsLanguage"


def _type(thing: Any) -> str:
    types = as_list(thing.get("@type"))[:1]
    return str(types[0]).rpartition("/")[2].rpartition(":")[2] if types else ""


def _things(data: Any) -> list[Any]:
    """Return the things of a document: its graph, its list, the item that a page is about, or itself."""
    if isinstance(data, list):
        return [thing for part in data for thing in _things(part)]
    if not isinstance(data, dict):
        return []
    if isinstance(data.get("@graph"), list):
        return list(data["@graph"])
    inner = data.get("mainEntity") if _type(data) not in {"Person", *TYPES} else None
    return as_list(inner) if inner else [data]


def read(content: Content) -> Imported:
    """Read the first person and all works; other things stay under `x-import`."""
    source = Rearranged(content.json)
    source.data = {}
    others = []
    for thing in _things(content.json.data):
        kind = _type(thing) if isinstance(thing, dict) else ""
        if kind == "Person" and "~person" not in source.flat:
            person = {key: value for key, value in thing.items() if key not in _LISTS and key not in ("@type", "@id", "@context")}
            source.add("~person", person, ())
            for key, name in _LISTS.items():
                for value in as_list(thing.get(key)):
                    source.add(name, {"~name": value}, ())
            for work in as_list(look(thing, "@reverse.author")):
                source.add("~works", {**work, "~kind": _type(work)}, ())
        elif kind in TYPES:
            source.add("~works", {**{key: value for key, value in thing.items() if key != "@type"}, "~kind": kind}, ())
        else:
            others.append(thing)
    if others:
        source.data["things"] = others
    return read_sections(source.source(), "json-ld", SECTIONS)


def _detects(content: Content) -> bool:
    if content.begins != "json":
        return False
    first = content.json.data[0] if isinstance(content.json.data, list) and content.json.data else content.json.data
    return isinstance(first, dict) and "schema.org" in str(first.get("@context"))


FORMAT = Format("json-ld", "JSON-LD of schema.org", _detects, read)


def write(shown: Shown) -> str:
    """Return the data as a file of its own, which no text in it can end where a page contains it."""
    text = json.dumps(json.loads(linked_data(with_bibtex(shown.document))), ensure_ascii=False, indent=2)
    return re.sub("[<>&\u2028\u2029\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"
