"""Say what a file looks like that no format recognizes, and what to do with it."""

import re
from collections.abc import Sequence

from cvrender.formats.content import Content

_NOT_READ = "is not in a format that can be recognized"
_ARCHIVES = (
    ("workbook.xml", "is a spreadsheet", "save works as BibTeX or RIS, and write the rest into a profile: cvrender new NAME"),
    ("presentation.xml", "is a presentation", "save it as PDF, and import that"),
    ("document.iwa", "is a document of Pages", "export it as Word (File > Export To > Word), and import that"),
    ("", "is a zip file, but neither one of LinkedIn nor a project in LaTeX", "unpack it, and import the files in it"),
)
"""The file that such an archive has, what the archive is, and the next step."""
_TEXTS = (
    (r"(?i)<!doctype html|<html", "contains a page of the web", "read it as one: --from html"),
    (
        r"\A\s*\{[^{}]*docs\.google\.com",
        "is a link to a document of Google, not the document",
        "open it, and download it as .docx (File > Download)",
    ),
    (r"\A\s*[\[{]", "is JSON, but not of a program that is known", ""),
    (
        r"\A(?:[^,;\t\n]*[,;\t]){2,}[^\n]*\n",
        "looks like a table (CSV), but not one of Google Scholar",
        "save works as BibTeX or RIS",
    ),
)
"""What such a text begins with or contains, what it is, and the next step."""


def looks_like(content: Content) -> tuple[str, str]:
    """Return what is wrong, in words for a message, and a hint. Raises InputError for text that is not UTF-8."""
    if not content.raw.strip():
        return f"{_NOT_READ}: it is empty", "save it again, or download it once more"
    if content.begins == "zip":
        what, hint = next((what, hint) for name, what, hint in _ARCHIVES if not name or name in content.members)
        return f"{_NOT_READ}: it {what}", hint
    if content.begins == "xml":
        return f"{_NOT_READ}: it is XML with the element <{content.xml.name}>", ""
    head = content.text[:20_000]
    for pattern, what, hint in _TEXTS:
        if re.search(pattern, head):
            return f"{_NOT_READ}: it {what}", hint
    if keys := content.yaml_keys:
        return _yaml(content.file, keys)
    return f"{_NOT_READ}: it looks like plain text without headings", "read it as an old CV: --from markdown"


def _yaml(file: str, keys: Sequence[str]) -> tuple[str, str]:
    """Say which keys a YAML file has, since each program has its own."""
    if "person" in keys:
        return f"{_NOT_READ}: it is a profile of cvrender already", f"check it: cvrender check {file}"
    more = ", …" if len(keys) > 6 else ""
    message = f"{_NOT_READ}: it is YAML with the keys {', '.join(keys[:6])}{more}, but not of a program that is known"
    return message, "rename its keys to those of JSON Resume (basics, work, education, …) or of a profile: cvrender new NAME"
