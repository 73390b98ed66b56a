"""Tables of employers: their formats, their errors with row and column, and the placeholders for their cells."""

from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from cvrender.documents.files import load_document
from cvrender.documents.rows import read_rows
from cvrender.errors import InputError
from cvrender.model.letter import Letter

LETTER = """to: ["{row.contact?}", "{row.address}"]
subject: "{row.post}"
salutation: "{row.contact?}"
body: I apply at {row.company}.
"""
CSV = 'company,contact,address,post\nFirm *A*,,"1 Road\nNowhere",Engineer\n\nFirm B,Ada,2 Road,\n'


def written(folder: Path, name: str, text: str | bytes) -> Path:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / name


def errors(path: Path, table: Path | None = None, row: int = 0) -> list[str]:
    with pytest.raises(InputError) as error:
        load_document(path, read_rows(table)[row] if table else None)
    return [str(problem).replace(f"{path.parent}/", "") for problem in error.value.problems]


def test_cells_become_the_text_of_a_letter(tmp_path: Path) -> None:
    row = read_rows(written(tmp_path, "employers.csv", CSV))[0]
    letter = load_document(written(tmp_path, "letter.yaml", LETTER), row).content
    assert isinstance(letter, Letter)
    assert letter.to == ("1 Road", "Nowhere")
    assert letter.body == (r"I apply at Firm \*A\*.",) and (letter.subject, letter.salutation) == ("Engineer", None)


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_columns_may_be_divided_by_other_signs(delimiter: str, tmp_path: Path) -> None:
    table = written(tmp_path, "t.csv", f"\ufeffcompany{delimiter}post\nA, B{delimiter}Engineer\n")
    assert [dict(row.cells) for row in read_rows(table)] == [{"company": "A, B", "post": "Engineer"}]


def test_a_spreadsheet_and_yaml_are_tables(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    for cells in (("company", "date", "number"), ("Firm A", __import__("datetime").datetime(2026, 12, 1), 7.0)):
        book.active.append(cells)
    content = BytesIO()
    book.save(content)
    (row,) = read_rows(written(tmp_path, "t.xlsx", content.getvalue()))
    assert (row.name, row.line, dict(row.cells)) == ("Firm A", 2, {"company": "Firm A", "date": "2026-12-01", "number": "7"})
    (row,) = read_rows(written(tmp_path, "t.yaml", "firm-a: {company: Firm A, address: [1 Road, Nowhere]}\n"))
    assert dict(row.cells) == {"name": "firm-a", "company": "Firm A", "address": "1 Road\nNowhere"}


def test_an_empty_cell_is_an_error_with_its_row_and_column(tmp_path: Path) -> None:
    table, letter = written(tmp_path, "employers.csv", CSV), written(tmp_path, "letter.yaml", LETTER)
    hint = "fill it in, or write {row.post?} where it may be empty"
    assert errors(letter, table, 1) == [f'employers.csv:5:1: error: row "Firm B": the column "post" is empty; {hint}']


def test_a_placeholder_needs_its_column_and_a_table(tmp_path: Path) -> None:
    table = written(tmp_path, "employers.csv", "company,address\nA,B\n")
    letter = written(tmp_path, "letter.yaml", "to: '{row.adress}'\nbody: x\n")
    (error,) = errors(letter, table)
    assert error.startswith('letter.yaml:1:5: error: to: "{row.adress}": ') and 'did you mean "address"' in error
    (error,) = errors(letter)
    assert '"{row.adress}" has no value; give a table of rows with --for' in error


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2,3\n", ":2:1: error: the row has 3 cells, but there are 2 columns"),
        ("a,,b\n1,2,3\n", ":1:1: error: column 2 has no name"),
        ("a,a\n1,2\n", ':1:1: error: two columns have the name "a"'),
        ("a,b\n,2\n", ":2:1: error: the row has no name"),
        ("a,b\nx,2\nX,3\n", ':3:1: error: row "X": the row in line 2 has the folder "x", too'),
        ("a,b\n", ":1:1: error: the table has no rows"),
        ('a,b\n"x,2\n', ":2:1: error: is not CSV here"),
    ],
)
def test_broken_tables_are_errors_with_a_line(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read_rows(written(tmp_path, "t.csv", text))
    assert f"t.csv{said}" in str(error.value.problems[0])


@pytest.mark.parametrize(("name", "content"), [("t.xlsx", b"PK\x03\x04 no zip"), ("t.xls", b"\xd0\xcf\x11\xe0\0\0\0")])
def test_what_is_no_table_is_refused(name: str, content: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read_rows(written(tmp_path, name, content))
    assert [problem.code for problem in error.value.problems] in (["bad-form"], ["unknown-format"])
