"""Read Europass CVs: the XML (`Candidate`, since 2020), alone or embedded in the PDF.

Paths: Europass XML schema documentation, version 3. Text fields are HTML; a CV in several languages has one profile for each.
"""

from typing import Any

from cvrender.errors import Problem
from cvrender.importers.base import Format, Imported, Section, read_sections
from cvrender.importers.content import Content
from cvrender.importers.europass_tables import (
    AWARD,
    CERTIFICATION,
    CONFERENCE,
    EDUCATION,
    LANGUAGE,
    OTHER,
    PERSON,
    POSITION,
    PUBLICATION,
    REACH,
    finish_other,
    finish_time,
    prepare_channel,
    prepare_language,
)
from cvrender.importers.rearrange import Rearranged, as_list
from cvrender.importers.syntax.xml_syntax import Element, as_source, read_xml
from cvrender.importers.table import look, take
from cvrender.load.reader import Source

_LISTS = frozenset(
    "Communication CandidateProfile EmployerHistory PositionHistory EducationOrganizationAttendance PersonCompetency "
    "CompetencyDimension Publication ConferenceAndSeminar Project Other Others Certification Licence License".split()
)
_CUSTOM = {
    "Projects.Project": "Projects",
    "NetworksAndMemberships.NetworkAndMembership": "Networks and memberships",
    "VoluntaryWorks.VoluntaryWork": "Volunteering",
    "Licenses.License": "Licences",
    "Skills.Skill": "Skills",
    "CreativeWorks.CreativeWork": "Creative works",
    "SocialAndPoliticalActivities.SocialAndPoliticalActivity": "Social and political activities",
    "HobbiesAndInterests.HobbyAndInterest": "Interests",
    "Recommendations.Recommendation": "Recommendations",
    "Hobbies.Hobby": "Interests",
}
"""Sections that become sections of the person's own, and their titles."""

SECTIONS = (
    Section("CandidatePerson.Communication", "person", REACH, before=prepare_channel),
    Section("CandidatePerson", "person", PERSON),
    Section("~summary", "person", PERSON),
    Section("~positions", "positions", POSITION, finish=finish_time),
    Section("~education", "education", EDUCATION, finish=finish_time),
    Section("~languages", "languages", LANGUAGE, before=prepare_language),
    Section("~publications", "publications", PUBLICATION),
    Section("~conferences", "talks", CONFERENCE),
    Section("~awards", "awards", AWARD),
    Section("~certifications", "certifications", CERTIFICATION),
)


def read(content: Content) -> Imported:
    """Read the XML, or that of the PDF's attachments."""
    root = content.xml if content.begins == "xml" else _attached(content)
    assert root is not None
    if root.name == "SkillsPassport":
        hint = "open it at europass.europa.eu, save it again as XML or PDF, and import that"
        raise content.problem("is a Europass CV in the format of before 2020", hint)
    source, titles, languages = _arranged(as_source(root, content.file, _LISTS))
    custom = [Section(key, "custom", OTHER, title, finish=finish_other) for key, title in titles.items()]
    made = read_sections(source, "europass", [*SECTIONS, *custom])
    if languages > 1:
        message = f"has {languages} languages; the first one is imported, the others are kept under x-import"
        made.problems.append(Problem(message, content.file, severity="warning"))
    return made


def _arranged(source: Source) -> tuple[Source, dict[str, str], int]:
    """Return the data with flat lists, the titles of custom sections by their key, and the number of languages."""
    made = Rearranged(source)
    made.data.pop("RenderingInformation", None)
    profiles = as_list(made.data.get("CandidateProfile"))
    if not profiles or not isinstance(profiles[0], dict):
        return made.source(), {}, len(profiles)
    first, base = profiles[0], ("CandidateProfile", 0)
    if "ExecutiveSummary" in first:
        made.add("~summary", {"ExecutiveSummary": first.pop("ExecutiveSummary")}, base)
    for index, employer in enumerate(as_list(look(first, "EmploymentHistory.EmployerHistory"))):
        positions = as_list(employer.pop("PositionHistory", None)) or [{}]
        for number, position in enumerate(positions):
            path = (*base, "EmploymentHistory", "EmployerHistory", index, "PositionHistory", number)
            made.add(
                "~positions",
                {**({} if number else employer), "OrganizationName": employer.get("OrganizationName"), **position},
                path,
            )
    take(first, "EmploymentHistory.EmployerHistory")
    for key, name in _FLAT.items():
        for index, record in enumerate(as_list(look(first, key))):
            made.add(name, record if isinstance(record, dict) else {"Title": record}, (*base, *key.split("."), index))
        take(first, key)
    for index, competency in enumerate(as_list(look(made.data, "CandidatePerson.PrimaryLanguageCode"))):
        made.add("~languages", {"PrimaryLanguageCode": competency}, ("CandidatePerson", "PrimaryLanguageCode", index))
    take(made.data, "CandidatePerson.PrimaryLanguageCode")
    titles = _custom(first, made)
    return made.source(), titles, len(profiles)


_FLAT = {
    "EducationHistory.EducationOrganizationAttendance": "~education",
    "PersonQualifications.PersonCompetency": "~languages",
    "PublicationHistory.Publication": "~publications",
    "ConferencesAndSeminars.ConferenceAndSeminar": "~conferences",
    "HonorsAndAwards.HonorAndAward": "~awards",
    "Certifications.Certification": "~certifications",
}


def _custom(profile: dict[str, Any], made: Rearranged) -> dict[str, str]:
    """Move the records of other sections to flat lists; return the titles."""
    titles: dict[str, str] = {}
    for key, title in _CUSTOM.items():
        for index, record in enumerate(as_list(look(profile, key))):
            made.add(
                f"~{title}",
                record if isinstance(record, dict) else {"Title": record},
                ("CandidateProfile", 0, *key.split("."), index),
            )
            titles[f"~{title}"] = title
        take(profile, key)
    for number, group in enumerate(as_list(profile.pop("Others", None))):
        name = group.get("Title") if isinstance(group, dict) else None
        shown = name if isinstance(name, str) and name.strip() else "Other"
        for index, record in enumerate(as_list(group.get("Other")) if isinstance(group, dict) else []):
            path = ("CandidateProfile", 0, "Others", number, "Other", index)
            made.add(f"~other {number}", record if isinstance(record, dict) else {"Title": record}, path)
            titles[f"~other {number}"] = shown
    return titles


def _attached(content: Content) -> Element | None:
    """Return the first attachment that is a Europass CV."""
    for attachment in content.attachments:
        if b"Candidate" in attachment[:5000] or b"SkillsPassport" in attachment[:5000]:
            root = read_xml(attachment, content.file)
            if root.name in ("Candidate", "SkillsPassport"):
                return root
    return None


def _detects(content: Content) -> bool:
    if content.begins == "pdf":
        return _attached(content) is not None
    return content.begins == "xml" and content.xml.name in ("Candidate", "SkillsPassport")


FORMAT = Format("europass", "Europass", _detects, read)
