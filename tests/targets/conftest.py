"""Provide what the tests of the targets share: a Document with every kind of block and mark, and all its texts in order."""

from collections.abc import Callable, Iterator

import pytest

from cvrender.formats.bibliographies import with_bibtex
from cvrender.model.document import (
    Block,
    Bullet,
    ContactLine,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    LabelRow,
    Paragraph,
    Properties,
    Rows,
    Section,
)
from cvrender.model.facts import BibliographyItem, Career
from cvrender.model.text import Span, Text, join, plain_text

t = plain_text


@pytest.fixture(scope="session")
def tight() -> dict[str, str]:
    """Options with which the view `resume` has its number of pages at once, so that TeX runs once."""
    return {"size": "10pt", "spacing": "0.5", "margin": "14mm"}


@pytest.fixture(scope="session")
def rich() -> Document:
    document = Document(
        Properties("Zoë Ōta – Curriculum Vitae", "Zoë Ōta", "Builds “engines” & more", ("engines", "5 < 6"), "en", "2024-05-17"),
        _header(),
        (_about(), _work(), _publications(), _more()),
        (
            BibliographyItem(
                "On Engines & <Looms>",
                "article-journal",
                ("Z. Ota", "C. Babbage"),
                "Notes",
                "2020-05",
                {"doi": "10.1/x"},
                own=(0,),
                source="publications[0]",
                record={
                    "title": "On *Engines* & <Looms>",
                    "authors": ["Z. Ota", "C. Babbage"],
                    "venue": {"name": "Notes"},
                    "page": "1–9",
                    "date": "2020-05",
                    "doi": "10.1/x",
                },
            ),
            BibliographyItem(
                "A Loom",
                "book",
                ("C. Babbage",),
                url="https://example.org/loom?a=1&b=2",
                source="publications[1]",
                record={"title": "A Loom", "authors": ["C. Babbage"], "url": "https://example.org/loom?a=1&b=2"},
            ),
        ),
        Career(("Engine Works",), ("School of Looms",), ("Medal",)),
        "Contents",
        "Skip to content",
    )
    return with_bibtex(document)


def _header() -> Header:
    contacts = (
        ContactLine("location", t("Zürich, Schweiz")),
        ContactLine("phone", Text((Span("+41 44 555-01-00", href="tel:+41445550100"),))),
        ContactLine("email", Text((Span("zoe@example.org", href="mailto:zoe@example.org"), Span(" (work)")))),
        ContactLine("link", Text((Span("example.org/zoë", href="https://example.org/zoë"),))),
        ContactLine("link", Text((Span("Code", href="https://example.org/code/"),))),
    )
    return Header("Zoë Ōta", "太田ゾエ", Text((Span("Builds “engines” & "), Span("more", bold=True))), contacts)


def _about() -> Section:
    marked = join(
        [
            t("Plain, "),
            Text((Span("bold", bold=True), Span(" and "), Span("both", bold=True, italic=True), Span(", "))),
            Text((Span("x = [1]  # code", code=True), Span(", in "))),
            Text((Span("O(n^2 \\log n)", math=True), Span(" steps; see "))),
            Text(
                (Span("a ", href="https://a.example/?q=1&r=“2”"), Span("page", italic=True, href="https://a.example/?q=1&r=“2”"))
            ),
            t(" & 5\u00a0km < 6\u00a0km, “quoted”, 'single', \"double\", 100 % `ticks` *stars*."),
        ]
    )
    chinese = t("一种基于自动选择副本因子模型的图计算方法，以及在异构内存上训练大型模型的系统（第二版）。")
    return Section("bio", t("About & around"), (Paragraph(marked), Paragraph(chinese), Paragraph(t("* equal"), "legend")))


def _work() -> Section:
    deep = Bullet(t("Point"), (Bullet(t("Under point"), (Bullet(t("Lowest point")),)), Bullet(t("Second under point"))))
    roles = (
        EntryBlock("role", Text((Span("Lead", italic=True),)), t("May 2020 – Present"), "2020-05/present", bullets=(deep,)),
        EntryBlock(
            "role", t("Engineer of a department whose name is so long that its date has no room"), t("2018–2020"), "2018/2020"
        ),
    )
    entries = (
        EntryBlock("position", t("Engine Works, Zürich"), t("2018 – Present"), "2018/present", (t("A line"),), entries=roles),
        EntryBlock("position", t("Loom"), t("May 3, 2017"), "2017-05-03", (t("One"), t("Two")), (t("A summary."),)),
        EntryBlock("position", t("No date")),
        EntryBlock("position", Text(), t("Nov 2016"), "2016-11"),
    )
    return Section("positions", t("Experience"), (EntryList(entries),))


def _publications() -> Section:
    down = tuple(EntryBlock("publication", t(f"Paper {number}"), lines=(t(f"Award {number}"),)) for number in (12, 11, 10))
    up = (
        EntryBlock("publication", t("Article one"), source="publications[0]"),
        EntryBlock("publication", t("Article two"), t("2019"), "2019", source="publications[1]"),
    )
    blocks: tuple[Block, ...] = (
        Group(t("Conference Papers"), (EntryList(down, "number", 12, -1),)),
        Group(t("Articles"), (EntryList(up, "number"),)),
    )
    return Section("publications", t("Publications"), blocks)


def _more() -> Section:
    awards = (EntryBlock("award", t("Medal"), t("2018, 2019"), "2018,2019"), EntryBlock("award", t("Cup"), t("2020"), "2020"))
    rows = (
        LabelRow(t("Languages"), t("C, Python, Löve")),
        LabelRow(t("Tools"), t("awk"), bullets=(Bullet(t("sed")),)),
        LabelRow(Text(), t("vi")),
    )
    blocks = (EntryList(awards), EntryList(awards[:1], "bullet"), Rows(rows), Rows((LabelRow(Text(), t("Alone")),)))
    return Section("custom-1", t("More"), blocks)


@pytest.fixture(scope="session")
def leaves() -> Callable[[Document], list[Text]]:
    """All the texts of a document, in the order in which they are read."""
    return lambda document: list(_leaves(document))


def _leaves(document: Document) -> Iterator[Text]:
    header = document.header
    yield from (t(header.name), t(header.native), header.headline)
    yield from (contact.text for contact in header.contacts)
    for section in document.sections:
        yield section.title
        yield from _of_blocks(section.blocks)


def _of_blocks(blocks: tuple[Block, ...]) -> Iterator[Text]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block.text
        elif isinstance(block, Group):
            yield block.title
            yield from _of_blocks(block.blocks)
        elif isinstance(block, Rows):
            for row in block.rows:
                yield from (row.label, row.text, *_of_bullets(row.bullets))
        else:
            yield from _of_entries(block.entries)


def _of_entries(entries: tuple[EntryBlock, ...]) -> Iterator[Text]:
    for entry in entries:
        yield from (entry.title, entry.date, *entry.lines, *entry.summary, *_of_bullets(entry.bullets))
        yield from _of_entries(entry.entries)


def _of_bullets(bullets: tuple[Bullet, ...]) -> Iterator[Text]:
    for bullet in bullets:
        yield from (bullet.text, *_of_bullets(bullet.bullets))
