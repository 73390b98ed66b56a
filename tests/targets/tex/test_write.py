"""Test LaTeX: what is escaped, what TeX makes of it, links, fonts, and that nothing raw gets through."""

import io
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cvrender.load.library import BUILT_IN, find_style, with_options
from cvrender.load.reader import Source
from cvrender.model.document import (
    Bullet,
    Document,
    EntryBlock,
    EntryList,
    Header,
    LabelRow,
    Paragraph,
    Properties,
    Rows,
    Section,
)
from cvrender.model.style import Style
from cvrender.model.text import Span, Text, plain_text
from cvrender.targets.pdf.engine import program
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.templates import LATEX_SIGNS, Escaped, template_environment
from cvrender.targets.tex.glyph_coverage import SETTABLE, missing_characters, settable
from cvrender.targets.tex.marks import unmark
from cvrender.targets.tex.read import read as read_tex
from cvrender.targets.tex.texts import Latex, escape, heading, span, text, url, write
from cvrender.targets.tex.write import packages, preamble, render
from cvrender.text.markup import inline

t = plain_text
FONTS = find_style("plain").options["font"].known
FEW_FONTS = ("latin-modern", "source-sans")  # one of TeX, and one in OpenType
EACH_FONT = pytest.mark.parametrize(
    "font", [font if font in FEW_FONTS else pytest.param(font, marks=pytest.mark.slow) for font in FONTS]
)
MARKS = ["{}", r"\textbf{{{}}}", r"\emph{{{}}}", r"\textbf{{\emph{{{}}}}}", r"\texttt{{{}}}", r"\texttt{{\textbf{{{}}}}}"]
VISIBLE = sorted(char for char in SETTABLE if not char.isspace() and char != "\u00ad")  # a soft hyphen shows only where it breaks


def styled(name: str = "plain", **options: str) -> Style:
    return with_options(find_style(name), options, Source("", {}, {}, {}), ())


def typeset(body: str, style: Style) -> bytes:
    """The PDF of a body, made by the engine that comes with the package."""
    return pdf_of(f"{preamble(style)}\n\\pagestyle{{empty}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n", style)


def pdf_of(source: str, style: Style) -> bytes:
    return tex.typeset(unmark(source), program.find_engine("embedded"), {}, preamble=packages(style)).pdf


def as_pdfium_reads(pdf: bytes) -> str:
    return "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def as_poppler_reads(pdf: bytes) -> str:
    return subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()


READERS = [as_pdfium_reads, *([as_poppler_reads] if shutil.which("pdftotext") else [])]


def folded(characters: str) -> str:
    return re.sub(r"\s", "", characters)


# Characters


@pytest.mark.parametrize(
    ("characters", "written"),
    [
        ("a & b_c 50% #1 $5", r"a \& b\_c 50\% \#1 \$5"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a~b^c|<d>", r"a\textasciitilde{}b\textasciicircum{}c\textbar{}\textless{}d\textgreater{}"),
        (
            "\"a\" 'b' `c`",
            r"\textquotedbl{}a\textquotedbl{} \textquotesingle{}b\textquotesingle{} \textasciigrave{}c\textasciigrave{}",
        ),
        ("a--b---c ,,d", "a-{}-b-{}-{}-c ,{},d"),
        ("a\u00a0b\nc\td", "a~b c d"),
        ("聂é–“”", "聂é–“”"),
    ],
)
def test_characters_are_escaped_once(characters: str, written: str) -> None:
    assert escape(characters) == unmark(write(characters)) == written
    assert write(escape(characters)) == written


@given(st.text(st.sampled_from("\\{}$&#%_^~<>|\"'`-,a \n")))
def test_no_character_stays_that_tex_acts_on(characters: str) -> None:
    written = re.sub(r"\\text[a-z]+\{\}|\\[{}$&#%_]|\{\}|~", "", escape(characters))
    assert not set(written) & set("\\{}$&#%_^<>|\"'`")
    assert "--" not in escape(characters) and ",," not in escape(characters)


@EACH_FONT
def test_every_settable_character_reads_back_as_itself(font: str) -> None:
    chars = [char for char in VISIBLE if char in settable(font) and char not in "KQ"]
    assert len(chars) > 200
    body = "\n\n".join(mark.format(f"K{escape(char)}Q") for mark in MARKS for char in chars)
    pdf = typeset(body, styled(font=font))
    for read in READERS:
        assert re.findall("K(.*?)Q", folded(read(pdf))) == chars * len(MARKS), read.__name__


def test_a_font_that_lacks_letters_says_so() -> None:
    assert settable("latin-modern") == SETTABLE and {"ł", "é", "œ"} <= settable("charter")
    assert not {"ć", "ŋ", "€"} & settable("charter")
    document = page(Paragraph(t("ćéŋ"), source="bio"), Rows((LabelRow(t("€"), t("聂"), "skills[0]"),)))
    assert missing_characters(document, settable("charter")) == {"ć": "bio", "ŋ": "bio", "€": "skills[0]", "聂": "skills[0]"}
    assert missing_characters(document, SETTABLE) == {"聂": "skills[0]"}


def test_missing_characters_are_looked_for_everywhere() -> None:
    def entry(a: str, b: str, c: str, d: str, e: str, **more: Any) -> EntryBlock:
        bullets = (Bullet(t("-"), (Bullet(t(e), source="deep"),)),)
        return EntryBlock("x", t(a), t(b), lines=(t(c),), summary=(t(d),), bullets=bullets, source="entry", **more)

    inner = entry("あ", "い", "う", "え", "お", label=t("か"))
    document = Document(
        Properties("", ""),
        Header("聂", "楠", t("小")),
        (Section("s", t("题"), (EntryList((entry("ア", "イ", "ウ", "エ", "オ", entries=(inner,)),)),)),),
    )
    assert "".join(missing_characters(document, SETTABLE)) == "聂楠小题アイウエオかあいうえお"


@settings(max_examples=1, phases=[Phase.generate])
@given(st.data())
@EACH_FONT
def test_hundreds_of_texts_read_back_as_they_were(font: str, data: st.DataObject) -> None:
    """One run of pdfLaTeX over texts of all characters, with all marks."""
    chars = st.sampled_from(sorted(char for char in VISIBLE if char in settable(font)))
    markup = st.sampled_from(
        ["\\", "{", "}", "$", "&", "#", "%", "_", "^", "~", "--", "---", ",,", "''", "``", "<<", "?`", "!`", "fi", "ffl", " "]
    )
    words = st.lists(chars | markup, min_size=1, max_size=12).map("".join)
    spans = st.builds(Span, words, bold=st.booleans(), italic=st.booleans(), code=st.booleans())
    texts = data.draw(st.lists(st.lists(spans, min_size=1, max_size=3), min_size=300, max_size=300))
    body = "\n\n".join(f"\\mbox{{{text(Text(tuple(items)))}}}" for items in texts)
    assert folded(as_pdfium_reads(typeset(body, styled(font=font)))) == folded("".join(s.text for items in texts for s in items))


def test_titles_in_capitals_have_their_characters(document_of: Callable[..., Document]) -> None:
    document = document_of("custom: [{title: 'µm я ß', text: a}]", "classic")
    assert set(missing_characters(document, SETTABLE)) == {"я", "Μ", "Я"}


# Spans, texts, links


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Span("a_b", bold=True), r"\textbf{a\_b}"),
        (Span("a", bold=True, italic=True, code=True), r"\textbf{\emph{\texttt{a}}}"),
        (Span("a_1^{2}", math=True), "$a_1^{2}$"),
    ],
)
def test_a_span_has_its_marks(value: Span, written: str) -> None:
    assert unmark(span(value)) == written


def test_neighbours_with_one_target_are_one_link() -> None:
    href = "https://a.b/_c"
    made = text(
        Text((Span("x "), Span("a ", href=href), Span("b", bold=True, href=href), Span("c", href="https://d.e"), Span(" y")))
    )
    assert made == r"x \href{https://a.b/\_c}{a \textbf{b}}\href{https://d.e}{c} y"


def test_a_long_address_may_be_broken_where_a_word_may_not() -> None:
    address = "example.org/a_long/path-of-many/words/to?page=1&b=2/"
    made = span(Span(address, href=f"https://{address}"))
    brk = r"\allowbreak{}"
    host, page = r"example.\cvsplit{}org/", rf"to?{brk}page={brk}1\&{brk}b={brk}2/"
    assert made == rf"{host}{brk}a\_long/{brk}path-\cvsplit{{}}of-many/{brk}words/{brk}{page}"
    for other in (
        Span(address),
        Span("a/b?c=d", href="https://a.b"),
        Span("doi:10.5555/journal.2024.31.2/1145", href="https://doi.org/10.5555/journal.2024.31.2/1145"),
        Span("a text of and/or more words/links", href="https://a.b"),
    ):
        assert brk not in span(other)


def test_a_long_text_does_not_end_in_a_short_word_alone() -> None:
    long = "word " * 15
    assert text(t(long + "end")) == long.strip() + "~end"
    assert text(t("word end")) == "word end"
    for source in (f"{long}$a + b$", f"{long}**bold**", f"{long}$\\alpha x$"):
        assert "~" not in text(inline(source))


def test_two_numbers_at_the_end_of_a_long_text_stay_two_numbers() -> None:
    long = "word " * 15
    assert text(t(long + "050 1234567")) == rf"{long}050\nobreak{{}} 1234567"
    assert text(inline(f"{long}**050** 1234567")).endswith(r"\textbf{050}\nobreak{} 1234567")
    assert text(t(long + "050 x1")).endswith("050~x1")


def test_a_bracket_at_the_start_is_no_option_of_the_command_before() -> None:
    assert text(t("[a] b")) == "{}[a] b"
    document = page(EntryList((EntryBlock("x", t("[a] b"), bullets=(Bullet(t("[c] d")),)), EntryBlock("x", t("e"))), "number"))
    shown = as_pdfium_reads(pdf_of(render(document, styled()), styled()))
    assert "1. [a] b" in shown and "[c] d" in shown and "2. e" in shown


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("https://a.b/c?d=1&e=2#f", r"https://a.b/c?d=1\&e=2\#f"),
        ("https://a.b/%20_~x$", r"https://a.b/\%20\_\string~x\string$"),
        ('https://a.b/{}\\^`|"<>', r"https://a.b/\%7B\%7D\%5C\%5E\%60\%7C\%22\%3C\%3E"),
        ("https://a.b/é 聂", r"https://a.b/\%C3\%A9\%20\%E8\%81\%82"),
        ("https://a.b/#c#d", r"https://a.b/\#c\%23d"),
    ],
)
def test_a_links_target_is_encoded(target: str, written: str) -> None:
    assert url(target) == written


def test_every_link_of_a_pdf_goes_where_it_should() -> None:
    signs = [chr(code) for code in range(0x21, 0x7F)] + ["%20", "%C3%A9", "é", "聂", " ", "((", "))", "~~", "\\\\"]
    targets = [f"https://example.org/a{sign}b?x{sign}y" for sign in signs if sign != "#"]
    targets += ["https://example.org/a#b", "https://example.org/#a?b/c", "mailto:a+b@c.d", "tel:+49-1", "https://a.b/#c#d"]
    body = "\n\n".join(text(Text((Span("link", href=target),))) for target in targets)
    for wrapped in (body, rf"\cvline{{{body}}}".replace("\n\n", r"}\cvline{")):
        with pikepdf.open(io.BytesIO(typeset(wrapped, styled()))) as pdf:
            found = [str(note.A.URI) for made in pdf.pages for note in made.get("/Annots", [])]  # type: ignore[operator, union-attr]
        assert [unquote(uri) for uri in found] == [unquote(target) for target in targets]
        assert all(uri.isascii() and uri.isprintable() for uri in found)


# Templates


@pytest.mark.parametrize("value", [["a"], ("a",), None, True, 1.5, {"a": 1}, b"a", Span("a")])
def test_a_template_prints_no_raw_value(tmp_path: Path, value: Any) -> None:
    (tmp_path / "a.tex").write_text("<< value >>", "utf-8")
    with pytest.raises(TypeError, match=f"a template printed a {type(value).__name__}"):
        template_environment((tmp_path,), write, LATEX_SIGNS).get_template("a.tex").render(value=value)


def test_a_template_writes_each_value_once(tmp_path: Path) -> None:
    source = (
        "<% macro m(x) %><< x >>;<% endmacro %><< s >> << n >> << t >> << l >> "
        "<< m(s) >> << s ~ '%' >> << '%' >> <% set y = m(s) %><< y >> {{ s }} %"
    )
    (tmp_path / "a.tex").write_text(source, "utf-8")
    template = template_environment((tmp_path,), write, LATEX_SIGNS).get_template("a.tex")
    made = template.render(s="a_b", n=7, t=Text((Span("c&", bold=True),)), l=Latex(r"\d{}"))
    assert unmark(made) == r"a\_b 7 \textbf{c\&} \d{} a\_b; a\_b\% \% a\_b; {{ s }} %"


def test_a_template_that_asks_for_what_is_not_there_fails(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("<< nothing >>", "utf-8")
    with pytest.raises(TypeError, match="a template printed a StrictUndefined"):
        template_environment((tmp_path,), write, LATEX_SIGNS).get_template("a.tex").render()


def test_what_is_escaped_for_one_target_is_not_for_another() -> None:
    class Other(Escaped):
        pass

    assert write(Latex("a_b")) == "a_b" and unmark(write(Other("a_b"))) == r"a\_b"


# Documents


def page(*blocks: Any) -> Document:
    return Document(Properties("a", "b"), Header("A"), (Section("s", t("S"), blocks),))


def test_the_page_as_a_whole(golden: Callable[[str, str], None], rich: Document) -> None:
    made = unmark(render(rich, styled()))
    golden("targets/rich.tex", made[made.index("\n\\hypersetup{") + 1 :])


def test_the_preamble_is_the_same_for_all_documents(rich: Document) -> None:
    style = styled(page="letter", margin="1in", size="12pt", accent="#abcdef", spacing="1.5")
    before = preamble(style)
    for document in (rich, page()):
        assert before in render(document, style)
    for line in (
        r"\documentclass[letterpaper,12pt]{article}",
        r"\geometry{margin=1in}",
        r"\definecolor{cvaccent}{HTML}{ABCDEF}",
        r"\newcommand{\cvspacing}{1.5}",
    ):
        assert line in before, line
    assert "Ōta" not in before


def test_numbers_begin_and_count_as_the_document_says() -> None:
    styles = [name for name in BUILT_IN.names("styles") if (find_style(name).folders[0] / "latex" / "blocks.tex").is_file()]
    assert {"plain", "moderncv"} <= set(styles)
    entries = tuple(EntryBlock("x", t(f"title {index}")) for index in range(3))
    lists = (EntryList(entries, "number"), EntryList(entries, "number", 8), EntryList(entries, "number", 12, -1))
    for name in styles:
        shown = as_pdfium_reads(pdf_of(render(page(*lists), styled(name)), styled(name)))
        assert re.findall(r"(\d+)\.?\s+title", shown) == "1 2 3 8 9 10 12 11 10".split(), name


def test_bullets_may_lie_as_deep_as_a_profile_can_hold_them() -> None:
    bullet = Bullet(t("level 14"))
    for level in range(13, 0, -1):
        bullet = Bullet(t(f"level {level}"), (bullet,))
    document = page(
        EntryList((EntryBlock("x", t("a"), bullets=(bullet,)),)), Rows((LabelRow(t("b"), t("c"), bullets=(bullet,)),))
    )
    shown = as_pdfium_reads(pdf_of(render(document, styled()), styled()))
    assert [shown.count(f"level {level}\r\n") for level in range(1, 14)] == [2] * 13


@pytest.mark.few_styles
@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_hostile_texts_are_set_as_they_are(style: str) -> None:
    """One document per style in which every text of every block would be code, were it not escaped."""
    hostile = r"\input{x} \write18{y} ^^5c \csname a\endcsname $ & # % _ { } ~ \\ [z] <<q>> <% w %>"
    bullets = (Bullet(t(hostile), (Bullet(t(hostile)),)),)
    inner = EntryBlock("role", t(hostile), t(hostile), bullets=bullets)
    entry = EntryBlock("x", t(hostile), t(hostile), "", (t(hostile),), (t(hostile),), bullets, (inner,), label=t(hostile))
    blocks = (
        Paragraph(t(hostile)),
        *(EntryList((entry, EntryBlock("x", t(hostile))), marker) for marker in ("none", "bullet", "number")),
        Rows((LabelRow(t(hostile), t(hostile), bullets=bullets),)),
    )
    header = Header(hostile, hostile, t(hostile))
    properties = Properties(hostile, hostile, hostile, (hostile, hostile))
    document = Document(properties, header, (Section("s", t(hostile), blocks),))
    pdf = pdf_of(render(document, styled(style)), styled(style))
    shown = folded(as_pdfium_reads(pdf)).lower()
    assert shown.count(folded(hostile)) >= 20
    with pikepdf.open(io.BytesIO(pdf)) as read:
        assert str(read.docinfo["/Title"]) == str(read.docinfo["/Author"]) == str(read.docinfo["/Subject"]) == hostile


@pytest.mark.parametrize("word", ["9" * 100, "<IMG/SRC=" + "&#106;" * 30, "Ж" * 50, "!" * 60, "e\u0301" * 60])
def test_a_word_without_end_may_be_broken_and_keeps_its_characters(word: str) -> None:
    made = str(text(plain_text(f"a {word} b")))
    assert made.count("\\allowbreak{}") >= len(unicodedata.normalize("NFC", word)) // 40
    assert "".join(read_tex(f"\\begin{{document}}{made}".encode()).lines).replace("\u00a0", " ") == f"a {word} b"
    assert not re.search("allowbreak{}[\u0300-\u036f]", made)


@pytest.mark.parametrize("word", ["x" * 40, "state-of-the-art-" * 6, "一种基于自动选择副本因子模型的图计算方法" * 3])
def test_other_words_stay_whole_or_have_their_own_ends(word: str) -> None:
    assert "allowbreak" not in str(text(plain_text(word)))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Rechtsschutzversicherung", ["Rechtsschutzversicherung"]),
        ("Rechtsschutzversicherungsgesellschaften", "Rech tssc hutz vers iche rung sges ells chaften".split()),
        ("10.1145/3577193.3593730.12345", ["10.1145/", "3577193.", "3593730.", "12345"]),
        ("अन्तरराष्ट्रीयविश्वविद्यालय", ["अन्त", "रराष्ट्री", "यविश्व", "विद्यालय"]),
        ("اقتصادياتاقتصادياتاقتصاديات", ["اقتصادياتاقتصادياتاقتصاديات"]),
        ("Sauerstoffflaschenverschlusskappe", "Saue rsto fffl asch enve rsch luss kappe".split()),
        ("一种基于自动选择副本因子模型的图计算方法一种基于自动选择副本因子模型的图计算方法", []),
    ],
)
def test_a_long_word_may_be_split_where_no_line_is_wide_enough(word: str, parts: list[str]) -> None:
    assert str(text(plain_text(word))).replace(r"\nobreak{}", "") == r"\cvsplit{}".join(parts or [word])
    assert read_tex(f"\\begin{{document}}{text(plain_text(word))}".encode()).lines[0] == word


@pytest.mark.parametrize("typed", ["’’04", "‘‘a", "!‘", "?‘", "–-", "--", ",,"])
def test_typed_signs_do_not_melt_into_others(typed: str) -> None:
    assert "{}" in str(text(plain_text(typed)))


def test_a_heading_is_split_where_its_column_may_be_narrow() -> None:
    title = plain_text("Certifications")
    assert "cvsplit" not in heading(title) and "cvsplit" in heading(title, narrow=True)
    assert "cvsplit" in heading(plain_text("Mitgliedschaftsverzeichnisse"))
