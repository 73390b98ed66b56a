"""Read the XML that the Canadian Common CV exports: https://ccv-cvc-admin.ca/schema/doc-en.html.

Each section with a `recordId` is a record; its fields are a word of a list, a text, a text in two languages, or an institution.
Labels in French are those of the same fields, but are not read: what has them is kept.
"""

import re
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, PAGES, PLAIN, PROSE, URL, joined
from cvrender.formats.syntax.xml_syntax import XmlElement
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading, Table, as_list
from cvrender.formats.values import dates
from cvrender.formats.values.names import last_first, people_of
from cvrender.formats.works import complete
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.name_parts import parts_of

Record = dict[str, Any]


def _date(value: Any) -> str | None:
    """`2018/9`, `2018` or `2018-09-01`."""
    return dates.date(str(value).replace("/", "-"))


def _names(value: Any) -> list[Any] | None:
    """Names that people separate as they like: by semicolons, or by commas if each part is a whole name."""
    text = re.sub(r"\s+(?:and|&|et)\s+", "; " if ";" in str(value) else ", ", str(value)).strip(" ;,")
    if ";" in text:
        return people_of(
            last_first(part) if "," in part else parts_of(part) for each in text.split(";") if (part := each.strip())
        )
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > 1 and all(re.fullmatch(r"(?:[^\W\d_]\.?[ -]?){1,4}", part) for part in parts[1::2]):
        return people_of(last_first(f"{family}, {given}") for family, given in zip(parts[::2], parts[1::2], strict=False))
    return people_of(parts_of(part) for part in parts) if all(" " in part for part in parts) else None


def _people(label: str) -> Converter:
    def read(values: Any) -> list[Any] | None:
        names = (str(each.get(label, "")).strip() for each in as_list(values))
        return people_of(parts_of(name) for name in names if name)

    return Converter(read)


def _amount(values: tuple[Any, ...]) -> str | None:
    number, currency = (str(value or "").strip() for value in values)
    code = re.search(r"\b[A-Z]{3}\b", currency)
    return f"{number} {code[0] if code else currency}".strip() if number else None


def _canadian(value: Any) -> str | None:
    return f"{str(value).strip()} CAD" if str(value).strip() else None


WHEN = Converter(_date)
NAMES = Converter(_names)
STATUS = {
    "published": "published",
    "in press": "in-press",
    "accepted": "accepted",
    "submitted": "submitted",
    "revision requested": "revise-and-resubmit",
    "under review": "under-review",
}
FUNDING = {"awarded": "active", "completed": "completed", "under review": "pending", "declined": "declined"}


def _word(words: dict[str, str]) -> Converter:
    return Converter(lambda value: words.get(str(value).strip().casefold()))


YES = Converter({"Yes": True, "No": False}.get)
_PLACE = (Row("Organization", "organization", PROSE), Row("Other Organization", "organization", PROSE))
_PERIOD = (Row("Start Date", "start", WHEN), Row("End Date", "end", WHEN))
_WORK = (
    Row("Authors", "authors", NAMES),
    Row("Contributors", "authors", NAMES),
    Row("Editors", "editors", NAMES, unless=frozenset({"part"})),
    Row("Editors", "container_editors", NAMES, when=frozenset({"part"})),
    *(Row(label, "date", WHEN) for label in ("Year", "Publication Year", "Publication Date", "Year Submitted", "Year Completed")),
    *(Row(label, "date", WHEN) for label in ("Review Year", "Year posted online", "Conference Date")),
    Row("Publishing Status", "status", _word(STATUS)),
    *(Row(label, "venue.name", PROSE) for label in ("Journal", "Published In", "Newspaper", "Newsletter", "Magazine Name")),
    *(Row(label, "venue.name", PROSE) for label in ("Encyclopedia Name", "Dictionary Name", "Conference Name")),
    Row(("City", "Conference Location"), "venue.location", joined(", ")),
    Row("Volume", "volume", PLAIN),
    Row("Issue", "issue", PLAIN),
    Row("Page Range", "page", PAGES),
    Row("Publisher", "publisher", PROSE),
    Row("Publication City", "publisher_place", PROSE),
    Row("Organization", "publisher", PROSE),
    Row("Edition", "edition", PROSE),
    Row("Book Reviewed Title", "reviewed_title", PROSE),
    Row("Book Reviewed Authors", "reviewed_authors", NAMES),
    Row("Refereed?", "peer_reviewed", YES),
    Row("Open Access?", "open_access", YES),
    Row("DOI", "doi", DOI),
    Row("URL", "url", URL),
    Row("Description / Contribution Value", "note", PROSE),
)
WORKS = {
    "Journal Articles": ("article-journal", "Article Title"),
    "Journal Issues": ("periodical", "Issue Title"),
    "Books": ("book", "Book Title"),
    "Edited Books": ("book", "Book Title"),
    "Book Chapters": ("chapter", "Chapter Title"),
    "Book Reviews": ("review-book", "Review Title"),
    "Translations": ("document", "Translation Title"),
    "Newspaper Articles": ("article-newspaper", "Article Title"),
    "Newsletter Articles": ("article", "Article Title"),
    "Encyclopedia Entries": ("entry-encyclopedia", "Entry Title"),
    "Dictionary Entries": ("entry-dictionary", "Entry Title"),
    "Magazine Entries": ("article-magazine", "Article Title"),
    "Reports": ("report", "Report Title"),
    "Working Papers": ("manuscript", "Paper Title"),
    "Manuals": ("document", "Manual Title"),
    "Online Resources": ("webpage", "Title"),
    "Conference Publications": ("paper-conference", "Publication Title"),
}
"""The sections of works, the type of each, and the field of its title."""

EDUCATION = (
    Row("Degree Name", "degree", PROSE),
    Row("Degree Type", "degree", PROSE),
    Row("Specialization", "field", PROSE),
    Row("Organization", "institution", PROSE),
    Row("Other Organization", "institution", PROSE),
    Row("Thesis Title", "thesis", PROSE),
    Row("Supervisors", "advisors", _people("Supervisor Name")),
    Row("Degree Start Date", "start", WHEN),
    Row("Degree Received Date", "end", WHEN),
)
POSITION = (
    *_PLACE,
    Row("Position Title", "title", PROSE),
    Row("Department", "team", PROSE),
    Row("Unit / Division", "team", PROSE),
    *_PERIOD,
    Row("~until", "end", PLAIN),
    Row("Work Description", "summary", PROSE),
    Row("Activity Description", "summary", PROSE),
)
GRANT = (
    Row("Funding Title", "title", PROSE),
    Row("~funder", "funder", PROSE),
    Row("~number", "number", PLAIN),
    Row(("~amount", "~currency"), "amount", Converter(_amount)),
    Row("~canadian", "amount", Converter(_canadian)),
    Row("Funding Role", "role", PROSE),
    Row("Funding Status", "status", _word(FUNDING)),
    Row("Other Investigators", "investigators", _people("Investigator Name")),
    Row("Project Description", "objectives", PROSE),
    Row("Funding Start Date", "start", WHEN),
    Row("Funding End Date", "end", WHEN),
)
ADVISING = (
    Row("Student Name", "name", PLAIN),
    Row("Degree Type or Postdoctoral Status", "role", PROSE),
    Row("Student Institution", "institution", PROSE),
    Row("Thesis/Project Title", "topic", PROSE),
    Row(("Present Position", "Present Organization"), "outcome", joined(", ")),
    Row("Supervision Start Date", "start", WHEN),
    Row("Supervision End Date", "end", WHEN),
    Row("~until", "end", PLAIN),
)
TEACHING = (
    Row("Role", "role", PROSE),
    Row("Course Code", "code", PLAIN),
    Row("Course Title", "title", PROSE),
    Row("Department", "department", PROSE),
    Row("Organization", "institution", PROSE),
    Row("Other Organization", "institution", PROSE),
    Row("Course Level", "level", PROSE),
    Row("Number of Students", "participants", PROSE),
    Row("Lecture Hours Per Week", "hours", PROSE),
    *_PERIOD,
)
TALK = (
    Row("Presentation Title", "title", PROSE),
    Row("Conference / Event Name", "event.name", PROSE),
    Row(("City", "Location"), "location", joined(", ")),
    Row("Presentation Year", "date", WHEN),
    Row("URL", "url", URL),
    Row("Description / Contribution Value", "note", PROSE),
)
SERVICE: dict[str, str] = {
    "Event Administration": "Event Name",
    "Editorial Activities": "Publication Name",
    "Journal Review Activities": "Journal",
    "Conference Review Activities": "Conference",
    "Research Funding Application Assessment Activities": "Committee Name",
    "Promotion Tenure Assessment Activities": "Organization",
    "Organizational Review Activities": "Organization",
    "Community and Volunteer Activities": "Organization",
    "Committee Memberships": "Committee Name",
    "Event Participation": "Event Name",
}
"""The sections of service, and the field that says where it was."""


def _service(venue: str) -> Table:
    return (
        Row("Role", "role", PROSE),
        Row("Funding Reviewer Role", "role", PROSE),
        Row(venue, "venue", PROSE),
        *_PLACE,
        *_PERIOD,
        Row("Activity Start Date", "start", WHEN),
        Row("Activity End Date", "end", WHEN),
        Row("Membership Start Date", "start", WHEN),
        Row("Membership End Date", "end", WHEN),
        Row("Activity Description", "note", PROSE),
        Row("Description", "note", PROSE),
    )


PERSON = (
    Row(("First Name", "Middle Name", "Family Name"), "name", joined(" ", PLAIN)),
    Row("Email Address", "emails", Converter(lambda value: [PLAIN.read(value)])),
    Row("URL", "links", Converter(lambda value: [URL.read(value)])),
    Row("Research Experience Summary", "/bio", PROSE),
)


def _lasting(record: Any) -> Any:
    """Say of what has begun, and has no end, that it lasts."""
    ends = ("End Date", "Supervision End Date")
    begins = any(record.get(key) for key in ("Start Date", "Supervision Start Date"))
    return {**record, "~until": "present"} if begins and not any(record.get(key) for key in ends) else record


def _funded(record: Any) -> Any:
    """Give a grant its only source of funding; those of a grant with several are joined, and their sums stay."""
    sources = as_list(record.get("Funding Sources"))
    names = [str(source.get("Funding Organization") or source.get("Other Funding Organization") or "") for source in sources]
    grant = {**record, "~funder": "; ".join(dict.fromkeys(name for name in names if name))}
    if len(sources) == 1:
        (source,) = sources
        keys = {
            "~number": "Funding Reference Number",
            "~amount": "Total Funding",
            "~currency": "Currency of Total Funding",
            "~canadian": "Total Funding (CAN$)",
        }
        grant |= {ours: source.pop(theirs) for ours, theirs in keys.items() if source.get(theirs)}
        if names[0]:
            source.pop("Funding Organization" if source.get("Funding Organization") else "Other Funding Organization")
    return grant


def _set(**fields: str) -> Any:
    """Make a function that sets what the section of a record says, if the record does not."""

    def finish(entry: ImportedEntry, reading: SourceReading) -> None:
        for key, value in fields.items():
            entry.setdefault(key, value)
        if "type" in fields:
            complete(entry, reading)

    return finish


def _works(title: str) -> Table:
    return (Row(title, "title", PROSE), Row("Book Title", "venue.name", PROSE), *_WORK)


def _kind(record: Any) -> str:
    return "part" if "Chapter Title" in record or "Entry Title" in record or "Published In" in record else ""


_MEMBERSHIP = (
    *_PLACE,
    Row("Role", "role", PROSE),
    Row("Membership Start Date", "start", WHEN),
    Row("Membership End Date", "end", WHEN),
)
_AWARD = (
    Row("Recognition Name", "title", PROSE),
    *(Row(row.theirs, "issuer", PROSE) for row in _PLACE),
    Row("Effective Date", "date", WHEN),
    Row("Description", "note", PROSE),
)
_PATENT = (
    Row("Patent Title", "title", PROSE),
    Row("Inventors", "authors", NAMES),
    Row("Patent Number", "number", PLAIN),
    Row("Patent Location", "authority", PROSE),
    Row("Patent Status", "status", PROSE),
    Row("Year Issued", "date", WHEN),
    Row("Filing Date", "date", WHEN),
    Row("URL", "url", URL),
)
_CREDENTIAL = (
    Row("Title", "title", PROSE),
    *(Row(row.theirs, "issuer", PROSE) for row in _PLACE),
    Row("Effective Date", "date", WHEN),
    Row("Description", "note", PROSE),
)
_BREAK = (Row("Leave Type", "reason", PROSE), *_PERIOD, Row("Absence and Impact Description", "note", PROSE))
_LANGUAGE = (Row("Language", "language", PROSE),)
SECTIONS = (
    *(RecordSection(label, "person", PERSON) for label in ("Identification", "Email", "Website", "User Profile")),
    RecordSection("Language Skills", "languages", _LANGUAGE),
    RecordSection("Degrees", "education", EDUCATION),
    RecordSection("Credentials", "certifications", _CREDENTIAL),
    RecordSection("Recognitions", "awards", _AWARD),
    *(
        RecordSection(label, "positions", POSITION, before=_lasting)
        for label in ("Academic Work Experience", "Non-academic Work Experience", "Affiliations")
    ),
    RecordSection("Leaves of Absence and Impact on Research", "breaks", _BREAK),
    RecordSection("Research Funding History", "grants", GRANT, before=_funded),
    RecordSection("Courses Taught", "teaching", TEACHING, finish=_set(role="Instructor")),
    RecordSection("Student/Postdoctoral Supervision", "advising", ADVISING, before=_lasting),
    *(RecordSection(label, "service", _service(venue), finish=_set(role=label)) for label, venue in SERVICE.items()),
    RecordSection("Other Memberships", "memberships", _MEMBERSHIP),
    RecordSection("Presentations", "talks", TALK),
    *(
        RecordSection(label, "publications", _works(title), kind=_kind, finish=_set(type=type))
        for label, (type, title) in WORKS.items()
    ),
    RecordSection("Patents", "patents", _PATENT),
)


def _value(field: XmlElement) -> Any:
    """Return what a field says: a text, or what it says in French besides."""
    said: Record = {}
    for part in field.children:
        if part.name == "bilingual":
            said |= {child.name: child.text for child in part.children if child.text}
        elif part.name == "refTable":
            said |= {link.attributes.get("label", ""): link.attributes.get("value", "") for link in part.children}
        elif part.text:
            said.setdefault("", part.text)
    return said


def _record(section: XmlElement) -> Record:
    """Return a record: its fields by their labels, and lists of the records in it."""
    fields: Record = {}
    for child in section.children:
        label = child.attributes.get("label", "").replace(".", "")
        if child.name == "section":
            fields.setdefault(label, []).append(_record(child))
        elif said := _value(child):
            main = next((said.pop(key) for key in ("english", label, "Organization", "", "french") if said.get(key)), "")
            main = main or said.pop(next(iter(reversed(said))), "")
            rest = {f"{label} ({key or 'text'})": text for key, text in said.items() if text and text != main}
            fields |= {label: main, **rest}
    return fields


def read(content: Content) -> Imported:
    """Read the records of a CV, wherever they stand in it."""
    data: dict[str, list[Record]] = {}
    values: dict[DataPath, Any] = {}

    def collect(element: XmlElement) -> None:
        for section in (child for child in element.children if child.name == "section"):
            if "recordId" in section.attributes or any(child.name == "field" for child in section.children):
                label = section.attributes.get("label", "").replace(".", "")
                records = data.setdefault(label, [])
                values[label, len(records)] = section.place
                records.append(_record(section))
            else:
                collect(section)

    collect(content.xml)
    message = "its labels are in French, which are not read; export it in English"
    french = content.xml.attributes.get("lang") == "fr" or not data.keys() & {section.theirs for section in SECTIONS}
    problems = [Problem(message, content.file, severity="warning", code="not-imported")] if french else []
    return read_sections(Source(content.file, data, {}, values), "ccv", SECTIONS, problems)


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name == "generic-cv"


FORMAT = Format("ccv", "the Canadian Common CV", _detects, read)
