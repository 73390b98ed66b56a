"""Read the rows of the usual form of CVs in Japan: a year, a month, and which school or employer was begun or left then."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.dates import NARROW, dates_in
from cvrender.old_cvs.headings import plain

_OF_SCHOOL = "編?入学|進学|卒業|修了|退学|満期退学|中退"
_BEGUN, _LEFT = "入学|編入学|進学|入社|入職|就職|入所|入団|着任", "卒業|修了|退学|満期退学|中退|退社|退職|離職|退所|退団|退任"
_ROW = re.compile(
    rf"(?P<name>.*?)\s*(?:に|を|より)?(?:単位取得)?(?:(?P<begun>{_BEGUN})|(?P<left>{_LEFT}))(?:見込み?|予定)?(?:\s*[(（,、，].*)?"
)
_REASON = re.compile("都合|満了|終了|ため|により|^$")
"""What is said instead of the name of an employer that is left."""
_EMPTY = re.compile("年|月|日|なし|特になし|現在に?至る|在学中|在職中|以上")
"""What a row says that says nothing of a school or employer."""
_SCHOOL = re.compile(r"(?P<place>.*(?:大学院|大学校|大学|学校|高校|高専|学院|学園|高級中学))\s*(?P<rest>.*)")
_LEGAL = re.compile(r"(?:株式|有限|合同)会社|\S+法人")
_HEADINGS = {"学歴": "学歴", "職歴": "職歴", "職務経歴": "職歴", "学歴・職歴": "", "学歴職歴": "", "学歴/職歴": ""}


@dataclass
class _Entry:
    """A school or employer: the section it is in, its row, when it was begun and left, and what is said below."""

    section: str
    line: OldLine
    name: str
    begun: str = ""
    left: str = ""
    below: list[OldLine] = field(default_factory=list)


def with_form_rows(lines: list[OldLine]) -> list[OldLine]:
    """Replace such rows by an entry for each school and employer, below a heading of its own."""
    rows = [_row(line) for line in lines]
    if sum(bool(row and _ROW.fullmatch(row[1])) for row in rows) < 2:
        return lines
    made: list[OldLine | _Entry] = []
    section = ""
    above: list[OldLine] = []
    for line, row in zip(lines, rows, strict=True):
        heading = _heading(line)
        if heading is not None:
            section = _HEADINGS.get(plain(heading.plain), "other")
            above = [heading] if section else []
        elif row and section != "other" and (_ROW.fullmatch(row[1]) or section == "職歴"):
            _add(made, line, row, section)
            above = []
        elif all(_EMPTY.fullmatch(cell.plain.strip()) for cell in line.cells) and line.cells:
            continue
        elif made and isinstance(made[-1], _Entry) and not above and not row and len(line.cells) == 1 and line.kind != "heading":
            made[-1].below.append(line)
        else:
            section = "other" if made and line.kind == "heading" else section
            made += [*above, line]
            above = []
    return list(_as_lines(made))


def _add(made: list[OldLine | _Entry], line: OldLine, row: tuple[str, str], section: str) -> None:
    """Add what a row says: a new entry, or the other end of one."""
    date, said = row
    match = _ROW.fullmatch(said)
    name = match["name"].strip(" 、") if match else said
    section = section or ("学歴" if match and re.fullmatch(_OF_SCHOOL, match["begun"] or match["left"]) else "職歴")
    known = [each for each in made if isinstance(each, _Entry) and each.section == section]
    if match and match["left"]:
        of_reason = known[-1:] if section == "職歴" and _REASON.search(name) else []
        ended = next((each for each in reversed(known) if each.name == name and not each.left), None) or next(
            iter(of_reason), None
        )
        if ended:
            ended.left = date
            return
    elif match and (open_one := next((each for each in known if each.name == name and not each.begun), None)):
        open_one.begun = date  # the latest stands first
        return
    is_left = bool(match and match["left"])
    made.append(_Entry(section, line, name, "" if is_left else date, date if is_left else ""))


def _as_lines(made: list[OldLine | _Entry]) -> Iterator[OldLine]:
    """Yield the lines, with a heading where entries of another section begin."""
    section = ""
    for each in made:
        if isinstance(each, OldLine):
            section = "" if each.kind == "heading" else section
            yield each
            continue
        if each.section != section:
            section = each.section
            yield OldLine((LineCell(section),), each.line.number, "heading", 1, each.line.file)
        below = each.below
        place, rest = _divided(each.name, each.section)
        if below and not rest and section == "職歴" and len(below[0].plain) < 25 and "。" not in below[0].plain:
            rest, below = below[0].text, below[1:]
        date = f"{each.begun} – {each.left or '現在'}" if each.begun else each.left
        cells = (LineCell(date, "date"), LineCell(place, "organization"), LineCell(rest, "title"))
        yield OldLine(tuple(cell for cell in cells if cell.text), each.line.number, "entry", 1, each.line.file)
        yield from below


def _divided(name: str, section: str) -> tuple[str, str]:
    """Return the school or employer, and what is said of the subject or the job."""
    if section == "学歴" and (match := _SCHOOL.fullmatch(name)):
        return match["place"].replace("\t", " "), match["rest"].replace("\t", " ")
    if "\t" in name:
        place, _, rest = name.partition("\t")
        return place, rest.replace("\t", " ")
    first, _, rest = name.partition(" ")
    if _LEGAL.fullmatch(first) and rest:
        second, _, rest = rest.strip().partition(" ")
        first = f"{first} {second}"
    return first, rest.strip()


def _heading(line: OldLine) -> OldLine | None:
    """Return the heading that a row has: `年 | 月 | 資格・免許`, or the name of a part of the form alone."""
    texts = [cell.plain for cell in line.cells]
    if texts[:2] != ["年", "月"] and not (len(texts) == 1 and plain(texts[0]) in _HEADINGS) or len(texts) != 1 and not texts[2:]:
        return None
    title = re.sub(r"[(（].*|\s", "", texts[-1])
    return OldLine((LineCell(title),), line.number, "heading", 1, line.file)


def _row(line: OldLine) -> tuple[str, str] | None:
    """Return the month of a row, and what it says of it; None for any other line."""
    texts = [cell.plain.translate(NARROW).strip() for cell in line.cells]
    if len(texts) > 2 and re.fullmatch(r"(?:\d{4}|\D{2}(?:\d{1,2}|元))年?", texts[0]) and re.fullmatch(r"\d{1,2}月?", texts[1]):
        texts = [f"{texts[0].rstrip('年')}年{texts[1].rstrip('月')}月", *texts[2:]]
    elif len(texts) == 1 and (date := next(iter(dates_in(texts[0])), None)) and not date.begin:
        texts = [texts[0][: date.end], texts[0][date.end :].strip()]
    dates = [date for date in dates_in(texts[0]) if "date" in date.fields] if len(texts) > 1 else []
    is_date = len(dates) == 1 and dates[0].end - dates[0].begin == len(texts[0]) and "-" in dates[0].fields["date"]
    return (dates[0].fields["date"][:7], "\t".join(texts[1:]).strip()) if is_date else None
