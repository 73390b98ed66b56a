"""Describe a file that is open: its text, what kind of file it is, and what may stand at each of its paths."""

from functools import cached_property, lru_cache
from pathlib import Path

from cvrender.errors import CvrenderError
from cvrender.load.library import BUILT_IN, Library, find_style
from cvrender.load.library.styles import DEFAULT_STYLE
from cvrender.model.application import Application
from cvrender.model.base import Model, fields_of
from cvrender.model.contract import Contract
from cvrender.model.convert import DataPath
from cvrender.model.letter import Letter
from cvrender.model.profile import Profile
from cvrender.model.statement import Statement
from cvrender.model.style import Option, StyleFile
from cvrender.model.value import Value
from cvrender.model.view import View
from cvrender.run.batch.plan import BuildFile
from cvrender.run.language.flow import OutlineNode
from cvrender.run.language.grammar import Grammar
from cvrender.run.language.outline import Outline, outline
from cvrender.run.language.pieces import TextPiece, piece_at, top_keys

MODELS: dict[str, type[Model]] = {
    "profile": Profile,
    "view": View,
    "letter": Letter,
    "statement": Statement,
    "application": Application,
    "contract": Contract,
    "build": BuildFile,
    "style": StyleFile,
}
"""The model of each kind of file."""

_PLACES = {"styles": "style", "views": "view", "contracts": "contract", "profiles": "profile"}
"""The kind of the files in a folder of that name."""
_NAMES = {"cvrender.yaml": "build", "style.yaml": "style"}


class OpenDocument(Value, frozen=True, dict=True):
    """The text of a file as an editor shows it, which may differ from the file. `library` finds styles, views and contracts.

    Positions are offsets in the text, counted in characters from 0.
    """

    path: Path
    text: str
    library: Library = BUILT_IN

    @cached_property
    def kind(self) -> str:
        """The kind of file, a key of `MODELS`. Its name decides, then its folder, else its keys."""
        if named := _NAMES.get(self.path.name) or _PLACES.get(self.path.parent.name):
            return named
        keys = top_keys(self.text)
        known = {name: sum(key in fields_of(model) for key in keys) for name, model in MODELS.items()}
        best = max(known.values(), default=0)
        return next((name for name, count in known.items() if count == best and best), "profile")

    @property
    def model(self) -> type[Model]:
        """The model of its kind."""
        return MODELS[self.kind]

    @cached_property
    def outline(self) -> Outline:
        """The outline of the whole text."""
        return outline(self.text)

    @cached_property
    def grammar(self) -> Grammar:
        """The declarations of its paths."""
        return self.grammar_of(self.outline)

    def grammar_of(self, outlined: Outline) -> Grammar:
        """Return what may stand at the paths of an outline, which may be that of a piece."""

        def options_of(path: DataPath) -> dict[str, Option]:
            return style_options(self._style(path, outlined), self.library)

        return Grammar(self.model, lambda path: outlined.text(*path), options_of)

    def _style(self, path: DataPath, outlined: Outline) -> str:
        """Return the style whose options are at a path: the one that is named next to them, or extended."""
        if self.kind == "style":
            return outlined.text("extends") or _value_of(self.text, "extends") or "plain"
        if self.kind == "build":
            return outlined.text(*path[:-1], "styles", 0) or outlined.text(*path[:-1], "styles")
        return outlined.text(*path[:-1], "name")

    def piece(self, offset: int) -> TextPiece:
        """Return the part of the text around an offset that can be read alone: an item of a section, or a section."""
        return piece_at(self.text, offset)

    def node_at(self, offset: int) -> OutlineNode | None:
        """Return the innermost node at an offset."""
        return self.outline.at(offset)


def _value_of(text: str, key: str) -> str:
    """Return the value of a key in the first column."""
    lines = (line for line in text.split("\n") if line.startswith(f"{key}:"))
    return next(lines, "").partition(":")[2].strip().strip("\"'")


@lru_cache(maxsize=64)
def style_options(name: str, library: Library) -> dict[str, Option]:
    """Return the options of a style, or of the default one if there is none of that name."""
    for style in (name, DEFAULT_STYLE):
        try:
            return dict(find_style(style, library).options) if style else {}
        except CvrenderError:
            continue
    return {}
