"""Write words of shaped scripts as LaTeX: a definition of each word, and commands around the words and runs of a text."""

import re
from collections.abc import Iterable
from itertools import groupby

from cvrender.model.shaped import WORD, PlacedGlyph, ShapedFont, ShapedWord, script_of
from cvrender.targets.tex.latex import Latex
from cvrender.targets.tex.marks import replace_leaves

_RUN = re.compile(rf"(?:{WORD.pattern})(?:[ ~](?:{WORD.pattern}))*")
_ADDRESS = re.compile(r"\\href\{(?:[^{}\\]|\\.)*\}")


def definitions(words: tuple[ShapedWord, ...], fonts: tuple[ShapedFont, ...], stem: str) -> Latex:
    """Return the definitions of fonts and words. The fonts' files are named `STEM-aa` and so on."""
    lines = []
    for font in fonts:
        lines.append(rf"\cvshapedfont{{{font.letter}}}{{{stem}-{font.letter.lower()}}}")
        lines += [rf"\pdfglyphtounicode{{cv{font.letter}{slot}}}{{{_code(text)}}}" for slot, text in enumerate(font.texts, 1)]
    lines += [rf"\cvshaped{{{word.text}}}{{{_glyphs(word.regular)}}}{{{_glyphs(word.bold)}}}" for word in words]
    return Latex("\n".join(lines))


def with_shaped_words(marked: str, words: tuple[ShapedWord, ...]) -> str:
    r"""Return a marked source with each word in \cvw, and runs of words from right to left in \cvrtl."""
    known = {word.text for word in words}

    def run(match: re.Match[str]) -> str:
        parts = WORD.sub(lambda found: rf"\cvw{{{found[0]}}}" if found[0] in known else found[0], match[0])
        script = script_of(match[0])
        return rf"\cvrtl{{{parts}}}" if script and script.right_to_left else parts

    return replace_leaves(marked, lambda latex: _RUN.sub(run, latex) if WORD.search(latex) else latex)


def _glyphs(glyphs: tuple[PlacedGlyph, ...]) -> str:
    runs = groupby(glyphs, key=lambda glyph: glyph[0])
    return "".join(rf"\cvg{{{font}}}{{{_slots(run)}}}" for font, run in runs)


def _slots(glyphs: Iterable[PlacedGlyph]) -> str:
    return "".join(rf"\char{slot}" for _, slot in glyphs)


def _code(text: str) -> str:
    return " ".join(f"{ord(char):04X}" for char in text)
