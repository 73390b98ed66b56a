"""Divide rows of tables in Word whose cells are aligned by empty paragraphs: dates in one cell, what they date in the next."""

import re
from itertools import groupby

_ROW = re.compile(r"<w:tr[ >](?:(?!<w:tbl[ >]|</?w:tr[ >]).)*</w:tr>", re.DOTALL)
_CELL = re.compile(r"(?P<begin><w:tc(?: [^>]*)?>(?:<w:tcPr\b.*?</w:tcPr>|<w:tcPr/>)?)(?P<inner>.*?)</w:tc>", re.DOTALL)
_PARAGRAPH = re.compile(r"<w:p(?: [^>]*)?/>|<w:p(?: [^>]*)?>.*?</w:p>", re.DOTALL)
_SHOWN = re.compile(r"<w:t(?: [^>]*)?>[^<]*[^<\s]|<w:(?:drawing|pict|object)\b")
_TEXT = re.compile(r"<w:t(?: [^>]*)?>([^<]*)")
_SHORT = 24
"""The characters of a date or number that stands next to what it belongs to."""
_Group = tuple[int, str]


def with_divided_rows(text: str) -> str:
    """Return the text of a document in which a row has the cells of one entry, where empty paragraphs tell these apart."""
    return _ROW.sub(lambda row: _divided(row[0]), text) if "<w:tbl>" in text else text


def _divided(row: str) -> str:
    cells = list(_CELL.finditer(row))
    if len(cells) < 2:
        return row
    groups = [_groups(cell["inner"]) for cell in cells]
    number = len(groups[-1])
    margin = next((index for index, some in enumerate(groups[:-1]) if len(some) == number and all(map(_is_short, some))), None)
    if number < 2 or margin is None or max(map(len, groups)) > number:
        return row
    starts = [start for start, _ in groups[margin]]
    rows = []
    for index in range(number):
        inner = [
            some[index][1] if len(some) == number else "".join(part for start, part in some if _nearest(starts, start) == index)
            for some in groups
        ]
        made = (f"{cell['begin']}{said or '<w:p/>'}</w:tc>" for cell, said in zip(cells, inner, strict=True))
        rows.append(f"{row[: cells[0].start()]}{''.join(made)}</w:tr>")
    return "".join(rows)


def _groups(inner: str) -> list[_Group]:
    """Return the paragraphs of a cell between empty ones, each with the number of its first one."""
    paragraphs = enumerate(match[0] for match in _PARAGRAPH.finditer(inner))
    parts = [(is_shown, list(part)) for is_shown, part in groupby(paragraphs, lambda each: bool(_SHOWN.search(each[1])))]
    return [(part[0][0], "".join(paragraph for _, paragraph in part)) for is_shown, part in parts if is_shown]


def _is_short(group: _Group) -> bool:
    return len("".join(_TEXT.findall(group[1])).strip()) <= _SHORT


def _nearest(starts: list[int], place: int) -> int:
    return min(range(len(starts)), key=lambda index: abs(starts[index] - place))
