"""Render one part of an application."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cvrender.compose.people import shown_names
from cvrender.compose.prepare import prepare
from cvrender.compose.stages import Change
from cvrender.documents.files import load_document
from cvrender.documents.letter import with_contacts
from cvrender.documents.render import compose_document
from cvrender.documents.rows import TableRow
from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.fonts.outlines import outlines
from cvrender.formats.content import Content, load_content
from cvrender.load.library import find_style, find_terms
from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.model.application import Application, ApplicationPart
from cvrender.model.citations import CITATIONS, is_path
from cvrender.model.document import Document, EntryBlock, EntryList, Properties, Section
from cvrender.model.fields import Localized
from cvrender.model.letter import Letter
from cvrender.model.prose_blocks import BASE
from cvrender.model.text import plain_text
from cvrender.model.value import Record, field, replace
from cvrender.pipeline import compose_request
from cvrender.rules.contracts import check_contract
from cvrender.system.limited import read_within
from cvrender.system.sandbox import sandbox_for
from cvrender.targets.base import Artifact
from cvrender.targets.pdf.merge import MergedPart, is_tagged, merge
from cvrender.targets.pdf.passive import made_passive
from cvrender.targets.pdf.read import lines_by_page, page_count
from cvrender.targets.pdf.stamp import Stamp
from cvrender.verify.making import Composed, make

_MOST_TRIES = 3
"""How often a table of contents is made until its number of pages is the one that its numbers rest on."""


class LoadedApplication(Record):
    """The file of an application, and the row of a table that it is for."""

    source: Source
    content: Application
    row: TableRow | None = None


class RenderedPart(Record):
    """A part with its single files. `again` makes its PDF as pages of the whole, from the number of the first page and of all."""

    title: str
    language: str
    pdf: bytes
    artifacts: tuple[Artifact, ...] = ()
    own: bool = True
    stamp: Stamp | None = None
    warnings: list[Problem] = field(default_factory=list)
    again: Callable[[int, int], bytes] = lambda first, count: b""

    @property
    def pages(self) -> int:
        """The number of its pages."""
        return page_count(self.pdf)

    def merged(self, first: int, count: int) -> MergedPart:
        """Return it as a part of the whole."""
        content = self.again(first, count) if self.own and (first, count) != (1, self.pages) else self.pdf
        return MergedPart(content, self.title, self.language, self.own, self.stamp)


class PartRenderer:
    """Renders the parts of one application."""

    def __init__(self, request: RenderRequest, loaded: LoadedProfile, application: LoadedApplication, language: str) -> None:
        self.request, self.loaded, self.language = request, loaded, language
        self.application, self.source, self.row = application, application.source, application.row
        self.folder, self.date = Path(self.source.file).parent, application.content.date
        self.stamp = self._stamp(application.content.stamp)

    def _stamp(self, line: str | None) -> Stamp | None:
        """Return what is written on the PDFs of others. Raises InputError for characters that no font has."""
        if not line:
            return None
        person = self.loaded.profile.person
        name, _ = shown_names(person.name, person.native, self.language)
        line = line.replace("{name}", name.translate({ord(brace): None for brace in "{}"}))
        try:
            return Stamp(line, outlines({*line.format(page="", pages=""), *"0123456789"}, self.language))
        except ValueError as error:
            hint = "use letters and digits, or install rendercv-fonts"
            raise InputError([self.source.problem(("stamp",), str(error), hint, code="bad-value")]) from None

    def render(self, part: ApplicationPart, index: int) -> RenderedPart:
        """Return a part. Raises what `render` raises, and ArtifactError for too many words or pages."""
        rendered = self._foreign(part, index) if part.pdf else self._own(part, index)
        if part.pages and rendered.pages > part.pages:
            raise self._too_long(index, "pages", rendered.pages, part.pages, rendered)
        for artifact in rendered.artifacts:
            if part.size and len(artifact.content) > part.size:
                message = f"{artifact.name} has {megabytes(len(artifact.content))}; at most {megabytes(part.size)} are allowed"
                files = [(each.name, each.content) for each in rendered.artifacts]
                raise ArtifactError([self.source.problem(("parts", index, "size"), message, code="too-large")], failed=files)
        return rendered

    def _own(self, part: ApplicationPart, index: int) -> RenderedPart:
        request = self._request(part, index)
        composed = self._compose(request, part, index, lambda document: self._titled(part, document))
        result = make(composed, request.targets)
        document = composed.inputs.document
        pdf = next(artifact.content for artifact in result if artifact.name.endswith(".pdf"))

        again = self._again(request, part, index, lambda document: self._titled(part, document))
        rendered = RenderedPart(self._title(part, composed), document.properties.language, pdf, tuple(result), again=again)
        rendered.warnings += self._warnings(part, result)
        count = sum(len(text.plain.split()) for text, _ in document.texts)
        if part.words and count > part.words:
            raise self._too_long(index, "words", count, part.words, rendered)
        return rendered

    def contents(self, part: ApplicationPart, index: int, others: Sequence[tuple[str, int] | None]) -> RenderedPart:
        """Return a table of contents of the other parts, each with its title and its number of pages; its own place is None."""
        request, own = self._request(replace(part, file=None), index), 0
        for _ in range(_MOST_TRIES):
            rows, known = _first_pages(others, own := own or 1), own
            change = partial(self._listing, part, rows)
            composed = self._compose(request, part, index, change)
            (pdf,) = (artifact.content for artifact in make(composed, ("pdf",)))
            if (own := page_count(pdf)) == known:
                break
        document = composed.inputs.document
        again = self._again(request, part, index, change)
        return RenderedPart(document.sections[0].title.plain, document.properties.language, pdf, again=again)

    def _listing(self, part: ApplicationPart, rows: Sequence[tuple[str, int]], document: Document) -> Document:
        """Return a document with a table of contents."""
        language = document.properties.language
        title = _chosen(part.title, language) or find_terms(find_style("plain"), language).documents["contents"]
        entries = (EntryBlock("text", plain_text(name), date=plain_text(str(page)), source=BASE) for name, page in rows)
        section = Section("contents", plain_text(title), (EntryList(tuple(entries)),), BASE)
        properties = replace(document.properties, title=f"{document.properties.author} – {title}")
        return replace(document, header=with_contacts(document.header, "usual"), sections=(section,), properties=properties)

    def _again(self, request: RenderRequest, part: ApplicationPart, index: int, change: Change) -> Callable[[int, int], bytes]:
        """Return what makes the PDF of a part as pages of the whole."""

        def again(first: int, count: int) -> bytes:
            numbered = self._compose(
                replace(request, targets=("pdf",)),
                part,
                index,
                lambda document: replace(change(document), first_page=first, all_pages=count),
            )
            artifact: Artifact = make(numbered, ("pdf",))[0]
            return artifact.content

        return again

    def _request(self, part: ApplicationPart, index: int) -> RenderRequest:
        """Return the request with the style, the options and the language of a part."""
        options = {**(part.style.options if part.style else {}), **part.options}
        if is_path(str(options.get(CITATIONS, ""))):
            options[CITATIONS] = str((self.folder / str(options[CITATIONS])).absolute())
        return replace(
            self.request,
            style=part.style.name if part.style else self.request.style,
            language=part.language or self.request.language,
            pages=part.pages or 0,
            options=(*self.request.options, *((key, str(value)) for key, value in options.items())),
            options_at=tuple((key, self.source.location(("parts", index, "options", key))) for key in part.options),
        )

    def _warnings(self, part: ApplicationPart, result: RenderResult) -> list[Problem]:
        warnings = [*result.warnings]
        if part.contract:
            broken = check_contract(
                self.loaded, part.contract, part.view or "", library=self.request.library, language=self.request.language
            )
            if any(problem.severity == "error" for problem in broken):
                raise ArtifactError(broken, [(artifact.name, artifact.content) for artifact in result])
            warnings += [problem for problem in broken if problem.code != "left-out"]
        return warnings

    def _compose(
        self, request: RenderRequest, part: ApplicationPart, index: int, change: Callable[[Document], Document]
    ) -> Composed:
        file = part.letter or part.statement
        if file:
            document = load_document(self.folder / file, self.row)
            if (document.content.kind == "letter") != bool(part.letter):
                key = "letter" if part.letter else "statement"
                problem = self.source.problem(("parts", index, key), f"the file is not a {key}", code="bad-value")
                raise InputError([problem])
            if isinstance(document.content, Letter) and not document.content.date:
                document = replace(document, content=replace(document.content, date=self.date))
            return compose_document(request, document, self.loaded, change)
        loaded, view = self.loaded, part.view or part.contract or ""
        if part.sections or part.contents:
            view = "-".join(part.sections) or "contents"
            loaded = self._with_view(view, index, list(part.sections))
        prepared = prepare(replace(request, view=view), loaded)
        return compose_request(prepared, sandbox_for(request.sandbox), change, is_cv=not part.contents)

    def _with_view(self, name: str, index: int, sections: list[str]) -> LoadedProfile:
        """Return the profile with a view that shows some sections; errors in it are at the part."""
        source, view = self.loaded.source, {"sections": sections, "privacy": "application"}
        data: dict[str, Any] = {**source.data, "views": {**(source.data.get("views") or {}), name: view}}
        values = {**source.values, ("views", name): self.source.location(("parts", index, "sections"))}
        profile = replace(self.loaded.profile, views={**self.loaded.profile.views, name: view})
        return LoadedProfile(replace(source, data=data, values=values), profile)

    def _title(self, part: ApplicationPart, composed: Composed) -> str:
        """Return the bookmark: the given title, that of a statement or of the only section, or the kind of the document."""
        document = composed.inputs.document
        terms = composed.prepared.terms(document.properties.language)
        if part.letter and not part.title:
            return terms.documents["letter"]
        if part.statement and not part.title:
            return document.properties.subject
        if composed.prepared.view.view.form and not part.title:
            return document.header.name  # the head has the title of the form
        return _own_title(part, document) or terms.labels["cv"].one

    def _titled(self, part: ApplicationPart, document: Document) -> Document:
        """Return the document with the title of the part in its metadata, if it has one of its own."""
        title = _own_title(part, document)
        if not title:
            return document
        return replace(document, properties=replace(document.properties, title=f"{document.properties.author} – {title}"))

    def _foreign(self, part: ApplicationPart, index: int) -> RenderedPart:
        """Return a PDF of others without actions and attachments, with a warning if it has no tags."""
        path, place = self.folder / str(part.pdf), ("parts", index, "pdf")
        try:
            content = load_content(path)
            pdf, removed, tagged = read_within(content.file, read_foreign, content)
        except InputError as error:
            problems = [replace(one, message=f'"{part.pdf}": {one.message}') for one in error.problems]
            raise InputError([self.source.problem(place, one.message, one.hint, code=one.code) for one in problems]) from None
        title = _chosen(part.title, self.language) or path.stem
        rendered = RenderedPart(title, self.language, pdf, (Artifact(path.name, pdf),), own=False, stamp=self.stamp)
        if removed:
            message = f'"{part.pdf}": removed what a PDF of others must not do or carry: {", ".join(removed)}'
            rendered.warnings.append(self.source.problem(place, message, code="not-imported", severity="warning"))
        if not tagged:
            message = f'"{part.pdf}" has no tags, so its pages, and the whole, are not accessible'
            rendered.warnings.append(self.source.problem(place, message, code="not-tagged", severity="warning"))
        return rendered

    def _too_long(self, index: int, unit: str, count: int, most: int, part: RenderedPart) -> ArtifactError:
        message = f"{part.title}: {count} {unit}; at most {most} are allowed"
        files = [(artifact.name, artifact.content) for artifact in part.artifacts]
        return ArtifactError([self.source.problem(("parts", index, unit), message, code="page-count")], failed=files)


def read_foreign(content: Content) -> tuple[bytes, tuple[str, ...], bool]:
    """Return a PDF of others without actions and attachments, what was removed, and whether it has tags.

    Call it in a process with limits. Raises InputError for a PDF that is damaged or has no pages.
    """
    try:
        pdf, removed = made_passive(content.raw)
        if not page_count(pdf):
            raise ValueError("has no pages")
        lines = lines_by_page(merge([MergedPart(pdf, "part", "en", own=False)], Properties("part", "part", language="en")))
        if lines != lines_by_page(pdf):
            raise ValueError("its pages cannot be copied; print it to a new PDF")
        return pdf, removed, is_tagged(pdf)
    except ValueError as error:
        raise content.problem(str(error)) from None


def _first_pages(parts: Sequence[tuple[str, int] | None], own: int) -> list[tuple[str, int]]:
    """Return the titles of parts with their first pages in the whole; `own` is the number of pages of the part that is None."""
    rows, page = [], 1
    for part in parts:
        rows += [(part[0], page)] if part else []
        page += part[1] if part else own
    return rows


def megabytes(size: int) -> str:
    """Return a size as it is written: `2.5 MB`."""
    return f"{size / 1_000_000:.3f}".rstrip("0").rstrip(".") + " MB"


def _own_title(part: ApplicationPart, document: Document) -> str:
    """Return the title that the part gives, or that of the only section of a CV; else an empty text."""
    if part.title:
        return _chosen(part.title, document.properties.language)
    is_prose = part.letter or part.statement
    return document.sections[0].title.plain if len(document.sections) == 1 and not is_prose else ""


def _chosen(title: str | Localized | None, language: str) -> str:
    return title.choose(language) if isinstance(title, Localized) else title or ""
