"""Mark the texts of a Word document with their fields, so that an edited file can be compared with what was sent.

Each text has a hidden bookmark with its number, such as `_cv12`. A part of custom XML lists the fields by number, each with the
characters between its text and the next one. Word and LibreOffice keep both.
"""

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from cvrender.model.attachment import Attachment
from cvrender.model.document import Document
from cvrender.model.numbering import number_of, numbered
from cvrender.model.printed_texts import searched
from cvrender.model.text import Span, Text
from cvrender.model.value import Value
from cvrender.targets.docx.directions import without_isolates, without_marks
from cvrender.targets.docx.inlines import PLACE
from cvrender.targets.docx.returned import OBJECT, BookmarkedText, bookmarked_texts
from cvrender.text.ties import tied

RECORD = "application/x-cvrender-places"
"""The media type of the list of fields."""
END_OF_PARAGRAPH = "¶"
_BOOKMARK = re.compile(rf'<w:bookmarkStart w:id="(\d+)" w:name="{PLACE}(\d+)"')
_LARGEST = 5_000_000  # bytes of the list
_OTHERS = 100_000  # where the identifiers of other bookmarks begin
_SIGNS = {"\t": "⇥", "\n": "↵"}


class Sent(Value, frozen=True):
    """A text as it was sent: its field, and the characters before it in its paragraph and after it up to the next text."""

    field: str
    before: str = ""
    after: str = ""

    @property
    def ends_paragraph(self) -> bool:
        """Whether no other text is after it in its paragraph."""
        return self.after.endswith(END_OF_PARAGRAPH)


def placed(document: Document) -> tuple[Document, tuple[str, ...]]:
    """Number the texts of a document, and return the field of each: `positions[0] title`, `publications[3] lines[0]`."""
    made = numbered(document)
    found = {number_of(text): field for field, text in _texts(made)}
    seen: Counter[str] = Counter()
    fields = []
    for number in range(1, max(found, default=0) + 1):
        seen[found[number]] += 1
        again = seen[found[number]]
        fields.append(f"{found[number]} {again}" if again > 1 else found[number])
    return made, tuple(fields)


def _texts(document: Document) -> Iterator[tuple[str, Text | str]]:
    """Yield the texts of a document that are not empty, each with its field."""
    for name in ("name", "native"):
        if text := getattr(document.header, name):
            yield f"person {name}", text
    yield from _parts(document.header, "person", "")
    yield from _parts(document.sections, "", "")


def _parts(part: Any, source: str, role: str) -> Iterator[tuple[str, Text]]:
    if isinstance(part, Text):
        if part:
            yield f"{source} {role}", part
    elif isinstance(part, tuple):
        for index, item in enumerate(part):
            yield from _parts(item, source, f"{role}[{index}]")
    elif isinstance(part, Value):
        if own := getattr(part, "source", ""):
            source, role = own, ""
        for name in searched(part.__class__):
            yield from _parts(getattr(part, name), source, f"{role}.{name}".lstrip("."))


def texts_by_field(document: Document) -> dict[str, str]:
    """Return the characters of each text of a document by its field, as they are in a Word document."""
    made, fields = placed(tied(document))
    return {fields[number_of(text) - 1]: said(text) for _, text in _texts(made)}


def said(text: Text | str) -> str:
    """Return the characters of a text as they are read from a Word document: formulas and notes are one sign each."""
    spans = text.spans if isinstance(text, Text) else (Span(text),)
    parts = [OBJECT if span.math or span.note else span.text for span in spans]
    return without_marks(without_isolates("".join(parts))).replace("\u2028", "\n")


class FieldPlaces(Value, frozen=True):
    """The origin of a document, as JSON, and the fields of its texts by number."""

    origin: str
    fields: tuple[str, ...]

    def written(self, parts: Mapping[str, str | bytes]) -> tuple[dict[str, str | bytes], Attachment]:
        """Return the parts of a Word document with the names of bookmarks, which count them, and the list of the fields."""
        names = [name for name in ("word/document.xml", "word/footnotes.xml") if name in parts]
        texts = bookmarked_texts({**parts, **{name: re.sub(PLACE, "_cv", _text(parts[name])) for name in names}})
        numbers = {old: new for new, old in enumerate(texts, 1)}
        renamed = {**parts, **{name: _with_names(_text(parts[name]), numbers) for name in names}}
        lines, source = [self.origin], ""
        for number, text in texts.items():
            of, _, role = self.fields[number - 1].partition(" ")
            lines.append(_line(f" {role}" if of == source else f"{of} {role}", text))
            source = of
        return renamed, Attachment("places.txt", RECORD, "\n".join(lines), "Data", "the fields of the texts")


def _with_names(xml: str, numbers: Mapping[int, int]) -> str:
    """Name the bookmarks; the identifier of each is its number, which makes the file smaller."""
    ids = {match[1]: str(numbers[int(match[2])]) for match in _BOOKMARK.finditer(xml)}
    xml = re.sub(
        r'(<w:bookmark(?:Start|End) w:id=")(\d+)', lambda match: match[1] + ids.get(match[2], f"{_OTHERS + int(match[2])}"), xml
    )
    return re.sub(rf'w:name="{PLACE}(\d+)" ?/>', lambda match: f'w:name="_cv{numbers[int(match[1])]}"/>', xml)


def _line(field: str, text: BookmarkedText) -> str:
    """Return a field with what is after and before its text, if it is not a paragraph."""
    signs = str.maketrans(_SIGNS)
    around = [part.translate(signs) for part in (text.after, text.before)]
    if not text.before:
        return field if text.after == END_OF_PARAGRAPH else f"{field}\t{around[0]}"
    return "\t".join((field, *around))


def _text(part: str | bytes) -> str:
    return part.decode() if isinstance(part, bytes) else part


def read_record(text: str) -> tuple[dict[str, Any], list[Sent]]:
    """Return the origin and the texts that were sent. Raises ValueError for what is not a list of fields."""
    first, *lines = text.strip("\n").split("\n")
    origin = json.loads(first)
    if not isinstance(origin, dict):
        raise ValueError("not a list of fields")
    signs = {ord(sign): char for char, sign in _SIGNS.items()}
    made: list[Sent] = []
    for line in lines:
        field, *around = line.split("\t")
        field = made[-1].field.partition(" ")[0] + field if field.startswith(" ") and made else field
        after, before = (*(part.translate(signs) for part in around), "", "")[:2] if around else (END_OF_PARAGRAPH, "")
        made.append(Sent(field, before, after))
    return origin, made


def record_of(content: bytes) -> str:
    """Return the list of fields that a Word document has, or "" if it was not made to return. Raises ValueError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                if name.startswith("customXml/item") and archive.getinfo(name).file_size < _LARGEST:
                    for element in ElementTree.fromstring(archive.read(name)).iter():
                        if element.get("type") == RECORD:
                            return element.text or ""
    except (zipfile.BadZipFile, ElementTree.ParseError, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"not a readable Word document: {error}") from None
    return ""
