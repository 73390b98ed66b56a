"""Read a Word document that people edited: its paragraphs with the places of texts, tracked changes and comments."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.etree import ElementTree

from cvrender.model.value import Record, Value, field
from cvrender.targets.docx.directions import without_isolates, without_marks

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_BODY, _NOTES, _COMMENTS = "word/document.xml", "word/footnotes.xml", "word/comments.xml"
_LARGEST = 50_000_000  # bytes of one part, unpacked
_PLACE = re.compile(r"_cv(\d+)(?:_Copy_\d+)?")
OBJECT = "\ufffc"
"""Stands for a formula or for the sign of a note."""
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "footnoteReference": OBJECT}
_CHANGES = {"ins": "inserted", "moveTo": "inserted", "del": "deleted", "moveFrom": "deleted"}
_MARKS = ("u", "strike", "dstrike", "highlight")
_EMPHASIS = (("bold", "b"), ("italic", "i"))
_FONTS = ("color", "sz", "shd")
"""Properties of a run that this program never sets; within tables LibreOffice sets fonts itself."""

Element = ElementTree.Element


class TrackedChange(Value, frozen=True):
    """Who inserted or deleted something, and when. `kind` is `inserted` or `deleted`."""

    kind: str
    author: str = ""
    date: str = ""


class ReturnedPiece(Value, frozen=True):
    """Characters of a paragraph, with the number of their bookmark or text, or 0, their tracked changes and comments.

    `marks` are `bold` and `italic`.
    """

    text: str
    place: int = 0
    changes: tuple[TrackedChange, ...] = ()
    comments: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()


class ReturnedParagraph(Record):
    """A paragraph. `mark` are the tracked changes of its end; `row` is the number of its table row, or 0."""

    pieces: list[ReturnedPiece] = field(default_factory=list)
    style: str = ""
    mark: tuple[TrackedChange, ...] = ()
    row: int = 0


class Comment(Value, frozen=True):
    """A comment of an author on pieces of the text."""

    author: str
    date: str
    text: str


class ReturnedFile(Record):
    """What is read of a file: paragraphs, comments by id, and tracked changes of formatting, as authors and characters."""

    paragraphs: list[ReturnedParagraph] = field(default_factory=list)
    comments: dict[str, Comment] = field(default_factory=dict)
    formats: list[tuple[str, str]] = field(default_factory=list)


class BookmarkedText(Record):
    """A text, and the characters before it in its paragraph and after it up to the next text; the end of a paragraph is `¶`."""

    text: str = ""
    before: str = ""
    after: str = ""


def read_returned(content: bytes) -> ReturnedFile:
    """Read a Word document. Raises ValueError if it is not one."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {name: _part(archive, name) for name in (_BODY, _NOTES, _COMMENTS) if name in archive.namelist()}
            if _BODY not in parts:
                raise ValueError("not a Word document: word/document.xml is missing")
            return read_parts(parts)
    except (zipfile.BadZipFile, ElementTree.ParseError, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"not a readable Word document: {error}") from None


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise zipfile.BadZipFile(f"{name} is too large")
    return archive.read(name)


def read_parts(parts: Mapping[str, str | bytes]) -> ReturnedFile:
    """Read the parts of a Word document by name."""
    reader = _Reader()
    if _COMMENTS in parts:
        for item in ElementTree.fromstring(parts[_COMMENTS]).iter(f"{_W}comment"):
            text = "\n".join(_plain(paragraph) for paragraph in item.iter(f"{_W}p"))
            who, when = item.get(f"{_W}author", ""), item.get(f"{_W}date", "")
            reader.file.comments[item.get(f"{_W}id", "")] = Comment(who, when, text)
    for name in (_BODY, _NOTES):
        if name in parts:
            reader.blocks(ElementTree.fromstring(parts[name]))
    return reader.file


def _plain(element: Element) -> str:
    return "".join(node.text or "" for node in element.iter() if node.tag in (f"{_W}t", f"{_M}t"))


class _Reader:
    def __init__(self) -> None:
        self.file = ReturnedFile()
        self.open: dict[str, int] = {}
        self.comments: set[str] = set()
        self.rows = self.row = 0
        self.paragraph = ReturnedParagraph()
        self.marks: frozenset[str] = frozenset()

    def blocks(self, element: Element) -> None:
        """Read what contains paragraphs."""
        for node in element:
            name = node.tag.removeprefix(_W)
            if name == "p":
                self.read_paragraph(node)
            elif name == "tr":
                self.rows += 1
                outer, self.row = self.row, self.rows
                self.blocks(node)
                self.row = outer
            elif name.startswith("bookmark"):
                self.bookmark(node, name)
            elif name not in ("sectPr", "tblPr", "tblGrid", "tcPr", "trPr", "sdtPr"):
                self.blocks(node)

    def read_paragraph(self, node: Element) -> None:
        properties = node.find(f"{_W}pPr")
        outer, self.paragraph = self.paragraph, ReturnedParagraph(row=self.row)
        if properties is not None:
            style, mark = properties.find(f"{_W}pStyle"), properties.find(f"{_W}rPr")
            self.paragraph.style = style.get(f"{_W}val", "") if style is not None else ""
            self.paragraph.mark = tuple(_tracked(item) for item in mark if item.tag.removeprefix(_W) in _CHANGES) if mark else ()
        self.file.paragraphs.append(self.paragraph)
        self.inlines(node, ())
        self.paragraph = outer

    def inlines(self, element: Element, changes: tuple[TrackedChange, ...]) -> None:
        """Read what a paragraph contains; `changes` are those around it."""
        for node in element:
            name = node.tag.removeprefix(_W)
            if name in _CHANGES:
                self.inlines(node, (*changes, _tracked(node)))
            elif name in ("t", "delText"):
                self.add(node.text or "", changes)
            elif name in _CHARACTERS:
                self.add("" if node.get(f"{_W}type") == "page" else _CHARACTERS[name], changes)
            elif name.startswith("bookmark"):
                self.bookmark(node, name)
            elif name.startswith("commentRange"):
                number = node.get(f"{_W}id", "")
                (self.comments.add if name.endswith("Start") else self.comments.discard)(number)
            elif node.tag == f"{_M}oMath":
                self.add(OBJECT, changes)
            elif name == "txbxContent":
                self.blocks(node)
            elif name == "r":
                self.formats(node)
                self.marks = frozenset(name for name, tag in _EMPHASIS if _is_on(node.find(f"{_W}rPr/{_W}{tag}")))
                self.inlines(node, changes)
            elif name not in ("pPr", "Fallback") and not name.endswith("}Fallback"):
                self.inlines(node, changes)

    def formats(self, run: Element) -> None:
        """Note who changed the formatting of a run, if anyone did."""
        properties = run.find(f"{_W}rPr")
        if properties is None or not (text := _plain(run).strip()):
            return
        change = properties.find(f"{_W}rPrChange")
        is_own = properties.find(f"{_W}rStyle") is not None
        fonts = properties.find(f"{_W}rFonts")
        names = _MARKS if self.row else _MARKS + _FONTS
        is_set = any(properties.find(f"{_W}{name}") is not None for name in names)
        is_set |= fonts is not None and not self.row and f"{_W}ascii" in fonts.attrib  # others have a hint only
        if change is not None or not is_own and is_set:
            author = change.get(f"{_W}author", "") if change is not None else ""
            self.file.formats.append((author, text))

    def bookmark(self, node: Element, name: str) -> None:
        number = node.get(f"{_W}id", "")
        if name == "bookmarkEnd":
            self.open.pop(number, None)
        elif match := _PLACE.fullmatch(node.get(f"{_W}name", "")):
            self.open = {number: int(match[1])}  # texts are not within each other, and some programs lose ends
            self.paragraph.pieces.append(ReturnedPiece("", int(match[1])))

    def add(self, text: str, changes: tuple[TrackedChange, ...]) -> None:
        place = next(reversed(self.open.values()), 0)
        comments = tuple(sorted(self.comments & self.file.comments.keys()))
        shown = without_isolates(without_marks(text))
        self.paragraph.pieces.append(ReturnedPiece(shown, place, changes, comments, self.marks))


def _is_on(property: Element | None) -> bool:
    return property is not None and property.get(f"{_W}val", "1") not in ("0", "false", "off")


def _tracked(node: Element) -> TrackedChange:
    return TrackedChange(_CHANGES[node.tag.removeprefix(_W)], node.get(f"{_W}author", ""), node.get(f"{_W}date", ""))


Wanted = Callable[[TrackedChange], bool]


def resolved(paragraphs: Sequence[ReturnedParagraph], accepts: Wanted) -> list[ReturnedParagraph]:
    """Return the paragraphs with those tracked changes accepted, and all others rejected."""
    accepted: list[ReturnedParagraph] = []
    joins = False
    for paragraph in paragraphs:
        pieces = [
            ReturnedPiece(piece.text, piece.place, marks=piece.marks)
            for piece in paragraph.pieces
            if _stays(piece.changes, accepts)
        ]
        had_text = any(piece.text for piece in paragraph.pieces)
        if joins:
            accepted[-1].pieces += pieces
        elif pieces or not had_text:
            accepted.append(ReturnedParagraph(pieces, paragraph.style, (), paragraph.row))
        else:
            continue
        joins = not _stays(paragraph.mark, accepts)
    return [paragraph for paragraph in accepted if paragraph.pieces]


def _stays(changes: Sequence[TrackedChange], accepts: Wanted) -> bool:
    return all(accepts(change) == (change.kind == "inserted") for change in changes)


def bookmarked_texts(parts: Mapping[str, str | bytes]) -> dict[int, BookmarkedText]:
    """Return the texts of a Word document by number."""
    return sent_texts(read_parts(parts).paragraphs)


def sent_texts(paragraphs: Sequence[ReturnedParagraph]) -> dict[int, BookmarkedText]:
    """Return the texts of paragraphs by number."""
    texts: dict[int, BookmarkedText] = {}
    for paragraph in paragraphs:
        before, last = "", 0
        for place, text in segments(paragraph):
            if place:
                texts[place] = BookmarkedText(text, "" if last else before)
                last = place
            elif last:
                texts[last].after += text
            else:
                before = text
        if last:
            texts[last].after += "¶"
    return texts


def segments(paragraph: ReturnedParagraph) -> Iterator[tuple[int, str]]:
    """Yield the texts of a paragraph with their numbers, and the characters between them with 0."""
    parts: list[tuple[int, str]] = []
    for piece in paragraph.pieces:
        if parts and parts[-1][0] == piece.place:
            parts[-1] = piece.place, parts[-1][1] + piece.text
        else:
            parts.append((piece.place, piece.text))
    yield from (part for part in parts if part[0] or part[1])
