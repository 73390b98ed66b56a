"""Make the Document of a statement from that of a CV that lists the works which it cites."""

from collections.abc import Callable, Sequence

from cvrender.citations.item import name_of
from cvrender.compose.heading_numbers import numbered
from cvrender.compose.localize import Wording, last_year
from cvrender.compose.typography import typographic
from cvrender.documents.files import BASE
from cvrender.documents.letter import with_contacts
from cvrender.documents.prose import Cite, Prose, cites, place_of
from cvrender.errors import InputError, nearest
from cvrender.load.reader import Source
from cvrender.model.document import Document, Section
from cvrender.model.kinds import Publication
from cvrender.model.prose_blocks import Figure
from cvrender.model.statement import Statement
from cvrender.model.text import Text, plain_text
from cvrender.model.value import replace

_MOST_NAMES = 2


def cited_keys(text: str) -> list[str]:
    """Return the keys of the works that a text cites, in order, each once."""
    return list(dict.fromkeys(cite.key for group in cites(text) for cite in group))


def with_keys(works: Sequence[Publication]) -> tuple[Publication, ...]:
    """Return the works, of which those without an id have their DOI or arXiv identifier as one."""
    return tuple(replace(work, id=work.id or getattr(work, "doi", None) or getattr(work, "arxiv", None)) for work in works)


def check_keys(keys: Sequence[str], works: Sequence[Publication], source: Source) -> None:
    """Raise InputError with every key that is not that of a publication which the statement may show."""
    known = {work.id for work in works if work.id}
    problems = []
    for key in keys:
        if key not in known:
            hint = nearest(key, known) or "write the id of a publication, or its DOI"
            problems.append(place_of(f"@{key}", f'there is no publication "{key}"', hint, source, "unknown-name"))
    if problems:
        raise InputError(problems)


class Labels:
    """Words citations by the numbers of the works in the list, or by authors and years."""

    def __init__(self, works: Sequence[Publication], wording: Wording, by_author: bool) -> None:
        self.wording = wording
        self.works = {work.id: work for work in works}
        self.numbers = {work.id: number for number, work in enumerate(works, 1)}
        self.by_author = by_author

    def __call__(self, group: list[Cite]) -> str:
        """Return the words of a citation, as Markdown."""
        if not self.by_author:
            inside = ", ".join(f"{self.numbers[cite.key]}{f', {cite.detail}' if cite.detail else ''}" for cite in group)
            return f"\\[{inside}\\]"
        return f"({'; '.join(self._named(cite) for cite in group)})"

    def _named(self, cite: Cite) -> str:
        work = self.works[cite.key]
        label = self._label(work)
        if sum(self._label(other) == label for other in self.works.values()) > 1:
            label += f", {self.wording.terms.punctuation.open_quote}{str(work.title).partition(':')[0]}"
            label += self.wording.terms.punctuation.close_quote
        return f"{label}, {cite.detail}" if cite.detail else label

    def _label(self, work: Publication) -> str:
        names = [name_of(author.name, author.variants).family or author.name for author in work.authors]
        shown = f"{names[0]} {self.wording.terms.et_al}" if len(names) > _MOST_NAMES else " & ".join(names)
        year = last_year(work.date) if work.date else self.wording.terms.status.get(work.status or "", "")
        return " ".join(part for part in (shown, year) if part)


def statement_document(
    document: Document,
    statement: Statement,
    title: str,
    labels: Callable[[list[Cite]], str],
    figures: dict[str, Figure],
    text: str,
    wording: Wording,
    source: Source,
) -> Document:
    """Return the statement with the header of a CV; the CV's only section becomes the list of references.

    Raises InputError for unknown notes and figures.
    """
    prose = Prose(labels, figures, source)
    sections = [*prose.sections(text)]
    words = wording.terms.documents
    block = prose.note_list(words["notes"])
    notes = [Section("notes", Text(), (block,), f"{BASE}.text")] if block else []
    sections += [replace(section, id="references", title=plain_text(words["references"])) for section in document.sections]
    made = replace(
        document,
        properties=replace(document.properties, title=f"{document.properties.author} – {title}", subject=title),
        header=replace(with_contacts(document.header, statement.contacts), headline=plain_text(title)),
        sections=(*numbered(sections, str(wording.options.get("heading_numbers", "none"))), *notes),
    )
    return typographic(made, wording.terms.punctuation) if wording.options.get("punctuation") == "typographic" else made
