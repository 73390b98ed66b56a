"""Find the names of marked people in a worded entry: `C. Xie`, `Xie, C.-B.`, `XIE C B`, `谢聪`.

A mark is behind the family name; the given name before or after it, full or as initials, belongs to the name.
"""

import re
from functools import lru_cache

from cvrender.compose.cite.item import FIRST_MARK, MARKS, SIGNS
from cvrender.model.name_parts import Name
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.model.value import Value, replace

_BLANKS = " \u00a0\u202f"
_BLANK = f"[{_BLANKS}]"
JOINED = ("-", "‑", "'", "’")
"""How particles end that have no blank behind them, as in `al-Khwarizmi` and `d’Alembert`."""
_MOST_WORDS = 6
_TWO_POINTS = re.compile(rf"\.{MARKS.pattern}\.")
_BETWEEN = r"[ \u00a0\u202f.\-‐‑]*"


class Place(Value, frozen=True):
    """Where a name is in a text with marks: from `start` to `end`, which is behind the mark and what follows it."""

    mark: int
    start: int
    end: int


def places(plain: str, names: tuple[Name, ...], wanted: frozenset[int]) -> list[Place]:
    """Return the places of the wanted people, by the indices of their marks, in the order of the text."""
    matches = (match for match in MARKS.finditer(plain) if ord(match[0]) - FIRST_MARK in wanted)
    return [_place(plain, match.start(), names[ord(match[0]) - FIRST_MARK]) for match in matches]


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
    return Place(mark, start - _particle(plain[:start], name.prefix), match.end() if match else at + 1)


def _particle(before: str, particle: str) -> int:
    """Return the length of a particle at the end of a text, with the blank behind it; 0 if it is not there."""
    words = before.rstrip(_BLANKS)
    blanks = len(before) - len(words)
    is_there = bool(particle) and words.casefold().endswith(particle.casefold())
    return len(particle) + blanks if is_there and (blanks == 1 or not blanks and particle.endswith(JOINED)) else 0


@lru_cache(maxsize=4096)
def _patterns(name: Name) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a given name before the family name, of one after it, and of a suffix after it."""
    words = [word for word in re.split(r"[\s.\-‐‑]+", name.given) if word]
    dotted, bare = _given(words, r"\.?"), _given(words, "")
    gap = f"{_BLANK}{'*' if name.prefix.endswith(JOINED) else '+'}"
    particle = rf"(?:{re.escape(name.prefix)}{gap})?" if name.prefix else ""
    behind = rf"(?:,?{_BLANK}+{re.escape(name.suffix).removesuffix('.')}{'.?' if name.suffix.endswith('.') else ''})?"
    behind = behind if name.suffix else ""
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


def in_order(text: Text, names: tuple[Name, ...]) -> Text:
    """Return a text in which given names follow the family names that are first, as in `Bartók B.`, not `B. Bartók`.

    Particles are joined to family names that begin with them: pandoc prints `AL- KHWARIZMI`. A point that ends a name is not
    followed by that of the style, which pandoc prints as it does not see it behind the mark.
    """
    for match in reversed([*_TWO_POINTS.finditer(text.plain)]):
        text = join((_part(text, 0, match.end() - 1), _part(text, match.end())))
    swapped = frozenset(index for index, name in enumerate(names) if name.family_first)
    for place in reversed(places(text.plain, names, swapped)) if swapped else ():
        family = names[place.mark].family
        at = text.plain.index(chr(FIRST_MARK + place.mark), place.start) - len(family)
        given = text.plain[place.start : at]
        if given.strip():
            parts = (_part(text, 0, place.start), _part(text, at, place.end), plain_text(" "))
            text = join((*parts, _part(text, place.start, place.start + len(given.rstrip())), _part(text, place.end)))
    joined = {chr(FIRST_MARK + index): name for index, name in enumerate(names) if name.prefix.endswith(JOINED)}
    for match in reversed([*MARKS.finditer(text.plain)]) if joined else ():
        if name := joined.get(match[0]):
            start = match.start() - len(name.family)
            if _particle(text.plain[:start], name.prefix) > len(name.prefix):
                text = join((_part(text, 0, start - 1), _part(text, start)))
    return text


def _part(text: Text, start: int, end: int | None = None) -> Text:
    """Return the characters from `start` to `end`, with their marks."""
    spans, position = [], 0
    for span in text.spans:
        first, last = max(0, start - position), len(span.text) if end is None else end - position
        if last > first:
            spans.append(replace(span, text=span.text[first:last]))
        position += len(span.text)
    return Text(tuple(spans))


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
            part = MARKS.sub("", span.text[start:end]).translate(SIGNS)
            is_bold = any(place.start <= here < place.end for place in bold)
            spans.append(replace(span, text=part, bold=span.bold or is_bold))
        position += len(span.text)
    spans += [span for _, text in sorted(inserted.items()) for span in text.spans]
    return join(Text((span,)) for span in spans)
