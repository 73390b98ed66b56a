"""Find what became of each text of a Word document that was sent: changed, gone, moved, and what is new."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, groupby

from cvrender.merge.returned.occurrences import TOKEN
from cvrender.model.value import Record, Value, field
from cvrender.targets.docx.record import END_OF_PARAGRAPH, Sent, lines_of
from cvrender.targets.docx.returned import OBJECT, ReturnedParagraph, segments

_ALIKE = 0.55
"""How similar a paragraph without marks has to be to one that was sent, to be taken for it."""
_Part = tuple[int, str]
"""The number of a text, or 0 for what is between texts, and characters."""


class AddedParagraph(Value, frozen=True):
    """A paragraph that was not sent: its text, its style, and the numbers of the texts before and after it, or 0."""

    text: str
    style: str
    after: int
    before: int
    row: int = 0


class EditedTexts(Record):
    """The texts of an edited document by number, in its order, its new paragraphs, and characters that belong to no text."""

    texts: dict[int, str] = field(default_factory=dict)
    added: list[AddedParagraph] = field(default_factory=list)
    between: list[tuple[int, str]] = field(default_factory=list)


class _Lost(Record):
    """A paragraph in which no text is marked, and the texts around it."""

    paragraph: ReturnedParagraph
    text: str
    index: int
    after: int = 0
    before: int = 0


def edited_texts(paragraphs: Sequence[ReturnedParagraph], sent: Sequence[Sent], base: Mapping[int, str]) -> EditedTexts:
    """Return what paragraphs say, compared with the texts that were sent, of which `base` are the characters by number."""
    return _Comparison(sent, base).compare(paragraphs)


class _Comparison:
    def __init__(self, sent: Sequence[Sent], base: Mapping[int, str]) -> None:
        self.sent, self.base = sent, base
        self.edited = EditedTexts()
        self.lines = lines_of(sent)
        self.line_of = {number: index for index, line in enumerate(self.lines) for number in line}
        self.index = 0
        self.index_of: dict[int, tuple[int, float]] = {}

    def after(self, number: int) -> str:
        """Return the characters that were sent after a text, within its paragraph."""
        return self.sent[number - 1].after.removesuffix(END_OF_PARAGRAPH)

    def compare(self, paragraphs: Sequence[ReturnedParagraph]) -> EditedTexts:
        lost: list[_Lost] = []
        last = 0
        for index, paragraph in enumerate(paragraphs):
            self.index = index
            parts = list(segments(paragraph))
            known = [number for number, text in parts if number in self.line_of and text.strip()]
            if any(number not in self.edited.texts for number in known):
                self.read(parts)
                last = max(known, key=known.index)
                for each in lost:
                    each.before = each.before or known[0]
            elif text := "".join(text for _, text in parts).strip():
                lost.append(_Lost(paragraph, text, index, last))
        self.place(lost)
        self.edited.texts = dict(sorted(self.edited.texts.items(), key=lambda item: self.index_of[item[0]]))
        return self.edited

    def note(self, number: int, text: str, before: int = 0, after: int = 0) -> None:
        """Note what a text says in the paragraph that is read; it is the last one there, or next to the one before or after."""
        self.edited.texts[number] = text
        place = self.index_of[after][1] - 0.5 if after else float(len(self.index_of))
        self.index_of[number] = self.index, self.index_of[before][1] + 0.001 if before else place

    def read(self, parts: Sequence[_Part]) -> None:
        """Read a paragraph in which texts are marked."""
        gap, before = "", 0
        for number, text in parts:
            if number not in self.line_of or (not text.strip() and number not in self.edited.texts):
                gap += text
                continue
            if number in self.edited.texts:
                self.edited.texts[number] += gap + text
                gap = ""
                continue
            if before and self.line_of[before] != self.line_of[number]:  # paragraphs were joined
                self.edited.texts[before] += gap + text
                gap = ""
                continue
            self.note(number, text)
            self.between(before, gap, number)
            gap, before = "", number
        self.between(before, gap, 0)

    def between(self, before: int, gap: str, after: int) -> None:
        """Divide the characters between two texts of a paragraph, or before the first or after the last, as 0."""
        missing = self.missing_between(before, after)
        signs = [self.sent[(missing or [after])[0] - 1].before] if not before else [self.after(before)]
        signs += [self.after(number) for number in missing]
        divided = _divided(gap, signs, bool(before), bool(after))
        if divided is None:
            self.edited.between.append((before or after, gap))
            if before and re.search(r"\w", gap):
                self.edited.texts[before] += gap
            return
        first, *middle, last = divided
        if before:
            self.edited.texts[before] += first
        for number, text in zip(missing, middle, strict=True):
            if text.strip():
                self.note(number, text, before, after)
                before = number
        if after:
            self.edited.texts[after] = last + self.edited.texts[after]

    def missing_between(self, before: int, after: int) -> list[int]:
        """Return the texts that were sent between two of a paragraph."""
        line = self.lines[self.line_of[before or after]]
        if before and after and after not in line:
            return []
        start = line.index(before) + 1 if before else 0
        end = line.index(after) if after else len(line)
        return line[start:end]

    def place(self, lost: Sequence[_Lost]) -> None:
        """Find which paragraphs without marks were sent; the others are new."""
        gone = {index for index, line in enumerate(self.lines) if not any(number in self.edited.texts for number in line)}
        rest = [each for each in lost if not self.is_taken(each, gone, 1.0)]
        rest = [each for each in rest if not self.is_next(each, gone)]
        rest = [each for each in rest if not self.is_taken(each, gone, _ALIKE)]
        for each in rest:
            self.edited.added.append(AddedParagraph(each.text, each.paragraph.style, each.after, each.before, each.paragraph.row))

    def whole(self, index: int) -> str:
        """Return a paragraph as it was sent."""
        line = self.lines[index]
        texts = (self.base.get(number, "") + self.after(number) for number in line)
        return (self.sent[line[0] - 1].before + "".join(texts)).strip()

    def is_taken(self, each: _Lost, gone: set[int], least: float) -> bool:
        """Take a paragraph for the one that was sent which is most like it, if there is one."""
        if least == 1.0:
            alike = [(1.0, index) for index in gone if self.whole(index) == each.text]
        else:
            alike = [(SequenceMatcher(None, self.whole(index), each.text, False).ratio(), index) for index in gone]
        score, index = max(alike, default=(0.0, 0), key=lambda pair: (pair[0], -pair[1]))
        return score >= least and self.take(each, index, gone)

    def is_next(self, each: _Lost, gone: set[int]) -> bool:
        """Take a paragraph for the only one that was sent between its neighbours, if they have something in common."""
        if not each.after or not each.before:
            return False
        start, end = self.line_of[each.after], self.line_of[each.before]
        between = [index for index in range(start + 1, end) if index in gone]
        words = set(re.findall(r"\w{3,}", each.text.casefold()))
        common = len(between) == 1 and words & set(re.findall(r"\w{3,}", self.whole(between[0]).casefold()))
        return bool(common) and self.take(each, between[0], gone)

    def take(self, each: _Lost, index: int, gone: set[int]) -> bool:
        line = self.lines[index]
        signs = [self.sent[line[0] - 1].before.strip(), *map(self.after, line)]
        if len(line) == 1:
            divided: list[str] | None = ["", each.text.removeprefix(signs[0]), ""]
        else:
            divided = _divided(each.text, signs, False, False)
        if divided is None:
            return False
        self.index = each.index
        for number, text in zip(line, divided[1:-1], strict=True):
            if text.strip():
                self.note(number, text.strip())
        gone.discard(index)
        return True


def with_objects(old: str, new: str) -> str:
    """Return a text with the formulas and notes of the one that it was, where the characters before them are."""
    matcher, text, bare = SequenceMatcher(None, old.replace(OBJECT, ""), new, False), "", 0
    ends = []
    for char in old:
        if char == OBJECT:
            ends.append(bare)
        bare += char != OBJECT
    places = []
    for end in ends:
        block = next((block for block in matcher.get_matching_blocks() if block.a <= end <= block.a + block.size), None)
        places.append(block.b + end - block.a if block else len(new))
    for index in range(len(new) + 1):
        text += OBJECT * places.count(index) + new[index : index + 1]
    return text


def _divided(gap: str, signs: Sequence[str], before: bool, after: bool) -> list[str] | None:
    """Return the parts of a text around signs, or None if it does not have them; parts at its ends belong to other texts."""
    if len(signs) == 1 and not signs[0]:
        return [gap, ""] if before else ["", gap]
    for pattern in _patterns(signs):
        if match := re.fullmatch(pattern, gap, re.DOTALL):
            parts = list(match.groups())
            if (before or not parts[0].strip()) and (after or not parts[-1].strip() or len(parts) > 2):
                if not after and parts[-1]:
                    parts[-2:] = [parts[-2] + parts[-1], ""]
                return parts
    return None


def _patterns(signs: Sequence[str]) -> Iterator[str]:
    """Yield expressions for signs with texts between them, the second with signs in any white space."""
    for loose in (False, True):
        yield "(.*?)" + "(.*?)".join(_sign(sign, loose) for sign in signs) + "(.*)"


def _sign(sign: str, loose: bool) -> str:
    if not loose or not sign.strip():
        return re.escape(sign) if not loose else r"\s*" if not sign else r"\s+"
    return r"\s*" + re.escape(sign.strip()) + r"\s*"


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
