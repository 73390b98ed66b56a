"""Read the characters of a page with their boxes and typefaces, and join them to words that stand together on a line.

All lengths are in points; y grows upwards.
"""

import re
import unicodedata
from collections.abc import Iterator
from ctypes import byref, c_double, c_int, c_uint, create_string_buffer
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import hypot
from typing import Any

from cvrender.old_cvs.pdf.ligatures import UNTOLD, ligature, widths_of

MAX_CHARACTERS = 2_000_000
_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
    "\u00a0": " ",
    "ĸ": "к",
    "\x02": "-",  # a hyphen at the end of a line
    "\u00ad": "-",
    "\u2010": "-",
    "\u2011": "-",
}
_OF_TEX = dict(
    zip((0x15, 0x16, *range(0x1B, 0x20), 0x0B, 0x0C, 0x0E, 0x0F), "– — ff fi fl ffi ffl ff fi ffi ffl".split(), strict=True)
)
"""The characters of TeX's encodings T1 and OT1, which fonts that do not tell their characters have."""
_ACCENTS = dict(zip("´¨ˆ˜ˇ˚¸˘˝˙¯`", "\u0301\u0308\u0302\u0303\u030c\u030a\u0327\u0306\u030b\u0307\u0304\u0300", strict=True))
_DOTLESS = {"ı": "i", "ȷ": "j"}
_STROKE = "\u0338"
_MAX_ACCENTS = 3_000
_BOLD = re.compile(r"bold|demi|heavy|black|medi(?!um)|CMBX|SFBX|SFCC|LMRoman\w*-Bold|-Bd|semibold|[-_]B\b", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obli|slant|CMTI|CMSL|SFTI|SFSL|-It\b|[-_]I\b", re.IGNORECASE)
_ICON_FONTS = re.compile(r"awesome|academicons|marvosym|icon|fontello|FiraMono-Sym", re.IGNORECASE)


@dataclass(slots=True)
class PageWord:
    """Characters of one typeface that stand together: their text, box, size, and the address that they link to."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    bold: bool
    italic: bool
    gap: bool  # whether a space is before it
    last: float  # the left edge of its last character
    href: str = ""
    font: str = ""
    colour: str = ""
    tracking: float = 0.0  # the gaps between its letters, together

    @property
    def look(self) -> tuple[bool, bool]:
        """Whether the word is bold, and italic."""
        return self.bold, self.italic


@dataclass(slots=True)
class PageWords:
    """A page: its words in the order of the file, its size, and the words that cannot be seen."""

    words: list[PageWord]
    width: float
    height: float
    hidden: list[PageWord] = field(default_factory=list)


@lru_cache(maxsize=512)
def _face(name: str, weight: int) -> tuple[bool, bool, bool]:
    """Return whether a font is bold, italic, or one of icons; weights that no font has are wrong."""
    return bool(_BOLD.search(name)) or 600 <= weight <= 950, bool(_ITALIC.search(name)), bool(_ICON_FONTS.search(name))


@dataclass(slots=True)
class _Character:
    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    face: tuple[bool, bool, bool]
    font: str = ""
    colour: str = ""


def _decoded(code: int, *, is_told: bool) -> str:
    """Return the character of a code as it is usually written; one that its font does not tell is read as TeX encodes it."""
    if code == 0:
        return UNTOLD
    char = chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    if not is_told and (code in _OF_TEX or 0x80 <= code < 0xA0):
        return _OF_TEX.get(code, "•")
    return unicodedata.normalize("NFKC", char) if 0x2E80 <= code < 0x2FE0 else _LIGATURES.get(char, char)


def _characters(handle: Any) -> Iterator[_Character | None]:
    """Yield the characters of a page with their boxes, and None for a space."""
    from pypdfium2 import raw

    left, right, bottom, top, flags = c_double(), c_double(), c_double(), c_double(), c_int()
    buffer, loose, matrix = create_string_buffer(128), raw.FS_RECTF(), raw.FS_MATRIX()
    colour, alpha = (c_uint(), c_uint(), c_uint()), c_uint()
    for index in range(min(raw.FPDFText_CountChars(handle), MAX_CHARACTERS)):
        code = raw.FPDFText_GetUnicode(handle, index)
        char = _decoded(code, is_told=code > 0xA0 or raw.FPDFText_HasUnicodeMapError(handle, index) != 1)
        if not char or ord(char[0]) < 32 and not char.isspace() or code in (0xFFFE, 0xFFFF):
            continue
        if char.isspace() or code == 0x200B:
            yield None
            continue
        raw.FPDFText_GetFontInfo(handle, index, buffer, 128, byref(flags))
        font = buffer.value.decode("utf-8", "replace")
        face = _face(font, raw.FPDFText_GetFontWeight(handle, index))
        if face[2] or 0xE000 <= code <= 0xF8FF:
            yield None
            continue
        raw.FPDFText_GetCharBox(handle, index, byref(left), byref(right), byref(bottom), byref(top))
        if raw.FPDFText_GetLooseCharBox(handle, index, byref(loose)):
            is_sound = loose.left <= left.value + 1 and left.value < right.value <= loose.right + 1
            left.value, right.value = (loose.left, loose.right) if is_sound else (left.value, right.value)
        scale = (
            hypot(matrix.c, matrix.d) if raw.FPDFText_GetMatrix(handle, index, byref(matrix)) else 1.0
        )  # of the font's own size
        size = round(raw.FPDFText_GetFontSize(handle, index) * scale or top.value - bottom.value, 1)
        raw.FPDFText_GetFillColor(handle, index, *(byref(part) for part in (*colour, alpha)))
        shade = "".join(f"{part.value:02x}" for part in colour)
        yield _Character(char, left.value, right.value, bottom.value, top.value, size, face, font, shade)


def words_of(page: Any) -> Iterator[PageWord]:
    """Yield the words of a page; a change of the typeface ends one, too, but not that of letters that the font lacks."""
    before: PageWord | None = None
    tail: PageWord | None = None
    for word in _parts_of_words(page):
        is_joined, tail = tail is not None and _is_of_other_font(tail, word), word
        if before and is_joined:
            before.bold, before.italic = (before if re.search("[A-Za-z]", before.text) else word).look
            before.text += word.text
            before.last, before.right = word.last, word.right
            before.top, before.bottom = max(before.top, word.top), min(before.bottom, word.bottom)
            continue
        if before:
            yield before
        before = replace(word)
    if before:
        yield before


def _is_of_other_font(before: PageWord, word: PageWord) -> bool:
    """Return whether parts of a word look different only because letters such as `ł` are from another font."""
    if word.gap or before.href != word.href or not (before.text[-1:].isalpha() and word.text[:1].isalpha()):
        return False
    if max(abs(word.left - before.right), abs(word.size - before.size), abs(word.bottom - before.bottom)) > 0.3 * before.size:
        return False
    is_few = [part.isalpha() and len(part) < 4 and not re.search("[A-Za-z]", part) for part in (before.text, word.text)]
    return any(is_few) and bool(re.search("[A-Za-z]", before.text + word.text))


def _parts_of_words(page: Any) -> Iterator[PageWord]:
    """Yield the words of a page, divided where the typeface changes."""
    links = _links(page)
    current: PageWord | None = None
    gap = False
    text_page = page.get_textpage()
    for char in _accented(_with_ligatures(_with_lam_alef(list(_characters(text_page.raw))))):
        if char is None:
            gap = True
            continue
        if current and unicodedata.combining(char.text[0]) and char.text != _STROKE:  # TeX prints a stroke before its sign
            current.text += char.text
            continue
        gap = gap and not (current and _touches(current, char))
        is_same = current is not None and (current.bold, current.italic) == char.face[:2] and not gap
        if current and is_same and _continues(current, char):
            current.text += char.text
            current.tracking += max(0.0, char.left - current.right)
            current.last, current.right = char.left, max(char.right, current.right * _is_backward(char.text))
            current.left = min(current.left, char.left)
            current.top, current.bottom = max(current.top, char.top), min(current.bottom, char.bottom)
            continue
        if current:
            yield _composed(current)
        href = _link_at(links, char.left, char.bottom, char.top)
        level = current if current and char.text in ",.;:" and not gap and _touches(current, char) else char
        box = (char.left, char.right, char.bottom, level.top)  # a sign in another face is as high as the word before it
        current = PageWord(char.text, *box, char.size, *char.face[:2], gap, char.left, href, char.font, char.colour)
        gap = False
    if current:
        yield _composed(current)


def _composed(word: PageWord) -> PageWord:
    """Join combining accents with their letters, and strokes with the signs that they negate: TeX prints these before."""
    if any(map(unicodedata.combining, word.text)) and _STROKE not in word.text:
        word.text = unicodedata.normalize("NFC", word.text)
    if _STROKE in word.text:
        word.text = unicodedata.normalize("NFC", re.sub("(\u0338)([^\\w\\s])", r"\2\1", word.text))
    if _is_backward(word.text):
        if word.last > word.left + 0.35 * (word.right - word.left) and all(map(_is_backward, word.text)):
            word.text = word.text[::-1]  # the file has the letters as they stand, not as they are read
        word.text = unicodedata.normalize("NFKC", word.text)  # of the forms of joined letters
    return word


def _with_ligatures(characters: list[_Character | None]) -> list[_Character | None]:
    """Write out ligatures within words that a font does not tell, and leave out other signs without a character."""
    unknown = [index for index, char in enumerate(characters) if char and char.text == UNTOLD]
    if not unknown:
        return characters
    left_out: set[int] = set()
    told = widths_of([(char.font, char.text, (char.right - char.left) / char.size) for char in characters if char and char.size])
    for index in unknown:
        char = characters[index]
        neighbors = [other.text for other in characters[max(0, index - 1) : index + 2 : 2] if other]
        if char and char.size and any(text.isalpha() and text.islower() for text in neighbors):
            char.text = ligature(partial(told, char.font), (char.right - char.left) / char.size) or UNTOLD
        else:
            left_out.add(index)
    return [char for index, char in enumerate(characters) if index not in left_out]


def _accented(characters: list[_Character | None]) -> list[_Character | None]:
    """Join accents that TeX prints as characters of their own with the letters above or below which they stand."""
    signs = [char for char in characters if char and char.text in _ACCENTS][:_MAX_ACCENTS]
    joined: set[int] = set()
    for sign in signs:
        middle = (sign.left + sign.right) / 2
        letters = (char for char in characters if char and char.text[:1].isalpha() and char.left <= middle <= char.right)
        near = [char for char in letters if _is_at(sign, char)]
        letter = min(near, key=lambda char: abs((char.left + char.right) / 2 - middle), default=None)
        composed = unicodedata.normalize("NFC", _DOTLESS.get(letter.text, letter.text) + _ACCENTS[sign.text]) if letter else ""
        if letter and len(composed) == 1:
            letter.text = composed
            joined.add(id(sign))
    return [char for char in characters if id(char) not in joined]


def _is_at(sign: _Character, letter: _Character) -> bool:
    """Return whether a sign stands close above a letter, or below it, and not next to it."""
    middle, half = (sign.bottom + sign.top) / 2, 0.5 * letter.size
    is_above = letter.bottom + half * 0.7 < middle < letter.top + half
    return 0.6 < sign.size / max(letter.size, 0.1) < 1.7 and (is_above or letter.bottom - half < middle < letter.bottom)


def _touches(word: PageWord, char: _Character) -> bool:
    """Return whether a character follows a word without any room: a space between them is an invention of the PDF's reader."""
    return abs(word.bottom - char.bottom) < 0.5 * char.size and -0.3 * char.size < char.left - word.right < 0.03 * char.size


def _continues(word: PageWord, char: _Character) -> bool:
    """Return whether a character stands directly behind a word, or before it where both run from right to left."""
    height = max(word.size, char.size, 1.0)
    if _is_backward(word.text) != _is_backward(char.text) and word.text[-1].isalpha() and char.text.isalpha():
        return False
    overlap = min(word.top, char.top) - max(word.bottom, char.bottom)
    is_near = overlap > -0.25 * height and word.last - 1 < char.left < word.right + 0.22 * height
    if (
        not is_near and _is_backward(word.text.rstrip(_QUOTES)) and (_is_backward(char.text) or char.text in _QUOTES)
    ):  # some letters stand below others
        is_near = (
            overlap > -0.6 * height and -0.22 * height < char.right - word.left < height and char.left < word.left + 0.3 * height
        )
    return is_near and 0.6 < char.size / max(word.size, 0.1) < 1.7


def _with_lam_alef(characters: list[_Character | None]) -> list[_Character | None]:
    """Join the letters of one sign, lam and alef, which some files have in the order of their places."""
    kept: list[_Character | None] = []
    for char in characters:
        before = kept[-1] if kept else None
        is_same = before and char and (before.left, before.right) == (char.left, char.right) and "ل" in (before.text, char.text)
        if before and char and is_same and (joined := _LAM_ALEF.get((before.text + char.text).replace("ل", ""))):
            before.text = joined
        else:
            kept.append(char)
    return kept


_LAM_ALEF = {"ا": "\ufefb", "آ": "\ufef5", "أ": "\ufef7", "إ": "\ufef9"}
_QUOTES = "\"'׳״"
"""Signs within words of Hebrew."""


def _is_backward(text: str) -> bool:
    """Return whether the last character of a text runs from right to left."""
    char = text[-1:]
    return "\u0590" <= char < "\ufeff" and unicodedata.bidirectional(char) in ("R", "AL", "NSM") and char not in "؛؟"


def _links(page: Any) -> list[tuple[float, float, float, float, str]]:
    """Return the areas of a page that link to addresses."""
    from ctypes import create_string_buffer as buffer_of

    from pypdfium2 import raw

    areas: list[tuple[float, float, float, float, str]] = []
    position, link = c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, byref(position), byref(link)) and len(areas) < 5_000:
        box = raw.FS_RECTF()
        action = raw.FPDFLink_GetAction(link)
        if not action or not raw.FPDFLink_GetAnnotRect(link, byref(box)):
            continue
        length = raw.FPDFAction_GetURIPath(page.pdf, action, None, 0)
        if 1 < length < 4_000:
            held = buffer_of(length)
            raw.FPDFAction_GetURIPath(page.pdf, action, held, length)
            areas.append(
                (box.left, box.right, min(box.bottom, box.top), max(box.bottom, box.top), held.value.decode("utf-8", "replace"))
            )
    return areas


def _link_at(links: list[tuple[float, float, float, float, str]], left: float, bottom: float, top: float) -> str:
    middle = (bottom + top) / 2
    return next(
        (link[4] for link in links if link[0] - 1 <= left + 1 <= link[1] + 1 and link[2] - 1 <= middle <= link[3] + 1), ""
    )
