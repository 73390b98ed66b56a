"""Test which documents are balanced."""

from types import SimpleNamespace
from typing import Any

from cvrender.paginate.balance import LONGEST, SHORT, balance


def test_a_long_document_keeps_its_last_page() -> None:
    lines = ["a line"] * SHORT
    tried: list[object] = []

    def pages(count: int) -> Any:
        return SimpleNamespace(count=count, last=lines, lines=property(tried.append))

    given = pages(LONGEST + 1)
    assert balance(given, lambda document, style: tried.append(document) or given).pages is given
    assert not tried
