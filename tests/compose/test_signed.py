"""Compose who signs works of editors and collaborations; pages, quotation marks and italics as readers expect them."""

from collections.abc import Callable

import pytest

from cvrender.model.document import Document, EntryList, Group
from cvrender.model.text import Span

A = "authors: [Ada Lovelace]"


def entry_of(document: Document) -> tuple[str, list[Span]]:
    block = document.sections[0].blocks[0]
    block = block.blocks[0] if isinstance(block, Group) else block
    assert isinstance(block, EntryList)
    (entry,) = block.entries
    return entry.title.plain, [span for text in (entry.title, *entry.lines) for span in text.spans]


@pytest.mark.parametrize(
    ("work", "shown"),
    [
        ("title: T, type: book, editors: [Ada Lovelace]", "Ada Lovelace (ed.), T"),
        ("title: T, type: book, editors: [Ada Lovelace, B]", "Ada Lovelace, B (eds.), T"),
        (f"title: T, type: book, {A}, editors: [B]", "Ada Lovelace, T, edited by B"),
        ("title: T, type: article, collaboration: ATLAS", "ATLAS Collaboration, “T”"),
        (
            "title: T, type: article, collaboration: ATLAS, including: [Ada Lovelace]",
            "ATLAS Collaboration (including Ada Lovelace), “T”",
        ),
        (f"title: T, type: article, collaboration: The Engine Group, {A}", "Ada Lovelace (The Engine Group), “T”"),
        (f"title: T, type: article, {A}, page: '12'", "Ada Lovelace, “T”, p. 12"),
        (f"title: T, type: article, {A}, page: 12–15", "Ada Lovelace, “T”, pp. 12–15"),
        (f"title: T, type: article, {A}, page: e1001", "Ada Lovelace, “T”, e1001"),
        (f"title: “T”, type: article, {A}", "Ada Lovelace, “T”"),
        (f"title: “T” and “U”, type: article, {A}", "Ada Lovelace, “‘T’ and ‘U’”"),
        (f"title: T, type: book, {A}, publisher: P, publisher_place: N, edition: 2nd", "Ada Lovelace, T, 2nd, N: P"),
        (
            f"title: T, type: chapter, {A}, venue: V, section: § 3 Rn. 1–9, page: '4'",
            "Ada Lovelace, “T”, in V, § 3 Rn. 1–9, p. 4",
        ),
        (f"title: T, type: chapter, {A}, venue: V, container_editors: [B, C]", "Ada Lovelace, “T”, in V, edited by B and C"),
    ],
)
def test_a_work_reads(document_of: Callable[..., Document], work: str, shown: str) -> None:
    assert entry_of(document_of(f"publications: [{{{work}}}]"))[0].strip() == shown


@pytest.mark.parametrize("signed", ["editors: [B, Ada Lovelace]", "collaboration: X, including: [Ada Lovelace]"])
def test_the_owner_is_found_and_bold(document_of: Callable[..., Document], signed: str) -> None:
    view = "views: {v: {sections: [{from: publications, where: authorship}]}}"
    yaml = f"publications: [{{title: T, type: book, {signed}}}]\n{view}"
    spans = entry_of(document_of(yaml, view="v"))[1]
    assert [span.text for span in spans if span.bold] == ["Ada Lovelace"]


def test_italics_within_italics_are_upright(document_of: Callable[..., Document]) -> None:
    spans = entry_of(document_of(f'publications: [{{title: "On *Dante* and us", type: book, {A}}}]'))[1]
    assert [span.text for span in spans if span.italic] == ["On ", " and us"]


def test_a_work_that_nobody_signs_is_refused(problems_of: Callable[[str], list[str]]) -> None:
    (problems,) = problems_of("person: {name: A}\npublications: [{title: T, type: book}]")
    assert 'publications[0]: missing key "authors", "editors" or "collaboration"; write, for example, authors: [' in problems
