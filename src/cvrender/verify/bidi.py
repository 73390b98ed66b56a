"""Match a text that runs in two directions, of which the characters are read in the order in which they stand.

The order on the page does not tell how a text was typed, so the expected text is reordered in the same way, line by line.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

from cvrender.model.bidi import clusters, reorder, text_levels
from cvrender.model.text import Text
from cvrender.verify.leaves import fold

_PAIRS = str.maketrans(")]}>»›’”」』】〉》", "([{<«‹‘“「『【〈《", " ")
"""Readers mirror some brackets and quotation marks and not others, so either of a pair is the same."""


def in_order(text: str, lines: Sequence[int], expected: Text, start: int, right_to_left: bool, any_case: bool) -> int:
    """Return where a text ends that begins at the offset, else -1. `lines` are the offsets where lines begin.

    `text` is what was read, its lines joined; `right_to_left` is the direction of the document.
    """
    parts = _parts(expected, right_to_left)
    position, done = start, 0
    if text[position : position + 1] == " ":
        return -1  # a match begins after the space
    while any(part for part, _ in parts[done:]):
        line = bisect_right(lines, position)
        end = lines[line] if line < len(lines) else len(text)
        space = sum(len(part) for part, _ in parts[done:])
        found, position = _take(text, position, end, space)
        if not found:
            return -1
        size, count = 0, done
        while count < len(parts) and size < len(found):
            size += len(parts[count][0])
            count += 1
        if not _is_same(found, _standing(parts[done:count], right_to_left), any_case):
            return -1
        done = count
        while done < len(parts) and text[position : position + 1] == " ":
            position += 1
    return position


def _parts(expected: Text, right_to_left: bool) -> list[tuple[str, int]]:
    """Return the characters with their marks, spaces being empty, and their levels."""
    plain = "".join(span.text for span in expected.spans)
    found = text_levels(expected, right_to_left)
    made, place = [], 0
    for part in clusters(plain):
        made.append((fold(part, True), found[place]))
        place += len(part)
    return made


def _standing(parts: Sequence[tuple[str, int]], right_to_left: bool) -> str:
    order = reorder([level for _, level in parts])
    return "".join(parts[index][0] for index in (reversed(order) if right_to_left else order))


def _take(text: str, position: int, end: int, size: int) -> tuple[str, int]:
    """Return so many characters besides spaces, at most to the end, and the offset behind them."""
    found = ""
    while position < end and len(found) < size:
        found += text[position].strip()
        position += 1
    return found, position


def _is_same(found: str, expected: str, any_case: bool) -> bool:
    first, second = (unicodedata.normalize("NFKC", text).translate(_PAIRS) for text in (found, expected))  # PDFium's form
    return first == second or (any_case and first.casefold() == second.casefold())
