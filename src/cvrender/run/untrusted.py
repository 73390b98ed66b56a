"""Render untrusted profiles in a child process, whose time and memory are limited.

The limits on what a file may contain (`UNTRUSTED_LIMITS`) keep sound profiles far from these limits. These hold whatever a file
contains.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from cvrender.errors import InputError, Problem
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.request import RenderRequest, RenderResult
from cvrender.system.forked import can_fork
from cvrender.system.limited import LimitExceeded, call
from cvrender.system.process import Limits
from cvrender.system.sandbox import sandbox_found_meanwhile
from cvrender.targets import DEFAULT_TARGETS

if TYPE_CHECKING:  # only the child process imports what renders
    from cvrender.compose.select import Warn

LIMITS = Limits(seconds=120, processor=30, memory=512)
"""What the process of an untrusted request may use. The tools that it starts have limits of their own, none of them higher."""

_Ts = TypeVarTuple("_Ts")
_R = TypeVar("_R")


def within_limits(function: Callable[[RenderRequest, *_Ts], _R], request: RenderRequest, *args: *_Ts) -> _R:
    """Call a function of a request within the limits. Raises what it raises, and InputError if a limit is exceeded."""
    if can_fork():  # all children share what is imported and found here
        with sandbox_found_meanwhile() if request.sandbox else nullcontext():
            import cvrender.pipeline  # noqa: F401
    try:
        return call(LIMITS, function, request, *args)
    except LimitExceeded as error:
        hint = "shorten it, or show less of it"
        raise InputError(
            [Problem(f"{error}, more than an untrusted profile may", request.profile, hint=hint, code="too-large")]
        ) from None


def render_untrusted(  # noqa: PLR0913  (the named options of a public function)
    profile: str | Path,
    *,
    view: str = "full",
    style: str = "",
    language: str = "",
    targets: Iterable[str] = DEFAULT_TARGETS,
    options: Mapping[str, str] | None = None,
    library: Library = BUILT_IN,
    overlays: Iterable[str | Path] = (),
    sandbox: bool = True,
    warn: "Warn" = lambda problem: None,
    **shared: Any,
) -> RenderResult:
    """Load and render an untrusted profile, in a child process with the limits `LIMITS`.

    Its files are limited in size, and TeX and pandoc run in a sandbox. Raises what `render` raises, and ToolError if this machine
    has no sandbox, unless `sandbox=False`. Keep each untrusted profile in its own folder. SECURITY.md says what is guaranteed.
    """
    request = RenderRequest(
        profile=str(profile),
        view=view,
        style=style,
        language=language,
        targets=tuple(targets),
        options=tuple((options or {}).items()),
        library=library,
        overlays=tuple(map(str, overlays)),
        untrusted=True,
        sandbox=sandbox,
        **shared,
    )
    result = within_limits(render_request, request)
    for problem in result.warnings:
        warn(problem)
    return result


def render_request(request: RenderRequest) -> RenderResult:
    """Run all stages of a request, as `pipeline.run` does, which only the process that calls this imports."""
    from cvrender.pipeline import run

    return run(request)
