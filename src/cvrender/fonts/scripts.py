"""Classify characters for typesetting: glyph names, line breaks, and whether they need shaping."""

import unicodedata

from cvrender.model.glyphs import Breaks
from cvrender.text.scripts import WIDE_QUOTES

_SHAPED = (
    (0x037A, 0x037A),  # Greek ypogegrammeni, which combines
    (0x0900, 0x109F),  # Indic scripts, Thai, Lao, Tibetan, Myanmar
    (0x1100, 0x11FF),  # Hangul jamo, which join into syllables
    (0x1700, 0x18AF),  # Philippine scripts, Khmer, Mongolian
    (0x1900, 0x1C4F),  # Limbu to Lepcha
    (0x1CD0, 0x1CFF),  # Vedic signs
    (0x3164, 0x3164),  # Hangul filler, invisible
    (0xA800, 0xA82F),
    (0xA840, 0xA8FF),  # Phags-pa, Saurashtra, Devanagari
    (0xA930, 0xA97F),  # Rejang, old Hangul
    (0xA980, 0xAAFF),  # Javanese, Cham, Tai Viet, Meetei Mayek
    (0xABC0, 0xABFF),
    (0xD7B0, 0xD7FF),  # old Hangul
    (0xFFA0, 0xFFA0),  # half-width Hangul filler
    (0xFFFC, 0xFFFC),  # object replacement character, invisible
    (0x11000, 0x11FFF),  # other Brahmic scripts
    (0x1F1E6, 0x1F1FF),  # regional indicators, which join into flags
    (0x1F3FB, 0x1F3FF),  # skin tones
)
_OPENERS = frozenset("＄￡￥￦")
_CLOSERS = frozenset(
    "、。，．：；！？％・〜～゠々〻ー゛゜ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    "｡､･ｰﾞﾟｧｨｩｪｫｬｭｮｯ﹐﹑﹒﹔﹕﹖﹗︐︑︒︓︔︕︖"
)


def glyph_name(char: str) -> str:
    r"""Return the name of the glyph in fonts, encodings and `\pdfglyphtounicode`: `uni4E00`, or `u20BB7` above U+FFFF."""
    return f"uni{ord(char):04X}" if ord(char) <= 0xFFFF else f"u{ord(char):X}"


def breaks(char: str) -> Breaks:
    """Return where a line may break next to the character."""
    code = ord(char)
    if char in WIDE_QUOTES:
        return "opener" if char == WIDE_QUOTES[0] else "closer"
    if unicodedata.east_asian_width(char) not in ("W", "F", "H"):
        return "letter"
    kind = unicodedata.category(char)
    if char in _OPENERS or kind in ("Ps", "Pi"):
        return "opener"
    if char in _CLOSERS or kind in ("Pe", "Pf"):
        return "closer"
    symbol = code < 0x2E80 or (0x1F000 <= code <= 0x1FAFF and not 0x1F200 <= code <= 0x1F2FF)
    return "letter" if symbol else "ideograph"


def needs_shaping(char: str) -> bool:
    """Return whether a character cannot be set by placing its glyph after the previous one, or has no visible glyph."""
    code = ord(char)
    return (
        unicodedata.category(char)[0] in "MC"
        or unicodedata.category(char) in ("Zl", "Zp")
        or unicodedata.bidirectional(char) in ("R", "AL", "AN")
        or any(first <= code <= last for first, last in _SHAPED)
    )
