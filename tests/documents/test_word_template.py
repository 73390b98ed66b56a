"""Word files of funders that are filled."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.documents.word_template import fill_word
from cvrender.errors import InputError
from tests.rules.contracts.good_profile import PROFILE

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
CONTROL = (
    f'<w:sdt xmlns:w="{W}"><w:sdtPr><w:tag w:val="results-b"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Click here</w:t></w:r></w:p>'
    "</w:sdtContent></w:sdt>"
)


def form() -> bytes:
    """A form with a table, headings and a content control."""
    document = docx.Document()
    table = document.add_table(2, 2)
    for row, label in zip(table.rows, ("Title:", "First  name"), strict=True):
        row.cells[0].text = label
        hint = row.cells[1].paragraphs[0].add_run("a hint")
        hint.bold, hint.font.size = True, docx.shared.Pt(9)
    document.add_heading("Activities in the Research System", 1)
    document.add_paragraph("List your activities.", "List Bullet")
    document.add_heading("Category A", 1)
    document.add_heading("Academic Distinctions", 1)
    document.add_paragraph("Kept as it is.")
    document.element.body.insert(0, docx.oxml.parse_xml(CONTROL))
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


TEXTS = {
    "Title": "Prof. Dr.",
    "First name": "Vera & Co",
    "results-b": "A <preprint>\nA dataset",
    "Activities in the research system": "One\nTwo",
    "Category A": "A paper",
    "Nowhere": "lost",
}


def test_places_are_filled_and_nothing_else_changes() -> None:
    old = form()
    new, lacking = fill_word(old, TEXTS, "form.docx")
    assert lacking == ["Nowhere"]
    document = docx.Document(io.BytesIO(new))
    cells = [row.cells[1].paragraphs[0].runs for row in document.tables[0].rows]
    assert [[run.text for run in runs] for runs in cells] == [["Prof. Dr."], ["Vera & Co"]]
    assert (cells[0][0].bold, cells[0][0].font.size) == (None, docx.shared.Pt(9))
    found = [(paragraph.text, paragraph.style.name) for paragraph in document.paragraphs]
    assert found == [
        ("Activities in the Research System", "Heading 1"),
        ("One", "List Bullet"),
        ("Two", "List Bullet"),
        ("Category A", "Heading 1"),
        ("A paper", "Normal"),
        ("Academic Distinctions", "Heading 1"),
        ("Kept as it is.", "Normal"),
    ]
    controls = document.element.body.iter(f"{{{W}}}sdtContent")
    assert [text.text for content in controls for text in content.iter(f"{{{W}}}t")] == ["A <preprint>", "A dataset"]
    with zipfile.ZipFile(io.BytesIO(old)) as before, zipfile.ZipFile(io.BytesIO(new)) as after:
        assert before.namelist() == after.namelist()
        assert [name for name in before.namelist() if before.read(name) != after.read(name)] == ["word/document.xml"]
        nothing, _ = fill_word(old, {}, "form.docx")
        same = zipfile.ZipFile(io.BytesIO(nothing)).read("word/document.xml").decode()
        root = before.read("word/document.xml").decode().partition("<w:document")[2].partition(">")[0]
        assert root in same  # all names that Word declares are kept


@pytest.mark.parametrize("content", [b"no zip", b""])
def test_a_file_that_is_not_word_is_an_error(content: bytes) -> None:
    with pytest.raises(InputError, match="not a readable Word file"):
        fill_word(content, TEXTS, "form.docx")


def test_a_document_type_is_an_error() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("word/document.xml", '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>')
    with pytest.raises(InputError, match="declares a document type"):
        fill_word(stream.getvalue(), TEXTS, "form.docx")


def packet(folder: Path, contract: str, template: bytes, **more: Any) -> Any:
    (folder / "form.docx").write_bytes(template)
    (folder / "vera.yaml").write_text(json.dumps({**PROFILE, **more}), "utf-8")
    arguments = ["packet", str(folder / "vera.yaml"), "--for", contract, "--template", str(folder / "form.docx")]
    return CliRunner().invoke(main, [*arguments, "--out", str(folder / "out")])


def test_the_packet_fills_the_file_of_the_dfg(tmp_path: Path) -> None:
    result = packet(tmp_path, "dfg", form())
    assert 'has no place "Category B"' in result.output and "Traceback" not in result.output
    (made,) = (tmp_path / "out").rglob("*.docx")
    texts = [paragraph.text for paragraph in docx.Document(str(made)).paragraphs]
    assert texts[1] == "I made templates that others use." and "Medal of Examples, 2021" in texts
    assert sum(text.startswith("Vera Vorlage") and "Paper " in text for text in texts) == 8


def test_a_contract_without_places_is_an_error(tmp_path: Path) -> None:
    result = packet(tmp_path, "erc", form())
    assert result.exit_code != 0 and "does not say where texts go" in result.output
