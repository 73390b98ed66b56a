"""Render letters and statements: the stages of a CV, with another Document."""

from typing import Any

from cvrender.artifact_checks import named_errors
from cvrender.citations.item import name_of
from cvrender.compose import wording_of
from cvrender.compose.markup import inline
from cvrender.documents.files import LoadedDocument, joined
from cvrender.documents.letter import LetterWriter, date_of, letter_style
from cvrender.documents.letter_formats import find_format
from cvrender.documents.placeholders import PlaceholderValues
from cvrender.documents.statement import Labels, check_keys, cited_keys, statement_document, with_keys
from cvrender.errors import InputError
from cvrender.language.collation import collation
from cvrender.load.photo import load_picture
from cvrender.model.fields import Localized
from cvrender.model.kinds import Publication
from cvrender.model.letter import Letter
from cvrender.model.prose_blocks import Figure, Picture
from cvrender.model.statement import FigureFile, Statement
from cvrender.model.value import replace
from cvrender.model.view import SectionRequest, Selection
from cvrender.pipeline import Change, Composed, RenderResult, compose_request, load_profile, make, sandbox_for
from cvrender.prepare import Prepared, prepare
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.select import select

_WORKS = {
    "from": "publications",
    "group_by": "none",
    "bullets": {"limit": "0"},
    "columns": {"leave_out": ["awards", "acceptance", "links"]},
}
_AUTHOR_DATE = 'citation-format="author-date"'
_OF_CVS = frozenset({"nothing-shown", "left-out"})
"""The codes of warnings that are about what a view shows."""


def render_document(request: RenderRequest, document: LoadedDocument, loaded: LoadedProfile | None = None) -> RenderResult:
    """Make the targets of a letter or statement, and check them. Raises what `render` raises.

    The view of the request is not used: that of the document has its name.
    """
    with named_errors(document.source.file):
        return make(compose_document(request, document, loaded), request.targets)


def compose_document(
    request: RenderRequest, document: LoadedDocument, loaded: LoadedProfile | None = None, numbers: Change = lambda made: made
) -> Composed:
    """Run the stages that all targets share. `numbers` changes the Document last. Raises InputError."""
    loaded = loaded or load_profile(request.profile, overlays=request.overlays)
    content = document.content
    request = replace(request, view=document.name)
    if isinstance(content, Letter):
        prepared, change = _letter(request, document, content, joined(loaded, document, []))
    else:
        prepared, change = _statement(request, document, content, loaded)
    composed = compose_request(prepared, sandbox_for(request), lambda cv: numbers(change(cv)))
    return replace(composed, warnings=tuple(problem for problem in composed.warnings if problem.code not in _OF_CVS))


def _letter(request: RenderRequest, document: LoadedDocument, letter: Letter, loaded: LoadedProfile) -> tuple[Prepared, Change]:
    """Return what a letter is made from, and what makes it from a CV."""
    prepared = prepare(request, loaded)
    language = request.language or prepared.view.view.language or loaded.profile.language
    _, form = find_format(letter.format, language, document.source)
    own_margins = bool(letter.page and letter.page.margin) or "margin" in dict(request.options)
    prepared = replace(prepared, style=letter_style(prepared.style, form, request.library, own_margins))
    selection, fill = _placeholders(prepared, document)
    wording = fill.wording
    date = date_of(letter, selection.profile.updated, document.source)
    alt = wording.terms.documents["signature"].format(name=selection.profile.person.name)
    signature = _picture(document, letter.signature, alt, "signature")
    writer = LetterWriter(letter, form, date, wording, fill, document.source)
    return prepared, lambda cv: writer.document(cv, signature)


def _statement(
    request: RenderRequest, document: LoadedDocument, statement: Statement, loaded: LoadedProfile
) -> tuple[Prepared, Change]:
    """Return what a statement is made from, and what makes it from a CV that lists the works which it cites."""
    loaded = replace(loaded, profile=replace(loaded.profile, publications=with_keys(loaded.profile.publications)))
    everything = prepare(request, joined(loaded, document, [_WORKS]))
    shown, fill = _placeholders(everything, document)
    works = (item.entry for section in shown.sections for item in section.entries)
    by_id = {work.id: work for work in works if isinstance(work, Publication)}
    keys = cited_keys(statement.text)
    check_keys(keys, list(by_id.values()), document.source)
    choice = next((everything.citations.choose(section) for section in shown.sections), None)
    by_author = statement.references == "author-date" or (
        statement.references is None and choice is not None and _AUTHOR_DATE in choice.style.xml
    )
    if by_author:
        sort_key = collation(shown.language)
        keys.sort(key=lambda key: (sort_key(_family(by_id[key])), str(by_id[key].date)))
    number = "none" if by_author else "up"
    request_list = {**_WORKS, "pinned": keys, "limit": str(len(keys)), "number": number}
    prepared = prepare(request, joined(loaded, document, [request_list] if keys else []))
    wording, language = fill.wording, shown.language
    labels = Labels([by_id[key] for key in keys], wording, by_author)
    figures = {name: _figure(document, name, item, language) for name, item in statement.figures.items()}
    text = fill.fill(statement.text, ("text",))
    fill.check()
    own = statement.title.choose(language) if isinstance(statement.title, Localized) else statement.title
    title = own or wording.terms.documents.get(statement.kind, "") or statement.kind.capitalize()
    return prepared, lambda cv: statement_document(cv, statement, title, labels, figures, text, wording, document.source)


def _family(work: Publication) -> str:
    return name_of(work.authors[0].name, work.authors[0].variants).family if work.authors else str(work.title)


def _figure(document: LoadedDocument, name: str, figure: FigureFile, language: str) -> Figure:
    picture = _picture(document, figure.file, figure.alt, "figures", name, "file")
    assert picture is not None
    caption = figure.caption.choose(language) if isinstance(figure.caption, Localized) else figure.caption
    return Figure(picture, name, figure.width, inline(caption or ""), f"document.figures.{name}")


def _placeholders(prepared: Prepared, document: LoadedDocument) -> tuple[Selection, PlaceholderValues]:
    """Return what the document may see of the profile, and the placeholders with their values."""
    profile = prepared.loaded.profile
    selection = select(profile, prepared.view, prepared.style.groups, language=prepared.request.language)
    wording = wording_of(selection, prepared.style, prepared.terms(selection.language))

    def entries(collection: str) -> tuple[Any, ...]:
        view = replace(prepared.view, view=replace(prepared.view.view, sections=(SectionRequest(collection=collection),)))
        found = select(profile, view, prepared.style.groups, language=prepared.request.language)
        return tuple(item.entry for section in found.sections for item in section.entries)

    return selection, PlaceholderValues(selection.profile, entries, wording, document.source)


def _picture(document: LoadedDocument, name: str | None, alt: str, *path: str) -> Picture | None:
    """Return a picture in the folder of the document. Raises InputError if it is not an image there."""
    if name is None:
        return None
    try:
        return replace(load_picture(document.folder, name), alt=alt)
    except ValueError as error:
        raise InputError([document.source.problem(path, str(error), code="bad-photo")]) from None
