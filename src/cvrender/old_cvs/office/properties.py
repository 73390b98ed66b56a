"""Read what Org mode and front matter say by keys: of the person, and the properties of headlines that exporters for CVs use."""

import re
from collections.abc import Iterable

from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell
from cvrender.formats.values import markdown
from cvrender.old_cvs.tex.project import Project

_ENTRY = {
    "employer": "organization",
    "organization": "organization",
    "organisation": "organization",
    "company": "organization",
    "institution": "organization",
    "university": "organization",
    "school": "organization",
    "host": "organization",
    "location": "location",
    "place": "location",
    "date": "date",
    "from": "date",
    "to": "date",
    "note": "note",
    "grade": "grade",
}
"""The roles of properties of a headline; the first two of the exporters that are dates are the ends of one range."""
_PERSON = {
    "name": "name",
    "author": "name",
    "position": "headline",
    "tagline": "headline",
    "subtitle": "headline",
    "email": "email",
    "mobile": "phone",
    "phone": "phone",
    "homepage": "url",
    "url": "url",
    "website": "url",
    "address": "location",
    "location": "location",
    "github": "github",
    "gitlab": "gitlab",
    "linkedin": "linkedin",
    "twitter": "twitter",
    "orcid": "orcid",
}
_OF_PROGRAMS = frozenset("cv_env custom_id id unnumbered export_file_name category visibility cvicon photo label".split())
_KEYWORD = re.compile(r"^#\+(\w+):[ \t]*(\S.*)", re.MULTILINE)
_INCLUDE = re.compile(r'(?im)^#\+include:\s*"?([\w./-]+\.org)"?.*$')
_MACRO = re.compile(r"\{\{\{(\w+)(?:\([^{}]*\))?\}\}\}")
_STAMP = re.compile(r"[<\[](\d{4}(?:-\d{2})?)(?:-\d{2})?[^>\]]*[>\]]")


def entry_cells(title: Iterable[LineCell], properties: dict[str, str]) -> list[LineCell]:
    """Return the cells of an entry that a headline with properties is; none if they say nothing of one."""
    roles = {key: _ENTRY[key] for key in properties if key in _ENTRY and properties[key].strip()}
    if not roles:
        return []
    dates = [_STAMP.sub(r"\1", properties[key]) for key in ("from", "to", "date") if key in roles]
    if "from" in roles and "to" not in roles:
        dates[0] += " – present"
    cells = [LineCell(cell.text, "title") for cell in title]
    cells += [LineCell(markdown.escape(properties[key]), role) for key, role in roles.items() if role != "date"]
    cells += [LineCell(" – ".join(dates), "date")] if dates else []
    others = [key for key in properties if key not in roles and key not in _OF_PROGRAMS and properties[key].strip()]
    return cells + [LineCell(markdown.escape(f"{key}: {properties[key]}")) for key in others]


def is_of_person(properties: dict[str, str]) -> bool:
    """Return whether the properties of a headline are the contacts of a person, and the headline only their label."""
    return len({key.casefold() for key in properties} & {"name", "email", "phone", "mobile"}) > 1


def person_cell(key: str, value: str) -> LineCell | None:
    """Return what a key says of the person; None for other keys."""
    role = _PERSON.get(key.casefold())
    return LineCell(markdown.escape(value), role) if role and value.strip() else None


def keywords(text: str) -> list[tuple[str, str]]:
    """Return the keywords of a text in Org mode, such as `#+MOBILE: +1 555 0100`, with their values."""
    return [(key.casefold(), value.strip()) for key, value in _KEYWORD.findall(text)]


def prepared_org(content: Content) -> str:
    """Return a text in Org mode with the files that it includes, and without macros that it does not define."""
    project = Project(content)
    text = _INCLUDE.sub(lambda match: project.read(match[1]) or "", content.text)
    defined = set(re.findall(r"(?im)^#\+macro:\s+(\w+)", text))
    return _MACRO.sub(lambda match: match[0] if match[1] in defined else "", text)
