"""Read the PDF that LinkedIn makes of a profile, whose sizes of type say what each line is.

A column at the left has the contacts, skills, languages and other lists. The text has a name of 26 points, headings of 15.75, and
employers and institutions of 12, jobs of 11.5, and times, places and texts of 10.5 points, in every language.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, LineKind, OldLine
from cvrender.formats.values import markdown
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.kinds_of_words import is_place
from cvrender.old_cvs.pdf.layout import PageRow

_NAME, _HEADING, _EMPLOYER, _TITLE, _ASIDE_HEADING = 26.0, 15.75, 12.0, 11.5, 13.0
_NEAR = 17.5
"""The distance of a place from the time above it, at most; a text is further away."""
_DURATION = re.compile(r"\s*\(([^()]*\d[^()]*)\)\s*$")
_PERIOD = re.compile(r"\s*[·•∙]?\s*\(([^()]+)\)\s*$")
_KIND_OF_LINK = re.compile(r"\s*\(([^()\d]{2,30})\)\s*$")

RowsAsLines = Callable[[list[PageRow]], list[OldLine]]
"""Reads rows of text, with paragraphs and bullets."""
CellText = Callable[[PageRow], str]
"""Returns a row as inline Markdown."""


def _is(row: PageRow, size: float) -> bool:
    return abs(row.size - size) < 0.3


def is_linkedin(rows: list[PageRow], properties: dict[str, str]) -> bool:
    """Return whether rows are of LinkedIn's PDF of a profile."""
    said = any(value == "LinkedIn" for value in properties.values()) or any("(LinkedIn)" in row.text for row in rows)
    sizes = {size for row in rows for part in row.segments for size in (_NAME, _HEADING) if abs(part.size - size) < 0.3}
    has_aside = any(abs(row.segments[0].size - _ASIDE_HEADING) < 0.3 and row.segments[0].left < 60 for row in rows)
    return said and has_aside and len(sizes) == 2


@dataclass
class LinkedInReader:
    """Collects the lines of a profile."""

    document: OldDocument
    as_lines: RowsAsLines
    cell: CellText
    employer: str = ""
    section: str = ""
    lines: list[OldLine] = field(default_factory=list)

    def read(self, rows: list[PageRow]) -> None:
        """Read the rows of all pages: the text first, then the column at the left."""
        margin = min(part.left for row in rows for part in row.segments if abs(part.size - _NAME) < 0.3) - 10
        main, aside = list(_side(rows, margin, left=False)), list(_side(rows, margin, left=True))
        start = next((index for index, row in enumerate(main) if _is(row, _HEADING)), len(main))
        self._person(main[:start])
        self._aside(aside)
        for section in _sections(main[start:], _HEADING):
            self._section(section[0], section[1:])
        self.document.lines = self.lines

    def _emit(self, kind: LineKind, row: PageRow, *cells: tuple[str, str]) -> None:
        shown = tuple(LineCell(text, role) for text, role in cells if re.search(r"\w", text))
        if shown:
            self.lines.append(OldLine(shown, row.page, kind, 1, self.document.file))

    def _leave_out(self, row: PageRow, text: str) -> None:
        self.document.left_out.append(OldLine((LineCell(markdown.escape(text)),), row.page, file=self.document.file))

    def _heading(self, row: PageRow, usual: str) -> None:
        """Add a heading; one in a language that no list knows becomes the usual one, if the layout tells which it is."""
        text = " ".join(row.text.split())
        if usual and section_of(text) != section_of(usual):
            self._leave_out(row, text)
            text = usual
        self._emit("heading", row, (markdown.escape(text), ""))

    def _person(self, rows: list[PageRow]) -> None:
        names = [row for row in rows if _is(row, _NAME)]
        rest = [row for row in rows if row not in names]
        if names:
            self._emit("person", names[0], (" ".join(row.text for row in names), "name"))
        place = len(rest) > 1 and (is_place(rest[-1].text) or not _is_full(rest[-2], rest[-1]))
        if headline := " ".join(self.cell(row) for row in (rest[:-1] if place else rest)):
            self._emit("person", rest[0], (headline, "headline"))
        if place:
            self._emit("person", rest[-1], (rest[-1].text, "location"))

    # the column at the left

    def _aside(self, rows: list[PageRow]) -> None:
        for index, (heading, *inner) in enumerate(_sections(rows, _ASIDE_HEADING)):
            if not index:
                self._leave_out(heading, heading.text)
                self._contacts(inner)
                continue
            self._heading(heading, "")
            for item in _items(inner):
                self._emit("bullet", item[0], (" ".join(self.cell(row) for row in item), ""))

    def _contacts(self, rows: list[PageRow]) -> None:
        """Read the contacts: the rows of an address that is broken have one target."""
        addresses: dict[str, tuple[PageRow, str]] = {}
        for row in rows:
            target = next((word.href for part in row.segments for word in part.words if word.href), "")
            text = "".join(part.text for part in row.segments) if target else " ".join(part.text for part in row.segments)
            if kind := _KIND_OF_LINK.search(text):
                self._leave_out(row, kind[1])
                text = text[: kind.start()]
            key = target or f"{row.page}:{row.base}"
            first, known = addresses.get(key, (row, ""))
            addresses[key] = first, known + text
        for row, text in addresses.values():
            self._emit("person", row, (markdown.escape(text), "contacts"))

    # the text

    def _section(self, heading: PageRow, rows: list[PageRow]) -> None:
        if any(_is(row, _TITLE) for row in rows):
            self._heading(heading, "Experience")
            self.employer = ""
            for group in _sections(rows, _TITLE):
                self._position(group)
        elif rows and _is(rows[0], _EMPLOYER) and any(row.size < 11 for row in rows):
            self._heading(heading, "Education")
            for group in _sections(rows, _EMPLOYER):
                self._degree(group)
        else:
            self._heading(heading, "")
            self.lines += self.as_lines(rows)

    def _position(self, rows: list[PageRow]) -> None:
        """Read a job, and the employer of the next, which is below it."""
        after = next((index for index, row in enumerate(rows) if _is(row, _EMPLOYER)), len(rows))
        mine, others = rows[:after], rows[after:]
        if mine and _is(mine[0], _TITLE):
            titles = [row for row in mine if _is(row, _TITLE)]
            below = [row for row in mine if row not in titles]
            cells = [(self.employer, "employer"), (" ".join(self.cell(row) for row in titles), "job")]
            if below and any(dates_in(_without_duration(below[0].text))):
                time = below.pop(0)
                if match := _DURATION.search(" ".join(time.text.split())):
                    self._leave_out(time, match[1])
                cells.append((markdown.escape(_without_duration(time.text)), "date"))
                if below and below[0].page == time.page and 0 < time.base - below[0].base < _NEAR:
                    cells.append((self.cell(below.pop(0)), "location"))
            self._emit("entry", titles[0], *cells)
            self.lines += self.as_lines(below)
        names = [row for row in others if _is(row, _EMPLOYER)]
        if names:
            self.employer = " ".join(self.cell(row) for row in names)
            for row in others[len(names) :]:
                self._leave_out(row, row.text)

    def _degree(self, rows: list[PageRow]) -> None:
        names = [row for row in rows if _is(row, _EMPLOYER)]
        said = " ".join(" ".join(part.text for part in row.segments) for row in rows if row not in names)
        period = _PERIOD.search(said)
        period = period if period and any(dates_in(period[1])) else None
        degree, _, subject = (said[: period.start()] if period else said).partition(", ")
        cells = [(" ".join(self.cell(row) for row in names), "employer"), (markdown.escape(degree.strip(" ·•∙")), "job")]
        cells += [(markdown.escape(subject.strip(" ·•∙")), "field"), (period[1] if period else "", "date")]
        self._emit("entry", rows[0], *cells)


def _without_duration(text: str) -> str:
    return _DURATION.sub("", " ".join(text.split()))


def _side(rows: list[PageRow], margin: float, *, left: bool) -> Iterator[PageRow]:
    """Yield what of each row is at one side of a margin."""
    for row in rows:
        if parts := [part for part in row.segments if (part.left < margin) == left]:
            yield PageRow(parts, min(row.edge, margin) if left else row.edge, row.page)


def _sections(rows: list[PageRow], size: float) -> Iterator[list[PageRow]]:
    """Yield groups of rows that begin with rows of a size, and, where the first does not, those before it."""
    group: list[PageRow] = []
    for row in rows:
        if _is(row, size) and group and not all(_is(other, size) for other in group):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _is_full(before: PageRow, row: PageRow) -> bool:
    """Return whether the first word of a row had no room on the one before."""
    first = row.segments[0].words[0]
    return before.segments[-1].right + (first.right - first.left) > before.edge - 25


def _items(rows: list[PageRow]) -> Iterator[list[PageRow]]:
    """Yield the rows of each item of a list: one that goes on is full, and its next row near."""
    item: list[PageRow] = []
    for row in rows:
        if item and (not _is_full(item[-1], row) or item[-1].base - row.base > _NEAR or item[-1].page != row.page):
            yield item
            item = []
        item.append(row)
    if item:
        yield item
