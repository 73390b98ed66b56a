"""Make the words of a line of a PDF."""

from cvrender.old_cvs.pdf.characters import PageWord


def words_at(text: str, left: float, base: float, size: float = 10.0, *, bold: bool = False) -> list[PageWord]:
    """Return the words of a text that begins at a place, in points, each half as wide as high for every letter."""
    words: list[PageWord] = []
    for part in text.split(" "):
        right = left + 0.5 * size * len(part)
        words.append(PageWord(part, left, right, base, base + 0.8 * size, size, bold, False, bool(words), right - 0.5 * size))
        left = right + 0.25 * size
    return words
