"""Check how rows of PDFs become headings, heads and dates: parts of times at the left, side headings, and lines that end."""

import io

import pikepdf
import pypdfium2

from cvrender.formats.lines import LineCell, LineLook, OldLine
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.head_parts import divided
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.pdf.characters import PageWord, PageWords, words_of
from cvrender.old_cvs.pdf.layout import PageRow, rows_of
from cvrender.old_cvs.pdf.left_cells import with_left_cells
from cvrender.old_cvs.pdf.lines import LineMaker
from cvrender.old_cvs.pdf.read import _heading_styles, _with_notes_apart, _without_periods
from cvrender.old_cvs.segmentation import entries_of
from tests.old_cvs.pdf_words import words_at


def _lines(*texts: str) -> list[OldLine]:
    return [
        OldLine(tuple(map(LineCell, text.lstrip("-").split(" | "))), kind="bullet" if text.startswith("-") else "text")
        for text in texts
    ]


def _rows(*words: list[PageWord]) -> list[PageRow]:
    return rows_of([PageWords([word for some in words for word in some], 600, 800)])


def test_parts_of_a_time_close_to_the_text_are_cells_and_joined() -> None:
    lines = [("De 02/2015", 47.5, "Chercheuse"), ("à 09/2022", 52.5, "Service des exemples"), ("Septembre", 52, "Assistante")]
    lines += [
        ("2018 – Mars", 42, "Exemple SA"),
        ("2019", 77.5, "Lund"),
        ("Depuis", 67.5, "Directrice"),
        ("10/2022", 62.5, "Acme"),
    ]
    words = []
    for index, (time, left, text) in enumerate(lines):
        words += [words_at(time, left, 700 - 12 * index), words_at(text, 102, 700 - 12 * index)]
    texts = [row.text for row in with_left_cells(_rows(*words))]
    assert texts == [
        "De 02/2015 à 09/2022  Chercheuse",
        "Service des exemples",
        "Septembre 2018 – Mars 2019  Assistante",
        "Exemple SA",
        "Lund",
        "Depuis 10/2022  Directrice",
        "Acme",
    ]


def test_headings_at_the_left_are_before_the_text_on_their_line_wherever_most_text_begins() -> None:
    words = [words_at("Education", 40, 700), words_at("PhD in Mathematics, Example University, 2001", 140, 698)]
    words += [words_at("Appointments", 40, 670), words_at("Professor, Example University, 2017-2021", 140, 668)]
    words += [words_at(f"an item of a long list that is set elsewhere, {number}", 100, 640 - 12 * number) for number in range(20)]
    rows = _rows(*words)
    assert [(row.text.split()[0], row.is_heading) for row in rows[:4]] == [
        ("Education", True),
        ("PhD", False),
        ("Appointments", True),
        ("Professor,", False),
    ]


def test_a_comma_in_another_face_is_as_high_as_the_word_before_it() -> None:
    pdf = pikepdf.new()
    fonts = {
        f"/{name}": pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name(f"/{base}"))
        for name, base in (("F1", "Helvetica-Oblique"), ("F2", "Helvetica"))
    }
    page = pdf.add_blank_page(page_size=(300, 100))
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(fonts))
    page.Contents = pdf.make_stream(b"BT 20 50 Td /F1 12 Tf (Professor) Tj /F2 12 Tf (, Example) Tj ET")
    data = io.BytesIO()
    pdf.save(data)
    with pypdfium2.PdfDocument(data.getvalue()) as document:
        word, comma, _ = words_of(document[0])
    assert comma.text == "," and comma.top == word.top


def test_rows_that_end_with_a_time_or_begin_with_one_are_entries() -> None:
    ends = "Research Associate of Examples, Example University of Lund, 2019–2022."
    begins = "2014 – 2019 Example University of Lund – Computer Engineering – BSc"
    for first, second in ((ends, "Postdoctoral Researcher, Acme, 2015–2019."), (begins, "2008 – 2010 Example College")):
        rows = _rows(words_at(first, 40, 700), words_at(second, 40, 688))
        assert len(LineMaker("a.pdf", rows).read()) == 2


def test_headings_lose_their_periods_and_the_notes_next_to_them() -> None:
    words = [words_at("Education.", 40, 700, bold=True), words_at("BSc, Example University, 2001", 50, 688)]
    words += [words_at("Previous Positions.", 40, 670, bold=True), words_at("Ski Club membership.", 40, 650, bold=True)]
    words += [words_at("It does not end here.", 40, 630)]
    texts = [row.text for row in _without_periods(_rows(*words))]
    assert [text for text in texts if text.endswith(".")] == ["It does not end here."]
    words = [words_at("PUBLICATIONS", 40, 700, 12, bold=True), words_at("* equal contribution of all authors", 300, 700, 8)]
    rows = _rows(
        *words, words_at("EDUCATION", 40, 660, 12, bold=True), *(words_at("some text of it", 40, 640 - 12 * n) for n in range(5))
    )
    styles = _heading_styles(rows)
    apart = [part.text for row in rows for part in _with_notes_apart(row, styles)]
    assert apart[:3] == ["PUBLICATIONS", "* equal contribution of all authors", "EDUCATION"]


def test_heads_with_labels_behind_a_sign_and_lists_below_heads() -> None:
    heads = [
        [line.plain for line in entry.heads]
        for entry in entries_of(
            _lines("Developer · Skills: Rust | 08/2024 – 10/2024", "Acme", "-Built it", "Tester · Skills: C | 2019 – 2020", "Nix")
        )
    ]
    assert heads[0] == ["08/2024 – 10/2024", "Developer · Skills: Rust"]
    one = _lines("Example University", "Student | 2015 – 2020", "-**Teaching Assistant**: Served all", "-**Reviewer**: Read all")
    assert [len(entry.heads) for entry in entries_of(one) if entry.heads] == [2]
    school = entries_of(_lines("-Example Academy (2019 - 2023)", "-Bachelor in Design of Examples", "-Acme School (2024 - 2025)"))
    assert [line.plain for line in school[0].heads] == ["Example Academy (2019 - 2023)", "Bachelor in Design of Examples"]


def test_a_country_in_brackets_is_of_the_place() -> None:
    parts = [(part.plain, part.role) for part in divided(_lines("Example Works Ltd, Lund (Sweden)"))[0]]
    assert parts == [("Example Works Ltd", ""), ("Lund (Sweden)", "location")]
    parts = [(part.plain, part.role) for part in divided(_lines("Example University, LIGX, Nowhere-sur-Marne"))[0]]
    assert parts == [("Example University, LIGX", ""), ("Nowhere-sur-Marne", "location")]


def test_headings_of_two_adjectives_and_times_with_a_slash() -> None:
    assert section_of("Academic & Research Experience") == "positions"
    assert [date.fields for date in dates_in("La Nef, Lund - Juin 2022/Septembre 2022")] == [
        {"start": "2022-06", "end": "2022-09"}
    ]


def test_a_time_alone_ends_the_paragraph_above() -> None:
    first = "Web developer of examples, Example Institute of Education and Recruitment, Lund"
    rows = _rows(words_at(first, 40, 700), words_at("2012 - 2014", 40, 688), words_at("Confectioner, Example School", 40, 676))
    assert [line.plain for line in LineMaker("a.pdf", rows).read()][:2] == [first, "2012 - 2014"]


def test_times_in_the_margin_begin_entries_below_another_heading() -> None:
    hints = [("kolovoz 2008.", "**Example Bakeries**, Lund"), ("srpanj 2011.", "**Acme d.o.o.**, Lund")]
    lines = [OldLine((LineCell("Student jobs"),))]
    for hint, head in hints:
        lines.append(OldLine((LineCell(hint), LineCell(head)), look=LineLook(indent=-12.0)))
        lines.append(OldLine((LineCell("packing of goods and work in the factory"),)))
    heads = [entry.heads[0].plain for entry in entries_of(lines) if entry.heads]
    assert heads == ["kolovoz 2008. Example Bakeries, Lund", "srpanj 2011. Acme d.o.o., Lund"]


def test_a_place_before_a_period_is_no_part_of_the_job() -> None:
    parts = [(part.plain, part.role) for part in divided(_lines("*Acme AG*, Lund, Sweden. Workshop Intern."))[0]]
    assert parts == [("Acme AG", ""), ("Lund, Sweden", "location"), ("Workshop Intern", "")]


def test_a_name_that_no_list_knows_is_the_employer_between_a_job_and_a_country() -> None:
    parts = [(part.plain, part.role) for part in divided(_lines("Research Student at TEX MOD, Korea"))[0]]
    assert parts == [("Research Student", ""), ("TEX MOD", ""), ("Korea", "location")]


def test_a_look_that_most_texts_beside_times_have_is_not_that_of_headings() -> None:
    words = [words_at("Publications", 40, 700, 12.0), words_at("Journal Articles", 40, 680, bold=True)]
    for number in range(4):
        words += [words_at("2023", 40, 660 - 30 * number), words_at(f"Slow Looms {number}", 140, 660 - 30 * number, bold=True)]
        words += [words_at("a text of some length that is neither bold nor large", 140, 648 - 30 * number)]
    assert _heading_styles(_rows(*words)) == {(12.0, False, False)}


def test_a_text_beside_a_time_goes_on_in_the_row_below() -> None:
    words = [words_at("Weaver, Group for Looms and", 40, 700), words_at("2019 – 2021", 300, 700), words_at("Shuttles", 40, 688)]
    (line,) = LineMaker("a.pdf", _rows(*words)).read()
    assert [cell.plain for cell in line.cells] == ["Weaver, Group for Looms and Shuttles", "2019 – 2021"]
