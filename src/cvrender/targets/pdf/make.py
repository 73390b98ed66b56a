"""Make the PDF of a document's LaTeX."""

from collections.abc import Callable

from cvrender.model.typeset import TypesetResult
from cvrender.targets.base import Artifact, Made, TargetInputs, TexSource
from cvrender.targets.pdf.typeset import find_engine, typeset
from cvrender.tools.sandbox import Sandbox


def make(inputs: TargetInputs) -> Made:
    """Typeset the document, unless that was done already. Raises TexError when TeX fails."""
    assert inputs.tex is not None
    modified = inputs.document.properties.modified
    done = inputs.typeset or typeset_source(inputs.tex, modified, inputs.engine, inputs.sandbox, inputs.meanwhile)
    return Made([Artifact(f"{inputs.stem}.pdf", done.pdf)], done.log)


def typeset_source(
    tex: TexSource, modified: str, engine: str, sandbox: Sandbox | None, meanwhile: Callable[[], None] = lambda: None
) -> TypesetResult:
    """Typeset LaTeX with an engine of that name. Raises TexError when TeX fails."""

    def preload() -> None:  # what checks a PDF takes as long to import as a short one to check
        import pikepdf  # noqa: F401
        import pypdfium2  # noqa: F401

        from cvrender.targets.pdf import check  # noqa: F401

        meanwhile()

    return typeset(tex.source, find_engine(engine, sandbox), tex.companions, modified, tex.packages, preload)
