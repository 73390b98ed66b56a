"""Test HTML: nothing is lost, no text becomes markup, the page loads nothing, colours can be read."""

import json
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.formats.bibliographies import with_bibtex
from cvrender.formats.bibtex.syntax import read_bibtex
from cvrender.load.library import BUILT_IN, find_style, with_options
from cvrender.load.reader import Source
from cvrender.model.document import ContactLine, Document, EntryBlock, EntryList, Header, Properties, Section
from cvrender.model.facts import BibliographyItem
from cvrender.model.head_and_foot import parse_line
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.reading import Traits
from cvrender.model.style import Style
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import replace
from cvrender.targets.comparison.checks import CheckContext
from cvrender.targets.comparison.leaves import Expected
from cvrender.targets.html import read as reader
from cvrender.targets.html import stylesheet as look
from cvrender.targets.html import write as html
from cvrender.targets.html.check import CHECKS
from cvrender.text.ties import TIE

WRITER = html.Writer()
CHARACTERS = st.characters(exclude_categories=("Cc", "Cf", "Co", "Cn", "Cs"))
COLORS = st.from_regex("#[0-9a-f]{6}", fullmatch=True)
VOID = {"meta", "link"}
HOSTILE = [
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</title></head><body onload=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<!-- a comment --> <![CDATA[ data ]]> <?php ?>",
    "&lt;b&gt; &amp; &#60;script&#62; &copy",
    "{{ 7 * 7 }} {% raw %} {# gone #}",
    '\\u003c/script> \\ " \u2029',
]
FORBIDDEN = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\x01javascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "//evil.example",
    "page.html",
    "#top",
]


class Reader(HTMLParser):
    """What a browser would make of a page: its tags, its text, what stands in its <style> and <script>."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.raw: dict[str, str] = {"style": "", "script": "", "title": ""}
        self.feed(page)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside in self.raw:
            self.raw[inside] += data
        else:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]

    @property
    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(tag, tuple(attrs)) for tag, attrs in self.tags]

    @property
    def data(self) -> list[dict[str, Any]]:
        return list(json.loads(self.raw["script"])["@graph"])


def blanks(text: str) -> str:
    return re.sub(r"[ \t\n]+", " ", text).strip(" ")


def plain(**values: str | bool) -> Style:
    style = find_style("plain")
    return replace(style, values={**style.values, **values})


def page(document: Document, style: Style | None = None) -> Reader:
    return Reader(html.render(document, style or plain()))


def everywhere(text: str) -> Document:
    """A Document that says the text in each of its places."""
    value = Text((Span(text), Span(text, bold=True, href="https://example.org/" + text)))
    entry = EntryBlock("x", value, value, text, (value,), (value,))
    properties = Properties(text, text, text, (text,), "en", "")
    header = Header(
        text, text, value, (ContactLine("link", value), ContactLine("phone", Text((Span(text, href=f"tel:{text}"),))))
    )
    identifiers = dict.fromkeys(WORK_IDS, text)
    record = {"type": text, "title": text, "authors": [text], "venue": text, **identifiers}
    work = BibliographyItem(text, text, (text,), text, text, identifiers, text, source=text, record=record)
    return Document(properties, header, (Section(text, value, (EntryList((entry, replace(entry, date=Text()))),)),), (work,))


@pytest.mark.few_styles
@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_nothing_is_lost_and_all_is_in_order(rich: Document, leaves: Callable[[Document], list[Text]], style: str) -> None:
    shown, place, seen = blanks(page(rich, find_style(style)).text).replace(TIE, " "), 0, 0
    for leaf in leaves(rich):
        for span in filter(None, (blanks(span.text).replace(TIE, " ") for span in leaf.spans)):
            found = shown.find(span, place)
            assert found >= 0, f"{span} is missing, or stands too early"
            place = found + len(span)
            seen += 1
    assert seen > 60


def test_the_page_as_a_whole(golden: Callable[[str, str], None], rich: Document) -> None:
    made = html.render(rich, plain())
    golden("targets/rich.html", re.sub(r"(?s)<style>.*?</style>", "<style></style>", made))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    hostile, harmless = page(everywhere(text)), page(everywhere("x"))
    assert hostile.shape == harmless.shape
    assert hostile.raw["style"] == harmless.raw["style"]
    expected = unescape(html.escape(text))
    assert hostile.text.count(expected) == harmless.text.count("x")
    assert hostile.raw["title"] == expected
    assert hostile.all("section")[0]["id"] == expected
    assert hostile.data[0]["name"] == text


@pytest.mark.parametrize("target", FORBIDDEN)
def test_links_to_elsewhere_stay_text(target: str) -> None:
    made = WRITER.text(Text((Span("here", href=target, bold=True),)))
    assert made == "<strong>here</strong>"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("https://example.org/a?b=1&c=2#d", "https://example.org/a?b=1&amp;c=2#d"),
        ("http://example.org/é ü", "http://example.org/%C3%A9%20%C3%BC"),
        ("HTTPS://example.org/%41%zz\"'<>", "HTTPS://example.org/%41%25zz%22&#39;%3C%3E"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("https://x.org/javascript:a", "https://x.org/javascript:a"),
    ],
)
def test_links_are_encoded(target: str, expected: str) -> None:
    assert WRITER.text(Text((Span("x", href=target),))) == f'<a href="{expected}">x</a>'


def test_spans_have_their_marks_and_one_link_for_one_target() -> None:
    address = "https://x.org"
    value = Text(
        (
            Span("a ", href=address),
            Span("b", bold=True, italic=True, href=address),
            Span("c", code=True),
        )
    )
    expected = '<a href="https://x.org">a <strong><em>b</em></strong></a><code>c</code>'
    assert WRITER.text(value) == expected


def test_telephone_numbers_stay_whole() -> None:
    made = Reader(WRITER.text(Text((Span("+1 555-0100", href="tel:+15550100"),))))
    assert (made.text, made.tags) == ("+1 555-0100", [("a", {"class": "nowrap", "href": "tel:+15550100"})])


@pytest.mark.parametrize(
    ("text", "classes"), [("0000-0002-1825-0097", "nowrap u-url"), ("A-1009-2008", "nowrap u-url"), ("ada-example", "u-url")]
)
def test_identifiers_among_the_contacts_stay_whole(text: str, classes: str) -> None:
    made = Reader(WRITER.text(Text((Span(text, href="https://example.org/x"),)), in_contacts=True))
    assert made.all("a")[0]["class"] == classes


def test_a_range_of_pages_stays_whole() -> None:
    made = Reader(WRITER.text(plain_text("vol. 8, pp. 415–437, COVID–19, 2014–15–16")))
    assert made.text == "vol. 8, pp. 415–437, COVID–19, 2014–15–16"
    assert made.tags == [("span", {"class": "nowrap"})]


def test_no_line_ends_between_the_label_and_the_number_of_an_identifier() -> None:
    text = Text((Span("ORCID "), Span("0000-0002-1825-0097", href="https://example.org/x")))
    assert Reader(WRITER.text(text, in_contacts=True)).text == "ORCID\u00a00000-0002-1825-0097"
    assert Reader(WRITER.text(text)).text == "ORCID 0000-0002-1825-0097"


@pytest.mark.parametrize("name", ["classic", "engineer"])
def test_signs_between_contacts_are_drawn_on_spaces_that_vanish_at_the_ends_of_lines(name: str) -> None:
    """Unless lines are balanced, which keeps these spaces."""
    made = look.stylesheet(find_style(name))
    (rule,) = (line for line in made.split("\n") if line.startswith(".contacts li:not(:last-child)::after"))
    assert 'content: " ";' in rule and "background: var(--separator)" in rule
    assert ".contacts { list-style: none; text-wrap: wrap; }" in made


@pytest.mark.parametrize(("variant", "at_start"), [("classic", True), ("casual", True), ("banking", False)])
def test_moderncv_has_its_column_of_dates(variant: str, at_start: bool) -> None:
    style = find_style("moderncv")
    made = look.stylesheet(replace(style, values={**style.values, "variant": variant}))
    assert (".date { position: absolute;" in made) == at_start


@pytest.mark.parametrize(("name", "at_start"), [("timeline", True), ("moderncv", True), ("engineer", False)])
def test_the_body_says_where_dates_are(rich: Document, name: str, at_start: bool) -> None:
    assert ("dates-start" in str(page(rich, find_style(name)).all("body")[0]["class"])) == at_start


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("x", "<mi>x</mi>"),
        ("n^2", "<msup><mi>n</mi><mn>2</mn></msup>"),
        ("w_{ij}'", '<msubsup><mi>w</mi><mrow><mi>i</mi><mi>j</mi></mrow><mo lspace="0em" rspace="0em">′</mo></msubsup>'),
        (r"\frac12 < \sqrt[3]{5}", "<mfrac><mn>1</mn><mn>2</mn></mfrac><mo>&lt;</mo><mroot><mn>5</mn><mn>3</mn></mroot>"),
        (r"2\log n", '<mn>2</mn><mspace width="0.17em"></mspace><mi>log</mi><mspace width="0.17em"></mspace><mi>n</mi>'),
        (r"\hat x", '<mover accent="true"><mi>x</mi><mo stretchy="false">^</mo></mover>'),
        ("(x)", '<mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo>'),
        (r"\text{if }\lambda", "<mtext>if </mtext><mi>λ</mi>"),
    ],
)
def test_maths_is_mathml_with_its_source(tex: str, expected: str) -> None:
    annotation = f'<annotation encoding="application/x-tex">{html.escape(tex).replace("39", "x27")}</annotation>'
    made = WRITER.text(Text((Span(tex, math=True, bold=True),)))
    assert made == f"<strong><math><semantics><mrow>{expected}</mrow>{annotation}</semantics></math></strong>"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("the ", "-calculus & more", "the [λ-calculus] &amp; more"),
        ("a (", "), b", "a [(λ),] b"),
        ("on ", " we", "on λ we"),
        ("&" * 50, "&" * 50, "&amp;" * 30 + "[" + "&amp;" * 20 + "λ" + "&amp;" * 20 + "]" + "&amp;" * 30),
    ],
)
def test_no_line_ends_between_a_formula_and_its_word(before: str, after: str, expected: str) -> None:
    made = WRITER.text(Text((Span(before), Span(r"\lambda", math=True), Span(after))))
    made_short = re.sub("<math>.*</math>", "λ", made).replace('<span class="nowrap">', "[").replace("</span>", "]")
    assert made_short == expected


def test_a_long_formula_can_be_broken() -> None:
    made = WRITER.text(Text((Span(" + ".join(["x_i^2"] * 12), math=True),)))
    assert made == f'<span class="math">{" + ".join(["xᵢ²"] * 12)}</span>'


@pytest.mark.parametrize("tex", ["x^", "}", r"\foo", "<b", "a\0b", "x" * 999])
def test_what_is_no_maths_stays_what_was_typed(tex: str) -> None:
    made = Reader(WRITER.text(Text((Span(tex, math=True),))))
    assert made.text.replace("\ufffd", "\0").endswith(tex)
    assert "b" not in [tag for tag, _ in made.tags]


def test_what_is_no_character_is_marked() -> None:
    assert html.escape("a\0b\ud800c\x85d\u00a0\te") == "a\ufffdb\ufffdc d\u00a0 e"


@pytest.mark.parametrize("value", [True, None, 1.5, ["a"], Properties("a", "b")])
def test_templates_cannot_print_what_is_no_text(value: object) -> None:
    with pytest.raises(TypeError):
        WRITER(value)


def test_the_head_says_what_the_page_is(rich: Document) -> None:
    made = page(rich)
    assert made.all("html") == [{"lang": "en", "dir": "ltr"}]
    assert made.raw["title"] == "Zoë Ōta – Curriculum Vitae"
    known = {attrs["name"]: attrs["content"] for attrs in made.all("meta") if "name" in attrs}
    assert known["author"] == "Zoë Ōta"
    assert known["description"] == "Builds “engines” & more"
    assert known["keywords"] == "engines, 5 < 6"
    assert known["viewport"] == "width=device-width, initial-scale=1"


@pytest.mark.parametrize(("language", "direction"), [("zh-Hant", "ltr"), ("ar", "rtl"), ("he-IL", "rtl"), ("az-Arab", "rtl")])
def test_language_and_direction(rich: Document, language: str, direction: str) -> None:
    made = page(replace(rich, properties=replace(rich.properties, language=language)))
    assert made.all("html") == [{"lang": language, "dir": direction}]


def test_headings_step_down_one_by_one_and_sections_can_be_linked(rich: Document) -> None:
    made = page(rich)
    levels = [int(tag[1]) for tag, _ in made.tags if re.fullmatch(r"h\d", tag)]
    assert levels == [1, 2, 2, 2, 3, 3, 2]
    assert [attrs["id"] for attrs in made.all("section") if "id" in attrs] == ["bio", "positions", "publications", "custom-1"]
    assert len(made.all("header")) == len(made.all("main")) == 1


def test_numbers_are_those_of_the_list(rich: Document) -> None:
    down, up = page(rich).all("ol")
    assert (down["start"], "reversed" in down) == ("12", True)
    assert not {"start", "reversed"} & set(up)


@pytest.mark.parametrize(
    ("when", "shown", "times"),
    [
        ("2019", "2019", ["2019"]),
        ("2019-05", "May 2019", ["2019-05"]),
        ("2019-05-31", "May 31, 2019", ["2019-05-31"]),
        ("2019-05/2020", "May 2019 – 2020", ["2019-05", "2020"]),
        ("2018,2019", "2018, 2019", ["2018", "2019"]),
        ("2018-09/present", "Sep 2018 – Present", ["2018-09"]),
        ("2018-09", "2018", ["2018"]),
        ("2019-21", "Spring 2019", []),
        ("2019~", "ca. 2019", []),
        ("2019-05", "once upon a time", []),
        ("0000", "0", []),
        ("soon", "soon", []),
    ],
)
def test_each_date_is_a_time(when: str, shown: str, times: list[str]) -> None:
    entry = EntryBlock("award", plain_text("Cup of 2019 (May 2019)"), plain_text(shown), when)
    section = Section("awards", plain_text("Awards"), (EntryList((entry,)),))
    made = page(Document(Properties("a", "b"), Header("b"), (section,)))
    in_title = ["2019-05"] if when.startswith("2019-05") and when != "2019-05-31" else []
    assert [attributes["datetime"] for attributes in made.all("time")] == in_title + times
    assert shown in made.text.replace("\u00a0", " ")


@pytest.mark.few_styles
@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_nothing_is_loaded_and_nothing_runs(rich: Document, style: str) -> None:
    made = page(rich, find_style(style))
    assert [attrs for attrs in made.all("script") if attrs != {"type": "application/ld+json"}] == []
    assert [(each["rel"], str(each["href"])[:19]) for each in made.all("link")] == [("icon", "data:image/svg+xml,")]
    assert not {"img", "iframe", "object", "base"} & {tag for tag, _ in made.tags}
    assert not [name for _, attrs in made.tags for name in attrs if name.startswith(("on", "style", "src"))]
    assert "default-src 'none'" in str(made.all("meta"))
    assert len(made.raw["style"]) > 1000
    assert not re.search(r"url\((?!\"data:image/svg)|@import|@font-face|expression\(|</", made.raw["style"])


def test_linked_data_says_who_and_what(rich: Document) -> None:
    person, article, book = page(rich).data
    anchors = {attributes.get("id") for _, attributes in page(rich).tags}
    assert person == {
        "@type": "Person",
        "@id": "#person",
        "name": "Zoë Ōta",
        "alternateName": "太田ゾエ",
        "jobTitle": "Builds “engines” & more",
        "email": ["mailto:zoe@example.org"],
        "url": "https://example.org/zoë",
        "sameAs": ["https://example.org/code/"],
        "address": "Zürich, Schweiz",
        "knowsAbout": ["engines", "5 < 6"],
        "worksFor": [{"@type": "Organization", "name": "Engine Works"}],
        "alumniOf": [{"@type": "EducationalOrganization", "name": "School of Looms"}],
        "award": ["Medal"],
    }
    assert article == {
        "@type": "ScholarlyArticle",
        "@id": "#ota2020engines",
        "name": "On Engines & <Looms>",
        "author": [{"@type": "Person", "name": "Z. Ota", "@id": "#person"}, {"@type": "Person", "name": "C. Babbage"}],
        "datePublished": "2020-05",
        "isPartOf": {"@type": "Periodical", "name": "Notes"},
        "sameAs": "https://doi.org/10.1/x",
    }
    assert (book["@type"], book["url"]) == ("Book", "https://example.org/loom?a=1&b=2")
    assert {article["@id"], book["@id"]} <= {f"#{anchor}" for anchor in anchors}


def test_a_work_has_an_anchor_bibtex_and_an_openurl(rich: Document) -> None:
    made = html.render(rich, plain())
    assert made.count("<details") == made.count("<pre>") == made.count('class="Z3988"') == 2
    (bibtex, _) = (unescape(found) for found in re.findall("<pre>(.*?)</pre>", made, re.DOTALL))
    (found,) = read_bibtex(bibtex, "works.bib").entries
    assert (found.type, found.key, found.fields["pages"].text) == ("article", "ota2020engines", "1--9")
    assert found.fields["title"].text == r"On \emph{Engines} \& <Looms>"
    (openurl, _) = (parse_qs(unescape(found)) for found in re.findall('class="Z3988" title="([^"]*)"', made))
    assert openurl["rft.atitle"] == ["On Engines & <Looms>"] and openurl["rft.au"] == ["Z. Ota", "C. Babbage"]
    assert "<details" not in html.render(rich, plain(bibtex=False))


def test_an_anchor_begins_with_a_letter(rich: Document) -> None:
    first = rich.works[0]
    works = (replace(first, record={**first.record, "id": "2020engines"}), *rich.works[1:])
    made = html.render(with_bibtex(replace(rich, works=works)), plain())
    assert 'id="work-2020engines"' in made and "@article{2020engines," in made


def test_a_long_page_begins_with_links_to_its_sections(rich: Document) -> None:
    assert not page(rich).all("nav")
    more = tuple(replace(rich.sections[0], id=f"more-{index}", title=plain_text(f"More {index}")) for index in range(5))
    made = page(replace(rich, sections=(*rich.sections, *more)))
    assert made.all("nav") == [{"class": "contents", "aria-label": "Contents"}]
    links = [str(attributes["href"])[1:] for attributes in made.all("a") if str(attributes["href"]).startswith("#")]
    assert links == ["main", *(str(section["id"]) for section in made.all("section") if "id" in section)]
    assert len(links) == 10


@pytest.mark.parametrize(
    ("language", "spans", "expected"),
    [
        ("he", [Span("ב־C++ עם")], 'ב־<span class="ltr">C++</span> עם'),
        ("he", [Span("+1 555 0100", href="tel:+15550100")], ' dir="ltr" href="tel:+15550100">+1&#32;555&#32;0100</a>'),
        ("he", [Span("אב", href="https://a.org/")], '<a href="https://a.org/">אב</a>'),
        ("en", [Span("אב C++ "), Span("a", href="https://a.org/")], '</span> C++ <a dir="ltr" href="https://a.org/">a</a>'),
        ("en", [Span("a", href="https://a.org/")], '<a href="https://a.org/">a</a>'),
    ],
)
def test_what_runs_from_left_to_right_next_to_other_letters_says_so(language: str, spans: list[Span], expected: str) -> None:
    assert expected in html.Writer(language).text(Text(tuple(spans)))


def test_texts_in_another_script_say_their_language(rich: Document) -> None:
    made = html.render(rich, plain())
    assert '<span lang="ja">太田ゾエ</span>' in made
    assert html.Writer("en").text(plain_text("by 马凌霄 (Ma)")) == 'by <span lang="zh">马凌霄</span> (Ma)'
    assert html.Writer("zh").text(plain_text("by 马凌霄 (Ma)")) == "by 马凌霄 (Ma)"


@pytest.mark.parametrize(
    ("foot", "content"),
    [
        ("{page}", "@bottom-center { content: counter(page) }"),
        ("Ada · {page} of {pages}", '{ content: "Ada · " counter(page) " of " counter(pages) }'),
        ('"\\</style>{page}', r'content: "\22 \5c \3c \2f style\3e " counter(page)'),
    ],
)
def test_a_printed_page_has_the_foot(rich: Document, foot: str, content: str) -> None:
    assert content in page(replace(rich, foot=parse_line(foot))).raw["style"]


def test_the_checks_find_what_is_wrong_in_a_page(rich: Document) -> None:
    sections = tuple(replace(rich.sections[0], id=f"more-{index}") for index in range(9))
    document = replace(rich, sections=(*rich.sections, *sections))
    made = html.render(document, plain())

    def messages(source: str) -> list[str]:
        context = CheckContext(source.encode(), Expected(document), reader.read, Traits())
        return [found.message for check in CHECKS.values() for found in check(context)]

    assert messages(made) == []
    assert messages(made.replace('id="more-1"', 'id="more-2"')) == [
        'the anchor "more-2" is not unique',
        'a link leads to the anchor "more-1", which is missing',
    ]
    assert messages(made.replace("Z. Ota and C. Babbage", "Z. Ota")) == ["the BibTeX is not that of the works of the document"]
    assert messages(made.replace("Skip to", "Jump to")) == [
        "a link within the page has the text “Jump to content” instead of “Skip to content”"
    ]
    assert messages(made.replace('"name": "A Loom"', '"name": "B"')) == ["the works of the JSON-LD are not those of the document"]
    read = reader.read(made.encode()).properties["data"]
    assert "@article{ota2020engines" in read and "rft.atitle=On Engines" in read and '"award": ["Medal"]' in read


def test_options_reach_the_stylesheet(rich: Document) -> None:
    made = page(rich, plain(page="letter", margin="0.9in", size="12pt", spacing="1.2", accent="#005a9c", font="charter")).raw[
        "style"
    ]
    for part in ("size: letter; margin: 0.9in", "--size: 12pt;", "--spacing: 1.2;", "--accent: #005a9c;", "--font: Charter"):
        assert part in made


def test_an_unknown_font_is_an_error() -> None:
    with pytest.raises(InputError, match="should be the name of a font family"):
        with_options(find_style("plain"), {"font": "chart;re"}, Source("--set", {}, {}, {}), ())


@given(COLORS)
@example("#ffffff")
@example("#000000")
def test_every_colour_can_be_read_by_day_and_by_night(color: str) -> None:
    for background in (look.PAPER, look.NIGHT):
        assert look.contrast(look.legible(color, background), background) >= 4.5


def test_contrast_is_wcags() -> None:
    assert look.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert look.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert look.legible("#1f3a5f", look.PAPER) == "#1f3a5f"


@given(st.lists(st.builds(Span, st.text(CHARACTERS, min_size=1), st.booleans(), st.booleans(), st.booleans())))
def test_any_text_reads_back(spans: list[Span]) -> None:
    made = Reader(WRITER.text(Text(tuple(spans))))
    assert made.text == "".join(span.text for span in spans)
    assert {tag for tag, _ in made.tags} <= {"strong", "em", "code", "span"}


@given(st.text(CHARACTERS, min_size=1, max_size=40))
def test_any_link_reads_back(text: str) -> None:
    made = Reader(WRITER.text(Text((Span(text, href="https://example.org/" + text),))))
    assert made.text == text
    ((tag, attrs),) = made.tags
    assert (tag, list(attrs)) == ("a", ["href"])
    assert str(attrs["href"]).isascii()
