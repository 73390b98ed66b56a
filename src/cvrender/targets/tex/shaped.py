"""Write words of shaped scripts as LaTeX: a definition of each word, and commands around the words and runs of a text."""

import re
from collections.abc import Iterable
from itertools import groupby

from cvrender.model.shaped import WORD, PlacedGlyph, ShapedFont, ShapedWord, script_of
from cvrender.targets.tex.latex import Latex
from cvrender.targets.tex.marks import replace_leaves

_RUN = re.compile(rf"(?:{WORD.pattern})(?:[ ~](?:{WORD.pattern}))*")
_LEFT = r"[A-Za-z0-9\u00c0-\u024f\u1e00-\u1eff]"
_MIXED = re.compile(
    r"\\href\{(?:[^{}\\]|\\.)*\}|\\[A-Za-z]+|\$[^$]*\$"
    rf"|(?P<word>{WORD.pattern})|(?P<left>\+?{_LEFT}(?:(?:\\[_%&#]|[ ~.,:;/+–@=?'’()-])*{_LEFT})*)|(?P<bracket>[()\[\]«»‹›])"
)
"""What is to be told apart in a text from right to left: commands, words of shaped scripts, runs from left to right, brackets."""
_LONGEST_LABEL = re.compile(r"(?<=\\begin\{cvrows\}\{)[^{}\n]*")
"""A text that is measured, but not printed, and so is not marked."""
_MIRRORED = str.maketrans("()[]«»‹›", ")(][»«›‹")


def definitions(words: tuple[ShapedWord, ...], fonts: tuple[ShapedFont, ...], stem: str) -> Latex:
    """Return the definitions of fonts and words. The fonts' files are named `STEM-aa` and so on."""
    lines = []
    for font in fonts:
        lines.append(rf"\cvshapedfont{{{font.letter}}}{{{stem}-{font.letter.lower()}}}")
        lines += [rf"\pdfglyphtounicode{{cv{font.letter}{slot}}}{{{_code(text)}}}" for slot, text in enumerate(font.texts, 1)]
    lines += [rf"\cvshaped{{{word.text}}}{{{_glyphs(word.regular)}}}{{{_glyphs(word.bold)}}}" for word in words]
    return Latex("\n".join(lines))


def with_shaped_words(marked: str, words: tuple[ShapedWord, ...], right_to_left: bool) -> str:
    r"""Return a marked source with each word in \\cvw, and runs of words from right to left in \\cvrtl.

    In a document that runs from right to left, runs of other words are in \\cvltr instead, and brackets are mirrored.
    """
    known = {word.text for word in words}

    def word(match: re.Match[str]) -> str:
        return rf"\cvw{{{match[0]}}}" if match[0] in known else match[0]

    def run(match: re.Match[str]) -> str:
        script = script_of(match[0])
        parts = WORD.sub(word, match[0])
        return rf"\cvrtl{{{parts}}}" if script and script.right_to_left else parts

    def mixed(match: re.Match[str]) -> str:
        if match["word"]:
            return word(match)
        if match["left"]:
            return rf"\cvltr{{{match[0]}}}"
        return match[0].translate(_MIRRORED) if match["bracket"] else match[0]

    if right_to_left:
        return replace_leaves(marked, lambda latex: _MIXED.sub(mixed, latex))
    made = replace_leaves(marked, lambda latex: _RUN.sub(run, latex) if WORD.search(latex) else latex)
    return _LONGEST_LABEL.sub(lambda match: _RUN.sub(run, match[0]), made)


def _glyphs(glyphs: tuple[PlacedGlyph, ...]) -> str:
    runs = groupby(glyphs, key=lambda glyph: glyph[0])
    return "".join(rf"\cvg{{{font}}}{{{_slots(run)}}}" for font, run in runs)


def _slots(glyphs: Iterable[PlacedGlyph]) -> str:
    return "".join(rf"\char{slot}" for _, slot in glyphs)


def _code(text: str) -> str:
    return " ".join(f"{ord(char):04X}" for char in text)
