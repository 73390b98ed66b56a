"""Render letters and statements: the stages of a CV, with another Document."""

from functools import partial
from typing import Any

from cvrender.compose import wording_of
from cvrender.compose.cite.in_text import TextCiter, kind_of
from cvrender.compose.cite.prose import BY_AUTHOR, Labels, cited_keys, with_ids, with_keys
from cvrender.compose.prepare import Prepared, prepare
from cvrender.compose.stages import Change, cited_texts, selected
from cvrender.documents.files import LoadedDocument, joined
from cvrender.documents.letter import LetterWriter, date_of, letter_style
from cvrender.documents.letter_formats import find_format
from cvrender.documents.placeholders import PlaceholderValues
from cvrender.documents.statement import (
    StatementText,
    StyledLabels,
    check_keys,
    statement_document,
)
from cvrender.errors import InputError
from cvrender.formats.bibliographies import exported_keys
from cvrender.load.photo import load_picture
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.model.fields import Localized
from cvrender.model.kinds import Publication
from cvrender.model.letter import Letter
from cvrender.model.names import parts_of_person
from cvrender.model.prose_blocks import Figure, Picture
from cvrender.model.statement import FigureFile, Statement
from cvrender.model.value import replace
from cvrender.model.view import SectionRequest, Selection
from cvrender.pipeline import compose_request
from cvrender.system.sandbox import sandbox_for
from cvrender.text.collation import collation
from cvrender.text.formulas import readable
from cvrender.text.localize import Wording
from cvrender.text.markup import inline
from cvrender.verify.artifacts import named_errors
from cvrender.verify.making import Composed, make

_WORKS = {
    "from": "publications",
    "group_by": "none",
    "bullets": {"limit": "0"},
    "columns": {"leave_out": ["awards", "acceptance", "links"]},
}
_REFERENCES = {"author-date": "author-date", "author": "author-date", "numeric": "numbered"}
"""What a statement may ask for, by how the citation style cites."""
_OF_CVS = frozenset({"nothing-shown", "left-out"})
"""The codes of warnings that are about what a view shows."""


def render_document(request: RenderRequest, document: LoadedDocument, loaded: LoadedProfile | None = None) -> RenderResult:
    """Make the targets of a letter or statement, and check them. Raises what `render` raises.

    The view of the request is not used: that of the document has its name.
    """
    with named_errors(document.source.file):
        return make(compose_document(request, document, loaded), request.targets)


def compose_document(
    request: RenderRequest, document: LoadedDocument, loaded: LoadedProfile | None = None, numbers: Change = lambda cv: cv
) -> Composed:
    """Run the stages that all targets share. `numbers` changes the Document last. Raises InputError."""
    loaded = loaded or load_profile(request.profile, overlays=request.overlays)
    content = document.content
    request = replace(request, view=document.name)
    if isinstance(content, Letter):
        prepared, change = _letter(request, document, content, joined(loaded, document, []))
    else:
        prepared, change = _statement(request, document, content, loaded)
    prepared = replace(prepared, file=document.source.file)
    composed = compose_request(prepared, sandbox_for(request.sandbox), lambda cv: numbers(change(cv)))
    return replace(composed, warnings=tuple(problem for problem in composed.warnings if problem.code not in _OF_CVS))


def _letter(request: RenderRequest, document: LoadedDocument, letter: Letter, loaded: LoadedProfile) -> tuple[Prepared, Change]:
    """Return what a letter is made from, and what makes it from a CV."""
    prepared = prepare(request, loaded)
    language = request.language or prepared.view.view.language or loaded.profile.language
    _, form = find_format(letter.format, language, document.source)
    own = set(dict(request.options))
    for page in filter(None, (letter.page, loaded.profile.page)):
        own |= {"size"} if page.text else set()
        own |= {"margin"} if page.margin and page is letter.page else set()
    prepared = replace(prepared, style=letter_style(prepared.style, form, request.library, own))
    selection, fill = _placeholders(prepared, document)
    wording = fill.wording
    date = date_of(letter, selection.profile.updated, document.source)
    alt = wording.terms.documents["signature"].format(name=selection.profile.person.name)
    signature = _picture(document, letter.signature, alt, "signature")
    places = [partial(document.source.problem, ("body", index)) for index, _ in enumerate(letter.body)]
    body = cited_texts(prepared, selection, list(zip(letter.body, places, strict=True)), sandbox_for(request.sandbox))
    letter = replace(letter, body=tuple(body))
    writer = LetterWriter(letter, form, date, wording, fill, document.source)
    return prepared, lambda cv: writer.document(cv, signature)


def _statement(
    request: RenderRequest, document: LoadedDocument, statement: Statement, loaded: LoadedProfile
) -> tuple[Prepared, Change]:
    """Return what a statement is made from, and what makes it from a CV that lists the works which it cites."""
    exported = exported_keys(loaded.profile)
    publications = with_keys(loaded.profile.publications, exported)
    loaded = replace(loaded, profile=replace(loaded.profile, publications=publications))
    statement = replace(statement, text=with_ids(statement.text, publications, exported))
    everything = prepare(request, joined(loaded, document, [_WORKS]))
    shown, fill = _placeholders(everything, document)
    ids = {f"publications[{index}]": work.id for index, work in enumerate(publications)}  # an anonymous view has none
    items = (item for section in shown.sections for item in section.entries)
    works = (replace(item.entry, id=ids[item.source]) for item in items if isinstance(item.entry, Publication))
    by_id = {work.id: work for work in works}
    wording, language = fill.wording, shown.language
    figures = {name: _figure(document, name, item, language) for name, item in statement.figures.items()}
    content = StatementText(fill.fill(statement.text, ("text",)), figures, document.source)
    keys = cited_keys(content.text)
    check_keys(keys, list(by_id.values()), document.source)
    fill.check()
    citer = _Citer(everything, wording, statement.references)
    labels = citer.labels({key: by_id[key] for key in keys}, content, shown)
    number = "none" if citer.by_author else "up"
    request_list = {**_WORKS, "pinned": labels.keys, "limit": str(len(keys)), "number": number}
    prepared = prepare(request, joined(loaded, document, [request_list] if keys else []))
    own = statement.title.choose(language) if isinstance(statement.title, Localized) else statement.title
    title = own or wording.terms.documents.get(statement.kind, "") or statement.kind.capitalize()
    return prepared, lambda cv: statement_document(cv, statement, title, labels, content, wording)


class _Citer:
    """Cites works as the citation style of a statement does, or as `references` says."""

    def __init__(self, prepared: Prepared, wording: Wording, references: str | None) -> None:
        self.prepared, self.wording, self.references = prepared, wording, references
        self.by_author = references == "author-date"

    def labels(self, works: dict[str, Publication], content: StatementText, shown: Selection) -> Labels | StyledLabels:
        """Return what words the citations, with the works in the order of their list."""
        choice = next((self.prepared.citations.choose(section) for section in shown.sections), None)
        kind = kind_of(choice.style) if choice else "label"
        self.by_author = self.references == "author-date" or self.references is None and kind in BY_AUTHOR
        if choice and works and kind != "label" and self.references in (None, _REFERENCES.get(kind)):
            groups = content.groups(kind == "note")
            recase = shown.profile.language.partition("-")[0] == "en"
            citer = TextCiter(choice.style, works, self.wording, recase)
            if worded := citer.cite(groups, sandbox_for(self.prepared.request.sandbox)):
                other = Labels([works[key] for key in worded.order], self.wording, self.by_author)
                return StyledLabels(groups, worded, other, kind == "note")
        listed = list(works.values())
        if self.by_author:
            sort_key = collation(self.wording.language)
            listed.sort(key=lambda work: (sort_key(_family(work)), str(work.date)))
        return Labels(listed, self.wording, self.by_author)


def _family(work: Publication) -> str:
    return parts_of_person(work.authors[0]).family if work.authors else str(work.title)


def _figure(document: LoadedDocument, name: str, figure: FigureFile, language: str) -> Figure:
    alt = figure.alt.choose(language) if isinstance(figure.alt, Localized) else figure.alt
    picture = _picture(document, figure.file, readable(inline(alt)), "figures", name, "file")
    assert picture is not None
    caption = figure.caption.choose(language) if isinstance(figure.caption, Localized) else figure.caption
    return Figure(picture, name, figure.width, inline(caption or ""), f"document.figures.{name}")


def _placeholders(prepared: Prepared, document: LoadedDocument) -> tuple[Selection, PlaceholderValues]:
    """Return what the document may see of the profile, and the placeholders with their values."""
    selection = selected(prepared)
    wording = wording_of(selection, prepared.style, prepared.terms(selection.language))

    def entries(collection: str) -> tuple[Any, ...]:
        view = replace(prepared.view, view=replace(prepared.view.view, sections=(SectionRequest(collection=collection),)))
        shown = selected(prepared, view=view)
        return tuple(item.entry for section in shown.sections for item in section.entries)

    return selection, PlaceholderValues(selection.profile, entries, wording, document.source)


def _picture(document: LoadedDocument, name: str | None, alt: str, *path: str) -> Picture | None:
    """Return a picture in the folder of the document. Raises InputError if it is not an image there."""
    if name is None:
        return None
    try:
        return replace(load_picture(document.folder, name), alt=alt)
    except ValueError as error:
        raise InputError([document.source.problem(path, str(error), code="bad-photo")]) from None
