"""Make the PDF of a document from its LaTeX, and tag it."""

from collections.abc import Callable, Iterator
from functools import partial

from cvrender.errors import Problem
from cvrender.expressions import expression
from cvrender.model.typeset import TypesetResult
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput, TexSource
from cvrender.targets.pdf.early import EarlyTex
from cvrender.targets.pdf.read import last_lines
from cvrender.targets.pdf.tagging.source import with_marks
from cvrender.targets.pdf.typeset import find_engine, typeset
from cvrender.tools import cache
from cvrender.tools.sandbox import Sandbox

_PAGES = r"\providecommand{\cvpages}"
"""What a source contains that prints its number of pages."""

_WINDOW = expression(r"cvwindow -(\d+\.\d+)pt")
_MILLIMETRES = 25.4 / 72.27  # in a point of TeX

_CATEGORY, _RUNS = "pages", 3


def make(inputs: TargetInputs) -> TargetOutput:
    """Typeset the document, unless that was done already, and tag the PDF. Raises TexError if TeX fails."""
    assert inputs.tex is not None
    modified = inputs.document.properties.modified
    done = inputs.typeset or typeset_source(
        inputs.tex, modified, inputs.engine, inputs.sandbox, inputs.while_running, tags=inputs.tags
    )
    name = f"{inputs.stem}.pdf"
    pdf, warnings = _tagged(done.pdf, inputs, name) if inputs.tags else (attach(done.pdf, inputs), ())
    return TargetOutput([Artifact(name, pdf)], done.log, warnings=(*warnings, *_below_window(done.log, name)))


def attach(pdf: bytes, inputs: TargetInputs) -> bytes:
    """Attach the files to a PDF that is not tagged."""
    if not inputs.attachments:
        return pdf
    from cvrender.targets.pdf.attach import attached

    return attached(pdf, inputs.attachments, inputs.document.properties.modified)


def _below_window(log: str, name: str) -> Iterator[Problem]:
    """Yield a warning if the head of a letter is so high that the address is not in the window of an envelope."""
    if found := _WINDOW.search(log):
        millimetres = float(found[1]) * _MILLIMETRES
        message = f"the address is {millimetres:.0f} mm below the window of an envelope, because the head is too high"
        hint = "show fewer contacts, set a smaller margin above (page: {margin: {top: 10mm}}), or choose another format"
        yield Problem(message, name, hint=hint, severity="warning", code="off-window")


def typeset_source(
    tex: TexSource,
    modified: str,
    engine: str,
    sandbox: Sandbox | None,
    while_running: Callable[[], None] = lambda: None,
    *,
    tags: bool = True,
    early: EarlyTex | None = None,
) -> TypesetResult:
    """Typeset LaTeX with the named engine, with mark points for tagging if `tags`. Raises TexError if TeX fails.

    `early` is a TeX that may wait for the document.
    """

    preload = partial(_preload, tags, while_running)
    source, files = with_marks(tex, tags)
    found = find_engine(engine, sandbox)
    if _PAGES not in tex.source:
        return typeset(source, found, files, modified, tex.packages, preload, early)
    key = cache.key_of(tex.source)
    known = cache.read_data(_CATEGORY, key)
    guess = int(known[0]) if known else 1
    for _ in range(_RUNS):  # one if the number of pages is known from the last time
        companions = {**files, "cv.aux": b"\\relax\n\\gdef\\cvpages{%d}\n" % guess}
        result = typeset(source, found, companions, modified, tex.packages, preload, early)
        count, _ = last_lines(result.pdf)
        if count == guess:
            break
        guess = count
    cache.write_data(_CATEGORY, key, guess)
    return result


def _preload(tags: bool, more: Callable[[], None]) -> None:
    """Import what reads and tags the PDF, which takes as long as checking a short one."""
    import pikepdf  # noqa: F401
    import pypdfium2  # noqa: F401

    from cvrender.targets.pdf import check  # noqa: F401

    if tags:
        from cvrender.targets.pdf.tagging import tag  # noqa: F401

    more()


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
