"""Make lines of the rows of a PDF: join those of a paragraph, find bullets, and say how each line looks."""

import re
import statistics
from collections import Counter
from dataclasses import dataclass, field

from cvrender.formats.lines import BULLETS, LineCell, LineKind, LineLook, OldLine, merged
from cvrender.formats.values import markdown
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.pdf.characters import PageWord
from cvrender.old_cvs.pdf.layout import PageRow
from cvrender.old_cvs.pdf.segments import LineSegment

_BULLET = re.compile(rf"^(?:[{BULLETS}*–—-]|o(?=\s)|\uf0b7|・|[»›→>+](?=\s))\s*(?=\S)")
_NUMBER = re.compile(r"^(?:\[[A-Z]{0,4}\d{1,3}\]|\(?\d{1,3}[.)])\s+(?=\D|(?:19|20)\d\d:)")
_ADDRESS = re.compile(r"(?:https?://|\b10\.\d{4,9}/)\S*[./_-]$|\bdoi\.org/10\.$")


NEW_COLUMN = 2
"""The level of a break where another column begins."""


@dataclass
class LineMaker:
    """Collects the lines of rows. `name` are the parts of rows with the name, `headings` the places of headings."""

    file: str
    rows: list[PageRow]
    name: list[LineSegment] = field(default_factory=list)
    headings: frozenset[int] = frozenset()
    lines: list[OldLine] = field(default_factory=list)

    def __post_init__(self) -> None:
        sizes, lefts = Counter[float](), Counter[tuple[int, int]]()
        for row in self.rows:
            sizes[row.size] += len(row.text)
            lefts[row.column, round(row.segments[0].left)] += 1
        self.size = sizes.most_common(1)[0][0] if sizes else 10.0
        self.lefts = {column: left for (column, left), _ in reversed(lefts.most_common())}
        self.leading = leading_of(self.rows)

    def read(self) -> list[OldLine]:
        """Return the lines of all rows."""
        before: PageRow | None = None
        above: PageRow | None = None
        bullets: list[float] = []
        for index, row in enumerate(self.rows):
            if not re.search(r"\w", row.text):
                continue
            look = self._look(row, above)
            if above and row.column > above.column and index not in self.headings:
                self._add(row, "break", (), LineLook(), NEW_COLUMN)
            above = row
            if any(part is one for part in row.segments for one in self.name):
                self._name(row)
                before = None
            elif index in self.headings:
                self._add(row, "heading", (LineCell(_cell(row.segments[0])),), look)
                before, bullets = None, []
            elif (bullet := bullet_of(row)) is not None:
                sign = row.segments[0].text[:1]
                row = _with_date_above(self.lines, row, bullet)
                self._add(row, "bullet", _cells(row, bullet), replace(look, bullet=sign), _level(bullets, row.segments[0].left))
                before = row
            else:
                self._text(row, before, look)
                before = row
        return self.lines

    def _name(self, row: PageRow) -> None:
        for part in row.segments:
            if not any(part is one for one in self.name):
                self._add(row, "text", (LineCell(_cell(part)),), LineLook())
                continue
            role = "name" if len(self.name) == 1 else "first" if part is self.name[0] else "family"
            self._add(row, "person", (LineCell(_cell(part), role),), LineLook())

    def _text(self, row: PageRow, before: PageRow | None, look: LineLook) -> None:
        """Add a row of text to the paragraph above, or as a line of its own."""
        last = self.lines[-1] if self.lines else None
        if before and last and last.kind in ("text", "bullet") and _continues(before, row, last, self.leading):
            aside = before.segments[-1].text if len(before.segments) > 1 else ""
            is_first = bool(aside) and any(dates_in(aside)) and row.segments[0].left < before.segments[-1].left - 30
            self.lines[-1] = _joined(last, _cells(row, 0), -len(last.cells) if is_first else -1)
            return
        is_apart = before and _gap(before, row) > max(1.9, 1.25 * self.leading) * max(before.size, row.size)
        if is_apart and last and last.kind != "break":
            self._add(row, "break", (), LineLook())
        if cells := _cells(row, 0):
            self._add(row, "text", cells, look)

    def _add(self, row: PageRow, kind: LineKind, cells: tuple[LineCell, ...], look: LineLook, level: int = 1) -> None:
        self.lines.append(OldLine(cells, row.page, kind, level, self.file, look))

    def _look(self, row: PageRow, above: PageRow | None) -> LineLook:
        words = [word for part in row.segments for word in part.words]
        letters = [char for char in row.text if char.isalpha()]
        space = _gap(above, row) / row.size if above and above.page == row.page and row.size else 0.0
        return LineLook(
            face=words[0].font,
            size=round(row.size / self.size, 2),
            bold=all(word.bold for word in words),
            italic=all(word.italic for word in words),
            caps=bool(letters) and all(map(str.isupper, letters)),
            colour=words[0].colour if len({word.colour for word in words}) == 1 else "",
            space=round(max(0.0, space - self.leading), 1),
            indent=round((row.segments[0].left - self.lefts.get(row.column, 0)) / (0.5 * self.size), 1),
        )


def row_text(row: PageRow) -> str:
    """Return a row as inline Markdown."""
    return " ".join(cell.text for cell in _cells(row, 0))


def _with_date_above(lines: list[OldLine], row: PageRow, bullet: int) -> PageRow:
    """Move what stands at the right of a bullet to the line above, a head without a date: it belongs to the entry."""
    kept = 2 if bullet < 0 else 1
    aside = row.segments[kept:]
    above = lines[-1] if lines else None
    if not aside or above is None or above.kind != "text" or len(aside[-1].text) > 40:
        return row
    if any(dates_in(above.plain)) or not any(dates_in(part.text) for part in aside):
        return row
    cells = (*above.cells, *(LineCell(_cell(part)) for part in aside))
    lines[-1] = replace(above, cells=cells)
    return replace(row, segments=row.segments[:kept])


def bullet_of(row: PageRow) -> int | None:
    """Return how many characters of a row are its bullet; None for a row without one. A number of a list is kept."""
    text = row.segments[0].text
    if len(row.segments) > 1 and re.fullmatch(rf"[{BULLETS}*–—o-]", text):
        return -1
    match = _BULLET.match(text)
    if (
        match
        and len(text) > match.end()
        and (len(match[0]) > 1 or text[0] not in "–—-*o")
        and not (text[0] in "–—-" and text[1:2].isdigit())
    ):
        return match.end()
    if number := _NUMBER.match(text):
        return number.end()
    return -1 if len(row.segments) > 1 and re.fullmatch(r"\[[A-Z]{0,4}\d{1,3}\]|\d{1,3}\.", text) else None


def _level(lefts: list[float], left: float) -> int:
    """Return how deep a bullet is nested, by its left edge among those before it in the section."""
    for index, known in enumerate(lefts):
        if abs(known - left) < 2.5:
            del lefts[index + 1 :]
            return index + 1
    while lefts and lefts[-1] > left:
        lefts.pop()
    lefts.append(left)
    return len(lefts)


def _gap(before: PageRow, row: PageRow) -> float:
    return before.base - row.base if before.page == row.page else 0.0


def _continues(before: PageRow, row: PageRow, line: OldLine, leading: float) -> bool:
    """Return whether a row continues the paragraph of the row before: that one is full or unfinished, and both look alike."""
    last, first = before.segments[-1], row.segments[0]
    gap, size = _gap(before, row), max(before.size, row.size)
    hangs = line.kind == "bullet" and len(before.segments[0].words) > 1 and bullet_of(before) is not None
    hangs = hangs and abs(before.segments[0].words[1].left - first.left) < 1.5
    most = max(1.75, 1.1 * leading, 2.3 if hangs else 0)
    if abs(last.size - first.size) > 1 or gap > most * size or gap < 0 and before.page == row.page:
        return False
    if len(row.segments) > 1 and any(dates_in(row.segments[-1].text)) or _are_entries(before, row):
        return False
    if line.kind == "bullet":
        start = before.segments[0].left
        if first.left < start - 1:
            return False
        if first.left > start + 1.5 or len(before.text) > 60:
            return _is_full(before, first) or first.left > start + 1.5 and not first.words[0].bold
    elif len(before.segments) > 1 and (len(before.segments) > 2 or abs(first.left - last.left) > 4 or any(dates_in(last.text))):
        return _goes_on_beside_time(before, row)
    is_cell = len(before.segments) > 1 and line.kind != "bullet"
    return (
        (_is_full(before, first) or len(last.text) > _SHORT and is_unfinished(last.text, first.text))
        and abs(first.left - (last if is_cell else before.segments[0]).left) < 30
        and (last.words[-1].bold == first.words[0].bold or first.text[:1].islower())
    )


def _goes_on_beside_time(before: PageRow, row: PageRow) -> bool:
    """Return whether a text that ends with a short word next to a time goes on in the row below."""
    text, *times = before.segments
    is_below = len(row.segments) == 1 and abs(row.segments[0].left - text.left) < 1.5
    return is_below and len(times) == 1 and any(dates_in(times[0].text)) and bool(_LAST_WORD.search(text.text))


def _are_entries(before: PageRow, row: PageRow) -> bool:
    """Return whether two rows are not one text: both begin with a time, the first one ends with it, or the second is one."""
    first, second = before.segments[0].text, row.segments[0].text
    if any(date.begin == 0 for date in dates_in(first)) and any(date.begin == 0 for date in dates_in(second)):
        return True
    whole = (date for date in dates_in(second) if (date.begin, date.end) == (0, len(second)) and "start" in date.fields)
    if not first.endswith(",") and any(whole):
        return True
    last = before.segments[-1].text.rstrip(".)")
    spans = (date for date in dates_in(last) if "start" in date.fields and date.begin)
    return second[:1].isupper() and "," in last and any(date.end == len(last) for date in spans)


_SHORT = 35
"""The characters of a line that may be an item of a list: `python`."""
_LAST_WORD = re.compile(r"(?:^|\s)(?:[^\W\d_A-Z]{1,3}|&|\+)$")


def is_unfinished(text: str, after: str) -> bool:
    """Return whether a line ends with a short word such as `of`, or the next one begins with a word in lower case."""
    is_word = bool(re.match(r"[^\W\d_]+[,;]?(?:\s|$)", after)) and "grade" not in kinds(" ".join(after.split()[:3]).rstrip(",;"))
    return bool(_LAST_WORD.search(text)) or is_word and after.split()[0].islower()


def leading_of(rows: list[PageRow]) -> float:
    """Return how far most lines are from the next, in heights of their letters."""
    pairs = zip(rows, rows[1:], strict=False)
    gaps = [_gap(before, row) / row.size for before, row in pairs if row.size and 0 < _gap(before, row) < 4 * row.size]
    return statistics.median(gaps) if gaps else 0.0


def _is_full(before: PageRow, first: LineSegment) -> bool:
    """Return whether the first word of a row had no room on the one before."""
    return before.segments[-1].right + (first.words[0].right - first.words[0].left) > before.edge - 3


def _joined(line: OldLine, cells: tuple[LineCell, ...], place: int) -> OldLine:
    """Return a line whose cell at a place goes on with further cells."""
    if not line.cells or not cells:
        return line
    last, first = line.cells[place], cells[0]
    end, begin = re.search(r"(?<=\w)-(\*{0,3})$", last.text), re.match(r"(\*{0,3})(.)", first.text)
    if end and begin and end[1] == begin[1] and begin[2].isalpha():
        text = last.text[: end.start() + begin[2].isupper()] + first.text[begin.end(1) :]
    else:
        text = f"{last.text}{'' if _ADDRESS.search(last.text) else ' '}{first.text}"
    text = re.sub(r"(?<=[^\s*])\*\* \*\*(?=[^\s*])|(?<=[^\s*])\* \*(?=[^\s*])", " ", text)
    kept = list(line.cells)
    kept[place] = LineCell(text)
    return replace(line, cells=(*kept, *cells[1:]))


def _cells(row: PageRow, skip: int) -> tuple[LineCell, ...]:
    """Return the parts of a row as Markdown, without the bullet."""
    segments = row.segments[1:] if skip < 0 else row.segments
    texts = (_cell(part, skip if not index and skip > 0 else 0) for index, part in enumerate(segments))
    return tuple(LineCell(text) for text in texts if text)


def _cell(segment: LineSegment, skip: int = 0) -> str:
    spans: list[Span] = []
    left = skip
    for index, word in enumerate(segment.words):
        text = word.text
        if spans and word.gap:
            before = segment.words[index - 1]
            spans.append(
                Span(" ", bold=before.bold and word.bold, italic=before.italic and word.italic, href=_common(before, word))
            )
        if left:
            text, left = text[left:] if left < len(text) else "", max(0, left - len(text) - 1)
        if text:
            spans.append(Span(text, bold=word.bold, italic=word.italic, href=_address(word.href)))
    return markdown.write(merged(spans)).strip()


def _common(before: PageWord, word: PageWord) -> str:
    return _address(word.href) if before.href == word.href else ""


def _address(href: str) -> str:
    from cvrender.formats.values import identifiers

    return href if href.startswith(("mailto:", "tel:")) and " " not in href else identifiers.url(href) or ""
