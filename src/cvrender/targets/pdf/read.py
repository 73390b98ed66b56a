"""Read a PDF with PDFium and qpdf: the lines of each page, links, metadata and fonts.

PDFium is not thread-safe, so only one page at a time is read in a process.
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any

from cvrender.errors import said_by
from cvrender.model.reading import Reading
from cvrender.model.value import Value
from cvrender.targets.pdf.bidi import lines_of
from cvrender.targets.pdf.faults import faults
from cvrender.targets.pdf.repeated import without_notes, without_repeated
from cvrender.targets.pdf.tagging.fonts import read_map
from cvrender.text.scripts import has_right_to_left, is_right_to_left

_PDFIUM = Lock()
_HYPHEN_AT_THE_END = "\ufffe"  # PDFium's character for a hyphen at the end of a line
_NOTE = b"/Note"
"""What the content of a page has that marks a part as a note; PDFium takes long to look at the marks of all characters."""
_LITTLE = 300  # characters of a page
_SLACK = 3.0  # points that a box may extend beyond its page, as that of an italic f at its edge
_FAR = 1e6  # points; TeX's longest distance is 16,384
_MOST_OUTSIDE = 50  # texts of a page; PDFium searches the whole page for each


class Font(Value, frozen=True):
    """A font of a PDF: its name, whether it is embedded, and whether it maps glyphs to characters."""

    name: str
    embedded: bool
    readable: bool


class Structure(Value, frozen=True):
    """The contents of a PDF besides its text. `actions` are the types of links that are not web addresses.

    `may_have_notes` says whether a page marks a part as a note.
    """

    fonts: tuple[Font, ...]
    links: tuple[str, ...]
    actions: tuple[str, ...]
    properties: dict[str, str]
    faults: tuple[str, ...]
    pages: int
    may_have_notes: bool = False


def read(pdf: bytes) -> Reading:
    """Return the text of each page without head and foot, and the links. Raises ValueError if it is not a PDF."""
    facts = structure(pdf)
    language = facts.properties.get("language")
    pages = _pages(pdf, is_right_to_left(language) if language else None, facts.may_have_notes)
    lines = _notes_last([(page.lines, page.notes[0]) for page in pages])
    standing = _notes_last([(page.standing, page.notes[1]) for page in pages])
    outside = tuple(text for page in pages for text in page.outside)
    turned = standing != lines or any(has_right_to_left(line) for page in lines for line in page)
    return Reading(lines, facts.links, facts.properties, outside=outside, standing=standing if turned else ())


def _notes_last(pages: list[tuple[tuple[str, ...], tuple[str, ...]]]) -> tuple[tuple[str, ...], ...]:
    """Return the lines of the pages, of each without its notes, which follow those of the last page."""
    kept = [lines[: len(lines) - len(notes)] for lines, notes in pages]
    all_notes = tuple(line for _, notes in pages for line in notes)
    return (*kept[:-1], kept[-1] + all_notes) if all_notes else tuple(kept)


def lines_by_page(pdf: bytes) -> list[list[str]]:
    """Return the lines of each page from top to bottom, without empty lines, head and foot."""
    with open_in_pdfium(pdf) as document:
        return [_lines_of_page(pdf, page, number) for number, page in enumerate(document, 1)]


def page_count(pdf: bytes) -> int:
    """Return the number of pages."""
    with open_in_pdfium(pdf) as document:
        return len(document)


def last_lines(pdf: bytes) -> list[str]:
    """Return the lines of the last page as `lines_by_page` does."""
    with open_in_pdfium(pdf) as document:
        count = len(document)
        return _lines_of_page(pdf, document[count - 1], count) if count else []


def _lines_of_page(pdf: bytes, page: Any, number: int) -> list[str]:
    textpage = page.get_textpage()
    text = _page_text(textpage).replace(_HYPHEN_AT_THE_END, "-\n")
    lines = lines_of(textpage, None, _glyphs(pdf))[0] if has_right_to_left(text) else text.splitlines()
    shown = without_repeated(lines, str(number), textpage)
    textpage.close()
    page.close()
    return shown


LOCKED = "needs a password; save it without one"
"""What is wrong with a PDF that only opens with a password."""


class _Page(Value, frozen=True):
    """The lines of a page, again with all characters in the order in which they stand, and what is outside, with its number.

    The `notes` are the last of its lines, and again as they stand.
    """

    lines: tuple[str, ...]
    standing: tuple[str, ...]
    outside: tuple[tuple[int, str], ...]
    notes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@contextmanager
def open_in_pdfium(pdf: bytes) -> Iterator[Any]:
    """Open a PDF with PDFium while no other thread uses it. Raises ValueError if it is not a PDF."""
    import pypdfium2

    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise ValueError(LOCKED if "password" in str(error) else f"not a readable PDF: {error}") from None
        with document:
            yield document


def _pages(pdf: bytes, right_to_left: bool | None, with_notes: bool) -> list[_Page]:
    pages: list[_Page] = []
    with open_in_pdfium(pdf) as document:
        for number, page in enumerate(document, 1):
            textpage = page.get_textpage()
            text = _page_text(textpage).replace(_HYPHEN_AT_THE_END, "-\n")
            lines = standing = text.splitlines()
            if has_right_to_left(text) or right_to_left:
                lines, standing = lines_of(textpage, right_to_left, _glyphs(pdf))
            outside = tuple((number, part) for part in _outside(page, textpage))
            shown = tuple(without_repeated(lines, str(number), textpage))
            other = shown if standing is lines else tuple(without_repeated(standing, str(number), textpage))
            notes = [tuple(without_notes(part, textpage)[1]) if with_notes else () for part in (shown, other)]
            pages.append(_Page(shown, other, outside, (notes[0], notes[1])))
            textpage.close()
            page.close()
    return pages


@lru_cache(maxsize=2)
def _glyphs(pdf: bytes) -> dict[str, list[str]]:
    """Return the texts of glyphs that stand for several characters, by these in code point order."""
    texts: dict[str, list[str]] = {}
    with open_in_qpdf(pdf) as document:
        for page in document.pages:
            for font in page.obj.get("/Resources", {}).get("/Font", {}).values():
                maps = read_map(font.ToUnicode.read_bytes()) if "/ToUnicode" in font else {}
                for text in maps.values():
                    if len(text) > 1 and text not in (known := texts.setdefault("".join(sorted(text)), [])):
                        known.append(text)
    return texts


def _page_text(textpage: Any) -> str:
    """Return the text of a page in lines.

    PDFium takes a page with very little text for vertical writing, and joins its lines; there, what is below something else
    begins a line.
    """
    if textpage.count_chars() > _LITTLE:
        return str(textpage.get_text_range())
    text, bottom = "", 0.0
    for index in range(textpage.count_chars()):
        char = textpage.get_text_range(index, 1)
        if char.strip():
            box = textpage.get_charbox(index)
            text += "\n" if box[3] < bottom else ""
            bottom = box[1]
        text += char
    return text


def _outside(page: Any, textpage: Any) -> list[str]:
    """Return the first texts that extend beyond the page, which are enough to refuse it.

    The boxes of all texts are looked at only if a character is in the space around the page.
    """
    left, bottom, right, top = page.get_bbox()  # `get_cropbox` misses an inherited box
    sides = ((-_FAR, -_FAR, left - _SLACK, _FAR), (right + _SLACK, -_FAR, _FAR, _FAR))
    ends = ((-_FAR, -_FAR, _FAR, bottom - _SLACK), (-_FAR, top + _SLACK, _FAR, _FAR))
    if not any(textpage.get_text_bounded(*around).strip() for around in (*sides, *ends)):
        return []
    texts = []
    for index in range(textpage.count_rects()):
        box = textpage.get_rect(index)
        over = (left - box[0], bottom - box[1], box[2] - right, box[3] - top)
        if max(over) > _SLACK and (text := textpage.get_text_bounded(*box).strip()):
            texts.append(text)
        if len(texts) == _MOST_OUTSIDE:
            break
    return texts


def open_in_qpdf(pdf: bytes) -> Any:
    """Open a PDF with qpdf, to use in a `with` statement. Raises ValueError if it is not a PDF."""
    import pikepdf

    try:
        return pikepdf.open(io.BytesIO(pdf))
    except pikepdf.PasswordError:
        raise ValueError(LOCKED) from None
    except pikepdf.PdfError as error:
        raise ValueError(f"not a readable PDF: {said_by(error)}") from None


@lru_cache(maxsize=2)
def structure(pdf: bytes) -> Structure:
    """Return fonts, links and metadata. Raises ValueError if it is not a PDF."""
    import pikepdf

    with open_in_qpdf(pdf) as document:
        fonts: dict[str, Font] = {}
        links: list[str] = []
        actions: list[str] = []
        for page in document.pages:
            _fonts(page.obj, fonts, 0)
            for note in _in_order(page.obj.get("/Annots", ()), is_right_to_left(str(document.Root.get("/Lang", "")))):
                action: Any = note.get("/A", {})
                kind = str(action.get("/S", "/Dest"))
                if kind == "/URI":
                    links.append(str(action.get("/URI", "")))
                elif note.get("/Subtype") == "/Link":
                    actions.append(kind.lstrip("/"))
        opening = document.Root.get("/OpenAction")
        if isinstance(opening, pikepdf.Dictionary) and "/S" in opening:
            actions.append(str(opening.S).lstrip("/"))
        notes = any(_NOTE in _content(page.obj) for page in document.pages)
        properties, problems = _properties(document), faults(document)
        return Structure(tuple(fonts.values()), tuple(links), tuple(actions), properties, problems, len(document.pages), notes)


def _content(page: Any) -> bytes:
    """Return the content of a page, which is one stream or a list of streams; of a damaged one nothing."""
    import pikepdf

    content = page.get("/Contents", ())
    try:
        return b"".join(part.read_bytes() for part in ([content] if isinstance(content, pikepdf.Stream) else content))
    except pikepdf.PdfError:  # which the check of the syntax reports
        return b""


def _in_order(notes: Iterable[Any], right_to_left: bool) -> list[Any]:
    """Return annotations in the order of the text.

    TeX writes those of a line from left to right. The boxes of `\\cvhref`, which have no way to be highlighted, precede the
    links of the same page that hyperref makes.
    """
    annotations = list(notes)
    if not right_to_left:
        if len({"/H" in note for note in annotations}) < 2:
            return annotations
        annotations.sort(key=lambda note: -float(note.get("/Rect", (0, 0, 0, 0))[3]))
    lines: list[list[tuple[float, Any]]] = []
    above = (0.0, 0.0)
    for note in annotations:
        left, bottom, _, top = (float(side) for side in note.get("/Rect", (0, 0, 0, 0)))
        if not (lines and bottom < above[1] and top > above[0]):
            lines.append([])
        lines[-1].append((-left if right_to_left else left, note))
        above = (bottom, top)
    return [note for line in lines for _, note in sorted(line, key=lambda item: item[0])]


def _fonts(holder: Any, fonts: dict[str, Font], depth: int) -> None:
    """Collect the fonts of a page and of the forms drawn on it."""
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
    info = document.docinfo
    names = {"title": "/Title", "author": "/Author", "subject": "/Subject", "keywords": "/Keywords"}
    properties = {name: str(info[key]) for name, key in names.items() if key in info}
    if "/Lang" in document.Root:
        properties["language"] = str(document.Root.Lang)
    return properties
