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
_JOB = ("position", "role", "title", "job", "job_title", "prior_position")
"""Properties that say the job, where the headline is the employer."""
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
_INCLUDE = re.compile(r'(?im)^#\+include:\s*"?([\w./-]+\.org)(?:::\*?([^"\n]+))?"?.*$')
_MACRO = re.compile(r"\{\{\{([\w-]+)(?:\([^{}]*\))?\}\}\}")
_LATEX_MACRO = re.compile(r"(?im)^#\+macro:[ \t]+([\w-]+)[ \t]+(\\\w+\{.*)$")
_LATEX_CALL = re.compile(r"(?m)^[ \t]*\{\{\{([\w-]+)\(([^{}]*)\)\}\}\}[ \t]*$")
_LAYOUT = re.compile(r"(?m)^[ \t]*\\(?:begin|end)\{(?:paracol|multicols|minipage|center|adjustwidth)\}.*$")
"""A line of LaTeX that only arranges, and whose other half may stand elsewhere."""
_STAMP = re.compile(r"[<\[](\d{4}(?:-\d{2})?)(?:-\d{2})?[^>\]]*[>\]]")


def entry_cells(title: Iterable[LineCell], properties: dict[str, str]) -> list[LineCell]:
    """Return the cells of an entry that a headline with properties is; none if they say nothing of one."""
    roles = {key: _ENTRY[key] for key in properties if key in _ENTRY and properties[key].strip()}
    if not roles:
        return []
    dates = [_STAMP.sub(r"\1", properties[key]) for key in ("from", "to", "date") if key in roles]
    if "from" in roles and "to" not in roles:
        dates[0] += " – present"
    job = next((key for key in properties if key in _JOB and properties[key].strip()), "")
    is_employer = bool(job) and "organization" not in roles.values()
    cells = [LineCell(cell.text, "organization" if is_employer else "title") for cell in title]
    cells += [LineCell(markdown.escape(properties[job]), "title")] if is_employer else []
    cells += [LineCell(markdown.escape(properties[key]), role) for key, role in roles.items() if role != "date"]
    cells += [LineCell(" – ".join(dates), "date")] if dates else []
    known = {*roles, *_OF_PROGRAMS, *([job] if is_employer else [])}
    others = [key for key in properties if key not in known and properties[key].strip()]
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
    text = _INCLUDE.sub(lambda match: _subtree(project.read(match[1]) or "", match[2] or ""), content.text)
    defined = set(re.findall(r"(?im)^#\+macro:\s+([\w-]+)[ \t]+[^\\\s]", text))
    latex = dict(_LATEX_MACRO.findall(text))
    text = _LATEX_CALL.sub(
        lambda call: _as_latex(latex[call[1]], call[2]) if call[1] in latex else call[0], _LAYOUT.sub("", text)
    )
    text = re.sub(r"(?m)^\\(?:begin|end)\{document\}", "", text)  # which pandoc would have to be whole
    text = re.sub(r"(?im)^(#\+options:.*?)\bH:\d+", r"\1", text)  # how deep a headline of an exported page may be
    return _MACRO.sub(lambda match: match[0] if match[1] in defined else "", text)


def _as_latex(macro: str, arguments: str) -> str:
    """Return the use of a macro that stands for LaTeX as a block of LaTeX."""
    values = [" ".join(value.split()).replace("\\,", ",") for value in re.split(r"(?<!\\),", arguments)]
    filled = re.sub(r"\$([1-9])", lambda match: values[int(match[1]) - 1] if int(match[1]) <= len(values) else "", macro)
    return f"\n#+begin_export latex\n{filled}\n#+end_export\n"


def _subtree(text: str, title: str) -> str:
    """Return the headline of a text that has this title, with what is below it; all of the text without a title."""
    begin = re.search(rf"(?m)^(\*+)[ \t]+{re.escape(title.strip())}[ \t]*(?::[\w:@]+:[ \t]*)?$", text) if title else None
    if begin is None:
        return "" if title else text
    end = re.compile(rf"(?m)^\*{{1,{len(begin[1])}}}[ \t]").search(text, begin.end())
    return text[begin.start() : end.start() if end else len(text)]
