"""Give each text within a bookmark its own number, since a bookmark may include all paragraphs of an entry.

The paragraphs of a bookmark are those that were sent, in their order; changed ones are the most similar ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from cvrender.merge.returned.occurrences import words_of
from cvrender.model.value import Value, replace
from cvrender.targets.docx.places import TAB
from cvrender.targets.docx.record import Sent, lines_of
from cvrender.targets.docx.returned import ReturnedParagraph, ReturnedPiece

_ALIKE = 0.55
"""How similar a paragraph has to be to one that was sent, to be taken for it if others could be it, too."""


class _Part(Value, frozen=True):
    """Pieces of a paragraph that are in one bookmark."""

    paragraph: int
    start: int
    pieces: tuple[ReturnedPiece, ...]

    @property
    def sent(self) -> str:
        """The text before the tracked changes, or the new text if there was none."""
        old = [piece.text for piece in self.pieces if all(change.kind == "deleted" for change in piece.changes)]
        return "".join(old) or "".join(piece.text for piece in self.pieces)


def divided(paragraphs: Sequence[ReturnedParagraph], sent: Sequence[Sent], base: Mapping[int, str]) -> list[ReturnedParagraph]:
    """Return the paragraphs with the number of its text for each piece. `base` are the characters that were sent."""
    parts: dict[int, list[_Part]] = {}
    for index, paragraph in enumerate(paragraphs):
        start = 0
        for place, pieces in groupby(paragraph.pieces, key=lambda piece: piece.place):
            own = tuple(pieces)
            parts.setdefault(place, []).append(_Part(index, start, own))
            start += len(own)
    cut = [[[piece] for piece in paragraph.pieces] for paragraph in paragraphs]
    for lines in _bookmarks(sent):
        if len(lines) > 1 or len(lines[0]) > 1:
            numbers = _matches(parts.get(lines[0][0], ()), lines, sent, base)
            for part, line in numbers:
                rest: list[list[ReturnedPiece]] = [[] for _ in range(len(part.pieces) - 1)]
                own_pieces = [_numbered(part.pieces, line, sent, base), *rest]
                cut[part.paragraph][part.start : part.start + len(own_pieces)] = own_pieces
    return [
        replace(paragraph, pieces=[piece for group in groups for piece in group])
        for paragraph, groups in zip(paragraphs, cut, strict=True)
    ]


def _bookmarks(sent: Sequence[Sent]) -> list[list[list[int]]]:
    """Return the numbers of the texts in each bookmark, by paragraph."""
    numbers: list[list[list[int]]] = []
    for line in lines_of(sent):
        for number in line:
            if sent[number - 1].marked:
                numbers.append([[number]])
            elif number == line[0]:
                numbers[-1].append([number])
            else:
                numbers[-1][-1].append(number)
    return numbers


def _matches(
    parts: Sequence[_Part], lines: Sequence[list[int]], sent: Sequence[Sent], base: Mapping[int, str]
) -> Iterator[tuple[_Part, Sequence[int]]]:
    """Yield the parts with the texts that each of them is; a new one is none."""
    said = [words_of("".join(base.get(number, "") + sent[number - 1].after.rstrip("¶") for number in line)) for line in lines]
    shown = [part for part in parts if part.sent.strip()]
    pairs = aligned(said, [words_of(part.sent) for part in shown])
    for index, part in enumerate(shown):
        yield part, lines[pairs[index]] if index in pairs else ()


def aligned(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return which of the old texts each new one is, by index: the same, or the most similar between two that are the same."""
    indices: dict[int, int] = {}
    gaps = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, False).get_opcodes():
        if kind == "equal":
            indices.update(zip(range(c, d), range(a, b), strict=True))
        else:
            gaps.append((range(a, b), range(c, d)))
    gone = [index for before, _ in gaps for index in before]
    for index in (index for _, after in gaps for index in after):  # moved
        if equal := [other for other in gone if old[other] == new[index]]:
            indices[index] = min(equal, key=lambda other: abs(other - index))
            gone.remove(indices[index])
    for before, after in gaps:
        _align_gap(
            old, new, [index for index in before if index in gone], [index for index in after if index not in indices], indices
        )
    return indices


def _align_gap(old: Sequence[str], new: Sequence[str], before: list[int], after: list[int], indices: dict[int, int]) -> None:
    """Align texts that differ: by their order if there are as many, else by their similarity, the most similar first."""
    if len(before) == len(after):
        indices.update(zip(after, before, strict=True))
        return
    scores = sorted(((_ratio(old[a], new[b]), -b, -a) for a in before for b in after), reverse=True)
    for score, b, a in scores:
        if score < _ALIKE:
            break
        first, second = -a, -b
        if first in before and second in after:
            indices[second] = first
            _align_gap(old, new, [i for i in before if i < first], [i for i in after if i < second], indices)
            _align_gap(old, new, [i for i in before if i > first], [i for i in after if i > second], indices)
            return


def _ratio(old: str, new: str) -> float:
    """Return how alike two texts are; the beginning of one that was divided is it."""
    if old.startswith(new):
        return 1.0
    matcher = SequenceMatcher(None, old, new, False)
    return matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0.0


def _numbered(
    pieces: Sequence[ReturnedPiece], line: Sequence[int], sent: Sequence[Sent], base: Mapping[int, str]
) -> list[ReturnedPiece]:
    """Return pieces with the numbers of the texts that they belong to; tabs divide them."""
    if len(line) < 2:
        return [replace(piece, place=line[0] if line else 0) for piece in pieces]
    chars = [(char, piece) for piece in pieces for char in piece.text]
    text = "".join(char for char, _ in chars)
    signs = _signs(text, [sent[number - 1].after for number in line[:-1]], [_is_new(piece) for _, piece in chars])
    if not signs and (start := text.rfind(base.get(line[-1]) or text)) > 0:
        signs = [range(len(text[:start].rstrip()), start)]
    numbered: list[ReturnedPiece] = []
    for index, (char, piece) in enumerate(chars):
        passed = sum(sign.stop <= index for sign in signs)
        place = 0 if any(index in sign for sign in signs) else line[min(passed, len(line) - 1)]
        if numbered and numbered[-1] == replace(piece, text=numbered[-1].text, place=place):
            numbered[-1] = replace(piece, text=numbered[-1].text + char, place=place)
        else:
            numbered.append(replace(piece, text=char, place=place))
    return numbered


def _signs(text: str, sent: Sequence[str], new: Sequence[bool]) -> list[range]:
    """Return where the signs between texts are, each with a tab; tabs that are `new` are none if there are others."""
    tabs = [index for index, char in enumerate(text) if char == TAB]
    old = [index for index in tabs if not new[index]]
    ranges = []
    for tab, sign in zip((old if len(old) >= len(sent) else tabs)[-len(sent) :], sent, strict=False):
        before, _, after = sign.partition(TAB)
        start = tab - len(before) if text[:tab].endswith(before) else tab
        ranges.append(range(start, tab + 1 + (len(after) if text.startswith(after, tab + 1) else 0)))
    return ranges


def _is_new(piece: ReturnedPiece) -> bool:
    return any(change.kind == "inserted" for change in piece.changes)
