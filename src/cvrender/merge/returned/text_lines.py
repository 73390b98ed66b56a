"""Read the lines of a text file that people edited as the paragraphs of an edited Word document.

Nothing in a text file marks the texts. They are found in the lines that were sent, and an edited line has them where it has
the same words.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate

from cvrender.merge.returned.divide import aligned
from cvrender.merge.returned.occurrences import TOKEN, words_of
from cvrender.model.reading import Reading
from cvrender.model.value import Value
from cvrender.targets.docx.record import Sent
from cvrender.targets.docx.returned import OBJECT, ReturnedParagraph, ReturnedPiece, sent_texts

_FAR = 400  # characters after a text in which the next one has to begin
_ALIKE = 0.5
_PART = re.compile(rf"{OBJECT}|\s+|[^\s{OBJECT}]+")
_NUMBER = re.compile(r"^\d+\. ")


class _Char(Value, frozen=True):
    """A character of a line that was sent, with the number of its text; other characters stand for it."""

    shown: str
    place: int = 0


def compared(sent: Sequence[str], lines: Sequence[str], base: Mapping[str, str]) -> tuple[list[Sent], list[ReturnedParagraph]]:
    """Return the texts that were sent, found in its lines, and the edited lines as paragraphs. `base` are the texts by field."""
    old, new = ([_NUMBER.sub("", line).strip() for line in part if line.strip()] for part in (sent, lines))
    fields = list(base)
    chars = _located(old, base)
    order = list(dict.fromkeys(char.place for line in chars for char in line if char.place))
    number = {place: index for index, place in enumerate(order, 1)}
    chars = [[_Char(char.shown, number.get(char.place, 0)) for char in line] for line in chars]
    texts = sent_texts([_paragraph(line) for line in chars])
    kept = aligned([words_of(line) for line in old], [words_of(line) for line in new])
    paragraphs = [
        _carried(old[kept[index]], chars[kept[index]], line) if index in kept else ReturnedParagraph([ReturnedPiece(line)])
        for index, line in enumerate(new)
    ]
    return [Sent(fields[order[index - 1] - 1], text.before, text.after) for index, text in texts.items()], paragraphs


def _located(lines: Sequence[str], base: Mapping[str, str]) -> list[list[_Char]]:
    """Return the characters of lines with the places of texts, counted from 1 in the order of `base`."""
    whole = "\n".join(lines)
    chars = list(map(_Char, whole))
    start = 0
    for place, text in enumerate(base.values(), 1):
        parts = _PART.findall(text)
        pattern = "".join("(.+?)" if part == OBJECT else r"(\s+)" if part.isspace() else re.escape(part) for part in parts)
        match = re.compile(pattern, re.DOTALL).search(whole, start, start + len(text) * 2 + _FAR)
        if not parts or not match:
            continue
        chars[match.start() : match.end()] = [_Char(char, place) for char in match[0]]
        others = (part for part in parts if part == OBJECT or part.isspace())
        for (begin, end), part in zip(match.regs[1:], others, strict=True):
            chars[begin:end] = [_Char(part if index == begin else "", place) for index in range(begin, end)]
        start = match.end()
    ends = list(accumulate(len(line) + 1 for line in lines))
    return [chars[end - len(line) - 1 : end - 1] for line, end in zip(lines, ends, strict=True)]


def _paragraph(chars: Sequence[_Char]) -> ReturnedParagraph:
    return ReturnedParagraph([ReturnedPiece(char.shown, char.place) for char in chars])


def _carried(old: str, chars: Sequence[_Char], new: str) -> ReturnedParagraph:
    """Return an edited line with the texts of the one that was sent. What is typed between two texts belongs to the first."""
    first, second = TOKEN.findall(old), TOKEN.findall(new)
    starts = [0, *accumulate(map(len, first))]
    pieces: list[ReturnedPiece] = []
    for kind, a, b, c, d in SequenceMatcher(None, first, second, False).get_opcodes():
        own = chars[starts[a] : starts[b]]
        if kind == "equal":
            pieces += _paragraph(own).pieces
        elif c < d:
            around = [*own, *chars[max(starts[a] - 1, 0) : starts[a]], *chars[starts[b] : starts[b] + 1]]
            pieces.append(ReturnedPiece("".join(second[c:d]), next((char.place for char in around if char.place), 0)))
    return ReturnedParagraph(pieces)


def other_marks(sent: Reading, now: Reading) -> Iterator[str]:
    """Yield in words which links and which marks of words, such as bold, are others than those that were sent."""
    old, new = Counter(set(sent.links)), Counter(set(now.links))
    for link in new - old:
        yield f"the link to {link} is new; change the address in the profile"
    for link in old - new:
        yield f"the link to {link} is gone; change it in the profile"
    before, after = Counter(sent.runs), Counter(now.runs)
    for more, less, verb in ((after - before, before - after, "is"), (before - after, after - before, "is no longer")):
        for mark, text in more:
            if not any(mark == other and SequenceMatcher(None, text, words, False).ratio() > _ALIKE for other, words in less):
                yield f'"{text}" {verb} {mark} in the file that came back; write it so in the profile'
