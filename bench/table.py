"""Format rows as a Markdown table, and as data."""

import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

UNITS = {
    "s": "{:.3f} s",
    "ms": "{:.0f} ms",
    "MB": "{:.0f} MB",
    "×": "{:.2f} ×",
    "%": "{:.0f} %",
    "/s": "{:.1f} a second",
    "": "{:.2f}",
}
BEGIN, END = "<!-- make bench: begin -->", "<!-- make bench: end -->"
WIDTHS = (63, 13, 13, 13, 3)


@dataclass(frozen=True)
class Row:
    """What was measured, each run's value, and what it is to reach: at most so much, or at least where `more` is better.

    Without values the row says why there are none. `best` is what the runs gave that others on the machine disturbed the least:
    the least, or the most where more is better, if it is not said.
    """

    what: str
    values: Sequence[float] = ()
    unit: str = "s"
    target: float | None = None
    more: bool = False
    why_not: str = ""
    best: float | None = None

    def __post_init__(self) -> None:
        if self.best is None and self.values:
            object.__setattr__(self, "best", (max if self.more else min)(self.values))

    @property
    def median(self) -> float | None:
        return statistics.median(self.values) if self.values else None

    @property
    def met(self) -> bool | None:
        """Whether the median reaches the target; None where there is none."""
        if self.target is None or self.median is None:
            return None
        return self.median >= self.target if self.more else self.median <= self.target

    def cells(self) -> list[str]:
        target = "" if self.target is None else f"{'≥' if self.more else '≤'} {_short(UNITS[self.unit].format(self.target))}"
        met = {True: "yes", False: "no", None: ""}[self.met]
        return [self.what, self._value(self.median) or self.why_not, self._value(self.best), target, met]

    def _value(self, value: float | None) -> str:
        return "" if value is None else UNITS[self.unit].format(value)

    def data(self) -> dict[str, object]:
        keys = ("what", "unit", "median", "best", "target", "met", "why_not")
        return {**{key: getattr(self, key) for key in keys}, "runs": list(self.values)}


def ratio(what: str, ours: Sequence[float], theirs: Sequence[float], target: float | None = None) -> Row:
    """Ours in units of theirs: of the runs that stood side by side, and of the best of each."""
    values = [one / other for one, other in zip(ours, theirs, strict=True)]
    return Row(what, values, "×", target, best=min(ours) / min(theirs))


def difference(what: str, ours: Sequence[float], theirs: Sequence[float], target: float | None = None) -> Row:
    """How many milliseconds ours took more than theirs, the same way."""
    values = [1000 * (one - other) for one, other in zip(ours, theirs, strict=True)]
    return Row(what, values, "ms", target, best=1000 * (min(ours) - min(theirs)))


def _short(text: str) -> str:
    """A target without the noughts that a measured value has."""
    return re.sub(r"(\.\d+?)0+(?= |$)", r"\1", text).replace(".0 ", " ")


def head() -> str:
    return f"{line(('what', 'median', 'best', 'target', 'met'))}\n|{'|'.join('-' * (width + 2) for width in WIDTHS)}|"


def line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True))} |"


def markdown(machine: str, rows: Iterable[Row]) -> str:
    return "\n".join((machine, "", head(), *(line(row.cells()) for row in rows)))


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table of texts, whose first row is its head; columns after the first are numbers."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    padded = [[row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in rows]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [f"| {' | '.join(cells)} |" for cells in (padded[0], rule, *padded[1:])]


def put(path: Path, text: str) -> None:
    """Write a text between the two marks of a file. Raises ValueError where they are missing."""
    before, begin, rest = path.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path} lacks the marks {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")
