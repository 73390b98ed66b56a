"""Read lines of a PDF that have words from right to left, in logical order.

PDFium orders such lines by rules of its own; here the characters are taken in the order in which they stand on the page, and runs
of words from right to left are reversed (Unicode Standard Annex 9, backwards).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from ctypes import byref, c_double
from itertools import pairwise, takewhile
from math import inf
from typing import Any

from cvrender.model.expressions import expression
from cvrender.model.value import Value, replace
from cvrender.text.bidi import clusters
from cvrender.text.scripts import RIGHT_TO_LEFT_LETTERS, has_right_to_left
from cvrender.text.shaped import JOINERS

_RIGHT = expression(f"[{RIGHT_TO_LEFT_LETTERS}]")
_GAP, _SHIFT = 0.12, 0.4
"""The least distance between two words and between two lines, as parts of the size of the type."""
_WIDE = 1.0
"""The least width of a space between columns, as a part of the size of the type."""
_SMALL, _SMALL_SHIFT, _OWN_SHIFT, _LOWERED = 0.85, 0.7, 1.2, 0.8
"""The size of what is raised or lowered, as a part of the size of its line, and how far it may be raised or lowered: as parts of
the size of its line and of its own, of which the last is for what is lowered: it reaches up to its line; a line below does not.
"""
_HUGE = 2.5
"""The size of a name, as a part of the size of what is next to it, which has its own distance between lines."""
_LAST = 3
"""How many characters a character is compared with, besides the largest of the line, since scripts may have scripts."""
_HANGING, _AXIS = 0.5, 0.25
"""How far below a line only TeX's large signs extend, and how high the axis is on which they are centred."""
_NUMBER = expression(r"\.(\d+) ")
_BETWEEN = frozenset(" .,:;/+-–@_%&=?#'’()")
"""The signs that may stand within a run from left to right, between two of its letters or digits."""
_PAIRS = ("()", "[]", "«»", "‹›")
_MIRRORED = str.maketrans("()[]«»‹›<>", ")(][»«›‹><")


def lines_of(textpage: Any, right_to_left: bool | None, glyphs: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """Return the lines of a page in logical order, and again with all characters in the order in which they stand.

    `right_to_left` is the direction of the document; None means that most of the letters tell. The second order begins at the
    side where the document's lines begin. `glyphs` are the texts of glyphs with several characters, by these in code point order.
    """
    lines = [_visual(line, glyphs) for line in _with_numerators(_from_top(_lines(textpage)))]
    text = "".join(part for line in lines for part in line)
    right, left = len(_RIGHT.findall(text)), sum(char.isalpha() for char in text)
    base = 2 * right > left if right_to_left is None else right_to_left
    logical = [_logical(line, base) for line in lines]
    return _with_brackets(logical) if base else logical, [_standing(line, base) for line in lines]


def _with_brackets(lines: list[str]) -> list[str]:
    """Return lines with opening brackets first; PDFium mirrors some of them."""
    opened = dict.fromkeys(_PAIRS, False)

    def turned(match: re.Match[str]) -> str:
        pair = next(pair for pair in _PAIRS if match[0] in pair)
        opened[pair] = not opened[pair]
        return pair[0] if opened[pair] else pair[1]

    return [re.sub(r"[()\[\]«»‹›]", turned, line) for line in lines]


class _Char(Value, frozen=True):
    """A character of a page: where it begins and ends in points, the height of its line, and the size of its font.

    `begins` says whether it is the first after an end of a line that PDFium found.
    """

    text: str
    left: float
    right: float
    baseline: float
    size: float
    begins: bool = False


def _lines(textpage: Any) -> Iterator[list[_Char]]:
    """Yield the characters of each line, those next to each other in the file being one."""
    line: list[_Char] = []
    group: list[_Char] = []  # the last characters of the line, without a wide space
    for char in _chars(textpage):
        close = bool(group) and _is_close(group, char)
        if line and not any(_continues(other, char, close) for other in _others(group)) and not _scripts([char], line):
            yield line
            line, close = [], False
        line.append(char)
        group = [*group, char] if close else [char]
    yield line


def _from_top(lines: Iterator[list[_Char]]) -> Iterator[list[_Char]]:
    """Yield the lines that PDFium took for one from top to bottom.

    Where most lines of a page are short, PDFium takes it for vertical writing, and joins and turns what is from right to left.
    """
    last: list[list[_Char]] = []  # the line before, of which a joined one may have a part
    joined: list[list[_Char]] = []
    for line in lines:
        if any(char.begins for char in line):
            *before, end = _sorted(last, joined)
            yield from before
            last, joined = [end], []
        joined.append(line)
    yield from _sorted(last, joined)


def _sorted(last: list[list[_Char]], joined: list[list[_Char]]) -> list[list[_Char]]:
    """Return lines after the last one; from top to bottom, if one is far above another before it."""
    places = [(line[0].baseline, sorted(char.size for char in line)[len(line) // 2]) for line in joined if line]
    if all(after - before < max(size, own) for (before, size), (after, own) in pairwise(places)):
        return [*last, *joined] or [[]]
    lines: list[list[_Char]] = []
    for line in sorted(filter(None, [*last, *joined]), key=lambda line: -max(line, key=lambda char: char.size).baseline):
        if lines and any(_continues(other, line[0], close=False) for other in _others(lines[-1])):
            lines[-1] = lines[-1] + line
        else:
            lines.append(line)
    return lines


def _with_numerators(lines: Iterator[list[_Char]]) -> Iterator[list[_Char]]:
    """Yield each line with the numerator of a fraction at its start, which the file has at the end of the line before."""
    waiting: list[list[_Char]] = []
    for line in lines:
        before = waiting.pop() if waiting else []
        if numerator := _scripts(before, line):
            before = before[: -len(numerator)] or (waiting.pop() if waiting else [])
            if any(_continues(other, char, close=False) for other in _others(before) for char in _others(line)):
                before, line = [], before + numerator + line
            else:
                line = numerator + line
        waiting += [part for part in (before, line) if part]
        if len(waiting) > 2:
            yield waiting.pop(0)
    yield from waiting


def _others(group: Sequence[_Char]) -> list[_Char]:
    """Return the characters of a line that the next one is compared with."""
    return [max(group, key=lambda char: char.size), *group[-_LAST:]] if group else []


def _is_close(group: Sequence[_Char], char: _Char) -> bool:
    gap = _WIDE * char.size
    return min(other.left for other in group) - gap < char.right and char.left < max(other.right for other in group) + gap


def _continues(other: _Char, char: _Char, close: bool) -> bool:
    """Return whether a character is on a line; what is close in smaller type may be higher or lower, as in formulas.

    What is far from a large name, such as a contact, has the distance between lines of its own size.
    """
    small, large = sorted((other, char), key=lambda either: either.size)
    if not close or small.size >= _SMALL * large.size:
        limit = small.size if not close and large.size > _HUGE * small.size else large.size
        return abs(other.baseline - char.baseline) <= _SHIFT * limit
    own = _OWN_SHIFT if small.baseline > large.baseline else _LOWERED
    return abs(small.baseline - large.baseline) <= min(_SMALL_SHIFT * large.size, own * small.size)


def _scripts(chars: Sequence[_Char], line: Sequence[_Char]) -> list[_Char]:
    """Return the last of `chars` that are raised or lowered, compared with the largest character of `line` next to them."""
    base = max((char for char in line if chars and _is_close(chars[-1:], char)), key=lambda char: char.size, default=None)
    if base is None:
        return []
    small = takewhile(lambda char: char.size < _SMALL * base.size and _continues(base, char, close=True), reversed(chars))
    return list(small)[::-1]


def _chars(textpage: Any) -> Iterator[_Char]:
    """Yield the characters of a page that are not spaces. What extends over a space next to it ends where that begins."""
    from pypdfium2 import raw

    x, y = c_double(), c_double()
    last: _Char | None = None
    space, begins = inf, True
    for index in range(textpage.count_chars()):
        char = chr(raw.FPDFText_GetUnicode(textpage, index))
        if raw.FPDFText_IsGenerated(textpage, index):
            begins = begins or char == "\n"
            continue
        raw.FPDFText_GetCharOrigin(textpage, index, byref(x), byref(y))  # the box of a glyph that hangs over begins earlier
        if char.isspace() or char < " ":
            space = x.value
            continue
        if last:
            yield _until(last, space)
        right = textpage.get_charbox(index, loose=True)[2]
        size = raw.FPDFText_GetFontSize(textpage, index)
        _, bottom, _, top = textpage.get_charbox(index)
        hangs = bottom < y.value - _HANGING * size and unicodedata.category(char)[0] in "SP"
        middle = (bottom + top) / 2 - _AXIS * size if hangs else y.value
        last, space, begins = _until(_Char(char, x.value, right, middle, size, begins), space), inf, False
    if last:
        yield _until(last, space)


def _until(char: _Char, space: float) -> _Char:
    """Return a character that ends at a space, if it extends over its beginning."""
    return replace(char, right=space) if char.left < space < char.right else char


def _visual(line: list[_Char], glyphs: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the texts of a line's glyphs from left to right, with spaces between words.

    Marks and joiners are glyphs of their own: after their letter, or before it from right to left.
    """
    visual: list[str] = []
    marks, last = "", 0.0
    places = _places(line)
    for (left, (right, size, text)), after in zip(places, [*(text for _, (_, _, text) in places[1:]), ""], strict=True):
        if visual and not marks and left - last > _GAP * size:
            visual.append(" ")
        last = max(right, last)
        if has_right_to_left(text + after) and all(
            char in JOINERS or has_right_to_left(char) and _is_mark(char) for char in text
        ):
            marks += text
            continue
        if len(text) > 1:  # PDFium may give the characters of a glyph in any order; a mark without width follows its letter
            text = _of_glyph(text, glyphs.get("".join(sorted(text)), ()))
        if visual and visual[-1] != " " and not has_right_to_left(text):
            own = clusters(visual[-1][-1] + text)[0][1:]  # marks without width are at the place of what follows
            visual[-1] += own
            text = text[len(own) :]
        if text:
            visual += [text + marks[::-1]] if has_right_to_left(text) else [*marks, text]
            marks = ""
    return visual + [*marks]


def _places(line: list[_Char]) -> list[tuple[float, tuple[float, float, str]]]:
    """Return the places at which a line has characters, with the end, size and texts of these.

    A joiner, which has no width, is at the place of the character that begins there, which a rounding may move.
    """
    places: dict[float, tuple[float, float, str]] = {}
    others = {round(char.left, 1) for char in line if char.text not in JOINERS}
    for char in line:
        place = round(char.left, 1)
        if char.text in JOINERS:
            near = (place, round(place - 0.1, 1), round(place + 0.1, 1))
            place = next((other for other in near if other in others), place)
        end, size, before = places.get(place, (char.right, char.size, ""))
        places[place] = (max(end, char.right), max(size, char.size), before + char.text)
    return sorted(places.items())


def _of_glyph(text: str, known: Sequence[str]) -> str:
    """Return the characters at one place in the order of their glyph; `known` are the texts of glyphs with these characters."""
    if text in known:
        return text
    return known[0] if known else "".join(sorted(text, key=_is_mark)) if has_right_to_left(text) else text


def _standing(visual: Sequence[str], base: bool) -> str:
    """Return a line's characters in the order in which they stand, those of a ligature, too."""
    return "".join(
        "".join(reversed(clusters(text))) if has_right_to_left(text) != base else text
        for text in (reversed(visual) if base else visual)
    )


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
    parts: list[str] = []
    index = 0
    while index < len(texts):
        if not belongs(texts[index]):
            parts.append(texts[index])
            index += 1
            continue
        end = last = index
        while end < len(texts) and (belongs(texts[end]) or (texts[end] in _BETWEEN if mirror else texts[end] == " ")):
            last = end if belongs(texts[end]) else last
            end += 1
        run = [text.translate(_MIRRORED) if mirror else text for text in reversed(texts[index : last + 1])]
        parts += run
        index = last + 1
    return "".join(parts).strip()
