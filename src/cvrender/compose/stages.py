"""Run the stages that make a Document of a prepared request: select, cite and compose."""

from collections.abc import Callable

from cvrender.compose import compose, wording_of
from cvrender.compose.images import literal_images
from cvrender.compose.pattern import PatternError
from cvrender.compose.prepare import Prepared
from cvrender.compose.select import Warn, select
from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.load.library import NamedView
from cvrender.load.reader import parse_path
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.view import Selection
from cvrender.system.sandbox import Sandbox

Change = Callable[[Document], Document]
"""Make another Document of that of a CV."""


def unchanged(document: Document) -> Document:
    """Return the Document of a CV as it is."""
    return document


def ignore(problem: Problem) -> None:
    """Ignore a warning."""


def selected(prepared: Prepared, warn: Warn = ignore, view: NamedView | None = None) -> Selection:
    """Select what the view of a request shows of its profile, or what another `view` shows."""
    loaded = prepared.loaded
    groups, language = prepared.style.groups, prepared.request.language
    return select(loaded.profile, view or prepared.view, groups, warn, language, loaded.members)


def cited(prepared: Prepared, selection: Selection, warn: Warn = ignore, sandbox: Sandbox | None = None) -> Selection:
    """Word the works of a selection by the chosen citation styles. Raises ToolError, and ArtifactError for what is lost."""
    if not any(prepared.citations.choose(section) for section in selection.sections):
        return selection
    from cvrender.compose.cite.cite import cite

    wording = wording_of(selection, prepared.style, prepared.terms(selection.language))
    worded, notes = cite(selection, prepared.citations.choose, wording, sandbox)
    problems = []
    for note in notes:
        if place := None if note.source else prepared.citations.written(note.style):
            problems.append(place.problem(note.message, note.hint, code=note.code, severity=note.severity))
        else:
            at = prepared.loaded.source.problem
            problems.append(at(parse_path(note.source), note.message, note.hint, code=note.code, severity=note.severity))
    for problem in (each for each in problems if each.severity == "warning"):
        warn(problem)
    if errors := [problem for problem in problems if problem.severity == "error"]:
        raise ArtifactError(errors)
    return worded


def composed(prepared: Prepared, selection: Selection, style: Style | None = None) -> Document:
    """Compose a selection in the style of a request, or in another setting of it, with its language's terms.

    Raises InputError.
    """
    terms, pictures = prepared.terms(selection.language), prepared.pictures(selection)
    try:
        document = compose(selection, style or prepared.style, terms, prepared.photo, prepared.signature, pictures)
    except PatternError as error:
        raise InputError([prepared.view.problem(("form",), str(error), error.hint, code="bad-pattern")]) from None
    if fields := list(dict.fromkeys(literal_images(document))):
        hint = 'name it in "images" of an entry, or in a paragraph of its own in the text of a custom section'
        message = "Markdown images are not shown in this text"
        raise InputError(prepared.placed(Problem(message, path=field, hint=hint, code="bad-value")) for field in fields)
    return document


def document_of(prepared: Prepared, *, cite: bool = True) -> tuple[Selection, Document]:
    """Return what a request shows and its Document, without fitting and without warnings. Raises what the stages raise."""
    selection = selected(prepared)
    selection = cited(prepared, selection) if cite else selection
    return selection, composed(prepared, selection)
