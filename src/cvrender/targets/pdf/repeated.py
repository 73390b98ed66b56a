"""Leave the head and the foot out of the lines of a page: what a PDF marks as such, or else a foot with the page number.

Find the notes above the foot, too.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from ctypes import POINTER, c_ulong, c_ushort, c_void_p, cast, create_string_buffer
from itertools import islice
from typing import Any

_ZONE, _GAP = 72, 6  # points: how low a foot is, and how far from the text
_LONGEST_NAME = 64  # bytes of UTF-16


def without_repeated(lines: Iterable[str], number: str, textpage: Any) -> list[str]:
    """Return the lines of the page with that number, without its head and foot and without empty lines.

    In the order of the text the head is the first of a page, and the foot the last.
    """
    kept = [line.strip() for line in lines if line.strip()]
    count = textpage.count_chars()
    head, foot = _count_marked(textpage, range(count)), _count_marked(textpage, range(count - 1, -1, -1))
    if head or foot or _is_tagged(textpage, count):
        return _without_start(_without_end(kept, foot), head)
    return _without_number(kept, number, textpage)


def _is_tagged(textpage: Any, count: int) -> bool:
    """Return whether the first text of a page is marked content, so that a head and a foot are marked as such, too."""
    import pypdfium2.raw as pdfium

    parts = (pdfium.FPDFText_GetTextObject(textpage, index) for index in range(count))
    return any(pdfium.FPDFPageObj_CountMarks(part) > 0 for part in islice(filter(None, parts), 1))


def _count_marked(textpage: Any, order: Iterable[int]) -> int:
    """Count the characters, without spaces, up to the first one that does not belong to a head or foot."""
    import pypdfium2.raw as pdfium

    count, known = 0, dict[int | None, bool]()
    for index in order:
        part = pdfium.FPDFText_GetTextObject(textpage, index)
        if not part:  # a space that PDFium adds
            continue
        address = cast(part, c_void_p).value
        if address not in known:
            known[address] = _is_repeated(part)
        if not known[address]:
            break
        count += not chr(pdfium.FPDFText_GetUnicode(textpage, index)).isspace()
    return count


def without_notes(lines: Sequence[str], textpage: Any) -> tuple[list[str], list[str]]:
    """Return lines without head and foot in two parts: those before the notes, and the notes, which are the last of a page."""
    import pypdfium2.raw as pdfium

    known: dict[int | None, str] = {}
    count = 0
    for index in range(textpage.count_chars()):
        if not (part := pdfium.FPDFText_GetTextObject(textpage, index)):  # a space that PDFium adds
            continue
        address = cast(part, c_void_p).value
        if address not in known:
            names = [_name(pdfium.FPDFPageObjMark_GetName, mark) for mark in _marks(part)]
            known[address] = "Artifact" if _is_repeated(part) else "Note" if "Note" in names else ""
        if (count or known[address] == "Note") and known[address] != "Artifact":  # links and formulas of notes, too
            count += not chr(pdfium.FPDFText_GetUnicode(textpage, index)).isspace()
    before = _without_end([*lines], count)
    return before, _without_start([*lines], len("".join("".join(before).split()))) if count else []


def _marks(part: Any) -> list[Any]:
    import pypdfium2.raw as pdfium

    return [pdfium.FPDFPageObj_GetMark(part, index) for index in range(pdfium.FPDFPageObj_CountMarks(part))]


def _is_repeated(part: Any) -> bool:
    """Return whether a part of a page is in an artifact with a subtype (ISO 32000-1, 14.8.2.2)."""
    import pypdfium2.raw as pdfium

    for mark in _marks(part):
        if _name(pdfium.FPDFPageObjMark_GetName, mark) == "Artifact":
            count = pdfium.FPDFPageObjMark_CountParams(mark)
            return any(_name(pdfium.FPDFPageObjMark_GetParamKey, mark, key) == "Subtype" for key in range(count))
    return False


def _name(get: Callable[..., Any], *what: Any) -> str:
    """Return a name that a function of PDFium writes to a buffer."""
    buffer, length = create_string_buffer(_LONGEST_NAME), c_ulong()
    get(*what, cast(buffer, POINTER(c_ushort)), _LONGEST_NAME, length)
    return buffer.raw[: min(length.value, _LONGEST_NAME)].decode("utf-16le", "replace").rstrip("\0")


def _without_number(lines: list[str], number: str, textpage: Any) -> list[str]:
    """Remove the foot with the page number, which may be read as the end of the last line."""
    if lines and lines[-1] == number:
        return lines[:-1]
    foot = "".join(_foot(textpage).split())
    if not lines or not re.search(rf"(?<!\d){number}(?!\d)", foot) or (number == "1" and foot != number):
        return lines
    return _without_end(lines, len(foot)) if "".join("".join(lines).split()).endswith(foot) else lines


def _without_end(lines: list[str], count: int) -> list[str]:
    """Return lines without `count` characters at their end, which do not count spaces; they may be of several lines."""
    kept = list(lines)
    while count and kept:
        last = kept.pop()
        places = [index for index, char in enumerate(last) if not char.isspace()]
        if len(places) > count:
            kept.append(last[: places[-count]].rstrip())
        count -= min(count, len(places))
    return kept


def _without_start(lines: list[str], count: int) -> list[str]:
    """Return lines without `count` characters at their start, which do not count spaces."""
    turned = _without_end([line[::-1] for line in reversed(lines)], count)
    return [line[::-1] for line in reversed(turned)]


def _foot(textpage: Any) -> str:
    """Return the lowest line of a page if it is near the edge and apart from all other text, or else an empty text."""
    boxes = [textpage.get_rect(index) for index in range(textpage.count_rects())]
    low, high = min(((box[1], box[3]) for box in boxes), default=(_ZONE, 0))
    line = [box for box in boxes if box[1] < high]
    top = max((box[3] for box in line), default=0)
    above = min((box[1] for box in boxes if box[1] >= high), default=top)
    if low >= _ZONE or above - top < _GAP:
        return ""
    return str(textpage.get_text_bounded(min(box[0] for box in line) - 1, low - 1, max(box[2] for box in line) + 1, top + 1))
