"""Find the names of marked people in a worded entry: `C. Xie`, `Xie, C.-B.`, `XIE C B`, `谢聪`.

A mark is behind the family name; the given name before or after it, full or as initials, belongs to the name.
"""

import re
from functools import lru_cache

from cvrender.citations.item import COMMA, FIRST_MARK, MARKS
from cvrender.importers.text.names import Name
from cvrender.model.text import Span, Text, join
from cvrender.model.value import Value, replace

_BLANK = r"[ \u00a0\u202f]"
_MOST_WORDS = 6
_BETWEEN = r"[ \u00a0\u202f.\-‐‑]*"


class Place(Value, frozen=True):
    """Where a name is in a text with marks: from `start` to `end`, which is behind the mark and what follows it."""

    mark: int
    start: int
    end: int


def places(plain: str, names: tuple[Name, ...], wanted: frozenset[int]) -> list[Place]:
    """Return the places of the wanted people, by the indices of their marks, in the order of the text."""
    found = (match for match in MARKS.finditer(plain) if ord(match[0]) - FIRST_MARK in wanted)
    return [_place(plain, match.start(), names[ord(match[0]) - FIRST_MARK]) for match in found]


def _place(plain: str, at: int, name: Name) -> Place:
    mark = ord(plain[at]) - FIRST_MARK
    family = name.family or str(name)
    start = at - len(family) if plain[:at].casefold().endswith(family.casefold()) else at
    if not name.given:
        return Place(mark, start, at + 1)
    before, after, behind = _patterns(name)
    if match := before.search(plain, max(0, start - 120), start):
        suffix = behind.match(plain, at + 1)
        return Place(mark, match.start(), suffix.end() if suffix else at + 1)
    match = after.match(plain, at + 1)
    start -= len(name.prefix) + 1 if name.prefix and _ends_with(plain[:start], name.prefix) else 0
    return Place(mark, start, match.end() if match else at + 1)


def _ends_with(text: str, particle: str) -> bool:
    return text[-len(particle) - 1 : -1].casefold() == particle.casefold() and text[-1:].isspace()


@lru_cache(maxsize=4096)
def _patterns(name: Name) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a given name before the family name, of one after it, and of a suffix after it."""
    words = [word for word in re.split(r"[\s.\-‐‑]+", name.given) if word]
    dotted, bare = _given(words, r"\.?"), _given(words, "")
    particle = rf"(?:{re.escape(name.prefix)}{_BLANK}+)?" if name.prefix else ""
    behind = rf"(?:,?{_BLANK}+{re.escape(name.suffix.rstrip('.'))}\.?)?" if name.suffix else ""
    demoted = rf"(?:,?{_BLANK}+{re.escape(name.prefix)}(?!\w))?" if name.prefix else ""
    after = rf"(?:,{_BLANK}*(?:{dotted})|{_BLANK}+(?:{bare})){demoted}{behind}"
    compiled = (rf"(?<!\w)(?:{dotted}){_BLANK}*{particle}$", after, behind)
    before, follows, suffix = (re.compile(pattern, re.IGNORECASE) for pattern in compiled)
    return before, follows, suffix


def _given(words: list[str], dot: str) -> str:
    """Return a pattern of a given name, of which each word is whole or an initial, and the last ones may be missing."""
    pattern = ""
    for word in reversed(words[:_MOST_WORDS]):
        rest = rf"(?:{_BETWEEN}{pattern})?" if pattern else ""
        whole = f"{re.escape(word)}|" if len(word) > 1 else ""
        pattern = rf"(?:{whole}{re.escape(word[0])}{dot}){rest}"
    return rf"{pattern}(?!\w)"


def with_people(text: Text, bold: list[Place], inserted: dict[int, Text]) -> Text:
    """Return a text without marks: these names in bold, and texts inserted at positions, such as the signs behind names."""
    inserted = dict(inserted)
    cuts = sorted({end for place in bold for end in (place.start, place.end)} | set(inserted))
    spans: list[Span] = []
    position = 0
    for span in text.spans:
        inside = [cut - position for cut in cuts if position <= cut < position + len(span.text)]
        for start, end in zip([0, *inside], [*inside, len(span.text)], strict=True):
            here = position + start
            if (start in inside or not start) and here in inserted:
                spans += inserted.pop(here).spans
            part = MARKS.sub("", span.text[start:end]).replace(COMMA, ",")
            is_bold = any(place.start <= here < place.end for place in bold)
            spans.append(replace(span, text=part, bold=span.bold or is_bold))
        position += len(span.text)
    spans += [span for _, text in sorted(inserted.items()) for span in text.spans]
    return join(Text((span,)) for span in spans)
