"""Test the tables of a Word document: where they begin, how wide they are, and what stays on one page."""

import io
import zipfile

import pytest
from lxml import etree

from cvrender.load.library import find_style
from cvrender.model.document import Document, Header, Properties, Section, Table
from cvrender.model.text import plain_text
from cvrender.targets.docx import build
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.tables import set_tables
from cvrender.targets.docx.write import render

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def table(style: str, rows: int) -> etree._Element:
    cells = tuple((plain_text(f"Task {row}"), plain_text("one")) for row in range(rows))
    block = Table((plain_text("Task"), plain_text("Share")), cells)
    section = Section("work", plain_text("Work"), (block,))
    document = Document(Properties("Ada Example", "Ada Example"), Header("Ada Example"), (section,))
    made = build.docx(render(document), reference(find_style(style)), document.properties)
    body = etree.fromstring(zipfile.ZipFile(io.BytesIO(made)).read("word/document.xml"))
    (found,) = body.iter(f"{W}tbl")
    return found


@pytest.mark.parametrize("style", ["moderncv", "classic"])
def test_a_table_begins_where_the_text_does_and_ends_at_the_margin(style: str) -> None:
    made = table(style, 3)
    indent = made.find(f"{W}tblPr/{W}tblInd")
    widths = [int(column.get(f"{W}w")) for column in made.iter(f"{W}gridCol")]
    begin, margins = {"moderncv": (1960, 2 * 1134), "classic": (0, 2 * 1361)}[style]
    assert indent.get(f"{W}w") == str(begin)
    room = 11906 - margins - begin
    assert made.find(f"{W}tblPr/{W}tblW").get(f"{W}w") == str(sum(widths))
    assert room - len(widths) <= sum(widths) <= room


@pytest.mark.parametrize(("rows", "kept"), [(3, [0, 1]), (40, [38])])
def test_a_row_stays_whole_and_a_short_table_on_one_page(rows: int, kept: list[int]) -> None:
    cells = "".join(
        f'<w:tr><w:tc><w:p><w:pPr><w:pStyle w:val="TableText" /></w:pPr>{row}</w:p></w:tc></w:tr>' for row in range(rows)
    )
    made = set_tables(f"<w:tbl>{cells}</w:tbl>", "")
    assert made.count("<w:cantSplit/>") == rows
    assert [index for index, row in enumerate(made.split("<w:tr>")[1:]) if "keepNext" in row] == kept
