"""Define what is asked for: one profile in one view and style, for some targets."""

from dataclasses import dataclass
from pathlib import Path

from cvrender.library import BUILT_IN, Library
from cvrender.load.reader import Source
from cvrender.model.profile import Profile
from cvrender.targets import DEFAULT_TARGETS
from cvrender.tools.filename import file_name


@dataclass(frozen=True, kw_only=True)
class RenderRequest:
    """What to make. It is plain data, so that it travels to any process or machine.

    `profile` is a path. An empty `style`, `language` or `engine` leaves the choice to the view and the profile. `options` are
    values for the style's options, `overlays` YAML files that change the profile. `untrusted` profiles are small files only;
    with `sandbox` TeX and pandoc run isolated. `thorough` asks for checks that take seconds.
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

    @property
    def name(self) -> str:
        """What the request is called in messages and manifests."""
        return " ".join(part for part in (Path(self.profile).stem, self.view, self.style, self.language) if part)


@dataclass(frozen=True)
class LoadedProfile:
    """A profile that passed its checks, and the file it came from."""

    source: Source
    profile: Profile

    @property
    def name(self) -> str:
        """The file's name without its suffix, as far as every system takes it: what outputs are called after."""
        return file_name(Path(self.source.file).stem)
