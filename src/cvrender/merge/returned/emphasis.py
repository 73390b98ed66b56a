"""List the words of an edited Word document that are bold or italic, and were not when it was sent, and the other way round."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, groupby

from cvrender.merge.returned.occurrences import TOKEN
from cvrender.targets.docx.returned import ReturnedParagraph

_NAMES = ("bold", "italic")
_Marks = Sequence[frozenset[str]]


def other_emphasis(
    paragraphs: Sequence[ReturnedParagraph], texts: Mapping[int, str], sent: Mapping[int, _Marks]
) -> Iterator[tuple[int, str]]:
    """Yield the number of a text, and what is bold or italic otherwise, in words. Changed words are not compared."""
    marked: dict[int, list[tuple[str, frozenset[str]]]] = {}
    for paragraph in paragraphs:
        for piece in paragraph.pieces:
            if piece.place in sent:
                marked.setdefault(piece.place, []).extend((char, piece.marks) for char in piece.text)
    for number, chars in marked.items():
        before, after = texts[number], "".join(char for char, _ in chars)
        if len(before) != len(sent[number]) or [marks for _, marks in chars] == list(sent[number]):
            continue
        kept = list(_same(before, after, sent[number], [marks for _, marks in chars]))
        for name in _NAMES:
            for (_, was, now), part in groupby(kept, key=lambda char, name=name: (char[0], name in char[2], name in char[3])):  # type: ignore[misc]
                words = "".join(char for _, char, _, _ in part).strip()
                if was != now and any(map(str.isalnum, words)):
                    yield number, f'"{words}" is {name if now else f"no longer {name}"} in the file that came back'


def _same(before: str, after: str, sent: _Marks, now: _Marks) -> Iterator[tuple[int, str, frozenset[str], frozenset[str]]]:
    """Yield the characters of the words that two texts share, with the part that they are in and their marks in both."""
    first, second = TOKEN.findall(before), TOKEN.findall(after)
    starts, others = ([0, *accumulate(map(len, tokens))] for tokens in (first, second))
    for number, block in enumerate(SequenceMatcher(None, first, second, False).get_matching_blocks()):
        start, other = starts[block.a], others[block.b]
        for index in range(starts[block.a + block.size] - start):
            yield number, before[start + index], sent[start + index], now[other + index]
