"""Write the LaTeX of the documents of a request, each once, and typeset it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cvrender.artifact_checks import explain_tex_error, missing_glyphs_error, named_errors
from cvrender.errors import CvrenderError, TexError
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.typeset import TypesetResult
from cvrender.prepare import Prepared
from cvrender.targets import TARGETS
from cvrender.targets.base import TexSource
from cvrender.tools.sandbox import Sandbox

if TYPE_CHECKING:
    from cvrender.targets.pdf.early import EarlyTex


class Typesetter:
    """Write and typeset documents in styles; what was written is kept. `while_running` is called while TeX runs."""

    def __init__(self, prepared: Prepared, sandbox: Sandbox | None) -> None:
        self.prepared = prepared
        self.sandbox = sandbox
        self.early: EarlyTex | None = None
        self.while_running: Callable[[], None] = lambda: None
        self.made: list[tuple[Document, Style, TexSource | CvrenderError]] = []

    @contextmanager
    def started(self) -> Iterator[None]:
        """Start TeX before the document is composed, if it is known that this is used; stop it at the end."""
        prepared = self.prepared
        view, targets = prepared.view.view, (TARGETS[name] for name in prepared.request.targets)
        if (view.balance or view.pages) and any(target.needs_tex and target.traits.paged for target in targets):
            from cvrender.targets.pdf.typeset import find_engine, start_early
            from cvrender.targets.tex.preambles import known_preamble

            if preamble := known_preamble(prepared.style):
                modified = str(prepared.loaded.profile.updated or "")
                self.early = start_early(find_engine(prepared.engine, self.sandbox), modified, preamble.packages)
        try:
            yield
        finally:
            if self.early:
                self.early.close()

    def write(self, document: Document, style: Style) -> TexSource | CvrenderError:
        """Return the LaTeX of a document, or an InputError that names the characters that no font has."""
        found = next((tex for known, used, tex in self.made if known is document and used is style), None)
        if found is None:
            found = tex_source_of(self.prepared, document, style)
            self.made.append((document, style, found))
        return found

    def __call__(self, document: Document, style: Style) -> TypesetResult:
        """Typeset a document in a style. Raises what explains an error of TeX."""
        from cvrender.targets.pdf.make import typeset_source
        from cvrender.verify.leaves import Expected

        prepared, tex = self.prepared, self.write(document, style)
        if isinstance(tex, CvrenderError):
            raise tex
        try:
            day, tags = document.properties.modified, prepared.request.tags
            return typeset_source(tex, day, prepared.engine, self.sandbox, self.while_running, tags=tags, early=self.early)
        except TexError as error:
            raise explain_tex_error(error, tex, prepared.stem, Expected(document), prepared.loaded.source) from None


def tex_source_of(prepared: Prepared, document: Document, style: Style) -> TexSource | CvrenderError:
    """Write the document as LaTeX, or return an InputError that names the characters that no font has."""
    from cvrender.targets.tex.make import tex_source

    try:
        with named_errors(prepared.loaded.source.file, f"{prepared.stem}.tex"):
            tex = tex_source(document, style, prepared.companion_stem)
    except CvrenderError as error:
        return error
    return missing_glyphs_error(tex.missing_glyphs, prepared.loaded.source) if tex.missing_glyphs else tex
