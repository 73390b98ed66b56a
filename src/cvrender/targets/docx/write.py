"""Write a Document as pandoc's syntax tree in JSON, each paragraph with the name of its style.

The styles are defined in `docx/styles.xml`. A headline's style is a base name with up to two suffixes: ` Lead` keeps it with the
lines below, ` Spaced` gives it the same space; ` by Date`, ` by Dates` and ` by Long Dates` make it wrap before a column of that
width. Nothing is escaped here: text is in `Str` and `Code` nodes, which pandoc writes as characters.
"""

import base64
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from unicodedata import east_asian_width

from cvrender.model.document import (
    Block,
    Bullet,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    Paragraph,
    Picture,
    Properties,
    Row,
    Rows,
    Table,
)
from cvrender.model.links import BARE_PERCENT, percent_encode
from cvrender.model.look import PLAIN_LOOK, Look
from cvrender.model.text import Span, Text

Node = dict[str, Any]

_NO_ATTRIBUTES: list[Any] = ["", [], []]
_API = [1, 23, 1]
_TAB: Node = {"t": "RawInline", "c": ["openxml", "<w:r><w:tab/></w:r>"]}
_SIGNS = {"bullet": "•", "bar": "|"}
_PARAGRAPHS = {"text": "Body Text", "legend": "Legend"}
_ONE_LINE = 64  # what fits on a line at any page and font size, in halves of the font size
_DEEPEST = 5  # Word has styles up to List Bullet 5


@dataclass(frozen=True, slots=True)
class _ListStyle:
    """The styles of a list's headlines and of the lines below them, and the level of bullets there."""

    headline: str
    line: str
    summary: str
    level: int


_PLAIN = _ListStyle("Entry", "Entry Line", "Compact", 1)
_ROLE = _ListStyle("Role", "Entry Line", "Compact", 1)
_BULLETED = _ListStyle("List Bullet", "List Continue", "List Details", 2)
_NUMBERED = _ListStyle("List Number", "List Continue 2", "List Details 2", 2)
_COUNTDOWN = _ListStyle("List Countdown", "List Continue 2", "List Details 2", 2)


def render(document: Document, look: Look = PLAIN_LOOK) -> str:
    """Return the tree with metadata, ready for `pandoc -f json`."""
    blocks = _header(document.header, _SIGNS[look.separator.sign])
    for section in document.sections:
        blocks.append(_heading(1, section.title, section.id))
        blocks += _blocks(section.blocks)
    tree = {"pandoc-api-version": _API, "meta": _meta(document.properties), "blocks": blocks}
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"))


def _meta(properties: Properties) -> Node:
    known = {"title": properties.title, "subject": properties.subject, "lang": properties.language}
    meta = {name: _meta_text(value) for name, value in known.items() if value}
    for name, values in (("author", (properties.author,)), ("keywords", properties.keywords)):
        meta[name] = {"t": "MetaList", "c": [_meta_text(value) for value in values]}
    return meta


def _meta_text(value: str) -> Node:
    return {"t": "MetaInlines", "c": [_str(value)]}


def _header(header: Header, sign: str) -> list[Node]:
    native = [_str(" "), _styled_span("Native Name", [_str(header.native)])] if header.native else []
    blocks = [_photo(header.photo)] if header.photo else []
    blocks += [_styled("Title", [_str(header.name), *native])]
    if header.headline:
        blocks.append(_styled("Subtitle", _inlines(header.headline)))
    contacts = [contact.text for contact in header.contacts if contact.text]
    if contacts:
        between = [_str("\u00a0"), _styled_span("Contact Separator", [_str(sign)]), _str(" ")]  # a line never begins with it
        blocks.append(_styled("Contact", _joined([_inlines(text) for text in contacts], between)))
    return blocks


def _photo(photo: Picture) -> Node:
    """Return the photo as data, since pandoc may not read files."""
    data = f"data:image/{photo.kind};base64,{base64.b64encode(photo.content).decode()}"
    return _styled("Photo", [{"t": "Image", "c": [["", [], [["width", "27mm"]]], [], [data, ""]]}])


def _blocks(blocks: Iterable[Block]) -> list[Node]:
    return [node for block in blocks for node in _block(block)]


def _block(block: Block) -> list[Node]:
    if isinstance(block, Group):
        return [_heading(2, block.title), *_blocks(block.blocks)]
    if isinstance(block, Rows):
        return [node for row in block.rows for node in _row(row)]
    if isinstance(block, Table):
        return [_table(block)]
    if isinstance(block, Paragraph):
        return [_styled(_PARAGRAPHS[block.kind], _inlines(block.text))]
    return _entries(block)


def _row(row: Row) -> list[Node]:
    label = [_styled_span("Row Label", [*_inlines(row.label), _str(":")]), _str(" ")] if row.label else []
    return [_styled("Row", [*label, *_inlines(row.text)]), *_bullets(row.bullets, 2)]


def _table(block: Table) -> Node:
    """Return a table whose first row is a header, which Word repeats on each page."""
    columns = [[{"t": "AlignLeft"}, {"t": "ColWidth", "c": round(width, 3)}] for width in block.widths]
    head = [_NO_ATTRIBUTES, [_table_row(block.header, "Table Heading")]]
    body = [_NO_ATTRIBUTES, 0, [], [_table_row(row, "Table Text") for row in block.rows]]
    return {"t": "Table", "c": [_NO_ATTRIBUTES, [None, []], columns, head, [body], [_NO_ATTRIBUTES, []]]}


def _table_row(cells: Sequence[Text], style: str) -> list[Any]:
    align = {"t": "AlignDefault"}
    return [_NO_ATTRIBUTES, [[_NO_ATTRIBUTES, align, 1, 1, [_styled(style, _inlines(cell))]] for cell in cells]]


def _entries(block: EntryList) -> list[Node]:
    if block.marker == "none":
        return [node for entry in _list_of(block.entries, _PLAIN) for node in entry]
    if block.marker == "bullet":
        return [{"t": "BulletList", "c": _list_of(block.entries, _BULLETED)}]
    if block.step == 1:
        return [_ordered(block.start, _list_of(block.entries, _NUMBERED))]
    numbers = [f"{block.number(index)}." for index in range(len(block.entries))]
    return [_ordered(1, _list_of(block.entries, _COUNTDOWN, numbers))]


def _list_of(entries: Sequence[EntryBlock], styles: _ListStyle, numbers: Sequence[str] = ()) -> list[list[Node]]:
    spaced = any(not entry.is_simple for entry in entries)
    column = _column(entries)
    items = []
    for index, entry in enumerate(entries):
        kind = " Spaced" if spaced and entry.is_simple else " Lead" if spaced else ""
        kind += column if entry.date else ""
        number = [_str(numbers[index]), _TAB] if numbers else []
        items.append([_styled(styles.headline + kind, [*number, *_headline(entry)]), *_below(entry, styles)])
    return items


def _column(entries: Sequence[EntryBlock]) -> str:
    """Return the suffix that keeps headlines out of the column of dates, or nothing if all fit on one line."""
    widths = [(_width(entry.label) + _width(entry.title), _width(entry.date)) for entry in entries if entry.date]
    if all(title + date <= _ONE_LINE for title, date in widths):
        return ""
    widest = max(date for _, date in widths)
    return " by Date" if widest <= 11 else " by Dates" if widest <= 20 else " by Long Dates"


def _width(text: Text) -> int:
    """Estimate the width of a text, in halves of the font size."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text.plain)


def _headline(entry: EntryBlock) -> list[Node]:
    date = [_TAB, _styled_span("Entry Date", _inlines(entry.date))] if entry.date else []
    label = [_styled_span("Entry Label", _inlines(entry.label)), _str(" ")] if entry.label else []
    return [*label, *_inlines(entry.title), *date]


def _below(entry: EntryBlock, styles: _ListStyle) -> list[Node]:
    nodes = [_styled(styles.line, _inlines(line)) for line in entry.lines]
    nodes += [_styled(styles.summary, _inlines(text)) for text in entry.summary]
    nodes += _bullets(entry.bullets, styles.level)
    if styles in (_PLAIN, _ROLE):
        return nodes + [node for role in _list_of(entry.entries, _ROLE) for node in role]
    for role in entry.entries:
        nodes += [_styled(styles.line, _headline(role)), *_below(role, styles)]
    return nodes


def _bullets(bullets: Sequence[Bullet], level: int) -> list[Node]:
    items: list[list[Node]] = []
    for bullet in bullets:
        items.append([_styled(f"List Bullet {level}" if level > 1 else "List Bullet", _inlines(bullet.text))])
        below = _bullets(bullet.bullets, min(level + 1, _DEEPEST))
        if below and level == _DEEPEST:
            items += below[0]["c"]
        else:
            items[-1] += below
    return [{"t": "BulletList", "c": items}] if items else []


def _ordered(start: int, items: list[list[Node]]) -> Node:
    return {"t": "OrderedList", "c": [[start, {"t": "Decimal"}, {"t": "Period"}], items]}


def _heading(level: int, title: Text, anchor: str = "") -> Node:
    return {"t": "Header", "c": [level, [anchor, [], []], _inlines(title)]}


def _styled(style: str, inlines: list[Node]) -> Node:
    return {"t": "Div", "c": [["", [], [["custom-style", style]]], [{"t": "Para", "c": inlines}]]}


def _styled_span(style: str, inlines: list[Node]) -> Node:
    return {"t": "Span", "c": [["", [], [["custom-style", style]]], inlines]}


def _joined(parts: Iterable[list[Node]], separator: list[Node]) -> list[Node]:
    made: list[Node] = []
    for part in parts:
        made += [*separator, *part] if made else part
    return made


def _inlines(text: Text) -> list[Node]:
    """Return the spans of a text; adjacent spans with the same target become one link."""
    made: list[Node] = []
    for target, spans in groupby((span for span in text.spans if span.text), key=lambda span: span.href):
        nodes = [_span(span) for span in spans]
        made += [{"t": "Link", "c": [["", [], []], nodes, [_url(target), ""]]}] if target else nodes
    return made


def _span(span: Span) -> Node:
    if span.math:
        node: Node = {"t": "Math", "c": [{"t": "InlineMath"}, span.text]}
    elif span.code:
        node = {"t": "Code", "c": [["", [], []], _one_line(span.text)]}
    else:
        node = _str(span.text)
    for on, kind in ((span.italic, "Emph"), (span.bold, "Strong")):
        if on:
            node = {"t": kind, "c": [node]}
    return node


def _str(text: str) -> Node:
    return {"t": "Str", "c": _one_line(text)}


def _one_line(text: str) -> str:
    return re.sub(r"[\t-\r\x85\u2028\u2029]", " ", text)


def _url(target: str) -> str:
    """Percent-encode a link's target: Word refuses to open a file with an invalid URI."""
    return percent_encode(target, also=rf"[\[\]]|{BARE_PERCENT}")
