"""The table of a report."""

import pytest

from cvrender.documents.report.table import csv_table


@pytest.mark.parametrize("cell", ["=1+1|x", "@x", "-1", "+1", " =1", "\t=1", "＝1"])
def test_no_text_is_a_formula(cell: str) -> None:
    assert csv_table([["Notes", cell]]).startswith(f"Notes,'{cell}") and csv_table([["a-b"]]) == "a-b\n"
