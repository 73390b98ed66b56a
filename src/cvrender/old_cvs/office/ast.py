"""Read pandoc's syntax tree as lines: headings, lists, tables, tabs and typefaces as they stand.

https://hackage.haskell.org/package/pandoc-types says what the nodes are.
"""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any

from cvrender.formats.lines import BULLETS, LineCell, LineKind, LineLook, OldLine
from cvrender.formats.values import markdown
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import is_usual, known_headings, plain
from cvrender.old_cvs.office.inlines import lines_of_inlines, notes
from cvrender.old_cvs.office.look_marks import EDGE, without_mark
from cvrender.old_cvs.office.named_columns import are_labelled, column_roles, labelled_line, named_row, names_columns
from cvrender.old_cvs.office.properties import entry_cells, is_of_person, person_cell
from cvrender.old_cvs.personal import label_of
from cvrender.old_cvs.tex.read import lines_of

_NO_LOOK = LineLook()
_ICON = re.compile(r"^(?:[\U0001f000-\U0001faff\u2706\u2709\u260e\u2b50\ufe0f\u200d]+\s*)+(?=\S)")
"""Pictures before a text, such as those for a telephone or a school, which say no more than the text."""
_BULLET = re.compile(rf"^\s*(?:[{BULLETS}・\uf0b7]|[»›→](?=\s))\s*")


class AstReader:
    """Collects the lines of blocks. Lines are numbered in the order of the document."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: list[OldLine] = []
        self.number = 0
        self.level = 0
        self.is_item = False
        self.of_employers = False
        self.left_out: list[OldLine] = []
        self.bibtex: list[str] = []

    def blocks(self, blocks: Iterable[Any]) -> None:
        """Read blocks."""
        for block in blocks:
            content = block.get("c")
            getattr(self, f"_{block['t'].casefold()}", self._other)(content)

    def person(self, said: Iterable[tuple[str, str]]) -> None:
        """Add what keys say of the person."""
        for cell in (person_cell(key, value) for key, value in said):
            if cell:
                self._emit([cell], "person")

    def _emit(self, cells: Iterable[LineCell], kind: LineKind = "text", level: int = 1, look: LineLook = _NO_LOOK) -> None:
        cells = tuple(cells)
        shown = tuple(cell for cell in cells if re.search(r"[^\W_]", cell.plain))
        self.number += 1
        if not shown:
            return
        if kind == "text" and _BULLET.fullmatch(f"{cells[0].plain.strip()} "):
            kind = "bullet"
        if bare := _ICON.sub("", shown[0].text):
            shown = (LineCell(bare, shown[0].role), *shown[1:])
        if kind in ("text", "heading") and _BULLET.match(shown[0].text):
            shown, kind = (LineCell(_BULLET.sub("", shown[0].text), shown[0].role), *shown[1:]), "bullet"
        self.lines.append(OldLine(shown, self.number, kind, level, self.file, look))

    def _break(self) -> None:
        if self.lines and self.lines[-1].kind != "break":
            self.lines.append(OldLine((), self.number, "break", 1, self.file))

    def _para(self, inlines: list[Any]) -> None:
        if _leads_within(inlines):
            self.left_out.append(
                OldLine(tuple(cell for line in lines_of_inlines(inlines) for cell in line), self.number, file=self.file)
            )
            return
        look = _take_look(inlines)
        for line in lines_of_inlines(inlines):
            self._emit(line, "bullet" if self.is_item else "text", max(1, self.level), look)
            self.is_item = False
        self._footnotes(inlines)

    def _footnotes(self, inlines: list[Any]) -> None:
        """Read the notes of a text below it."""
        for line in [line for note in notes(inlines) for line in self._inner(note)]:
            self._emit(line.cells)

    _plain = _para

    def _header(self, content: list[Any]) -> None:
        level, (_, _, properties), inlines = content
        look = _take_look(inlines)
        tags = [node["c"][0][2] for node in inlines if node["t"] == "Span" and "tag" in node["c"][0][1]]
        if [["tag-name", "ignore"]] in tags:
            return  # of an Org headline only what is below it is shown
        if is_of_person(dict(properties)):
            self.person(properties)
            return
        for line in lines_of_inlines(inlines):
            cells = entry_cells(line, dict(properties))
            self._emit(cells or line, "entry" if cells else "heading", int(level) if not cells else 1, look)
        self._footnotes(inlines)

    def _lineblock(self, lines: list[Any]) -> None:
        for inlines in lines:
            self._para(inlines)

    def _bulletlist(self, items: list[Any]) -> None:
        of_employers = any(map(_has_jobs, items))
        are_heads = of_employers or self.of_employers and _are_dated(items)
        outer, self.of_employers = self.of_employers, of_employers
        self.level += not are_heads
        for item in items:
            self.is_item = not are_heads
            self.blocks(item)
            if are_heads:
                self._break()
        self.is_item = False
        self.level -= not are_heads
        self.of_employers = outer

    def _orderedlist(self, content: list[Any]) -> None:
        self._bulletlist(content[1])

    def _definitionlist(self, items: list[Any]) -> None:
        for term, definitions in items:
            _take_look(term)
            cells = [cell for line in lines_of_inlines(term) for cell in line]
            inner = self._inner([block for definition in definitions for block in definition])
            heading = re.sub(r"(?<=\w)[-\u00ad] (?=[^\W\d_])", "", " ".join(cell.plain for cell in cells))
            if len(inner) > 1 and is_usual(heading):
                self._emit([LineCell(markdown.escape(heading))], "heading")
                self.blocks(block for definition in definitions for block in definition)
                continue
            if inner and inner[0].kind == "text" and _are_times([OldLine(tuple(cells))]):
                self._emit([*cells, *inner[0].cells])  # when, and what then was, as in a row of a table
                self.lines += inner[1:]
                self.number = max(self.number, inner[-1].number)
                continue
            if len(inner) == 1 and inner[0].kind == "text" and len(cells) == 1 and label_of(cells[0].plain):
                self._emit([LineCell(f"{cells[0].plain.rstrip(' :')}:"), *inner[0].cells])
                continue
            self._emit([LineCell(f"**{cell.plain}**" if cell.plain else "", "label") for cell in cells[:1]] + cells[1:], "row")
            for definition in definitions:
                self._bulletlist([definition])

    def _blockquote(self, blocks: list[Any]) -> None:
        self.blocks(blocks)

    def _div(self, content: list[Any]) -> None:
        self.blocks(content[1])
        self._break()

    def _figure(self, content: list[Any]) -> None:
        self.blocks(content[2])

    def _codeblock(self, content: list[Any]) -> None:
        if re.match(r"\s*@\w+\s*\{", content[1]):  # how to cite the work above
            self.bibtex.append(content[1])
            self.left_out += [OldLine((LineCell(line),), self.number, file=self.file) for line in content[1].split("\n")]
            return
        for line in content[1].split("\n"):
            self._emit([LineCell(markdown.escape(line))])

    def _horizontalrule(self, _: Any) -> None:
        self._break()

    def _rawblock(self, content: list[str]) -> None:
        format, text = content
        if format in ("latex", "tex"):
            self.lines += [replace(line, number=self.number) for line in lines_of(text, self.file)]

    def _other(self, _: Any) -> None:
        return

    def _table(self, content: list[Any]) -> None:
        """Read a table: rows of short cells are lines; a table that only lays out a page is read cell by cell."""
        self.blocks(content[1][1])  # its caption may be the heading
        head, bodies, foot = content[3], content[4], content[5]
        rows = [*head[1], *(row for body in bodies for part in (body[2], body[3]) for row in part), *foot[1]]
        roles: list[str] = []
        cells = [[self._inner(cell[4]) for cell in row[1]] for row in rows]
        aside = [inner for inner in cells if _begins_with_heading(inner)]
        if len(aside) > 1 and all(map(_is_in_capitals, aside)):  # and so are the others
            aside = list(filter(_is_in_capitals, cells))
        elif len(aside) > 2:
            aside += [inner for inner in cells if inner not in aside and _may_be_aside(inner)]
        is_of_parts = False
        are_pairs = sum(map(are_labelled, cells)) > 1
        taken = _below_headings(cells)
        for index, (row, inner) in enumerate(zip(rows, cells, strict=True)):
            if index in taken:
                self.lines += taken[index]
                continue
            if inner in aside and (len(aside) > 1 or row[1][0][2] > 1):  # next to all rows of a section
                heading = " ".join(line.plain for line in inner[0])
                self.lines.append(replace(inner[0][0], cells=(LineCell(heading),), kind="heading", number=self.number))
                inner, roles = inner[1:], []
            if are_pairs and are_labelled(inner):
                for label, value in zip(inner[::2], inner[1::2], strict=True):
                    self.lines += [labelled_line(label, value), *value[1:]] if value else []
            elif len(rows) > 1 and ((found := column_roles(inner)) or names_columns(inner)):
                roles = found
                is_of_parts = not found and self._is_below_dated()
                self.left_out += [line for lines in inner for line in lines]
            elif is_of_parts:
                self._emit([cell for lines in inner for line in lines[:1] for cell in line.cells], "bullet", 2)
                self.lines += [replace(line, kind="bullet", level=3) for lines in inner for line in lines[1:]]
            elif roles and (line := named_row(inner, roles, self.number + 1, self.file)):
                self.lines.append(line)
            else:
                self._row(inner)
            self.number += 1
        self._break()

    def _is_below_dated(self) -> bool:
        """Return whether what follows stands below a line with the time of a job, and so is of its parts."""
        above = [line for line in self.lines[-8:] if line.kind != "break"]
        last = max((index for index, line in enumerate(above) if line.kind == "heading"), default=-1)
        return any("start" in date.fields for line in above[last + 1 :] for date in dates_in(line.plain))

    def _inner(self, blocks: list[Any]) -> list[OldLine]:
        """Return the lines of a cell."""
        reader = AstReader(self.file)
        reader.number = self.number
        reader.blocks(blocks)
        self.bibtex, self.left_out = [*self.bibtex, *reader.bibtex], [*self.left_out, *reader.left_out]
        lines = [line for line in reader.lines if line.kind != "break"]
        if len(lines) > 1 and all(re.fullmatch("[\u3040-\ud7af]", line.plain) for line in lines):
            return [replace(lines[0], cells=(LineCell("".join(line.plain for line in lines)),))]  # written from top to bottom
        return lines

    def _row(self, inner: list[list[OldLine]]) -> None:
        filled = [_whole_time(lines) for lines in inner if lines]
        several = [lines for lines in filled if len(lines) > 1]
        if len(several) > 1 and len({len(lines) for lines in several}) == 1 and any(map(_are_times, several)):
            self._emit(cell for lines in filled if len(lines) == 1 for cell in lines[0].cells)
            for row in zip(*several, strict=True):  # rows whose borders are not drawn
                self._emit(cell for line in row for cell in line.cells)
            return
        if len(filled) == 2 and len(filled[0]) > 1 and _are_times(filled[0]) and (starts := _starts(filled[1], len(filled[0]))):
            ends = (*starts[1:], len(filled[1]))
            for time, start, end in zip(filled[0], starts, ends, strict=True):
                self._emit([*time.cells, *filled[1][start].cells])
                self.lines += filled[1][start + 1 : end]
            return
        dated = [lines for lines in filled if any(any(dates_in(line.plain)) for line in lines)]
        if len(filled) > 2 and all(map(_is_wrapped, filled)) and len(dated) == 1 and _are_times(dated[0]):
            self._emit(cell for lines in filled for cell in _joined(lines))
            return
        if any(len(lines) > 1 and plain(lines[0].plain) in known_headings() for lines in filled):
            rest = [line for lines in filled for line in lines]  # the columns of a page
        elif (
            len(filled) > 1 and sum(len(lines) > 1 for lines in filled) <= 1 and all(lines[0].kind == "text" for lines in filled)
        ):
            firsts = [cell for lines in filled for cell in lines[0].cells]
            self._emit(firsts)
            rest = [line for lines in filled for line in lines[1:]]
        elif len(filled) == 2 and 2 < len(filled[0]) < 8 and all(map(_is_short, filled[0])) and (times := _times(filled[0])):
            whole = times[0] if len(times) == 1 else f"{times[0]} – {times[-1]}"
            cells = [cell for line in filled[0] for cell in line.cells if not any(dates_in(cell.plain))]
            self._emit([*cells, LineCell(whole)])
            rest = filled[1]
        elif len(filled) == 2 and len(filled[0]) < 3 and all(map(_is_short, filled[0])):
            self._emit([*(cell for line in filled[0] for cell in line.cells), *filled[1][0].cells], "text")
            rest = filled[1][1:]
        else:
            rest = [line for lines in filled for line in lines]
        self.lines += rest


def _below_headings(cells: list[list[list[OldLine]]]) -> dict[int, list[OldLine]]:
    """Return the lines of rows that begin with headings of sections abreast, column by column, by the first of these rows."""
    taken: dict[int, list[OldLine]] = {}
    columns: list[list[OldLine]] = []
    start = 0
    for index, inner in enumerate(cells):
        filled = list(filter(None, inner))
        if _are_headings(filled):
            start, columns = index, filled
        elif columns and len(filled) in (0, len(columns)):
            taken[index] = []
            columns = [[*above, *lines] for above, lines in zip(columns, filled or [[]] * len(columns), strict=True)]
        else:
            columns = []
            continue
        taken[start] = list(chain.from_iterable(columns))
    return taken


def _are_headings(filled: list[list[OldLine]]) -> bool:
    """Return whether the cells of a row are headings of sections abreast."""
    firsts = [lines[0] for lines in filled if len(lines) == 1]
    if not 1 < len(firsts) == len(filled):
        return False
    return all(line.kind == "heading" or is_usual(line.plain) for line in firsts) and any(is_usual(line.plain) for line in firsts)


def _has_jobs(item: list[Any]) -> bool:
    """Return whether an item of a list is an employer with jobs: a list of lines that each have a time at the other margin."""
    return any(_are_dated(block["c"]) for block in item if block["t"] == "BulletList")


def _are_dated(items: list[Any]) -> bool:
    firsts = [next(lines_of_inlines(item[0]["c"]), []) if item and item[0]["t"] in ("Para", "Plain") else [] for item in items]
    return all(len(line) > 1 and _are_times([OldLine(tuple(line[-1:]))]) for line in firsts)


def _are_times(lines: list[OldLine]) -> bool:
    """Return whether each line of a cell is a time, and so there are as many rows in it."""
    firsts = [(next(iter(dates_in(line.plain)), None), line.plain) for line in lines]
    return all(date and not date.begin and not text[date.end :].strip(" .") for date, text in firsts)


def _starts(lines: list[OldLine], number: int) -> list[int]:
    """Return where a number of entries begin in a cell next to one with their times: at bold lines, or at equal distances."""
    bold = [index for index, line in enumerate(lines) if line.text.startswith("**") or line.look.bold]
    if len(bold) == number and not bold[0]:
        return bold
    step, left = divmod(len(lines), number)
    return list(range(0, len(lines), step)) if not left and 1 < step < 4 and all(map(_is_short, lines)) else []


def _is_short(line: OldLine) -> bool:
    return line.kind == "text" and len(line.plain) < 40


def _times(lines: list[OldLine]) -> list[str]:
    """Return the times that cells say, each without what else the cell says."""
    texts = [cell.plain for line in lines for cell in line.cells]
    return [text[date.begin : date.end] for text in texts for date in dates_in(text)]


def _whole_time(lines: list[OldLine]) -> list[OldLine]:
    """Return the lines of a cell, which are one if they are the two ends of a time."""
    if len(lines) != 2 or any(len(line.cells) > 1 for line in lines):
        return lines
    both = f"{lines[0].plain.rstrip(' -–—~～〜')} – {lines[1].plain.lstrip(' -–—~～〜')}"
    is_time = any("start" in date.fields and date.end - date.begin == len(both) for date in dates_in(both))
    return [replace(lines[0], cells=(LineCell(both),))] if is_time else lines


def _is_wrapped(lines: list[OldLine]) -> bool:
    """Return whether a cell has one line, or two or three short ones that may be one text."""
    return len(lines) < 4 and all(map(_is_short, lines))


def _joined(lines: list[OldLine]) -> list[LineCell]:
    """Return the lines of a cell as one, but for times."""
    if len(lines) == 1 or any(any(dates_in(line.plain)) for line in lines):
        return [cell for line in lines for cell in line.cells]
    return [LineCell(re.sub(r"\*\* \*\*|(?<!\*)\* \*(?!\*)", " ", " ".join(cell.text for line in lines for cell in line.cells)))]


def _begins_with_heading(inner: list[list[OldLine]]) -> bool:
    """Return whether a row has a usual heading in its first cell, and what it is of in the others."""
    first = inner[0] if inner else []
    return len(first) == 1 and first[0].kind in ("text", "heading") and is_usual(first[0].plain) and any(inner[1:])


def _may_be_aside(inner: list[list[OldLine]]) -> bool:
    """Return whether the first cell of a row may be a heading, as others of its column are: a few words next to several lines."""
    first = inner[0] if inner else []
    is_short = len(first) == 1 and first[0].kind in ("text", "heading") and re.fullmatch(r"[^\d,;:]{3,40}:?", first[0].plain)
    return bool(is_short) and sum(map(len, inner[1:])) > 2


def _is_in_capitals(inner: list[list[OldLine]]) -> bool:
    """Return whether the first cell of a row may be a heading in capitals."""
    said = " ".join(line.plain for line in inner[0]) if inner else ""
    return said.isupper() and len(said) < 60 and len(inner[0]) < 4 and not any(dates_in(said)) and any(inner[1:])


def _take_look(inlines: list[Any]) -> LineLook:
    """Take the mark of a look out of a paragraph, and return the look."""
    for node in inlines[:3]:
        if node["t"] == "Str" and node["c"].startswith(EDGE):
            node["c"], look = without_mark(node["c"])
            return look
    return _NO_LOOK


def _leads_within(inlines: list[Any]) -> bool:
    """Return whether a paragraph is nothing but a link to another place of the page, as in a list of contents."""
    return len(inlines) == 1 and inlines[0].get("t") == "Link" and str(inlines[0]["c"][2][0]).startswith("#")
