"""Test that a damaged PDF of others is merged without what is damaged."""

import io
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from cvrender.model.document import Properties
from cvrender.targets.pdf.merge import MergedPart, merge

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
