"""Define what targets share: the description of a target, and the input and output of its maker."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from cvrender.model.reading import Reading, Traits

if TYPE_CHECKING:  # the command line imports this module only to list the targets
    from cvrender.errors import Problem
    from cvrender.model.document import Document
    from cvrender.model.style import Style
    from cvrender.model.typeset import TypesetResult
    from cvrender.tools.sandbox import Sandbox
    from cvrender.verify.base import Check


@dataclass(frozen=True, slots=True)
class Artifact:
    """An output file: its path within the profile's folder, with slashes, and its content."""

    name: str
    content: bytes


class Attachment(NamedTuple):
    """A file that an artifact carries: name, media type, text, what it is to the artifact (PDF's AFRelationship), description."""

    name: str
    media_type: str
    text: str
    relationship: str
    about: str


class TexSource(NamedTuple):
    """A .tex file and its companions.

    `companions` are its other files by path, `fonts/cv-text.ttf`; `packages` is the first part of the preamble, which many
    documents share. `marked` is the source with marks around the text of the document. `missing_glyphs` are the characters that
    no font has, each with the field where it first occurs. `instead` is the family of the whole document if most of its words
    have letters that the family which the options name lacks.
    """

    source: str
    companions: dict[str, bytes]
    packages: str
    marked: str
    missing_glyphs: dict[str, str]
    instead: str = ""


@dataclass(frozen=True)
class TargetInputs:
    """What a target is made from.

    `stem` is the file's name without suffix, `companion_stem` that of files next to it. `tex` is set for targets that need it;
    `engine` is the name of the TeX engine; with a `sandbox`, TeX and pandoc run isolated. `typeset` is the PDF if there is one
    already, and `typeset_style` the style that it was typeset in, if the pages were balanced. With `tags`, a PDF is tagged.
    `attachments` are files that it carries. `while_running` is called while TeX runs, and should be short.
    """

    document: "Document"
    style: "Style"
    stem: str
    companion_stem: str
    engine: str
    sandbox: "Sandbox | None" = None
    tex: TexSource | None = None
    typeset: "TypesetResult | None" = None
    typeset_style: "Style | None" = None
    tags: bool = True
    attachments: tuple[Attachment, ...] = ()
    while_running: Callable[[], None] = lambda: None


class TargetOutput(NamedTuple):
    """The artifacts of a target, its own file first; for a PDF, TeX's log.

    `readable` is read back instead of the file if it contains more information. `warnings` are about making it.
    """

    artifacts: list[Artifact]
    log: str = ""
    readable: bytes | None = None
    warnings: "tuple[Problem, ...]" = ()

    def zipped(self, stem: str) -> Artifact:
        """Return the artifacts as one file, `STEM.zip`."""
        from cvrender.tools.zip_file import zipped

        return Artifact(f"{stem}.zip", zipped({artifact.name: artifact.content for artifact in self.artifacts}))


@dataclass(frozen=True, slots=True)
class Target:
    """An output format.

    `default` targets are made if none is requested; `needs_tex` targets are made from LaTeX. `requires` names the programs that
    make it, if it needs any.
    """

    name: str
    about: str
    traits: Traits = Traits()
    default: bool = False
    needs_tex: bool = False
    requires: str = ""

    def make(self, inputs: TargetInputs) -> TargetOutput:
        """Make the target's artifacts. Raises ToolError if TeX or pandoc fails."""
        output: TargetOutput = self._module("make").make(inputs)
        return output

    def read(self, content: bytes) -> Reading:
        """Extract what a reader sees of a file. Raises ValueError if it is not a file of this format."""
        reading: Reading = self._module("read").read(content)
        return reading

    @property
    def checks(self) -> "Mapping[str, Check]":
        """The checks of this format only, by name."""
        checks: Mapping[str, Check] = self._module("check").CHECKS
        return checks

    def _module(self, name: str) -> Any:
        return import_module(f"cvrender.targets.{self.name}.{name}")
