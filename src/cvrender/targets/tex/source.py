"""Write the LaTeX of a document, with its fonts and pictures."""

from functools import partial
from pathlib import PurePath
from typing import NamedTuple

from cvrender.errors import Problem
from cvrender.model.document import Document
from cvrender.model.expressions import expression
from cvrender.model.glyphs import GlyphFont, TextFont, file_names
from cvrender.model.numbering import number_of, numbered
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.system.filename import FONT_FOLDER
from cvrender.targets.tex.glyph_coverage import capitalized, emitted_characters, missing_characters, settable, settable_in
from cvrender.targets.tex.lines import with_short_lines
from cvrender.targets.tex.look_commands import look_in_latex
from cvrender.targets.tex.marks import unmark
from cvrender.targets.tex.preambles import preamble_of
from cvrender.targets.tex.shaped import definitions, with_shaped_words, words_of
from cvrender.targets.tex.shorten import shortened
from cvrender.targets.tex.words import is_mostly_lacking, needs_words, with_words
from cvrender.targets.tex.write import PackedFonts, font_package, package_name, render, templates_alone
from cvrender.text.casing import capitals
from cvrender.text.scripts import WIDE_QUOTES, is_latin, is_right_to_left
from cvrender.text.shaped import WORD, ShapedFont, ShapedWord

_TRACKED = expression(r"\\cvtracked\{\d")
_SMALL_CAPS = expression(r"\\(textsc|scshape)(?![A-Za-z])")


class TexSource(NamedTuple):
    """A .tex file and its companions.

    `companions` are its other files by path, `fonts/cv-text.ttf`; `packages` is the first part of the preamble, which many
    documents share. `marked` is the source with marks around the text of the document. `missing_glyphs` are the characters that
    no font has, each with the field where it first occurs. `warnings` say that another family is used than the options name.
    """

    source: str
    companions: dict[str, bytes]
    packages: str
    marked: str
    missing_glyphs: dict[str, str]
    warnings: tuple[Problem, ...] = ()


def tex_source(document: Document, style: Style, stem: str) -> TexSource:
    """Write a document as LaTeX. The names of its companions begin with `stem`; fonts are in a folder."""
    right_to_left = is_right_to_left(document.properties.language)
    preamble = preamble_of(style)
    main = _main_font(style, _has_small_caps(document) or bool(_SMALL_CAPS.search(preamble.whole)))
    marked, missing = _written(document, style, stem, preamble.whole, main)
    shaped, shaped_fonts = _shaped(missing, marked, document, style)
    fonts, missing_glyphs = _glyph_fonts(missing, shaped, document, style)
    foreign = {char: source for char, source in missing.items() if not (main and main.has(char))}
    words = _text_font(foreign, document, style)
    companions = file_names(f"{FONT_FOLDER}/{stem}-main", main.files) if main else {}
    companions |= file_names(f"{FONT_FOLDER}/{stem}-text", words.files) if words else {}
    family = "text" if words and words.main else "main" if main else ""
    tracked = family if _TRACKED.search(marked) else ""
    companions = {_place(name, f"{stem}-{tracked}"): content for name, content in companions.items()} if tracked else companions
    for font in fonts:
        companions |= file_names(f"{FONT_FOLDER}/{stem}-glyphs-{font.letter.lower()}", font.files)
    for subset in shaped_fonts:
        companions |= file_names(f"{FONT_FOLDER}/{stem}-shaped-{subset.letter.lower()}", subset.files)
    has_package = bool(companions) or right_to_left
    defined = definitions(shaped, shaped_fonts, f"{stem}-shaped")
    package = partial(font_package, style, stem, PackedFonts(main, words, fonts, defined), tracked=tracked)
    if photo := document.header.photo:
        companions[photo.file_name(stem)] = photo.content
    if shaped or right_to_left:
        marked = with_shaped_words(marked, shaped, right_to_left)
    if words and not words.main:
        marked = with_words(marked, foreign)
    mirrored = package() if right_to_left else ""  # it changes macros of the preamble, which therefore keeps all of them
    takes_inner = has_package and not mirrored and not _changes_macros(style)
    marked, inner = shortened(with_short_lines(marked), preamble.whole, preamble.packages, mirrored, takes_inner)
    if has_package:
        companions[f"{package_name(stem)}.sty"] = unmark(mirrored or package(inner=inner)).encode()
    companions |= {figure.file_name(stem): figure.picture.content for figure in document.figures}
    warnings = _other_family(style) if words and words.main else ()
    return TexSource(unmark(marked), companions, preamble.packages, marked, missing_glyphs, warnings)


def _place(name: str, tracked: str) -> str:
    """Return the path of a file of a font: metrics of the family whose letters are set apart are next to the .tex file."""
    path = PurePath(name)
    return path.name if path.suffix == ".tfm" and path.name.startswith(tracked) else name


def missing_glyphs_of(document: Document, style: Style) -> dict[str, str]:
    """Return the characters of a document that no font has, each with the field where it first occurs."""
    marked, missing = _written(document, style, "cv", templates_alone(style), _main_font(style, small_caps=False))
    return _glyph_fonts(missing, _shaped(missing, marked, document, style)[0], document, style)[1]


def _written(document: Document, style: Style, stem: str, preamble: str, main: TextFont | None) -> tuple[str, dict[str, str]]:
    """Return the marked source, and the characters that its main font lacks, each with the field where it first occurs.

    It names the package with fonts if it needs one, which what a style itself prints may tell only when it is written.
    """
    known = settable_in(main) if main else settable(style.font)
    if document.properties.language.startswith("zh"):
        known -= set(WIDE_QUOTES)
    missing = missing_characters(document, known, look_in_latex(style))
    with_numbers = numbered(document)
    needed = bool(missing or main) or is_right_to_left(document.properties.language)
    marked = render(with_numbers, style, stem, preamble, package_name(stem) if needed else "")
    sources = {number_of(text): source for text, source in with_numbers.texts}
    missing = emitted_characters(marked, known, sources) | missing
    if missing and not needed:
        marked = render(with_numbers, style, stem, preamble, package_name(stem))
    return marked, missing


def _changes_macros(style: Style) -> bool:
    """Return whether the preamble changes its macros, which have to be defined before."""
    return bool(style.all_files("latex/own.tex")) or style.values["date_side"] == "start"


def _has_small_caps(document: Document) -> bool:
    return any(span.form == "small-caps" for text, _ in document.texts for span in text.spans)


def _main_font(style: Style, small_caps: bool) -> TextFont | None:
    """Return the family of the document if it is made from font files, with small capitals if they are used."""
    source = style.family.source
    if source is None:
        return None
    from cvrender.fonts.text import text_font

    return text_font(source, style.figures.features, small_caps)


def _shaped(
    missing: dict[str, str], marked: str, document: Document, style: Style
) -> tuple[tuple[ShapedWord, ...], tuple[ShapedFont, ...]]:
    """Shape the words of the source, and the capitals that TeX makes of them; without these, they are the words as typed."""
    letters = "".join(missing)
    if is_latin(letters) or not WORD.search(letters):
        return (), ()
    from cvrender.fonts.shaping import shape

    language = document.properties.language
    titles = (word for text, _ in capitalized(document, look_in_latex(style)) for word in WORD.findall(text))
    cased = {word: capitals(word, language) for word in titles if word.upper() != word}
    words, fonts = shape([*words_of(marked, is_right_to_left(language)), *cased.values()], style.family.source, style.family.sans)
    known = {word.text: word for word in words}
    capitalized_words = {word.upper(): known.get(capital) or known.get(word) for word, capital in cased.items()}
    return (*words, *(replace(word, text=text) for text, word in capitalized_words.items() if word and text not in known)), fonts


def _glyph_fonts(
    missing: dict[str, str], shaped: tuple[ShapedWord, ...], document: Document, style: Style
) -> tuple[tuple[GlyphFont, ...], dict[str, str]]:
    """Make fonts for the missing characters besides those of words that were shaped; also return those that no font has."""
    wanted = missing.keys() - {char for word in shaped for char in word.text}
    if not wanted:
        return (), {}
    from cvrender.fonts import glyph_fonts

    basic = sorted(filter(str.isascii, wanted))  # for these TeX uses no other font
    fonts, missing_glyphs = glyph_fonts(wanted - {*basic}, document.properties.language, style.family.sans, style.family.source)
    return fonts, {char: missing[char] for char in (*basic, *missing_glyphs)}


def _text_font(missing: dict[str, str], document: Document, style: Style) -> TextFont | None:
    """Return the family of words that the main font cannot set whole, if there are any and it is installed."""
    if not needs_words(missing):
        return None
    from cvrender.fonts.sources import source_of
    from cvrender.fonts.text import text_font

    source = source_of(_words_family(style))
    return replace(text_font(source), main=is_mostly_lacking(document, missing)) if source else None


def _other_family(style: Style) -> tuple[Problem, ...]:
    """Return a warning that most words have letters that the font of the options lacks, unless that is the default."""
    option, instead = style.options.get("font"), _words_family(style).partition("/")[0]
    if option is None or style.font == option.default:
        return ()
    message = f'most words have letters that the font "{style.font}" lacks; the PDF is set in {instead}'
    hint = f"choose a family that has them, or font: {instead}"
    return (Problem(message, path="options.font", hint=hint, severity="warning", code="font-replaced"),)


def _words_family(style: Style) -> str:
    """Return the family of words that the main font cannot set, a folder and the beginning of the files' names."""
    from cvrender.fonts.sources import SANS, SERIF

    return SANS if style.family.sans else SERIF
