"""Read a PDF as lines: find its name and headings, and leave out what each page repeats."""

import re
import statistics
from collections import Counter
from dataclasses import replace

from cvrender.errors import Problem
from cvrender.formats.base import OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.values import markdown
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.header import left_out
from cvrender.old_cvs.headings import has_stem, is_of_contacts, is_usual, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.page_edges import with_edges
from cvrender.old_cvs.pdf.characters import PageWords
from cvrender.old_cvs.pdf.layout import PageRow, rows_of
from cvrender.old_cvs.pdf.left_cells import with_left_cells
from cvrender.old_cvs.pdf.lines import LineMaker, bullet_of, row_text
from cvrender.old_cvs.pdf.linkedin import LinkedInReader, is_linkedin
from cvrender.old_cvs.pdf.pages import read_pages
from cvrender.old_cvs.pdf.segments import LineSegment
from cvrender.old_cvs.person_name import is_likely

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
        reader = LinkedInReader(document, lambda some: LineMaker(content.file, some).read(), row_text)
        document.left_out += edges
        reader.read(rows)
        return document
    rows = _without_periods(with_left_cells(_without_signs(rows)))
    styles = _heading_styles(rows)
    rows = [part for row in rows for part in _with_notes_apart(row, styles)]
    begin = next((index for index, row in enumerate(rows[:_TOP]) if _is_heading(row, styles) and _is_known(row.text)), _TOP)
    headings = frozenset(index for index, row in enumerate(rows) if index >= begin and _is_heading(row, styles))
    rows = [_at_sizes(row) if index < begin else row for index, row in enumerate(rows)]
    lines = LineMaker(
        content.file, rows, _name_parts([row for index, row in enumerate(rows) if index not in headings]), headings
    ).read()
    document.lines, left = with_edges(lines, [], edges)
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


def _without_signs(rows: list[PageRow]) -> list[PageRow]:
    """Return the rows with headings without the signs before them, such as bullets, if a document has several of these."""
    bare = {index: _after_sign(row) for index, row in enumerate(rows) if bullet_of(row) is not None and len(row.text) < 60}
    heads = {index: row for index, row in bare.items() if row and _is_known(row.text) and _is_set_apart(row, rows)}
    return [heads.get(index, row) for index, row in enumerate(rows)] if len(heads) > 1 else rows


def _without_periods(rows: list[PageRow]) -> list[PageRow]:
    """Return the rows with bold headings without the periods after them, if a document ends several known ones so."""
    ends = {index for index, row in enumerate(rows) if row.text.endswith(".") and len(row.text) < 45 and _style(row)[1]}
    if sum(_is_known(rows[index].text) for index in ends) < 2:
        return rows
    return [_without_period(row) if index in ends else row for index, row in enumerate(rows)]


def _without_period(row: PageRow) -> PageRow:
    *words, last = row.segments[-1].words
    return replace(row, segments=[*row.segments[:-1], LineSegment([*words, replace(last, text=last.text.rstrip("."))])])


def _with_notes_apart(row: PageRow, styles: set[Style]) -> list[PageRow]:
    """Return a heading, and the note in smaller letters next to it as a row of its own."""
    first, *others = row.segments
    heading = replace(row, segments=[first])
    is_noted = (
        len(others) == 1 and len(others[0].text) > 20 and others[0].size < first.size - 1 and not any(dates_in(others[0].text))
    )
    return (
        [heading, replace(row, segments=others)] if is_noted and _is_heading(heading, styles) and _is_known(first.text) else [row]
    )


def _after_sign(row: PageRow) -> PageRow | None:
    """Return a row without the sign at its beginning, if the rest is one text."""
    first, *others = row.segments
    if len(first.text) == 1 and len(others) == 1:
        return replace(row, segments=others)
    is_alone = not others and len(first.words) > 1 and len(first.words[0].text) == 1
    return replace(row, segments=[LineSegment(first.words[1:])]) if is_alone else None


def _is_set_apart(row: PageRow, rows: list[PageRow]) -> bool:
    """Return whether a row looks larger or bolder than most rows."""
    usual = statistics.median(other.size for other in rows)
    return row.size > usual + 0.4 or row.segments[0].words[0].bold or row.text.isupper()


def _style(row: PageRow) -> Style:
    """Return how a row looks, but for what it says in parentheses and the marks of footnotes."""
    words = [word for segment in row.segments for word in segment.words if re.search(r"[^\W\d]", word.text)]
    letters = [char for char in row.text.partition(" (")[0] if char.isalpha()]
    return (
        round(row.size * 2) / 2,
        bool(words) and all(word.bold for word in words),
        bool(letters) and all(char.isupper() for char in letters),
    )


def _heading_styles(rows: list[PageRow]) -> set[Style]:
    """Return how headings look: as those lines do that are usual headings, and not as the text does."""
    body = Counter[tuple[float, bool]]()
    for row in rows:
        body[_style(row)[:2]] += len(row.text)
    usual, is_bold = body.most_common(1)[0][0] if body else (10.0, False)
    counted: Counter[Style] = Counter()
    for row in rows:
        if len(row.segments) == 1 and len(row.text) < 60 and is_usual(row.text) and bullet_of(row) is None:
            counted[_style(row)] += 1
    styles = set()
    for style, number in counted.items():
        if style[0] > usual + 0.4 or ((style[1] > is_bold or style[2]) and style[0] >= usual - 0.6):
            same = sum(style in [_style(replace(row, segments=[part])) for part in row.segments] for row in rows)
            if style == counted.most_common(1)[0][0] or 2 * number >= same:
                styles.add(style)
    if not styles and counted and (best := counted.most_common(1)[0][0]) != (usual, is_bold, False):
        styles = {best}
    return styles | _heading_clusters(rows, counted, usual)


def _heading_clusters(rows: list[PageRow], counted: Counter[Style], usual: float) -> set[Style]:
    """Return further looks of headings: larger than the text, of one usual heading at least, and of nothing but short lines."""
    clusters = set()
    for style in counted:
        same = [row for row in rows if _style(row) == style]
        if style[0] > usual + 0.4 and len(same) > 1 and all(_may_head(row) for row in same):
            clusters.add(style)
    return clusters


def _may_head(row: PageRow) -> bool:
    return len(row.segments) == 1 and len(row.text) < 50 and not any(dates_in(row.text)) and not row.text.endswith((".", ","))


def _is_known(text: str) -> bool:
    return is_usual(text) or bool(section_of(text)) or is_of_contacts(text)


def _name_parts(rows: list[PageRow]) -> list[LineSegment]:
    """Return the text of the name, the largest near the top of the first page, in one line or in two of one size."""
    first = [row for row in rows if row.page == 1]
    top = max((row.base for row in first), default=0.0)
    parts = [part for row in first if row.base > top - _HEAD for part in row.segments]
    usual = statistics.median([part.size for part in parts]) if parts else 0
    named = [[part] for part in parts if is_likely(part.text)]
    for part in parts:
        below = [other for other in parts if _goes_on(part, other) and max(part.size, other.size) > usual + 1]
        if below and is_likely(f"{part.text} {below[0].text}") and len(below[0].text.split()) < 4:
            named.append([part, below[0]])
    best = max(named, key=lambda some: (round(max(part.size for part in some)), len(some), -parts.index(some[0])), default=None)
    size = max((part.size for part in best or ()), default=0.0)
    other = max((part for part in parts if _may_name(part, 1.25 * size)), key=lambda part: part.size, default=None)
    if other and (not best or len(other.text.split()) > 1 or other.size > 1.8 * usual):
        best = [other]
    is_apart = best and (best[0].size > usual + 1 or best[0] is parts[0] and (best[0] is not other or other.words[0].bold))
    return best if best and is_apart else []


_TOP = 6
"""The first rows, which are headings only if they are known: a name and a title look as these do."""
_HEAD = 350
"""How far below the first line of a page its name may be, in points."""


def _goes_on(part: LineSegment, other: LineSegment) -> bool:
    """Return whether a text is right below another one that looks as large."""
    is_below = 0 < part.middle - other.middle < 2.2 * part.size
    most = 0.08 if " " in part.text or " " in other.text else 0.5
    return (
        is_below
        and abs(part.size - other.size) < most * max(part.size, other.size)
        and part.left < other.right
        and other.left < part.right
    )


def _may_name(part: LineSegment, size: float) -> bool:
    """Return whether a text of some size has words only, and none that say something else."""
    text = part.text
    if (
        part.size <= size
        or not re.fullmatch(r"[^\W\d_](?:[^\W\d_\u3040-\ud7af]| (?! )|['’.-]){1,59}", text)
        or len(text.split()) > 6
    ):
        return False
    return not (section_of(text) or has_stem(text) or text.casefold().strip() in left_out() or kinds(text))


def _is_heading(row: PageRow, headings: set[Style]) -> bool:
    if row.is_heading:
        return True
    if len(row.segments) > 1 or len(row.text) > 70 or bullet_of(row) is not None or any(dates_in(row.text)):
        return False
    return (
        (_style(row) in headings or (not headings or row.text.isupper()) and is_usual(row.text))
        and not row.text.rstrip().endswith((".", ","))
        and bool(re.search(r"[^\W\d_]{2}|[\u3040-\ud7af]", row.text))
    )


def _at_sizes(row: PageRow) -> PageRow:
    """Divide the text of a row where larger letters end: a name before the title of a job."""
    parts: list[LineSegment] = []
    for part in row.segments:
        sizes = [word.size for word in part.words]
        cut = next((index for index in range(1, len(sizes)) if min(sizes[:index]) > 1.15 * max(sizes[index:])), 0)
        parts += [LineSegment(part.words[:cut]), LineSegment(part.words[cut:])] if cut else [part]
    return replace(row, segments=parts)
