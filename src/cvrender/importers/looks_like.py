"""Say what a file looks like that no format recognizes, and what to do with it."""

import re
from collections.abc import Sequence

from cvrender.importers.content import Content

_NOT_READ = "is not in a format that can be recognized"
_TEXTS = (
    (r"\\documentclass|\\begin\{document\}", "looks like LaTeX", "import the bibliography (.bib) that it cites"),
    (r"(?i)<!doctype html|<html", "looks like a page of the web", "import what it was made from, or its BibTeX or JSON Resume"),
    (r"\A\s*[\[{]", "is JSON, but not of a program that is known", ""),
    (
        r"\A(?:[^,;\t\n]*[,;\t]){2,}[^\n]*\n",
        "looks like a table (CSV), but not one of Google Scholar",
        "write it as BibTeX or RIS",
    ),
)
"""What begins or contains such a text, and the next step."""


def looks_like(content: Content) -> tuple[str, str]:
    """Return what is wrong, in words for a message, and a hint. Raises InputError for text that is not UTF-8."""
    if not content.raw.strip():
        return f"{_NOT_READ}: it is empty", "save it again, or download it once more"
    if content.begins == "zip":
        return _archive(content)
    if content.begins == "pdf":
        hint = "import what it was made from; of PDFs, only those of Europass contain their data"
        return f"{_NOT_READ}: it is a PDF without the data of a CV", hint
    if content.begins == "xml":
        return f"{_NOT_READ}: it is XML with the element <{content.xml.name}>", ""
    head = content.text[:20_000]
    for pattern, said, hint in _TEXTS:
        if re.search(pattern, head):
            return f"{_NOT_READ}: it {said}", hint
    if keys := content.yaml_keys:
        return _yaml(keys)
    return f"{_NOT_READ}: it looks like plain text", "write a profile of it: cvrender new NAME"


def _yaml(keys: Sequence[str]) -> tuple[str, str]:
    """Say which keys a YAML file has, since each program has its own."""
    if "person" in keys:
        return f"{_NOT_READ}: it looks like a profile of cvrender", "check it: cvrender check FILE"
    more = ", …" if len(keys) > 6 else ""
    message = f"{_NOT_READ}: it is YAML with the keys {', '.join(keys[:6])}{more}, but not of a program that is known"
    return message, "rename its keys to those of JSON Resume (basics, work, education, …) or of a profile: cvrender new NAME"


def _archive(content: Content) -> tuple[str, str]:
    names = set(content.members)
    if "document.xml" in names:
        return f"{_NOT_READ}: it is a document of Word", "save it as PDF or text, and write a profile of it: cvrender new NAME"
    if "content.xml" in names:
        return f"{_NOT_READ}: it is a document of LibreOffice", "write a profile of it: cvrender new NAME"
    return f"{_NOT_READ}: it is a zip file, but not LinkedIn's", "unpack it, and import the files in it"
