"""Set documents on pages with TeX, to measure them and to make PDFs of them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from functools import cached_property, partial
from threading import Thread

from cvrender.errors import CvrenderError, File, TexError, ToolError
from cvrender.model.document import Document
from cvrender.model.page import PAPER, sides
from cvrender.model.style import Style, millimetres
from cvrender.model.value import Value, replace
from cvrender.system import cache
from cvrender.targets.base import Settings
from cvrender.targets.pdf.engine.beginnings import Beginning, recall, remember
from cvrender.targets.pdf.engine.early import EarlyTex, start_early
from cvrender.targets.pdf.engine.formats import made_meanwhile
from cvrender.targets.pdf.engine.program import Engine, engine_environment, find_engine
from cvrender.targets.pdf.engine.run import TypesetResult, typeset
from cvrender.targets.pdf.read import last_lines, lines_by_page, page_count
from cvrender.targets.pdf.tagging.source import EMPTY_COMMENT, with_marks
from cvrender.targets.tex.preambles import key_of, known_preamble, preamble_of
from cvrender.targets.tex.prepare import source_of
from cvrender.targets.tex.read import read
from cvrender.targets.tex.source import TexSource

_PAGES = r"\providecommand{\cvpages}"
"""What a source contains that prints its number of pages."""

_CATEGORY, _RUNS = "pages", 3
_ABOVE_FOOT = 0.9  # of the lower margin; letters of the last line may hang into it


class TypesetPages(Value, frozen=True, dict=True):
    """A document that TeX has set in a style. `prepared` is its LaTeX, `name` that of the PDF."""

    document: Document
    style: Style
    prepared: TexSource
    result: TypesetResult
    name: str

    @cached_property
    def count(self) -> int:
        """The number of pages."""
        return page_count(self.result.pdf)

    @cached_property
    def last(self) -> Sequence[str]:
        """The lines of the last page."""
        return last_lines(self.result.pdf)

    @cached_property
    def lines(self) -> Sequence[Sequence[str]]:
        """The lines of each page."""
        return lines_by_page(self.result.pdf)

    @cached_property
    def filled(self) -> Sequence[float]:
        """The share of the height of each page between its margins that the text takes."""
        from cvrender.targets.pdf.metrics import line_ends

        values = self.style.values
        height = PAPER[str(values["page"])][1]
        top, _, bottom, _ = (millimetres(side) / height for side in sides(str(values["margin"])))
        return [(end - top) / (1 - top - bottom) for end in line_ends(self.result.pdf, bottom * _ABOVE_FOOT)]

    @property
    def file(self) -> File:
        """The PDF, which is not tagged."""
        return self.name, self.result.pdf


class TexTypesetter:
    """Set documents on pages with the settings of a request. `while_running` is called while TeX runs.

    TeX starts before a document is written if the packages of its style are known.
    """

    def __init__(self, settings: Settings, style: Style) -> None:
        """Start TeX for a document in this style."""
        self.settings = settings
        self.while_running: Callable[[], None] = lambda: None
        self._making: Thread | None = None
        self._early = self._start(style, key_of(style))

    def __call__(self, document: Document, style: Style) -> TypesetPages:
        """Return the pages of a document. Raises InputError for characters that no font has, and ToolError if TeX fails."""
        key = key_of(style)
        if self._early and not self._early.waits:  # it was that of another document
            self._early = self._start(style, key)
        tex = source_of(document, style, self.settings)
        pages = typeset_pages(tex, document, style, self.settings, self.while_running, self._early)
        if self.settings.repeated and not (self._early and self._early.beginning == pages.result.beginning):
            remember(self._beginning(key), pages.result.beginning)
        return pages

    def _start(self, style: Style, key: str) -> EarlyTex | None:
        """Start TeX for a document in a style, whose preamble has this key.

        Without a format TeX reads the packages. A style that is used again gets one meanwhile.
        """
        engine, modified = find_engine(self.settings.engine, self.settings.sandbox), self.settings.modified
        preamble = known_preamble(key)
        if preamble and (early := start_early(engine, modified, preamble.packages, recall(self._beginning(key)))):
            return early
        try:
            packages = (preamble or preamble_of(style)).packages
        except CvrenderError:  # writing the document says what is wrong with the style
            return None
        early = start_early(engine, modified, "", Beginning(f"{EMPTY_COMMENT * 2}{packages}\n".encode(), {}))
        if early and preamble and self._making is None:
            self._making = made_meanwhile(engine.program, packages, engine_environment(engine, modified), engine.sandbox)
        return early

    def _beginning(self, key: str) -> str:
        """Return the key of how a document begins whose preamble has this key, or nothing if that is not kept."""
        return cache.key_of(key, self.settings.stem) if self.settings.repeated else ""

    def close(self) -> None:
        """Stop TeX if it waits, and wait for the format."""
        if self._early:
            self._early.close()
        if self._making:
            self._making.join()


def typesetter(settings: Settings, style: Style) -> AbstractContextManager[TexTypesetter]:
    """Return a TexTypesetter, most likely for a document in a style, and close it at the end."""
    return closing(TexTypesetter(settings, style))


def typeset_pages(
    tex: TexSource,
    document: Document,
    style: Style,
    settings: Settings,
    while_running: Callable[[], None],
    early: EarlyTex | None = None,
) -> TypesetPages:
    """Typeset the LaTeX of a document. Raises ToolError at the field where TeX stopped."""
    day = document.properties.modified
    engine = find_engine(settings.engine, settings.sandbox)
    try:
        result = typeset_source(tex, day, engine, while_running, tags=settings.tags, early=early)
    except TexError as error:
        raise explained(error, tex, document, settings) from None
    return TypesetPages(document, style, tex, result, f"{settings.stem}.pdf")


def explained(error: TexError, tex: TexSource, document: Document, settings: Settings) -> ToolError:
    """Return TeX's error at the field where it stopped, with the log and the .tex."""
    from cvrender.targets.comparison.leaves import Expected
    from cvrender.targets.comparison.locate import SourceLines

    stem, leaf = settings.stem, None
    if error.line:
        leaf = SourceLines(read(tex.marked.encode()), Expected(document)).at(error.line, error.line)
    if leaf:
        problems = [settings.placed(replace(problem, file="", line=0, column=0, path=leaf.source)) for problem in error.problems]
    else:
        problems = [replace(problem, file=problem.file or f"{stem}.pdf") for problem in error.problems]
    reasons = "".join(f"{problem}\n" for problem in problems)
    files = {"pdf.txt": reasons, "pdf.log": error.log, "tex": tex.source}
    return ToolError(problems, failed=[(f"{stem}.{suffix}", text.encode()) for suffix, text in files.items()])


def typeset_source(
    tex: TexSource,
    modified: str,
    engine: Engine,
    while_running: Callable[[], None] = lambda: None,
    *,
    tags: bool = True,
    early: EarlyTex | None = None,
) -> TypesetResult:
    """Typeset LaTeX with an engine, with mark points for tagging if `tags`. Raises TexError if TeX fails.

    `early` is a TeX that may wait for the document.
    """
    preload = partial(_preload, tags, while_running)
    source, files = with_marks(tex, tags)
    if _PAGES not in tex.source:
        return typeset(source, engine, files, modified, tex.packages, preload, early)
    key = cache.key_of(tex.source)
    known = cache.read_data(_CATEGORY, key)
    guess = int(known[0]) if known else 1
    for _ in range(_RUNS):  # one if the number of pages is known from the last time
        companions = {**files, "cv.aux": b"\\relax\n\\gdef\\cvpages{%d}\n" % guess}
        result = typeset(source, engine, companions, modified, tex.packages, preload, early)
        count = page_count(result.pdf)
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
