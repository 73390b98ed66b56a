"""Define sums of money, grades, rates of acceptance and shares of a full-time post: texts that may be given in parts."""

import re
from typing import Annotated, Any

from cvrender.model.annotations import TEXT, About, Invalid, Reads, Short
from cvrender.model.base import Model
from cvrender.model.fields import Count, Plain, Prose, read_plain, short, short_prose


class Amount(Model, frozen=True, kw_only=True):
    """A sum of money. A text is the `amount` as it should be printed, with its currency."""

    amount: Annotated[Prose, About("the sum as it should be printed", "500,000")]
    currency: Annotated[Plain | None, About("the currency, printed before the sum", "EUR")] = None

    def __str__(self) -> str:
        return f"{self.currency} {self.amount}" if self.currency else str(self.amount)


class Grade(Model, frozen=True, kw_only=True):
    """A grade. A text is its `value`; `label` is what is before it, such as `Final grade`."""

    value: Annotated[Prose, About("the grade", "1.0")]
    label: Annotated[Prose | None, About("what is before it", "Final grade")] = None

    def __str__(self) -> str:
        return str(self.value)


def _fte(value: Any) -> int:
    match = re.fullmatch(r"([0-9]{1,3}) ?%?", read_plain(value))
    if not match or not 0 <= int(match[1]) <= 100:
        raise Invalid(f'"{value}" is not a share of a full-time post', "write a percentage from 0 to 100, such as 50%")
    return int(match[1])


Fte = Annotated[int, Reads(_fte, TEXT, "percentage")]
"""A share of a full-time post, in percent."""
OneAmount = Annotated[Amount, short_prose("amount")]
Grades = Annotated[
    tuple[Annotated[Grade, short_prose("value")], ...],
    Short(lambda grade: [grade], lambda value: isinstance(value, str | dict)),
]


class Acceptance(Model, frozen=True, kw_only=True):
    """How selective a venue was: a rate (`25%`), counts, or both. A text is the rate."""

    rate: Annotated[Plain | None, About("the share of accepted works, as text", "18%")] = None
    accepted: Annotated[Count | None, About("how many works were accepted", "50")] = None
    submitted: Annotated[Count | None, About("how many works were submitted", "272")] = None

    def check(self) -> None:
        """Reject one count without the other, and more accepted than submitted."""
        if (self.accepted is None) != (self.submitted is None):
            raise Invalid('needs both "accepted" and "submitted", or neither', code="missing-key")
        if self.rate is None and self.accepted is None:
            raise Invalid('needs "rate", or "accepted" and "submitted"', code="missing-key")
        if self.accepted and self.submitted and self.accepted > self.submitted:
            raise Invalid("more accepted than submitted", code="contradiction")


OneAcceptance = Annotated[Acceptance, short("rate")]
