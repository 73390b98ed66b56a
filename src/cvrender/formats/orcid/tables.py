"""Define the tables of ORCID's records: https://github.com/ORCID/orcid-model, record_3.0."""

from typing import Any

from cvrender.formats.converters import PLAIN, PROSE, URL, inside
from cvrender.formats.syntax.xml_syntax import TEXT
from cvrender.formats.table import Converter, Each, ImportedEntry, Noted, Row, SourceReading, Unreadable
from cvrender.formats.values import dates
from cvrender.formats.works import complete
from cvrender.model.credit import credit_role
from cvrender.model.identifier_table import ORGANIZATION_IDS, WORK_IDS

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
    "newsletter-article": "article-newspaper",
    "public-speech": "speech",
    "artistic-performance": "performance",
    "musical-composition": "musical_score",
    "sound": "song",
    "moving-image": "motion_picture",
    "image": "graphic",
    "cartographic-material": "map",
    "data-management-plan": "report",
    "other": "document",
    "undefined": "document",
}
_GENRES = {"conference-abstract": "abstract", "conference-poster": "poster", "conference-proceedings": "proceedings"}


def orcid_text(value: Any) -> str | None:
    """Return a text that is alone, as `{value: …}`, or in an XML element with attributes."""
    if isinstance(value, dict):
        value = value.get("value", value.get(TEXT, value.get("content")))
    text = " ".join(str(value).split()) if isinstance(value, str) else ""
    return text or None


def _kind(value: Any) -> str:
    """Return ORCID's type of a work as version 3 writes it."""
    return (orcid_text(value) or "").lower().replace("_", "-")


def _date(value: Any) -> Any:
    if not isinstance(value, dict):
        raise Unreadable("is not a date")
    said = [orcid_text(value.get(part)) for part in ("year", "month", "day")]
    date = dates.parts(said)
    left = sum(part is not None and part.strip("0") != "" for part in said) > dates.parts_read(said)
    return Noted(date, f'only "{date}" of the date is read' if date else "", stays=True) if left else date


def _joined(separator: str, inner: Converter) -> Converter:
    """Several values of a record as one text, those that are there."""
    return Converter(lambda values: inner.read(separator.join(text for value in values if (text := orcid_text(value)))) or None)


def _ror(value: Any) -> str | None:
    """Return the ROR of an organization, if that is what it is identified by, and its last digits are right."""
    if not isinstance(value, dict) or orcid_text(value.get("disambiguation-source")) != "ROR":
        return None
    kind = ORGANIZATION_IDS["ror"]
    ror = kind.find(orcid_text(value.get("disambiguated-organization-identifier")) or "")
    return ror if ror and not kind.fault(ror) else None


def _credit(value: Any) -> list[str] | None:
    """Return the role of CRediT; others, such as `author`, are none."""
    role = credit_role(orcid_text(value) or "")
    return [role] if role else None


DATE = Converter(_date)
LINE = inside(orcid_text, PROSE)
WORD = inside(orcid_text, PLAIN)
LINK = inside(orcid_text, URL)
AMOUNT = _joined(" ", PLAIN)
_ADDRESS = tuple(f"organization.address.{part}" for part in ("city", "region", "country"))
_ORGANIZATION = (Row(_ADDRESS, "location", _joined(", ", PROSE)),)
_ROR = Row("organization.disambiguated-organization", "ror", Converter(_ror))
_TIMES = (Row("start-date", "start", DATE), Row("end-date", "end", DATE), Row("url", "url", LINK))

POSITION = (
    Row("organization.name", "organization", LINE),
    Row("role-title", "title", LINE),
    Row("department-name", "team", LINE),
    _ROR,
    *_ORGANIZATION,
    *_TIMES,
)
EDUCATION = (
    Row("organization.name", "institution", LINE),
    Row("role-title", "degree", LINE),
    Row("department-name", "department", LINE),
    _ROR,
    *_ORGANIZATION,
    *_TIMES,
)
AWARD = (
    Row("role-title", "title", LINE),
    Row(("organization.name", "department-name"), "issuer", _joined(", ", PROSE)),
    Row("start-date", "date", DATE),
    Row("url", "url", LINK),
    *_ORGANIZATION,
)
MEMBERSHIP = (
    Row(("organization.name", "department-name"), "organization", _joined(", ", PROSE)),
    Row("role-title", "role", LINE),
    *_TIMES,
)
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
    _ROR,
    Row("external-ids.external-id.0.external-id-value", "number", WORD),
    Row(("amount.value", "amount.currency-code"), "amount", AMOUNT),
    *_TIMES,
)
_CONTRIBUTOR = (
    Row("credit-name", "name", WORD),
    Row("contributor-orcid.path", "~orcid", WORD),
    Row("contributor-attributes.contributor-role", "credit", Converter(_credit)),
)
WORK = (
    Row(("title.title", "title.subtitle"), "title", _joined(": ", PROSE)),
    Row("title.translated-title", "original_title", WORD),
    Row("type", "type", Converter(lambda value: TYPES.get(_kind(value), "document" if _kind(value) else None))),
    Row("contributors.contributor", "authors", Each(_CONTRIBUTOR, short="name")),
    Row("journal-title", "venue.name", LINE),
    Row("publication-date", "date", DATE),
    Row("~genre", "genre", PLAIN),
    *(Row(f"~{key}", key, PLAIN) for key, row in WORK_IDS.items() if "orcid" in row.names),
    Row("url", "url", LINK),
)
REVIEW = (
    Row("role", "role", Converter(lambda value: PROSE.read(str(value).capitalize()))),
    Row("venue", "venue", PROSE),
    Row("years", "date", Converter(lambda values: values)),
    Row("count", "note", Converter(lambda value: f"{value} reviews" if value > 1 else None)),
)


_IDENTIFIERS = {row.names["orcid"]: (key, row.find) for key, row in WORK_IDS.items() if "orcid" in row.names}
"""The key and the reader of each type of external identifier."""


def prepare_work(record: Any) -> Any:
    """Find the work's own identifiers; those of its container (`part-of`) are not the work's."""
    identifiers = record.get("external-ids") or {}
    left = []
    values = identifiers.get("external-id", ()) if isinstance(identifiers, dict) else ()
    for item in values if isinstance(values, list) else ():
        if not isinstance(item, dict):
            left.append(item)
            continue
        kind = str(orcid_text(item.get("external-id-type"))).lower()
        relation = str(orcid_text(item.get("external-id-relationship"))).lower()
        value = orcid_text(item.get("external-id-normalized")) or orcid_text(item.get("external-id-value")) or ""
        key, find = _IDENTIFIERS.get(kind, ("", None))
        number = find(value) if find and relation in ("self", "none") else None
        if number is None or record.setdefault(f"~{key}", number) != number:
            left.append(item)
        elif number.casefold() not in str(item.get("external-id-url", number)).casefold():
            left.append({"external-id-url": item["external-id-url"]})
    if isinstance(identifiers, dict) and "external-id" in identifiers:
        identifiers["external-id"] = left
    kind = _kind(record.get("type"))
    genre = _GENRES.get(kind) or ("" if kind in TYPES else kind.replace("-", " "))
    return {**record, "~genre": genre} if genre else record


def finish_work(entry: ImportedEntry, reading: SourceReading) -> None:
    """Mark an author list that is incomplete, and complete the entry."""
    authors = entry.get("authors")
    if isinstance(authors, list):
        named = [author for author in authors if isinstance(author, str) or author.get("name")]
        if len(named) < len(authors):
            entry["et_al"] = True
        entry["authors"] = _once(named)
        if not named:
            del entry["authors"], entry["et_al"]
    complete(entry, reading)


def _once(contributors: list[Any]) -> list[Any]:
    """Return each contributor once, with all roles of CRediT: ORCID names a person again for each role."""
    people: list[dict[str, Any]] = []
    for contributor in contributors:
        person = {"name": contributor} if isinstance(contributor, str) else contributor
        known = next((other for other in people if _is_again(other, person)), None)
        if known is None:
            people.append(dict(person))
            continue
        known |= {**person, **known, "credit": [*dict.fromkeys([*known.get("credit", []), *person.get("credit", [])])]}
    cleaned = [{key: value for key, value in person.items() if key != "~orcid"} for person in people]
    return [person["name"] if set(person) == {"name"} else person for person in cleaned]


def _is_again(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two contributors are one person: of one name, not of two ORCID iDs, and one of them with a role."""
    ids = {person["~orcid"] for person in (one, other) if "~orcid" in person}
    return one["name"] == other["name"] and len(ids) < 2 and ("credit" in one or "credit" in other)


def finish_current(entry: ImportedEntry, reading: SourceReading) -> None:
    """Give what only began the present as its end."""
    if "start" in entry and "end" not in entry:
        entry["end"] = "present"


def finish_qualification(entry: ImportedEntry, reading: SourceReading) -> None:
    """Give a qualification without a beginning the date of its end."""
    if "end" in entry and "start" not in entry:
        entry["date"] = entry.pop("end")


def finish_award(entry: ImportedEntry, reading: SourceReading) -> None:
    """Name an honour without a title after its giver."""
    if "title" not in entry and "issuer" in entry:
        entry["title"] = entry.pop("issuer")


def finish_service(entry: ImportedEntry, reading: SourceReading) -> None:
    """Give a service a role, which it needs."""
    entry.setdefault("role", "Service")
    finish_current(entry, reading)


def finish_person(entry: ImportedEntry, reading: SourceReading) -> None:
    """Names that the person has besides the main one are variants."""
    variants = [name for name in entry.get("variants", ()) if name != entry.get("name")]
    entry.pop("variants", None)
    if variants:
        entry["variants"] = list(dict.fromkeys(variants))
