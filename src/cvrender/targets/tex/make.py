"""Make the .tex file and the files next to it."""

from cvrender.model.document import Document
from cvrender.model.glyphs import GlyphFont
from cvrender.model.numbering import numbered
from cvrender.model.style import Style
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput, TexSource
from cvrender.targets.tex.glyph_coverage import missing_characters
from cvrender.targets.tex.marks import unmark
from cvrender.targets.tex.preambles import preamble_of
from cvrender.targets.tex.write import render


def make(inputs: TargetInputs) -> TargetOutput:
    """Make the LaTeX source with its fonts and photo."""
    assert inputs.tex is not None
    companions = [Artifact(name, content) for name, content in inputs.tex.companions.items()]
    return TargetOutput(
        [Artifact(f"{inputs.stem}.tex", inputs.tex.source.encode()), *companions], readable=inputs.tex.marked.encode()
    )


def tex_source(document: Document, style: Style, stem: str) -> TexSource:
    """Write a document as LaTeX. The names of the files next to it begin with `stem`."""
    fonts, missing_glyphs = glyph_fonts_for(document, style)
    preamble = preamble_of(style)
    companions = {
        f"{stem}-glyphs-{font.letter.lower()}.{ending}": content
        for font in fonts
        for ending, content in sorted(font.files.items())
    }
    if photo := document.header.photo:
        companions[f"{stem}-photo.{photo.kind}"] = photo.content
    marked = render(numbered(document), style, fonts, stem, preamble.whole)
    return TexSource(unmark(marked), companions, preamble.packages, marked, missing_glyphs)


def glyph_fonts_for(document: Document, style: Style) -> tuple[tuple[GlyphFont, ...], dict[str, str]]:
    """Make fonts for the characters that the main font lacks; also return those that no font has, each with its field."""
    missing = missing_characters(document, str(style.values["font"]), style.look)
    if not missing:
        return (), {}
    from cvrender.fonts import glyph_fonts

    fonts, missing_glyphs = glyph_fonts(missing, document.properties.language)
    return fonts, {char: missing[char] for char in missing_glyphs}
