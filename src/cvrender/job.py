"""One profile in one view and style in, each of its targets out; every stage runs once, when the first target needs it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cvrender.compose import compose
from cvrender.emit.filename import file_name
from cvrender.errors import InputError, Problem
from cvrender.fit import Fitted, fit
from cvrender.images import is_beside, load_picture
from cvrender.library import NamedView, chosen_style, find_terms, find_view
from cvrender.load import Source, read_path
from cvrender.model.document import Document, Picture
from cvrender.model.glyphs import GlyphFont
from cvrender.model.printed import Printed
from cvrender.model.profile import Profile
from cvrender.model.style import Style, Terms
from cvrender.model.view import Selection
from cvrender.proof import Prover, explained, get_ready_for_pdf
from cvrender.tailor import tailor

if TYPE_CHECKING:
    from cvrender.build.jail import Jail

LONGEST_STEM = 180
"""Bytes that a file's name has before its ending, or before what tells a font's files apart."""


@dataclass(frozen=True)
class LoadedProfile:
    """A profile that passed its checks, and the file it came from."""

    source: Source
    profile: Profile

    @property
    def name(self) -> str:
        """The file's name without its ending, as far as every system takes it: what outputs are called after."""
        return file_name(Path(self.source.file).stem)


@dataclass(frozen=True)
class Artefact:
    """One finished output: its file name within the profile's folder, and its bytes."""

    name: str
    content: bytes


class Latex(NamedTuple):
    """A .tex file, the files that stand beside it by name, and its first part, which many documents share."""

    source: str
    companions: dict[str, bytes]
    packages: str


class Job:
    """One profile in one view and style; each stage runs once, when the first target needs it. In a `jail`, TeX and pandoc work
    locked in."""

    def __init__(
        self,
        loaded: LoadedProfile,
        view: str = "full",
        style: str | None = None,
        engine: str | None = None,
        options: Mapping[str, str] | None = None,
        thorough: bool = False,
        style_path: Sequence[Path] = (),
        jail: "Jail | None" = None,
    ) -> None:
        self.loaded = loaded
        self.thorough = thorough
        self.style_path = style_path
        self.jail = jail
        self.named = find_view(view, loaded.profile, loaded.source)
        self.style = chosen_style(loaded.profile, loaded.source, self.named, style, options or {}, style_path)
        self.warnings: list[Problem] = []
        self.engine = engine or loaded.profile.engine or "embedded"
        self.stem = file_name(f"{loaded.name}-{view}-{self.style.name}", LONGEST_STEM)

    @property
    def inputs(self) -> list[str]:
        """The files and folders that the job depends on: of the profile, the view, the style."""
        files = [*(place[0] for place in self.loaded.source.values.values()), *self.named.files]
        name, folder = self.loaded.profile.person.photo, Path(self.loaded.source.file).parent
        if name and self.style.values["photo"] and is_beside(folder, name):
            files.append(str(folder / name))
        return [*dict.fromkeys((self.loaded.source.file, *files)), *(str(folder) for folder in self.style.folders)]

    @property
    def winners(self) -> list[str]:
        """The files and folders that would win over what the job depends on if they were there: a view or style found earlier."""
        views = {view.name for view in (self.named, *self.named.parents)}
        styles = [Path(place, folder.name) for folder in self.style.folders for place in (Path("styles"), *self.style_path)]
        return [str(path) for path in (*(Path("views", f"{view}.yaml") for view in sorted(views)), *styles)]

    @cached_property
    def fitted(self) -> Fitted:
        """What the view shows, in a setting that fits its number of pages."""
        selection = tailor(self.loaded.profile, self.named, self.style.groups, self.warnings.append)
        pages = self.named.view.pages
        if pages is None:
            return Fitted(selection, self.style)
        fitted = fit(selection, self.style, pages, self.compose, self._typeset, self._too_long)
        for source in fitted.dropped:
            message = f"left out so that the view {self.named.name} fits on {pages} page{'s' * (pages > 1)}"
            self.warnings.append(self.loaded.source.problem(read_path(source), message, severity="warning"))
        return fitted

    def compose(self, selection: Selection, style: Style) -> Document:
        """The Document of a selection in a style."""
        return compose(selection, style, self._terms(style, selection.language), self.photo)

    @cached_property
    def photo(self) -> Picture | None:
        """The person's photo, where the style shows one."""
        name = self.loaded.profile.person.photo
        if not name or not self.style.values["photo"]:
            return None
        try:
            return load_picture(Path(self.loaded.source.file).parent, name)
        except ValueError as error:
            raise InputError([self.loaded.source.problem(("person", "photo"), str(error))]) from None

    def _terms(self, style: Style, language: str) -> Terms:
        """The style's words. Raises InputError at the place that asks for a language which the style does not speak."""
        try:
            return find_terms(style, language)
        except InputError as error:
            asks = self.named.problem if self.named.view.language else self.loaded.source.problem
            raise InputError(p if p.file else asks(("language",), p.message, p.hint) for p in error.problems) from None

    def texts(self) -> dict[str, str]:
        """What every target is made from, as text, in a setting that was not fitted; names that nobody has count as none."""
        from cvrender.emit import latex, markdown

        named = NamedView(self.named.name, self.named.view, self.named.source)
        document = self.compose(tailor(self.loaded.profile, named, self.style.groups), self.style)
        before = latex.templates_alone(self.style)
        return {"tex": latex.render(document, self.style, before=before), "md": markdown.render(document, self.style)}

    def _too_long(self, message: str, hint: str) -> Problem:
        return self.named.problem(("pages",), message, hint)

    @cached_property
    def document(self) -> Document:
        """What will be printed."""
        return self.compose(self.fitted.selection, self.fitted.style)

    def fonts(self, document: Document) -> tuple[GlyphFont, ...]:
        """Fonts for the characters that the main one lacks. Raises InputError for those that no font has."""
        from cvrender.emit.latex.letters import missing_characters

        lacking = missing_characters(document, str(self.style.values["font"]))
        if not lacking:
            return ()
        from cvrender.build.fonts import glyph_fonts

        fonts, without = glyph_fonts(lacking, document.properties.language)
        if without:
            raise InputError(self._cannot_be_set(char, lacking[char]) for char in without)
        return fonts

    def _cannot_be_set(self, char: str, source: str) -> Problem:
        import unicodedata

        name = unicodedata.name(char, "unnamed").lower()
        message = f'the character "{char}" (U+{ord(char):04X}, {name}) is in no font here and cannot be typeset'
        return self.loaded.source.problem(read_path(source), message, "leave it out, or render only md and docx")

    def _latex(self, document: Document, style: Style) -> Latex:
        """The .tex file, and the font files that stand beside it."""
        from cvrender.build.preambles import preamble_of
        from cvrender.emit import latex

        fonts = self.fonts(document)
        before = preamble_of(style)
        companions = {**self._companions(fonts), **{artefact.name: artefact.content for artefact in self._photo_file()}}
        source = latex.render(document, style, fonts, self._font_stem, before.whole)
        return Latex(source, companions, before.packages)

    def _photo_file(self) -> list[Artefact]:
        """The photo as a file beside the others."""
        return [Artefact(f"{self._font_stem}-photo.{self.photo.kind}", self.photo.content)] if self.photo else []

    def _companions(self, fonts: tuple[GlyphFont, ...]) -> dict[str, bytes]:
        return {
            f"{self._font_stem}-glyphs-{font.letter.lower()}.{ending}": content
            for font in fonts
            for ending, content in sorted(font.files.items())
        }

    @cached_property
    def latex(self) -> Latex:
        """The LaTeX of what will be printed."""
        return self._latex(self.document, self.fitted.style)

    def _typeset(self, document: Document, style: Style) -> Printed:
        return self._printed(self._latex(document, style), document)

    def _printed(self, latex: Latex, document: Document) -> Printed:
        from cvrender.build import tex

        engine = tex.find_engine(self.engine, self.jail)
        day = document.properties.modified
        try:
            return tex.typeset(latex.source, engine, latex.companions, day, latex.packages, get_ready_for_pdf)
        except tex.TexError as error:
            raise explained(error, latex.source, document, self.loaded.source, self.stem) from None

    @cached_property
    def printed(self) -> Printed:
        """The typeset document."""
        return self.fitted.printed or self._printed(self.latex, self.document)

    @cached_property
    def prover(self) -> Prover:
        """What knows how to check each artefact."""
        return Prover(self.document, self.loaded.source, self.named.view, self.thorough)

    @property
    def _font_stem(self) -> str:
        """What font files are called after: letters and digits only, for TeX reads `_`, `%` or a blank as something else."""
        return re.sub(r"[^A-Za-z0-9]+", "-", self.stem).strip("-")

    def tex(self) -> list[Artefact]:
        """The LaTeX source, and the fonts beside it."""
        companions = [Artefact(name, content) for name, content in self.latex.companions.items()]
        return [Artefact(f"{self.stem}.tex", self.latex.source.encode()), *companions]

    def pdf(self) -> list[Artefact]:
        """The typeset document."""
        return [Artefact(f"{self.stem}.pdf", self.printed.pdf)]

    def markdown(self) -> list[Artefact]:
        """GitHub Markdown."""
        from cvrender.emit import markdown

        source = markdown.render(self.document, self.fitted.style, self._font_stem)
        return [Artefact(f"{self.stem}.md", source.encode()), *self._photo_file()]

    def html(self) -> list[Artefact]:
        """One HTML file."""
        from cvrender.emit import html

        return [Artefact(f"{self.stem}.html", html.render(self.document, self.fitted.style).encode())]

    def text(self) -> list[Artefact]:
        """Text for web forms, 80 columns wide."""
        from cvrender.emit import text

        return [Artefact(f"{self.stem}.txt", text.render(self.document).encode())]

    def docx(self) -> list[Artefact]:
        """A Word document."""
        from cvrender.build import pandoc as build
        from cvrender.emit import pandoc, wordstyles

        reference = wordstyles.reference(self.fitted.style.values, self.fitted.style.templates)
        content = build.docx(pandoc.render(self.document), reference, self.document.properties.modified, self.jail)
        return [Artefact(f"{self.stem}.docx", content)]
