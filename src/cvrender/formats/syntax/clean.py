"""Normalize texts of other programs so that a profile can contain them."""

import re
import unicodedata
from typing import Any

from cvrender.load.reader import MAX_MARKS, InputLimits

LIMITS = InputLimits(32_000_000, 2_000_000, 1_000_000)
"""What a file to import may hold: its bytes, its values, the characters of one of them."""
MAX_DEPTH = 64
"""How deep its values may be nested."""

_HALVES = re.compile("[\ud800-\udfff]")


_BLANKS = {0x09: " ", 0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n\n", 0xA0: " ", 0x2007: " ", 0x202F: " "}
_UNPRINTED = (*range(0x09), *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0), 0xAD, 0x61C, 0x180E, 0x200B)
_FORMATS = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
_REPLACED: dict[int, str | None] = {**dict.fromkeys((*_UNPRINTED, *_FORMATS)), **_BLANKS}
_ODD = re.compile(f"[\r{''.join(map(chr, _REPLACED))}]")


_LEFT_OUT = re.compile(f"[{''.join(chr(code) for code in _UNPRINTED if code > 31)}]|[\0-\x08\x0e-\x1f]")


def left_out(text: str) -> tuple[int, int]:
    """Return how many characters of a text `clean` leaves out because they are not printed, and the line of the first one."""
    places = [match.start() for match in _LEFT_OUT.finditer(text.removeprefix("\ufeff"))]
    return len(places), text.count("\n", 0, places[0]) + 1 if places else 0


def clean(text: str) -> str:
    """Return the text in Unicode's composed form, without characters that a profile cannot contain.

    Line ends become `\\n`, tabs and no-break spaces become spaces. Control characters, soft hyphens and other characters that are
    not printed are left out. Surrogates become U+FFFD, and the number of accents per letter is limited.
    """
    if _ODD.search(text):
        text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_REPLACED)
    if text.isascii():
        return text
    text = _HALVES.sub("\ufffd", text)
    return unicodedata.normalize("NFC", _with_few_marks(text))


def clean_values(data: Any) -> Any:
    """Return data with `clean` applied to each text in it that is not a key."""
    if isinstance(data, dict):
        return {key: clean_values(value) for key, value in data.items()}
    if isinstance(data, list):
        return [clean_values(value) for value in data]
    return clean(data) if isinstance(data, str) else data


def _with_few_marks(text: str) -> str:
    """The text with no more accents on a letter than our reader takes: to order a long run of them takes hours."""
    if not any(unicodedata.combining(char) for char in text):
        return text
    kept, run = [], 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run < MAX_MARKS:
            kept.append(char)
    return "".join(kept)
