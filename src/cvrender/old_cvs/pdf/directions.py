"""Put words that run from right to left in reading order, and turn pages in such a script around, so that their lines begin left.

The file says in which order the letters of a word are read, or where they stand; only places tell the order of words.
"""

import re
import unicodedata
from collections.abc import Sequence

from cvrender.model.value import replace
from cvrender.old_cvs.pdf.characters import PageWord, PageWords
from cvrender.old_cvs.pdf.layout import segments_of
from cvrender.text.bidi import line_levels, reorder

_PIECES = re.compile(r"^[.,;:!?،؛«»]+(?=.)|(?<=\d)[–—](?=\d)|[«»]$|(?:(?!(?<=\d)[–—](?=\d)|[«»]$).)+")
"""The parts of a word that may be in another order: signs before a word that runs left to right, and both ends of a time."""
_NUMBER = re.compile(r"[.,:/+-]*\d[\d.,:/+-]*|[*†‡§¶]+")
_OPENING, _CLOSED = str.maketrans(")»]", "(«["), str.maketrans("(«[", ")»]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLOSING = re.compile(r"[:،؛«»]+")
_ENDING = re.compile(r"[.,;:!?]+")
_BACKWARD = "\u05d0"
_LEAST = 0.2
"""The share of lines with letters that run from right to left in a document whose lines begin at the right."""


def in_reading_order(pages: Sequence[PageWords]) -> list[PageWords]:
    """Return the pages with their words in the order in which they are read, from left to right."""
    if not any(_is_backward(word.text) for page in pages for word in page.words):
        return list(pages)
    lines = [segments_of(page.words) for page in pages]
    turned = [any(_is_backward(word.text) for word in line.words) for page in lines for line in page]
    is_turned = sum(turned) > _LEAST * len(turned)
    made = []
    for page, segments in zip(pages, lines, strict=True):
        words = [word for line in segments for word in _read(line.words, page.width if is_turned else 0.0)]
        made.append(replace(page, words=words))
    return made


def _read(words: Sequence[PageWord], width: float) -> list[PageWord]:
    """Return the words of a line in reading order and in the places of this order; a `width` turns them around."""
    pieces = [piece for word in sorted(words, key=lambda word: word.left) for piece in _pieces(word)]
    levels = _levels(pieces, is_turned=bool(width))
    order = reorder(levels)
    gaps = [after.left - before.right for before, after in zip(pieces, pieces[1:], strict=False)]
    left = width - pieces[-1].right if width else pieces[0].left
    read: list[PageWord] = []
    for before, index in zip([-1, *order], order, strict=False):
        piece = pieces[index]
        gap = 0.0 if before < 0 else max(0.0, gaps[_gap_before(before, index, levels)])
        left += gap
        right = left + piece.right - piece.left
        is_apart = gap > 0.12 * piece.size or before < 0 and piece.gap
        text = _turned(pieces, index) if levels[index] % 2 else piece.text
        read.append(
            replace(piece, text=text, left=left, right=right, last=max(left, right - piece.right + piece.last), gap=is_apart)
        )
        left = right
    return read


def _is_backward(text: str) -> bool:
    """Return whether a text has letters that run from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL") for char in text if char.isalpha())


def _pieces(word: PageWord) -> list[PageWord]:
    """Return the parts of a word whose order the direction of the line decides."""
    parts = _PIECES.findall(word.text) if not _is_backward(word.text) else []
    if len(parts) < 2:
        return [word]
    each = (word.right - word.left) / len(word.text)
    ends = [sum(map(len, parts[: index + 1])) for index in range(len(parts))]
    begins = [0, *ends]
    return [
        replace(word, text=part, left=word.left + each * begin, right=word.left + each * end, last=word.left + each * (end - 1))
        for part, begin, end in zip(parts, begins, ends, strict=False)
    ]


def _levels(pieces: Sequence[PageWord], *, is_turned: bool) -> list[int]:
    """Return the level of each piece; numbers next to words that run from left to right go with these."""
    texts = [piece.text for piece in pieces]
    if not any(map(_is_backward, texts)) and re.search(r"^[^،؛]*[.!?]$", " ".join(texts)):
        return [2 * is_turned] * len(texts)  # a paragraph of its own, from left to right
    forward = [bool(re.search(r"[^\W\d_]", text)) and not _is_backward(text) for text in texts]
    for index, piece in enumerate(pieces):
        neighbours = forward[max(0, index - 1) : index] + forward[index + 1 : index + 2]
        is_year = is_turned and _YEAR.fullmatch(piece.text) and not any(forward[max(0, index - 1) : index])
        if any(neighbours) and _NUMBER.fullmatch(piece.text):
            texts[index] = ("x", _BACKWARD)[bool(is_year)] * len(piece.text)
        elif is_turned and (_ends_backward(pieces, index) or _is_bracket_of(pieces, index)):
            texts[index] = _BACKWARD * len(piece.text)
    levels = line_levels(" ".join(texts), is_turned)
    begins = [sum(map(len, texts[:index])) + index for index in range(len(texts))]
    return [
        levels[begin + next((place for place, char in enumerate(text) if char.isalnum()), 0)]
        for begin, text in zip(begins, texts, strict=True)
    ]


def _ends_backward(pieces: Sequence[PageWord], index: int) -> bool:
    """Return whether signs end what is at their right: nothing is close at their left."""
    piece, near = pieces[index], 0.12 * pieces[index].size
    is_left = index == 0 or piece.left - pieces[index - 1].right > near
    is_right = index + 1 < len(pieces) and pieces[index + 1].left - piece.right < near
    is_number = index and index == len(pieces) - 2 and pieces[-1].text.isdigit()
    signs = _ENDING if is_number or not index else _CLOSING
    return bool(is_left and is_right and signs.fullmatch(piece.text)) or piece.text in "«»"


def _is_bracket_of(pieces: Sequence[PageWord], index: int) -> bool:
    """Return whether a bracket touches a word from right to left."""
    piece, near = pieces[index], 0.12 * pieces[index].size
    touching = [
        other
        for other in pieces[max(0, index - 1) : index + 2]
        if -near < max(other.left - piece.right, piece.left - other.right) < near
    ]
    return piece.text in "()[]" and any(_is_backward(other.text) for other in touching)


def _turned(pieces: Sequence[PageWord], index: int) -> str:
    """Return signs that stand between words from right to left as these are read: brackets turn to what they touch."""
    text = pieces[index].text
    if _is_backward(text) or text.isalnum():
        return text
    before = pieces[index - 1] if index else None
    is_before = before and pieces[index].left - before.right < 0.12 * before.size and before.text[-1].isalnum()
    return text[::-1].translate(_OPENING if is_before else _CLOSED)


def _gap_before(before: int, index: int, levels: Sequence[int]) -> int:
    """Return the number of the gap between two pieces, in reading order: next to each other, or at the end of a run."""
    if abs(before - index) == 1:
        return min(before, index)
    step = 1 if index < before else -1
    end = index
    while 0 <= end + step < len(levels) and levels[end + step] == levels[index] and end + step != before:
        end += step
    return min(max(min(end, end + step), 0), len(levels) - 2)
