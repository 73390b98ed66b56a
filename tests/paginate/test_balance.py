"""Test which documents are balanced."""

from types import SimpleNamespace
from typing import Any

from cvrender.load.library import find_style
from cvrender.model.page import sides
from cvrender.model.style import Style, millimetres
from cvrender.model.value import replace
from cvrender.paginate.balance import LONGEST, SHORT, _tighter, balance


def test_a_long_document_keeps_its_last_page() -> None:
    lines = ["a line"] * SHORT
    tried: list[object] = []

    def pages(count: int) -> Any:
        return SimpleNamespace(count=count, last=lines, lines=property(tried.append))

    given = pages(LONGEST + 1)
    assert balance(given, lambda document, style: tried.append(document) or given).pages is given
    assert not tried


class Fake:
    """Pages of a style that are so many and so full as a function says."""

    def __init__(self, style: Style, lines: list[list[str]], filled: list[float]) -> None:
        self.document, self.style, self.lines, self.filled = None, style, lines, filled
        self.count, self.last = len(lines), lines[-1]


def plain(**options: str) -> Style:
    style = find_style("classic")
    return replace(style, values={**style.values, **options})


def test_no_setting_of_balancing_is_below_its_floors() -> None:
    tightest = _tighter(find_style("engineer"), 1)
    assert tightest.spacing >= 0.7 and tightest.text_size >= 9.5
    assert all(millimetres(side) >= 15 for side in sides(str(tightest.values["margin"])))
    low = _tighter(plain(spacing="0.6", margin="12mm"), 1)
    assert low.spacing == 0.6 and low.values["margin"] == "12mm"


def test_the_loosest_setting_that_saves_a_page_is_found() -> None:
    full = ["a line"] * 50

    def typeset(_: Any, style: Style) -> Any:
        if style.spacing <= 0.85:
            return Fake(style, [full], [0.7 + 0.25 * style.spacing])
        return Fake(style, [full, ["a line"]], [1, 0.05])

    balanced = balance(typeset(None, plain(size="10pt", margin="20mm")), typeset)
    assert balanced.pages.count == 1 and 0.8 <= balanced.pages.style.spacing <= 0.85
    assert f"spacing {balanced.pages.style.values['spacing']}" in balanced.change


def test_a_hole_above_the_foot_of_a_page_is_filled() -> None:
    lines = [["a line"] * 50, ["a line"] * 30]

    def typeset(_: Any, style: Style) -> Any:
        return Fake(style, lines, [0.8 if style.spacing == 1 else 0.95, 0.6])

    balanced = balance(typeset(None, plain()), typeset)
    assert min(balanced.pages.filled[:-1]) > 0.9 and balanced.change.startswith("leading")
    kept = replace(plain(), chosen=frozenset({"spacing", "leading"}))
    assert balance(typeset(None, kept), typeset).change == ""
