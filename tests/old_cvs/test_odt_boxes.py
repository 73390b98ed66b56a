"""Text boxes, tables within tables and headings in cells of OpenDocument texts are read where they stand."""

from io import BytesIO
from typing import Any
from zipfile import ZipFile

from cvrender.formats.content import Content
from cvrender.old_cvs.readers import ODT

_NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)


def _paragraph(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def _heading(text: str) -> str:
    return f'<text:h text:outline-level="1">{text}</text:h>'


def _box(*blocks: str) -> str:
    return f"<draw:frame><draw:text-box>{''.join(blocks)}</draw:text-box></draw:frame>"


def _table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<table:table-cell>{cell}</table:table-cell>" for cell in row) for row in rows)
    return f'<table:table table:name="t">{"".join(f"<table:table-row>{row}</table:table-row>" for row in cells)}</table:table>'


def _read(*blocks: str) -> dict[str, Any]:
    body = f"<office:automatic-styles/><office:body><office:text>{''.join(blocks)}</office:text></office:body>"
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        for name, inner in (("content", body), ("styles", "")):
            archive.writestr(f"{name}.xml", f"<office:document-{name} {_NAMES}>{inner}</office:document-{name}>")
        archive.writestr("META-INF/manifest.xml", '<manifest xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>')
    return ODT.read(Content(made.getvalue(), "cv.odt")).data


_JOB = (_paragraph("2016 – 2019"), _paragraph("Engineer, Acme Ltd"))


def test_boxes_are_read_before_their_paragraph() -> None:
    data = _read(
        _paragraph(_box(_paragraph("Ada Example"), _paragraph("ada@example.org")) + "Engineer"),
        _paragraph(_box(_heading("Experience"))),
        _paragraph("Engineer, Acme Ltd, 2016 – 2019"),
    )
    assert data["person"]["name"] == "Ada Example"
    assert data["person"]["emails"] == ["ada@example.org"]
    assert [job["organization"] for job in data["positions"]] == ["Acme Ltd"]


def test_tables_within_tables_and_their_headings_are_read() -> None:
    inner = _heading("Experience") + _table(_JOB)
    data = _read(_table((_heading("Ada Example") + _paragraph("ada@example.org"), inner)))
    assert data["person"]["name"] == "Ada Example"
    assert [(job["organization"], job["start"]) for job in data["positions"]] == [("Acme Ltd", "2016")]
