"""Match a text at a given offset: with formulas, with addresses after links, in capitals, or ignoring spaces.

Each function returns the offset of the end, or -1 if the text does not match.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile

from cvrender.model.expressions import expression
from cvrender.model.links import TARGET
from cvrender.model.private_use import LINKS
from cvrender.model.text import Text
from cvrender.targets.comparison.leaves import fold
from cvrender.text.casing import caseless
from cvrender.text.formulas import in_characters

_MARK = LINKS.char(0)
_ADDRESS = expression(rf" <(?:{TARGET.pattern})[^<>\s]*>")

Formula = tuple[str, int, str]
"""The sorted letters and digits of a formula, the maximum number of characters it may take on the page, and its plain text."""


Matcher = Callable[[str, str, int], int]
"""Match a text, an expected part of it and an offset: return the offset of its end, or -1."""


def exactly(text: str, expected: str, start: int) -> int:
    """Match without tolerance."""
    return start + len(expected) if text.startswith(expected, start) else -1


@lru_cache(maxsize=256)
def pieces(text: Text, loose: bool) -> tuple[str | Formula, ...]:
    """Return the texts to match and the formulas between them."""
    result: list[str | Formula] = []
    for span in text.spans:
        if span.math:
            result.append(formula(span.text, loose))
        elif folded := fold(span.text, loose):
            result.append(folded)
    return tuple(result)


def formula(source: str, loose: bool) -> Formula:
    """Return what to expect of a formula's source."""
    letters = "".join(char for char in re.sub(r"\\[A-Za-z]+", "", source) if char.isalnum())
    return "".join(sorted(letters)), 2 * len(source) + 8, fold(in_characters(source), loose)


@lru_cache(maxsize=256)
def split_after_links(text: Text) -> tuple[str, ...]:
    """Split a text after its links, where an address may follow."""
    marked = ""
    for target, spans in text.by_target():
        shown = "".join(span.text for span in spans)
        end = len(shown.rstrip()) if target else len(shown)  # the address is before spaces
        marked += shown[:end] + (_MARK if target else "") + shown[end:]
    return tuple(fold(marked, False).split(_MARK))


def with_addresses(text: str, parts: tuple[str, ...], start: int, any_case: bool = False) -> int:
    """Match parts of a text between which addresses may occur."""
    matches = ignoring_case if any_case else exactly
    starts = {start}  # what looks like an address may also be the beginning of the next part
    for part in parts[:-1]:
        ends = {end for start in starts if (end := matches(text, part, start)) >= 0}
        starts = ends | {address.end() for end in ends if (address := _ADDRESS.match(text, end))}
    return max((matches(text, parts[-1], start) for start in starts), default=-1)


def ignoring_spaces(text: str, expected: str, position: int) -> int:
    """Match ignoring spaces, which readers of PDFs guess from distances."""
    if text[position : position + 1] == " ":
        return -1  # a match begins after the space
    for char in expected.replace(" ", ""):
        while text[position : position + 1] == " ":
            position += 1
        if text[position : position + 1] != char:
            return -1
        position += 1
    return position


def ignoring_case(text: str, expected: str, start: int) -> int:
    """Match ignoring case; capitals may have more letters (ß, SS), be ambiguous (ı, I; i, İ), or lack the accents of Greek."""
    if text.startswith(expected, start):
        return start + len(expected)
    folded = caseless(expected)
    for length in (len(expected), len(unicodedata.normalize("NFC", expected.upper()))):
        for end in range(max(start, start + length - 4), start + length + 5):
            if caseless(text[start:end]) == folded:
                return end + sum(1 for _ in takewhile(unicodedata.combining, text[end : end + 4]))
    return -1


def ignoring_case_and_spaces(text: str, expected: str, start: int) -> int:
    """Match ignoring case, and spaces as well: a heading may be split at the end of a line."""
    if (end := ignoring_case(text, expected, start)) >= 0 or text[start : start + 1] == " ":
        return end
    places = [place for place in range(start, min(start + 2 * len(expected) + 8, len(text))) if text[place] != " "]
    end = ignoring_case("".join(text[place] for place in places), expected.replace(" ", ""), 0)
    return places[end - 1] + 1 if end > 0 else -1


def with_maths(text: str, parts: tuple[str | Formula, ...], position: int, addresses: bool, matches: Matcher = exactly) -> int:
    """Match texts with formulas between them; all letters of a formula must occur, in any order."""
    if text[position : position + 1] == " ":
        return -1  # a match begins after the space
    for index, part in enumerate(parts):
        while text[position : position + 1] == " ":
            position += 1
        if isinstance(part, str):
            position = matches(text, part, position)
            if position < 0:
                return -1
            if addresses and (address := _ADDRESS.match(text, position)):
                position = address.end()
            continue
        letters, limit, whole = part
        if whole and (end := _in_signs(text, whole, position)) >= 0:
            address = _ADDRESS.match(text, end) if addresses else None  # the formula may be the end of a link
            position = address.end() if address else end
            continue
        closing = text.find("$", position + 1)
        if text.startswith("$", position) and contains(text[position:closing], letters):  # in LaTeX and Markdown
            position = closing + 1
            continue
        following = parts[index + 1] if index + 1 < len(parts) else ""
        known = following if isinstance(following, str) else ""  # else another formula
        ends = (end for end in range(position, position + limit) if matches(text, known, end) >= 0)
        position = next((end for end in ends if contains(text[position:end], letters)), -1)
        if position < 0:
            return -1
    return position


def _in_signs(text: str, shown: str, position: int) -> int:
    """Match a formula in signs: `x²` is also `x2`, with or without spaces."""
    wanted, index = unicodedata.normalize("NFKC", shown).replace(" ", ""), 0
    while index < len(wanted):
        sign = unicodedata.normalize("NFKC", text[position : position + 1])
        if not sign or not sign.isspace() and not wanted.startswith(sign, index):
            return -1
        index += 0 if sign.isspace() else len(sign)
        position += 1
    return position


def contains(text: str, letters: str) -> bool:
    """Return whether a text contains all letters, whatever characters a formula's fonts use for them."""
    normalized = unicodedata.normalize("NFKC", text)
    return all(normalized.count(letter) >= letters.count(letter) for letter in set(letters))
