"""Read a PDF as lines: join the lines of a paragraph, find bullets and headings, and leave out what each page repeats."""

import re
import statistics
from collections import Counter
from dataclasses import replace

from cvrender.errors import Problem
from cvrender.formats.base import OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine, merged
from cvrender.formats.values import markdown
from cvrender.model.text import Span
from cvrender.old_cvs.header import left_out
from cvrender.old_cvs.headings import is_usual, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.page_edges import with_edges
from cvrender.old_cvs.pdf.characters import PageWord, PageWords
from cvrender.old_cvs.pdf.layout import PageRow, rows_of
from cvrender.old_cvs.pdf.linkedin import LinkedInReader, is_linkedin
from cvrender.old_cvs.pdf.pages import read_pages
from cvrender.old_cvs.pdf.segments import LineSegment
from cvrender.old_cvs.person_name import is_likely
from cvrender.old_cvs.when import dates_in

_BULLET = re.compile(r"^(?:[•●◦○▪■□▸►‣⁃∙·◆◇❖➢➤✓✔*⋄–—-]|o(?=\s)|\uf0b7)\s*(?=\S)")
_NUMBER = re.compile(r"^(?:\[[A-Z]{0,4}\d{1,3}\]|\(?\d{1,3}[.)])\s+(?=\D)")
_ADDRESS = re.compile(r"(?:https?://|\b10\.\d{4,9}/)\S*[./_-]$|\bdoi\.org/10\.$")
Style = tuple[float, bool, bool]


def read_pdf(content: Content) -> OldDocument:
    """Read a PDF. Raises InputError for one without text."""
    pages, properties = read_pages(content.raw, content.file)
    document = OldDocument("pdf", content.file)
    rows = rows_of(pages)
    _note_hidden(document, pages)
    rows, repeated = _without_repeated(rows, len(pages), [page.height for page in pages])
    edges = [OldLine((LineCell(markdown.escape(row.text)),), row.page, file=content.file) for row in repeated]
    if is_linkedin(rows, properties):
        reader = LinkedInReader(document, lambda some: _lines(some, set(), [], content.file), _row_text)
        document.left_out += edges
        reader.read(rows)
        return document
    headings = _heading_styles(rows)
    name = _name_rows(rows)
    document.lines, left = with_edges(_lines(rows, headings, name, content.file), [], edges)
    document.left_out += left
    return document


def _note_hidden(document: OldDocument, pages: list[PageWords]) -> None:
    """Note text that nobody sees on the pages: it is listed, not read."""
    for number, page in enumerate(pages, 1):
        rows = rows_of([replace(page, words=page.hidden)]) if page.hidden else []
        for row in rows:
            document.left_out.append(OldLine((LineCell(markdown.escape(row.text)),), number, file=document.file))
        if rows:
            text = " ".join(row.text for row in rows)
            message = (
                f"page {number} has text that cannot be seen, which is not imported: “{text[:200]}{'…' * (len(text) > 200)}”"
            )
            document.problems.append(Problem(message, document.file, severity="warning", code="doubtful"))


def _without_repeated(rows: list[PageRow], pages: int, heights: list[float]) -> tuple[list[PageRow], list[PageRow]]:
    """Return the rows without the headers and footers that several pages share, save for numbers."""
    keys: Counter[tuple[int, str]] = Counter()
    for row in rows:
        keys[_place(row)] += 1
    repeated = []
    kept = []
    for row in rows:
        is_edge = row.base < 60 or row.base > heights[row.page - 1] - 60
        is_number = re.fullmatch(r"\W*(?:\w+ )?\d{1,3}(?:\s*(?:/|of|von|de|sur)\s*\d{1,3})?\W*", row.text) and row.base < 60
        first = row.page == 1 and row.base > heights[0] - 60
        if not first and (is_number or is_edge and pages > 1 and keys[_place(row)] >= max(2, pages - 1)):
            repeated.append(row)
        else:
            kept.append(row)
    return kept, repeated


def _place(row: PageRow) -> tuple[int, str]:
    return round(row.base / 4), re.sub(r"\d+", "#", row.text)


def _style(row: PageRow) -> Style:
    words = [word for segment in row.segments for word in segment.words]
    letters = [char for char in row.text if char.isalpha()]
    return round(row.size * 2) / 2, all(word.bold for word in words), bool(letters) and all(char.isupper() for char in letters)


def _heading_styles(rows: list[PageRow]) -> set[Style]:
    """Return how headings look: as those lines do that are usual headings, and not as the text does."""
    body = Counter[float]()
    for row in rows:
        body[round(row.size * 2) / 2] += len(row.text)
    usual = body.most_common(1)[0][0] if body else 10.0
    counted: Counter[Style] = Counter()
    for row in rows:
        if len(row.segments) == 1 and len(row.text) < 60 and is_usual(row.text):
            counted[_style(row)] += 1
    found = set()
    for style, number in counted.items():
        if style[0] > usual + 0.4 or ((style[1] or style[2]) and style[0] >= usual - 0.6):
            same = sum(_style(row) == style for row in rows if len(row.segments) == 1)
            if style == counted.most_common(1)[0][0] or 2 * number >= same:
                found.add(style)
    if not found and counted:
        found = {counted.most_common(1)[0][0]}
    return found | _heading_clusters(rows, counted, usual)


def _heading_clusters(rows: list[PageRow], counted: Counter[Style], usual: float) -> set[Style]:
    """Return further looks of headings: larger than the text, of one usual heading at least, and of nothing but short lines."""
    found = set()
    for style in counted:
        same = [row for row in rows if _style(row) == style]
        if style[0] > usual + 0.4 and len(same) > 1 and all(_may_head(row) for row in same):
            found.add(style)
    return found


def _may_head(row: PageRow) -> bool:
    return len(row.segments) == 1 and len(row.text) < 50 and not any(dates_in(row.text)) and not row.text.endswith((".", ","))


def _name_rows(rows: list[PageRow]) -> list[PageRow]:
    """Return the row with the name, the largest near the top of the first page, and a second one that continues it."""
    first = [row for row in rows if row.page == 1][:60]
    named = [row for row in first if is_likely(row.segments[0].text)] or [
        row
        for row in first
        if re.search(r"[^\W\d_]{2}", row.text)
        and not re.search(r"[@\d:]", row.text)
        and len(row.text) < 60
        and not section_of(row.text)
        and row.text.casefold().strip() not in left_out()
        and not kinds(row.text)
    ]
    usual = statistics.median([row.size for row in first]) if first else 0
    best = max(named, key=lambda row: (row.size, -first.index(row)), default=None)
    if best is None or best.size <= usual + 1 and best is not first[0]:
        return []
    after = first[first.index(best) + 1] if best is not first[-1] else best
    before = first[first.index(best) - 1]
    for one, other in ((best, after), (before, best)):
        pair = f"{one.text} {other.text}"
        if (
            one is not other
            and abs(one.size - other.size) < 0.5
            and best.size > usual + 1
            and len(pair.split()) < 6
            and is_likely(pair)
        ):
            return [one, other]
    return [best]


def _lines(rows: list[PageRow], headings: set[Style], name: list[PageRow], file: str) -> list[OldLine]:
    made: list[OldLine] = []
    before: PageRow | None = None
    number = 0
    lefts: list[float] = []
    for row in rows:
        number += 1
        text = row.text
        if not re.search(r"\w", text):
            continue
        if row in name:
            role = "name" if len(name) == 1 else "first" if row is name[0] else "family"
            made.append(OldLine(tuple(LineCell(_cell(part), role) for part in row.segments[:1]), row.page, "person", 1, file))
            made += [OldLine((LineCell(_cell(part)),), row.page, "text", 1, file) for part in row.segments[1:]]
            before = None
            continue
        if _is_heading(row, headings):
            made.append(OldLine((LineCell(_cell(row.segments[0])),), row.page, "heading", 1, file))
            before, lefts = None, []
            continue
        bullet = _bullet(row)
        if bullet is not None:
            row = _with_date_above(made, row, bullet)
            level = _level(lefts, row.segments[0].left)
            made.append(OldLine(_cells(row, bullet), row.page, "bullet", level, file))
        elif before and made and made[-1].kind in ("text", "bullet") and _continues(before, row, made[-1]):
            made[-1] = _joined(made[-1], _cells(row, 0))
        else:
            if before and _gap(before, row) > 1.9 * max(before.size, row.size) and made[-1].kind != "break":
                made.append(OldLine((), row.page, "break", 1, file))
            cells = _cells(row, 0)
            if cells:
                made.append(OldLine(cells, row.page, "text", 1, file))
        before = row if text.strip() else before
    return made


def _with_date_above(made: list[OldLine], row: PageRow, bullet: int) -> PageRow:
    """Move what stands at the right of a bullet to the line above, a head without a date: it belongs to the entry."""
    kept = 2 if bullet < 0 else 1
    aside = row.segments[kept:]
    above = made[-1] if made else None
    if not aside or above is None or above.kind != "text" or len(aside[-1].text) > 40:
        return row
    if any(dates_in(above.plain)) or not any(dates_in(part.text) for part in aside):
        return row
    cells = (*above.cells, *(LineCell(_cell(part)) for part in aside))
    made[-1] = OldLine(cells, above.number, above.kind, above.level, above.file)
    return PageRow(row.segments[:kept], row.edge, row.page)


def _is_heading(row: PageRow, headings: set[Style]) -> bool:
    if row.is_heading:
        return True
    if len(row.segments) > 1 or len(row.text) > 70 or _bullet(row) is not None or any(dates_in(row.text)):
        return False
    return _style(row) in headings and not row.text.rstrip().endswith((".", ",")) and bool(re.search(r"\w{2}", row.text))


def _bullet(row: PageRow) -> int | None:
    """Return how many characters of a row are its bullet; None for a row without one. A number of a list is kept."""
    text = row.segments[0].text
    if len(row.segments) > 1 and re.fullmatch(r"[•●◦○▪■□▸►‣⁃∙·◆◇❖➢➤✓✔*⋄–—o-]", text):
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


def _continues(before: PageRow, row: PageRow, line: OldLine) -> bool:
    """Return whether a row continues the paragraph of the row before: that one is full, and both look alike."""
    last, first = before.segments[-1], row.segments[0]
    if (
        abs(last.size - first.size) > 1
        or _gap(before, row) > 1.75 * max(before.size, row.size)
        or _gap(before, row) < 0
        and before.page == row.page
    ):
        return False
    if (
        len(before.segments) > 1
        and line.kind != "bullet"
        and not (len(before.segments) == 2 and len(last.text) > 50 and abs(first.left - last.left) < 4)
    ):
        return False
    if len(row.segments) > 1 and any(dates_in(row.segments[-1].text)):
        return False
    if line.kind == "bullet":
        start = before.segments[0].left
        if first.left < start - 1 or (
            first.left < start + 2 and not _NUMBER.match(line.plain) and len(line.plain) > len(before.text) + 10 and False
        ):
            return False
        if first.left > start + 1.5 or len(before.text) > 60:
            return _is_full(before, first) or first.left > start + 1.5 and not first.words[0].bold
    return (
        _is_full(before, first)
        and abs(first.left - before.segments[0].left) < 30
        and (last.words[-1].bold == first.words[0].bold or first.text[:1].islower())
    )


def _is_full(before: PageRow, first: LineSegment) -> bool:
    """Return whether the first word of a row had no room on the one before."""
    return before.segments[-1].right + (first.words[0].right - first.words[0].left) > before.edge - 3


def _joined(line: OldLine, cells: tuple[LineCell, ...]) -> OldLine:
    if not line.cells or not cells:
        return line
    last, first = line.cells[-1], cells[0]
    end, begin = re.search(r"(?<=\w)-(\*{0,3})$", last.text), re.match(r"(\*{0,3})(.)", first.text)
    if end and begin and end[1] == begin[1] and begin[2].isalpha():
        text = last.text[: end.start() + begin[2].isupper()] + first.text[begin.end(1) :]
    else:
        text = f"{last.text}{'' if _ADDRESS.search(last.text) else ' '}{first.text}"
    text = re.sub(r"(?<=[^\s*])\*\* \*\*(?=[^\s*])|(?<=[^\s*])\* \*(?=[^\s*])", " ", text)
    return OldLine((*line.cells[:-1], LineCell(text), *cells[1:]), line.number, line.kind, line.level, line.file)


def _cells(row: PageRow, skip: int) -> tuple[LineCell, ...]:
    """Return the parts of a row as Markdown, without the bullet."""
    segments = row.segments[1:] if skip < 0 else row.segments
    made = [LineCell(text) for index, part in enumerate(segments) if (text := _cell(part, skip if not index and skip > 0 else 0))]
    return tuple(made)


def _row_text(row: PageRow) -> str:
    return " ".join(cell.text for cell in _cells(row, 0))


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
