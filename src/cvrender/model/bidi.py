"""Find the direction of each character of a text that runs in two directions.

This is the Unicode Bidirectional Algorithm (https://www.unicode.org/reports/tr9/); the names of its rules (W1, N0) and of its
character types (AL, EN) are in the comments.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cvrender.model.scripts import FORWARD
from cvrender.model.text import Text

LRI, PDI = "\u2066", "\u2069"
"""What begins and ends an isolate from left to right."""

_MOST = 125  # BD2: the deepest level
_EMBEDDINGS = {"LRE": (0, ""), "RLE": (1, ""), "LRO": (0, "L"), "RLO": (1, "R")}
_ISOLATES = {"LRI", "RLI", "FSI"}
_REMOVED = {"LRE", "RLE", "LRO", "RLO", "PDF", "BN"}
_NEUTRAL = {"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"}
_PAIRS = str.maketrans("[]{}〈〉", "][}{⟩⟨")
_SAME = {"〈": "⟨", "〉": "⟩"}  # BD16: canonical equivalents
_CROSSED = {0x298D: 0x2990, 0x2990: 0x298D, 0x298E: 0x298F, 0x298F: 0x298E}
MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
"""Signs that are mirrored in a text from right to left, as far as our fonts have them (Bidi_Mirroring_Glyph)."""


def levels(text: str, right_to_left: bool) -> list[int]:
    """Return the embedding level of each character; an odd one runs from right to left. The text is one paragraph."""
    typed = [unicodedata.bidirectional(char) or "L" for char in text]
    kinds = list(typed)
    found = _explicit(kinds, int(right_to_left))
    kept = [index for index, kind in enumerate(kinds) if kind not in _REMOVED]  # X9
    for sequence, before, after in tuple(_sequences(kinds, found, kept, int(right_to_left))):
        direction = "LR"[found[sequence[0]] % 2]
        shown = [kinds[index] for index in sequence]
        own = list(shown)
        _weak(shown, before)
        _brackets(shown, [text[index] for index in sequence], own, direction, before)
        _neutral(shown, direction, before, after)
        for index, kind in zip(sequence, shown, strict=True):  # I1, I2
            found[index] += (kind == "R") + 2 * (kind in ("EN", "AN")) if direction == "L" else kind != "R"
    last = int(right_to_left)
    for index, kind in enumerate(kinds):  # what was removed belongs to what precedes it
        last = found[index] = last if kind in _REMOVED else found[index]
    _trailing(typed, found, int(right_to_left))
    return found


def reorder(found: Sequence[int]) -> list[int]:
    """Return the indices of a line's characters from left to right (L2); `found` are their levels."""
    order = list(range(len(found)))
    for level in range(max(found, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and found[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def text_levels(text: Text, right_to_left: bool) -> list[int]:
    """Return the level of each character of a text; a link without letters from right to left is an isolate."""
    parts = [
        (bool(target), "".join("x" * len(span.text) if span.math else span.text for span in spans))
        for target, spans in groupby(text.spans, key=lambda span: span.href)
    ]
    return isolated_levels(parts, right_to_left)


def isolated_levels(parts: Iterable[tuple[bool, str]], right_to_left: bool) -> list[int]:
    """Return the level of each character of texts in a row; for each is given whether it is a link."""
    whole, places = "", list[int]()
    for is_link, shown in parts:
        isolated = is_link and not any(unicodedata.bidirectional(char) in ("R", "AL") for char in shown)
        whole += LRI if isolated else ""
        places += range(len(whole), len(whole) + len(shown))
        whole += shown + (PDI if isolated else "")
    found = line_levels(whole, right_to_left)
    return [found[place] for place in places]


def line_levels(text: str, right_to_left: bool) -> list[int]:
    """Return the levels of a text in which `C++`, addresses and phone numbers run from left to right."""
    return levels(FORWARD.sub(lambda match: "x" * len(match[0]), text), right_to_left)


def clusters(text: str) -> list[str]:
    """Return the characters of a text, each with the marks that follow it."""
    made: list[str] = []
    for char in text:
        if made and (unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Cf")):
            made[-1] += char
        else:
            made.append(char)
    return made


def _explicit(kinds: list[str], base: int) -> list[int]:
    """Return the explicit levels (X1 to X8); types change where they are overridden."""
    stack = [(base, "", False)]
    beyond_isolates = beyond = valid = 0
    found = []
    for index, kind in enumerate(kinds):
        level, override, _ = stack[-1]
        found.append(level)
        if kind in _EMBEDDINGS:
            odd, forced = _EMBEDDINGS[kind]
            new = _next(level, odd)
            if new <= _MOST and not beyond_isolates and not beyond:
                stack.append((new, forced, False))
            else:
                beyond += not beyond_isolates
        elif kind in _ISOLATES:
            new = _next(level, kind == "RLI" or (kind == "FSI" and _first_strong(kinds, index + 1)))
            if new <= _MOST and not beyond_isolates and not beyond:
                valid += 1
                stack.append((new, "", True))
            else:
                beyond_isolates += 1
        elif kind == "PDI":
            if beyond_isolates:
                beyond_isolates -= 1
            elif valid:
                beyond, valid = 0, valid - 1
                while not stack.pop()[2]:
                    pass
            found[-1], override, _ = stack[-1]
        elif kind == "PDF" and not beyond_isolates:
            if beyond:
                beyond -= 1
            elif not stack[-1][2] and len(stack) > 1:
                stack.pop()
        if override and kind not in _REMOVED:
            kinds[index] = override if kind not in ("LRI", "RLI", "FSI", "PDI") else kind
    return found


def _next(level: int, odd: bool | int) -> int:
    return (level + 1) | 1 if odd else (level + 2) & ~1


def _first_strong(kinds: Sequence[str], start: int) -> bool:
    """Return whether the text from here to the end of its isolate runs from right to left (P2, P3)."""
    depth = 0
    for kind in kinds[start:]:
        depth += (kind in _ISOLATES) - (kind == "PDI")
        if depth < 0:
            return False
        if not depth and kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def _sequences(
    kinds: Sequence[str], found: Sequence[int], kept: Sequence[int], base: int
) -> Iterator[tuple[list[int], str, str]]:
    """Yield the isolating run sequences with the types before and after them (X10)."""
    runs: list[list[int]] = []
    for place, index in enumerate(kept):
        if place and found[index] == found[kept[place - 1]]:
            runs[-1].append(index)
        else:
            runs.append([index])
    ends = _ends(kinds)
    starting = {run[0]: run for run in runs}
    continued = {end for start, end in ends.items() if end in starting}
    for run in runs:
        if run[0] in continued and kinds[run[0]] == "PDI":
            continue
        whole = list(run)
        while (end := ends.get(whole[-1])) in starting:
            whole += starting[end]
        level = found[whole[0]]
        before = next((found[index] for index in reversed(kept) if index < whole[0]), base)
        last = whole[-1]
        after = base if kinds[last] in _ISOLATES else next((found[index] for index in kept if index > last), base)
        yield whole, "LR"[max(level, before) % 2], "LR"[max(level, after) % 2]


def _ends(kinds: Sequence[str]) -> dict[int, int]:
    """Return the index of the PDI of each isolate (BD9)."""
    ends, opened = {}, []
    for index, kind in enumerate(kinds):
        if kind in _ISOLATES:
            opened.append(index)
        elif kind == "PDI" and opened:
            ends[opened.pop()] = index
    return ends


def _weak(kinds: list[str], before: str) -> None:
    """Resolve weak types (W1 to W7)."""
    last, strong = before, before
    for index, kind in enumerate(kinds):
        if kind == "NSM":  # W1
            kinds[index] = "ON" if last in _ISOLATES or last == "PDI" else last
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
    start = 0
    while start < len(kinds):  # W5
        end = start
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        if end > start and "EN" in (kinds[start - 1] if start else "", kinds[end] if end < len(kinds) else ""):
            kinds[start:end] = ["EN"] * (end - start)
        start = end + 1
    strong = before
    for index, kind in enumerate(kinds):  # W6, W7
        if kind in ("ES", "ET", "CS"):
            kinds[index] = "ON"
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[index] = "L"


def _strong(kind: str) -> str:
    return "R" if kind in ("EN", "AN") else kind if kind in ("L", "R") else ""


def _brackets(kinds: list[str], chars: Sequence[str], own: Sequence[str], direction: str, before: str) -> None:
    """Resolve pairs of brackets (N0)."""
    for start, end in _pairs(kinds, chars):
        inside = {_strong(kind) for kind in kinds[start + 1 : end]} - {""}
        if not inside:
            continue
        if direction in inside:
            resolved = direction
        else:
            context = next((found for kind in reversed(kinds[:start]) if (found := _strong(kind))), before)
            resolved = context if context != direction else direction
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
            opened.append((_partner(char), index))
        elif kind == "Pe":
            shown = _SAME.get(char, char)
            place = next((at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == shown), -1)
            if place >= 0:
                pairs.append((opened[place][1], index))
                del opened[place:]
    return sorted(pairs)


def _partner(char: str) -> str:
    """Return the closing bracket of an opening one; nearly all are neighbours in Unicode (BidiBrackets.txt)."""
    other = char.translate(_PAIRS)
    return other if other != char else chr(_CROSSED.get(ord(char), ord(char) + 1))


def _neutral(kinds: list[str], direction: str, before: str, after: str) -> None:
    """Resolve neutral types (N1, N2)."""
    start = 0
    while start < len(kinds):
        end = start
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > start:
            sides = {_strong(kinds[start - 1]) if start else before, _strong(kinds[end]) if end < len(kinds) else after}
            kinds[start:end] = [sides.pop() if len(sides) == 1 else direction] * (end - start)
        start = end + 1


def _trailing(kinds: Sequence[str], found: list[int], base: int) -> None:
    """Give separators, and spaces before them and at the end, the level of the paragraph (L1)."""
    at_end = True
    for index in range(len(kinds) - 1, -1, -1):
        if kinds[index] in ("B", "S"):
            at_end = True
        elif kinds[index] not in _REMOVED and kinds[index] not in ("WS", "LRI", "RLI", "FSI", "PDI"):
            at_end = False
        if at_end:
            found[index] = base
