"""Make the Document of a statement from that of a CV that lists the works which it cites."""

from collections.abc import Sequence
from functools import partial

from cvrender.compose.cite.in_text import Insertion, InText, TextCitation
from cvrender.compose.cite.prose import Cite, Labels
from cvrender.compose.heading_numbers import numbered
from cvrender.compose.typography import typographic
from cvrender.documents.letter import with_contacts
from cvrender.documents.prose import Prose, place_of
from cvrender.errors import InputError, nearest
from cvrender.load.reader import Source
from cvrender.model.document import Document, EntryList, Section
from cvrender.model.kinds import Publication
from cvrender.model.printed_texts import map_parts
from cvrender.model.prose_blocks import BASE, Figure
from cvrender.model.statement import Statement
from cvrender.model.text import Text, plain_text
from cvrender.model.value import Value, replace
from cvrender.text.localize import Wording


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


class StyledLabels:
    """Words citations as a citation style has worded them; `other` words what it does not.

    `as_notes` is whether they are notes, `insertions` are those of the works in the list.
    """

    def __init__(self, groups: Sequence[TextCitation], worded: InText, other: Labels, as_notes: bool) -> None:
        self.other, self.as_notes, self.keys = other, as_notes, other.keys
        self.insertions = [worded.insertions.get(key, ()) for key in worded.order]
        self.texts: dict[TextCitation, list[Text]] = {}
        for group, text in zip(groups, worded.texts, strict=True):
            self.texts.setdefault(group, []).append(text)

    def __call__(self, cites: list[Cite], note: int = 0) -> Text:
        """Return the words of a citation in a note, or in the text if that is 0; a style may word it otherwise the next time."""
        texts = self.texts[_group(cites, note)]
        return (texts.pop(0) if len(texts) > 1 else texts[0]) or self.other(cites)


class StatementText(Value, frozen=True):
    """The text of a statement, with the figures that it may show; `source` is its file."""

    text: str
    figures: dict[str, Figure]
    source: Source

    def groups(self, as_notes: bool) -> list[TextCitation]:
        """Return the citations in the order of their notes. Raises InputError for unknown notes and figures."""
        citations: list[TextCitation] = []

        def add(cites: list[Cite], note: int) -> Text:
            citations.append(_group(cites, note))
            return Text()

        prose = Prose(add, self.figures, self.source, as_notes)
        prose.sections(self.text)
        prose.note_list("")
        return sorted(citations, key=lambda group: group.note)


def _group(cites: Sequence[Cite], note: int) -> TextCitation:
    return TextCitation(tuple((cite.key, cite.detail) for cite in cites), note)


def statement_document(
    document: Document, statement: Statement, title: str, labels: Labels | StyledLabels, content: StatementText, wording: Wording
) -> Document:
    """Return the statement with the header of a CV; the CV's only section becomes the list of references.

    Raises InputError for unknown notes and figures.
    """
    styled = labels if isinstance(labels, StyledLabels) else None
    prose = Prose(labels, content.figures, content.source, bool(styled and styled.as_notes))
    sections = [*prose.sections(content.text)]
    words = wording.terms.documents
    block = prose.note_list(words["notes"])
    notes = [Section("notes", Text(), (block,), f"{BASE}.text")] if block else []
    works = (
        document.sections if styled is None else map_parts(document.sections, EntryList, partial(_inserted, styled.insertions))
    )
    sections += [replace(section, id="references", title=plain_text(words["references"])) for section in works]
    whole = replace(
        document,
        properties=replace(document.properties, title=f"{document.properties.author} – {title}", subject=title),
        header=replace(with_contacts(document.header, statement.contacts), headline=plain_text(title)),
        sections=(*numbered(sections, str(wording.options.get("heading_numbers", "none"))), *notes),
    )
    return typographic(whole, wording.terms.punctuation) if wording.options.get("punctuation") == "typographic" else whole


def _inserted(insertions: Sequence[Sequence[Insertion]], works: EntryList) -> EntryList:
    """Return the list of works with what tells them apart, such as letters after years."""
    if len(works.entries) != len(insertions):
        return works
    entries = []
    for entry, wanted in zip(works.entries, insertions, strict=True):
        for insertion in wanted:
            entry = replace(entry, title=insertion.put(entry.title))
        entries.append(entry)
    return replace(works, entries=tuple(entries))
