"""Read the characters and widths of a font's codes from a PDF."""

import re
import unicodedata
from functools import cached_property
from struct import unpack
from typing import Any

from cvrender.model.expressions import expression
from cvrender.targets.pdf.tagging.operators import Shown

UNKNOWN = "\ufffd"
_SECTION = expression(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_PAIR = expression(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f\s]*)>")
_RANGE = expression(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f\s]*)>|\[([^\]]*)\])")
_ITEM = expression(rb"<([0-9A-Fa-f\s]*)>")
LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
"""The letters of each ligature by its code point."""
_MOST = 0x10000
_SURROGATES = range(0xD800, 0xDFFF + 1)


class PageFont:
    """A font of a page. The codes of `wide` fonts have two bytes."""

    def __init__(self, font: Any) -> None:
        self._font = font
        self._texts: dict[bytes, str] = {}
        self._measured: dict[bytes, float] = {}
        self.wide = str(font.get("/Subtype")) == "/Type0"
        self.scale = float(font.FontMatrix[0]) * 1000 if "/FontMatrix" in font else 1.0

    def text(self, codes: bytes) -> str:
        """Return the characters of codes; those that are not known are U+FFFD."""
        if (text := self._texts.get(codes)) is None:
            text = self._texts[codes] = self._read(codes)
        return text

    def _read(self, codes: bytes) -> str:
        if self.wide:
            known = self._characters
            return "".join([known.get(code, UNKNOWN) for code in self._numbers(codes)])
        return codes.decode("latin-1").translate(self._translation)

    def split(self, codes: bytes) -> list[bytes]:
        """Return the codes of a string one by one."""
        step = 2 if self.wide else 1
        return [codes[place : place + step] for place in range(0, len(codes), step)]

    def _numbers(self, codes: bytes) -> tuple[int, ...]:
        """Return wide codes as numbers. Raises ValueError if the last one is incomplete."""
        if len(codes) % 2:
            raise ValueError("a string of a page ends within a character code")
        return unpack(f">{len(codes) // 2}H", codes)

    def width(self, codes: bytes) -> float:
        """Return the width of codes in thousandths of the font size."""
        if (width := self._measured.get(codes)) is None:
            width = self._measured[codes] = self._measure(codes)
        return width

    def _measure(self, codes: bytes) -> float:
        widths = self._widths
        if self.wide:
            default = self._default
            return sum(widths.get(code, default) for code in self._numbers(codes))
        return sum([widths.get(code, 0.0) for code in codes]) * self.scale

    def advance(self, parts: list[Shown]) -> float:
        """Return the width of all codes and kerns of an operator."""
        return sum([self.width(part) if isinstance(part, bytes) else -part for part in parts])

    @cached_property
    def _translation(self) -> dict[int, str]:
        known = self._characters
        return {code: known.get(code, UNKNOWN) for code in range(256)}

    @cached_property
    def _characters(self) -> dict[int, str]:
        if "/ToUnicode" not in self._font:
            return {}
        return read_map(self._font.ToUnicode.read_bytes())

    @cached_property
    def _widths(self) -> dict[int, float]:
        if self.wide:
            return _of_wide(self._font.DescendantFonts[0].get("/W", ()))
        if "/Widths" not in self._font:
            return {}
        words = self._font.Widths.unparse(resolved=True).strip(b"[] ").split()
        return dict(enumerate(map(float, words), int(self._font.FirstChar)))

    @cached_property
    def _default(self) -> float:
        return float(self._font.DescendantFonts[0].get("/DW", 1000))


def read_map(content: bytes) -> dict[int, str]:
    """Return the characters of a ToUnicode map by code. Ligatures become their letters."""
    chars: dict[int, str] = {}
    for kind, body in _SECTION.findall(content):
        if kind == b"char":
            for code, text in _PAIR.findall(body):
                chars[int(code, 16)] = _text(text)
            continue
        for first, last, text, several in _RANGE.findall(body):
            start, end = int(first, 16), min(int(last, 16), _MOST)
            if several:
                chars |= dict(zip(range(start, end + 1), map(_text, _ITEM.findall(several)), strict=False))
                continue
            head, tail = _text(text)[:-1], ord(_text(text)[-1:] or UNKNOWN)
            chars |= {code: head + chr(tail + code - start) for code in range(start, end + 1) if tail + code - start < 0x110000}
    return chars


def _text(hexadecimal: bytes) -> str:
    if len(hexadecimal) == 4 and hexadecimal.isalnum() and (code := int(hexadecimal, 16)) not in _SURROGATES:  # as most are
        return LIGATURES.get(code) or chr(code)
    text = bytes.fromhex(hexadecimal.decode("ascii")).decode("utf-16-be", "replace")
    return text if text.isascii() else text.translate(LIGATURES)


def _of_wide(array: Any) -> dict[int, float]:
    """Read the widths of a font with wide codes: `code [widths]` or `first last width` (ISO 32000-1, 9.7.4.3)."""
    widths: dict[int, float] = {}
    items = iter(array)
    for item in items:
        first, second = int(item), next(items)
        if hasattr(second, "unparse"):
            widths |= {first + index: float(width) for index, width in enumerate(second)}
        else:
            width = float(next(items))
            widths |= dict.fromkeys(range(first, min(int(second), _MOST) + 1), width)
    return widths
