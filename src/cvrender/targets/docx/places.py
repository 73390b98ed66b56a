"""Mark the texts of a Word document with their fields, so that an edited file can be compared with what was sent.

Each entry, or a few short ones, has a hidden bookmark with the number of its first text, such as `_cv12`, and so has each text
that is in no entry or that shares its paragraph with others. The list of fields has all texts, with the characters between
them. Word and LibreOffice keep both. One bookmark for each text would make files a quarter larger.
"""

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cvrender.model.document import Document
from cvrender.model.numbering import number_of, numbered
from cvrender.model.printed_texts import searched
from cvrender.model.text import Span, Text
from cvrender.model.value import Value, replace
from cvrender.targets.docx.directions import without_isolates, without_marks
from cvrender.targets.docx.inlines import PLACE
from cvrender.targets.docx.record import END_OF_PARAGRAPH, Sent, lines_of, text_of, with_record, written_record
from cvrender.targets.docx.returned import OBJECT, bookmarked_texts
from cvrender.text.ties import tied

_BODY, _NOTES = "word/document.xml", "word/footnotes.xml"
_NAME = re.compile(rf'w:name="{PLACE}(\d+)"')
_BOOKMARK = re.compile(r'<w:bookmark(Start|End) w:id="(\d+)"( w:name="[^"]*")? ?/>')
_BOXES = re.compile(r"<w:(tbl|txbxContent)>.*?</w:\1>|<w:pPr>(?:(?!</w:pPr>).)*<w:framePr.*?</w:p>", re.DOTALL)
"""What no bookmark crosses: tables, text boxes and frames."""
_SHORT = 4
"""How many paragraphs of short entries share a bookmark."""
_OTHERS = 100_000  # where the identifiers of other bookmarks begin
_ENTRY = re.compile(r"[^\[]*\[\d+\](?:\.entries\[\d+\])?")
TAB = "\t"
"""What may divide the texts of a paragraph that have one bookmark."""


def placed(document: Document) -> tuple[Document, tuple[str, ...]]:
    """Number the texts of a document, and return the field of each: `positions[0] title`, `publications[3] lines[0]`."""
    marked = numbered(document)
    names = {number_of(text): field for field, text in _texts(marked)}
    seen: Counter[str] = Counter()
    fields = []
    for number in range(1, max(names, default=0) + 1):
        seen[names[number]] += 1
        again = seen[names[number]]
        fields.append(f"{names[number]} {again}" if again > 1 else names[number])
    return marked, tuple(fields)


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
    marked, fields = placed(tied(document))
    return {fields[number_of(text) - 1]: said(text) for _, text in _texts(marked)}


def marks_by_field(document: Document) -> dict[str, list[frozenset[str]]]:
    """Return whether each character of each text is bold or italic, by the field of the text, as in a Word document."""
    marked, fields = placed(tied(document))
    return {fields[number_of(text) - 1]: _marks(text) for _, text in _texts(marked)}


def _marks(text: Text | str) -> list[frozenset[str]]:
    spans = text.spans if isinstance(text, Text) else (Span(text),)
    return [frozenset(name for name in ("bold", "italic") if getattr(span, name)) for span in spans for _ in said(Text((span,)))]


def said(text: Text | str) -> str:
    """Return the characters of a text as they are read from a Word document: formulas and notes are one sign each."""
    spans = text.spans if isinstance(text, Text) else (Span(text),)
    parts = [OBJECT if span.math or span.note else span.text for span in spans]
    return without_marks(without_isolates("".join(parts))).replace("\u2028", "\n")


def digest_of(texts: Mapping[str, str]) -> str:
    """Return what tells whether the texts of a document are those that were sent."""
    return f"{zlib.crc32(repr(list(texts.items())).encode()):08x}"


class FieldPlaces(Value, frozen=True):
    """The origin of a document, as JSON, and the fields of its texts by number."""

    origin: str
    fields: tuple[str, ...]

    def written(self, parts: Mapping[str, str | bytes]) -> dict[str, str | bytes]:
        """Return the parts of a Word document with its bookmarks and the list of the fields."""
        named = {name: text_of(parts[name]) for name in (_BODY, _NOTES) if name in parts}
        texts = bookmarked_texts({**parts, **{name: xml.replace(PLACE, "_cv") for name, xml in named.items()}})
        boxes = [match[0] for match in _BOXES.finditer(named[_BODY])] + [named.get(_NOTES, "")]
        alone = {int(number) for box in boxes for number in _NAME.findall(box)}
        sent = [Sent(self.fields[number - 1], text.before, text.after) for number, text in texts.items()]
        sent = _marked(sent, {index for index, number in enumerate(texts, 1) if number in alone})
        order = {number: index for index, number in enumerate(texts, 1)}
        marked = {name: _with_marks(xml, sent, order) for name, xml in named.items()}
        return with_record({**parts, **marked}, written_record(self.origin, sent))


def _marked(sent: Sequence[Sent], alone: set[int]) -> list[Sent]:
    """Return the texts, of which those that are in the bookmark of the one before are not marked. Some are `alone`."""
    for line in lines_of(sent):
        if any(sent[number - 1].after.count(TAB) != 1 for number in line[:-1]):
            alone.update(line)
    marked = list(sent)
    paragraphs = 0
    for number, (last, text) in enumerate(zip(sent, sent[1:], strict=False), 2):
        if last.after == END_OF_PARAGRAPH:
            paragraphs += 1
            joins = not text.before and _belong(last, text, paragraphs < _SHORT)
        else:
            joins = TAB in last.after
        marked[number - 1] = replace(text, marked=not joins or bool({number, number - 1} & alone))
        paragraphs = 0 if marked[number - 1].marked else paragraphs
    return marked


def _belong(last: Sent, text: Sent, is_short: bool) -> bool:
    """Return whether two texts belong together: they are of an entry, of a heading and its first entry, or of short entries."""
    before, entry = last.field.partition(" ")[0], _ENTRY.match(text.field)
    if not entry:
        return False
    is_sibling = is_short and before.startswith(f"{entry[0].rpartition('[')[0]}[")
    return is_sibling or before.startswith(entry[0]) or entry[0].startswith(f"{before}[")


def _with_marks(xml: str, sent: Sequence[Sent], order: Mapping[int, int]) -> str:
    """Return XML with the bookmarks of marked texts, up to the end of the last text that is not; `order` are their numbers."""
    numbers: dict[str, int] = {}
    first = 0

    def bookmark(match: re.Match[str]) -> str:
        nonlocal first
        kind, own, name = match.groups()
        if kind == "Start" and (place := _NAME.search(name or "")):
            number = numbers[own] = order[int(place[1])]
            first = number if sent[number - 1].marked else first
            return f'<w:bookmarkStart w:id="{number}" w:name="_cv{number}"/>' if sent[number - 1].marked else ""
        if own not in numbers:
            return f'<w:bookmark{kind} w:id="{_OTHERS + int(own)}"{name or ""}/>'
        goes_on = numbers[own] < len(sent) and not sent[numbers[own]].marked
        return "" if goes_on else f'<w:bookmarkEnd w:id="{first}"/>'

    return _BOOKMARK.sub(bookmark, xml)
