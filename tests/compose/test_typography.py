"""Test typographic punctuation: quotes by language, apostrophes, dashes, dots, and what is not changed."""

import pytest

from cvrender.compose.typography import typographic, without_italics
from cvrender.load.library import find_style, find_terms
from cvrender.model.document import Document, EntryBlock, EntryList, Header, Paragraph, Properties, Section
from cvrender.model.printed_texts import texts_of
from cvrender.text.markup import inline


def changed(source: str, language: str = "en") -> str:
    title = inline("T")
    section = Section("s", title, (Paragraph(inline(source)),))
    document = Document(Properties("", ""), Header("O'Brien"), (section,))
    document = typographic(document, find_terms(find_style("plain"), language).punctuation)
    assert document.header.name == "O'Brien"
    [block] = document.sections[0].blocks
    assert isinstance(block, Paragraph)
    return block.text.plain


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("en", "\"A 'b' c\"", "“A ‘b’ c”"),
        ("en", "'A \"b\" c'", "‘A “b” c’"),
        ("en-GB", "\"A 'b' c\"", "“A ‘b’ c”"),
        ("de", "\"A 'b' c\"", "„A ‚b‘ c“"),
        ("pl", "\"A 'b' c\"", "„A «b» c”"),
        ("fr", '"A" d\'été', "«\u00a0A\u00a0» d’été"),
        ("de", '"„A“ b"', "„‚A‘ b“"),
        ("de", "„„A“ und „B“ c“", "„‚A‘ und ‚B‘ c“"),
        ("de", "„A” und „B“ und „C“", "„A” und „B“ und „C“"),
        ("ja", "「「A」のB」", "「『A』のB」"),
        ("en", "““A” b”", "“‘A’ b”"),
        ("de", '„A" und „B“', "„A“ und „B“"),
        ("sv", "\"A 'b' c\"", "”A ’b’ c”"),
        ("ja", '"A"', "「A」"),
        ("zh", '"A"', "“A”"),
        ("ru", '"A"', "«A»"),
        ("he", 'ארה"ב', 'ארה"ב'),
    ],
)
def test_quotes_are_those_of_the_language(language: str, typed: str, printed: str) -> None:
    assert changed(typed, language) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("don't, the students' rock 'n' roll of the '90s", "don’t, the students’ rock ‘n’ roll of the ’90s"),
        ('“A "b" c”', "“A ‘b’ c”"),
        ('say **"yes"**, (*"no"*)', "say “yes”, (“no”)"),
        ("a 5' by 6\" board", "a 5' by 6\" board"),
        ("1990--1995, a --- b, a -- b", "1990–1995, a — b, a – b"),
        ("run --verbose, wait...", "run --verbose, wait…"),
        ("....", "...."),
        ('an unfinished "quote', "an unfinished “quote"),
    ],
)
def test_signs_depend_on_their_neighbours(typed: str, printed: str) -> None:
    assert changed(typed) == printed


@pytest.mark.parametrize(
    "source",
    [
        '`a "b" -- c...`',
        "$a'$",
        "https://example.org/a--b",
        "example.org/it's--here",
        "[example.org/a--b](https://example.org/a--b)",
        "ada--x@example.org",
    ],
)
def test_code_formulas_and_addresses_stay_as_typed(source: str) -> None:
    assert changed(source) == inline(source).plain


@pytest.mark.parametrize(
    ("typed", "italic"), [("*計算機 Engine の歴史*", [False]), ("*Engine*", [True]), ("信頼 *Engine*", [False, True])]
)
def test_latin_letters_within_a_title_of_east_asia_are_upright(typed: str, italic: list[bool]) -> None:
    section = Section("s", inline("T"), (Paragraph(inline(typed)),))
    document = typographic(
        Document(Properties("", ""), Header("A"), (section,)), find_terms(find_style("plain"), "ja").punctuation
    )
    [block] = document.sections[0].blocks
    assert isinstance(block, Paragraph) and [span.italic for span in block.text.spans] == italic


@pytest.mark.parametrize(
    ("typed", "italic"),
    [
        ("*ملاحظات 2020*", [False]),
        ("*הערות ל־GPU*", [False]),
        ("*टिप्पणी 12*", [False]),
        ("*第12回*", [False]),
        ("*О 2020*", [True]),
    ],
)
def test_digits_among_letters_without_italics_are_upright(typed: str, italic: list[bool]) -> None:
    section = Section("s", inline("T"), (Paragraph(inline(typed)),))
    document = typographic(
        Document(Properties("", ""), Header("A"), (section,)), find_terms(find_style("plain"), "ar").punctuation
    )
    [block] = document.sections[0].blocks
    assert isinstance(block, Paragraph) and [span.italic for span in block.text.spans] == italic


def test_roles_have_the_accent_instead_of_italics_that_their_script_lacks() -> None:
    role = EntryBlock("role", inline("*研究員*"))
    position = EntryBlock("position", inline("**研究所**"), lines=(inline("*技術者*、部"), inline("「*題*」")), entries=(role,))
    work = EntryBlock("publication", inline("*題*"))
    listed = Section("s", inline("T"), (EntryList((position, work)),))
    [section] = without_italics(Document(Properties("", ""), Header("A"), (listed,))).sections
    marks = {span.text: (span.italic, span.form) for text, _ in texts_of(section) for span in text.spans}
    assert marks["研究員"] == marks["技術者"] == (False, "lead")
    assert marks["題"] == (True, "") and marks["、部"] == marks["研究所"] == (False, "")
