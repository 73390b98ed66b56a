"""Make the color profile of a PDF's output intent: sRGB, as IEC 61966-2-1 defines it.

It is a profile of ICC.1:2001-04 (version 2.4) with a fixed date. Its primaries are adapted to D50 as ICC publishes them for sRGB.
"""

from functools import cache
from struct import pack

_D50 = (0.9642, 1.0, 0.8249)
_RED, _GREEN, _BLUE = (0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410)
_STEPS = 256
_NAME, _RIGHTS = "sRGB", "No copyright, use freely"


@cache
def srgb() -> bytes:
    """Return the profile."""
    curve = _curve()
    tags = {
        b"desc": _described(_NAME),
        b"cprt": pack(">4s4x", b"text") + _RIGHTS.encode("ascii") + b"\0",
        b"wtpt": _point(_D50),
        b"rXYZ": _point(_RED),
        b"gXYZ": _point(_GREEN),
        b"bXYZ": _point(_BLUE),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    start = 128 + 4 + 12 * len(tags)
    places: dict[bytes, int] = {}
    body = b""
    for value in tags.values():
        if value not in places:
            places[value] = start + len(body)
            body += value + bytes(-len(value) % 4)
    table = pack(">I", len(tags)) + b"".join(pack(">4sII", name, places[value], len(value)) for name, value in tags.items())
    size = start + len(body)
    head = pack(">I4xI4s4s4s", size, 0x02400000, b"mntr", b"RGB ", b"XYZ ")
    head += pack(">6H4s", 2000, 1, 1, 0, 0, 0, b"acsp").ljust(68 - len(head), b"\0") + _fixed(_D50)
    return head.ljust(128, b"\0") + table + body


def _fixed(values: tuple[float, ...]) -> bytes:
    return pack(f">{len(values)}i", *(round(value * 65536) for value in values))


def _point(values: tuple[float, float, float]) -> bytes:
    return pack(">4s4x", b"XYZ ") + _fixed(values)


def _described(name: str) -> bytes:
    text = name.encode("ascii") + b"\0"
    return pack(">4s4xI", b"desc", len(text)) + text + bytes(4 + 4 + 2 + 1 + 67)


def _curve() -> bytes:
    """Return the tone curve as 16-bit values."""
    values = [step / (_STEPS - 1) for step in range(_STEPS)]
    light = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return pack(f">4s4xI{_STEPS}H", b"curv", _STEPS, *(round(value * 65535) for value in light))
