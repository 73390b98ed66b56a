"""How a CV reads and looks: options, patterns and words. Data only; no code runs from a style."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, field_validator, model_validator
from pydantic_core import PydanticCustomError

from cvrender.model.document import Marker
from cvrender.model.fields import Node, Plain

OptionType = Literal["choice", "length", "color", "number", "flag", "text"]
_SHAPES = {
    "length": (r"\d{1,9}(\.\d{1,9})?(mm|cm|in|pt)", "a length such as 22mm or 0.9in"),
    "color": (r"#[0-9a-fA-F]{6}", "a colour such as #1f3a5f"),
    "number": (r"\d{1,9}(\.\d{1,9})?", "a number"),
    "text": (r"[^\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]{0,1000}", "at most 1,000 characters, none for control"),
}
_MOST = {"length": "200mm", "number": "1000"}  # TeX's own largest length is 5758 mm, and styles calculate with these
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")

_MOST_LINES = 20  # of one entry; its bullets are as many as it has


def _setting(value: Any) -> Any:
    if not isinstance(value, str | bool):
        raise PydanticCustomError("setting", "should be a text, or true or false")
    return value


def _package(value: Any) -> Any:
    named = isinstance(value, dict) and len(value) == 1 and all(isinstance(item, str) for pair in value.items() for item in pair)
    if not named and not isinstance(value, str):
        raise PydanticCustomError("package", 'should be the name of a package, or "name: options"')
    return value


def _name(value: Any) -> Any:
    if not isinstance(value, str) or not _NAME.fullmatch(value):  # it becomes a name in CSS, and one in templates
        raise PydanticCustomError("name", 'is no name for an option; write it with letters, digits, "-" and "_"')
    return value


def millimetres(length: str) -> float:
    """A length such as `0.9in` in millimetres."""
    number, unit = float(length[:-2]), length[-2:]
    return round(number * {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72.27}[unit], 2)


Setting = Annotated[str | bool, BeforeValidator(_setting)]
OptionName = Annotated[str, BeforeValidator(_name)]
Package = Annotated[str | dict[str, str], BeforeValidator(_package)]


class Option(Node):
    """Something about a style that a person may change: its type, default and meaning; `most` bounds a length or number."""

    type: OptionType
    default: Setting
    about: Plain
    choices: tuple[Plain, ...] = ()
    most: Plain | None = None

    @model_validator(mode="after")
    def _most_fits(self) -> "Option":
        if self.most is not None and (self.type not in _MOST or not re.fullmatch(_SHAPES[self.type][0], self.most, re.ASCII)):
            raise PydanticCustomError("option", 'has a "most" that is no length or number, as its values are')
        return self

    @model_validator(mode="after")
    def _default_fits(self) -> "Option":
        try:
            self.read(self.default)
        except ValueError as error:
            raise PydanticCustomError("option", "has a default that {reason}", {"reason": str(error)}) from None
        return self

    def read(self, value: Any) -> str | bool:
        """A value as the option wants it. Raises ValueError that says what would be right."""
        if self.type == "flag":
            if value in (True, "true"):
                return True
            if value in (False, "false"):
                return False
            raise ValueError("should be true or false")
        text = str(value)
        if self.type == "choice" and text not in self.choices:
            raise ValueError(f"should be one of: {', '.join(self.choices)}")
        shape, words = _SHAPES.get(self.type, ("(?s).*", ""))
        if not re.fullmatch(shape, text, re.ASCII):
            raise ValueError(f"should be {words}")
        if self.type in _MOST:
            size = millimetres if self.type == "length" else float
            most = self.most or _MOST[self.type]
            if size(text) > size(most):
                raise ValueError(f"should be at most {most}")
        return text


class EntryPattern(Node):
    """What one kind of entry reads like; each text is a pattern (see docs/patterns.md).

    `layout: rows` makes a label and a text of it, with `title` as the label and the first of `lines` as the text.
    `layout: line`, which only interests know, puts all titles on one line, parted by commas. `bullets` names the entry's
    fields whose items are bullets below it.
    """

    layout: Literal["entries", "rows", "line"] = "entries"
    marker: Marker = "none"
    label: str = ""
    title: str = ""
    date: str = ""
    lines: tuple[str, ...] = ()
    summary: str = ""
    bullets: tuple[Plain, ...] = ("highlights",)

    @field_validator("lines", "bullets")
    @classmethod
    def _few(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) > _MOST_LINES:
            raise PydanticCustomError("many", "has more than {most} items", {"most": _MOST_LINES})
        return value

    @field_validator("label", "title", "date", "summary", mode="before")
    @classmethod
    def _may_be_empty(cls, value: Any) -> Any:
        return value or ""


class LatexSettings(Node):
    """The class and packages of a style's LaTeX; a package is a name, or `name: options`."""

    document_class: Plain | None = None
    packages: tuple[Package, ...] = ()


class FitBounds(Node):
    """How far a view with a number of pages may go: the least spacing, the smallest type, the narrowest margin."""

    spacing: Plain = "0.5"
    size: Plain = "10pt"
    margin: Plain = "14mm"


class StyleFile(Node):
    """One style.yaml as written: only what differs from the parent that `extends` names."""

    about: Plain
    extends: Plain | None = None
    options: dict[OptionName, Option] = {}
    defaults: dict[str, Setting] = {}
    groups: dict[str, Literal["none", "type", "year"]] = {}
    entries: dict[str, EntryPattern] = {}
    latex: LatexSettings = LatexSettings()
    fit: FitBounds = FitBounds()


class Mark(Node):
    """A mark behind a name in an author list, and what it means."""

    mark: Plain
    meaning: Plain


def _label(value: Any) -> Any:
    return {"one": value, "other": value} if isinstance(value, str) else value


class Label(Node):
    """A word before a value, for one and for several: `Advisor`, `Advisors`."""

    one: Plain
    other: Plain


class Terms(Node):
    """A language's words for what a profile holds as data."""

    present: Plain
    et_al: Plain
    sections: dict[str, Plain]
    groups: dict[str, Plain]
    status: dict[str, Plain]
    labels: dict[str, Annotated[Label, BeforeValidator(_label)]]
    marks: dict[str, Mark]


@dataclass(frozen=True)
class Style:
    """A style with everything inherited; `folders` are its own and its parents', nearest first, `templates` those of them
    whose templates are used, because they are trusted; `places` says of each pattern in which file, line and column it stands."""

    name: str
    about: str
    options: dict[str, Option]
    values: dict[str, str | bool]
    groups: dict[str, Literal["none", "type", "year"]]
    entries: dict[str, EntryPattern]
    latex: LatexSettings
    fit: FitBounds
    folders: tuple[Path, ...]
    templates: tuple[Path, ...] = ()
    places: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def file(self, name: str) -> Path:
        """The nearest file of that name. Raises FileNotFoundError when neither the style nor a parent has it."""
        for folder in self.folders:
            if (folder / name).is_file():
                return folder / name
        raise FileNotFoundError(name)
