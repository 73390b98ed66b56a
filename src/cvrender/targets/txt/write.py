"""Write a Document as plain text for web forms and e-mail, wrapped or with one line per paragraph.

Bullets, rules and the bars before dates are ASCII. Words and addresses are not split, even if they are longer than a line. Wide
characters, as in Chinese, count as two columns, and lines may break between ideographs.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from cvrender.model.boxes import Box, Boxes
from cvrender.model.document import (
    Block,
    Bullet,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    LabelRow,
    Paragraph,
    Rows,
    Table,
)
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.prose_blocks import Figure, Notes, Samples
from cvrender.model.prose_blocks import Lines as Stack
from cvrender.model.text import LINE_BREAK, Span, Text
from cvrender.model.value import replace
from cvrender.targets.templates import Escaped
from cvrender.text.casing import capitals
from cvrender.text.formulas import in_characters
from cvrender.text.scripts import IDEOGRAPHIC
from cvrender.text.ties import with_ties


class PlainText(Escaped):
    """A line or paragraph of plain text."""

    __slots__ = ()


Lines = list[str]

_ENDS = re.compile(r"[\s<>]")
_BLANKS = re.compile("[\t-\r\x1c-\x1f\x85\u2029]")
_DIAL_CHARACTERS = re.compile(r"[+*#\d]")
_LABELS = [re.escape(row.label.strip()) for row in WORK_IDS.values() if row.label]
_IDENTIFIERS = re.compile("|".join(label for label in _LABELS if label.endswith(":")), re.IGNORECASE)
_GLUE = "\0"  # a space where no line may break
_BAR = " \1\0"  # a bar between neighbours, which disappears where a line ends
_BEFORE_DASH = re.compile(" (?=[–—·] )")
_LONG_DATE = 40  # columns; a longer date may be wrapped
_IDEOGRAPHIC = re.compile(f"[{IDEOGRAPHIC}]")
_NOT_AT_A_START = frozenset("、。，．：；！？％・～゠々〻ー゛゜ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ｡､･ｰﾞﾟ")


def text(value: Text) -> PlainText:
    """Write a line or paragraph. Links are followed by their target, as in `DeepSpeed <https://www.deepspeed.ai/>`, unless they
    show it.
    """
    result = ""
    for target, spans in value.by_target():
        shown = "".join(in_characters(span.text) if span.math else span.text for span in spans)
        if target and not _is_shown(target, shown):
            end = len(shown.rstrip())
            shown = f"{shown[:end]} <{_address(target)}>{shown[end:]}"
        result += shown
    return PlainText(_BLANKS.sub(" ", result))


def _address(target: str) -> str:
    """Return a link's target without what would end it; other characters stay readable."""
    return _ENDS.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), target)


def _capitals(title: Text, language: str) -> PlainText:
    """Write a title in capitals, without changing formulas and addresses."""
    parts: list[Span] = []
    for target, spans in title.by_target():
        is_address = target and _is_shown(target, "".join(span.text for span in spans))
        parts += (span if span.math or is_address else replace(span, text=capitals(span.text, language)) for span in spans)
    return text(Text(tuple(parts)))


def _is_shown(target: str, shown: str) -> bool:
    """Return whether a text is the address itself, possibly without its scheme, or the DOI or arXiv identifier."""
    scheme, _, address = target.partition(":")
    if scheme == "tel":
        return _DIAL_CHARACTERS.findall(address) == _DIAL_CHARACTERS.findall(shown)
    address = address.removeprefix("//").rstrip("/")
    if _IDENTIFIERS.match(shown):
        return address.endswith("/" + shown.partition(":")[2])
    return shown.casefold().removeprefix(f"{scheme}:").removeprefix("//").rstrip("/") == address.casefold()


def render(document: Document, width: int = 80) -> str:
    """Return the whole .txt file; `width` is the maximum number of columns, or 0 for no wrapping."""
    lines = _header(document.header, width)
    for section in document.sections:
        blocks = _blocks(section.blocks, width)
        gap = [""] if section.blocks and isinstance(section.blocks[0], Group) else []
        title = _title(_capitals(section.title, document.properties.language), "-", width) if section.title else []
        lines += ["", *title, *gap, *blocks]
    return "\n".join(lines) + "\n"


def _header(header: Header, width: int) -> Lines:
    name = PlainText(" ".join(part for part in (header.name, header.native) if part).replace("\u00a0", _GLUE))
    lines = _title(name, "=", width)
    if header.headline:
        lines += wrap(text(header.headline), width)
    for contact in header.contacts:
        lines += wrap(text(contact.text), width)
    return lines


def _title(title: str, rule: str, width: int) -> Lines:
    lines = wrap(PlainText(title), width)
    return [*lines, rule * max((columns(line) for line in lines), default=0)]


def _blocks(blocks: Iterable[Block], width: int) -> Lines:
    """Return the blocks with an empty line between them."""
    return _spaced(_block(block, width) for block in blocks)


def _block(block: Block, width: int) -> Lines:
    if isinstance(block, Group):
        return [*_title(text(block.title), "~", width), *_blocks(block.blocks, width)]
    if isinstance(block, Rows):
        return [line for row in block.rows for line in _row(row, width)]
    if isinstance(block, Paragraph):
        return wrap(text(block.text), width)
    if isinstance(block, Table):
        return _table(block, width)
    if isinstance(block, Boxes):
        return [line for row in block.filled for line in _boxes(row, width)]
    if isinstance(block, Figure):
        return wrap(text(block.caption), width) if block.caption else []
    if isinstance(block, Samples):
        return _samples(block, width, "")
    if isinstance(block, Notes):
        notes = ((text(note.mark), text(note.text)) for note in block.notes)
        return [line for mark, words in notes for line in wrap(words, width, f"{mark} ", " " * (len(mark) + 1))]
    if isinstance(block, Stack):
        return [line for part in (block.label, *block.lines) if part for line in wrap(text(part), width)]
    return _entries(block, width)


def _table(block: Table, width: int) -> Lines:
    """Return aligned columns with a rule below the header, or rows with bars between the cells if a line would be too long.

    Without a width, there are bars too: columns stay aligned only in type of one width.
    """
    header, *rows = [[text(cell) for cell in row] for row in (block.header, *block.rows)]
    widths = [max(map(columns, column)) for column in zip(header, *rows, strict=True)]
    if not width or sum(widths) + 2 * (len(widths) - 1) > width:
        return [line for row in (header, *rows) for line in wrap(PlainText(_BAR.join(row).rstrip(_BAR)), width, "", "  ")]
    lines = [
        "  ".join(cell + " " * (size - columns(cell)) for cell, size in zip(row, widths, strict=True)).rstrip()
        for row in (header, *rows)
    ]
    rule = ["  ".join("-" * size for size in widths)] if len(widths) > 1 else []
    return [lines[0], *rule, *lines[1:]]


def _boxes(row: Sequence[Box], width: int) -> Lines:
    """Return a row of boxes: each label before its text, and bars between the others."""
    line = ""
    for box, previous in zip(row, (None, *row), strict=False):
        bar = "" if not line else "  " if previous and previous.is_label != box.is_label else _BAR
        line += f"{bar}{text(box.text)}" if box.text else ""
    return wrap(PlainText(line), width, "", "  ")


def _row(row: LabelRow, width: int) -> Lines:
    label = f"{text(row.label)}{row.colon}" if row.label else ""
    lines = wrap(PlainText(label + text(row.text)), width, "" if label else "- ", "  ")
    return [*lines, *_bullets(row.bullets, width, "  ")]


def _entries(block: EntryList, width: int) -> Lines:
    if block.marker == "none" and not all(entry.is_simple for entry in block.entries):
        return _spaced([_entry(entry, width, "", "") for entry in block.entries])
    leads = ["- "] * len(block.entries)
    if block.marker == "number":
        numbers = [f"{block.number(index)}. " for index in range(len(block.entries))]
        leads = [number.rjust(max(map(len, numbers))) for number in numbers]
    return [
        line for lead, entry in zip(leads, block.entries, strict=True) for line in _entry(entry, width, lead, " " * len(lead))
    ]


def _entry(entry: EntryBlock, width: int, lead: str, indent: str) -> Lines:
    """Return the headline after its bullet or number, then the lines below it, and roles separated by empty lines."""
    date = text(entry.date)
    date = PlainText(date.replace(" ", _GLUE)) if columns(date) <= _LONG_DATE else date
    title = " ".join(part for part in (text(entry.label), text(entry.title)) if part)
    headline = f"{title}{_BAR}{date}" if title and date else title or date
    lines = wrap(PlainText(headline), width, lead, indent)
    if entry.subtitle:
        place = f"{_BAR}{text(entry.place)}" if entry.place else ""
        lines += wrap(PlainText(f"{text(entry.subtitle)}{place}"), width, indent, indent)
    for below in (*entry.lines, *entry.summary):
        lines += wrap(text(below), width, indent, indent)
    lines += _bullets(entry.bullets, width, indent)
    samples = _samples(entry.samples, width, indent) if entry.samples else []
    return _spaced([lines, *(_entry(role, width, indent, indent) for role in entry.entries), samples])


def _samples(block: Samples, width: int, indent: str) -> Lines:
    return [line for row in block.rows for sample in row for line in wrap(text(sample.caption), width, indent, indent)]


def _bullets(bullets: Sequence[Bullet], width: int, indent: str) -> Lines:
    lines: Lines = []
    for bullet in bullets:
        lines += wrap(text(bullet.text), width, indent + "- ", indent + "  ")
        lines += _bullets(bullet.bullets, width, indent + "  ")
    return lines


def _spaced(parts: Iterable[Lines]) -> Lines:
    lines: Lines = []
    for part in parts:
        lines += ["", *part] if lines and part else part
    return lines


def wrap(paragraph: PlainText, width: int, lead: str = "", indent: str = "") -> Lines:
    """The paragraph in lines of at most that many columns, the first behind `lead`, the others behind `indent`."""
    if LINE_BREAK in paragraph:
        first, _, rest = paragraph.partition(LINE_BREAK)
        return [*wrap(PlainText(first.strip()), width, lead, indent), *wrap(PlainText(rest.strip()), width, indent, indent)]
    if not width:
        return [lead + _shown(paragraph)]
    lines: Lines = []
    line, used = lead, len(lead)
    begun = False
    glued = _BEFORE_DASH.sub(_GLUE, with_ties(paragraph, _GLUE))
    for blank, piece in _pieces(glued):
        needs = columns(piece)
        if begun and used + blank + needs > width:
            lines.append(line)
            line, used, blank, piece = indent, len(indent), 0, piece.lstrip(_BAR)
        line += " " * (blank if begun else 0) + piece
        used += (blank if begun else 0) + columns(piece)
        begun = True
    return [_shown(written) for written in (*lines, line)] if begun else []


def _shown(line: str) -> str:
    return line.replace(_BAR.strip(" "), "| ").replace(_GLUE, " ")


def _pieces(paragraph: str) -> Iterable[tuple[int, str]]:
    """Yield what the end of a line must not cut, each with the number of blanks before it (1 or 0)."""
    for word in filter(None, paragraph.split(" ")):
        blank, start = 1, 0
        for place in range(1, len(word)):
            if _may_part(word[place - 1], word[place]):
                yield blank, word[start:place]
                blank, start = 0, place
        yield blank, word[start:]


def _may_part(before: str, after: str) -> bool:
    """Return whether a line may break here: between ideographs, but not after an opening or before a closing bracket."""
    if not (_IDEOGRAPHIC.match(before) and _IDEOGRAPHIC.match(after)):
        return False
    kinds = unicodedata.category(before), unicodedata.category(after)
    return kinds[0] not in ("Ps", "Pi") and kinds[1] not in ("Pe", "Pf") and after not in _NOT_AT_A_START


def columns(line: str) -> int:
    """Return how many columns a line takes."""
    return len(line) if line.isascii() else sum(map(_width, line))


def _width(char: str) -> int:
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    return 0 if unicodedata.category(char) in ("Mn", "Me", "Cf") else 1
