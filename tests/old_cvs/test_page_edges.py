"""Headers and footers of pages give contacts, and no entries."""

import subprocess
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import docx
import pytest

from cvrender.formats.base import Imported
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_file
from cvrender.old_cvs.lost_lines import lost_lines
from cvrender.system.programs import find_pandoc

BODY = (
    ("Heading 1", "Education"),
    ("Normal", "University of Nowhere, BA, 2019"),
    ("Heading 1", "References"),
    ("Normal", "Grace Example, Professor, University of Nowhere"),
)


def imported(path: Path) -> tuple[dict[str, Any], list[str], Imported]:
    """The data of a new profile, and the lines that were left out."""
    found = read_file(path)
    made = new_profile([found])
    assert found.document
    assert lost_lines(found.document, made.data) == []
    return made.data, [line.plain for line in found.document.left_out], found


def word(path: Path, header: str, footer: str, name: str = "Ada Example") -> Path:
    document = docx.Document()
    if name:
        document.add_paragraph(name, style="Title")
    for style, text in BODY:
        document.add_paragraph(text, style=style)
    section = document.sections[0]
    section.header.paragraphs[0].text = header
    section.footer.paragraphs[0].text = footer
    document.save(str(path))
    return path


def change(path: Path, made: Path, part: str, before: bytes, after: bytes) -> None:
    """Change a part of a file."""
    with ZipFile(path) as archive, ZipFile(made, "w") as changed:
        assert before in archive.read(part)
        for name in archive.namelist():
            changed.writestr(name, archive.read(name).replace(before, after) if name == part else archive.read(name))


def test_a_footer_of_word_is_no_referee(tmp_path: Path) -> None:
    data, left, _ = imported(
        word(tmp_path / "old.docx", "Application to Nowhere", "Ada Example | ada@example.org | Version of May")
    )
    assert [one["name"] for one in data["references"]] == ["Grace Example"]
    assert data["person"]["name"] == "Ada Example"
    assert data["person"]["emails"] == ["ada@example.org"]
    assert left == ["Application to Nowhere", "Version of May"]
    assert "headline" not in data["person"]


def test_a_header_is_read_whole_where_the_name_stands_only_there(tmp_path: Path) -> None:
    data, left, _ = imported(word(tmp_path / "old.docx", "Ada Example\tada@example.org\tPage 1 of 2", "Confidential", ""))
    assert data["person"]["name"] == "Ada Example"
    assert data["person"]["emails"] == ["ada@example.org"]
    assert left == ["Confidential"]


def test_contacts_in_a_footer_with_a_page_number_are_read(tmp_path: Path) -> None:
    path = word(tmp_path / "plain.docx", "", "+1 555 0100")
    field = b'<w:r><w:t> | page </w:t></w:r><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>'
    change(path, tmp_path / "old.docx", "word/footer1.xml", b"</w:p>", field)
    data, left, _ = imported(tmp_path / "old.docx")
    assert (data["person"]["phones"], left) == (["+1 555 0100"], ["page"])


def test_a_footer_of_opendocument_gives_its_contacts(tmp_path: Path) -> None:
    text = "Ada Example\n\n# References\n\nGrace Example, Professor\n"
    plain = tmp_path / "plain.odt"
    subprocess.run([find_pandoc(), "-f", "markdown", "-o", str(plain)], input=text.encode(), check=True)
    footer = b"<style:footer><text:p>ada@example.org | Confidential</text:p></style:footer></style:master-page>"
    change(plain, tmp_path / "old.odt", "styles.xml", b"</style:master-page>", footer)
    data, left, _ = imported(tmp_path / "old.odt")
    assert (data["person"]["emails"], left) == (["ada@example.org"], ["Confidential"])
    assert [one["name"] for one in data["references"]] == ["Grace Example"]


@pytest.mark.parametrize("tail", ["", "<script>let x = '<b>';</script>"])
def test_a_footer_of_a_page_is_no_entry(tmp_path: Path, tail: str) -> None:
    footer = f"<footer><p>© 2026 A site of examples | ada@example.org</p></footer>{tail}"
    page = f"<!doctype html><body><h1>Ada Example</h1><h2>References</h2><ul><li>Grace Example, Professor</ul>{footer}</body>"
    (tmp_path / "old.html").write_text(page)
    data, left, _ = imported(tmp_path / "old.html")
    assert [one["name"] for one in data["references"]] == ["Grace Example"]
    assert (data["person"]["emails"], left) == (["ada@example.org"], ["© 2026 A site of examples"])


def test_fields_within_the_codes_of_others_in_a_header_change_nothing_below(tmp_path: Path) -> None:
    path = word(tmp_path / "plain.docx", "HEADER", "")
    begin, separate, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end"))

    def code(text: str) -> str:
        return f"<w:r><w:instrText>{text}</w:instrText></w:r>"

    def shown(text: str) -> str:
        return f"<w:r><w:t>{text}</w:t></w:r>"

    user = f"{begin}{code('USERNAME')}{separate}{shown('Nobody')}{end}"
    condition = f"{begin}{code('IF')}{user}{code('=1')}{separate}{shown('never')}{end}"
    field = f"{begin}{code('PLACEHOLDER')}{condition}{separate}{shown('+1 555 0100')}{end}"
    change(path, tmp_path / "old.docx", "word/header1.xml", b"<w:r><w:t>HEADER</w:t></w:r>", field.encode())
    data, _, found = imported(tmp_path / "old.docx")
    assert data["person"]["phones"] == ["+1 555 0100"]
    assert "Nobody" not in str(data) and found.document and "\ue118" not in "".join(line.plain for line in found.document.lines)
    assert [one["name"] for one in data["references"]] == ["Grace Example"]
