"""Read a Word document: its paragraphs with the numbers that Word prints, its links and its metadata."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from cvrender.model.reading import Reading
from cvrender.targets.docx.directions import without_marks

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_CP = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"
_PROPERTIES = {
    "title": f"{_DC}title",
    "author": f"{_DC}creator",
    "subject": f"{_DC}subject",
    "language": f"{_DC}language",
    "keywords": f"{_CP}keywords",
}
_LINKS_OF_NOTES = "word/_rels/footnotes.xml.rels"
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LARGEST = 50_000_000  # bytes of one part, unpacked

Element = ElementTree.Element
_NOTHING = Element("none")
"""Stands for a part that a document lacks."""


def read(content: bytes) -> Reading:
    """Return every paragraph as a line. Raises ValueError if it is not a Word document."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {name: _part(archive, name) for name in _known(archive)}
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"not a readable Word document: {error}") from None
    if "word/document.xml" not in parts:
        raise ValueError("not a Word document: word/document.xml is missing")
    targets = {item.get("Id", ""): item.get("Target", "") for item in parts.get("word/_rels/document.xml.rels", ())}
    notes = [*_notes(parts)]
    numbers = _Numbers(parts.get("word/numbering.xml", _NOTHING), parts.get("word/styles.xml", _NOTHING))
    lines, headings, links = [], [], []
    for paragraph in parts["word/document.xml"].iter(f"{_W}p"):
        text = _text(paragraph)
        style = _value(paragraph, "pPr/pStyle")
        lines += (numbers.of(paragraph, style) + text).split("\n")
        if style.startswith("Heading"):
            headings.append(text)
        links += _links(paragraph, targets)
    for note in notes:
        lines += [_text(paragraph) for paragraph in note.iter(f"{_W}p")]
        links += _links(note, {item.get("Id", ""): item.get("Target", "") for item in parts.get(_LINKS_OF_NOTES, ())})
    core = parts.get("docProps/core.xml", _NOTHING)
    properties = {name: core.findtext(tag) or "" for name, tag in _PROPERTIES.items()}
    return Reading((tuple(line for line in lines if line.strip()),), tuple(links), properties, tuple(headings))


def _links(part: Element, targets: Mapping[str, str]) -> list[str]:
    return [targets.get(link.get(f"{_R}id", ""), "") for link in part.iter(f"{_W}hyperlink") if f"{_R}id" in link.attrib]


def _notes(parts: Mapping[str, Element]) -> Iterator[Element]:
    """Yield the footnotes in the order in which the text refers to them; every reference and note gets its number."""
    known = {note.get(f"{_W}id", ""): note for note in parts.get("word/footnotes.xml", ())}
    for number, reference in enumerate(parts["word/document.xml"].iter(f"{_W}footnoteReference"), 1):
        if (note := known.pop(reference.get(f"{_W}id", ""), None)) is not None:
            for mark in (reference, *note.iter(f"{_W}footnoteRef")):
                mark.text = str(number).translate(_RAISED)
            yield note


def _known(archive: zipfile.ZipFile) -> Iterator[str]:
    wanted = {f"word/{name}" for name in ("document.xml", "numbering.xml", "styles.xml", "_rels/document.xml.rels")}
    wanted |= {"word/footnotes.xml", _LINKS_OF_NOTES, "docProps/core.xml"}
    return (name for name in archive.namelist() if name in wanted)


def _part(archive: zipfile.ZipFile, name: str) -> Element:
    if archive.getinfo(name).file_size > _LARGEST:
        raise zipfile.BadZipFile(f"{name} is too large")
    return ElementTree.fromstring(archive.read(name))


def _text(paragraph: Element) -> str:
    parts = []
    for node in paragraph.iter():
        if node.tag in (f"{_W}t", f"{_M}t", f"{_W}footnoteReference", f"{_W}footnoteRef"):
            parts.append(node.text or "")
        elif node.tag in (f"{_W}tab", f"{_W}noBreakHyphen") and paragraph.find(f"{_W}pPr//{_W}tab") is not node:
            parts.append("\t" if node.tag.endswith("tab") else "-")
        elif node.tag in (f"{_W}br", f"{_W}cr"):
            parts.append("\n")
    return without_marks("".join(parts))


def _value(element: Element, path: str) -> str:
    child = element.find("/".join(f"{_W}{part}" for part in path.split("/")))
    return child.get(f"{_W}val", "") if child is not None else ""


class _Numbers:
    """Counts list items like Word: by list, from its start number."""

    def __init__(self, numbering: Element, styles: Element) -> None:
        self.kinds: dict[str, tuple[str, str]] = {}
        self.last: dict[str, int] = {}  # the number of each list's last item
        self.by_style = {style.get(f"{_W}styleId", ""): _value(style, "pPr/numPr/numId") for style in styles.iter(f"{_W}style")}
        levels = {item.get(f"{_W}abstractNumId"): item.find(f"{_W}lvl") for item in numbering.iter(f"{_W}abstractNum")}
        for number in numbering.iter(f"{_W}num"):
            name = number.get(f"{_W}numId", "")
            level = levels.get(_value(number, "abstractNumId"))
            if level is not None:
                self.kinds[name] = (_value(level, "numFmt"), _value(level, "lvlText"))
                self.last[name] = int(_value(number, "lvlOverride/startOverride") or _value(level, "start") or 1) - 1

    def of(self, paragraph: Element, style: str) -> str:
        """Return what Word prints before a paragraph, such as `12. `; nothing for bullets and nested levels."""
        name = _value(paragraph, "pPr/numPr/numId") or self.by_style.get(style, "")
        if name in ("", "0") or _value(paragraph, "pPr/numPr/ilvl") not in ("", "0"):
            return ""
        kind, shape = self.kinds.get(name, ("", ""))
        if kind != "decimal":
            return ""
        self.last[name] += 1
        return shape.replace("%1", str(self.last[name])) + " "
