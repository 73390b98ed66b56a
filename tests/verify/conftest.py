"""Provide what the tests of the checks share: profiles that are composed, their targets, and what is wrong with a target."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS
from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.comparison.leaves import Expected
from cvrender.verify import verify
from cvrender.verify.making import Composed

ROOT = Path(__file__).parents[2]


class Checked:
    """A composed profile, and its targets, each made when it is first asked for."""

    def __init__(self, composed: Composed) -> None:
        self.composed = composed
        self.inputs = composed.inputs
        self.expected = Expected(composed.inputs.document)

    @lru_cache(maxsize=8)  # noqa: B019  (as many as there are targets)
    def content(self, target: str) -> bytes:
        """What is checked of a target: of LaTeX the source with its marks, of all others the file."""
        output = TARGETS[target].make(self.inputs)
        return output.artifacts[0].content if output.readable is None else output.readable

    def context(self, target: str, content: bytes | None = None, **more: Any) -> CheckContext:
        found = self.content(target) if content is None else content
        return CheckContext(found, self.expected, TARGETS[target].read, TARGETS[target].traits, **more)

    def found(self, target: str, content: bytes | None = None, **more: Any) -> list[Discrepancy]:
        """What is wrong with a target, or with what stands in its place."""
        return verify(self.context(target, content, **more), TARGETS[target].checks)

    def errors(self, target: str, content: bytes | None = None, **more: Any) -> list[str]:
        """The errors among it, as lines."""
        return [item.message for item in self.found(target, content, **more) if item.severity == "error"]


@pytest.fixture(scope="session")
def checked(composed: Callable[..., Composed]) -> Callable[..., Checked]:
    """A loaded profile, in a view and style, ready to be checked."""

    def make(loaded: LoadedProfile, view: str = "full", style: str = "classic") -> Checked:
        return Checked(composed(loaded, view, style))

    return make


@pytest.fixture(scope="session")
def made(checked: Callable[..., Checked]) -> Callable[..., Checked]:
    """One of the profiles in `profiles/`, by its name."""

    @lru_cache(maxsize=32)
    def make(profile: str, view: str = "full", style: str = "classic") -> Checked:
        return checked(load_profile(ROOT / "profiles" / f"{profile}.yaml"), view, style)

    return make
