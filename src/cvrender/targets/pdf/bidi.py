"""Read lines of a PDF that have words from right to left, in logical order.

PDFium orders such lines by rules of its own; here the characters are taken in the order in which they stand on the page, and runs
of words from right to left are reversed (Unicode Standard Annex 9, backwards).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double
from typing import Any

from cvrender.model.scripts import RIGHT_TO_LEFT_LETTERS

_RIGHT = re.compile(f"[{RIGHT_TO_LEFT_LETTERS}]")
_GAP = 0.12
"""The least distance between two words, as a part of the height of the type."""
_NUMBER = re.compile(r"\.(\d+) ")
_PAIRS = ("()", "[]", "«»", "‹›")
_MIRRORED = str.maketrans("()[]«»‹›<>", ")(][»«›‹><")


def has_right_to_left(text: str) -> bool:
    """Return whether a text has letters that run from right to left."""
    return bool(_RIGHT.search(text))


def logical_lines(textpage: Any) -> list[str]:
    """Return the lines of a page, those with words from right to left in logical order."""
    lines = list(_lines(textpage))
    text = "".join(char for line in lines for _, char in line)
    right, left = len(_RIGHT.findall(text)), sum(char.isalpha() for char in text)
    base = 2 * right > left
    made = [
        _logical(_visual(textpage, line), base) if base or has_right_to_left("".join(char for _, char in line)) else _plain(line)
        for line in lines
    ]
    return _with_brackets(made) if base else made


def _with_brackets(lines: list[str]) -> list[str]:
    """Return lines with opening brackets first; PDFium mirrors some of them."""
    opened = dict.fromkeys(_PAIRS, False)

    def turned(match: re.Match[str]) -> str:
        pair = next(pair for pair in _PAIRS if match[0] in pair)
        opened[pair] = not opened[pair]
        return pair[0] if opened[pair] else pair[1]

    return [re.sub(r"[()\[\]«»‹›]", turned, line) for line in lines]


def _lines(textpage: Any) -> Iterator[list[tuple[int, str]]]:
    """Yield the characters of each line with their indices, in PDFium's order."""
    from pypdfium2 import raw

    line: list[tuple[int, str]] = []
    for index in range(textpage.count_chars()):
        char = chr(raw.FPDFText_GetUnicode(textpage, index))
        if char in "\r\n":
            yield line
            line = []
        else:
            line.append((index, char))
    yield line


def _plain(line: list[tuple[int, str]]) -> str:
    return "".join(char for _, char in line).strip()


def _visual(textpage: Any, line: list[tuple[int, str]]) -> list[str]:
    """Return what the glyphs of a line stand for, from left to right, with a space where there is a gap."""
    from pypdfium2 import raw

    glyphs: dict[float, tuple[float, float, str]] = {}
    x, y = c_double(), c_double()
    for index, char in line:
        if char.isspace() or raw.FPDFText_IsGenerated(textpage, index):
            continue
        _, bottom, right, top = textpage.get_charbox(index, loose=True)
        raw.FPDFText_GetCharOrigin(textpage, index, byref(x), byref(y))
        left = x.value  # the box of a glyph that hangs over begins earlier
        end, height, before = glyphs.get(round(left, 1), (right, top - bottom, ""))
        glyphs[round(left, 1)] = (max(end, right), max(height, top - bottom), _joined(before, char))
    visual: list[str] = []
    last = 0.0
    for left, (right, height, text) in sorted(glyphs.items()):
        if visual and left - last > _GAP * height:
            visual.append(" ")
        visual.append(text)
        last = max(right, last)
    return visual


def _joined(before: str, char: str) -> str:
    """Add a character to those of the same glyph; from right to left PDFium may give a mark before its letter."""
    return char + before if before and has_right_to_left(char) and not _is_mark(char) and _is_mark(before[-1]) else before + char


def _is_mark(char: str) -> bool:
    return bool(unicodedata.combining(char)) or unicodedata.category(char) == "Cf"


def _logical(visual: Sequence[str], base: bool) -> str:
    """Return a line in logical order; `base` says whether the line runs from right to left."""
    if base:
        turned = [text.translate(_MIRRORED) for text in reversed(visual)]
        number = _NUMBER.match("".join(turned))  # of an entry in a list, at the right, so here its digits are reversed
        start = f"{number[1][::-1]}. " if number else ""
        return start + _reversed_runs(turned[number.end() if number else 0 :], _is_left, mirror=True)
    return _reversed_runs(visual, has_right_to_left, mirror=False)


def _is_left(text: str) -> bool:
    return text[0] == "+" or unicodedata.bidirectional(text[0]) in ("L", "EN", "AN")


def _reversed_runs(texts: Sequence[str], belongs: Any, mirror: bool) -> str:
    """Reverse each longest run that begins and ends with what belongs to it, and has no letters of the other direction."""
    made: list[str] = []
    index = 0
    while index < len(texts):
        if not belongs(texts[index]):
            made.append(texts[index])
            index += 1
            continue
        end = last = index
        while end < len(texts) and (belongs(texts[end]) or (_is_between(texts[end]) if mirror else texts[end] == " ")):
            last = end if belongs(texts[end]) else last
            end += 1
        run = [text.translate(_MIRRORED) if mirror else text for text in reversed(texts[index : last + 1])]
        made += run
        index = last + 1
    return "".join(made).strip()


def _is_between(text: str) -> bool:
    """Return whether a sign may stand within a run from left to right."""
    return text in BETWEEN


BETWEEN = frozenset(" .,:;/+-–@_%&=?#'’()")
"""The signs that may stand within a run from left to right, between two of its letters or digits."""
