"""Define what targets share: the description of a target, and the input and output of its maker."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cvrender.model.reading import Reading, Traits

if TYPE_CHECKING:  # the command line imports this module only to list the targets
    from cvrender.errors import CvrenderError, File, Problem
    from cvrender.model.document import Attachment, Document
    from cvrender.model.style import Style
    from cvrender.system.sandbox import Sandbox
    from cvrender.targets.comparison.checks import Check


@dataclass(frozen=True, slots=True)
class Artifact:
    """An output file: its path within the profile's folder, with slashes, and its content."""

    name: str
    content: bytes


class Pages(Protocol):
    """A document in a style, on pages: what fitting and balancing measure, and what the target makes its file from.

    `prepared` is what `prepare` made of the document, `file` the name and the content of the unfinished file.
    """

    document: "Document"
    style: "Style"
    prepared: "Preparation"

    @property
    def count(self) -> int:
        """The number of pages."""

    @property
    def last(self) -> Sequence[str]:
        """The lines of the last page, from top to bottom, without head and foot."""

    @property
    def lines(self) -> Sequence[Sequence[str]]:
        """The lines of each page."""

    @property
    def filled(self) -> Sequence[float]:
        """The share of the height of each page between its margins that the text takes."""

    @property
    def file(self) -> "File":
        """The unfinished file."""


class Typesetter(Protocol):
    """Set documents on pages. `while_running` is called while a program does so, and should be short.

    The `settings` may be replaced by those of a later request, for which it waits.
    """

    settings: "Settings"
    while_running: Callable[[], None]

    def __call__(self, document: "Document", style: "Style") -> Pages:
        """Return the pages of a document. Raises what explains an error of the program that makes them."""


class Preparation(Protocol):
    """What several targets are made from. `warnings` are about making it."""

    @property
    def warnings(self) -> "tuple[Problem, ...]":
        """The problems that were found while it was made."""


@dataclass(frozen=True)
class Settings:
    """What targets need to know of a request.

    `stem` is the file's name without suffix, `companion_stem` that of files next to it; `engine` is the name of the TeX engine;
    with a `sandbox`, TeX and pandoc run isolated. With `tags`, a PDF is tagged. `modified` is the day of the last change, or
    empty. `placed` turns a Problem whose `path` is a field into one with its place in the profile. What is `repeated` is likely
    to be made again, so it is worth keeping what its document needed. A file that returns says its `origin`, as JSON.
    """

    stem: str
    companion_stem: str
    engine: str
    sandbox: "Sandbox | None" = None
    tags: bool = True
    modified: str = ""
    placed: "Callable[[Problem], Problem]" = lambda problem: problem
    repeated: bool = False
    origin: str = ""


@dataclass(frozen=True, kw_only=True)
class TargetInputs(Settings):
    """What a target is made from.

    `pages` are those that were fitted or balanced, if they were. `shared` is what targets prepared, or why they failed, by the
    name of the target that prepared it. `attachments` are files that the artifact carries. `while_running` is called while a
    program runs, and should be short.
    """

    document: "Document"
    style: "Style"
    pages: Pages | None = None
    shared: "Mapping[str, Preparation | CvrenderError]" = field(default_factory=dict)
    attachments: "tuple[Attachment, ...]" = ()
    while_running: Callable[[], None] = lambda: None


class TargetOutput(NamedTuple):
    """The artifacts of a target, its own file first; for a PDF, TeX's log, and the `source` whose lines the log names.

    `readable` is read back instead of the file if it contains more information. `warnings` are about making it.
    """

    artifacts: list[Artifact]
    log: str = ""
    source: str = ""
    readable: bytes | None = None
    warnings: "tuple[Problem, ...]" = ()

    def zipped(self, stem: str) -> Artifact:
        """Return the artifacts as one file, `STEM.zip`."""
        from cvrender.system.zip_file import zipped

        return Artifact(f"{stem}.zip", zipped({artifact.name: artifact.content for artifact in self.artifacts}))


@dataclass(frozen=True, slots=True)
class Target:
    """An output format.

    `default` targets are made if none is requested. `prepared_by` is the target that prepares what it is made from, if it
    shares that with others. The text of one with `drafts` can be written without files and programs, to compare it. `requires`
    names the programs that make it, if it needs any.
    """

    name: str
    about: str
    traits: Traits = Traits()
    default: bool = False
    prepared_by: str = ""
    drafts: bool = False
    requires: str = ""

    def make(self, inputs: TargetInputs) -> TargetOutput:
        """Make the target's artifacts. Raises ToolError if TeX or pandoc fails, and what `prepare` raised."""
        if isinstance(failure := inputs.shared.get(self.prepared_by), Exception):
            raise failure
        output: TargetOutput = self._module("make").make(inputs)
        return output

    def prepare(self, inputs: TargetInputs) -> Preparation:
        """Make what the targets that are `prepared_by` this one share. Raises InputError for what cannot be set."""
        preparation: Preparation = self._module("prepare").prepare(inputs)
        return preparation

    def faults(self, document: "Document", style: "Style") -> "list[Problem]":
        """Return for which fields `prepare` would fail."""
        problems: list[Problem] = self._module("prepare").faults(document, style) if self.prepared_by == self.name else []
        return problems

    def typesetter(self, settings: Settings, style: "Style") -> AbstractContextManager[Typesetter]:
        """Return what sets documents on pages, most likely in a style, for a target with pages."""
        typesetting: AbstractContextManager[Typesetter] = self._module("typesetter").typesetter(settings, style)
        return typesetting

    def draft(self, document: "Document", style: "Style") -> str:
        """Return the text of the file without what the document does not determine, for a target with `drafts`."""
        text: str = self._module("make").draft(document, style)
        return text

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
