"""Merged PDFs of others: their links, the lines that are written on them, and what is damaged."""

import io
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from cvrender.fonts.outlines import outlines
from cvrender.model.document import Properties
from cvrender.targets.pdf.merge import MergedPart, merge
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.pdf.stamp import Stamp

ODD: tuple[Any, ...] = (
    7,
    Name.Odd,
    Array([7, Name.Odd, Array()]),
    Dictionary(Kids=Array([7]), Nums=Array([Name.Odd, 7, 7]), Names=7),
)
TREE = "StructTreeRoot"
PLACES = "K ParentTree IDTree RoleMap".split()


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "place",
    [
        TREE,
        *(f"{TREE}/{name}" for name in PLACES),
        "Names",
        "Names/Dests",
        "Dests",
        "Outlines/First/A",
        "page/Annots",
        "page/StructParents",
    ],
)
def test_values_of_another_type_are_left_out(place: str, odd: Any) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page().obj
        pdf.Root.Names, pdf.Root.Outlines = Dictionary(), Dictionary(First=pdf.make_indirect(Dictionary(Title="One")))
        pdf.Root.StructTreeRoot = Dictionary(K=Array([pdf.make_indirect(Dictionary(S=Name.Document))]))
        *folders, name = place.split("/")
        owner = page if folders == ["page"] else pdf.Root
        for folder in folders if owner is pdf.Root else ():
            owner = owner[f"/{folder}"]
        owner[f"/{name}"] = odd
        pdf.save(content := io.BytesIO())
    whole = merge([MergedPart(content.getvalue(), "Part", "en", own=False)] * 2, Properties(title="Whole", author="Ada Example"))
    with pikepdf.open(io.BytesIO(whole)) as read:
        assert len(read.pages) == 2


def certificate(content: bytes = b"q BT /F 20 Tf 100 400 Td (Diploma) Tj ET", rotate: int = 0) -> bytes:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(300, 500))
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        page.obj.Resources, page.obj.Rotate = Dictionary(Font=Dictionary(F=font)), rotate
        page.obj.Contents = pdf.make_stream(content)
        pdf.save(saved := io.BytesIO())
    return saved.getvalue()


def dark_rows(pdf: bytes) -> tuple[int, list[int]]:
    """Return the height of the picture of the first page, and its rows with dark pixels in the middle third."""
    import pypdfium2

    picture = pypdfium2.PdfDocument(pdf)[0].render().to_pil().convert("L")
    width, height = picture.size
    middle = picture.crop((width // 3, 0, 2 * width // 3, height))
    return height, [row for row in range(height) if middle.crop((0, row, middle.width, row + 1)).getextrema()[0] < 128]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_line_is_written_at_the_foot_that_is_seen(rotate: int) -> None:
    stamp = Stamp("{page} of {pages}", outlines("0123456789 of", "en"))
    old = certificate(b"", rotate)
    new = merge([MergedPart(old, "Part", "en", own=False, stamp=stamp)], Properties(title="Whole", author="Ada Example"))
    height, rows = dark_rows(new)
    assert not dark_rows(old)[1] and rows and all(height - 32 < row < height - 16 for row in rows)


def test_a_stamped_page_keeps_its_text_though_it_leaves_a_state_open() -> None:
    stamp = Stamp("{page}/{pages}", outlines("0123456789/", "en"))
    old = certificate(b"q 0.1 0 0 0.1 0 0 cm q BT /F 200 Tf 1000 4000 Td (Diploma) Tj ET")
    parts = [MergedPart(old, "Part", "en", own=False, stamp=stamp)] * 2
    new = merge(parts, Properties(title="Whole", author="Ada Example"))
    assert lines_by_page(new) == [["Diploma"]] * 2
    height, rows = dark_rows(new)
    assert max(rows) > height - 32


def test_links_lead_to_pages_of_their_own_part() -> None:
    with pikepdf.new() as pdf:
        pages = [pdf.add_blank_page() for _ in range(3)]
        kinds: tuple[dict[str, Any], ...] = (
            {"Dest": Array([pages[2].obj, Name.Fit])},
            {"Dest": String("second")},
            {"A": Dictionary(S=Name.GoTo, D=String("second"))},
        )
        notes = [Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 9, 9], **kind) for kind in kinds]
        pages[0].obj.Annots = Array(map(pdf.make_indirect, notes))
        pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([String("second"), Array([pages[1].obj, Name.Fit])])))
        pdf.save(content := io.BytesIO())
    whole = merge([MergedPart(content.getvalue(), "Part", "en", own=False)] * 2, Properties(title="Whole", author="Ada Example"))
    with pikepdf.open(io.BytesIO(whole)) as read:
        numbers = {page.obj.objgen: number for number, page in enumerate(read.pages)}
        notes = [note for page in read.pages if "/Annots" in page.obj for note in page.obj.Annots]
        places = [note.Dest if "/Dest" in note else note.A.D for note in notes]
        assert [numbers[place[0].objgen] for place in places] == [2, 1, 1, 5, 4, 4]
