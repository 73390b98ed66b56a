"""Test Word files, read as XML, by python-docx and by LibreOffice: all text is there, in order, in its style."""

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx as python_docx
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from lxml import etree  # type: ignore[import-untyped, unused-ignore]

from cvrender.errors import ToolError
from cvrender.load.library import find_style
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
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import Value, replace
from cvrender.system import programs
from cvrender.system.programs import find_pandoc
from cvrender.system.zip_file import zipped
from cvrender.targets.docx import build as pandoc
from cvrender.targets.docx.reference import PARTS, reference
from cvrender.targets.docx.write import render

PLAIN = find_style("plain")
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
HREF = "https://example.org/a%20b_(c)?x=1&y=100%25#top"
HOSTILE = (
    "  two  spaces, no\u00a0break,  ",
    "<w:p> & &amp; \"q\" 'r' ]]> <!-- -->",
    '<w:pStyle w:val="X" /><w:numPr></w:numPr>',
    "\\input{x} $y$ 100% #h ~t~ ^u^ _v_ *w* `x` [y](z) {{ jinja }}",
    "1. no list - nor this",
    "C++ C# R&D Vec<T>",
    "聂小楠 在  北京, 서울 and 東京",
    "Ωμέγα Ж ﬁ ě ḥ e\u0301 👩‍💻 \U0001d518 \u2011 עברית",
)


def lines(*texts: str) -> tuple[Text, ...]:
    return tuple(plain_text(text) for text in texts)


def entries(*titles: str, date: str = "", **more: Any) -> EntryList:
    return EntryList(tuple(EntryBlock("talk", plain_text(title), plain_text(date)) for title in titles), **more)


def positions() -> EntryList:
    deep = Bullet(
        plain_text("Led a group"), (Bullet(plain_text("of nine"), (Bullet(plain_text("or ten")),)), Bullet(plain_text("or so")))
    )
    roles = (
        EntryBlock("role", plain_text("Principal"), plain_text("2023 – Present"), lines=lines("Platforms"), bullets=(deep,)),
        EntryBlock("role", plain_text("Engineer"), plain_text("2020 – 2022")),
    )
    long = "Staff Research Engineer for Distributed Training, Compilers and Storage, Department of Very Long Names and Titles"
    return EntryList(
        (
            EntryBlock("position", plain_text("Big & Co.").marked(bold=True), plain_text("Jan 2020 – Present"), entries=roles),
            EntryBlock(
                "position",
                plain_text(long),
                plain_text("Jan 2018 – Dec 2019"),
                lines=lines("Small Co."),
                summary=lines("In short."),
            ),
            EntryBlock("position", plain_text("Simple"), plain_text("2017")),
        )
    )


def publications() -> tuple[Block, ...]:
    link = Text((Span("the ", href=HREF), Span("paper", bold=True, href=HREF), Span(" & code", code=True, href=HREF)))
    first = EntryBlock("paper", plain_text("SIGMOD 2025"), lines=(link,), bullets=(Bullet(plain_text("A prize")),))
    second = EntryBlock("paper", plain_text("VLDB 2024"))
    return (
        Paragraph(plain_text("* equal, † corresponding"), "legend"),
        Group(plain_text("Conferences"), (EntryList((first, second), "number"),)),
        Group(plain_text("Journals"), (entries("TODS", "TKDE", marker="number", start=3),)),
        Group(plain_text("Reports"), (EntryList((first, second), "number", 12, -1),)),
    )


def rich() -> Document:
    marks = (
        Span("b", bold=True),
        Span("i", italic=True),
        Span("c d", code=True),
        Span("n^2", math=True),
    )
    contacts = tuple(
        ContactLine(kind, plain_text(text).marked(href=href))
        for kind, text, href in (
            ("location", "London, UK", ""),
            ("email", "ada@e.org", "mailto:ada@e.org"),
            ("phone", "+44 20", "tel:+4420"),
        )
    )
    talk = "A talk whose title is so long that no page and no type size could hold it on one line of text, only on two of them"
    return Document(
        Properties("Ada – <CV> & more", "Ada Lovelace", "Engines", ("R&D", "maths"), "en"),
        Header("Ada Lovelace", "聂小楠", plain_text("Engineer & <poet>"), contacts),
        (
            Section("bio", plain_text("BIO"), (Paragraph(Text(marks)), *(Paragraph(plain_text(text)) for text in HOSTILE))),
            Section("work", plain_text("WORK"), (positions(),)),
            Section("papers", plain_text("PAPERS"), publications()),
            Section("news", plain_text("NEWS"), (entries("One", "Two", date="Feb 2025", marker="bullet"),)),
            Section("talks", plain_text("TALKS"), (entries(talk, "Short", date="Sep 2024"),)),
            Section("skills", plain_text("SKILLS"), (Rows((LabelRow(plain_text("Tools"), plain_text("C++")),)),)),
        ),
    )


def strings(node: Any) -> Iterator[str]:
    """What a part of a Document prints as text, in the order of its fields, which is that of print."""
    if isinstance(node, Text):
        yield "".join(span.text for span in node.spans if not span.math)
    elif isinstance(node, Header):
        yield from (node.name, node.native, node.headline.plain, *(contact.text.plain for contact in node.contacts))
    elif isinstance(node, tuple):
        for item in node:
            yield from strings(item)
    elif isinstance(node, Value):
        framed = isinstance(node, EntryBlock) and len(node.title.plain) > 90  # the date is a paragraph before the headline
        for name in sorted(node.__struct_fields__, key=lambda name: not (framed and name == "date")):
            yield from strings(getattr(node, name))


def build(document: Document, modified: str = "") -> bytes:
    return pandoc.docx(render(document), reference(PLAIN), replace(document.properties, modified=modified))


def unzipped(made: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(autouse=True)
def _no_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


@pytest.fixture(scope="module")
def made() -> bytes:
    return build(rich())


@pytest.fixture(scope="module")
def parts(made: bytes) -> dict[str, bytes]:
    return unzipped(made)


@pytest.fixture(scope="module")
def body(parts: dict[str, bytes]) -> Any:
    return etree.fromstring(parts["word/document.xml"])


def text_of(node: Any) -> str:
    kinds = (f"{W}t", f"{W}tab")
    return "".join(item.text or "" if item.tag == kinds[0] else "\t" for item in node.iter(*kinds))


def style_of(paragraph: Any) -> str:
    return str(paragraph.find(f"{W}pPr/{W}pStyle").get(f"{W}val"))


def number_of(paragraph: Any) -> tuple[str, str] | None:
    found = paragraph.find(f"{W}pPr/{W}numPr")
    return None if found is None else (found[0].get(f"{W}val"), found[1].get(f"{W}val"))


def test_all_text_stands_there_in_order(body: Any) -> None:
    text = "\n".join(text_of(paragraph) for paragraph in body.iter(f"{W}p")).replace("\u00a0", " ")
    wanted = [string.replace("\u00a0", " ") for string in strings((rich().header, rich().sections)) if string]
    assert len(wanted) > 60
    place = 0
    for string in wanted:
        assert string in text[place:], string
        place = text.index(string, place) + len(string)


def test_styles_are_those_of_the_reference(body: Any, parts: dict[str, bytes]) -> None:
    declared = {style.get(f"{W}styleId") for style in etree.fromstring(parts["word/styles.xml"]).iter(f"{W}style")}
    styles = etree.fromstring(reference(PLAIN)["word/styles.xml"].encode())
    own = {style.get(f"{W}styleId") for style in styles.iter(f"{W}style")}
    used = {item.get(f"{W}val") for item in body.iter(f"{W}pStyle", f"{W}rStyle")}
    assert declared == own and used <= own
    assert used == {
        *(
            "Title",
            "NativeName",
            "Subtitle",
            "Contact",
            "ContactLink",
            "ContactSeparator",
            "Hyperlink",
            "Heading1",
            "Heading2",
            "BodyText",
            "Legend",
        ),
        *("Entry", "ShortEntry", "Role", "EntryDateFrame", "EntryLine", "EntrySummary", "EntryDate", "BulletedEntry"),
        *("ListBullet", "ListBullet2", "ListBullet3", "ListNumber", "ListCountdown", "ListContinue2"),
        *("Row", "RowLabel", "VerbatimChar"),
    }
    assert all(style_of(paragraph) for paragraph in body.iter(f"{W}p"))


def test_no_tables_and_nothing_of_pandocs_own(body: Any, parts: dict[str, bytes]) -> None:
    assert not list(body.iter(f"{W}tbl", f"{W}drawing", f"{W}pict", f"{W}fldChar"))
    assert set(parts) == set(PARTS) - {"word/header1.xml"}
    everything = b"".join(parts.values()).lower()
    for word in (b"pandoc", b"un-named", b"1970", b"comments", b"footnote", b"custom-properties"):
        assert word not in everything


def test_settings_of_the_file(body: Any, parts: dict[str, bytes]) -> None:
    assert b'w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"' in parts["word/settings.xml"]
    footer = etree.fromstring(parts["word/footer1.xml"])
    assert text_of(footer) == "2" and footer.find(f".//{W}fldSimple").get(f"{W}instr") == " PAGE "
    link = next(item for item in etree.fromstring(parts["word/styles.xml"]) if item.get(f"{W}styleId") == "Hyperlink")
    assert link.find(f"{W}rPr/{W}u").get(f"{W}val") == "single"
    languages = {tuple(item.attrib.items()) for item in body.iter(f"{W}lang")}
    assert languages >= {((f"{W}val", "el"),), ((f"{W}eastAsia", "zh-CN"),), ((f"{W}bidi", "he-IL"),)}


def test_all_entries_build_on_one_style(parts: dict[str, bytes]) -> None:
    styles = [item for item in etree.fromstring(parts["word/styles.xml"]) if item.get(f"{W}type") == "paragraph"]
    bases = {item.get(f"{W}styleId"): item.find(f"{W}basedOn") for item in styles}
    found = {name for name, base in bases.items() if base is not None and base.get(f"{W}val") in ("Entry", "ListNumber")}
    assert found == set("ShortEntry Role Publication BulletedEntry ListNumber ListCountdown EntryDateFrame".split())
    shown = [item for item in styles if item.find(f"{W}semiHidden") is None]
    assert len(shown) < 36


def test_pandoc_reads_it_back_whole(made: bytes, tmp_path: Path) -> None:
    (tmp_path / "cv.docx").write_bytes(made)
    command = [find_pandoc(), "--from=docx", "--to=plain", "--standalone", "--wrap=none", "cv.docx"]
    text = "".join(subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.split())
    wanted = [string.replace("\u00a0", " ") for string in strings((rich().header, rich().sections)) if string]
    lost = [string for string in wanted if "".join(string.split()) not in text]
    assert len(wanted) > 60 and lost == ["Engineer & <poet>"], "pandoc takes the subtitle for metadata, and does not print it"


def test_links_are_whole(body: Any, parts: dict[str, bytes]) -> None:
    relationships = etree.fromstring(parts["word/_rels/document.xml.rels"])
    targets = {item.get("Id"): item.get("Target") for item in relationships}
    links = [(text_of(link), targets[link.get(f"{R}id")]) for link in body.iter(f"{W}hyperlink")]
    assert links == [("ada@e.org", "mailto:ada@e.org"), ("+44 20", "tel:+4420"), *[("the paper & code", HREF)] * 2]
    inner = [target for target in targets.values() if ":" not in target]
    assert inner and all(f"word/{target}" in parts for target in inner)


def test_headings_have_anchors(body: Any) -> None:
    names = [item.get(f"{W}name") for item in body.iter(f"{W}bookmarkStart")]
    assert names == [section.id for section in rich().sections]


def test_numbers_restart_and_count_for_themselves(body: Any, parts: dict[str, bytes]) -> None:
    numbering = etree.fromstring(parts["word/numbering.xml"])
    lists = {item.get(f"{W}numId"): item for item in numbering.iter(f"{W}num")}
    paragraphs = [item for item in body.iter(f"{W}p") if style_of(item).startswith("ListNumber")]
    found = [(text_of(item), number_of(item)) for item in paragraphs]
    assert [text for text, _ in found] == ["SIGMOD 2025", "VLDB 2024", "TODS", "TKDE"]
    assert found[0][1] == found[1][1] != found[2][1] == found[3][1]
    for (_, number), start in ((found[0], "1"), (found[2], "3")):
        assert number is not None and number[0] == "0"
        assert lists[number[1]].find(f"{W}abstractNumId").get(f"{W}val") == "2"
        assert lists[number[1]].find(f"{W}lvlOverride/{W}startOverride").get(f"{W}val") == start
    assert {item.get(f"{W}abstractNumId") for item in numbering.iter(f"{W}abstractNum")} == {"1", "2"}


def test_only_items_have_marks(body: Any, parts: dict[str, bytes]) -> None:
    numbering = etree.fromstring(parts["word/numbering.xml"])
    kinds = {item.get(f"{W}numId"): item.find(f"{W}abstractNumId").get(f"{W}val") for item in numbering.iter(f"{W}num")}
    seen = []
    for paragraph in body.iter(f"{W}p"):
        style, number = style_of(paragraph), number_of(paragraph)
        match = re.match(r"ListBullet(\d?)|ListNumber|BulletedEntry", style)
        assert bool(match) == bool(number), style
        if match and number:
            level = str(int(match[1] or 1) - 1)
            assert number[0] == level and kinds[number[1]] == ("1" if "Bullet" in style else "2")
            seen.append(style)
    assert len(seen) == 4 + 4 + 2 + 2  # below a role, numbered, below those, news


def test_counting_down_is_typed(body: Any) -> None:
    found = [text_of(item) for item in body.iter(f"{W}p") if style_of(item).startswith("ListCountdown")]
    assert found == ["12.\tSIGMOD 2025", "11.\tVLDB 2024"]


def test_maths_is_words_own(body: Any) -> None:
    maths = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
    assert ["".join(item.itertext()) for item in body.iter(f"{maths}oMath")] == ["n2"]


def test_python_docx_reads_it(made: bytes) -> None:
    read = python_docx.Document(io.BytesIO(made))
    properties = read.core_properties
    assert (properties.title, properties.author) == ("Ada – <CV> & more", "Ada Lovelace")
    assert (properties.subject, properties.keywords, properties.language) == ("Engines", "R&D, maths", "en")
    assert properties.created is None and properties.modified is None
    headings = [item.text for item in read.paragraphs if item.style and item.style.name == "Heading 1"]
    assert headings == ["BIO", "WORK", "PAPERS", "NEWS", "TALKS", "SKILLS"]
    assert read.paragraphs[0].text == "Ada Lovelace 聂小楠"
    assert not read.tables


def test_same_bytes_wherever_it_runs(made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert build(rich()) == made
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("modified", "epoch", "expected"),
    [
        ("", "", []),
        ("2026-01-31", "", ["2026-01-31T00:00:00Z"] * 2),
        ("2026", "", ["2026-01-01T00:00:00Z"] * 2),
        ("2026-01-31", "86400", ["1970-01-02T00:00:00Z"] * 2),
    ],
)
def test_no_date_but_the_one_given(modified: str, epoch: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if epoch:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    properties = unzipped(build(Document(Properties("t", "a"), Header("A"), ()), modified))["docProps/core.xml"]
    assert re.findall(r"\d{4}-\d\d-\d\d[^<]*", properties.decode()) == expected


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "zh-CN"), ("zh", "zh-CN"), ("zh-Hant", "zh-TW"), ("ja", "ja-JP"), ("ko-KR", "ko-KR")]
)
def test_east_asian_fonts_follow_the_language(language: str, expected: str) -> None:
    parts = unzipped(build(Document(Properties("t", "a", language=language), Header("聂"), ())))
    assert f'w:eastAsia="{expected}"' in parts["word/settings.xml"].decode()
    assert f"<dc:language>{language}</dc:language>" in parts["docProps/core.xml"].decode()
    lang = rf'<w:lang w:val="en(?:-[A-Z]{{2}})?" w:eastAsia="{expected}"'  # that of Latin letters is always one of theirs
    assert re.search(lang, parts["word/styles.xml"].decode())


@pytest.mark.parametrize("text", ["-" * 3000, "\ufeffx\x01y", " ", "_x000D_", "🏳️‍🌈" * 40])
def test_odd_texts(text: str) -> None:
    section = Section("s", plain_text("S"), (Paragraph(plain_text(text)), Paragraph(plain_text("end"))))
    parts = unzipped(build(Document(Properties(text, text), Header(text), (section,))))
    found = [text_of(item) for item in etree.fromstring(parts["word/document.xml"]).iter(f"{W}p")]
    assert found == [text.replace("\x01", ""), "S", text.replace("\x01", ""), "end"]


@pytest.mark.slow
def test_follows_the_open_xml_rules(made: bytes, tmp_path: Path) -> None:
    audit = pytest.importorskip("openxml_audit")
    for name, content in (("cv.docx", made), ("reference.docx", zipped(reference(PLAIN)))):
        (tmp_path / name).write_bytes(content)
        assert audit.OpenXmlValidator().validate(str(tmp_path / name)).errors == []
    with zipfile.ZipFile(tmp_path / "broken.docx", "w") as archive:
        for name, content in unzipped(made).items():
            archive.writestr(name, content.replace(b"<w:body>", b"<w:body><w:wrong/>"))
    assert audit.OpenXmlValidator().validate(str(tmp_path / "broken.docx")).errors, "the audit sees what is wrong"


@pytest.mark.slow
@pytest.mark.libreoffice
@pytest.mark.skipif(not shutil.which("soffice"), reason="no LibreOffice on this machine")
def test_libreoffice_sets_all_of_it(made: bytes, tmp_path: Path) -> None:
    (tmp_path / "cv.docx").write_bytes(made)
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/lo", "--headless", "--convert-to", "pdf", "cv.docx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    pdf = pypdfium2.PdfDocument(tmp_path / "cv.pdf")
    text = "".join("".join(page.get_textpage().get_text_bounded().split()) for page in pdf)
    wanted = [string for string in strings((rich().header, rich().sections)) if string and string not in HOSTILE[-2:]]
    lost = [string for string in wanted if "".join(string.split()) not in text]
    assert len(wanted) > 55 and not lost
    for mark in ("1.SIGMOD", "2.VLDB", "3.TODS", "4.TKDE", "12.SIGMOD", "11.VLDB", "•Ledagroup", "–ofnine"):
        assert mark in text


def test_pandocs_complaint_is_passed_on() -> None:
    with pytest.raises(ToolError, match=r"pandoc failed: .*JSON") as caught:
        pandoc.docx("{}", reference(PLAIN), rich().properties)
    assert caught.value.exit_code == 3
    with pytest.raises(ToolError, match="pandoc failed"):
        pandoc.docx(render(rich()), {"word/document.xml": "<"}, rich().properties)


def test_tree_that_asks_for_files_gets_none(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")
    properties = Properties("t", "a")
    tree = json.loads(render(Document(properties, Header("A"), ())))
    image = {"t": "Image", "c": [["", [], []], [{"t": "Str", "c": "alt"}], [str(tmp_path / "secret.png"), ""]]}
    tree["blocks"].append({"t": "Para", "c": [image]})
    result = pandoc.docx(json.dumps(tree), reference(PLAIN), properties)
    assert b"secret" not in b"".join(unzipped(result).values())


def test_without_pandoc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "pypandoc", None)
    with pytest.raises(ToolError, match="pandoc not found"):
        find_pandoc()
