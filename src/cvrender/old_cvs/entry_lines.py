"""Define an entry of a section: the lines of its head, and what is said below it; and give entries what several of them share."""

import re
from dataclasses import dataclass, field, replace

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.commas import says_below
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.head_parts import _is_time, divided
from cvrender.old_cvs.kinds_of_words import is_place, kinds

_LONG = 160
"""The characters of a line that is a paragraph, not a head."""

_MARKED = re.compile(r"\*{1,3}[^*]{3,60}\*{1,3},? ")
"""How a line begins whose first words alone are set apart by their typeface, such as a job before its group."""


@dataclass
class EntryLines:
    """An entry of the source. `shares` says that it has no employer of its own, and so belongs to the entry before it."""

    heads: list[OldLine] = field(default_factory=list)
    body: list[OldLine] = field(default_factory=list)
    shares: bool = False

    @property
    def line(self) -> OldLine:
        """Return the first line."""
        return (self.heads or self.body)[0]


def has_date(line: OldLine) -> bool:
    """Return whether a line has the time of an entry."""
    return any(_is_time(cell.plain, date) for cell in line.cells for date in dates_in(cell.plain))


def is_head(line: OldLine) -> bool:
    """Return whether a line can belong to the head of an entry."""
    return line.kind in ("text", "entry", "row", "heading") and (
        len(line.plain) < _LONG or has_date(line) and len(line.plain) < 2 * _LONG
    )


def is_prose(line: OldLine) -> bool:
    """Return whether a line is a sentence or longer."""
    return (
        line.kind == "text"
        and len(line.cells) == 1
        and not (len(line.plain) < _LONG and _MARKED.match(line.text))
        and (len(line.plain) > 110 or _is_sentence(line) or bool(re.search(r".{15}[。；]$", line.plain)))
    )


def _is_sentence(line: OldLine) -> bool:
    """Return whether a line that is not set apart ends as a sentence, and names nothing: `Focus on courses in logic.`"""
    number = len(line.plain.split())
    if number > 7 and re.search(r"\w\w\.$", line.plain):
        return True
    is_set_apart = line.text.startswith(("*", "[")) or any(dates_in(line.plain))
    return not is_set_apart and number > 3 and bool(_ENDED.search(line.plain)) and not kinds(line.plain)


_ENDED = re.compile(r"[^\W\d_A-Z][^\W\d_]{3,}\.$")


_NAME = 170
"""The characters of a line that is a sentence, not the name of a job."""
_NAME_WORDS = 10
"""The words that the name of an employer may have; more are a sentence."""


def mended(blocks: list[EntryLines], section: str) -> list[EntryLines]:
    """Give entries the employer that is said below their heads, or above a list of them."""
    blocks = list(map(_without_sentence, blocks))
    main = "degree" if section == "education" else "title"
    return [_with_main_below(_with_employer_below(block), main) for block in blocks]


_SENTENCE = re.compile(
    r"(?P<head>.{8,180}?(?:(?<=[^\W\d_]{3})|(?<=\)))\*{0,3}\.\*{0,3}) +"
    r"(?P<said>[^\W\d_a-z][^\W\d_]+,?(?: [^ ]+)*? [^\W\d_A-Z][^\W\d_]+.*)",
    re.DOTALL,
)
"""A head, and a sentence behind it: `Developer, Acme, Lund. Worked on the web pages of the company.`"""


_SHORTENED = re.compile(r"\b(?:[^\W\d_]{1,3}|Univ|Dept|Inst|Prof|Corp|Assoc)\.$")


def _without_sentence(block: EntryLines) -> EntryLines:
    """Take a sentence behind a head out of it: it is said below."""
    line = block.heads[-1] if block.heads else None
    cell = line.cells[-1] if line is not None and line.cells else LineCell("", "none")
    match = _SENTENCE.fullmatch(cell.text) if cell.role in ("", "text") else None
    if line is None or match is None or not line.plain.strip():
        return block
    said = LineCell(match["said"])
    first = re.split(r"[.;:]", said.plain)[0]
    if any(dates_in(said.plain)) or kinds(first) - {"grade"} or is_place(first) or _SHORTENED.search(match["head"]):
        return block
    head = replace(line, cells=(*line.cells[:-1], replace(cell, text=match["head"])))
    below = replace(line, cells=(said,), kind="text")
    return EntryLines([*block.heads[:-1], head], [below, *block.body], block.shares)


def _with_main_below(block: EntryLines, kind: str) -> EntryLines:
    """Take the first line below a macro's entry for its degree or title, if it says one, and the head does not."""
    first = block.body[0] if block.body else None
    if first is None or first.kind != "text" or len(first.plain) > _NAME or is_prose(first):
        return block
    roles = [cell.role for line in block.heads for cell in line.cells if not (cell.role == "date" or is_place(cell.plain))]
    if not block.heads or any(line.kind != "entry" for line in block.heads) or any(roles) and roles != ["title"]:
        return block
    if any(kind in part.kinds for part in divided(block.heads)[0]) or kind not in _kinds(first):
        return block
    return EntryLines([*block.heads, first], block.body[1:], block.shares)


def _with_employer_below(block: EntryLines) -> EntryLines:
    """Take the first bullet of a macro's entry for its employer, if it says one, and the head does not."""
    first = block.body[0] if block.body else None
    if (
        first is None
        or first.kind != "bullet"
        or len(first.plain.split()) > _NAME_WORDS
        or any(line.kind != "entry" for line in block.heads)
    ):
        return block
    if any("organization" in part.kinds or part.role == "organization" for part in divided(block.heads)[0]):
        return block
    parts, dates, _ = divided([first])
    names = [part for part in parts if "organization" in part.kinds]
    if not names or dates or any(part.role != "location" and not part.kinds & {"organization", "place"} for part in parts):
        return block
    return EntryLines([*block.heads, replace(first, kind="text")], block.body[1:], block.shares)


def _kinds(line: OldLine) -> frozenset[str]:
    parts = [part.kinds for part in divided([line])[0]]
    return frozenset().union(*parts[:3])


_NUMBER = re.compile(r"\d{1,2}[.)、）。．]\s*(?:(?=[^\W\d_]|\d{4}\s?年)|(?<!\d\.)(?=\d{4}\s?[./-]))")
"""The number before the text of such an item; in `05.2019 – 06.2020` it is that of a month."""


def with_numbers(lines: list[OldLine]) -> list[OldLine]:
    """Take numbered lines without a time for items of lists, and the number out of other lines."""
    numbered = [line.kind == "text" and bool(_NUMBER.match(line.plain)) for line in lines]
    made = []
    for line, is_numbered in zip(lines, numbered, strict=True):
        if is_numbered and sum(numbered) > 1 and not has_date(line):
            line = replace(line, kind="bullet")
        elif is_numbered and (match := _NUMBER.match(line.text)):
            line = replace(line, cells=(replace(line.cells[0], text=line.cells[0].text[match.end() :]), *line.cells[1:]))
        made.append(line)
    return made


def alike(look: tuple[object, ...], usual: tuple[object, ...], index: int) -> float:
    """Return how much the head of an entry looks as heads usually do; one may lack the first lines, or the last."""
    if look == usual:
        return 1.0
    if index and look == usual[-len(look) :]:
        return 0.9
    return 0.7 if look == usual[: len(look)] else 0.0


def without_time(line: OldLine) -> list[OldLine]:
    """Set a time before what a label says is below the head: `Advisor: Jane Doe` and `2019 – 2021` at the other margin."""
    last = LineCell("") if line.kind != "text" or len(line.cells) < 2 else line.cells[-1]
    is_time = any((date.begin, date.end) == (0, len(last.text)) for date in dates_in(last.text))
    label, colon, _ = line.cells[0].plain.partition(":") if is_time else ("", "", "")
    if not colon or not says_below(label) or kinds(label) & {"organization", "degree"}:
        return [line]
    return [replace(line, cells=(last,)), replace(line, cells=line.cells[:-1])]


def is_whole(line: OldLine) -> bool:
    """Return whether a macro says all parts of a head, so that what follows is not of one."""
    return line.kind == "entry" and {"title", "organization", "date", "location"} <= {cell.role for cell in line.cells}
