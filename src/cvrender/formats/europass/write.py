"""Write Europass CVs: the XML (`Candidate`) that https://europass.europa.eu imports and exports since 2020."""

import html
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from cvrender.formats.europass.tables import SKILL_CODES
from cvrender.formats.rendercv.write import read_blocks
from cvrender.formats.shown import Shown, characters, day, line, texts_of, times
from cvrender.formats.values.names import parts_in
from cvrender.model.document import Section

_SPACES = {
    "xmlns": "http://www.europass.eu/1.0",
    "xmlns:hr": "http://www.hr-xml.org/3",
    "xmlns:oa": "http://www.openapplications.org/oagis/9",
    "xmlns:eures": "http://www.europass_eures.eu/1.0",
}
_OWN = {"bio", "positions", "education", "publications", "awards", "certifications", "languages"}
"""The collections that Europass has a section for; the others become sections of the person's own."""
Entry = dict[str, Any]


def write(shown: Shown) -> str:
    """Return the CV as XML."""
    spaces = " ".join(f"{name}={quoteattr(value)}" for name, value in _SPACES.items())
    entries = shown.entries
    profile = "".join(
        (
            _text("hr:ExecutiveSummary", _paragraphs(text for text in shown.bio.split("\n\n") if text)),
            _element("EmploymentHistory", map(_employer, entries.get("positions", ()))),
            _element("EducationHistory", map(_education, entries.get("education", ()))),
            _element("PersonQualifications", map(_language, entries.get("languages", ()))),
            _element("PublicationHistory", map(_publication, entries.get("publications", ()))),
            _element("HonorsAndAwards", map(_award, entries.get("awards", ()))),
            _element("Certifications", map(_certification, entries.get("certifications", ()))),
            *(_others(section) for section in shown.document.sections if section.source not in _OWN),
        )
    )
    body = _person(shown) + f'<CandidateProfile languageCode="{shown.language.partition("-")[0]}">{profile}</CandidateProfile>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<Candidate {spaces}>\n{body}\n</Candidate>\n'


def _element(name: str, parts: Iterable[str]) -> str:
    content = "".join(parts)
    return f"<{name}>{content}</{name}>\n" if content else ""


def _text(name: str, text: Any) -> str:
    return f"<{name}>{escape(str(text))}</{name}>" if text else ""


def _paragraphs(texts: Iterable[str]) -> str:
    """Return texts as the HTML that text fields contain."""
    return "".join(f"<p>{html.escape(characters(text), quote=False)}</p>" for text in texts)


def _bullets(texts: Iterable[str]) -> str:
    items = "".join(f"<li>{html.escape(text, quote=False)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""


def _person(shown: Shown) -> str:
    person = shown.person
    name = parts_in(person)
    given, family = name.given, " ".join(part for part in (name.last, name.suffix) if part)
    channels = [("Email", "oa:URI", value) for value in _values(person.get("emails"))]
    channels += [("Telephone", "oa:DialNumber", value) for value in _values(person.get("phones"))]
    channels += [("Web", "oa:URI", value) for value in _values(person.get("links"))]
    contacts = [_element("Communication", (_text("ChannelCode", code), _text(tag, value))) for code, tag, value in channels]
    address = _text("oa:AddressLine", characters(person.get("location", {}).get("value")))
    contacts.append(_element("Communication", (_element("Address", (address,)),)) if address else "")
    named = _element("PersonName", (_text("oa:GivenName", given), _text("hr:FamilyName", family)))
    return _element("CandidatePerson", (named, *contacts))


def _values(contacts: Any) -> list[str]:
    return [contact["value"] if isinstance(contact, dict) else contact for contact in contacts or ()]


def _period(name: str, entry: Entry, current: str, prefix: str = "") -> str:
    start, end = times(entry)
    moments = (("StartDate", day(start)), ("EndDate", "" if end == "present" else day(end or start)))
    dates = [_element(f"{prefix}{tag}", (_text("hr:FormattedDateTime", date),)) for tag, date in moments if date]
    dates.append(_text(current, "true") if end == "present" else "")
    return _element(name, dates)


def _employer(entry: Entry) -> str:
    positions = (_position(entry, role) for role in entry.get("roles") or [entry])
    return _element("EmployerHistory", (_text("hr:OrganizationName", line(entry, "organization")), *positions))


def _position(entry: Entry, role: Entry) -> str:
    dated = role if times(role)[0] else entry
    summary = _paragraphs([role["summary"]]) if role.get("summary") else ""
    parts = (
        _text("PositionTitle", line(role, "title") or line(entry, "organization")),
        _period("eures:EmploymentPeriod", dated, "hr:CurrentIndicator", "eures:"),
        _text("oa:Description", summary + _bullets(texts_of(role.get("highlights")))),
        _text("City", line(entry, "location")),
    )
    return _element("PositionHistory", parts)


def _education(entry: Entry) -> str:
    grades = entry.get("grades") or [""]
    grade = grades[0] if isinstance(grades[0], str) else line(grades[0], "value")
    degree = (
        _text("hr:DegreeName", line(entry, "degree")),
        _text("FieldOfStudy", line(entry, "field")),
        _element("FinalGrade", (_text("hr:ScoreText", characters(grade)),)),
        _text("Thesis", line(entry, "thesis")),
        _text("OccupationalSkillsCovered", _bullets(texts_of(entry.get("highlights")))),
    )
    parts = (
        _text("hr:OrganizationName", line(entry, "institution")),
        _period("AttendancePeriod", entry, "Ongoing"),
        _element("EducationDegree", degree),
    )
    return _element("EducationOrganizationAttendance", parts)


def _language(entry: Entry) -> str:
    scores = [(code, entry.get(skill)) for code, skill in SKILL_CODES.items()]
    dimensions = [
        _element(
            "CompetencyDimension",
            (_text("hr:CompetencyDimensionTypeCode", code), _element("eures:Score", (_text("hr:ScoreText", score),))),
        )
        for code, score in scores
        if score
    ]
    named = _text("CompetencyID", line(entry, "language")) + _text("hr:TaxonomyID", "language")
    return _element("PersonCompetency", (named, *dimensions))


def _publication(entry: Entry) -> str:
    people = entry.get("authors") or entry.get("editors") or ()
    authors = ", ".join(person["name"] if isinstance(person, dict) else person for person in people)
    venue = characters((entry.get("venue") or {}).get("name"))
    reference = ", ".join(part for part in (authors, venue, line(entry, "volume", "issue", "page", "publisher")) if part)
    link = entry.get("url") or (f"https://doi.org/{entry['doi']}" if entry.get("doi") else "")
    parts = (
        _text("FormattedPublicationDescription", line(entry, "title")),
        _text("Reference", reference),
        _text("Year", day(times(entry)[0])[:4]),
        _text("Link", link),
    )
    return _element("Publication", parts)


def _award(entry: Entry) -> str:
    parts = (
        _text("Title", line(entry, "title")),
        _text("Date", day(times(entry)[0])),
        _text("AwardingInstitution", line(entry, "issuer")),
        _text("Description", _paragraphs([entry["note"]]) if entry.get("note") else ""),
    )
    return _element("HonorAndAward", parts)


def _certification(entry: Entry) -> str:
    parts = (
        _text("CertificationTypeName", line(entry, "title")),
        _text("IssuingAuthority", line(entry, "issuer")),
        _text("Date", day(times(entry)[0])),
        _text("Link", entry.get("url")),
    )
    return _element("Certification", parts)


def _others(section: Section) -> str:
    """Return a section of the person's own, with its entries as they read."""
    texts = [text for block in section.blocks for text in read_blocks(block) if text]
    entries = [_element("Other", (_text("Title", text),)) for text in texts]
    return _element("Others", (_text("Title", section.title.plain), *entries)) if entries else ""
