"""Define a render request, one profile in one view and style for some targets, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cvrender.model.engines import ENGINES
from cvrender.system.filename import file_name
from cvrender.targets import DEFAULT_TARGETS

if TYPE_CHECKING:  # `--help` needs the settings, but neither profiles nor libraries
    from cvrender.errors import Problem
    from cvrender.load.library import Library
    from cvrender.load.locations import Location
    from cvrender.load.reader import Source
    from cvrender.model.convert import DataPath
    from cvrender.model.profile import Profile
    from cvrender.targets.base import Artifact


@dataclass(frozen=True)
class Setting:
    """A setting that the command line, the API, cvrender.yaml and the preview offer alike.

    `about` says in the imperative what it does. `choices` are the known values of a text; `most` is the highest number.
    """

    about: str
    default: Any
    example: Any
    choices: tuple[str, ...] = ()
    most: int = 0


def _setting(about: str, default: Any, example: Any, **more: Any) -> Any:
    return field(default=default, metadata={"setting": Setting(about, default, example, **more)})


@dataclass(frozen=True, kw_only=True)
class SharedSettings:
    """The settings that are declared here and nowhere else. A false value leaves the choice to the view or the profile."""

    engine: str = _setting("TeX engine; without one, the profile's, else embedded.", "", "embedded", choices=ENGINES)
    pages: int = _setting("Fit the CV to at most this number of pages; overrides the view's.", 0, 2, most=99)
    tags: bool = _setting("Tag PDFs, so that they are accessible; without tags they are smaller.", True, False)
    attach: bool = _setting("Attach the shown data to PDF, docx and HTML files, which can be imported exactly.", False, True)
    returnable: bool = _setting("Say in docx and md files what they are made from: update --from reads edited ones.", False, True)
    thorough: bool = _setting("Run slow checks, too.", False, True)
    zip: bool = _setting("Write the .tex file, its fonts and photo as one .zip, as Overleaf reads it.", False, True)


def shared_settings() -> Mapping[str, Setting]:
    """Return the shared settings by name."""
    return {item.name: item.metadata["setting"] for item in fields(SharedSettings)}


def _built_in() -> "Library":
    from cvrender.load.library import BUILT_IN

    return BUILT_IN


@dataclass(frozen=True, kw_only=True)
class RenderRequest(SharedSettings):
    """What to make, as plain data that can be sent to other processes and machines.

    `profile` is a path. An empty `style` or `language` is chosen by the view and the profile. `options` are values for the
    style's options, `overlays` YAML files that change the profile. `untrusted` profiles are limited in size; with `sandbox`, TeX
    and pandoc run isolated. `options_at` tells for an option which file, line and column set it; the others come from the command
    line. A request that is `repeated` is likely to be made again.
    """

    profile: str
    view: str = "full"
    style: str = ""
    language: str = ""
    targets: tuple[str, ...] = DEFAULT_TARGETS
    options: tuple[tuple[str, str], ...] = ()
    overlays: tuple[str, ...] = ()
    library: "Library" = field(default_factory=_built_in)
    untrusted: bool = False
    sandbox: bool = False
    options_at: tuple[tuple[str, tuple[str, int, int]], ...] = field(default=(), compare=False)
    repeated: bool = field(default=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the request in messages and manifests."""
        return " ".join(part for part in (Path(self.profile).stem, self.view, self.style, self.language) if part)

    @property
    def given_options(self) -> "Source":
        """The options with the places that set them."""
        from cvrender.load.reader import Source

        places: dict[DataPath, Location] = {(name,): place for name, place in self.options_at}
        return Source("--set", dict(self.options), places, places)


@dataclass(frozen=True)
class LoadedProfile:
    """A validated profile and its file. Of a group, `members` are the names of those whose entry it is, by its field."""

    source: "Source"
    profile: "Profile"
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The stem of the file, made safe, which begins the names of outputs."""
        return file_name(Path(self.source.file).stem)


@dataclass(frozen=True)
class RenderResult(Sequence["Artifact"]):
    """The artifacts of a request, in the order of its targets, and warnings."""

    artifacts: "tuple[Artifact, ...]"
    warnings: "tuple[Problem, ...]" = ()

    def __len__(self) -> int:
        return len(self.artifacts)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self.artifacts[index]
