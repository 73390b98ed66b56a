"""Prepare a request: find the view, style, terms and citation styles that it names."""

import json
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from cvrender.compose.citation_choice import CitationChoices
from cvrender.compose.images import EntryPictures, images_of, with_roles
from cvrender.compose.signature import Signature
from cvrender.errors import InputError, Problem
from cvrender.load.library import NamedView, choose_style, find_terms, find_view
from cvrender.load.photo import LONGER_SIDE, is_in_folder, load_picture
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.revisions import revision_of
from cvrender.model.base import field_names
from cvrender.model.convert import DataPath
from cvrender.model.engines import DEFAULT_ENGINE
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.look import INK, Color, Look
from cvrender.model.prose_blocks import Logo, Picture, WorkSample
from cvrender.model.style import Style
from cvrender.model.terms import Terms
from cvrender.model.value import Value, replace
from cvrender.model.view import Selection
from cvrender.system.filename import file_name
from cvrender.system.sandbox import Sandbox
from cvrender.targets import TARGETS
from cvrender.targets.base import Settings
from cvrender.text.formulas import readable
from cvrender.text.markup import inline
from cvrender.text.scripts import EAST_ASIAN, has_italics, is_right_to_left

_LOGO_HEIGHT, _WIDEST_LOGO = 4.2, 3.0
"""The height of a logo in millimetres, and its maximum width as a multiple of that."""

_WIDEST_IMAGE = 1800
"""The longer side in pixels of all images of a row together, which is 270 per inch on a line of 17 cm."""

MAX_STEM = 180
"""Maximum length in bytes of a file name without suffix."""
_LABELS = ("group", "row_label")
"""The parts of a look that italics alone may tell from text."""


class Prepared(Value, frozen=True, dict=True):
    """A request with everything it names. `suffix` is behind the view in the names of files.

    `file` is the letter or statement that it is for, if it is for one.
    """

    request: RenderRequest
    loaded: LoadedProfile
    view: NamedView
    style: Style
    suffix: str = ""
    file: str = ""

    @cached_property
    def chosen_citations(self) -> CitationChoices:
        """The citation styles, and the problems of those that are missing or broken."""
        return CitationChoices(self.request, self.loaded, self.view, self.style)

    @property
    def citations(self) -> CitationChoices:
        """The citation styles. Raises InputError with every one that is missing or broken."""
        if problems := self.chosen_citations.problems:
            raise InputError(problems)
        return self.chosen_citations

    @property
    def stem(self) -> str:
        """The name of the files without suffix."""
        language = f"-{self.request.language}" if self.request.language else ""
        name = "anonymous" if self.view.view.anonymous else self.loaded.name
        return file_name(f"{name}-{self.view.name}{self.suffix}-{self.style.name}{language}", MAX_STEM)

    @property
    def attaches(self) -> bool:
        """Whether the request or the view asks to attach what the CV shows to its files."""
        return bool(self.request.attach or self.view.view.attach)

    def useless_options(self, is_cv: bool) -> list[Problem]:
        """Return a warning if `--attach` is given, but no file that is made can carry data."""
        able = [name for name, target in TARGETS.items() if target.traits.carries]
        if not self.request.attach or is_cv and set(able) & set(self.request.targets):
            return self._in_vain()
        what = f"only {', '.join(able)} can carry data" if is_cv else "only a CV carries its data"
        message = f"--attach has no effect: {what}"
        return [Problem(message, self.loaded.source.file, severity="warning", code="no-effect"), *self._in_vain()]

    def _in_vain(self) -> list[Problem]:
        """Return a warning if `--returnable` is given for an anonymous view, or without a target that can return."""
        able = [name for name, target in TARGETS.items() if target.traits.returns]
        if not self.request.returnable or self.returns and set(able) & set(self.request.targets):
            return []
        what = (
            f"only {' and '.join(able)} can return"
            if self.returns
            else "the fields of texts may tell what an anonymous view hides"
        )
        return [Problem(f"--returnable has no effect: {what}", self.loaded.source.file, severity="warning", code="no-effect")]

    @property
    def companion_stem(self) -> str:
        """The same for fonts and photos, with letters and digits only, since `_`, `%` and spaces are special to TeX."""
        return re.sub(r"[^A-Za-z0-9]+", "-", self.stem).strip("-")

    def settings(self, sandbox: Sandbox | None = None) -> Settings:
        """Return what targets need to know of the request."""
        day = str(self.loaded.profile.updated or "")
        request = self.request
        origin = json.dumps(self.origin, ensure_ascii=False, separators=(",", ":")) if self.returns else ""
        flags = (request.tags, day, self.placed, request.repeated, origin)
        return Settings(self.stem, self.companion_stem, self.engine, sandbox, *flags)

    @property
    def returns(self) -> bool:
        """Whether a Word document says which field each text comes from: never in an anonymous view."""
        return self.request.returnable and not self.view.view.anonymous

    @property
    def origin(self) -> dict[str, Any]:
        """The origin that an edited file is compared with: the file that has the texts, its revision, and how it was rendered."""
        file = self.file or self.loaded.source.file
        asked = {"view": self.view.name, "style": self.request.style, "language": self.request.language}
        options = {"options": dict(self.request.options)} if self.request.options else {}
        overlays = {"overlays": [Path(name).name for name in self.request.overlays]}
        known = {"file": Path(file).name, "revision": revision_of(Path(file))}
        return {name: value for name, value in {**known, **asked, **options, **overlays}.items() if value}

    def placed(self, problem: Problem) -> Problem:
        """Return a Problem of a field with the place of the field in the profile."""
        path, at = parse_path(problem.path), self.loaded.source.problem
        return at(path, problem.message, problem.hint, code=problem.code, severity=problem.severity)

    @property
    def engine(self) -> str:
        """The name of the TeX engine."""
        return self.request.engine or self.loaded.profile.engine or DEFAULT_ENGINE

    @cached_property
    def photo(self) -> Picture | None:
        """The photo, if the style shows it; the name describes it by default. Raises InputError if it is not an image."""
        person = self.loaded.profile.person
        name = person.photo
        if not name or not self.style.values["photo"] or self.view.view.anonymous:
            return None
        try:
            picture = load_picture(Path(self.loaded.source.file).parent, name, str(self.style.values["photo_shape"]))
        except ValueError as error:
            raise InputError([self.loaded.source.problem(("person", "photo"), str(error), code="bad-photo")]) from None
        return replace(picture, alt=person.photo_alt or person.name)

    def pictures(self, selection: Selection) -> EntryPictures:
        """The logos and images of what is selected, if the style shows them and the view is not anonymous. Raises InputError."""
        if self.view.view.anonymous:
            return EntryPictures()
        columns = 0 if self.style.values["images"] == "none" else int(str(self.style.values["images"]))
        if not columns:
            return EntryPictures(self._logos(selection))
        return EntryPictures(
            self._logos(selection), self._images(selection, columns), self._images_in_texts(selection, columns), columns
        )

    def _images(self, selection: Selection, columns: int) -> dict[str, tuple[WorkSample, ...]]:
        """The images of entries, in the resolution of print where `columns` of them are side by side."""
        entries = (pair for section in selection.sections for item in section.entries for pair in with_roles(item))
        images: dict[str, tuple[WorkSample, ...]] = {}
        side = _WIDEST_IMAGE // columns
        for source, entry in entries:
            samples = []
            for index, image in enumerate(entry.images):
                picture = self._picture(image.file, (*parse_path(source), "images", index, "file"), side)
                picture = replace(picture, alt=readable(inline(str(image.alt))))
                words = inline(" ".join(filter(None, (str(image.caption or ""), f"({image.credit})" if image.credit else ""))))
                samples.append(WorkSample(picture, self._image_name(image.file), 0.0, words, f"{source}.images[{index}]"))
            if samples:
                images[source] = tuple(samples)
        return images

    def _images_in_texts(self, selection: Selection, columns: int) -> dict[str, WorkSample]:
        """The images that are paragraphs of their own in texts of sections, by their files."""
        images: dict[str, WorkSample] = {}
        matches = ((part.source, match) for part in selection.sections for text in part.texts for match in images_of(text))
        for source, match in matches:
            picture = self._picture(match["file"], (*parse_path(source), "text"), _WIDEST_IMAGE // columns)
            picture = replace(picture, alt=readable(inline(match["alt"])))
            words, name = inline(match["caption"] or ""), self._image_name(match["file"])
            images.setdefault(match["file"], WorkSample(picture, name, 0.0, words, f"{source}.text"))
        return images

    def _logos(self, selection: Selection) -> dict[str, Logo]:
        """The logos by the fields of their entries."""
        if not self.style.values["logos"]:
            return {}
        entries = (item for section in selection.sections for item in section.entries)
        files = {item.source: (str(name), item.entry) for item in entries if (name := getattr(item.entry, "logo", None))}
        numbers = {name: number for number, name in enumerate(dict.fromkeys(name for name, _ in files.values()), 1)}
        logos = {}
        for source, (name, entry) in files.items():
            picture = replace(self._picture(name, (*parse_path(source), "logo")), alt=_holder(entry))
            logos[source] = Logo(picture, f"logo-{numbers[name]}", _LOGO_HEIGHT * min(picture.ratio, _WIDEST_LOGO), source=source)
        return logos

    def _image_name(self, file: str) -> str:
        """The name of an image in the names of files, by its place among all."""
        return f"image-{self._image_numbers.setdefault(file, len(self._image_numbers) + 1)}"

    @cached_property
    def _image_numbers(self) -> dict[str, int]:
        return {}

    def _picture(self, name: str, at: DataPath, side: int = LONGER_SIDE) -> Picture:
        if (name, side) not in self._pictures:
            try:
                self._pictures[name, side] = load_picture(Path(self.loaded.source.file).parent, name, side=side)
            except ValueError as error:
                raise InputError([self.loaded.source.problem(at, str(error), code="bad-photo")]) from None
        return self._pictures[name, side]

    @cached_property
    def _pictures(self) -> dict[tuple[str, int], Picture]:
        return {}

    @cached_property
    def signature(self) -> Signature | None:
        """The signature that the view asks for, unless it is anonymous. Raises InputError if its image is none."""
        view, profile = self.view.view, self.loaded.profile
        if not view.signature or view.anonymous:
            return None
        name, picture = view.signature.image, None
        if name:
            try:
                picture = load_picture(Path(self.loaded.source.file).parent, name)
            except ValueError as error:
                raise InputError([self.view.problem(("signature", "image"), str(error), code="bad-photo")]) from None
        return Signature(view.signature.place or "", view.signature.date or profile.updated, picture)

    def terms(self, language: str) -> Terms:
        """Return the style's terms. Raises InputError at the place that asks for an unsupported language."""
        try:
            return find_terms(self.style, language)
        except InputError as error:
            if self.request.language:
                raise
            problem = self.view.problem if self.view.view.language else self.loaded.source.problem
            raise InputError(
                p if p.file else problem(("language",), p.message, p.hint, code=p.code) for p in error.problems
            ) from None

    @property
    def inputs(self) -> list[str]:
        """The files and folders that the result depends on."""
        files = [*self.loaded.source.files, *self.view.files]
        name, folder = self.loaded.profile.person.photo, Path(self.loaded.source.file).parent
        if name and self.style.values["photo"] and is_in_folder(folder, name):
            files.append(str(folder / name))
        files += [str(folder / file) for file in self._files_of_entries if is_in_folder(folder, file)]
        if (line := self.view.view.signature) and line.image and is_in_folder(folder, line.image):
            files.append(str(folder / line.image))
        source = self.style.family.source
        files += [str(file.path) for file in source.files if file.own] if source else []
        files += self.citations.files
        return [*dict.fromkeys((self.loaded.source.file, *files)), *(str(folder) for folder in self.style.folders)]

    @property
    def _files_of_entries(self) -> list[str]:
        """The files of logos and images."""
        profile = self.loaded.profile
        entries = [entry for kind in KINDS for entry in getattr(profile, kind) if kind != "custom"]
        entries += [entry for section in profile.custom for entry in section.entries]
        entries += [role for entry in profile.positions for role in entry.roles]
        files = [entry.logo for entry in entries if getattr(entry, "logo", None)] if self.style.values["logos"] else []
        return files + [image.file for entry in entries for image in entry.images if self.style.values["images"] != "none"]

    @property
    def shadowing_paths(self) -> list[str]:
        """The files and folders that would be used instead if they existed: views and styles that take precedence."""
        library = self.request.library
        views = sorted({view.name for view in (self.view, *self.view.parents)})
        paths = [path for view in views for path in library.candidates("views", view)]
        paths += [path for folder in self.style.folders for path in library.candidates("styles", folder.name)]
        return [str(path) for path in paths]


def prepare(request: RenderRequest, loaded: LoadedProfile) -> Prepared:
    """Find what a request for a loaded profile names. Raises InputError."""
    if unknown := [name for name in request.targets if name not in TARGETS]:
        hint = f"available: {', '.join(TARGETS)}"
        raise InputError(Problem(f'unknown target "{name}"', hint=hint, code="unknown-target") for name in unknown)
    view = find_view(request.view, loaded.profile, loaded.source, request.library)
    if request.pages:
        view = replace(view, view=replace(view.view, pages=(request.pages, request.pages)))
    style = choose_style(loaded.profile, loaded.source, view, request.style, request.given_options, request.library)
    language = request.language or view.view.language or loaded.profile.language
    style = _upright(_with_figures_of(style, language), language)
    prepared = Prepared(request, loaded, view, style)
    if problems := prepared.chosen_citations.problems:
        raise InputError(problems)
    return prepared


def _with_figures_of(style: Style, language: str) -> Style:
    """Return a style whose digits are lining ones if its old-style ones would stand among letters without ascenders.

    Ideographs, Hangul, Arabic and Hebrew letters have none. An option that was chosen stays.
    """
    is_east_asian = language.partition("-")[0] in EAST_ASIAN
    if "figures" in style.chosen or style.figures.form != "old-style" or not (is_east_asian or is_right_to_left(language)):
        return style
    return replace(style, values={**style.values, "figures": str(style.values["figures"]).replace("old-style", "lining")})


def _upright(style: Style, language: str) -> Style:
    """Return a style without italics if the script of the language has none; headings and labels have the accent instead."""
    if has_italics(language):
        return style
    parts = {name: getattr(style.own_look, name) for name in field_names(Look)}
    look = {name: replace(part, slant="upright") for name, part in parts.items() if getattr(part, "slant", "") == "italic"}
    plain = [name for name in _LABELS if name in look and (look[name].weight, look[name].color) == ("regular", Color(INK))]
    look |= {name: replace(look[name], color=Color("accent")) for name in plain}
    return replace(style, own_look=replace(style.own_look, **look), upright=True)


def _holder(entry: Entry) -> str:
    """Return the name of the institution that has the logo of an entry."""
    name = getattr(entry, "organization", None) or getattr(entry, "institution", None) or ""
    return readable(inline(str(name)))
