"""Define counts of entries: what a view asks for, and what is printed; and metrics that others have counted."""

from decimal import Decimal
from typing import Annotated, Literal

from cvrender.model.annotations import About
from cvrender.model.base import Model
from cvrender.model.fields import ONE, OneDate, Plain, Prose, short
from cvrender.model.value import Value

CountBy = Literal["type", "year", "role", "venue", "employer", "tag", "authorship", "person"]
METRICS = "metrics"
"""What a view asks for to show the profile's metrics."""


class Metric(Model, frozen=True, kw_only=True):
    """A number that a service has counted, such as an h-index; only views that ask for `counts: metrics` show it."""

    name: Annotated[Prose, About("what was counted", "h-index")]
    value: Annotated[Plain, About("the number", "42")]
    source: Annotated[Plain, About("who counted", "Example Scholar")]
    date: Annotated[OneDate, About("when", "2026-11")]


class CountRequest(Model, frozen=True, kw_only=True):
    """A table of numbers: a row for each value of `rows`, a column for each value of `columns`. A text is its `rows`."""

    rows: Annotated[
        Literal["type", "year", "role", "venue", "employer", "tag", "authorship", "person", "metrics"],
        About(
            "what is counted in each row; `authorship` is the owner's place among the authors, `person` is for reports, "
            "`metrics` shows the profile's metrics instead",
            "type",
        ),
    ]
    columns: Annotated[CountBy | None, About("what is counted in each column", "authorship")] = None
    sums: Annotated[
        tuple[Literal["hours", "points"], ...],
        ONE,
        About("fields whose numbers are added, each in a column of its own", ["hours", "points"]),
    ] = ()


OneCount = Annotated[CountRequest, short("rows")]


class CountTable(Value, frozen=True):
    """Numbers of entries: a row for each key with a number for each column, the row's total, and sums of fields; last the totals.

    Keys are types, years, roles, …; an entry without one has an empty key. An entry may be counted in several rows, such as those
    of several people, but once in a total. The sum of a field that no entry has is None.
    """

    rows_by: str
    columns_by: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | Decimal | None, ...]], ...]
    totals: tuple[int | Decimal | None, ...]
    sums: tuple[str, ...] = ()
