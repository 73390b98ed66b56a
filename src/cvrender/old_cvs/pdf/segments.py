"""Define the segments of the lines of a page: words without a wide gap between them."""

import statistics
from dataclasses import dataclass

from cvrender.old_cvs.pdf.characters import PageWord


@dataclass(slots=True)
class LineSegment:
    """Words on one line without a wide gap between them."""

    words: list[PageWord]

    @property
    def left(self) -> float:
        """The left edge."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """The right edge."""
        return max(word.right for word in self.words)

    @property
    def size(self) -> float:
        """The size of most of its characters."""
        return max(self.words, key=lambda word: len(word.text)).size

    @property
    def middle(self) -> float:
        """The middle of its longest word, from below."""
        word = max(self.words, key=lambda word: len(word.text))
        return (word.bottom + word.top) / 2

    @property
    def base(self) -> float:
        """The height of its longest word's lower edge, near the baseline."""
        return statistics.median_low([word.bottom for word in self.words])

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(f"{' ' if index and word.gap else ''}{word.text}" for index, word in enumerate(self.words))
