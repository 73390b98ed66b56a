"""Define what targets share: the record of a target, what its maker is given, and what it makes."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from cvrender.model.reading import Reading, Traits

if TYPE_CHECKING:  # the command line lists targets, and imports no more than their names
    from cvrender.model.document import Document
    from cvrender.model.style import Style
    from cvrender.model.typeset import TypesetResult
    from cvrender.tools.sandbox import Sandbox
    from cvrender.verify.base import Check


@dataclass(frozen=True, slots=True)
class Artifact:
    """One finished output: its file name within the profile's folder, and its bytes."""

    name: str
    content: bytes


class TexSource(NamedTuple):
    """A .tex file, the files that stand next to it by name, and its first part, which many documents share.

    In `marked` the same source has marks around what is text of the document. `unsettable` are the characters that no font
    has, each with the field of the profile where it first stands.
    """

    source: str
    companions: dict[str, bytes]
    packages: str
    marked: str
    unsettable: dict[str, str]


@dataclass(frozen=True)
class TargetInputs:
    """What a target is made from.

    `stem` is the file's name without its suffix, `companion_stem` that of files next to it. `tex` is there for targets that
    need it; `engine` is the name of the TeX engine, and in a `sandbox` TeX and pandoc run isolated. `typeset` is there where
    the document was typeset already. `meanwhile` is called while TeX runs, and should be short.
    """

    document: "Document"
    style: "Style"
    stem: str
    companion_stem: str
    engine: str
    sandbox: "Sandbox | None" = None
    tex: TexSource | None = None
    typeset: "TypesetResult | None" = None
    meanwhile: Callable[[], None] = lambda: None

    @property
    def photo(self) -> list[Artifact]:
        """The photo as a file next to the others."""
        photo = self.document.header.photo
        return [Artifact(f"{self.companion_stem}-photo.{photo.kind}", photo.content)] if photo else []


class Made(NamedTuple):
    """The artifacts of a target, its own file first; for a PDF, what TeX said of it.

    `readable` is what checks read instead of the file, where that tells less.
    """

    artifacts: list[Artifact]
    log: str = ""
    readable: bytes | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A format that CVs are made in. `default` ones are made when none is asked for; `needs_tex` ones come from LaTeX."""

    name: str
    about: str
    traits: Traits = Traits()
    default: bool = False
    needs_tex: bool = False

    def make(self, inputs: TargetInputs) -> Made:
        """Make the target's artifacts. Raises ToolError when TeX or pandoc fails."""
        made: Made = self._module("make").make(inputs)
        return made

    def read(self, content: bytes) -> Reading:
        """Extract what a reader sees of a file. Raises ValueError for what is not a file of this format."""
        reading: Reading = self._module("read").read(content)
        return reading

    @property
    def checks(self) -> "tuple[Check, ...]":
        """What is checked of this format alone."""
        found: tuple[Check, ...] = self._module("check").CHECKS
        return found

    def _module(self, name: str) -> Any:
        return import_module(f"cvrender.targets.{self.name}.{name}")
