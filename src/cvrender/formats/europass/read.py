"""Read Europass CVs: the XML (`Candidate`, since 2020), alone or embedded in the PDF.

Paths: Europass XML schema documentation, version 3. Text fields are HTML; a CV in several languages has one profile for each.
"""

import re

from cvrender.errors import Problem
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.europass.tables import (
    AWARD,
    BIO,
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
    prepare_mother_tongue,
    prepare_organization,
)
from cvrender.formats.syntax.xml_syntax import XmlElement, as_source, element_text, read_xml
from cvrender.formats.table import Rearranged, as_list, keys_of, look, take
from cvrender.load.library import BUILT_IN

_LISTS = frozenset(
    "Communication CandidateProfile EmployerHistory PositionHistory EducationOrganizationAttendance PersonCompetency "
    "CompetencyDimension Link FieldOfStudy Publication ConferenceAndSeminar Project Other Others Certification Licence "
    "License".split()
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
"""Lists of a profile that become sections of the person's own, and their titles."""
_PROFILE = "CandidateProfile.0"
"""The profile that is read: the one in the first language."""
_STUDIES = f"{_PROFILE}.EducationHistory.EducationOrganizationAttendance"

SECTIONS = (
    RecordSection("CandidatePerson.Communication", "person", REACH, before=prepare_channel),
    RecordSection(f"{_PROFILE}.PersonQualifications.PersonCompetency", "languages", LANGUAGE, before=prepare_language),
    RecordSection("CandidatePerson.PrimaryLanguageCode", "languages", LANGUAGE, before=prepare_mother_tongue),
    RecordSection("CandidatePerson", "person", PERSON),
    RecordSection(f"{_PROFILE}.ExecutiveSummary", "person", BIO),
    RecordSection("~positions", "positions", POSITION, before=prepare_organization, finish=finish_time),
    RecordSection(_STUDIES, "education", EDUCATION, before=prepare_organization, finish=finish_time),
    RecordSection(f"{_PROFILE}.PublicationHistory.Publication", "publications", PUBLICATION),
    RecordSection(f"{_PROFILE}.ConferencesAndSeminars.ConferenceAndSeminar", "talks", CONFERENCE),
    RecordSection(f"{_PROFILE}.HonorsAndAwards.HonorAndAward", "awards", AWARD),
    RecordSection(f"{_PROFILE}.Certifications.Certification", "certifications", CERTIFICATION),
    *(RecordSection(f"{_PROFILE}.{key}", "custom", OTHER, title, finish=finish_other) for key, title in _CUSTOM.items()),
)


def read(content: Content) -> Imported:
    """Read the XML, or that of the PDF's attachments."""
    root = content.xml if content.begins == "xml" else _attached(content)
    assert root is not None
    if root.name == "SkillsPassport":
        hint = "open it at europass.europa.eu, save it again as XML or PDF, and import that"
        raise content.problem("is a Europass CV in the format of before 2020", hint)
    source = Rearranged(as_source(root, content.file, _LISTS))
    _add_positions(source)
    languages = len(as_list(source.data.get("CandidateProfile")))
    message = f"has {languages} languages; the first one is imported, the others are kept under x-import"
    problems = [Problem(message, content.file, severity="warning", code="not-imported")] if languages > 1 else []
    language = str(look(source.data, f"{_PROFILE}.@languageCode") or "")
    imported = read_sections(source.source(), "europass", [*SECTIONS, *_other_sections(source)], problems)
    if language != "en" and _has_terms(language):  # a profile without a language is in English
        imported.data["language"] = language
    return imported


def _has_terms(language: str) -> bool:
    """Return whether headings and months can be written in a language."""
    folders = BUILT_IN.trusted_folders("styles") if re.fullmatch("[a-z]{2}", language) else ()
    return any(any(folder.glob(f"*/terms/{language}.yaml")) for folder in folders)


def _add_positions(source: Rearranged) -> None:
    """Make a flat list of positions. The first one at an employer has what is said about the employer."""
    path = f"{_PROFILE}.EmploymentHistory.EmployerHistory"
    for index, employer in enumerate(as_list(look(source.data, path))):
        if not isinstance(employer, dict):
            employer = {"Description": employer}
        positions = as_list(employer.pop("PositionHistory", None)) or [{}]
        for number, position in enumerate(positions):
            position = position if isinstance(position, dict) else {"Description": position}
            said = employer if not number else {"OrganizationName": employer.get("OrganizationName")}
            source.add("~positions", {**said, **position}, (*keys_of(path), index, "PositionHistory", number))
    take(source.data, path)


def _other_sections(source: Rearranged) -> list[RecordSection]:
    """Return the sections that have titles of their own, and take the titles out of the data."""
    sections = []
    for number, group in enumerate(as_list(look(source.data, f"{_PROFILE}.Others"))):
        if isinstance(group, dict):
            title = element_text(group.pop("Title", None)) or "Other"
            sections.append(RecordSection(f"{_PROFILE}.Others.{number}.Other", "custom", OTHER, title, finish=finish_other))
    return sections


def _attached(content: Content) -> XmlElement | None:
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
