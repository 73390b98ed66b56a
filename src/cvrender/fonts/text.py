"""Make a family in TeX's T1 encoding from font files: for whole documents, or for words that the main font cannot set whole.

The metrics of each face have its kerning and its ligatures of f, as HarfBuzz finds them in the font.
"""

from collections.abc import Mapping, Sequence

from cvrender.fonts import subset
from cvrender.fonts.files import facts, open_font, readable
from cvrender.fonts.metrics import encoding, tfm
from cvrender.fonts.scripts import glyph_name
from cvrender.model.font_files import FontFile, FontSource
from cvrender.model.glyphs import TextFont
from cvrender.system import cache

_CACHE, _FORMAT = "families", 6
SIGNS = {"textquotesingle": ("'", 23), "textasciigrave": ("`", 0), "textbullet": ("•", 127), "textellipsis": ("…", 24)}
"""Signs that LaTeX takes from another encoding, by their commands, and their slots; T1 has no characters in three of these."""
CORK = (
    "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—'…ıȷ\0\0\0\0\0\0!\"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘"
    "abcdefghijklmnopqrstuvwxyz{|}~•ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)
"""The characters of the T1 encoding (Cork, 1990) in order, and signs in three of its empty slots; the others are null."""
_CHARS = "".join(sorted(set(CORK) - {"\0"}))
_LIGATURES = {"ff": 27, "fi": 28, "fl": 29, "ffi": 30, "ffl": 31}
_SMALL_CAPS = "smcp"
_KERN_THRESHOLD = 200  # half a hundredth of an em cannot be seen
_MOST_KERNING, _MOST_WIDTH = 1, 4  # em; only a damaged font kerns more, or has wider letters


def text_font(source: FontSource, figures: Sequence[str] = (), small_caps: bool = False) -> TextFont:
    """Return the family of these files, from the cache if it was made before. `figures` are features of OpenType for digits.

    With `small_caps` there is a face of them if the font has any. Raises InputError if a file is damaged.
    """
    key = cache.key_of(_FORMAT, facts(source), CORK, [*figures], small_caps)
    kept = cache.read_data(_CACHE, key)
    if kept is None:
        with readable(source):
            kept = _make(source, figures, small_caps)
        cache.write_data(_CACHE, key, *kept)
    (chars, covered), files = kept
    return TextFont(files, chars=frozenset(chars), covered=tuple((first, last) for first, last in covered))


def _make(source: FontSource, figures: Sequence[str], small_caps: bool) -> tuple[tuple[str, list[list[int]]], dict[str, bytes]]:
    """Return the characters that the family has in T1, ranges of all that it has, and its files."""
    files, settable = {"enc": _encoding()}, set(_CHARS)
    faces = [("", source.regular, figures), *((f"{face}.", file, figures) for face, file in source.faces)]
    if small_caps:
        faces.append(("smallcaps.", source.regular, (*figures, _SMALL_CAPS)))
    for prefix, file, features in faces:
        content = _face(file, features)
        if content:
            files[f"{prefix}ttf"], files[f"{prefix}tfm"], chars = content
            settable &= chars
    return ("".join(sorted(settable)), _covered(source.regular)), files


def _encoding() -> bytes:
    names = [glyph_name(char) if char != "\0" else ".notdef" for char in CORK]
    for text, slot in _LIGATURES.items():
        names[slot] = "_".join(text)
    return encoding("cvtext", names)


def _face(file: FontFile, features: Sequence[str]) -> tuple[bytes, bytes, set[str]] | None:
    """Return the font with the characters of T1 only, its metrics, and its characters; None if it lacks small caps."""
    known = subset.supported_chars(file, _CHARS)
    chars = "".join(sorted(known))
    whole = subset.subset(file, chars, ("kern", "liga", *features))
    shaper = _Shaper(whole)
    instead = shaper.alternates(chars, features)
    if _SMALL_CAPS in features and not any(char in instead for char in "abcdefghijklmnopqrstuvwxyz"):
        return None
    ligatures = {} if _SMALL_CAPS in features else shaper.ligatures()
    kerns = shaper.kerns(chars, features)
    names = {glyph_name(char): glyph for char, glyph in instead.items()}
    names |= {"_".join(text): glyph for text, glyph in ligatures.items()}
    named = {(glyph_name(left), glyph_name(right)): distance for (left, right), distance in kerns.items()}
    content, boxes, x_height = subset.name_glyphs(whole, chars, names, named)
    slots = [glyph_name(char) for char in CORK]
    for text in ligatures:
        slots[_LIGATURES[text]] = "_".join(text)
    every = [boxes.get(name, (0.0, 0.0, 0.0)) for name in slots]
    if max(width for width, _, _ in every) > _MOST_WIDTH:
        raise ValueError("a letter is too wide")
    pairs = {(CORK.index(left), CORK.index(right)): distance for (left, right), distance in kerns.items()}
    for text in ligatures:  # what follows a ligature is kerned with its last letter
        pairs |= {(_LIGATURES[text], right): far for (left, right), far in pairs.items() if left == CORK.index(text[-1])}
    joins = {
        (_LIGATURES.get(text[:-1], ord("f")), ord(text[-1])): _LIGATURES[text]
        for text in ligatures
        if text[:-1] in ("f", *ligatures)
    }
    return content, tfm(every, x_height, pairs, joins, subset.space_width(whole), 0), known


class _Shaper:
    """HarfBuzz's view of a font that fontTools wrote."""

    def __init__(self, content: bytes) -> None:
        import uharfbuzz as hb

        self.face = hb.Face(content)
        self.font = hb.Font(self.face)

    def shape(self, text: str, features: Mapping[str, bool]) -> list[tuple[int, int]]:
        """Return the number and width of each glyph of a text."""
        import uharfbuzz as hb

        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.direction, buffer.script, buffer.language = "ltr", "Latn", "en"
        hb.shape(self.font, buffer, {"calt": False, "clig": False, "ccmp": False, **features})
        glyphs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        return [(info.codepoint, position.x_advance) for info, position in glyphs]

    def alternates(self, chars: str, features: Sequence[str]) -> dict[str, str]:
        """Return the names of the glyphs that the features select instead of a character's own one."""
        names = {}
        for char in chars if features else "":
            plain, other = (self.shape(char, {"liga": False, **on}) for on in ({}, dict.fromkeys(features, True)))
            if len(other) == 1 and other[0][0] not in (0, plain[0][0]):
                names[char] = f"g{other[0][0]}"
        return names

    def ligatures(self) -> dict[str, str]:
        """Return the names of the ligatures of f."""
        shaped = {text: self.shape(text, {"liga": True}) for text in _LIGATURES}
        return {text: f"g{glyphs[0][0]}" for text, glyphs in shaped.items() if len(glyphs) == 1 and glyphs[0][0]}

    def kerns(self, chars: str, features: Sequence[str]) -> dict[tuple[str, str], float]:
        """Return the kerning between letters and punctuation in em."""
        letters = "".join(char for char in CORK if char in chars and (char.isalpha() or char in ".,’”“‘-–:;"))
        on = {"kern": True, "liga": False, **dict.fromkeys(features, True)}
        kerns = {}
        for left in letters:  # kerning moves the first of a pair
            alone, *widths = [width for _, width in self.shape(left + " " + "".join(left + right for right in letters), on)]
            if len(widths) != 2 * len(letters) + 1:  # a feature joins or divides letters
                continue
            for right, distance in zip(letters, (width - alone for width in widths[1::2]), strict=True):
                if abs(distance) >= _MOST_KERNING * self.face.upem:
                    raise ValueError("kerning is too large")
                if abs(distance) * _KERN_THRESHOLD > self.face.upem:
                    kerns[left, right] = round(distance / self.face.upem, 3)
        return kerns


def _covered(file: FontFile) -> list[list[int]]:
    """Return the characters of a font as ranges: their first and last code points."""
    with open_font(file) as font:
        codes = sorted(font.getBestCmap() or {})
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return ranges
