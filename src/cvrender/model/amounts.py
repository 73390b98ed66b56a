"""Define sums of money and grades: texts that may be given in parts."""

from typing import Annotated

from cvrender.model.annotations import About, Short
from cvrender.model.base import Model
from cvrender.model.fields import Plain, Prose, short_prose


class Amount(Model, frozen=True, kw_only=True):
    """A sum of money. A text is the `amount` as it should be printed, with its currency."""

    amount: Annotated[Prose, About("the sum as it should be printed", "500,000")]
    currency: Annotated[Plain | None, About("the currency, printed before the sum", "EUR")] = None

    def __str__(self) -> str:
        return f"{self.currency} {self.amount}" if self.currency else str(self.amount)


class Grade(Model, frozen=True, kw_only=True):
    """A grade. A text is its `value`; `label` is what stands before it, such as `Final grade`."""

    value: Annotated[Prose, About("the grade", "1.0")]
    label: Annotated[Prose | None, About("what stands before it", "Final grade")] = None

    def __str__(self) -> str:
        return str(self.value)


OneAmount = Annotated[Amount, short_prose("amount")]
Grades = Annotated[
    tuple[Annotated[Grade, short_prose("value")], ...],
    Short(lambda grade: [grade], lambda value: isinstance(value, str | dict)),
]
