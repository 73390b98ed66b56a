"""Test what is set after pandoc: paragraphs, languages, formulas and the photo, each in XML as pandoc writes it."""

import re
from xml.etree import ElementTree

import pytest

from cvrender.targets.docx.formulas import set_functions
from cvrender.targets.docx.languages import set_runs, set_styles
from cvrender.targets.docx.marks import before, head, set_paragraphs
from cvrender.targets.docx.photo import anchor_photo

M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def paragraph(style: str, more: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}" />{more}</w:pPr><w:r><w:t>x</w:t></w:r></w:p>'


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("~keep", "<w:keepNext/><w:keepLines/>"),
        ("~keep~flush", '<w:keepNext/><w:keepLines/><w:ind w:firstLine="0"/>'),
        (f"~keep{before(60)}", '<w:keepNext/><w:keepLines/><w:spacing w:before="60"/>'),
        (f"{before(60)}~first", '<w:spacing w:before="60"/>'),
    ],
)
def test_marks_become_properties(marks: str, expected: str) -> None:
    assert set_paragraphs(paragraph(f"Entry{marks}"), "right") == paragraph("Entry", expected).replace('" />', '"/>', 1)


def test_properties_stand_in_the_order_of_the_schema() -> None:
    number = '<w:numPr><w:ilvl w:val="0" /><w:numId w:val="7" /></w:numPr>'
    made = set_paragraphs(paragraph(f"ListNumber~keep{before(9)}", number), "right")
    names = re.findall(r"<w:(\w+)", made)
    assert names == ["p", "pPr", "pStyle", "keepNext", "keepLines", "numPr", "ilvl", "numId", "spacing", "r", "t"]


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_frame_stands_at_its_side_and_only_the_heading_above_it_loses_its_space(side: str) -> None:
    frame = paragraph(f"EntryDateFrame~frame{before(80)}~first")
    made = set_paragraphs(paragraph("Heading1") + paragraph("BodyText") + paragraph("Heading2") + frame, side)
    assert f'w:xAlign="{side}"' in made and "~" not in made
    assert re.findall(r'w:val="(\w+)" ?/><w:spacing w:after="0"/>', made) == ["Heading2"]


@pytest.mark.parametrize(
    ("tag", "attribute"),
    [
        ("ko", 'w:eastAsia="ko-KR"'),
        ("zh", 'w:eastAsia="zh-CN"'),
        ("he", 'w:bidi="he-IL"'),
        ("und-Arab", 'w:bidi="x-none"'),
        ("und-Deva", 'w:bidi="x-none"'),
        ("ru", 'w:val="ru"'),
        ("und-Cyrl", 'w:val="x-none"'),
    ],
)
def test_a_run_has_its_language_where_word_looks_for_it(tag: str, attribute: str) -> None:
    assert set_runs(f'<w:rPr><w:lang w:val="{tag}" /></w:rPr>') == f"<w:rPr><w:lang {attribute}/></w:rPr>"


def test_only_documents_from_right_to_left_have_such_paragraphs() -> None:
    xml = '<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/><w:suppressAutoHyphens/><w:pBdr><w:left w:sz="4"/></w:pBdr>'
    assert "<w:bidi/>" not in set_styles(xml, "de") and "<w:left " in set_styles(xml, "de")
    language, bar = '<w:lang w:val="he" w:eastAsia="zh-CN" w:bidi="he-IL"/>', '<w:pBdr><w:right w:sz="4"/></w:pBdr>'
    assert set_styles(xml, "he") == f"{language}<w:suppressAutoHyphens/><w:bidi/>{bar}"


@pytest.mark.parametrize(("language", "east_asian"), [("zh", "zh-CN"), ("zh-Hant", "zh-TW"), ("ja", "ja-JP"), ("ko", "ko-KR")])
def test_latin_letters_of_an_east_asian_document_have_a_language_of_latin_letters(language: str, east_asian: str) -> None:
    xml = '<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>'
    assert set_styles(xml, language) == f'<w:lang w:val="en-US" w:eastAsia="{east_asian}" w:bidi="ar-SA"/>'


def run(text: str) -> str:
    style = "" if len(text) == 1 and text.isalpha() else '<m:rPr><m:sty m:val="p" /></m:rPr>'
    return f"<m:r>{style}<m:t>{text}</m:t></m:r>"


def runs(text: str) -> str:
    return "".join(map(run, text.split()))


def below(base: str, index: str) -> str:
    return f"<m:sSub><m:e>{runs(base)}</m:e><m:sub>{runs(index)}</m:sub></m:sSub>"


def functions(formula: str) -> tuple[list[tuple[str, str]], str]:
    """The functions of a formula with their arguments, and all of its characters."""
    made = set_functions(f"<w:p><m:oMath>{formula}</m:oMath></w:p>")
    root = ElementTree.fromstring(made.replace("<w:p>", f"<p {M}>").replace("</w:p>", "</p>"))
    space = {"m": M.split('"')[1]}
    found = root.findall(".//m:func", space)
    pairs = [
        ["".join(part.itertext()) for part in (item.find(f"m:{name}", space) for name in ("fName", "e")) if part]
        for item in found
    ]
    return [(name, argument) for name, argument in pairs], "".join(root.itertext())


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (runs("O ( n log n )"), [("log", "n")]),
        (runs("log ( x + ( 1 ) ) + y"), [("log", "(x+(1))")]),
        (below("log", "2") + runs("n"), [("log2", "n")]),
        (runs("max") + below("x", "i"), [("max", "xi")]),
        (runs("log log n"), [("log", "logn"), ("log", "n")]),
        (runs("( log )"), []),
        (runs("log + 1"), []),
        (runs("log"), []),
        (runs("log ( n"), []),
        (runs("rank n"), []),
    ],
)
def test_a_function_has_its_argument(formula: str, expected: list[tuple[str, str]]) -> None:
    found, text = functions(formula)
    assert sorted(found) == sorted(expected)
    assert text == re.sub("<[^>]*>", "", formula)


@pytest.mark.parametrize(("far", "space"), [(400, 1100), (2000, 0)])
def test_a_photo_stands_next_to_the_head(far: int, space: int) -> None:
    inline = '<wp:inline><wp:extent cx="635000" cy="952500" /><wp:docPr id="1" descr="Ada" /><a:graphic /></wp:inline>'
    made = set_paragraphs(anchor_photo(paragraph("Title", inline) + paragraph(f"Contact{head(far, 'end')}"), "right"), "right")
    assert f'<w:pStyle w:val="Contact"/><w:spacing w:after="{space}"/>' in made
    order = ["wp:simplePos", "wp:positionH", "wp:positionV", "wp:extent", "wp:wrapSquare", "wp:docPr", "a:graphic"]
    places = [made.index(f"<{name}") for name in order]
    assert places == sorted(places) and "<wp:align>right</wp:align>" in made and "wp:inline" not in made


def test_without_a_photo_nothing_changes() -> None:
    assert anchor_photo(paragraph("Title"), "right") == paragraph("Title")


def test_joined_letters_have_no_space_between_them() -> None:
    xml = '<w:pPr><w:spacing w:before="60"/></w:pPr><w:rPr><w:b/><w:spacing w:val="12"/><w:sz w:val="20"/></w:rPr>'
    shown = [
        language for language in ("ar", "fa", "ur-PK", "he", "en", "de") if '<w:spacing w:val="12"/>' in set_styles(xml, language)
    ]
    assert shown == ["he", "en", "de"]
    assert '<w:spacing w:before="60"/>' in set_styles(xml, "ar")
