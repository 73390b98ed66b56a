"""One YAML profile in, many CVs out.

A profile is loaded (`load`) and checked against the model (`validate`); a view chooses from it (`tailor`); a style's
patterns say it (`compose`), once for all targets; each target writes it in its own alphabet (`render`); TeX and pandoc
make the artefacts (`build`). `pipeline` names these stages in order.

    from cvrender import load_profile, render
    for artefact in render(load_profile("profiles/ada.yaml"), targets=["tex", "pdf"]):
        Path(artefact.name).write_bytes(artefact.content)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cvrender.pipeline import Artefact, LoadedProfile, load_profile, render, render_untrusted

__version__ = "0.1.0"
__all__ = ["Artefact", "LoadedProfile", "__version__", "load_profile", "render", "render_untrusted"]


def __getattr__(name: str) -> Any:
    """The public names come from `pipeline`, imported when the first one is asked for."""
    if name in __all__:
        from cvrender import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module 'cvrender' has no attribute {name!r}")
