"""Check that Word files made to harm stay within the limits, and reach nothing outside of themselves."""

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.formats.syntax.encodings import known_encoding
from cvrender.merge.readers import read_content
from cvrender.old_cvs.office.prepare import prepared
from cvrender.old_cvs.office.visible import visible
from cvrender.old_cvs.office.word_looks import with_looks
from cvrender.old_cvs.tex.macros import tables_for
from cvrender.old_cvs.tex.uses import macros_by_use

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://'
    'schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)


def word_file(body: str, before: str = "") -> Content:
    document = f'<?xml version="1.0"?>{before}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        archive.writestr("word/document.xml", document)
    return Content(made.getvalue(), "old.docx")


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_a_file_that_grows_when_it_is_unpacked_is_refused() -> None:
    bomb = word_file(paragraph("x" * 60_000_000))
    assert len(bomb.raw) < 100_000
    with pytest.raises(InputError, match="when it is unpacked"):
        prepared(bomb, [])


def test_an_entity_of_a_file_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a-secret-of-this-machine")
    before = f'<!DOCTYPE w:document [<!ENTITY secret SYSTEM "file://{secret}">]>'
    try:
        found = read_content(word_file(paragraph("Ada Example") + paragraph("&secret; read"), before), "docx")
    except InputError as error:
        assert "a-secret" not in str(error)
    else:
        assert "a-secret" not in str(found.data)


def test_entities_that_multiply_are_refused_or_stay_small() -> None:
    levels = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
    before = f'<!DOCTYPE w:document [<!ENTITY e0 "boom">{levels}]>'
    try:
        found = read_content(word_file(paragraph("Ada Example") + paragraph("&e9;"), before), "docx")
    except InputError:
        return
    assert len(str(found.data)) < 100_000


@pytest.mark.slow
def test_a_table_of_ten_thousand_columns_is_read_or_refused() -> None:
    cells = "".join(f"<w:tc>{paragraph(f'cell {index}')}</w:tc>" for index in range(10_000))
    try:
        found = read_content(word_file(paragraph("Ada Example") + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"), "docx")
    except InputError:
        return
    assert "cell 9999" in str(found.data)


@pytest.mark.parametrize(
    "read",
    [
        lambda: visible("<style>" * 20_000),
        lambda: visible(f"<style>{'@a{' * 20_000}</style>"),
        lambda: visible(f"<style>{'/*' * 20_000}</style>"),
        lambda: visible("<div hidden>" * 20_000),
        lambda: with_looks("<w:p><w:r><w:t>a</w:t></w:r></w:p>", '<w:style w:styleId="a">' * 20_000),
        lambda: with_looks(f"<w:p>{'<w:r><w:rPr>' * 20_000}</w:p>", ""),
        lambda: macros_by_use("\\ab{" + "\\cd{" * 20_000, tables_for(""), {}),
        lambda: macros_by_use("\\ab{x}{y}{z}\n" * 20_000, tables_for(""), {}),
        lambda: known_encoding(b"\\usepackage[" * 20_000),
    ],
)
def test_what_repeats_without_an_end_takes_little_time(read: Callable[[], object]) -> None:
    started = time.process_time()
    read()
    assert time.process_time() - started < 30, "a reading whose time grows with the square"
