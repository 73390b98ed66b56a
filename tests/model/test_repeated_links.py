"""Test that an entry links to each target once, and that nothing else changes."""

from cvrender.model.document import Document, EntryBlock, EntryList, Header, LabelRow, Properties, Rows, Section
from cvrender.model.repeated_links import without_repeated_links
from cvrender.model.text import Span, Text

PAGE = "https://example.org/paper"


def _document(*blocks: EntryList | Rows) -> Document:
    return Document(Properties("A", "A"), Header("A"), (Section("s", Text((Span("S"),)), blocks),))


def _links(document: Document) -> list[tuple[str, str]]:
    return [(span.text, span.href) for text, _ in document.texts for span in text.spans if span.href]


def _entry(*lines: Span, title: str = "Paper") -> EntryBlock:
    return EntryBlock("publication", Text((Span(title, href=PAGE),)), lines=tuple(Text((span,)) for span in lines))


def test_the_first_link_to_a_target_stays_one() -> None:
    document = without_repeated_links(_document(EntryList((_entry(Span("doi:10.1/2", href=PAGE)),))))
    assert _links(document) == [("Paper", PAGE)]
    assert [text.plain for text, _ in document.texts if text] == ["A", "S", "Paper", "doi:10.1/2"]


def test_an_address_stays_a_link() -> None:
    address = Span(PAGE, href=PAGE)
    assert _links(without_repeated_links(_document(EntryList((_entry(address),))))) == [(PAGE, PAGE)]


def test_a_link_in_several_faces_is_one() -> None:
    title = Text((Span("A ", href=PAGE), Span("paper", italic=True, href=PAGE)))
    document = _document(Rows((LabelRow(Text((Span("2020"),)), title),)))
    assert without_repeated_links(document) == document


def test_other_entries_and_nested_ones_are_seen() -> None:
    nested = EntryBlock("role", Text((Span("Role", href=PAGE),)))
    outer = EntryBlock("position", Text((Span("Employer", href=PAGE),)), entries=(nested,))
    document = _document(EntryList((outer, _entry())))
    assert _links(without_repeated_links(document)) == [("Employer", PAGE), ("Paper", PAGE)]
