"""Match a text that runs in two directions, of which the characters are read in the order in which they stand.

The order on the page does not tell how a text was typed, so the expected text is reordered in the same way, line by line.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from cvrender.model.text import Text
from cvrender.model.value import replace
from cvrender.targets.comparison.match import Formula, contains, formula
from cvrender.text.bidi import clusters, reorder, text_levels
from cvrender.text.casing import caseless
from cvrender.text.letter_forms import plain_letters
from cvrender.text.scripts import has_right_to_left

_PAIRS = str.maketrans(")]}>»›’”」』】〉》≥≫", "([{<«‹‘“「『【〈《≤≪", " ")
"""Readers mirror some brackets and quotation marks and not others, so either of a pair is the same."""
_SPELLED = str.maketrans("⁄®©", "/RC")
"""PDFium spells signs in lines from right to left, mostly as NFKC does: `½` is `1/2`."""

_Part = tuple[str | Formula, int]
"""A character with its marks, or a formula, and its level; a space is empty."""


def in_order(text: str, lines: Sequence[int], expected: Text, start: int, right_to_left: bool, any_case: bool) -> int:
    """Return where a text ends that begins at the offset, else -1. `lines` are the offsets where lines begin.

    `text` is what was read, its lines joined; `right_to_left` is the direction of the document.
    """
    if text[start : start + 1] == " ":
        return -1  # a match begins after the space
    spans = (span if span.math else replace(span, text=plain_letters(span.text)) for span in expected.spans)
    parts = _parts(Text(tuple(spans)), right_to_left, any_case)
    spelled = list(_spelled(parts))  # formulas in characters, between which a line may end
    end = _by_line(text, lines, spelled, start, right_to_left, any_case)
    return end if end >= 0 or len(spelled) == len(parts) else _by_line(text, lines, parts, start, right_to_left, any_case)


def _by_line(text: str, lines: Sequence[int], parts: list[_Part], position: int, right_to_left: bool, any_case: bool) -> int:
    """Return where parts end that begin at the offset, each line of them reordered, else -1."""
    while any(part for part, _ in parts):
        line = bisect_right(lines, position)
        end = lines[line] if line < len(lines) else len(text)
        chars = [(char, at + 1) for at in range(position, end) for char in _sign(text[at], any_case, right_to_left)]
        shown = "".join(char for char, _ in chars)
        count, size = _longest(shown, parts, right_to_left)
        if not size:
            return -1
        parts = parts[count:]
        position = chars[size - 1][1]
        while any(part for part, _ in parts) and text[position : position + 1] == " ":
            position += 1
    return position


def _longest(shown: str, parts: Sequence[_Part], right_to_left: bool) -> tuple[int, int]:
    """Return how many parts a line has, and of how many characters: all parts, or as many as fill it."""
    standing = _standing(parts, right_to_left)
    if ends := _ends(shown, standing):
        return len(parts), _with_signs(shown, min(ends), standing[-1])
    least = most = longest = 0
    for count, (part, _) in enumerate(parts, 1):
        least += len(part) if isinstance(part, str) else len(part[0])
        most += len(part) if isinstance(part, str) else part[1]
        if least > len(shown):
            break
        if most >= len(shown) and len(shown) in _ends(shown, _standing(parts[:count], right_to_left)):
            longest = count  # with fewer parts, a formula may take the characters of the next words
    return longest, len(shown) if longest else 0


def _with_signs(shown: str, end: int, last: str | Formula) -> int:
    """Return where a text ends, after the signs of a formula that is last: only its letters and digits are matched."""
    signs = "" if isinstance(last, str) else last[2]
    while shown[end : end + 1] and shown[end] in signs and not shown[end].isalnum():
        end += 1
    return end


def _parts(expected: Text, right_to_left: bool, any_case: bool) -> list[_Part]:
    embedding = text_levels(expected, right_to_left)
    parts: list[_Part] = []
    place = 0
    for span in expected.spans:
        if span.math:
            letters, limit, whole = formula(span.text, True)
            parts.append(((_alike(letters, any_case), limit, _alike(whole, any_case)), embedding[place]))
            place += len(span.text)
            continue
        for part in clusters(span.text):
            parts.append((_sign(part, any_case, right_to_left), embedding[place]))
            place += len(part)
    return parts


def _spelled(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Yield parts with the characters of formulas that have been spelled."""
    for part, level in parts:
        if isinstance(part, str) or not part[2]:
            yield part, level
        else:
            yield from ((char, level) for char in part[2])


def _standing(parts: Sequence[_Part], right_to_left: bool) -> list[str | Formula]:
    """Return parts of a line in the order in which they stand, beginning at the side where the document's lines begin."""
    order = reorder([level for _, level in parts])
    standing = [parts[index][0] for index in (reversed(order) if right_to_left else order)]
    return [part if isinstance(part, str) else (part[0], part[1], part[2][:: -1 if right_to_left else 1]) for part in standing]


def _ends(shown: str, standing: Sequence[str | Formula]) -> set[int]:
    """Return where parts may end that begin where a line begins; a formula may be read in several ways."""
    ends = {0}
    for part in standing:
        if isinstance(part, str):
            ends = {end + len(part) for end in ends if shown.startswith(part, end)}
            continue
        letters, limit, whole = part
        if spelled := {end + len(whole) for end in ends if whole and shown.startswith(whole, end)}:
            ends = spelled
        else:
            most = len(shown) + 1
            ends = {to for end in ends for to in range(end, min(end + limit, most)) if contains(shown[end:to], letters)}
    return ends


def _alike(text: str, any_case: bool) -> str:
    """Return a text without spaces in the form that PDFium reads."""
    letters = "".join(unicodedata.normalize("NFKC", text).split()).translate(_PAIRS).translate(_SPELLED)
    return unicodedata.normalize("NFC", caseless(letters)) if any_case else letters


def _sign(char: str, any_case: bool, right_to_left: bool) -> str:
    """Return what a character with its marks is read as; the letters that spell a sign stand from left to right."""
    letters = _alike(char, any_case)
    return letters[::-1] if right_to_left and len(letters) > 1 and len(char) == 1 and not has_right_to_left(char) else letters
