"""Read the operators of a page's content stream as TeX engines write them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from cvrender.model.expressions import expression

_STRING = rb"\((?:[^()\\]++|\\.)*+\)"
_HEX = rb"<[0-9A-Fa-f\s]*+>"
_NAME = rb"/[^\s()<>\[\]{}/%]*+"
_ARRAY = rb"\[(?:[^\[\]()]++|" + _STRING + rb")*+\]"
_DICTIONARY = rb"<<(?:[^<>()]++|" + _HEX + rb"|" + _STRING + rb")*+>>"
_OPERATION = expression(
    rb"((?:[\s.0-9+-]++|" + b"|".join((_NAME, _STRING, _ARRAY, _DICTIONARY, _HEX)) + rb")*+)([A-Za-z'\"][A-Za-z0-9*]*+)?",
    re.DOTALL,
)
_SHOWN = expression(rb"\(((?:[^()\\]++|\\.)*+)\)|<([0-9A-Fa-f\s]*+)>|([-+.0-9]++)", re.DOTALL)
_ESCAPE = expression(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}

Shown = bytes | float
"""Codes of glyphs, or a kern in thousandths of the font size, which moves to the left."""


def operations(content: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Yield each operator with its unparsed operands and its end. Raises ValueError for unsupported content."""
    place, end = 0, len(content)
    while place < end:
        match = _OPERATION.match(content, place)
        assert match is not None  # it also matches the empty string
        operands, operator = match.groups()
        if operator is None:
            if content[place:].strip():
                raise ValueError(f"the page's content cannot be read at byte {match.end()}")
            return
        if operator == b"BI":
            raise ValueError("a page has an inline image")
        place = match.end()
        yield operator, operands, place


def numbers(operands: bytes) -> list[float]:
    """Return operands that are numbers."""
    return [float(word) for word in operands.split()]


def shown(operands: bytes) -> list[Shown]:
    """Return the codes and kerns of a text operator."""
    parts: list[Shown] = []
    for string, hexadecimal, number in _SHOWN.findall(operands):
        if number:
            parts.append(float(number))
        elif hexadecimal:
            parts.append(bytes.fromhex(hexadecimal.decode("ascii")))
        elif b"\\" in string:
            parts.append(_ESCAPE.sub(_unescaped, string))
        elif string:
            parts.append(string)
    return parts


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[0] in b"01234567":
        return bytes((int(code, 8) & 255,))
    return _ESCAPED.get(code, code)


@lru_cache(maxsize=4096)
def literal(codes: bytes) -> bytes:
    """Return codes as a PDF string."""
    return b"(%s)" % codes.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)").replace(b"\r", rb"\r")
