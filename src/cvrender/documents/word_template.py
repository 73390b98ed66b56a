"""Fill a Word file of a funder with the texts of a contract, at the places that the contract's `template` names.

Only the texts of these places change: the paragraphs and runs keep their formatting, and every other part of the file its bytes.
"""

from collections.abc import Mapping
from copy import copy
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from cvrender.documents.packet import plain_value
from cvrender.errors import InputError, Problem, said_by
from cvrender.model.names import parts_of_person
from cvrender.model.printed_texts import texts_of
from cvrender.model.section_order import requests
from cvrender.model.view import SelectedSection
from cvrender.rules.contracts.base import Measured, name_of
from cvrender.targets.base import Artifact

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PART = "word/document.xml"
_KEPT = ("rFonts", "sz", "szCs", "lang")
"""What a text keeps of the format of the text that it replaces."""
_MOST = 50_000_000
"""The most bytes that the parts of a file may have together."""


def text_for(name: str, measured: Measured) -> str:
    """Return a fact of the person, the text of a section, or `section.field`: a field of the first entry that it shows."""
    person, (wanted, _, field) = measured.selection.profile.person, name.partition(".")
    parts = parts_of_person(person)
    facts = {"name": person.name, "given_name": parts.given, "family_name": parts.last, "titles": person.honorific_prefix or ""}
    facts |= {"orcid": getattr(person, "orcid", None) or "", "email": ", ".join(email.value for email in person.emails)}
    if name in facts:
        return facts[name]
    for section in measured.selection.sections:
        if name_of(section) == wanted:
            return plain_value(getattr(section.entries[0].entry, field, None) or "") if field else _section(section, measured)
    if wanted in {request.name or request.collection for _, request in requests(measured.named.contract.view)}:
        return ""  # the profile has nothing for it
    raise InputError([Problem(f'"template" names an unknown section "{name}"', measured.named.name, code="unknown-section")])


def _section(section: SelectedSection, measured: Measured) -> str:
    """Return the text of a section, with a line for each entry."""
    lines: dict[str, list[str]] = {}
    for part in (part for part in measured.printed if section.groups and part.source == section.source):
        for text, source in texts_of(part.blocks):
            lines.setdefault(source.partition("]")[0], []).append(text.plain)
    shown = [item.source.partition("]")[0] for item in section.entries]
    return "\n".join(", ".join(filter(None, lines.get(key, ()))) for key in shown) if lines else measured.text(section)


def filled_template(measured: Measured, path: Path, stem: str) -> tuple[Artifact, list[Problem]]:
    """Return the funder's file with the texts, and warnings for places that it lacks. Raises InputError."""
    places, file = measured.named.contract.template, str(path)
    if not places:
        message = f'the contract "{measured.named.name}" does not say where texts go'
        raise InputError([Problem(message, file, hint='add "template" to a contract of your own', code="bad-form")])
    texts = {place: text for place, name in places.items() if (text := text_for(name, measured))}
    try:
        filled, lacking = fill_word(path.read_bytes(), texts, file)
    except OSError as error:
        raise InputError([Problem(said_by(error), file, code="file-not-found")]) from None
    hint = "copy its text by hand"
    problems = [Problem(f'has no place "{place}"', file, hint=hint, severity="warning", code="left-out") for place in lacking]
    return Artifact(f"{stem}.docx", filled), problems


def fill_word(content: bytes, texts: Mapping[str, str], file: str) -> tuple[bytes, list[str]]:
    """Return the file with a text at each place, and the places that it lacks. Raises InputError for another file."""
    from xml.dom.minidom import parseString
    from xml.parsers.expat import ExpatError

    try:
        with ZipFile(BytesIO(content)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST:
                raise _not_word(file, "it is too large")
            parts = [(info, archive.read(info)) for info in archive.infolist()]
        old = next(data for info, data in parts if info.filename == _PART)
        if b"<!DOCTYPE" in old:
            raise _not_word(file, "it declares a document type")
        document = parseString(old)
    except (BadZipFile, ExpatError, StopIteration, RuntimeError, ValueError) as error:
        raise _not_word(file, said_by(error) or f"it has no {_PART}") from None
    lacking = [place for place, text in texts.items() if not _fill(document, place, text, texts)]
    new = document.toxml("UTF-8", standalone=True)
    target = BytesIO()
    with ZipFile(target, "w") as written:
        for info, data in parts:
            written.writestr(copy(info), new if info.filename == _PART else data)
    return target.getvalue(), lacking


def _not_word(file: str, why: str) -> InputError:
    hint = "save it as .docx, and open it once in Word or LibreOffice"
    return InputError([Problem(f"not a readable Word file: {why}", file, hint=hint, code="bad-form")])


def _fill(document: Any, place: str, text: str, places: Mapping[str, str]) -> bool:
    """Write a text into the content control of that name, else into the cell after it, else below the paragraph."""
    for control in _elements(document, "sdt"):
        names = [element.getAttributeNS(_W, "val") for tag in ("tag", "alias") for element in _elements(control, tag)]
        if place in names and (content := next(iter(_elements(control, "sdtContent")), None)):
            if paragraphs := _elements(content, "p"):
                _write(paragraphs, text)
            else:
                _set(content, text)
            return True
    for cell in _elements(document, "tc"):
        if _said(cell) == _words(place) and (after := _next(cell, "tc")):
            _write(_elements(after, "p"), text)
            return True
    for paragraph in _elements(document, "p"):
        if _said(paragraph) == _words(place) and paragraph.parentNode.localName == "body":
            below = _next(paragraph, "p")
            if below is None or _style(below) == _style(paragraph) or _said(below) in map(_words, places):
                below = _elements(document, "p")[0].cloneNode(deep=False)
                paragraph.parentNode.insertBefore(below, paragraph.nextSibling)
            _write([below], text)
            return True
    return False


def _elements(within: Any, tag: str) -> list[Any]:
    return list(within.getElementsByTagNameNS(_W, tag))


def _next(element: Any, tag: str) -> Any:
    """Return the next element, if it has that tag."""
    after = element.nextSibling
    while after is not None and after.nodeType != after.ELEMENT_NODE:
        after = after.nextSibling
    return after if after is not None and after.localName == tag else None


def _style(paragraph: Any) -> str:
    return "".join(style.getAttributeNS(_W, "val") for style in _elements(paragraph, "pStyle"))


def _words(text: str) -> str:
    return " ".join(text.split()).rstrip(":").casefold()


def _said(element: Any) -> str:
    return _words("".join(child.data for text in _elements(element, "t") for child in text.childNodes))


def _write(paragraphs: list[Any], text: str) -> None:
    """Write a line into each of the paragraphs, of which the last is repeated or those that are left over are removed."""
    first = paragraphs[0]
    for other in paragraphs[1:]:
        other.parentNode.removeChild(other)
    lines = text.split("\n") or [""]
    for line in reversed(lines[1:]):
        another = first.cloneNode(deep=True)
        _set(another, line)
        first.parentNode.insertBefore(another, first.nextSibling)
    _set(first, lines[0])


def _set(holder: Any, line: str) -> None:
    """Replace the runs of a paragraph by one with the text, in the font and the size of the first: hints are often grey."""
    document = holder.ownerDocument
    prefix = f"{document.documentElement.prefix}:" if document.documentElement.prefix else ""
    formats = next((child.cloneNode(deep=True) for run in _elements(holder, "r") for child in _formats(run)), None)
    for child in list(holder.childNodes):
        if child.localName != "pPr":
            holder.removeChild(child)
    run, words = (document.createElementNS(_W, prefix + tag) for tag in ("r", "t"))
    words.setAttribute("xml:space", "preserve")
    words.appendChild(document.createTextNode("".join(char for char in line if char == "\t" or char >= " ")))
    if formats is not None:
        for child in [child for child in formats.childNodes if child.localName not in _KEPT]:
            formats.removeChild(child)
        run.appendChild(formats)
    run.appendChild(words)
    holder.appendChild(run)


def _formats(run: Any) -> list[Any]:
    return [child for child in run.childNodes if child.localName == "rPr"]
