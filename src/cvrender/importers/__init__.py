"""Import files of other formats: find the format of a file by its content, and read it as data of a profile."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from cvrender.errors import InputError, nearest
from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content, load_content

MODULES = {
    "linkedin": "linkedin",
    "europass": "europass",
    "orcid": "orcid",
    "dblp": "dblp",
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
    "bibtex": "bibtex",
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
    hint = f"name its format with --from: {', '.join(MODULES)}"
    raise content.problem("is not in a format that can be recognized", hint, code="unknown-format")


def read_content(content: Content, name: str = "") -> Imported:
    """Read a file in the format with that name, or else in the one that recognizes it. Raises InputError."""
    if name and name not in MODULES:
        raise content.problem(f'unknown format "{name}"', nearest(name, MODULES), code="unknown-format")
    chosen = format_named(name) if name else find_format(content)
    try:
        imported = chosen.read(content)
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise content.problem(f"does not have the structure of {chosen.title} files") from error
    imported.problems += content.cut_texts
    return imported


def read_file(path: Path, name: str = "") -> Imported:
    """Load and read a file. Raises InputError for a file that cannot be read."""
    return read_content(load_content(path), name)


__all__ = ["MODULES", "Format", "Imported", "InputError", "find_format", "format_named", "formats", "read_content", "read_file"]
