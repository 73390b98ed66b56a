"""Define a render request: one profile in one view and style, for some targets."""

from dataclasses import dataclass, field
from pathlib import Path

from cvrender.library import BUILT_IN, Library
from cvrender.load.reader import Location, Source
from cvrender.model.convert import DataPath
from cvrender.model.profile import Profile
from cvrender.targets import DEFAULT_TARGETS
from cvrender.tools.filename import file_name


@dataclass(frozen=True, kw_only=True)
class RenderRequest:
    """What to make, as plain data that can be sent to other processes and machines.

    `profile` is a path. An empty `style`, `language` or `engine` is chosen by the view and the profile. `options` are values for
    the style's options, `overlays` YAML files that change the profile. `untrusted` profiles are limited in size; with `sandbox`,
    TeX and pandoc run isolated. `thorough` asks for slow checks. With `tags`, PDFs are tagged. `pages`,
    unless it is 0, is the most pages, over the view's. `options_at` tells for an option which file, line and column set
    it; the others come from the command line.
    """

    profile: str
    view: str = "full"
    style: str = ""
    language: str = ""
    targets: tuple[str, ...] = DEFAULT_TARGETS
    options: tuple[tuple[str, str], ...] = ()
    engine: str = ""
    overlays: tuple[str, ...] = ()
    library: Library = BUILT_IN
    untrusted: bool = False
    sandbox: bool = False
    thorough: bool = False
    tags: bool = True
    pages: int = 0
    options_at: tuple[tuple[str, tuple[str, int, int]], ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """The name of the request in messages and manifests."""
        return " ".join(part for part in (Path(self.profile).stem, self.view, self.style, self.language) if part)

    @property
    def given_options(self) -> Source:
        """The options with the places that set them."""
        places: dict[DataPath, Location] = {(name,): place for name, place in self.options_at}
        return Source("--set", dict(self.options), places, places)


@dataclass(frozen=True)
class LoadedProfile:
    """A validated profile and its file."""

    source: Source
    profile: Profile

    @property
    def name(self) -> str:
        """The stem of the file, made safe, which begins the names of outputs."""
        return file_name(Path(self.source.file).stem)
