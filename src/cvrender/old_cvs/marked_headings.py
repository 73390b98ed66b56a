"""Find the headings of a document that marks few of them, and the heads of entries that it marks as headings."""

import re
from collections import Counter
from itertools import zip_longest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.header import labels
from cvrender.old_cvs.headings import column_names, is_of_contacts, is_usual, known_headings, plain, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.personal import label_of
from cvrender.old_cvs.sections import names_entry

_PLAIN = (False, False)
"""How a line looks that is neither bold nor in capitals."""


def _is_known(heading: str) -> bool:
    """Return whether a text is the heading of a section that is read, or of contacts."""
    return bool(section_of(heading)) or is_of_contacts(heading)


def has_headings(lines: list[OldLine]) -> bool:
    """Return whether at least two lines are marked as headings, and known."""
    return sum(line.kind == "heading" and _is_known(line.plain) for line in lines) >= 2


def with_labels(lines: list[OldLine]) -> list[OldLine]:
    """Join labels that have lines of their own, such as `Telephone:`, with the line below them.

    A label without a colon stands in a list of labels with other values.
    """
    joined: list[OldLine] = []
    counted = Counter(line.plain for line in lines if line.kind == "heading")
    repeated = {
        said for said, number in counted.items() if number > 1 and not is_usual(said) and said.casefold() in column_names()
    }
    for place, line in enumerate(lines):
        last = joined[-1] if joined else None
        if (
            last
            and last.kind in ("heading", "text")
            and line.kind == "text"
            and (_is_label(last.plain) or last.plain in repeated)
            and (last.plain in repeated or last.plain.endswith(":") or not _is_label(line.plain) and _is_list(lines, place - 1))
        ):
            joined[-1] = OldLine((LineCell(f"{last.plain.rstrip(' :')}: {line.text}"),), line.number, "text", 1, line.file)
        else:
            joined.append(line)
    return joined


def _is_list(lines: list[OldLine], place: int) -> bool:
    """Return whether the line with a label is one of several such: every second line is a label."""
    others = [lines[other].plain for other in (place - 2, place + 2) if 0 <= other < len(lines)]
    return any(map(_is_label, others))


def with_margins(lines: list[OldLine]) -> list[OldLine]:
    """Divide rows whose first cell is a heading, if a document has no others: those in the margin, or in a table's column."""
    if has_headings(lines) or sum(map(_has_margin, lines)) < 2:
        return lines
    divided: list[OldLine] = []
    for line in lines:
        if _has_margin(line):
            divided.append(OldLine((LineCell(line.cells[0].plain),), line.number, "heading", 1, line.file))
            line = OldLine(line.cells[1:], line.number, line.kind, 1, line.file)
        divided.append(line)
    return divided


def _has_margin(line: OldLine) -> bool:
    first = OldLine(line.cells[:1])
    return line.kind == "text" and len(line.cells) > 1 and is_usual(first.plain) and any(_look(first))


def _is_label(text: str) -> bool:
    return bool(label_of(text)) or text.strip(" :").casefold() in labels()


def with_entries(lines: list[OldLine]) -> list[OldLine]:
    """Make headings within sections heads of entries where they have a date, or the line below them has it."""
    return [as_head(line) if _is_head(line, after) else line for line, after in zip_longest(lines, lines[1:])]


def _is_head(line: OldLine, after: OldLine | None) -> bool:
    if line.kind != "heading" or line.level < 2 or is_usual(line.plain) or len(line.plain) > 120:
        return False
    is_below = after is not None and after.kind == "text" and len(after.plain) < 60 and any(dates_in(after.plain))
    return is_below or any(dates_in(line.plain))


def as_head(line: OldLine) -> OldLine:
    """Return a line as one of text in bold, but for a date in a cell of its own."""
    bold = [
        cell.text if index and any(dates_in(cell.plain)) else f"**{cell.text.replace('**', '')}**"
        for index, cell in enumerate(line.cells)
    ]
    return OldLine(tuple(map(LineCell, bold)), line.number, "text", 1, line.file, line.look)


def with_headings(lines: list[OldLine]) -> list[OldLine]:
    """Find the headings of a document, but for texts that stand at several places and are not usual ones: employers."""
    return _without_repeated(_with_headings(lines))


def _with_headings(lines: list[OldLine]) -> list[OldLine]:
    """Find the headings of a document that has none, or few: short lines that are usual headings, in bold or capitals."""
    lines = _with_signs(lines)
    if not has_headings(lines):
        lines = [part for line in lines for part in _divided_at_label(line)]
    real = [line for line in lines if line.kind == "heading"]
    top = min((line.level for line in real), default=1)
    if has_headings(lines):
        usual = [line for line in real if is_usual(line.plain)]
        levels = [line.level for line in (usual if len(usual) > 1 else real) if _is_known(line.plain)]
        main = max(set(levels), key=lambda level: (levels.count(level), -level))
        capitals = [_is_in_capitals(line) for line in usual]
        in_capitals = len(capitals) > 2 and all(capitals)
        return _with_alike(lines, [_bold_heading(_leveled(line, main), in_capitals=in_capitals) for line in lines])
    known = [line for line in lines if _may_head(line) and _is_known(line.plain)]
    styles = _looks_of_headings(lines, known)
    strict = {look for look in styles if look != (False, False)} or styles
    if sum(_look(line) in strict for line in known) < 2 <= sum(is_usual(line.plain) for line in known):
        strict = {_PLAIN, *strict}
    return _with_alike(lines, [_headed(line, strict, top) for line in lines])


def _with_alike(lines: list[OldLine], found: list[OldLine]) -> list[OldLine]:
    """Take lines of Word's for headings, too, whose size or colour at least as many known headings have, and little else."""
    colours: Counter[str] = Counter()
    for line in lines:
        colours[line.look.colour] += len(line.plain)
    usual = colours.most_common(1)[0][0] if colours else ""
    looks = [
        (line.look.size, line.look.bold, line.look.caps, line.look.colour)
        if line.cells and (line.look.size >= _LARGER or line.look.colour != usual)
        else None
        for line in lines
    ]
    known = Counter(look for look, line in zip(looks, found, strict=True) if line.kind == "heading" and _is_known(line.plain))
    other = Counter(look for look, line in zip(looks, found, strict=True) if line.kind != "heading")
    is_heading = {look for look, number in known.items() if look and number > 1 and number >= other[look]}
    return [
        OldLine((LineCell(line.plain),), line.number, "heading", 1, line.file)
        if look in is_heading and after not in is_heading and line.kind == "text" and _may_head(line) and not kinds(line.plain)
        else line
        for look, after, line in zip(looks, [*looks[1:], None][: len(looks)], found, strict=True)
    ]


_LARGER = 1.15
"""How many times as large as the text a line is that may be a heading by its size."""


_INLINE = re.compile(r"\*\*(?P<heading>[^*:]{3,40}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<text>\S.*)", re.DOTALL)
"""A heading in bold with the first of what it is of on one line: `**Education**: BSc in Physics`."""


def _divided_at_label(line: OldLine) -> list[OldLine]:
    """Return a heading and the text on its line as two lines, if the heading is that of positions, degrees or skills."""
    match = _INLINE.fullmatch(line.text) if line.kind == "text" and len(line.cells) == 1 else None
    if match is None or known_headings().get(plain(match["heading"])) not in ("positions", "education", "skills"):
        return [line]
    heading = replace(line, cells=(LineCell(f"**{match['heading']}**"),))
    return [heading, replace(line, cells=(LineCell(match["text"]),))]


def _with_signs(lines: list[OldLine]) -> list[OldLine]:
    """Take items of lists that are known headings, each with other lines below it, for headings: `■ Work experience`."""
    found = [
        line.kind == "bullet"
        and line.level == 1
        and len(line.cells) == 1
        and is_usual(line.plain)
        and (after is None or after.kind != "bullet")
        for line, after in zip_longest(lines, lines[1:])
    ]
    if sum(found) < 2:
        return lines
    return [
        OldLine((LineCell(f"**{line.plain}**"),), line.number, "text", 1, line.file, line.look) if is_one else line
        for line, is_one in zip(lines, found, strict=False)
    ]


def _without_repeated(lines: list[OldLine]) -> list[OldLine]:
    """Make headings that are said again, and are not usual ones, heads of entries: employers of several jobs."""
    counted = Counter(line.plain for line in lines if line.kind == "heading")
    again = {said for said, number in counted.items() if number > 1 and not is_usual(said)}
    return [as_head(line) if line.kind == "heading" and line.plain in again else line for line in lines]


def _looks_of_headings(lines: list[OldLine], known: list[OldLine]) -> set[tuple[bool, bool]]:
    """Return how known headings look: not as one of them does by chance among many other lines, such as heads of entries."""
    counted = Counter(map(_look, known))
    all_lines = Counter(_look(line) for line in lines if _may_head(line))
    most = max(counted.values(), default=0)
    return {look for look, number in counted.items() if number == most or 5 * number >= all_lines[look]}


def _bold_heading(line: OldLine, *, in_capitals: bool) -> OldLine:
    """Make a usual heading in bold or capitals one, among headings of styles; where all of these are in capitals, it is, too."""
    if in_capitals and not _is_in_capitals(line) and line.look.size <= 1.0:
        return line
    if line.kind == "text" and _may_head(line) and any(_look(line)) and is_usual(line.plain):
        return OldLine((LineCell(line.plain),), line.number, "heading", 1, line.file)
    return line


def _leveled(line: OldLine, main: int) -> OldLine:
    if line.kind != "heading":
        return line
    if line.level < main and not _is_known(line.plain):
        return OldLine(line.cells, line.number, "text", 1, line.file)
    return OldLine(
        line.cells,
        line.number,
        "heading" if line.level <= main or not any(dates_in(line.plain)) else "text",
        max(1, line.level - main + 1),
        line.file,
    )


def _may_head(line: OldLine) -> bool:
    said = re.sub(r" \([^()]{20,}\)$", "", line.plain)  # without what a form asks for: `EDUCATION (Begin with the first degree.)`
    is_short = len(line.cells) == 1 and len(said) < 60 and not said.endswith(".")
    return line.kind in ("text", "heading") and is_short and not any(dates_in(line.plain)) and not names_entry(line.plain)


def _look(line: OldLine) -> tuple[bool, bool]:
    spans = [span for cell in line.cells for span in cell.spans if span.text.strip()]
    return all(span.bold for span in spans), _is_in_capitals(line)


def _is_in_capitals(line: OldLine) -> bool:
    """Return whether a line is in capitals, but for what it says in parentheses: `PUBLICATIONS (by year)`."""
    return line.plain.partition(" (")[0].isupper() and not re.search("[\u3040-\ud7af]", line.plain)


def _is_plain_heading(line: OldLine) -> bool:
    """Return whether a line that looks like the text is a heading: a usual one, and no job such as `Volunteer`."""
    return is_usual(line.plain) and "title" not in kinds(line.plain) and not re.search(r"[()]", line.plain)


def _headed(line: OldLine, looks: set[tuple[bool, bool]], top: int) -> OldLine:
    if line.kind == "heading" and line.level == top and _is_known(line.plain):
        return OldLine(line.cells, line.number, "heading", 1, line.file)
    if (
        _may_head(line)
        and _look(line) in looks
        and (
            (_is_plain_heading(line) if _look(line) == _PLAIN else _is_known(line.plain))
            or _look(line)[1]
            and len(line.plain.split()) < 5
            and not re.search(r"[,@]", line.plain)
            and line.number > 3
        )
    ):
        return OldLine((LineCell(line.plain),), line.number, "heading", 1, line.file)
    return OldLine(line.cells, line.number, "text", 1, line.file) if line.kind == "heading" else line
