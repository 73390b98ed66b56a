"""A PDF in, the lines of text on each of its pages, its links and properties out, as PDFium and qpdf read them.

PDFium knows no threads, so one page is read at a time in this process.
"""

import io
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from cvrender.model.reading import Reading

_ONE_AT_A_TIME = Lock()
_HYPHEN_AT_THE_END = "\ufffe"  # how PDFium writes a hyphen at which a line ends
_SLACK = 0.5  # points by which a box may leave its page


@dataclass(frozen=True, slots=True)
class Font:
    """A font of a PDF: its name, whether its glyphs are in the file, and whether it says which characters they are."""

    name: str
    embedded: bool
    readable: bool


@dataclass(frozen=True, slots=True)
class Structure:
    """What stands in a PDF beside its text. `actions` are the kinds of link that open no page of the web."""

    fonts: tuple[Font, ...]
    links: tuple[str, ...]
    actions: tuple[str, ...]
    properties: dict[str, str]
    faults: tuple[str, ...]
    pages: int


def read(pdf: bytes) -> Reading:
    """The text of each page, without the number at its foot, and the links. Raises ValueError for what is no PDF."""
    found = structure(pdf)
    pages, outside = _pages(pdf)
    return Reading(pages, found.links, found.properties, outside=outside)


def lines_by_page(pdf: bytes) -> list[list[str]]:
    """The lines of each page from top to bottom, without blank ones and without the number at its foot."""
    return [list(page) for page in _pages(pdf)[0]]


def _pages(pdf: bytes) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[int, str], ...]]:
    import pypdfium2

    pages: list[tuple[str, ...]] = []
    outside: list[tuple[int, str]] = []
    with _ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise ValueError(f"is no PDF that can be read: {error}") from None
        try:
            for number, page in enumerate(document, 1):
                textpage = page.get_textpage()
                text = textpage.get_text_range().replace(_HYPHEN_AT_THE_END, "-\n")
                lines = [line.strip() for line in text.splitlines() if line.strip()]
                pages.append(tuple(_without_number(lines, str(number), textpage)))
                outside += [(number, found) for found in _outside(page, textpage)]
                textpage.close()
                page.close()
        finally:
            document.close()
    return tuple(pages), tuple(outside)


def _without_number(lines: list[str], number: str, textpage: Any) -> list[str]:
    """The lines but for the page's number at the foot, which may be read as the end of the last line."""
    if lines and lines[-1] == number:
        return lines[:-1]
    count = textpage.count_rects()
    if count > 1 and lines[-1].endswith(f" {number}"):
        box, before = textpage.get_rect(count - 1), textpage.get_rect(count - 2)
        if textpage.get_text_bounded(*box).strip() == number and box[3] < before[1]:  # it stands below all that
            return [*lines[:-1], lines[-1].removesuffix(number).rstrip()]
    return lines


def _outside(page: Any, textpage: Any) -> list[str]:
    """The texts of which a part lies outside of the page."""
    left, bottom, right, top = page.get_bbox()  # `get_cropbox` misses one that all pages share, and guesses
    found = []
    for index in range(textpage.count_rects()):
        box = textpage.get_rect(index)
        over = (left - box[0], bottom - box[1], box[2] - right, box[3] - top)
        if max(over) > _SLACK:
            found.append(textpage.get_text_bounded(*box).strip())
    return found


@lru_cache(maxsize=2)
def structure(pdf: bytes) -> Structure:
    """Fonts, links and properties. Raises ValueError for what is no PDF."""
    import pikepdf

    try:
        opened = pikepdf.open(io.BytesIO(pdf))
    except pikepdf.PdfError as error:
        raise ValueError(f"is no PDF that can be read: {error}") from None
    with opened as document:
        fonts: dict[str, Font] = {}
        links: list[str] = []
        actions: list[str] = []
        for page in document.pages:
            _fonts(page.obj, fonts, 0)
            for note in page.obj.get("/Annots", ()):
                action: Any = note.get("/A", {})
                kind = str(action.get("/S", "/Dest"))
                if kind == "/URI":
                    links.append(_text(action.get("/URI")))
                elif note.get("/Subtype") == "/Link":
                    actions.append(kind.lstrip("/"))
        opening = document.Root.get("/OpenAction")
        if isinstance(opening, pikepdf.Dictionary) and "/S" in opening:
            actions.append(str(opening.S).lstrip("/"))
        faults = tuple(document.check_pdf_syntax())
        return Structure(tuple(fonts.values()), tuple(links), tuple(actions), _properties(document), faults, len(document.pages))


def _fonts(holder: Any, fonts: dict[str, Font], depth: int) -> None:
    """The fonts of a page, and of what is drawn within it."""
    resources = holder.get("/Resources", {})
    for font in resources.get("/Font", {}).values():
        name = str(font.get("/BaseFont", font.get("/Name", "/Type3"))).lstrip("/")
        if name not in fonts:
            fonts[name] = Font(name, _is_embedded(font), "/ToUnicode" in font)
    for inner in resources.get("/XObject", {}).values():
        if inner.get("/Subtype") == "/Form" and depth < 8:
            _fonts(inner, fonts, depth + 1)


def _is_embedded(font: Any) -> bool:
    if font.get("/Subtype") == "/Type3":
        return True
    holders = list(font.get("/DescendantFonts", ())) or [font]
    return all(any(f"/FontFile{n}" in holder.get("/FontDescriptor", {}) for n in ("", "2", "3")) for holder in holders)


def _properties(document: Any) -> dict[str, str]:
    said = document.docinfo
    names = {"title": "/Title", "author": "/Author", "subject": "/Subject", "keywords": "/Keywords"}
    found = {name: _text(said[key]) for name, key in names.items() if key in said}
    if "/Lang" in document.Root:
        found["language"] = _text(document.Root.Lang)
    return found


def _text(value: Any) -> str:
    return "" if value is None else str(value)
