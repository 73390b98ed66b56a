"""Compile one YAML profile to many CVs.

    from pathlib import Path
    from cvrender import load_profile, render

    for artifact in render(load_profile("profiles/ada.yaml"), targets=["tex", "pdf"]):
        path = Path("out", artifact.name)  # the fonts of a .tex file are in a folder
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.content)

docs/api.md describes the public API; `cvrender.pipeline` names the stages in order.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cvrender.system.version import __version__

if TYPE_CHECKING:
    from cvrender.api import diff, render, render_application, render_letter, render_report
    from cvrender.documents.application.render import RenderedApplication
    from cvrender.errors import ArtifactError, CvrenderError, InputError, Problem, ToolError
    from cvrender.load.library import Library
    from cvrender.load.request import LoadedProfile, RenderResult
    from cvrender.merge.profile import load_profile
    from cvrender.model.profile import Profile
    from cvrender.rules.match import PostingMatch, match
    from cvrender.run.untrusted import render_untrusted
    from cvrender.targets import TARGETS
    from cvrender.targets.base import Artifact

_MODULES = {
    "Artifact": "targets.base",
    "ArtifactError": "errors",
    "CvrenderError": "errors",
    "InputError": "errors",
    "Library": "load.library",
    "LoadedProfile": "load.request",
    "Problem": "errors",
    "PostingMatch": "rules.match",
    "Profile": "model.profile",
    "RenderResult": "load.request",
    "RenderedApplication": "documents.application.render",
    "TARGETS": "targets",
    "ToolError": "errors",
    "diff": "api",
    "load_profile": "merge.profile",
    "match": "rules.match",
    "render": "api",
    "render_application": "api",
    "render_letter": "api",
    "render_report": "api",
    "render_untrusted": "run.untrusted",
}
"""The module of each public name, imported on first use."""

__all__ = [
    "Artifact",
    "ArtifactError",
    "CvrenderError",
    "InputError",
    "Library",
    "LoadedProfile",
    "PostingMatch",
    "Problem",
    "Profile",
    "RenderResult",
    "RenderedApplication",
    "TARGETS",
    "ToolError",
    "__version__",
    "diff",
    "load_profile",
    "match",
    "render",
    "render_application",
    "render_letter",
    "render_report",
    "render_untrusted",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `import cvrender` alone is cheap."""
    if name in _MODULES:
        return getattr(import_module(f"cvrender.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'cvrender' has no attribute {name!r}")
