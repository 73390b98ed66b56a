"""Make the PDF of a document from its LaTeX, and tag it."""

from collections.abc import Iterator

from cvrender.errors import Problem
from cvrender.model.expressions import expression
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput
from cvrender.targets.pdf.typesetter import TypesetPages, typeset_pages
from cvrender.targets.tex.prepare import source_in

_WINDOW = expression(r"cvwindow -(\d+\.\d+)pt")
_MILLIMETRES = 25.4 / 72.27  # in a point of TeX


def make(inputs: TargetInputs) -> TargetOutput:
    """Typeset the document, unless that was done already, and tag the PDF. Raises ToolError if TeX fails."""
    tex, name = source_in(inputs), f"{inputs.stem}.pdf"
    pages = inputs.pages or typeset_pages(tex, inputs.document, inputs.style, inputs, inputs.while_running)
    assert isinstance(pages, TypesetPages)
    pdf, log = pages.result.pdf, pages.result.log
    content, warnings = _tagged(pdf, inputs, name) if inputs.tags else (attach(pdf, inputs), ())
    return TargetOutput([Artifact(name, content)], log, tex.marked, warnings=(*warnings, *_below_window(log, name)))


def attach(pdf: bytes, inputs: TargetInputs) -> bytes:
    """Attach the files to a PDF that is not tagged."""
    if not inputs.attachments:
        return pdf
    from cvrender.targets.pdf.attach import attached

    return attached(pdf, inputs.attachments, inputs.document.properties.modified)


def _below_window(log: str, name: str) -> Iterator[Problem]:
    """Yield a warning if the head of a letter is so high that the address is not in the window of an envelope."""
    if distance := _WINDOW.search(log):
        millimetres = float(distance[1]) * _MILLIMETRES
        message = f"the address is {millimetres:.0f} mm below the window of an envelope, because the head is too high"
        hint = "show fewer contacts, set a smaller margin above (page: {margin: {top: 10mm}}), or choose another format"
        yield Problem(message, name, hint=hint, severity="warning", code="off-window")


def _tagged(pdf: bytes, inputs: TargetInputs, name: str) -> tuple[bytes, tuple[Problem, ...]]:
    """Tag a PDF; return it as it is, with a warning, if it contains what tagging does not support."""
    from cvrender.targets.pdf.tagging.tag import tag

    try:
        return tag(pdf, inputs.document, inputs.attachments), ()
    except ValueError as error:
        hint = "use another --engine, or --no-tags if an untagged PDF is intended"
        return attach(pdf, inputs), (
            Problem(
                f"this PDF is not tagged, so it is not accessible: {error}",
                name,
                hint=hint,
                severity="warning",
                code="not-tagged",
            ),
        )
