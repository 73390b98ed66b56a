"""Test five real profiles: everything is read back, nothing is lost or broken, the bytes are the same each time.

What must stand in the artifacts is worked out twice: from the YAML itself, read here with another reader than the
program's, and from the Document, whose every leaf must stand in every artifact in the Document's order.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
import yaml
from markdown_it import MarkdownIt

from cvrender.api import render
from cvrender.merge.profile import load_profile
from cvrender.model.document import Block, Bullet, Document, EntryBlock, EntryList, Group, Paragraph, Rows, Table
from cvrender.model.text import Text
from cvrender.model.value import Value
from cvrender.targets.pdf.engine.program import find_engine
from cvrender.verify.making import Composed

ROOT = Path(__file__).parents[1]
PROFILES = ("bing-xie", "cong-xie", "lingxiao-ma", "minjia-zhang", "xiaonan-nie")
READERS = ("pdfium", "poppler", "docx", "markdown")
WORST_BOX = 5.0  # points that a line may be too wide

EXAMPLES = sorted({path.stem for path in (ROOT / "profiles").glob("*.yaml")} - set(PROFILES))  # of people who do not exist

FEW = {"bing-xie", "cong-xie", *EXAMPLES}  # the others are slow


def _each(names: Iterable[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name in names])


each_profile, each_file = _each(PROFILES), _each([*PROFILES, *EXAMPLES])


# What was made, and how it is read


def need(tool: str) -> str:
    """A tool's path; without it the test is skipped, but never in CI."""
    path = shutil.which(tool)
    if not path:
        assert os.environ.get("CI") != "true", f"CI must have {tool}"
        pytest.skip(f"{tool} is not on this machine")
    return path


@dataclass(frozen=True, eq=False)
class MadeCv:
    """One profile, its Document and its artifacts."""

    name: str
    folder: Path
    document: Document
    yaml: dict[str, Any]

    def file(self, target: str) -> Path:
        return self.folder / f"{self.name}-full-classic.{target}"

    @cached_property
    def pages(self) -> dict[str, list[str]]:
        """The text of each page, for each reader of PDFs; without the foot."""
        readings = {"pdfium": pdfium_pages(self.file("pdf"))}
        if shutil.which("pdftotext"):
            readings["poppler"] = poppler_pages(self.file("pdf"), "-raw")
        name = self.document.header.name
        return {
            reader: [without_foot(page, name, index + 1) for index, page in enumerate(pages)]
            for reader, pages in readings.items()
        }

    @cache  # noqa: B019  (as many as there are profiles)
    def text(self, reader: str) -> str:
        if reader == "docx":
            return docx_text(self.file("docx").read_bytes())
        if reader == "markdown":
            return markdown_text(self.file("md").read_text("utf-8"))
        if reader == "poppler":
            need("pdftotext")
        return "\n".join(self.pages[reader])


@pytest.fixture(scope="session")
def make_cv(
    rendered: Callable[[str, str], Any], tmp_path_factory: pytest.TempPathFactory, composed: Callable[..., Composed]
) -> Callable[[str], MadeCv]:
    """Each profile in the style classic, with its Document."""

    @cache
    def make(name: str) -> MadeCv:
        folder = tmp_path_factory.mktemp(name)
        path = ROOT / "profiles" / f"{name}.yaml"
        loaded = load_profile(path)
        for file, content in rendered(name, "classic").files.items():
            (folder / file).parent.mkdir(exist_ok=True)  # fonts are in a folder of their own
            (folder / file).write_bytes(content)
        data = yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # noqa: S506  (every scalar as a text)
        return MadeCv(name, folder, composed(loaded, style="classic", targets=("md",)).inputs.document, data)

    return make


def pdfium_pages(path: Path) -> list[str]:
    """PDFium writes U+FFFE for a hyphen at a line's end where it takes the parts for one word."""
    with pypdfium2.PdfDocument(path) as opened:
        pages = [page.get_textpage().get_text_range() for page in opened]
    return [page.replace("\r\n", "\n").replace("\ufffe", "-\n") for page in pages]


def poppler_pages(path: Path, *options: str) -> list[str]:
    command = [need("pdftotext"), "-enc", "UTF-8", *options, str(path), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")
    return text.split("\f")[:-1]


def without_foot(page: str, name: str, number: int) -> str:
    lines = page.rstrip().split("\n")
    return "\n".join(lines[:-1] if lines[-1].strip() == f"{name} · {number}" else lines)


W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def docx_text(content: bytes) -> str:
    """A line for each paragraph; tabs are tabs."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        body = ElementTree.fromstring(archive.read("word/document.xml"))
    signs = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}noBreakHyphen": "-"}
    lines = []
    for paragraph in body.iter(f"{W}p"):
        runs = [node for run in paragraph.iter(f"{W}r") for node in run]
        lines.append("".join((node.text or "") if node.tag == f"{W}t" else signs.get(node.tag, "") for node in runs))
    return "\n".join(lines)


def markdown_text(source: str) -> str:
    """What a reader of the Markdown sees; its tags of emphasis leave nothing behind."""
    lines = []
    for token in MarkdownIt("commonmark").enable("table").parse(source):
        if token.type == "inline":
            parts = token.children or []
            breaks = {"softbreak": " ", "hardbreak": "\n"}
            lines.append("".join(breaks.get(part.type, "" if part.type == "html_inline" else part.content) for part in parts))
        else:
            separator = token.content == "<!-- -->\n"  # keeps two lists apart
            assert separator or token.type not in ("html_block", "code_block", "fence"), token.content
    return "\n".join(lines)


# How a string is found in a text


@cache
def pattern(needle: str, *, any_case: bool = False) -> re.Pattern[str]:
    """The string with any white space for its own, and with lines that may break after hyphens, slashes and ideographs."""
    expression = ""
    for part in re.split(r"(\s+)", needle.strip()):
        expression += r"\s+" if part.isspace() else re.sub(r"((?:\\?[-/–—?&=])|[\u3000-\u9fff])(?=.)", r"\1\n?", re.escape(part))
    return re.compile(expression, re.I if any_case else 0)


def missing(needles: Iterable[str], text: str) -> list[str]:
    return [needle for needle in dict.fromkeys(needles) if not pattern(needle).search(text)]


def out_of_order(needles: Iterable[tuple[str, bool]], text: str) -> list[str]:
    """The strings that do not stand behind the one before them. Each has a flag that says whether case counts."""
    position, wrong = 0, []
    for needle, any_case in needles:
        match = pattern(needle, any_case=any_case).search(text, position)
        if match:
            position = match.end()
        else:
            wrong.append(needle)
    return wrong


def test_the_comparison_finds_what_is_wrong() -> None:
    assert not missing(["a b", "semi-structured", "和平", "a/b"], "a\nb semi-\nstructured 和\n平 a/\nb")
    lost = ["abd", "semistructured", "A b", "a bc", "ab c"]
    assert missing(lost, "a b semi-structured abc") == lost
    assert missing(["state-of-the-art"], "state-of- the-art") == ["state-of-the-art"]
    assert not out_of_order([("one", False), ("TWO", True), ("one", False)], "one two one")
    assert out_of_order([("two", False), ("one", False)], "one two") == ["one"]
    assert out_of_order([("one", False), ("one", False)], "one two") == ["one"]


# What must be there: from the YAML

SILENT = {"schema", "language", "updated", "engine", "style", "views", "id", "tags", "private", "type", "variants", "photo"}
SILENT |= {"equal", "corresponding", "student", "et_al", "start", "end", "date", "genre", "native"}
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def one_date(text: str) -> str:
    year, month, day = (*text.split("-"), "", "")[:3]
    return f"{MONTHS[int(month) - 1]} {int(day)}, {year}" if day else f"{MONTHS[int(month) - 1]} {year}" if month else year


def one_range(start: str, end: str) -> str:
    """A range in words. An end that is left empty in a range, such as `2018/`, lasts as `present` does."""
    start, end = one_date(start) if start else "", "Present" if end in ("", "..", "present") else one_date(end)
    dash = "–" if len(start + end) == 8 and (start + end).isdigit() else " – "
    return f"{start}{dash}{end}" if start else end


def when(entry: dict[str, Any]) -> str:
    """An entry's time in words."""
    if "date" in entry:
        dates = entry["date"] if isinstance(entry["date"], list) else [entry["date"]]
        return ", ".join(one_range(*date.split("/")) if "/" in date else one_date(date) for date in dates)
    if "end" not in entry:
        return one_date(entry["start"])
    return one_range(entry.get("start", ""), entry["end"])


def prose(text: str) -> str:
    """Inline Markdown without its marks."""
    tokens = MarkdownIt("commonmark").parseInline(" ".join(text.split()))[0].children or []
    return "".join(token.content for token in tokens)


def author(value: Any) -> str:
    if isinstance(value, str):
        return value
    signs = {"equal": "*", "corresponding": "†", "student": "‡"}
    native = f" ({value['native']})" if "native" in value else ""
    return value["name"] + native + "".join(sign for key, sign in signs.items() if value.get(key) == "true")


def is_private(value: Any) -> bool:
    return isinstance(value, dict) and value.get("private") == "true"


def strings(value: Any, key: str = "") -> Iterator[str]:
    """Every string of a part of a profile as it must be read."""
    if is_private(value) or key in SILENT or key.startswith("x-"):
        return
    if isinstance(value, str):
        yield {"status": value.replace("-", " "), "url": value.partition("://")[2].rstrip("/")}.get(key, prose(value))
    elif isinstance(value, dict):
        if {"start", "end", "date"} & set(value):
            yield when(value)
        if "native" in value:
            yield value["native"]
        for inner, item in value.items():
            yield from () if inner == "url" and ("label" in value) else strings(item, inner)
    elif key == "authors":
        yield ", ".join(author(item) for item in value)
    else:
        for item in value:
            yield from strings(item, key)


def acceptance(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    counts = [f"{value['accepted']}/{value['submitted']}"] if "accepted" in value else []
    return counts + ([value["rate"]] if "rate" in value else [])


def entry_strings(entry: dict[str, Any]) -> list[str]:
    rest = {key: value for key, value in entry.items() if key != "acceptance"}
    return [*strings(rest), *(acceptance(entry["acceptance"]) if "acceptance" in entry else [])]


def collections(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every entry with its field, such as `awards[3]`."""
    for key, value in data.items():
        if key not in SILENT | {"person", "interests", "custom"} and isinstance(value, list):
            yield from ((f"{key}[{index}]", entry) for index, entry in enumerate(value) if not is_private(entry))


def person_strings(person: dict[str, Any]) -> Iterator[str]:
    for key in ("name", "native", "headline", "location"):
        yield from [person[key]] if key in person else []
    for contact in (item for key in ("emails", "phones", "links") for item in person.get(key, [])):
        contact = {"value": contact} if isinstance(contact, str) else contact
        if not is_private(contact):
            address = contact["value"].partition("://")[2].rstrip("/")
            yield contact.get("label") or address or contact["value"]


def all_strings(data: dict[str, Any]) -> list[str]:
    """Everything that the full view shows."""
    texts = [*person_strings(data["person"]), *(prose(part) for part in data.get("bio", "").split("\n") if part.strip())]
    texts += [prose(text) for text in data.get("interests", [])]
    for _, entry in collections(data):
        texts += entry_strings(entry)
    for section in data.get("custom", []):
        texts += [] if is_private(section) else strings(section)
    return [text for text in texts if text]


def test_the_strings_of_a_profile_are_found() -> None:
    entry = {
        "title": "A *B*",
        "authors": ["X", {"name": "Y", "equal": "true"}],
        "date": "2020-02",
        "tags": ["no"],
        "type": "article",
    }
    assert entry_strings(entry | {"acceptance": {"accepted": "5", "submitted": "9"}}) == ["Feb 2020", "A B", "X, Y*", "5/9"]
    assert entry_strings({"start": "2018", "end": "present", "role": "R"}) == ["2018 – Present", "R"]
    assert entry_strings({"start": "2018", "end": "2020"}) == ["2018–2020"]
    assert entry_strings({"start": "2018-01", "end": "2020"}) == ["Jan 2018 – 2020"]
    assert entry_strings({"start": "2018", "end": "present"}) == ["2018 – Present"]
    assert entry_strings({"start": "2018"}) == ["2018"]
    assert entry_strings({"date": "2018/"}) == ["2018 – Present"]
    assert entry_strings({"date": ["2018/2020", "2021-02/2021-03"]}) == ["2018–2020, Feb 2021 – Mar 2021"]
    assert entry_strings({"date": ["2018-05-06", "2020"]}) == ["May 6, 2018, 2020"]
    assert entry_strings({"end": "present"}) == ["Present"]
    links = [{"url": "https://a.b/", "label": "L"}, {"url": "https://c.d/"}]
    assert entry_strings({"name": "N", "native": "聂", "links": links, "private": "false"}) == ["聂", "N", "L", "c.d"]
    assert entry_strings({"text": "secret", "private": "true"}) == []


# What must be there: from the Document

Leaf = tuple[str, str]  # what it is, what it says


def block_leaves(block: Block) -> Iterator[Leaf]:
    if isinstance(block, Paragraph):
        yield "text", block.text.plain
    elif isinstance(block, Group):
        yield "heading", block.title.plain
        yield from (leaf for inner in block.blocks for leaf in block_leaves(inner))
    elif isinstance(block, Rows):
        for row in block.rows:
            yield from (("label", row.label.plain), ("text", row.text.plain))
            yield from (("text", bullet.text.plain) for bullet in all_bullets(row.bullets))
    elif isinstance(block, Table):
        yield from (("text", cell.plain) for row in (block.header, *block.rows) for cell in row)
    else:
        yield from (leaf for entry in block.entries for leaf in entry_leaves(entry))


def entry_leaves(entry: EntryBlock) -> Iterator[Leaf]:
    yield from (("label", entry.label.plain), ("text", entry.title.plain), ("date", entry.date.plain))
    yield from (("text", text.plain) for text in (*entry.lines, *entry.summary))
    yield from (("text", bullet.text.plain) for bullet in all_bullets(entry.bullets))
    yield from (leaf for inner in entry.entries for leaf in entry_leaves(inner))


def all_bullets(bullets: tuple[Bullet, ...]) -> Iterator[Bullet]:
    for bullet in bullets:
        yield bullet
        yield from all_bullets(bullet.bullets)


def leaves(document: Document) -> Iterator[Leaf]:
    header = document.header
    yield from (("text", text) for text in (header.name, header.native, header.headline.plain))
    yield from (("text", contact.text.plain) for contact in header.contacts)
    for section in document.sections:
        yield "heading", section.title.plain
        yield from (leaf for block in section.blocks for leaf in block_leaves(block))


def entries(document: Document) -> Iterator[EntryBlock]:
    """Every entry of every list, roles too, in the document's order."""
    blocks = [block for section in document.sections for block in section.blocks]
    while blocks:
        block = blocks.pop(0)
        if isinstance(block, Group):
            blocks[:0] = block.blocks
        elif isinstance(block, EntryList):
            for entry in block.entries:
                yield from (entry, *entry.entries)


def headings(document: Document) -> list[str]:
    return [text for kind, text in leaves(document) if kind == "heading"]


def texts(value: Any) -> Iterator[Text]:
    """Every Text inside a Document."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        yield from (text for item in value for text in texts(item))
    elif isinstance(value, Value):
        yield from (text for field in value.__struct_fields__ for text in texts(getattr(value, field)))


def targets(document: Document) -> set[str]:
    return {unquote(span.href) for text in texts(document) for span in text.spans if span.href}


@each_file
def test_no_text_of_a_document_is_overlooked_here(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    assert {text.plain for text in texts(make_cv(name).document)} <= {text for _, text in leaves(make_cv(name).document)} | {""}


# Files


@each_file
def test_every_target_is_made(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    for target, start in {"tex": b"% ", "pdf": b"%PDF-1.7", "md": b"# ", "docx": b"PK\x03\x04"}.items():
        assert make_cv(name).file(target).read_bytes().startswith(start)


def complaints(path: Path) -> list[str]:
    """What qpdf has to say against a PDF."""
    try:
        with pikepdf.open(path) as opened:
            assert len(opened.pages) >= 1
            return [str(problem) for problem in opened.check_pdf_syntax()]
    except pikepdf.PdfError as error:
        return [str(error)]


@each_file
def test_the_pdf_is_sound(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    assert complaints(make_cv(name).file("pdf")) == []


def test_the_check_of_the_pdf_can_fail(make_cv: Callable[[str], MadeCv], tmp_path: Path) -> None:
    content = bytearray(make_cv("bing-xie").file("pdf").read_bytes())
    place = content.index(b"stream\n") + 40
    content[place : place + 60] = b"x" * 60
    (tmp_path / "broken.pdf").write_bytes(content)
    assert complaints(tmp_path / "broken.pdf") != []


@each_file
def test_the_docx_is_sound(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    with zipfile.ZipFile(make_cv(name).file("docx")) as archive:
        assert archive.testzip() is None
        for part in archive.namelist():
            if part.endswith((".xml", ".rels")):
                ElementTree.fromstring(archive.read(part))


# Completeness


@each_profile
def test_every_string_of_the_profile_stands_in_the_document(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    """Each in its own entry: nothing may be saved by standing elsewhere."""
    document, data = make_cv(name).document, make_cv(name).yaml
    said = {entry.source: "\n".join(text for _, text in entry_leaves(entry)) for entry in entries(document)}
    blocks = [block for section in document.sections for block in section.blocks]
    rows = [row for block in blocks if isinstance(block, Rows) for row in block.rows]
    said |= {row.source: "\n".join(text for _, text in block_leaves(Rows((row,)))) for row in rows}
    seen = 0
    for source, entry in collections(data):
        wanted = entry_strings(entry)
        seen += len(wanted)
        assert not missing(wanted, said[source]), source
        genre = entry.get("genre", "workshop")
        assert genre == "workshop" or genre.casefold() in said[source].casefold(), source
    assert seen > 60


@each_profile
def test_the_document_has_every_section_that_the_profile_has(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    data = make_cv(name).yaml
    wanted = {key for key in data if key not in SILENT | {"person", "custom"} and not key.startswith("x-")}
    assert {section.id for section in make_cv(name).document.sections} == wanted
    assert len(wanted) >= 5


@pytest.mark.parametrize("reader", READERS)
@each_profile
def test_every_string_of_the_profile_is_read_back(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    wanted = all_strings(make_cv(name).yaml)
    assert len(wanted) > 60
    assert not missing(wanted, make_cv(name).text(reader))


@each_profile
def test_every_string_is_read_back_by_pdftotext_as_people_call_it(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    """Without options, poppler goes line by line; a date is at the end of the first line of its headline."""
    assert not missing(all_strings(make_cv(name).yaml), "\n".join(poppler_pages(make_cv(name).file("pdf"))))


@pytest.mark.parametrize("reader", READERS)
@each_profile
def test_every_leaf_of_the_document_is_read_back_in_order(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    """Dates in a Word file have a test of their own: one in a frame stands before its headline."""
    no_dates = reader == "docx"
    wanted = [
        (text, kind == "heading") for kind, text in leaves(make_cv(name).document) if text and not (no_dates and kind == "date")
    ]
    assert len(wanted) > 40
    assert not out_of_order(wanted, make_cv(name).text(reader))


@pytest.mark.parametrize("reader", READERS)
@each_profile
def test_publications_are_read_back_in_order_with_their_authors(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    """Title and authors of each publication stand between the one before and the one after it."""
    data, document, text = make_cv(name).yaml["publications"], make_cv(name).document, make_cv(name).text(reader)
    sources = [entry.source for entry in entries(document) if entry.kind == "publication"]
    assert sorted(sources) == sorted(f"publications[{index}]" for index in range(len(data)))
    position = pattern("publications", any_case=True).search(text).end()  # type: ignore[union-attr]
    for source in sources:
        work = data[int(source.partition("[")[2][:-1])]
        matches = [
            pattern(part).search(text, position) for part in (prose(work["title"]), ", ".join(map(author, work["authors"])))
        ]
        assert all(matches), f"{source} is not behind the one before it"
        ends = [match.end() for match in matches if match]
        starts = [match.start() for match in matches if match]
        assert max(starts) - min(ends) < 400, f"{source}: title and authors are apart"
        position = max(ends)


@pytest.mark.parametrize("reader", READERS)
@each_file
def test_sections_are_read_back_in_order_on_lines_of_their_own(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    lines = [line.strip().casefold() for line in make_cv(name).text(reader).splitlines()]
    wanted = [section.title.plain.casefold() for section in make_cv(name).document.sections]
    titles = [line for line in lines if line in wanted]
    assert list(dict.fromkeys(titles)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("xiaonan-nie", ["聂小楠"]),
        (
            "lingxiao-ma",
            ["一种基于自动选择副本因子模型的图计算方法", "智唐", "秒针", "励耘", "《希望-2014年国家奖学金获奖学生风采录》"],
        ),
        ("minjia-zhang", ["μs", "Montréal"]),
    ],
)
def test_other_scripts_are_read_back(name: str, wanted: list[str], reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    assert not missing(wanted, make_cv(name).text(reader))


# Reading


def unreadable(text: str) -> set[str]:
    """Ligatures, soft hyphens, private-use characters, replacements, and other signs that stand for nothing."""
    return set(re.findall("[\ufb00-\ufb06\u00ad\ue000-\uf8ff\ufffd\ufffe\uffff\u200b\ufeff\x00-\x08\x0b\x0e-\x1f]", text))


@pytest.mark.parametrize("reader", READERS)
@each_profile
def test_the_text_holds_only_what_people_type(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    assert unreadable("ﬁ\u00ad\ue000\ufffd") == set("ﬁ\u00ad\ue000\ufffd")
    text = make_cv(name).text(reader)
    assert not unreadable(text)
    known = "".join(text for _, text in leaves(make_cv(name).document)).casefold()
    extra = "•–—·|:,().0123456789" + "".join(headings(make_cv(name).document)).casefold()
    assert {char for char in text.casefold() if not char.isspace()} <= set(known) | set(extra)


@pytest.mark.parametrize("reader", READERS)
@each_file
def test_the_first_line_is_the_name(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    header = make_cv(name).document.header
    first = next(line for line in make_cv(name).text(reader).splitlines() if line.strip())
    name, whole = (" ".join(text.split()) for text in (header.name, f"{header.name} {header.native}"))
    assert whole.startswith(" ".join(first.split())), first  # a long line may be broken, but not within the name
    assert len(" ".join(first.split())) >= len(name)


@each_file
def test_no_line_ends_within_a_word(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    """Who reads a PDF takes a hyphen at a line's end for one that may go: poppler makes `WordWord` of it, PDFium U+FFFE."""
    said = "\n".join(text for _, text in leaves(make_cv(name).document))
    ends = re.findall(r"(\S+-)\n", make_cv(name).text("pdfium"))
    assert [word for word in ends if not re.search(rf"{re.escape(word)}\s", said)] == []


def beside(line: str, headline: str, date: str) -> bool:
    """Whether a line is the first of a headline, perhaps with its bullet or number, and then the date."""
    line = " ".join(line.split())
    head = re.sub(r"^(?:•|–|\d+\.) ", "", line.removesuffix(date).strip())
    return line.endswith(date) and len(head) > 3 and f"{' '.join(headline.split())} ".startswith(f"{head} ")


@each_file
def test_dates_stand_on_the_line_of_what_they_date(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    assert beside("• Chair:  PLDI      2019", "Chair: PLDI", "2019")
    assert not beside("Chair: PLDI", "Chair: PLDI", "2019")
    assert not beside("2019", "Chair: PLDI", "2019")
    assert beside("Chair: PLDI      2019", "Chair: PLDI and more", "2019")
    assert not beside("and more      2019", "Chair: PLDI and more", "2019")
    lines = [line for page in poppler_pages(make_cv(name).file("pdf"), "-layout") for line in page.splitlines()]
    dated = [
        (f"{entry.label.plain} {entry.title.plain}".strip(), entry.date.plain)
        for entry in entries(make_cv(name).document)
        if entry.date
    ]
    assert len(dated) >= 3
    position = 0
    for headline, date in dated:
        at = next((index for index in range(position, len(lines)) if beside(lines[index], headline, date)), None)
        assert at is not None, f"{date!r} is not beside {headline!r}"
        position = at + 1


@pytest.mark.parametrize("reader", ["docx", "markdown"])
@each_profile
def test_dates_stand_in_the_paragraph_of_what_they_date(name: str, reader: str, make_cv: Callable[[str], MadeCv]) -> None:
    """In Word behind a tab, or in a frame next to a headline of more than one line; in Markdown behind a dash."""
    between = {"docx": "\t", "markdown": " — "}[reader]
    lines = make_cv(name).text(reader).replace("\N{NO-BREAK SPACE}", " ").splitlines()  # dates are not broken
    dated = [entry for entry in entries(make_cv(name).document) if entry.date]
    wanted = [(f"{entry.label.plain} {entry.title.plain}".strip(), entry.date.plain) for entry in dated]
    framed = set(zip(lines[1:], lines, strict=False)) if reader == "docx" else set()
    assert len(wanted) >= 3
    assert [pair for pair in wanted if between.join(pair) not in lines and pair not in framed] == []


@each_file
def test_the_foot_of_a_page_holds_its_number_and_nothing_else(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    """The number stands behind the name, so that a page that was printed says whose it is."""
    owner = make_cv(name).yaml["person"]["name"]
    pages = [page.rstrip().split("\n") for page in pdfium_pages(make_cv(name).file("pdf"))]
    assert [lines[-1].strip() for lines in pages[1:]] == [f"{owner} · {number}" for number in range(2, len(pages) + 1)]
    number = re.compile(rf"\s*(?:{re.escape(owner)} · )?\d{{1,2}}\s*")
    assert not number.fullmatch(pages[0][-1])
    assert not any(number.fullmatch(line) for lines in pages for line in lines[:-1])


@each_file
def test_every_font_is_in_the_file_and_can_be_read(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    with pikepdf.open(make_cv(name).file("pdf")) as opened:
        dictionaries = [item for item in opened.objects if isinstance(item, pikepdf.Dictionary)]
        fonts = [item for item in dictionaries if item.get("/Type") == "/Font"]
        assert len(fonts) >= 3
        for font in fonts:
            assert font.Subtype in ("/Type1", "/TrueType"), str(font.Subtype)
            assert "/ToUnicode" in font, str(font.BaseFont)
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys()), str(font.BaseFont)
            assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont)), "a whole font"


# Layout


@dataclass(frozen=True)
class Compiled:
    code: int
    log: str
    pdf: Path

    @property
    def errors(self) -> list[str]:
        return re.findall(r"^!.*$", self.log, re.M)

    @property
    def wide(self) -> list[str]:
        """Boxes that stand out by more than is allowed."""
        boxes = re.findall(r"^(Overfull \\[hv]box \(([\d.]+)pt too (?:wide|high)\).*)$", self.log, re.M)
        return [line for line, points in boxes if float(points) > WORST_BOX]

    @property
    def missing(self) -> list[str]:
        return re.findall(r"^Missing character.*$", self.log, re.M)


def compiled(one: MadeCv, program: str, folder: Path, scratch: Path) -> Compiled:
    """The .tex and the files next to it, compiled in an empty folder as any user would do it."""
    for path in one.folder.glob("*.tex"):
        shutil.copy(path, folder)
    if (one.folder / "fonts").is_dir():
        shutil.copytree(one.folder / "fonts", folder / "fonts", dirs_exist_ok=True)
    scratch.mkdir(exist_ok=True)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(scratch),
        "TEXMFVAR": str(scratch),
        "max_print_line": "10000",
        "LC_ALL": "C.UTF-8",
    }
    command = [program, "-interaction=nonstopmode", f"{one.name}-full-classic.tex"]
    finished = subprocess.run(command, cwd=folder, env=env, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
    path = folder / f"{one.name}-full-classic.tex"
    return Compiled(finished.returncode, path.with_suffix(".log").read_text("utf-8", "replace"), path.with_suffix(".pdf"))


def test_the_reading_of_the_log_can_fail() -> None:
    log = "! Bad.\nOverfull \\hbox (5.1pt too wide) in\nOverfull \\vbox (4.9pt too high) x\nMissing character: There is no 聂\n"
    compiled = Compiled(0, log, Path())
    assert (len(compiled.errors), len(compiled.wide), len(compiled.missing)) == (1, 1, 1)


@pytest.mark.parametrize("name", EXAMPLES)  # the others are compiled with each engine of the machine, and read there
def test_no_line_is_too_wide(name: str, make_cv: Callable[[str], MadeCv], tmp_path: Path) -> None:
    paths = compiled(make_cv(name), find_engine("embedded").program, tmp_path, tmp_path / "scratch")
    assert "Output written on" in paths.log
    assert (paths.code, paths.errors, paths.wide, paths.missing) == (0, [], [], [])


@each_file
def test_no_page_ends_with_a_heading(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    titles = {title.casefold() for title in headings(make_cv(name).document)}
    last = [page.rstrip().split("\n")[-1].strip().casefold() for page in make_cv(name).pages["pdfium"]]
    assert len(last) == len(make_cv(name).pages["pdfium"]) and all(last)
    assert not set(last) & titles


def page_count(content: bytes) -> int:
    return len(pypdfium2.PdfDocument(content))


@pytest.mark.parametrize(
    ("name", "least", "most"), [pytest.param("minjia-zhang", 8, 11, marks=pytest.mark.slow), ("bing-xie", 1, 2)]
)
def test_cvs_have_a_sensible_length(name: str, least: int, most: int, make_cv: Callable[[str], MadeCv]) -> None:
    content = make_cv(name).file("pdf").read_bytes()
    assert least <= page_count(content) <= most
    assert [round(side) for side in pypdfium2.PdfDocument(content)[0].get_size()] == [595, 842]


# Links and properties


def test_links_are_found(composed: Callable[..., Composed]) -> None:
    loaded = load_profile(ROOT / "profiles/minjia-zhang.yaml")
    assert "https://www.deepspeed.ai/" in targets(composed(loaded, targets=("md",)).inputs.document)


@each_file
def test_every_link_works_in_the_pdf(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    with pikepdf.open(make_cv(name).file("pdf")) as opened:
        marks = [mark for page in opened.pages for mark in page.get("/Annots", [])]
        addresses = {unquote(str(mark.A.URI)) for mark in marks if "/A" in mark and "/URI" in mark.A}
    assert addresses == targets(make_cv(name).document)


@each_file
def test_every_link_works_in_the_docx(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    with zipfile.ZipFile(make_cv(name).file("docx")) as archive:
        relations = ElementTree.fromstring(archive.read("word/_rels/document.xml.rels"))
        body = archive.read("word/document.xml").decode("utf-8")
    links = {item.get("Id"): item.get("Target", "") for item in relations if item.get("Type", "").endswith("/hyperlink")}
    assert {unquote(target) for target in links.values()} == targets(make_cv(name).document)
    assert all(f'r:id="{identifier}"' in body for identifier in links)


@each_file
def test_only_tables_of_the_document_are_tables_in_the_markdown(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    source = next(make_cv(name).folder.rglob("*.md")).read_text("utf-8")
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    tables = [block for section in make_cv(name).document.sections for block in section.blocks if isinstance(block, Table)]
    assert sum(token.type == "table_open" for token in tokens) == len(tables)


@each_file
def test_every_link_works_in_the_markdown(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    tokens = MarkdownIt("commonmark").parse(make_cv(name).file("md").read_text("utf-8"))
    inner = [part for token in tokens for part in token.children or []]
    assert {unquote(str(part.attrs["href"])) for part in inner if part.type == "link_open"} == targets(make_cv(name).document)


@each_profile
def test_the_links_of_the_profile_are_links(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    data = make_cv(name).yaml
    person = data["person"]
    wanted = {item if isinstance(item, str) else item["value"] for item in person.get("links", [])}
    wanted |= {f"mailto:{item}" for item in person.get("emails", []) if isinstance(item, str)}
    wanted |= {f"https://arxiv.org/abs/{work['arxiv']}" for work in data["publications"] if "arxiv" in work}
    wanted |= {f"https://doi.org/{work['doi']}" for work in data["publications"] if "doi" in work}
    wanted |= set(re.findall(r"\]\((https?://[^)]+)\)", (ROOT / "profiles" / f"{name}.yaml").read_text("utf-8")))
    assert {unquote(target) for target in wanted} <= targets(make_cv(name).document)


@each_profile
def test_the_pdf_says_what_it_is(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    data = make_cv(name).yaml
    with pikepdf.open(make_cv(name).file("pdf")) as opened:
        info = {str(key): str(value) for key, value in opened.docinfo.items()}
        titles = []
        with opened.open_outline() as outline:
            todo = list(outline.root)
            while todo:
                item = todo.pop(0)
                titles.append(item.title)
                todo[:0] = item.children
        assert str(opened.Root.Lang) == data.get("language", "en")
    assert info["/Title"] == f"{data['person']['name']} – Curriculum Vitae"
    assert info["/Author"] == data["person"]["name"]
    assert info.get("/Keywords", "") == ", ".join(data.get("interests", []))
    assert not {"/CreationDate", "/ModDate"} & set(info), "no clock was asked"
    assert titles == headings(make_cv(name).document), "the bookmarks are the headings"


@each_profile
def test_the_docx_says_what_it_is(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    with zipfile.ZipFile(make_cv(name).file("docx")) as archive:
        core = ElementTree.fromstring(archive.read("docProps/core.xml"))
    text = {node.tag.rpartition("}")[2]: node.text for node in core}
    assert text["title"] == make_cv(name).document.properties.title
    assert text["creator"] == make_cv(name).yaml["person"]["name"]
    assert not {"created", "modified"} & set(text)


@each_profile
def test_the_owner_is_bold_in_every_author_list_that_has_them(name: str, make_cv: Callable[[str], MadeCv]) -> None:
    owner = make_cv(name).yaml["person"]["name"]
    works = [entry for entry in entries(make_cv(name).document) if entry.kind == "publication"]
    bold = [work for work in works if any(span.bold and span.text == owner for span in work.title.spans)]
    listed = [
        work for work in make_cv(name).yaml["publications"] if owner in [author(item).rstrip("*†‡") for item in work["authors"]]
    ]
    assert len(listed) >= 5
    assert len(bold) == len(listed)


# The same input, the same bytes


def rendering(folder: Path, tag: str, *arguments: str, cwd: Path, **env: str) -> "tuple[subprocess.Popen[str], Path]":
    """The command, begun in a world of its own."""
    home, out = folder / f"home-{tag}", folder / f"out-{tag}"
    home.mkdir()
    command = [sys.executable, "-m", "cvrender", "render", *arguments, "--out", str(out)]
    own = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "CVRENDER_CACHE": os.environ["CVRENDER_CACHE"],
        "TMPDIR": str(home),
        **env,
    }
    own |= {"PYTHONPATH": os.environ["PYTHONPATH"]} if "PYTHONPATH" in os.environ else {}
    return subprocess.Popen(command, cwd=cwd, env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True), out


def finished(process: "subprocess.Popen[str]", out: Path) -> dict[str, bytes]:
    _, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (0, "")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


@pytest.mark.slow
def test_two_worlds_make_the_same_bytes(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "profiles", tmp_path / "profiles")
    names = ("ada-example",)  # with every key and several scripts
    paths = [str(tmp_path / "profiles" / f"{name}.yaml") for name in names]
    west = {"TZ": "America/Los_Angeles", "LANG": "zh_CN.UTF-8"}  # and the cache of all tests
    east = {"TZ": "Pacific/Kiritimati", "LANG": "C", "LC_ALL": "C", "CVRENDER_CACHE": str(tmp_path / "east")}
    one = rendering(tmp_path, "one", *paths, cwd=ROOT, PYTHONHASHSEED="1", **east)
    two = rendering(tmp_path, "two", *names, cwd=tmp_path, PYTHONHASHSEED="2", **west)
    first, second = finished(*one), finished(*two)
    assert set(first) == set(second)
    assert {Path(name).suffix for name in first} == {".tex", ".sty", ".pdf", ".md", ".docx", ".enc", ".tfm", ".ttf"}
    assert len([name for name in first if name.endswith(".docx")]) == len(names)
    assert [name for name in first if first[name] != second[name]] == []


def dates(files: dict[str, bytes]) -> tuple[list[str], list[str]]:
    """The dates that PDF and docx name as their own."""
    pdf = next(content for name, content in files.items() if name.endswith(".pdf"))
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        first = [str(opened.docinfo[key]) for key in ("/CreationDate", "/ModDate") if key in opened.docinfo]
    docx = next(content for name, content in files.items() if name.endswith(".docx"))
    with zipfile.ZipFile(io.BytesIO(docx)) as archive:
        return first, re.findall(r"<dcterms:\w+[^>]*>([^<]+)<", archive.read("docProps/core.xml").decode("utf-8"))


def test_the_time_in_a_file_is_source_date_epoch_else_the_profiles_day_else_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.yaml").write_text("person: {name: Ada}\nupdated: 2024-05-17\n", "utf-8")
    (tmp_path / "b.yaml").write_text("person: {name: Ada}\n", "utf-8")

    def make_cv(profile: str) -> tuple[list[str], list[str]]:
        return dates(
            {artifact.name: artifact.content for artifact in render(load_profile(tmp_path / profile), targets=("pdf", "docx"))}
        )

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    updated, none = make_cv("a.yaml"), make_cv("b.yaml")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    epoch = make_cv("a.yaml")
    assert epoch == (["D:20231114221320Z"] * 2, ["2023-11-14T22:13:20Z"] * 2)
    assert updated == (["D:20240517000000Z"] * 2, ["2024-05-17T00:00:00Z"] * 2)
    assert none == ([], [])


# The engines of the machine


SYSTEM = [(name, "pdflatex") for name in PROFILES]
SYSTEM += [("lingxiao-ma", "xelatex"), ("xiaonan-nie", "xelatex"), ("lingxiao-ma", "lualatex")]  # all that is special


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize(("name", "engine"), SYSTEM)
def test_the_tex_compiles_alone_with_every_engine(
    name: str, engine: str, make_cv: Callable[[str], MadeCv], tmp_path: Path
) -> None:
    scratch = tmp_path.parent / "texmf-var"
    paths = compiled(make_cv(name), need(engine), tmp_path, scratch)
    assert (paths.code, paths.errors, paths.wide, paths.missing) == (0, [], [], [])
    owner = make_cv(name).document.header.name
    pages = [without_foot(page, owner, index + 1) for index, page in enumerate(pdfium_pages(paths.pdf))]
    assert not unreadable("".join(pages))
    assert not missing(all_strings(make_cv(name).yaml), "\n".join(pages))
    assert abs(len(pages) - len(make_cv(name).pages["pdfium"])) <= 1
    assert complaints(paths.pdf) == []


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex", "lualatex"])
def test_formulas_and_a_style_with_small_margins_pass_with_every_engine(engine: str, tmp_path: Path) -> None:
    need(engine)
    (tmp_path / "a.yaml").write_text("person: {name: Ada Example}\nbio: 'Of $x \\le \\lambda$ and $\\sum_i x_i$.'\n", "utf-8")
    assert render(load_profile(tmp_path / "a.yaml"), engine=engine, style="engineer", targets=("pdf",)).warnings == ()
