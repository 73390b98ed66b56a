"""Read the rows of the usual form of CVs in Japan: a year, a month, and which school or employer was begun or left then."""

import re

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.dates import dates_in

_BEGUN, _LEFT = "入学|編入学|進学|入社|入職|就職|入所", "卒業|修了|退学|満期退学|退社|退職|退所"
_ROW = re.compile(rf"(?P<name>\S.*?)\s*(?:に|を)?(?:(?P<begun>{_BEGUN})|(?P<left>{_LEFT}))(?:見込み?|予定)?")
_OF_SCHOOL = re.compile("学校|大学|学院|高等|高専|学園|学部|研究科")
_NOW = re.compile("現在に?至る|在学中|在職中")


def with_form_rows(lines: list[OldLine]) -> list[OldLine]:
    """Replace such rows by an entry for each school and employer, below a heading of its own."""
    rows = [(line, *row) for line in lines if (row := _row(line))]
    if sum(bool(match) for _, _, match in rows) < 2:
        return lines
    entries: dict[str, dict[str, tuple[OldLine, list[str]]]] = {"学歴": {}, "職歴": {}}
    for line, date, match in rows:
        if match:
            known = entries["学歴" if _OF_SCHOOL.search(match["name"]) else "職歴"]
            known.setdefault(match["name"], (line, ["", ""]))[1][match["begun"] is None] = date
    entries_lines = [line for heading, known in entries.items() if known for line in _section(heading, known)]
    first = next(index for index, line in enumerate(lines) if any(line is row for row, _, match in rows if match))
    told = {id(line) for line, _, match in rows if match} | {id(line) for line in lines if _NOW.fullmatch(line.plain.strip())}
    kept = [[_heading(line) or line for line in some if id(line) not in told] for some in (lines[:first], lines[first:])]
    return [*(kept[0][:-1] if kept[0] and kept[0][-1].kind == "heading" else kept[0]), *entries_lines, *kept[1]]


def _heading(line: OldLine) -> OldLine | None:
    """Return the heading that the row of names above a part of the form has: `年 | 月 | 資格・免許`."""
    if [cell.plain for cell in line.cells[:-1]] != ["年", "月"]:
        return None
    title = re.sub(r"[(（].*|\s", "", line.cells[-1].plain)
    return OldLine((LineCell(title),), line.number, "heading", 1, line.file)


def _row(line: OldLine) -> tuple[str, re.Match[str] | None] | None:
    """Return the month of a row, and what it says was begun or left; None for any other line."""
    texts = [cell.plain for cell in line.cells]
    if len(texts) == 3 and re.fullmatch(r"\d{4}", texts[0]) and re.fullmatch(r"1[0-2]|0?[1-9]", texts[1]):
        return f"{texts[0]}-{texts[1]:0>2}", _ROW.fullmatch(texts[2])
    dates = [date for date in dates_in(texts[0]) if "date" in date.fields] if len(texts) == 2 else []
    return (dates[0].fields["date"], _ROW.fullmatch(texts[1])) if len(dates) == 1 else None


def _section(heading: str, known: dict[str, tuple[OldLine, list[str]]]) -> list[OldLine]:
    line = next(iter(known.values()))[0]
    made = [OldLine((LineCell(heading),), line.number, "heading", 1, line.file)]
    for name, (line, (begun, left)) in known.items():
        place, _, rest = name.partition(" ")
        date = f"{begun} – {left or '現在'}" if begun else left
        cells = (LineCell(date, "date"), LineCell(place, "organization"), LineCell(rest.strip(), "title"))
        made.append(OldLine(tuple(cell for cell in cells if cell.text), line.number, "entry", 1, line.file))
    return made
