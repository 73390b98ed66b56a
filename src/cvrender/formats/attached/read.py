"""Read the profile that a CV of this program carries, as `attach` adds it to PDFs, Word documents and web pages."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats.base import COLLECTIONS, CUSTOM, PERSON, Format, Imported
from cvrender.formats.content import Content
from cvrender.formats.table import ImportedEntry
from cvrender.load.reader import Source, parse
from cvrender.load.validate import validate
from cvrender.model.convert import DataPath
from cvrender.targets.docx.attach import NAMESPACE, PART, text_digest

BEGINNING = "# cvrender"
"""How the YAML file begins that a CV carries."""
YAML = "application/yaml"

_FILE = re.compile(r'<file name="([^"]*)" type="([^"]*)">([^<]*)</file>')
_TEXT = re.compile(r' text="(\w*)"')
_SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_NOT_OURS = ("include", "views", "engine", "style", "page", "citations", "people")
"""Keys of a profile that no attachment has. One that has them is not written by this program."""


def attached_files(content: Content) -> Mapping[str, str]:
    """Return the texts that a CV carries, by their media type. Raises InputError for a file that cannot be read."""
    if content.begins == "pdf":
        texts = (raw.decode("utf-8", "replace") for raw in content.attachments)
        return {YAML if text.startswith(BEGINNING) else "application/json": text for text in texts}
    if content.begins == "zip" and PART.rpartition("/")[2] in content.members:
        part = content.member(PART.rpartition("/")[2]).decode("utf-8", "replace")
        if NAMESPACE in part[:500]:
            return {kind: html.unescape(text) for _, kind, text in _FILE.findall(part)}
    if content.begins in ("html", "xml", "text") and YAML.encode() in content.raw:
        return dict(_in_page(content.raw.decode("utf-8", "replace")))
    return {}


def _in_page(page: str) -> Iterator[tuple[str, str]]:
    for script in _SCRIPT.findall(page):
        try:
            things = json.loads(script)["@graph"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        for item in things if isinstance(things, list) else ():
            if isinstance(item, dict) and item.get("@type") == "MediaObject":
                yield str(item.get("encodingFormat", "")), str(item.get("text", ""))


def _profile(content: Content) -> str:
    """Return the profile that a file carries, or ""."""
    text = attached_files(content).get(YAML, "")
    return text if text.startswith(BEGINNING) else ""


def _detects(content: Content) -> bool:
    try:
        return bool(_profile(content))
    except InputError:
        return False


def read(content: Content) -> Imported:
    """Read the profile. Raises InputError if it is not valid."""
    text = _profile(content)
    if not text:
        raise content.problem("carries no data of this program", "leave out --from: its text is read", code="unknown-format")
    source = parse(text.encode(), content.file)
    for key in _NOT_OURS:
        if key in source.data:
            raise content.problem(f'carries a profile with "{key}", which this program does not write', code="unknown-format")
    validate(source)
    imported = Imported("attached", content.file, whole=dict(source.data), problems=_changed(content))
    for key, value in source.data.items():
        if key in COLLECTIONS:
            imported.data[key] = [_entry(entry, source, (key, index)) for index, entry in enumerate(value)]
        elif key == CUSTOM:
            imported.data[key] = [_section(section, source, (key, index)) for index, section in enumerate(value)]
        elif key != "schema":
            imported.data[key] = ImportedEntry(value) if key == PERSON else value
    imported.owners.append(str(source.data[PERSON]["name"]))
    return imported


def _entry(value: Any, source: Source, path: DataPath) -> Any:
    return ImportedEntry(value, {(): source.values.get(path, (source.file, 0, 0))}) if isinstance(value, dict) else value


def _section(section: dict[str, Any], source: Source, path: DataPath) -> ImportedEntry:
    read: ImportedEntry = _entry(section, source, path)
    if "entries" in read:
        read["entries"] = [_entry(entry, source, (*path, "entries", index)) for index, entry in enumerate(read["entries"])]
    return read


def _changed(content: Content) -> list[Problem]:
    """Return a warning if the text of a Word document is another one than when the data was attached."""
    if content.begins != "zip":
        return []
    match = _TEXT.search(content.member(PART.rpartition("/")[2]).decode("utf-8", "replace")[:1000])
    document = content.member("document.xml").decode("utf-8", "replace")
    if match and match[1] == text_digest(document):
        return []
    message = "the text was changed after its data was attached; the data is imported"
    hint = "import the text with --from docx"
    return [Problem(message, content.file, hint=hint, severity="warning", code="doubtful")]


FORMAT = Format("attached", "the data that a CV of this program carries", _detects, read)
