"""Compose tables of numbers of entries, and the metrics of a profile."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from cvrender.model.counts import CountTable
from cvrender.model.document import Block, LabelRow, Rows, Table
from cvrender.model.text import Text, plain_text
from cvrender.model.view import SelectedSection
from cvrender.text.localize import Wording, format_date, format_number
from cvrender.text.markup import inline

Title = Callable[[str], str]
"""Return the title of a group of entries."""

_NONE = "–"  # the label of entries without what is counted, and the sum of a field that none of them has


def counts(section: SelectedSection, title: Title, wording: Wording) -> Iterator[Block]:
    """Yield a table for each count, then the metrics with their sources and dates."""
    for table in section.counts:
        yield _table(table, section.source, title, wording)
    signs = wording.terms.punctuation
    rows = []
    for index, metric in enumerate(section.metrics):
        date = format_date(metric.date, wording.dates, wording.language)
        value = plain_text(f"{metric.value}{signs.open}{metric.source}{signs.comma}{date}{signs.close}")
        rows.append(LabelRow(inline(str(metric.name)), value, f"metrics[{index}]", colon=signs.colon))
    if rows:
        yield Rows(tuple(rows))


def _table(table: CountTable, source: str, title: Title, wording: Wording) -> Table:
    labels = wording.terms.labels

    def name(by: str, key: str) -> Text:
        if by == "authorship":
            return plain_text(labels[f"as_{key.replace('-', '_')}"].one)
        return inline(title(key)) if key else plain_text(_NONE)

    total = plain_text(labels["count_total" if table.columns else "count"].one)
    header = (
        plain_text(labels[f"by_{table.rows_by}"].one),
        *(name(table.columns_by, key) for key in table.columns),
        total,
        *(plain_text(labels[field].one) for field in table.sums),
    )
    rows = [(name(table.rows_by, key), *_cells(numbers, wording)) for key, numbers in table.rows]
    if len(rows) > 1:
        totals = (plain_text(labels["count_total"].one), *_cells(table.totals, wording))
        rows.append(tuple(text.marked(bold=True) for text in totals))
    return Table(header, tuple(rows), source)


def _cells(numbers: tuple[int | Decimal | None, ...], wording: Wording) -> tuple[Text, ...]:
    return tuple(plain_text(_NONE if number is None else format_number(number, wording.language)) for number in numbers)
