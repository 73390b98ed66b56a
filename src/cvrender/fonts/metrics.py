"""Write the two files that TeX needs for a font: metrics (TFM) and encoding."""

import math
import struct
from collections.abc import Mapping, Sequence
from types import MappingProxyType

Kerns = Mapping[tuple[int, int], float]
"""The distance between two slots in em, where it differs from the sum of their widths."""
Ligatures = Mapping[tuple[int, int], int]
"""The slot that replaces two others."""
_MOST_EM = 16
_MOST_STEPS = 20_000  # of 32,767 words that a TFM may have


def tfm(
    boxes: list[tuple[float, float, float]],
    x_height: float,
    kerns: Kerns = MappingProxyType({}),
    ligatures: Ligatures = MappingProxyType({}),
    space: float = 0.25,
    first: int = 1,
) -> bytes:
    """Return TeX font metrics of the characters in slots `first` and up; see "TeX: The Program", part 30.

    `boxes` are widths, heights and depths in em, at most 15 different heights and depths; `space` is the width of a space.
    """
    widths = [0.0, *sorted({width for width, _, _ in boxes})]
    heights = [0.0, *sorted({height for _, height, _ in boxes} - {0.0})]
    depths = [0.0, *sorted({depth for _, _, depth in boxes} - {0.0})]
    italics = [0.0]
    params = [0.0, space, space / 2, space / 3, x_height, 1.0, 0.0]  # slant, space, stretch, shrink, x, quad, extra
    starts, program, distances = _program(kerns, ligatures)
    info = b"".join(
        bytes((widths.index(w, 1), heights.index(h) << 4 | depths.index(d), slot in starts, starts.get(slot, 0)))
        for slot, (w, h, d) in enumerate(boxes, first)
    )
    tables = [*widths, *heights, *depths, *italics]
    size = 6 + 2 + len(boxes) + len(tables) + len(program) + len(distances) + len(params)
    counts = (len(widths), len(heights), len(depths), len(italics), len(program), len(distances), 0, len(params))
    lengths = struct.pack(">12H", size, 2, first, first + len(boxes) - 1, *counts)
    header = struct.pack(">Ii", 0, _fixed(10.0))  # no checksum; a design size of 10 pt
    return b"".join((lengths, header, info, _words(tables), b"".join(program), _words(distances), _words(params)))


def height(size: float) -> float:
    """Round a height or depth in em up to a tenth below 1.5: a TFM has at most 15 different ones."""
    return min(max(math.ceil(size * 10), 0), 14) / 10


def _program(kerns: Kerns, ligatures: Ligatures) -> tuple[dict[int, int], list[bytes], list[float]]:
    """Return where each slot's instructions begin, the instructions, and the distances that they use.

    A slot names an instruction among the first 256, which leads to its own ones; slots with the same ones share them.
    """
    kerns = _largest(kerns)
    distances = sorted(set(kerns.values()))
    place = {distance: index for index, distance in enumerate(distances)}
    steps: dict[int, list[tuple[int, int, int]]] = {}
    for (left, right), slot in sorted(ligatures.items()):
        steps.setdefault(left, []).append((right, 0, slot))
    for (left, right), distance in sorted(kerns.items()):
        if (left, right) not in ligatures:
            steps.setdefault(left, []).append((right, 128 + (place[distance] >> 8), place[distance] & 255))
    programs = list(dict.fromkeys(tuple(steps_of) for steps_of in steps.values()))
    starts = {left: programs.index(tuple(steps_of)) for left, steps_of in steps.items()}
    jumps: list[bytes] = []
    program: list[bytes] = []
    for steps_of in programs:
        begin = len(programs) + len(program)
        jumps.append(struct.pack(">4B", 254, 0, begin >> 8, begin & 255))
        program += [struct.pack(">4B", 128 if index == len(steps_of) - 1 else 0, *step) for index, step in enumerate(steps_of)]
    return starts, jumps + program, distances


def _largest(kerns: Kerns) -> Kerns:
    """Return as many distances as a TFM has space for, the largest ones."""
    if len(kerns) <= _MOST_STEPS:
        return kerns
    return dict(sorted(kerns.items(), key=lambda item: (-abs(item[1]), item[0]))[:_MOST_STEPS])


def _words(values: list[float]) -> bytes:
    return b"".join(struct.pack(">i", _fixed(value)) for value in values)


def _fixed(value: float) -> int:
    """Convert to TeX's fix_word, in units of 2**-20 of the design size. Raises ValueError for what TeX would refuse."""
    if abs(value) >= _MOST_EM:
        raise ValueError("a width or height of the font is too large")
    return round(value * (1 << 20))


def encoding(name: str, glyphs: Sequence[str]) -> bytes:
    """Return an encoding of that name: the glyphs of the slots from 0; the other slots are empty."""
    slots = [*glyphs, *[".notdef"] * (256 - len(glyphs))]
    return "\n".join([f"/{name} [", *("/" + glyph for glyph in slots), "] def", ""]).encode()
