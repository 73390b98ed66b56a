"""Define the tables of Europass CVs."""

import re
from typing import Any

from cvrender.formats import converters
from cvrender.formats.converters import PLAIN, PROSE, SINGLE, inside
from cvrender.formats.resume_values import PLACE, finish_own_times
from cvrender.formats.syntax.xml_syntax import TEXT, element_text
from cvrender.formats.table import ENTRY, Converter, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.values import html_text, identifiers
from cvrender.formats.values.names import person_fields
from cvrender.model.name_parts import Name


def _bullets(value: Any) -> list[str] | None:
    """The bullets of a text that consists of bullets, else None."""
    bullets = html_text.parts(element_text(value)) if html_text.has_tags(element_text(value)) else None
    return list(bullets.bullets) or None if bullets and not bullets.paragraphs else None


LINE = inside(element_text, converters.HTML_LINE)
WHOLE = inside(element_text, converters.HTML)
LINK = inside(element_text, converters.URL)
DATE = inside(element_text, converters.DATE)
DAY = Converter(lambda value: DATE.read(value) if element_text(value) else None)
"""A date that is not a period."""
LINKS = Converter(lambda values: [link for value in as_list(values) if (link := identifiers.url(element_text(value)))] or None)


def _true(value: Any) -> str | None:
    return "present" if str(value).strip().lower() == "true" else None


def _times(period: str, current: str) -> tuple[Row, ...]:
    return (
        Row(f"{period}.StartDate.FormattedDateTime", "start", DATE),
        Row(f"{period}.StartDate", "start", DATE),
        Row(f"{period}.EndDate.FormattedDateTime", "end", DATE),
        Row(f"{period}.EndDate", "end", DATE),
        Row(f"{period}.{current}", "end", Converter(_true)),
    )


def _name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    given, family = (PLAIN.read(value) if value else "" for value in values)
    return person_fields(Name(family, given))


PERSON = (Row(("PersonName.GivenName", "PersonName.FamilyName"), ENTRY, Converter(_name)),)
BIO = (Row("", "/bio", WHOLE), Row(TEXT, "/bio", WHOLE))
"""The summary: a text, or an element with attributes."""
REACH = (
    Row("~email", "emails", inside(element_text, SINGLE)),
    Row(("~country", "~number"), "phones", Converter(lambda values: [{"value": " ".join(_phone(values)), "private": True}])),
    Row(("~link", "OtherTitle"), "links", Converter(lambda values: _page(*values) if values[0] else None)),
    Row(
        ("Address.AddressLine", "Address.PostalCode", "Address.CityName", "Address.CountryCode"),
        "location",
        Converter(lambda values: {"value": PLACE.read(values), "private": True} if PLACE.read(values) else None),
    ),
)


def _page(link: Any, title: Any) -> list[Any]:
    """A page with the title that it has, if it has one."""
    address = converters.URL.read(element_text(link))
    return [{"value": address, "label": LINE.read(title)}] if title else [address]


def _phone(values: tuple[Any, ...]) -> list[str]:
    country, number = values
    return [part for part in (f"+{str(country).lstrip('+0')}" if country else "", str(number or "").strip()) if part]


def prepare_channel(record: Any) -> Any:
    """Tell by its code what a way of communication is."""
    code = str(record.get("ChannelCode", "")).casefold()
    if "URI" in record and (code == "email" or "@" in str(record["URI"])):
        record["~email"] = record.pop("URI")
    elif "URI" in record and identifiers.url(str(record["URI"])):
        record["~link"] = record.pop("URI")
    if "DialNumber" in record:
        record["~number"], record["~country"] = record.pop("DialNumber"), record.pop("CountryDialing", None)
    return record


_LINKED = (Row("Link.0", "url", LINK), Row("Link", "links", LINKS), Row("~site", "url", LINK), Row("~site", "links", LINKS))
POSITION = (
    Row("OrganizationName", "organization", LINE),
    Row("PositionTitle", "title", LINE),
    Row("Department", "team", LINE),
    Row(("City", "Country"), "location", PLACE),
    *_times("EmploymentPeriod", "CurrentIndicator"),
    Row("Description", "highlights", Converter(_bullets)),
    Row("Description", "summary", WHOLE),
    *_LINKED,
)


def _credits(values: tuple[Any, ...]) -> dict[str, str] | None:
    number, kind = (element_text(value) for value in values)
    return {"Credits": f"{number} {kind}".strip()} if number else None


EDUCATION = (
    Row("OrganizationName", "institution", LINE),
    Row("EducationDegree.DegreeName", "degree", LINE),
    Row("EducationDegree.FieldOfStudy.0", "field", Converter(lambda value: LINE.read(value) if element_text(value) else None)),
    *_times("AttendancePeriod", "Ongoing"),
    Row("EducationDegree.FinalGrade.ScoreText", "grades", Converter(lambda value: [LINE.read(value)])),
    Row("EducationDegree.Thesis", "thesis", LINE),
    Row("EducationDegree.OccupationalSkillsCovered", "note", WHOLE),
    Row(("EducationDegree.NumberOfCredit", "EducationDegree.CreditType"), "fields", Converter(_credits)),
    *_LINKED,
    Row(
        ("OrganizationContact.Communication.0.Address.CityName", "OrganizationContact.Communication.0.Address.CountryCode"),
        "location",
        PLACE,
    ),
)
SKILL_CODES = {
    "CEF-Understanding-Listening": "listening",
    "CEF-Understanding-Reading": "reading",
    "CEF-Speaking-Interaction": "spoken_interaction",
    "CEF-Speaking-Production": "spoken_production",
    "CEF-Writing-Production": "writing",
}
"""The skills of the Common European Framework by their codes."""
LANGUAGE = (
    Row("~language", "language", PROSE),
    Row("~level", "level", PROSE),
    *(Row(f"~{skill}", skill, PLAIN) for skill in SKILL_CODES.values()),
    Row("Title", "language", LINE),
)
_COMMON = (
    Row("Title", "title", LINE),
    *_times("Date", "Ongoing"),
    Row("Date", "date", DAY),
    Row("Link.0", "url", LINK),
    Row("Link", "links", LINKS),
)
_PLACE = Row("Location", "location", LINE)
_NOTE = Row("Description", "note", WHOLE)
PUBLICATION = (
    Row("Year", "date", DATE),
    *_COMMON,
    Row("FormattedPublicationDescription", "title", LINE),
    Row("PublicationTitle", "title", LINE),
    Row("Reference", "note", LINE),
    _NOTE,
)
CONFERENCE = (*_COMMON, _PLACE, _NOTE)
AWARD = (*_COMMON, Row("AwardingInstitution", "issuer", LINE), _NOTE)
CERTIFICATION = (
    Row("CertificationTypeName", "title", LINE),
    *_COMMON,
    Row("Name", "title", LINE),
    Row("IssuingAuthority", "issuer", LINE),
    Row("Organization", "issuer", LINE),
    *_times("Period", "Ongoing"),
    _PLACE,
    _NOTE,
)
OTHER = (
    *_COMMON,
    Row("", "title", LINE),
    Row("Name", "title", LINE),
    _PLACE,
    Row("Description", "summary", WHOLE),
    Row("Organization", "organization", LINE),
    *_times("Period", "Ongoing"),
)


def prepare_organization(record: Any) -> Any:
    """Find the page of an organization among the ways to reach it."""
    ways = look(record, "OrganizationContact.Communication")
    for way in ways if isinstance(ways, list) else ():
        said = element_text(way.get("URI")) if isinstance(way, dict) else ""
        if "@" not in said and identifiers.url(said):
            record.setdefault("~site", said)
    return record


def prepare_language(record: Any) -> Any:
    """Find the language and its levels, which are given for listening, reading, …"""
    if element_text(record.get("TaxonomyID")).casefold() != "language":
        return record
    record["~language"] = _language(record.pop("CompetencyID", ""))
    record.pop("TaxonomyID")
    others, left = [], []
    for dimension in as_list(record.pop("CompetencyDimension", None)):
        if not isinstance(dimension, dict):
            left.append(dimension)
            continue
        code, score = element_text(dimension.get("CompetencyDimensionTypeCode")), dimension.get("Score")
        level = element_text(score.get("ScoreText") if isinstance(score, dict) else score)
        if not level:
            left.append(dimension)
        elif code in SKILL_CODES:
            record[f"~{SKILL_CODES[code]}"] = level
        else:
            name = re.sub(r"^CEF-\w+-|(?<=[a-z])(?=[A-Z])", " ", code).strip().lower()
            others.append(f"{name} {level}".strip())
    return {**record, "~level": ", ".join(others), "CompetencyDimension": left}


def prepare_mother_tongue(record: Any) -> Any:
    """Name a language that is given by its code alone."""
    return {"~language": _language(record.get("", record)), "~level": "mother tongue"}


def _language(value: Any) -> str:
    """Return the English name of a language that is given by a code; other texts stay what they are."""
    from cvrender.text.cldr import english_name

    code = element_text(value)
    name = english_name(code.casefold())
    return code if name == code.casefold() else name


def finish_time(entry: ImportedEntry, reading: SourceReading) -> None:
    """Name an organization without a name by the position, and settle the times."""
    if "organization" not in entry and "title" in entry and "institution" not in entry:
        entry["organization"] = entry.pop("title")
    finish_own_times(entry, reading)


def finish_other(entry: ImportedEntry, reading: SourceReading) -> None:
    """Give an entry a title, which it needs, and settle the times."""
    for key in ("organization", "summary"):
        if "title" not in entry and key in entry:
            entry["title"] = entry.pop(key)
    finish_own_times(entry, reading)
