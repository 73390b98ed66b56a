"""Prepare the LaTeX from which the targets `tex` and `pdf` are made, and report the characters that no font has."""

import unicodedata
from collections.abc import Mapping

from cvrender.errors import InputError, Problem
from cvrender.fonts.sources import FONT_PACKAGE, package_folders
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.targets.base import Settings, TargetInputs
from cvrender.targets.tex.source import TexSource, missing_glyphs_of, tex_source
from cvrender.text.shaped import SHAPED_SCRIPTS


def prepare(inputs: TargetInputs) -> TexSource:
    """Return the LaTeX of the pages, or write that of the document. Raises InputError for characters that no font has."""
    if inputs.pages:
        assert isinstance(inputs.pages.prepared, TexSource)
        return inputs.pages.prepared
    return source_of(inputs.document, inputs.style, inputs)


def source_in(inputs: TargetInputs) -> TexSource:
    """Return the LaTeX that was prepared for targets."""
    source = inputs.shared["tex"]
    assert isinstance(source, TexSource)
    return source


def source_of(document: Document, style: Style, settings: Settings) -> TexSource:
    """Write a document as LaTeX. Raises InputError for characters that no font has."""
    source = tex_source(document, style, settings.companion_stem)
    if source.missing_glyphs:
        raise InputError(map(settings.placed, _problems(source.missing_glyphs)))
    return source


def faults(document: Document, style: Style) -> list[Problem]:
    """Return a Problem for each script that has characters which no font has."""
    return _problems(missing_glyphs_of(document, style))


def _problems(characters: Mapping[str, str]) -> list[Problem]:
    """Return a Problem for each script of these characters, at the field where the first one occurs."""
    scripts: dict[str, list[str]] = {}
    for char in characters:
        scripts.setdefault(_script(char), []).append(char)

    def problem(script: str, missing: list[str]) -> Problem:
        shown = " ".join(f'"{char}" (U+{ord(char):04X}, {unicodedata.name(char, "unnamed").lower()})' for char in missing[:1])
        message = f"{'the main font lacks' if missing[0].isascii() else 'no font has'} the character {shown}"
        if len(missing) > 1:
            message += f" and {len(missing) - 1} other{'s' * (len(missing) > 2)} of {script}"
        known = next((f"{shaped.installing}, " for shaped in SHAPED_SCRIPTS if shaped.name == script), "")
        known = known or "choose another font, " * missing[0].isascii()
        if not known and not package_folders(FONT_PACKAGE):
            known = f"pip install {FONT_PACKAGE.replace('_', '-')}, "
        hint = f"{known}remove it, or render only md, docx, html and txt"
        return Problem(message, path=characters[missing[0]], hint=hint, code="no-glyph")

    return [problem(script, missing) for script, missing in scripts.items()]


def _script(char: str) -> str:
    """Return the first word of the character's name, which is the script for letters: `Thai`; or `the symbols`."""
    first = unicodedata.name(char, "").partition(" ")[0].capitalize()
    name = {"Cjk": "Chinese", "Hangul": "Korean"}.get(first, first)
    return name if unicodedata.category(char)[0] in "LM" and name else "the symbols"
