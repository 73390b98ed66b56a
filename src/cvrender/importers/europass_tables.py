"""Define the tables of Europass CVs."""

import re
from typing import Any

from cvrender.importers.converters import PLAIN, PROSE, URL
from cvrender.importers.resume_values import PLACE, finish_times
from cvrender.importers.syntax.xml_syntax import TEXT
from cvrender.importers.table import Converter, Entry, Reading, Row, Unreadable
from cvrender.importers.text import dates, html_text, identifiers

LANGUAGES = {
    "bul": "Bulgarian",
    "ces": "Czech",
    "dan": "Danish",
    "deu": "German",
    "ell": "Greek",
    "eng": "English",
    "est": "Estonian",
    "fin": "Finnish",
    "fra": "French",
    "gle": "Irish",
    "hrv": "Croatian",
    "hun": "Hungarian",
    "ita": "Italian",
    "lav": "Latvian",
    "lit": "Lithuanian",
    "mlt": "Maltese",
    "nld": "Dutch",
    "nor": "Norwegian",
    "pol": "Polish",
    "por": "Portuguese",
    "ron": "Romanian",
    "rus": "Russian",
    "slk": "Slovak",
    "slv": "Slovenian",
    "spa": "Spanish",
    "srp": "Serbian",
    "swe": "Swedish",
    "tur": "Turkish",
    "ukr": "Ukrainian",
    "ara": "Arabic",
    "cat": "Catalan",
    "jpn": "Japanese",
    "kor": "Korean",
    "zho": "Chinese",
}
"""Names of languages by their ISO 639-3 code; other codes stay codes."""


def text_in(value: Any) -> str:
    """Return the text of an element with or without attributes. Raises Unreadable for anything else."""
    if isinstance(value, dict):
        value = value.get(TEXT)
    if not isinstance(value, str) or not value.strip():
        raise Unreadable("is not a text")
    return value.strip()


def _line(value: Any) -> str:
    return html_text.inline_markdown(text_in(value))


def _whole(value: Any) -> str:
    return html_text.markdown(text_in(value))


def _date(value: Any) -> str:
    found = dates.date(text_in(value))
    if found is None:
        raise Unreadable(f'"{text_in(value)[:60]}" is not a date that a profile can contain')
    return found


def _bullets(value: Any) -> list[str] | None:
    """The bullets of a text that consists of bullets, else None."""
    found = html_text.parts(text_in(value)) if html_text.has_tags(text_in(value)) else None
    return list(found.bullets) or None if found and not found.paragraphs else None


LINE = Converter(_line)
WHOLE = Converter(_whole)
LINK = Converter(lambda value: URL.read(text_in(value)))
DATE = Converter(_date)


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


PERSON = (
    Row(
        ("PersonName.GivenName", "PersonName.FamilyName"),
        "name",
        Converter(lambda values: PLAIN.read(" ".join(filter(None, values)))),
    ),
    Row("ExecutiveSummary", "/bio", WHOLE),
)
REACH = (
    Row("~email", "emails", Converter(lambda value: [PLAIN.read(text_in(value))])),
    Row(("~country", "~number"), "phones", Converter(lambda values: [{"value": " ".join(_phone(values)), "private": True}])),
    Row("~link", "links", Converter(lambda value: [URL.read(text_in(value))])),
    Row(
        ("Address.AddressLine", "Address.PostalCode", "Address.CityName", "Address.CountryCode"),
        "location",
        Converter(lambda values: {"value": PLACE.read(values), "private": True} if PLACE.read(values) else None),
    ),
)


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


POSITION = (
    Row("OrganizationName", "organization", LINE),
    Row("PositionTitle", "title", LINE),
    Row("Department", "team", LINE),
    Row(("City", "Country"), "location", PLACE),
    *_times("EmploymentPeriod", "CurrentIndicator"),
    Row("Description", "highlights", Converter(_bullets)),
    Row("Description", "summary", WHOLE),
    Row("Link", "url", LINK),
)
EDUCATION = (
    Row("OrganizationName", "institution", LINE),
    Row("EducationDegree.DegreeName", "degree", LINE),
    Row("EducationDegree.FieldOfStudy", "field", LINE),
    *_times("AttendancePeriod", "Ongoing"),
    Row("EducationDegree.FinalGrade.ScoreText", "grades", Converter(lambda value: [_line(value)])),
    Row("EducationDegree.Thesis", "thesis", LINE),
    Row("EducationDegree.OccupationalSkillsCovered", "note", WHOLE),
    Row(
        ("OrganizationContact.Communication.0.Address.CityName", "OrganizationContact.Communication.0.Address.CountryCode"),
        "location",
        PLACE,
    ),
)
_SKILLS = {
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
    *(Row(f"~{skill}", skill, PLAIN) for skill in _SKILLS.values()),
    Row("Title", "language", LINE),
)
PUBLICATION = (
    Row("Title", "title", LINE),
    Row("FormattedPublicationDescription", "title", LINE),
    Row("PublicationTitle", "title", LINE),
    Row("Year", "date", DATE),
    Row("Date", "date", DATE),
    Row("Reference", "note", LINE),
    Row("Link", "url", LINK),
    Row("Description", "note", WHOLE),
)
CONFERENCE = (
    Row("Title", "title", LINE),
    Row("Date", "date", DATE),
    Row("Location", "location", LINE),
    Row("Description", "note", WHOLE),
    Row("Link", "url", LINK),
)
AWARD = (
    Row("Title", "title", LINE),
    Row("AwardingInstitution", "issuer", LINE),
    Row("Date", "date", DATE),
    Row("Description", "note", WHOLE),
    Row("Link", "url", LINK),
)
CERTIFICATION = (
    Row("CertificationTypeName", "title", LINE),
    Row("Title", "title", LINE),
    Row("Name", "title", LINE),
    Row("IssuingAuthority", "issuer", LINE),
    Row("Organization", "issuer", LINE),
    Row("Date", "date", DATE),
    *_times("Period", "Ongoing"),
    Row("Location", "location", LINE),
    Row("Link", "url", LINK),
    Row("Description", "note", WHOLE),
)
OTHER = (
    Row("Title", "title", LINE),
    Row("Name", "title", LINE),
    Row("Date", "date", DATE),
    Row("Location", "location", LINE),
    Row("Link", "url", LINK),
    Row("Description", "summary", WHOLE),
    Row("Organization", "organization", LINE),
    *_times("Period", "Ongoing"),
)


def prepare_language(record: Any) -> Any:
    """Find the language and its levels, which are given for listening, reading, …"""
    if "PrimaryLanguageCode" in record:
        return {"~language": _language(record["PrimaryLanguageCode"]), "~level": "mother tongue"}
    if str(_text(record.get("TaxonomyID"))).casefold() != "language":
        return record
    record["~language"] = _language(record.pop("CompetencyID", ""))
    record.pop("TaxonomyID")
    others = []
    for dimension in record.pop("CompetencyDimension", None) or ():
        code, score = str(_text(dimension.get("CompetencyDimensionTypeCode"))), dimension.get("Score")
        level = str(_text(score.get("ScoreText")) if isinstance(score, dict) else _text(score))
        if code in _SKILLS:
            record[f"~{_SKILLS[code]}"] = level
        else:
            name = re.sub(r"^CEF-\w+-|(?<=[a-z])(?=[A-Z])", " ", code).strip().lower()
            others.append(f"{name} {level}")
    if others:
        record["~level"] = ", ".join(others)
    return record


def _text(value: Any) -> Any:
    return value.get(TEXT) if isinstance(value, dict) else value


def _language(value: Any) -> str:
    code = str(_text(value) or "")
    return LANGUAGES.get(code.casefold(), code)


def finish_time(entry: Entry, reading: Reading) -> None:
    """An organization without a name is named by the position."""
    if "organization" not in entry and "title" in entry and "institution" not in entry:
        entry["organization"] = entry.pop("title")
    finish_times(entry, reading)


def finish_other(entry: Entry, reading: Reading) -> None:
    """An entry needs a title."""
    for key in ("organization", "summary"):
        if "title" not in entry and key in entry:
            entry["title"] = entry.pop(key)
    finish_times(entry, reading)
