"""Assign the glyphs of a word that is a box to its text, whether they run from left to right or from right to left."""

from collections.abc import Callable

from cvrender.targets.pdf.tagging.content import Owner, Piece, Point, Run, Word
from cvrender.targets.pdf.tagging.texts import Following
from cvrender.text.bidi import MIRRORED

_TURNED, _MIRRORED = 1, 2


def divide(word: Word, text: Following, order: Callable[[], int]) -> bool:
    """Make the pieces of a word's runs, and move past it in the text; return False if it is not found there.

    `order` returns the order of the next piece. Where glyphs stand in the opposite order, each string of them is a piece.
    """
    if any(isinstance(item, Point) for item in word.items):
        return False
    runs = word.runs
    shown = "".join([run.font.text(part) for run in runs for part in run.parts if isinstance(part, bytes)])
    choice = text.take_first((lambda: shown, lambda: _turned(runs), lambda: shown.translate(MIRRORED)))
    if choice < 0:
        return False
    owner = Owner("Span", text.taken, actual=shown.translate(MIRRORED)) if choice == _MIRRORED else text.taken
    if choice == _TURNED:
        for run in reversed(runs):
            _reverse(run, owner, order)
    else:
        for run in runs:
            run.pieces.append(Piece(owner, [*run.parts], order()))
    return True


def _turned(runs: list[Run]) -> str:
    """Return the characters of runs of which the glyphs stand in the opposite order."""
    return "".join(
        [
            run.font.text(code)
            for run in reversed(runs)
            for part in reversed(run.parts)
            if isinstance(part, bytes)
            for code in reversed(run.font.split(part))
        ]
    )


def _reverse(run: Run, owner: Owner, order: Callable[[], int]) -> None:
    """Make a piece of each string of a run, and of the kerns before it; the last one is the first of the text."""
    pieces = [Piece(owner, [])]
    for part in run.parts:
        pieces[-1].parts.append(part)
        if isinstance(part, bytes):
            pieces.append(Piece(owner, []))
    rest = pieces.pop().parts
    pieces[-1].parts += rest
    for piece in reversed(pieces):
        piece.order = order()
        piece.reversed = True
    run.pieces += pieces
