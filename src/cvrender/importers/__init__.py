"""Import files of other formats: find the format of a file by its content, and read it as data of a profile."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from cvrender.errors import InputError, Problem, nearest
from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content, load_content
from cvrender.importers.looks_like import looks_like
from cvrender.importers.syntax.clean import left_out
from cvrender.importers.table import KEPT

MODULES = {
    "attached": "attached",
    "linkedin": "linkedin",
    "latex": "old_latex",
    "docx": "old_docx",
    "odt": "old_odt",
    "html": "old_html",
    "europass": "europass",
    "orcid": "orcid",
    "dblp": "dblp",
    "endnote-xml": "endnote_xml",
    "pubmed-xml": "pubmed_xml",
    "arxiv": "arxiv",
    "zotero-rdf": "zotero_rdf",
    "inspire": "inspire",
    "ads": "ads",
    "ads-xml": "ads_xml",
    "json-ld": "json_ld",
    "reactive-resume": "reactive_resume",
    "json-resume": "json_resume",
    "yamlresume": "yamlresume",
    "rendercv": "rendercv",
    "al-folio": "al_folio",
    "citation-cff": "citation_cff",
    "vcard": "vcard",
    "crossref": "crossref",
    "openalex": "openalex",
    "semantic-scholar": "semantic_scholar",
    "csl": "csl",
    "ris": "ris",
    "pubmed": "pubmed",
    "google-scholar": "google_scholar",
    "nih-reporter": "nih_reporter",
    "endnote": "endnote",
    "web-of-science": "web_of_science",
    "word-sources": "word_sources",
    "bibtex": "bibtex",
    "pdf": "old_pdf",
    "markdown": "old_markdown",
}
"""The module of each format, in the order in which they are tried: the first that recognizes a file reads it."""


def format_named(name: str) -> Format:
    """Return a format by its name."""
    found = import_module(f"cvrender.importers.{MODULES[name]}").FORMAT
    assert isinstance(found, Format)
    return found


def formats() -> Iterator[Format]:
    """Yield every format, in the order in which they are tried."""
    yield from map(format_named, MODULES)


def find_format(content: Content) -> Format:
    """Return the format of a file. Raises InputError if no format recognizes it, or if it is broken."""
    for candidate in formats():
        if candidate.detects(content):
            return candidate
    message, hint = looks_like(content)
    raise content.problem(message, hint or f"name its format with --from: {', '.join(MODULES)}", code="unknown-format")


def read_content(content: Content, name: str = "") -> Imported:
    """Read a file in the format with that name, or else in the one that recognizes it. Raises InputError."""
    if name and name not in MODULES:
        raise content.problem(f'unknown format "{name}"', nearest(name, MODULES), code="unknown-format")
    chosen = format_named(name) if name else find_format(content)
    try:
        imported = chosen.read(content)
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise content.problem(f"does not have the structure of {chosen.title} files", code="unknown-format") from error
    imported.problems += content.cut_texts
    _report(imported, content, chosen)
    return imported


def _report(made: Imported, content: Content, chosen: Format) -> None:
    """Report characters that are left out, and a file of which nothing was read."""
    number, line = left_out(content.text) if content.begins in ("text", "json") else (0, 0)
    if number:
        message = f"contains {number} characters that are not printed, such as soft hyphens; they are left out"
        made.problems.append(Problem(message, content.file, line, severity="warning", code="bad-character"))
    if not made.containers and not any(value for key, value in made.data.items() if key != KEPT):
        message = f"contains nothing that is read of files in {chosen.title}"
        made.problems.append(Problem(message, content.file, hint="all of it is kept under x-import", code="not-imported"))


def read_file(path: Path, name: str = "", sandboxed: bool = False) -> Imported:
    """Load and read a file; if `sandboxed`, programs read it in a sandbox.

    Raises InputError for a file that cannot be read, and ToolError if the machine has no sandbox.
    """
    content = load_content(path)
    content.sandboxed = sandboxed
    return read_content(content, name)


__all__ = [
    "MODULES",
    "Format",
    "Imported",
    "InputError",
    "find_format",
    "format_named",
    "formats",
    "read_content",
    "read_file",
]
