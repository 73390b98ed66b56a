"""A text, a place in it and a string in, where the string ends there out: with formulas, with addresses, in capitals."""

import re
import unicodedata
from functools import lru_cache
from itertools import groupby

from cvrender.model.links import TARGET
from cvrender.model.text import Text
from cvrender.verify.leaves import fold

_MARK = "\ue000"
_ADDRESS = re.compile(rf" <(?:{TARGET.pattern})[^<>\s]*>")

Maths = tuple[str, int]
"""The letters and digits of a formula, sorted, and how many characters it may take on the page."""


@lru_cache(maxsize=256)
def pieces(text: Text, loose: bool) -> tuple[str | Maths, ...]:
    """What is looked for: strings and the formulas between them."""
    made: list[str | Maths] = []
    for span in text.spans:
        if span.math:
            letters = "".join(char for char in re.sub(r"\\[A-Za-z]+", "", span.text) if char.isalnum())
            made.append(("".join(sorted(letters)), 2 * len(span.text) + 8))
        elif said := fold(span.text, loose):
            made.append(said)
    return tuple(made)


@lru_cache(maxsize=256)
def cut_behind_links(text: Text) -> tuple[str, ...]:
    """The string in pieces; behind each but the last is room for an address."""
    made = ""
    for target, spans in groupby((span for span in text.spans if span.text), key=lambda span: span.href):
        made += "".join(span.text for span in spans) + (_MARK if target else "")
    return tuple(fold(made, False).split(_MARK))


def with_addresses(text: str, said: tuple[str, ...], place: int) -> int:
    """The end of pieces of a string between which addresses may stand; -1 where they do not stand."""
    places = {place}  # an address may be one of ours, or the beginning of the next piece
    for piece in said[:-1]:
        ends = {start + len(piece) for start in places if text.startswith(piece, start)}
        places = ends | {address.end() for end in ends if (address := _ADDRESS.match(text, end))}
    return max((start + len(said[-1]) for start in places if text.startswith(said[-1], start)), default=-1)


def but_for_blanks(text: str, said: str, place: int) -> int:
    """Like `startswith`, without regard to blanks, which readers of PDFs guess from distances; -1 where more differs."""
    if text[place : place + 1] == " ":
        return -1  # it begins behind the blank
    for char in said:
        if char == " ":
            continue
        while place < len(text) and text[place] == " ":
            place += 1
        if place >= len(text) or text[place] != char:
            return -1
        place += 1
    return place


def in_capitals(text: str, said: str, place: int) -> int:
    """Like `startswith`, without regard to case; capitals may take more letters (ß, SS), or be another's as well (ı, I)."""
    wanted = said.upper().casefold()
    for end in range(place + len(said) - 4, place + len(said) + 5):
        if text[place:end].upper().casefold() == wanted:
            return end
    return -1


def with_maths(text: str, said: tuple[str | Maths, ...], place: int, addresses: bool) -> int:
    """The end of strings with formulas between them, whose letters all stand there, in whatever order."""
    if text[place : place + 1] == " ":
        return -1  # it begins behind the blank
    for index, piece in enumerate(said):
        while place < len(text) and text[place] == " ":
            place += 1
        if isinstance(piece, str):
            if not text.startswith(piece, place):
                return -1
            place += len(piece)
            if addresses and (address := _ADDRESS.match(text, place)):
                place = address.end()
            continue
        letters, most = piece
        if text.startswith("$", place) and _holds(
            text[place : text.find("$", place + 1)], letters
        ):  # as LaTeX and Markdown write it
            place = text.find("$", place + 1) + 1
            continue
        following = said[index + 1] if index + 1 < len(said) else ""
        known = following if isinstance(following, str) else ""  # else another formula
        ends = (end for end in range(place, place + most) if text.startswith(known, end))
        end = next((end for end in ends if _holds(text[place:end], letters)), -1)
        if end < 0:
            return -1
        place = end
    return place


def _holds(shown: str, letters: str) -> bool:
    """True when all the letters stand in the text, however a formula's fonts spell them."""
    there = sorted(unicodedata.normalize("NFKC", shown))
    return all(there.count(letter) >= letters.count(letter) for letter in set(letters))
