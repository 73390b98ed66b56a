"""Make the PDF of a document from its LaTeX."""

from collections.abc import Callable

from cvrender.model.typeset import TypesetResult
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput, TexSource
from cvrender.targets.pdf.typeset import find_engine, typeset
from cvrender.tools.sandbox import Sandbox


def make(inputs: TargetInputs) -> TargetOutput:
    """Typeset the document, unless that was done already. Raises TexError if TeX fails."""
    assert inputs.tex is not None
    modified = inputs.document.properties.modified
    done = inputs.typeset or typeset_source(inputs.tex, modified, inputs.engine, inputs.sandbox, inputs.while_running)
    return TargetOutput([Artifact(f"{inputs.stem}.pdf", done.pdf)], done.log)


def typeset_source(
    tex: TexSource, modified: str, engine: str, sandbox: Sandbox | None, while_running: Callable[[], None] = lambda: None
) -> TypesetResult:
    """Typeset LaTeX with the named engine. Raises TexError if TeX fails."""

    def preload() -> None:  # importing these takes as long as checking a short PDF
        import pikepdf  # noqa: F401
        import pypdfium2  # noqa: F401

        from cvrender.targets.pdf import check  # noqa: F401

        while_running()

    return typeset(tex.source, find_engine(engine, sandbox), tex.companions, modified, tex.packages, preload)
