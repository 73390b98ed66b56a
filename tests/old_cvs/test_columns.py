"""Check that columns, and headings at the left of the text, are found by the places of words alone."""

import io
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.pdf.characters import PageWord, PageWords, _accented, _Character, _composed, _decoded, words_of
from cvrender.old_cvs.pdf.layout import rows_of, segments_of
from cvrender.old_cvs.pdf.lines import NEW_COLUMN, LineMaker
from cvrender.old_cvs.pdf.pages import _at_usual_size
from cvrender.old_cvs.pdf.read import _name_parts, _without_signs
from cvrender.old_cvs.pdf.segments import LineSegment
from cvrender.old_cvs.pdf.side_headings import side_column
from cvrender.old_cvs.prose import read_prose

HEIGHT = 12.0


def _word(text: str, left: float, line: int, *, bold: bool = False) -> PageWord:
    bottom = 700 - HEIGHT * line
    right = left + 5.0 * len(text)
    return PageWord(text, left, right, bottom, bottom + 8, 10.0, bold, False, False, right - 5.0)


def _column(texts: list[str], left: float, first: int = 0) -> list[PageWord]:
    return [_word(text, left, first + index, bold=text.isupper()) for index, text in enumerate(texts)]


def _texts(words: list[PageWord]) -> list[str]:
    return [row.text for row in rows_of([PageWords(words, 600, 800)])]


def test_two_columns_with_headings_each_are_read_one_after_the_other_below_the_head() -> None:
    left = ["EXPERIENCE", "Engineer", "Acme", "2019", "Built-things", "PROJECTS", "Compiler"]
    right = ["SKILLS", "Python", "Rust", "EDUCATION", "PhD-Physics", "2018", "Oxbridge"]
    words = [_word("x" * 100, 40, 0), *_column(left, 40, 2), *_column(right, 380, 2)]
    assert _texts(words) == ["x" * 100, *left, *right]


def test_dates_next_to_the_text_are_no_column() -> None:
    places = [f"Employer-{index}" for index in range(8)]
    words = [*_column(["EXPERIENCE"], 40), *_column(places, 40, 1), *_column([f"201{index}" for index in range(8)], 520, 1)]
    assert _texts(words) == ["EXPERIENCE", *(f"{place}  201{index}" for index, place in enumerate(places))]


def test_dates_at_the_left_on_the_lines_of_their_entries_are_no_column() -> None:
    aside = [_word(text, 40, line, bold=True) for text, line in (("SKILLS", 16), ("LANGUAGES", 18))]
    dates = [_word(f"0{index}/2019–aktuell", 40, 3 * index) for index in range(1, 6)]
    texts = [_word(f"Something-that-was-done-number-{index}", 240, index) for index in range(2, 20) if index != 10]
    rows = _texts([*aside, *dates, *texts, _word("WORK", 240, 0, bold=True), _word("EDUCATION", 240, 10, bold=True)])
    assert "01/2019–aktuell  Something-that-was-done-number-3" in rows


def test_labels_at_the_left_are_no_column_and_text_drawn_twice_is_read_once() -> None:
    labels = ["Employer:", "Place:", "Role:"] * 4
    words = [*_column(labels, 40), *_column([f"Something-number-{index}" for index in range(12)], 240)]
    words += [_word("WORK", 40, -1), _word("WORK", 40.5, -1)]
    assert _texts(words)[:3] == ["WORK", "Employer:  Something-number-0", "Place:  Something-number-1"]


def test_headings_at_the_left_come_before_it_and_their_lines_are_joined() -> None:
    text = [f"Something-that-was-done-number-{index}" for index in range(12)]
    aside = [_word("EDUCATION", 40, 0, bold=True), _word("WORK", 40, 6, bold=True), _word("EXPERIENCE", 40, 7, bold=True)]
    rows = rows_of([PageWords([*_column(text, 160), *aside], 600, 800)])
    assert [row.text for row in rows if row.is_heading] == ["EDUCATION", "WORK EXPERIENCE"]
    assert [row.text for row in rows] == ["EDUCATION", *text[:6], "WORK EXPERIENCE", *text[6:]]


def test_entries_with_dates_at_the_left_are_no_headings() -> None:
    text = [f"Something-that-was-done-number-{index}" for index in range(20)]
    aside = [*_column(["EDUCATION", "PhD,", "2015"], 40), *_column(["SKILLS", "Python"], 40, 6)]
    assert not [row for row in rows_of([PageWords([*_column(text, 200), *aside], 600, 800)]) if row.is_heading]


def test_a_stroke_before_the_sign_that_it_negates_becomes_one_character() -> None:
    word = _composed(_word("\u0338=", 40, 0))
    assert word.text == "≠"


def test_letters_that_are_set_apart_are_words() -> None:
    letters = [_word(letter, 40 + 9.0 * index + 9.0 * (index > 3), 0) for index, letter in enumerate("WORKHISTORY")]
    assert _texts([*letters, _word("2019", 300, 0)]) == ["WORK HISTORY  2019"]
    assert _texts([_word(letter, 40 + 9.0 * index, 0) for index, letter in enumerate("ABC")]) == ["A B C"]


@pytest.mark.parametrize(("font", "scale"), [(10, 1), (1, 10), (40, 0.25)])
def test_narrow_letters_stay_in_their_words_in_a_font_that_is_scaled(font: int, scale: float) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(600, 800))
        helvetica = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=helvetica))
        text = f"BT /F1 {font} Tf {scale} 0 0 {scale} 72 700 Tm (William filled illicit little files) Tj ET"
        page.obj.Contents = pdf.make_stream(text.encode())
        pdf.save(content := io.BytesIO())
    with pypdfium2.PdfDocument(content.getvalue()) as document:
        words = list(words_of(document[0]))
    assert [word.text for word in words] == "William filled illicit little files".split()
    assert {word.size for word in words} == {10.0}


def _character(text: str, left: float, right: float, bottom: float, top: float) -> _Character:
    return _Character(text, left, right, bottom, top, 12.0, (False, False, False))


def test_an_accent_that_tex_prints_apart_is_joined_with_the_letter_below_it() -> None:
    letters = [_character("r", 20, 25, 100, 106), _character("e", 25, 31, 100, 106)]
    accent, quote = _character("ˇ", 20, 25, 107, 109), _character("´", 60, 63, 107, 109)
    joined = _accented([*letters, None, accent, quote])
    assert [char.text for char in joined if char] == ["ř", "e", "´"]


def test_a_bullet_goes_on_below_its_text_not_below_the_date_beside_it() -> None:
    words = [_word("•Worked-on-engines", 40, 0), _word("2019–2021", 450, 0), _word("and-on-looms", 52, 1), _word("x" * 90, 40, 4)]
    (line, *_) = LineMaker("cv.pdf", rows_of([PageWords(words, 600, 800)])).read()
    assert [cell.plain for cell in line.cells] == ["Worked-on-engines and-on-looms", "2019–2021"]


def test_letters_of_another_font_do_not_divide_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [("W", False), ("ł", True), ("adys", False), ("ł", True), ("awowo", False), ("Ż", False), ("YWO", True)]
    words = []
    for text, bold in parts:
        words.append(_word(text, words[-1].right if words else 40, 0, bold=bold))
    words[5].gap = True
    monkeypatch.setattr("cvrender.old_cvs.pdf.characters._parts_of_words", lambda page: iter(words))
    assert [(word.text, word.bold) for word in words_of(None)] == [("Władysławowo", False), ("ŻYWO", True)]


def test_bold_letters_within_a_word_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [_word("Skills", 40, 0, bold=True), _word("Python", 70, 0)]
    monkeypatch.setattr("cvrender.old_cvs.pdf.characters._parts_of_words", lambda page: iter(words))
    assert [word.text for word in words_of(None)] == ["Skills", "Python"]


@pytest.mark.parametrize(
    ("code", "is_told", "char"), [(0x1C, False, "fi"), (0x88, False, "•"), (0x2F63, True, "生"), (0x41, True, "A")]
)
def test_characters_that_fonts_do_not_tell(code: int, is_told: bool, char: str) -> None:
    assert _decoded(code, is_told=is_told) == char


def _sized(text: str, left: float, line: int, size: float) -> PageWord:
    word = _word(text, left, line)
    word.size, word.top = size, word.bottom + 0.8 * size
    return word


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ([_sized("ada", 50, 0, 30.0), _sized("example", 85, 0, 30.0), _word("Rua Exemplo", 50, 4)], ["ada example"]),
        ([_sized("ADA", 250, 0, 20.0), _sized("EXAMPLE", 250, 2, 30.0), _word("Engineer", 50, 5)], ["ADA", "EXAMPLE"]),
        ([_word("Nowhere 1", 50, 1), _sized("Ada Example", 250, 1, 22.0), _word("ada.org", 450, 1)], ["Ada Example"]),
        ([_word("The quick brown fox", 50, 0), _word("jumps over it", 50, 1)], []),
    ],
)
def test_the_largest_text_near_the_top_is_the_name(words: list[PageWord], name: list[str]) -> None:
    for before, word in zip(words, words[1:], strict=False):
        word.gap = word.bottom == before.bottom
    assert [part.text for part in _name_parts(rows_of([PageWords(words, 600, 800)]))] == name


def test_letters_that_are_set_apart_are_words_though_some_stand_together() -> None:
    parts = ("ED", "U", "CA", "T", "ION", "AND", "S")
    lefts = (50.0, 64.0, 71.0, 85.0, 92.0, 118.0, 139.0)
    words = [replace(_word(text, left, 0), tracking=2.0 * (len(text) - 1)) for text, left in zip(parts, lefts, strict=True)]
    for word in words:
        word.right = word.left + 7.0 * len(word.text) - 2.0
    assert _texts(words) == ["EDUCATION ANDS"]


def test_words_that_justification_sets_apart_are_one_text() -> None:
    full = _word("an example of lines in a narrow column", 50, 1)
    parts = [_word("of", 50, 2), _word("a", 132.5, 2), _word("narrow", full.right - 30, 2)]
    assert _texts([_word("This is", 50, 0), full, *parts, _word("column", 50, 3)])[2] == "of a narrow"


def test_a_panel_of_contacts_is_a_column_though_its_lines_are_on_those_of_the_text() -> None:
    panel = ["Ada Example", "ada@example.org", "+1 555 0100 200", "Nowhere 1", "Springfield", "Exampleland"]
    text = [f"a line of the text of an example that is long enough {index}" for index in range(20)]
    assert _texts([*_column(panel, 40), *_column(text, 200)])[:6] == panel


def test_lines_across_the_page_divide_no_columns_and_dates_beside_the_text_are_none_below_a_short_heading() -> None:
    dates = [_word(f"0{line}/2019 – 0{line}/2020", 40, 3 * line + 2, bold=True) for line in range(1, 8)]
    text = [_word(f"Example School number {line}", 250, 3 * line + 2, bold=True) for line in range(1, 8)]
    across = [_word("a long sentence from the left to the right, which leaves no gap", 40, 3 * n) for n in range(2, 8)]
    heading = [_word("Education", 40, 3, bold=True), _word("Born", 40, 1), _word("Sweden", 250, 1)]
    assert "01/2019 – 01/2020  Example School number 1" in _texts([*heading, *dates, *text, *across])


def test_a_label_is_not_the_heading_of_a_column() -> None:
    labels = [_word(text, 40, line) for line, text in enumerate(["Employer:", "Place:", "Duties:"] * 2)]
    said = [_word(text, 200, line) for line, text in enumerate(["Example Works", "Lund", "machines"] * 2)]
    assert _texts([*labels, *said])[:3] == ["Employer:  Example Works", "Place:  Lund", "Duties:  machines"]


def test_a_table_with_headings_dates_and_labels_at_the_left_is_not_a_column() -> None:
    left = ["EDUCATION", "11/2017 – today", "11/2017", "08/2016 – 11/2017", "08/2012 – 07/2016", "LANGUAGES", "Spoken", "Written"]
    right = ["", *(f"Example School number {number}" for number in range(4)), "", "English and French", "Swedish"]
    words = [word for word in (*_column(left, 40), *_column(right, 250)) if word.text]
    assert _texts(words)[1] == "11/2017 – today  Example School number 0"


def test_signs_before_headings_are_not_those_of_list_items() -> None:
    texts = ["• Experience", "Engineer at Example Works in Lund", "• Education", "Example School of machines in Lund"]
    words = [replace(word, size=14.0) if word.text[0] == "•" else word for word in _column(texts, 40)]
    split = [part for word in words for part in _parts(word)]
    rows = _without_signs(rows_of([PageWords(split, 600, 800)]))
    assert [row.text for row in rows] == [text.removeprefix("• ") for text in texts]


def _parts(word: PageWord) -> list[PageWord]:
    if not word.text.startswith("• "):
        return [word]
    sign = replace(word, text="•", right=word.left + 5, last=word.left)
    return [sign, replace(word, text=word.text[2:], left=word.left + 10, gap=True)]


def test_a_page_that_is_much_wider_than_paper_is_read_at_its_size() -> None:
    word = _word("Experience", 300, 0)
    page = _at_usual_size(PageWords([word], 1190, 3000))
    assert (page.width, page.height, page.words[0].left, page.words[0].size) == (595, 1500, 150, 5)


def test_jobs_at_the_top_of_a_column_do_not_belong_to_the_last_section_of_the_other() -> None:
    jobs = ["**Example Works – Engineer**", "May 2019 – June 2020", "**Example Lab – Analyst**", "May 2017 – June 2019"]
    lines = [OldLine((LineCell("Languages"),), kind="heading"), OldLine((LineCell("Swedish, English"),))]
    lines += [OldLine((), kind="break", level=NEW_COLUMN), *(OldLine((LineCell(job),)) for job in jobs)]
    read = read_prose(OldDocument("pdf", "a.pdf", lines))
    assert [entry["organization"] for entry in read.data["positions"]] == ["Example Works", "Example Lab"]
    assert [entry["language"] for entry in read.data["languages"]] == ["Swedish", "English"]


def _beside(first: str) -> list[PageWord]:
    words = [_word("Ada-Example-of-Nowhere", 300, 0), _word(first, 150, 4), _word("Acme", 150, 5), _word("-built-looms", 160, 6)]
    words += [
        _word("Cat-Weaver", 150, 9),
        _word("Loomworks", 150, 10),
        *(_word("t" * 60, 150, line) for line in (11, 12, 13, 14)),
    ]
    lower = 5.0
    for text, line in (("Experience", 4), ("Education", 9)):
        heading = _word(text, 50, line, bold=True)
        words.append(
            replace(heading, bottom=heading.bottom - lower, top=heading.top - lower, right=heading.right + 10, size=14.0)
        )
    return words


def test_a_heading_at_the_left_may_be_a_little_lower_than_the_first_line_beside_it() -> None:
    assert _texts(_beside("Dyer"))[:3] == ["Ada-Example-of-Nowhere", "Experience", "Dyer"]
    assert _texts(_beside("Dyer"))[4:8] == ["-built-looms", "Education", "Cat-Weaver", "Loomworks"]


def test_items_of_a_list_are_no_headings_at_the_left() -> None:
    left = [_word("• Skills", 50, 4), _word("• Languages", 50, 9)]
    assert side_column([[LineSegment([word]) for word in [*left, *_beside("Dyer")[:10]]]]) is None


def test_a_line_of_another_column_at_half_the_height_does_not_take_words() -> None:
    aside = replace(_word("English", 40, 0), bottom=704.2, top=712.2)
    words = [_word("Weaves", 200, 0), replace(_word("a", 233, 0), bottom=701.0, top=709.0), _word("loom", 241, 0)]
    assert [part.text for part in segments_of([aside, *words])] == ["English", "Weaves a loom"]


def test_an_ampersand_among_letters_that_are_set_apart_joins_them_to_words() -> None:
    words = [
        replace(_word(sign, 40 + 13 * index + 12 * (index > 5) + 12 * (index > 6), 0), right=46 + 13 * index)
        for index, sign in enumerate("SKILLS&TOOLS")
    ]
    words = [replace(word, right=word.left + 10, last=word.left) for word in words]
    assert [part.text for part in segments_of(words)] == ["SKILLS & TOOLS"]
