"""Find the field of a profile that a line on a page comes from."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from cvrender.model.document import Document
from cvrender.rules.inspect.compare import letters
from cvrender.targets.comparison.leaves import Expected

_NEAR = 4000
"""The number of letters before and after the last match in which a line is looked for first."""
_LEAST = 8
"""The least number of letters by which a part of a line is found."""


def fields_of(lines: Iterable[str], document: Document) -> list[str]:
    """Return the field of each line, such as `publications[3]`; empty if it is not found.

    Only letters and digits are compared, because readers of PDFs guess spaces and lines may end within words.
    """
    leaves = [(letters(leaf.text.plain), leaf.source) for leaf in Expected(document).leaves]
    stream = "".join(text for text, _ in leaves)
    ends = list(accumulate(len(text) for text, _ in leaves))
    paths: list[str] = []
    cursor = 0
    for line in lines:
        place = _find(letters(line), stream, cursor)
        if place is None:
            paths.append("")
            continue
        start, cursor = place
        paths.append(leaves[bisect_right(ends, start)][1])
    return paths


def _find(line: str, stream: str, cursor: int) -> tuple[int, int] | None:
    """Return where a line, or else a part of it, begins and ends in the stream, preferably near the cursor."""
    spans = ((cursor, cursor + _NEAR), (max(0, cursor - _NEAR), cursor), (0, len(stream)))
    for part in _parts(line):
        for begin, end in spans:
            start = stream.find(part, begin, end)
            if start >= 0:
                return start, start + len(part)
    return None


def _parts(line: str) -> Sequence[str]:
    """Return the line, then its beginnings and ends, ever shorter."""
    if not line:
        return ()
    lengths = [len(line) * share // 4 for share in (3, 2, 1)]
    halves = [part for length in lengths if length >= _LEAST for part in (line[:length], line[-length:])]
    return (line, *halves)
