"""Find the direction of each character of a text that runs in two directions.

This is the Unicode Bidirectional Algorithm (https://www.unicode.org/reports/tr9/); the names of its rules (W1, N0) and of its
character types (AL, EN) are in the comments. The only explicit directions (X1 to X8) are the isolates that we set ourselves: a
profile cannot contain such characters.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby

from cvrender.model.expressions import expression
from cvrender.model.text import Span, Text
from cvrender.text.scripts import FORWARD, RIGHT_TO_LEFT_LETTERS, has_right_to_left
from cvrender.text.shaped import JOINERS

LRI, FSI, PDI = "\u2066", "\u2068", "\u2069"
"""What begins an isolate from left to right, or in the direction of its first letter, and what ends one."""

_BACKWARD = expression(f"[{RIGHT_TO_LEFT_LETTERS}]")
_INITIATORS = {"LRI", "RLI", "FSI"}
_ISOLATING = {*_INITIATORS, "PDI"}
_REMOVED = {"LRE", "RLE", "LRO", "RLO", "PDF", "BN"}
_NEUTRAL = {"B", "S", "WS", "ON", *_ISOLATING}
_PAIRS = str.maketrans("[]{}", "][}{")
_CROSSED = {0x298D: 0x2990, 0x2990: 0x298D, 0x298E: 0x298F, 0x298F: 0x298E}
MIRRORED = str.maketrans("()[]{}<>«»‹›≤≥≪≫", ")(][}{><»«›‹≥≤≫≪")
"""Signs that are mirrored in a text from right to left, as far as our fonts have them (Bidi_Mirroring_Glyph)."""


def levels(text: str, right_to_left: bool) -> list[int]:
    """Return the embedding level of each character; an odd one runs from right to left. The text is one paragraph."""
    base = int(right_to_left)
    typed = [unicodedata.bidirectional(char) or "L" for char in text]
    embedding = [base] * len(text)
    for sequence, level in _sequences(typed, base):
        kept = [index for index in sequence if typed[index] not in _REMOVED]  # X9
        kinds = _resolved([typed[index] for index in kept], [text[index] for index in kept], "LR"[level % 2])
        for index, kind in zip(kept, kinds, strict=True):  # I1, I2
            embedding[index] = level + (kind != "R" if level % 2 else (kind == "R") + 2 * (kind in ("EN", "AN")))
    last = base
    for index, kind in enumerate(typed):  # what was removed belongs to what precedes it
        last = embedding[index] = last if kind in _REMOVED else embedding[index]
    _trailing(typed, embedding, base)
    return embedding


def _sequences(typed: Sequence[str], base: int) -> list[tuple[list[int], int]]:
    """Return the indices and the level of each isolating run sequence (X5a to X6a, X10): the text, and each isolate in it."""
    sequences: list[tuple[list[int], int]] = [([], base)]
    opened = [sequences[0]]
    for index, kind in enumerate(typed):
        if kind == "PDI" and len(opened) > 1:
            opened.pop()
        opened[-1][0].append(index)
        if kind in _INITIATORS:
            level = opened[-1][1]
            turned = kind == "RLI" or kind == "FSI" and _first_strong(typed, index) == "R"
            sequences.append(([], level + 1 + (level % 2 == turned)))
            opened.append(sequences[-1])
    return sequences


def _first_strong(typed: Sequence[str], start: int) -> str:
    """Return the direction of an isolate by its first strong character outside of isolates in it (P2, P3)."""
    depth = 0
    for kind in typed[start:]:
        depth += (kind in _INITIATORS) - (kind == "PDI")
        if depth == 0 or depth == 1 and kind in ("L", "R", "AL"):
            return "R" if kind in ("R", "AL") else "L"
    return "L"


def reorder(line: Sequence[int]) -> list[int]:
    """Return the indices of a line's characters from left to right (L2); `line` are their levels."""
    order = list(range(len(line)))
    for level in range(max(line, default=0), 0, -1):
        for start, end in _runs(line[index] >= level for index in order):
            order[start:end] = reversed(order[start:end])
    return order


def text_levels(text: Text, right_to_left: bool) -> list[int]:
    """Return the level of each character of a text with its isolates; a link without letters from right to left is one, too."""
    whole, places = "", list[int]()
    for number, part in text.by_isolate():
        whole += FSI if number else ""
        for target, spans in part.by_target():
            shown = "".join("x" * len(span.text) if span.math else span.text for span in spans)
            isolated = target and not any(unicodedata.bidirectional(char) in ("R", "AL") for char in shown)
            whole += LRI if isolated else ""
            places += range(len(whole), len(whole) + len(shown))
            whole += shown + (PDI if isolated else "")
        whole += PDI if number else ""
    embedding = line_levels(whole, right_to_left)
    return [embedding[place] for place in places]


def isolating(text: Text, right_to_left: bool) -> bool:
    """Return whether a text runs in two directions in a document of this direction, so that its values need isolates."""
    return any(map(str.isalpha, _BACKWARD.sub("", text.plain))) if right_to_left else has_right_to_left(text.plain)


def has_letters(text: str) -> bool:
    """Return whether a text has a direction of its own: a letter."""
    return any(map(str.isalpha, text))


def isolated_levels(parts: Iterable[tuple[bool, str]], right_to_left: bool) -> list[int]:
    """Return the level of each character of texts in a row; for each is given whether it is a link."""
    return text_levels(
        Text(tuple(Span(shown, href=f"{number}" if is_link else "") for number, (is_link, shown) in enumerate(parts))),
        right_to_left,
    )


def line_levels(text: str, right_to_left: bool) -> list[int]:
    """Return the levels of a text in which `C++`, addresses and phone numbers run from left to right.

    Joiners have the level of the character before them even at the end, where L1 puts them apart from their word.
    """
    embedding = levels(FORWARD.sub(lambda match: "x" * len(match[0]), text), right_to_left)
    for index in (index for index, char in enumerate(text) if index and char in JOINERS):
        embedding[index] = embedding[index - 1]
    return _lowered(text, embedding)


def _lowered(text: str, embedding: list[int]) -> list[int]:
    """Lower isolates that run in the direction of the text around them, where that changes no order: to the level around them."""
    opened: list[int] = []
    isolates: dict[int, int] = {}  # in the order of their starts
    for index, char in enumerate(text):
        if unicodedata.bidirectional(char) in _INITIATORS:
            opened.append(index)
            isolates[index] = len(text)
        elif char == PDI and opened:
            isolates[opened.pop()] = index
    for start, end in isolates.items():
        around, inside = embedding[start], range(start + 1, end)
        lower = min((embedding[index] for index in inside), default=around) - around
        beside = (_beside(text, embedding, range(start - 1, -1, -1)), _beside(text, embedding, range(end + 1, len(text))))
        if lower > 0 and lower % 2 == 0 and all(level in (None, around) for level in beside):
            for index in inside:
                embedding[index] -= lower
    return embedding


def _beside(text: str, known: Sequence[int], places: Iterable[int]) -> int | None:
    """Return the level of the first of these characters that is shown."""
    return next((known[place] for place in places if unicodedata.bidirectional(text[place]) not in _ISOLATING), None)


def clusters(text: str) -> list[str]:
    """Return the characters of a text, each with the marks that follow it."""
    groups: list[str] = []
    for char in text:
        if groups and (unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Cf")):
            groups[-1] += char
        else:
            groups.append(char)
    return groups


def _runs(flags: Iterable[bool]) -> list[tuple[int, int]]:
    """Return the start and the end of each run of flags that are set."""
    start, runs = 0, []
    for is_set, run in groupby(flags):
        end = start + len(list(run))
        runs += [(start, end)] if is_set else []
        start = end
    return runs


def _resolved(own: Sequence[str], chars: Sequence[str], direction: str) -> list[str]:
    """Return the resolved type of each character of a sequence: L, R, EN or AN. `own` are their types."""
    kinds = list(own)
    _weak(kinds, direction)
    _brackets(kinds, chars, own, direction)
    for start, end in _runs(kind in _NEUTRAL for kind in kinds):  # N1, N2
        sides = {_strong(kinds[start - 1]) if start else direction, _strong(kinds[end]) if end < len(kinds) else direction}
        kinds[start:end] = [sides.pop() if len(sides) == 1 else direction] * (end - start)
    return kinds


def _weak(kinds: list[str], direction: str) -> None:
    """Resolve weak types (W1 to W7)."""
    last = strong = direction
    for index, kind in enumerate(kinds):
        if kind == "NSM":  # W1
            kinds[index] = "ON" if last in _ISOLATING else last
        last = kinds[index]
        if last in ("L", "R", "AL"):
            strong = last
        elif last == "EN" and strong == "AL":  # W2, seen by what follows as EN, see below
            kinds[index] = last = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]  # W3
    for index in range(1, len(kinds) - 1):  # W4
        around = {kinds[index - 1], kinds[index + 1]}
        if len(around) == 1 and (around == {"EN"} and kinds[index] in ("ES", "CS") or around == {"AN"} and kinds[index] == "CS"):
            kinds[index] = kinds[index - 1]
    for start, end in _runs(kind == "ET" for kind in kinds):  # W5
        if "EN" in (*kinds[start - 1 : start], *kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    strong = direction
    for index, kind in enumerate(kinds):  # W6, W7
        if kind in ("ES", "ET", "CS"):
            kinds[index] = "ON"
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[index] = "L"


def _strong(kind: str) -> str:
    return "R" if kind in ("EN", "AN") else kind if kind in ("L", "R") else ""


def _brackets(kinds: list[str], chars: Sequence[str], own: Sequence[str], direction: str) -> None:
    """Resolve pairs of brackets (N0)."""
    for start, end in _pairs(kinds, chars):
        inside = {_strong(kind) for kind in kinds[start + 1 : end]} - {""}
        if not inside:
            continue
        context = next((strong for kind in reversed(kinds[:start]) if (strong := _strong(kind))), direction)
        resolved = direction if direction in inside else context
        for index in (start, end):
            kinds[index] = resolved
            for mark in range(index + 1, len(kinds)):  # marks on a bracket
                if own[mark] != "NSM":
                    break
                kinds[mark] = resolved


def _pairs(kinds: Sequence[str], chars: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places of opening and closing brackets that belong together (BD16)."""
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for index, char in enumerate(chars):
        kind = unicodedata.category(char) if kinds[index] == "ON" and unicodedata.mirrored(char) else ""
        if kind == "Ps":
            if len(opened) == 63:
                return []
            opened.append((unicodedata.normalize("NFC", _partner(char)), index))  # U+2329 is equivalent to U+3008
        elif kind == "Pe":
            shown = unicodedata.normalize("NFC", char)
            place = next((at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == shown), -1)
            if place >= 0:
                pairs.append((opened[place][1], index))
                del opened[place:]
    return sorted(pairs)


def _partner(char: str) -> str:
    """Return the closing bracket of an opening one; nearly all are neighbours in Unicode (BidiBrackets.txt)."""
    other = char.translate(_PAIRS)
    return other if other != char else chr(_CROSSED.get(ord(char), ord(char) + 1))


def _trailing(kinds: Sequence[str], embedding: list[int], base: int) -> None:
    """Give separators, and spaces before them and at the end, the level of the paragraph (L1)."""
    at_end = True
    for index in range(len(kinds) - 1, -1, -1):
        if kinds[index] in ("B", "S"):
            at_end = True
        elif kinds[index] not in _REMOVED and kinds[index] not in {"WS", *_ISOLATING}:
            at_end = False
        if at_end:
            embedding[index] = base
