"""Text boxes of Word documents are read where they stand."""

from io import BytesIO
from zipfile import ZipFile

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.old_cvs.office.prepare import used_styles
from cvrender.old_cvs.office.word_boxes import with_boxes
from cvrender.old_cvs.readers import DOCX

_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
)


def _paragraph(text: str, *boxes: str) -> str:
    return f"<w:p>{''.join(boxes)}<w:r><w:t>{text}</w:t></w:r></w:p>"


def _box(*texts: str, left: int = 0, top: int = 0, width: int = 2_000_000) -> str:
    place = "".join(
        f'<wp:position{axis} relativeFrom="page"><wp:posOffset>{offset}</wp:posOffset></wp:position{axis}>'
        for axis, offset in (("H", left), ("V", top))
    )
    inner = "".join(map(_paragraph, texts))
    return (
        f'<w:r><w:drawing><wp:anchor>{place}<wp:extent cx="{width}" cy="1"/>'
        f"<w:txbxContent>{inner}</w:txbxContent></wp:anchor></w:drawing></w:r>"
    )


def _order(document: str, *texts: str) -> list[str]:
    made = with_boxes(document)
    return sorted(texts, key=made.index)


def _read(*paragraphs: str, folder: str = "word/") -> Imported:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        body = f"<w:document {_NAMES}><w:body>{''.join(paragraphs)}</w:body></w:document>"
        archive.writestr(f"{folder}document.xml", f'<?xml version="1.0"?>{body}')
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override '
            f'PartName="/{folder}document.xml" '
            'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
            'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
            f'Target="{folder}document.xml"/></Relationships>',
        )
    return DOCX.read(Content(made.getvalue(), "cv.docx"))


def test_headings_in_boxes_stand_above_what_follows() -> None:
    made = _read(
        _paragraph("Ada Example"),
        _paragraph("ada@example.org"),
        _paragraph("Engineer, Example University, 2019 – 2021", _box("EXPERIENCE")),
        _paragraph("B.Sc. in Physics, University of Nowhere, 2010 – 2013", _box("EDUCATION")),
    )
    assert [job["organization"] for job in made.data["positions"]] == ["Example University"]
    assert [degree["institution"] for degree in made.data["education"]] == ["University of Nowhere"]


def test_a_document_of_boxes_is_read_column_by_column() -> None:
    right, left = 3_000_000, 100_000
    document = (
        _paragraph("", _box("Physics for five years", left=right, top=900), _box("Contact", left=left, top=500))
        + _paragraph("", _box("ada@example.org", left=left + 5_000, top=700), _box("Education", left=right, top=800))
        + _paragraph("", _box("Ada Example of Nowhere", left=0, top=100, width=5_000_000))
    )
    wanted = ["Ada Example", "Contact", "ada@example.org", "Education", "Physics"]
    assert _order(document, *wanted) == wanted


def test_long_runs_of_spaces_divide_a_line_as_tabs_do() -> None:
    spaces = " " * 20
    made = _read(
        _paragraph("Ada Example"),
        _paragraph("EDUCATION"),
        _paragraph(f"2013 – 2016{spaces}BSc Software Engineering{spaces}University of Nowhere"),
        _paragraph(f"2010 – 2013{spaces}Abitur{spaces}Example School"),
    )
    assert [degree["institution"] for degree in made.data["education"]] == ["University of Nowhere", "Example School"]


def test_text_without_boxes_is_kept_as_it_is() -> None:
    document = _paragraph("one") + "<w:p/>" + _paragraph("two")
    assert with_boxes(document) == document
    boxed = with_boxes(_paragraph("one long text of the document") + _paragraph("two long words", _box("three")))
    assert boxed.index("one") < boxed.index("three") < boxed.index("two")
    assert "txbx" not in boxed


def test_headings_in_the_margin_stand_before_the_boxes_that_they_are_beside() -> None:
    document = _paragraph(
        "",
        *(
            _box("EXPERIENCE", left=100_000, top=2_000_000, width=500_000),
            _box("EDUCATION", left=100_000, top=4_000_000, width=500_000),
        ),
        *(_box("Acme Ltd", left=1_000_000, top=2_010_000), _box("Example University", left=1_000_000, top=3_990_000)),
    )
    assert _order(document, "EDUCATION", "Acme Ltd", "EXPERIENCE", "Example University") == [
        *("EXPERIENCE", "Acme Ltd"),
        *("EDUCATION", "Example University"),
    ]


def test_boxes_of_older_programs_lie_where_they_are_drawn() -> None:
    def drawn(text: str, top: int) -> str:
        style = f"position:absolute;margin-left:20pt;margin-top:{top}pt;width:300pt"
        inner = f"<v:textbox><w:txbxContent>{_paragraph(text)}</w:txbxContent></v:textbox>"
        return f'<w:r><w:pict><v:shape id="1" style="{style}">{inner}</v:shape></w:pict></w:r>'

    assert _order(_paragraph("", drawn("Second", 300), drawn("First", 20)), "Second", "First") == ["First", "Second"]


def test_names_of_tables_for_those_who_cannot_see_them_are_no_text() -> None:
    name = '<w:tblPr><w:tblCaption w:val="Layout table"/></w:tblPr>'
    table = f"<w:tbl>{name}<w:tr><w:tc>{_paragraph('Ada Example')}</w:tc></w:tr></w:tbl>"
    made = _read(table, *map(_paragraph, ("EDUCATION", "Example University, 2020", "SKILLS", "Python")))
    assert made.data["person"]["name"] == "Ada Example"
    assert "Layout" not in str(made.data)


def test_the_parts_of_a_package_may_stand_in_no_folder_and_signs_with_tabs_begin_bullets() -> None:
    made = _read(
        _paragraph("Ada Example"),
        _paragraph("Experience"),
        _paragraph("Programmer, Works Ltd, 2001 – 2004"),
        "<w:p><w:r><w:t>›</w:t><w:tab/><w:t>Wove patterns of algebra</w:t></w:r></w:p>",
        "<w:p><w:r><w:t>›</w:t><w:tab/><w:t>Built two looms</w:t></w:r></w:p>",
        _paragraph("Clerk, Office Ltd, 1999 – 2000"),
        "<w:p><w:r><w:t>›</w:t><w:tab/><w:t>Wrote letters</w:t></w:r></w:p>",
        folder="",
    )
    assert made.data["person"]["name"] == "Ada Example"
    assert [job["highlights"] for job in made.data["positions"]] == [
        ["Wove patterns of algebra", "Built two looms"],
        ["Wrote letters"],
    ]


def test_styles_that_no_text_uses_are_left_out() -> None:
    names = ("Normal", "Used", "Base", "Other")
    based = '<w:basedOn w:val="Base"/>'
    styles = "".join(f'<w:style w:type="paragraph" w:styleId="{name}">{based * (name == "Used")}</w:style>' for name in names)
    styles = styles.replace('w:styleId="Normal"', 'w:default="1" w:styleId="Normal"')
    kept = used_styles(f"<w:styles>{styles}</w:styles>", '<w:p><w:pPr><w:pStyle w:val="Used"/></w:pPr></w:p>')
    assert [name for name in names if f'"{name}"' in kept] == ["Normal", "Used", "Base"]
