"""Make the PDF of a document from its LaTeX."""

import hashlib
from collections.abc import Callable

from cvrender.model.typeset import TypesetResult
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput, TexSource
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.pdf.typeset import find_engine, typeset
from cvrender.tools import cache
from cvrender.tools.sandbox import Sandbox

_PAGES = r"\providecommand{\cvpages}"
"""What a source contains that prints its number of pages."""

_ROOM, _NAME, _RUNS = "pages", "count", 3


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

    found = find_engine(engine, sandbox)
    if _PAGES not in tex.source:
        return typeset(tex.source, found, tex.companions, modified, tex.packages, preload)
    key = hashlib.sha256(tex.source.encode()).hexdigest()
    known = cache.read(_ROOM, key, (_NAME,))
    guess = int(known[_NAME]) if known and known[_NAME].isdigit() else 1
    for _ in range(_RUNS):  # one if the number of pages is known from the last time
        companions = {**tex.companions, "cv.aux": b"\\relax\n\\gdef\\cvpages{%d}\n" % guess}
        result = typeset(tex.source, found, companions, modified, tex.packages, preload)
        count = len(lines_by_page(result.pdf))
        if count == guess:
            break
        guess = count
    cache.write(_ROOM, key, {_NAME: str(guess).encode()})
    return result
