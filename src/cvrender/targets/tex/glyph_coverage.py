"""Find the characters that a document's font lacks; they come from small fonts next to the file."""

import unicodedata
from collections.abc import Iterator, Mapping

from cvrender.model.document import Block, Document, Group
from cvrender.model.expressions import expression
from cvrender.model.families import family
from cvrender.model.glyphs import TextFont
from cvrender.model.look import PLAIN_LOOK, Look
from cvrender.model.text import LINE_BREAK
from cvrender.targets.tex.marks import number_at
from cvrender.text.casing import capitals
from cvrender.text.letter_forms import plain_letters

# The characters that the T1 encoding has as one glyph, and the symbols of TS1: they read back from a PDF as typed. Accented
# letters that TeX builds from two glyphs (Ō, ḥ) do not, nor does Đ, which shares its glyph with Ð; they come from another font.
# Latin Modern has raised digits and the letters of Romanian in other encodings. A test typesets them all.
_T1 = "ĂăĄąĆćČčĎďđĘęĚěĞğĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽžİı–—‘’‚“”„‹›‰"
_TS1 = "†‡•€™−→←"
_SIGNS = "…≤≥≪≫≈"  # made in the style's latex/unicode.tex
_OF_LATIN_MODERN = "¹²³ȘșȚț"  # made there, too
_LATIN_1 = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))} - set("\u00b8¹²³")
_NOT_TEXT = ("Co", "Cs")  # private, as the marks are, and surrogates
_NOT_SHOWN = expression(r"(?<!\\)%[^\n]*|\\hypersetup\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{\})*\})*\}")
"""Comments, and the properties of the file, which no font sets."""
SETTABLE = frozenset(_LATIN_1 | set(_T1 + _TS1 + _SIGNS + _OF_LATIN_MODERN + "\n\t"))


def settable(font: str) -> frozenset[str]:
    """Return the characters that a font (a value of the style option `font`) has."""
    return SETTABLE - family(font).lacking


def settable_in(font: TextFont) -> frozenset[str]:
    """Return the characters that LaTeX takes from a family in T1; others of the same family have slots of their own."""
    return (SETTABLE - set(_OF_LATIN_MODERN)) & font.chars | {"'", " ", "\u00a0", "\u00ad", "\n", "\t"}


def missing_characters(document: Document, known: frozenset[str], look: Look = PLAIN_LOOK) -> dict[str, str]:
    """Return the characters of a document that are not known, each with the field where it first occurs."""
    language = document.properties.language
    texts = ((text.plain, source) for text, source in document.texts)
    in_capitals = ((capitals(text, language), source) for text, source in capitalized(document, look))
    missing: dict[str, str] = {}
    for text, source in [*texts, *in_capitals, *document.repeated()]:
        for char in plain_letters(text):
            if char not in known and char != LINE_BREAK:
                missing.setdefault(char, source)
    return missing


def emitted_characters(marked: str, known: frozenset[str], sources: Mapping[int, str]) -> dict[str, str]:
    """Return the characters beyond ASCII of a marked source that are not known, each with the field of the text at or before it.

    `sources` are the fields of texts by their numbers. What a style and its terms print is in the source, but in no list of
    fields.
    """
    if marked.isascii():
        return {}
    shown = _NOT_SHOWN.sub("", marked)
    lacking = {char for char in set(shown) - known if char >= "\u00a0" and unicodedata.category(char) not in _NOT_TEXT}
    places = sorted((shown.index(char), char) for char in lacking)
    return {char: sources.get(number_at(shown, place), "") for place, char in places}


def capitalized(document: Document, look: Look) -> Iterator[tuple[str, str]]:
    """Yield the texts that the look may print in capitals, each with its field."""
    if look.name.caps:
        yield document.header.name, "person.name"
    for section in document.sections:
        yield section.title.plain, section.source  # a style may set titles so itself
        if look.group.caps:
            yield from ((title, section.source) for title in _groups(section.blocks))


def _groups(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Group):
            yield block.title.plain
            yield from _groups(block.blocks)
