"""Define how a CV reads and looks: options, look, patterns and words. Data only; no code runs from a style."""

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from cvrender.errors import InputError, Problem
from cvrender.model.annotations import About, Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.expressions import expression
from cvrender.model.families import DEFAULT_FAMILY, FAMILIES, FIGURES, Family, Figures, family
from cvrender.model.fields import Flag, Plain
from cvrender.model.head_and_foot import parse_line
from cvrender.model.look import QUIET, Color, Look
from cvrender.model.look_options import with_look_options
from cvrender.model.palettes import NO_PALETTE, PALETTES
from cvrender.model.parts import PartName, PartText, with_parts
from cvrender.model.pattern import EntryPattern
from cvrender.model.value import Value, field

OptionType = Literal["choice", "length", "margins", "color", "number", "flag", "text", "line", "font", "palette"]
LEAST_SPACING = 0.45
"""The `spacing` below which headings would touch the lines next to them: these keep this much, however tight a view is set."""
_BLACK = "#000000"
_TEXT = r"[^\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]{0,1000}"
_TEXT_WORDS = "at most 1,000 characters, none for control"
_LENGTH = r"\d{1,9}(\.\d{1,9})?(mm|cm|in|pt)"
_SHAPES = {
    "length": (_LENGTH, "a length such as 22mm or 0.9in"),
    "margins": (rf"{_LENGTH}(\s+{_LENGTH}){{0,3}}", "a length such as 22mm or 0.9in, or two to four (top, right, bottom, left)"),
    "color": (r"#[0-9a-fA-F]{6}", "a colour such as #1f3a5f"),
    "number": (r"\d{1,9}(\.\d{1,9})?", "a number"),
    "font": (r"[^\W\d_]([^\W_]|[ .+-]){0,63}", "the name of a font family"),
    "text": (_TEXT, _TEXT_WORDS),
    "line": (_TEXT, _TEXT_WORDS),
}
_MOST = {
    "length": "200mm",
    "margins": "200mm",
    "number": "1000",
}
"""The limits of values; TeX's own largest length is 5758 mm, and styles calculate with these."""
_NAME = expression(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def _setting(value: Any) -> Any:
    if not isinstance(value, str | bool):
        raise Invalid("should be a text, or true or false", code="bad-type")
    return value


def _package(value: Any) -> Any:
    named = isinstance(value, dict) and len(value) == 1 and all(isinstance(item, str) for pair in value.items() for item in pair)
    if not named and not isinstance(value, str):
        raise Invalid('should be the name of a package, or "name: options"')
    return value


def _name(value: Any) -> Any:
    if not isinstance(value, str) or not _NAME.fullmatch(value):  # it becomes a name in CSS, and one in templates
        raise Invalid('is not a name for an option; write it with letters, digits, "-" and "_"', code="bad-name")
    return value


def millimetres(length: str) -> float:
    """Return a length such as `0.9in` in millimetres."""
    number, unit = float(length[:-2]), length[-2:]
    return round(number * {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72.27}[unit], 2)


Setting = Annotated[str | bool, Reads(_setting, {"type": ["string", "number", "boolean"]})]
OptionName = Annotated[str, Reads(_name, {"type": "string"})]
Package = Annotated[str | dict[str, str], Reads(_package, {"type": ["string", "object"]})]


class Option(Model, frozen=True, kw_only=True):
    """Something about a style that a person may change: its type, default and meaning; `most` bounds a length or number."""

    type: Annotated[OptionType, About("the type of its values", "choice")]
    default: Annotated[Setting, About("the value unless one is given", "left")]
    about: Annotated[Plain, About("what it does", "where the photo is")]
    choices: Annotated[
        tuple[Plain, ...], About("the values of a `choice`, or further families of a `font`", ["left", "right"])
    ] = ()
    least: Annotated[Plain | None, About("the smallest length or number", "9pt")] = None
    most: Annotated[Plain | None, About("the largest length or number", "40mm")] = None

    def check(self) -> None:
        """Reject a bound that is not a length or number, and a default that the option does not accept."""
        shape = _SHAPES["number" if self.type == "number" else "length"][0]
        for name, bound in (("least", self.least), ("most", self.most)):
            if bound is not None and (self.type not in _MOST or not re.fullmatch(shape, bound, re.ASCII)):
                raise Invalid(f'has a "{name}" that is not a length or number, as its values are')
        try:
            self.read(self.default)
        except ValueError as error:
            raise Invalid(f"has a default that {error}") from None

    @property
    def known(self) -> tuple[str, ...]:
        """The values that it may have, where they can be listed."""
        first = {"font": FAMILIES, "palette": (NO_PALETTE, *PALETTES)}.get(self.type, ())
        return (*first, *self.choices)

    def read(self, value: Any) -> str | bool:
        """Return a value in the form that the option needs. Raises ValueError that says what to write."""
        if self.type == "flag":
            if value in (True, "true"):
                return True
            if value in (False, "false"):
                return False
            raise ValueError("should be true or false")
        text = str(value)
        if self.type in ("choice", "palette") and text not in self.known:
            raise ValueError(f"should be one of: {', '.join(self.known)}")
        shape, words = _SHAPES.get(self.type, ("(?s).*", ""))
        if not re.fullmatch(shape, text, 0 if self.type == "font" else re.ASCII):
            raise ValueError(f"should be {words}")
        if self.type == "line":
            parse_line(text)
        if self.type in _MOST:
            size = float if self.type == "number" else millimetres
            for part in text.split():
                if size(part) > size(most := self.most or _MOST[self.type]):
                    raise ValueError(f"should be at most {most}")
                if self.least and size(part) < size(self.least):
                    raise ValueError(f"should be at least {self.least}")
        return text


class LatexSettings(Model, frozen=True, kw_only=True):
    """The class and packages of a style's LaTeX; a package is a name, or `name: options`."""

    document_class: Annotated[Plain | None, About("the LaTeX class and its options", "article")] = None
    packages: Annotated[
        tuple[Package, ...], About("LaTeX packages: a name, or `name: options`", ["array", {"hyperref": "unicode"}])
    ] = ()


class FitBounds(Model, frozen=True, kw_only=True):
    """How far a view with a number of pages may go: the least spacing, the smallest type, the narrowest margin."""

    spacing: Annotated[Plain, About("the smallest `spacing`", "0.3")] = "0.5"
    size: Annotated[Plain, About("the smallest size of the text", "10pt")] = "10pt"
    margin: Annotated[Plain, About("the narrowest margin", "15mm")] = "14mm"
    drops: Annotated[Flag, About("whether sections with `drop_last` lose items before the view takes another page", False)] = True

    @property
    def points(self) -> float:
        """The smallest size of the text in points."""
        return float(self.size.removesuffix("pt"))

    def check(self) -> None:
        """Reject a margin of several lengths."""
        if " " in self.margin:
            raise Invalid("has a margin of several lengths", "write one length, such as 14mm")


class StyleFile(Model, frozen=True, kw_only=True):
    """One style.yaml as written: only what differs from the parent that `extends` names."""

    about: Annotated[Plain, About("what it looks like, for `cvrender styles`", "our department's look")]
    extends: Annotated[Plain | None, About("the style that it differs from", "classic")] = None
    options: Annotated[
        dict[OptionName, Option],
        About("options of its own", {"motto": {"type": "text", "default": "", "about": "the words below the name"}}),
    ] = {}
    defaults: Annotated[dict[str, Setting], About("other values for options of the parent", {"accent": "#7a1f1f"})] = {}
    look: Annotated[
        Look, About("how each part of a page looks, in every target", {"name": {"size": "2.2", "weight": "bold"}})
    ] = Look()
    groups: Annotated[
        dict[str, Literal["none", "type", "year"]],
        About("how collections are grouped unless the view says", {"publications": "year"}),
    ] = {}
    entries: Annotated[
        dict[str, EntryPattern],
        About(
            "what each kind of entry reads like (see [patterns.md](patterns.md))",
            {"award": {"title": "{{ [title, issuer] | comma }}", "date": "{{ year }}"}},
        ),
    ] = {}
    parts: Annotated[
        dict[PartName, PartText],
        About("named parts of patterns (see [patterns.md](patterns.md))", {"styled_title": "{{ title | bold }}"}),
    ] = {}
    latex: Annotated[LatexSettings, About("the class and packages of its LaTeX", {"packages": ["array"]})] = LatexSettings()
    fixed: Annotated[
        dict[OptionName, Plain],
        About(
            "options of the parent that it cannot follow, each with the reason",
            {"photo_side": "the photo is in the narrow column"},
        ),
    ] = {}
    own_letters: Annotated[
        Flag, About("whether its own templates fit letters, too; letters of other styles take those of `plain`", True)
    ] = False
    fit: Annotated[
        FitBounds, About("how far the page may be tightened for a view with a number of pages", {"spacing": "0.3"})
    ] = FitBounds()


class Style(Value, frozen=True, dict=True):
    """A style with everything inherited.

    `folders` are its own and its parents', nearest first; `templates` those whose templates are used, because they are trusted.
    `entries` are the patterns as they are written, `parts` the named parts in them. `locations` find the file, line and column
    of each pattern and part. `installed` is the family that its option `font` names, unless that is one of its known values.
    `own_look` is the look before options change it, `fixed` why some options have no effect.
    `chosen` are the options that a profile, a view or a request sets.
    `own_letters` is whether its templates are for letters, too, and `upright` whether the script of the document has no italics.
    """

    name: str
    about: str
    options: dict[str, Option]
    values: dict[str, str | bool]
    own_look: Look
    groups: dict[str, Literal["none", "type", "year"]]
    entries: dict[str, EntryPattern]
    latex: LatexSettings
    fit: FitBounds
    folders: tuple[Path, ...]
    templates: tuple[Path, ...] = ()
    locations: dict[str, Callable[[], tuple[str, int, int]]] = field(default_factory=dict)
    installed: Family | None = None
    parts: dict[str, str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    own_letters: bool = False
    upright: bool = False
    fixed: dict[str, str] = field(default_factory=dict)

    @cached_property
    def look(self) -> Look:
        """The look, as its options change it."""
        return with_look_options(self.own_look, self.values)

    @cached_property
    def patterns(self) -> dict[str, EntryPattern]:
        """The pattern of each kind of entry, with its parts."""
        return {kind: with_parts(pattern, self.parts) for kind, pattern in self.entries.items()}

    @property
    def font(self) -> str:
        """The value of its option `font`."""
        return str(self.values.get("font", DEFAULT_FAMILY))

    @property
    def family(self) -> Family:
        """The family of its text."""
        return self.installed or family(self.font)

    @property
    def figures(self) -> Figures:
        """The form of its digits."""
        return FIGURES[str(self.values.get("figures", "default"))]

    @property
    def spacing(self) -> float:
        """The factor of the white space between entries."""
        return float(str(self.values["spacing"]))

    @property
    def text_size(self) -> float:
        """The size of its text in points. Raises InputError for one that is written otherwise."""
        value = str(self.values["size"])
        if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?pt", value, re.ASCII):
            raise InputError([Problem(f'"{value}" is not a type size such as 10pt', path="options.size", code="bad-option")])
        return float(value.removesuffix("pt"))

    @property
    def aside(self) -> tuple[str, ...]:
        """The sections in a column at the side: collections and ids of custom sections; none without the option `sidebar`."""
        listed = self.values["sidebar"] if self._has("sidebar", "text") else ""
        return tuple(str(listed).replace(",", " ").split())

    @property
    def aside_width(self) -> float:
        """The width of the column at the side, as a part of the width of the text: the option `sidebar_width`."""
        return float(str(self.values["sidebar_width"])) if self._has("sidebar_width", "number") else 0.3

    @property
    def aside_least(self) -> float:
        """The part of the first page's height that the column at the side fills at least: the option `sidebar_least`."""
        return float(str(self.values["sidebar_least"])) if self._has("sidebar_least", "number") else 0.0

    def _has(self, name: str, type: OptionType) -> bool:
        return name in self.options and self.options[name].type == type

    @property
    def colors(self) -> dict[str, str]:
        """The values of its options that are colours, such as `#1f3a5f`."""
        return {name: str(self.values[name]) for name, option in self.options.items() if option.type == "color"}

    @property
    def lead(self) -> Color | None:
        """The colour of the form `lead`: the accent, or `quiet` if that is black; None if no text has the form."""
        if self.upright and self.colors["accent"] == _BLACK:
            return Color(QUIET)
        return Color("accent") if self.upright or self.values["heading_lead"] != "0" else None

    def file(self, name: str) -> Path:
        """Return the nearest file of that name. Raises FileNotFoundError if neither the style nor a parent has it."""
        for folder in self.folders:
            if (folder / name).is_file():
                return folder / name
        raise FileNotFoundError(name)

    def all_files(self, name: str, template: bool = True) -> list[Path]:
        """Return the files of that name, of the farthest parent first and of the style last; a `template` must be trusted."""
        folders = self.templates if template else self.folders
        return [folder / name for folder in reversed(folders) if (folder / name).is_file()]
