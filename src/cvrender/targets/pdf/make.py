"""Make the PDF of a document from its LaTeX, and tag it."""

from collections.abc import Callable

from cvrender.errors import Problem
from cvrender.model.document import Document
from cvrender.model.typeset import TypesetResult
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput, TexSource
from cvrender.targets.pdf.tagging.source import with_tagging
from cvrender.targets.pdf.typeset import find_engine, typeset
from cvrender.tools.sandbox import Sandbox


def make(inputs: TargetInputs) -> TargetOutput:
    """Typeset the document, unless that was done already, and tag the PDF. Raises TexError if TeX fails."""
    assert inputs.tex is not None
    modified = inputs.document.properties.modified
    done = inputs.typeset or typeset_source(
        inputs.tex, modified, inputs.engine, inputs.sandbox, inputs.while_running, tags=inputs.tags
    )
    name = f"{inputs.stem}.pdf"
    pdf, warnings = _tagged(done.pdf, inputs.document, name) if inputs.tags else (done.pdf, ())
    return TargetOutput([Artifact(name, pdf)], done.log, warnings=warnings)


def typeset_source(
    tex: TexSource,
    modified: str,
    engine: str,
    sandbox: Sandbox | None,
    while_running: Callable[[], None] = lambda: None,
    *,
    tags: bool = True,
) -> TypesetResult:
    """Typeset LaTeX with the named engine, with mark points for tagging if `tags`. Raises TexError if TeX fails."""

    def preload() -> None:  # importing these takes as long as checking a short PDF
        import pikepdf  # noqa: F401
        import pypdfium2  # noqa: F401

        from cvrender.targets.pdf import check  # noqa: F401

        if tags:
            from cvrender.targets.pdf.tagging import tag  # noqa: F401

        while_running()

    source, companions = with_tagging(tex) if tags else (tex.source, tex.companions)
    return typeset(source, find_engine(engine, sandbox), companions, modified, tex.packages, preload)


def _tagged(pdf: bytes, document: Document, name: str) -> tuple[bytes, tuple[Problem, ...]]:
    """Tag a PDF; return it as it is, with a warning, if its pages contain operators that tagging does not support."""
    from cvrender.targets.pdf.tagging.tag import tag

    try:
        return tag(pdf, document), ()
    except ValueError as error:
        hint = "use another --engine, or --no-tags if an untagged PDF is intended"
        return pdf, (Problem(f"this PDF is not tagged, so it is not accessible: {error}", name, hint=hint, severity="warning"),)
