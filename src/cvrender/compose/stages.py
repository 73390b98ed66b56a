"""Run the stages that make a Document of a prepared request: select, cite and compose."""

from collections.abc import Callable, Sequence
from functools import partial

from cvrender.compose import compose, wording_of
from cvrender.compose.images import literal_images, writes_image
from cvrender.compose.pattern import PatternError
from cvrender.compose.prepare import Prepared
from cvrender.compose.select import Warn, select
from cvrender.errors import ArtifactError, InputError, Problem, nearest
from cvrender.load.library import NamedView
from cvrender.load.reader import parse_path
from cvrender.model.citations import CITATION
from cvrender.model.convert import DataPath
from cvrender.model.document import Document
from cvrender.model.kinds import Publication
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.model.view import SectionRequest, SelectedSection, Selection
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
    selection = with_citations(prepared, selection, sandbox)
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


def with_citations(prepared: Prepared, selection: Selection, sandbox: Sandbox | None = None) -> Selection:
    """Word the citations in the texts of sections. Raises ToolError, and InputError for unknown works."""

    def place(section: SelectedSection) -> Callable[..., Problem]:
        path = parse_path(section.source)
        return partial(prepared.loaded.source.problem, (*path, "text") if path[0] == "custom" else path)

    texts = [(text, place(section)) for section in selection.sections for text in section.texts]
    words = iter(cited_texts(prepared, selection, texts, sandbox))
    sections = (replace(section, texts=tuple(next(words) for _ in section.texts)) for section in selection.sections)
    return replace(selection, sections=tuple(sections))


def cited_texts(
    prepared: Prepared, selection: Selection, texts: Sequence[tuple[str, Callable[..., Problem]]], sandbox: Sandbox | None = None
) -> list[str]:
    """Word the citations in texts, each with what makes a Problem of it. Raises ToolError, and InputError for unknown works."""
    if not any(CITATION.search(text) for text, _ in texts):
        return [text for text, _ in texts]
    from cvrender.compose.cite.prose import ProseCiter, with_keys

    request = SectionRequest(collection="publications")
    view = replace(prepared.view, view=replace(prepared.view.view, sections=(request,), without=()))
    everything = selected(prepared, view=view)
    keys = [work.id for work in with_keys(prepared.loaded.profile.publications)]  # an anonymous view has no ids
    items = (item for section in everything.sections for item in section.entries)
    works = [
        replace(item.entry, id=keys[int(parse_path(item.source)[1])]) for item in items if isinstance(item.entry, Publication)
    ]
    listed = (section for section in (*selection.sections, *everything.sections) if section.collection == "publications")
    choice = next((prepared.citations.choose(section) for section in listed), None)
    wording = wording_of(selection, prepared.style, prepared.terms(selection.language))
    recase = selection.profile.language.partition("-")[0] == "en"
    citer = ProseCiter(works, choice.style if choice else None, wording, recase)
    problems = []
    for text, problem in texts:
        for key in citer.unknown(text):
            hint = nearest(key, citer.by_id) or f"write the id or the DOI of a publication that the view may show, or \\[@{key}]"
            problems.append(problem(f'there is no publication "{key}"', hint, code="unknown-name"))
    if problems:
        raise InputError(problems)
    return citer.texts([text for text, _ in texts], sandbox)


def composed(prepared: Prepared, selection: Selection, style: Style | None = None) -> Document:
    """Compose a selection in the style of a request, or in another setting of it, with its language's terms.

    Raises InputError.
    """
    terms, pictures = prepared.terms(selection.language), prepared.pictures(selection)
    try:
        document = compose(selection, style or prepared.style, terms, prepared.photo, prepared.signature, pictures)
    except PatternError as error:
        raise InputError([prepared.view.problem(("form",), str(error), error.hint, code="bad-pattern")]) from None
    if fields := [field for field in dict.fromkeys(literal_images(document)) if _writes_image(prepared, parse_path(field))]:
        hint = 'name it in "images" of an entry, or in a paragraph of its own in the text of a custom section'
        message = "Markdown images are not shown in this text"
        raise InputError(prepared.placed(Problem(message, path=field, hint=hint, code="bad-value")) for field in fields)
    return document


def _writes_image(prepared: Prepared, path: DataPath) -> bool:
    """Return whether the profile has the Markdown of an image at a path, or at the nearest one on the way to it."""
    data = prepared.loaded.source.data
    for key in path:
        inner = data.get(key) if isinstance(data, dict) else data[int(key)] if isinstance(data, list) else None
        data = data if inner is None else inner
    return writes_image(data, path[0] in ("bio", "narratives") or (path[0] == "custom" and "entries" not in path))


def document_of(prepared: Prepared, *, cite: bool = True) -> tuple[Selection, Document]:
    """Return what a request shows and its Document, without fitting and without warnings. Raises what the stages raise."""
    selection = selected(prepared)
    selection = cited(prepared, selection) if cite else selection
    return selection, composed(prepared, selection)
