"""Define the tables of ORCID's records: https://github.com/ORCID/orcid-model, record_3.0."""

from typing import Any

from cvrender.importers.converters import PARAGRAPHS, PLAIN, PROSE, URL
from cvrender.importers.syntax.xml_syntax import TEXT
from cvrender.importers.table import Converter, Each, Entry, Noted, Reading, Row, Unreadable
from cvrender.importers.text import dates, identifiers
from cvrender.importers.venues import complete
from cvrender.model.annotations import Invalid
from cvrender.model.researcher_ids import identifier

TYPES = {
    "journal-article": "article-journal",
    "review": "article-journal",
    "magazine-article": "article-magazine",
    "newspaper-article": "article-newspaper",
    "conference-paper": "paper-conference",
    "conference-abstract": "paper-conference",
    "conference-poster": "paper-conference",
    "conference-presentation": "speech",
    "conference-proceedings": "book",
    "conference-output": "paper-conference",
    "lecture-speech": "speech",
    "preprint": "article",
    "working-paper": "report",
    "report": "report",
    "research-technique": "report",
    "technical-standard": "standard",
    "standards-and-policy": "standard",
    "book": "book",
    "edited-book": "book",
    "manual": "report",
    "book-chapter": "chapter",
    "encyclopedia-entry": "entry-encyclopedia",
    "dictionary-entry": "entry-dictionary",
    "book-review": "review-book",
    "dissertation-thesis": "thesis",
    "dissertation": "thesis",
    "supervised-student-publication": "thesis",
    "data-set": "dataset",
    "software": "software",
    "patent": "patent",
    "website": "webpage",
    "online-resource": "webpage",
    "blog-post": "post-weblog",
    "translation": "document",
    "other": "document",
    "undefined": "document",
}
_GENRES = {"conference-abstract": "abstract", "conference-poster": "poster", "conference-proceedings": "proceedings"}


def text_of(value: Any) -> str | None:
    """Return a text that stands alone, as `{value: …}`, or in an XML element with attributes."""
    if isinstance(value, dict):
        value = value.get("value", value.get(TEXT, value.get("content")))
    text = " ".join(str(value).split()) if isinstance(value, str) else ""
    return text or None


def _of(convert: Converter) -> Converter:
    """A converter of what `text_of` returns."""

    def read(value: Any) -> Any:
        text = text_of(value)
        if text is None:
            raise Unreadable("is not a text")
        return convert.read(text)

    return Converter(read)


def _date(value: Any) -> str | None:
    if not isinstance(value, dict):
        raise Unreadable("is not a date")
    return dates.parts([text_of(value.get(part)) for part in ("year", "month", "day")])


def _address(value: Any) -> str | None:
    parts = [text_of(value.get(part)) for part in ("city", "region", "country")] if isinstance(value, dict) else []
    return PROSE.read(", ".join(part for part in parts if part)) or None


def _title(values: tuple[Any, ...]) -> str | None:
    return ": ".join(PROSE.read(text) for value in values if (text := text_of(value))) or None


def _name(values: tuple[Any, ...]) -> str | None:
    return " ".join(text for value in values if (text := text_of(value))) or None


def _links(value: Any) -> Noted:
    """Links with a name, those that a profile can contain; the rest of each item stays."""
    made: list[Any] = []
    for part in _records(value):
        key = "url" if "url" in part else "external-id-url"
        link = identifiers.url(text_of(part.get(key)) or "")
        label = text_of(part.get("url-name") or part.get("external-id-type"))
        if link:
            made.append({"value": link, "label": PROSE.read(label)} if label else link)
            for taken in (key, "url-name", "external-id-type"):
                part.pop(taken, None)
    return Noted(made or None, "", stays=True)


def _contacts(value: Any) -> Noted:
    made: list[Any] = []
    for part in _records(value):
        hidden = str(part.get("visibility", part.get("@visibility", "public"))).lower() != "public"
        address = text_of(part.pop("email", None))
        made += [{"value": address, "private": True} if hidden else address] if address else []
    return Noted(made or None, "", stays=True)


def _contents(value: Any) -> Noted:
    found = [text_of(part.pop("content", None)) for part in _records(value)]
    return Noted([PROSE.read(text) for text in found if text] or None, "", stays=True)


def _names(value: Any) -> Noted:
    found = [text_of(part.pop("content", None)) for part in _records(value)]
    return Noted([text for text in found if text] or None, "", stays=True)


def _records(value: Any) -> list[dict[str, Any]]:
    return [part for part in (value if isinstance(value, list) else [value]) if isinstance(part, dict)]


DATE = Converter(_date)
LINE = _of(PROSE)
_ORGANIZATION = (Row("organization.address", "location", Converter(_address)),)
_TIMES = (Row("start-date", "start", DATE), Row("end-date", "end", DATE), Row("url", "url", _of(URL)))

_IDENTIFIER = ("orcid-identifier.uri", "orcid-identifier.path", "orcid-identifier.host")


def _orcid(values: tuple[Any, ...]) -> str | None:
    """Return the iD; None for one that the profile would refuse."""
    uri, path, _ = (text_of(value) or "" for value in values)
    try:
        return identifier("orcid", path or uri.replace("http://", "https://"))
    except Invalid:
        return None


def _orcid_link(values: tuple[Any, ...]) -> list[dict[str, str]] | None:
    """Return the web page of an identifier that is not a valid iD, such as one of ORCID's sandbox."""
    return None if _orcid(values) or not values[0] else [{"value": URL.read(text_of(values[0])), "label": "ORCID"}]


PERSON = (
    Row("name.credit-name", "name", _of(PLAIN)),
    Row(("name.given-names", "name.family-name"), "name", Converter(_name)),
    Row(
        ("name.given-names", "name.family-name"),
        "variants",
        Converter(lambda values: [name] if (name := _name(values)) else None),
    ),
    Row("other-names.other-name", "variants", Converter(_names)),
    Row("biography.content", "/bio", PARAGRAPHS),
    Row("emails.email", "emails", Converter(_contacts)),
    Row(_IDENTIFIER, "orcid", Converter(_orcid)),
    Row(_IDENTIFIER, "links", Converter(_orcid_link)),
    Row("researcher-urls.researcher-url", "links", Converter(_links)),
    Row("external-identifiers.external-identifier", "links", Converter(_links)),
    Row("keywords.keyword", "/interests", Converter(_contents)),
)
POSITION = (
    Row("organization.name", "organization", LINE),
    Row("role-title", "title", LINE),
    Row("department-name", "team", LINE),
    *_ORGANIZATION,
    *_TIMES,
)
EDUCATION = (
    Row("organization.name", "institution", LINE),
    Row("role-title", "degree", LINE),
    Row("department-name", "department", LINE),
    *_ORGANIZATION,
    *_TIMES,
)
AWARD = (
    Row("role-title", "title", LINE),
    Row("organization.name", "issuer", LINE),
    Row("start-date", "date", DATE),
    Row("url", "url", _of(URL)),
    *_ORGANIZATION,
)
MEMBERSHIP = (Row("organization.name", "organization", LINE), Row("role-title", "role", LINE), *_TIMES)
SERVICE = (
    Row("role-title", "role", LINE),
    Row("organization.name", "venue", LINE),
    Row("department-name", "organization", LINE),
    *_ORGANIZATION,
    *_TIMES,
)
GRANT = (
    Row("title.title", "title", LINE),
    Row("organization.name", "funder", LINE),
    Row("external-ids.external-id.0.external-id-value", "number", _of(PLAIN)),
    Row(("amount.value", "amount.currency-code"), "amount", Converter(_name)),
    *_TIMES,
)
WORK = (
    Row(("title.title", "title.subtitle"), "title", Converter(_title)),
    Row("title.translated-title", "original_title", _of(PLAIN)),
    Row("type", "type", Converter(lambda value: TYPES.get(str(text_of(value)).lower().replace("_", "-")))),
    Row("contributors.contributor", "authors", Each((Row("credit-name", "name", _of(PLAIN)),), short="name")),
    Row("journal-title", "venue.name", LINE),
    Row("publication-date", "date", DATE),
    Row("~genre", "genre", PLAIN),
    Row("~doi", "doi", PLAIN),
    Row("~arxiv", "arxiv", PLAIN),
    Row("~isbn", "isbn", PLAIN),
    Row("url", "url", _of(URL)),
)
REVIEW = (
    Row("role", "role", Converter(lambda value: PROSE.read(str(value).capitalize()))),
    Row("venue", "venue", PROSE),
    Row("years", "date", Converter(lambda values: values)),
    Row("count", "note", Converter(lambda value: f"{value} reviews" if value > 1 else None)),
)

_FIND = {"doi": identifiers.doi, "arxiv": identifiers.arxiv, "isbn": identifiers.isbn}


def prepare_work(record: Any) -> Any:
    """Find the work's own identifiers; those of its container (`part-of`) are not the work's."""
    found = record.get("external-ids") or {}
    left = []
    values = found.get("external-id", ()) if isinstance(found, dict) else ()
    for item in values if isinstance(values, list) else ():
        kind = str(text_of(item.get("external-id-type"))).lower()
        relation = str(text_of(item.get("external-id-relationship"))).lower()
        value = text_of(item.get("external-id-normalized")) or text_of(item.get("external-id-value")) or ""
        number = _FIND[kind](value) if kind in _FIND and relation in ("self", "none") else None
        if number is None or record.setdefault(f"~{kind}", number) != number:
            left.append(item)
        elif number.casefold() not in str(item.get("external-id-url", number)).casefold():
            left.append({"external-id-url": item["external-id-url"]})
    if isinstance(found, dict) and "external-id" in found:
        found["external-id"] = left
    genre = _GENRES.get(str(text_of(record.get("type"))).lower().replace("_", "-"))
    return {**record, "~genre": genre} if genre else record


def finish_work(entry: Entry, reading: Reading) -> None:
    """Mark an author list that is incomplete, and complete the entry."""
    authors = entry.get("authors")
    if isinstance(authors, list):
        named = [author for author in authors if isinstance(author, str) or author.get("name")]
        if len(named) < len(authors):
            entry["et_al"] = True
        entry["authors"] = named
        if not named:
            del entry["authors"], entry["et_al"]
    complete(entry, reading)


def finish_current(entry: Entry, reading: Reading) -> None:
    """A beginning without an end lasts to the present."""
    if "start" in entry and "end" not in entry:
        entry["end"] = "present"


def finish_qualification(entry: Entry, reading: Reading) -> None:
    """A qualification without a beginning has the date of its end."""
    if "end" in entry and "start" not in entry:
        entry["date"] = entry.pop("end")


def finish_award(entry: Entry, reading: Reading) -> None:
    """An honour without a title is called after its giver."""
    if "title" not in entry and "issuer" in entry:
        entry["title"] = entry.pop("issuer")


def finish_service(entry: Entry, reading: Reading) -> None:
    """A service needs a role."""
    entry.setdefault("role", "Service")
    if "start" in entry and "end" not in entry:
        entry["end"] = "present"


def finish_person(entry: Entry, reading: Reading) -> None:
    """Names that the person has besides the main one are variants."""
    variants = [name for name in entry.get("variants", ()) if name != entry.get("name")]
    entry.pop("variants", None)
    if variants:
        entry["variants"] = list(dict.fromkeys(variants))
