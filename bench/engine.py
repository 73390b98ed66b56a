"""Measure TeX's share of a long CV, against the bare engine on the same format, and what restrictions and limits cost."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measure import HERE, Size, asked, command, interleaved, seconds
from table import Row, ratio


def rows(size: Size, folder: Path) -> Iterator[Row]:
    found: dict[str, list[float]] = asked("typesetting.py", size.long, str(size.runs), "warm" if size.warm else "cold")
    yield Row("TeX’s share of nine pages", found["ours"], target=0.15)
    yield Row("… the bare engine on the same format", found["bare"])
    yield ratio("… TeX’s share against the bare engine", found["ours"], found["bare"], 1.3)
    if "plain" in found:
        yield ratio("… TeX’s share against plain pdflatex", found["ours"], found["plain"])
    yield _limits(size, folder)


def _limits(size: Size, folder: Path) -> Row:
    """The whole command with what sets TeX's limits, against the same without."""
    render = ["render", "--out", folder / "out", "--to", "pdf", size.short]
    things = {how: partial(command, [sys.executable, HERE / "limits.py", how, *render]) for how in ("with", "without")}
    found = interleaved(things, size.runs, size.warm)
    return ratio("two pages to PDF with TeX’s limits against without", seconds(found["with"]), seconds(found["without"]), 1.10)
