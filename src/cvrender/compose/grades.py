"""Word grades with their labels, and sums of money with their currencies."""

from cvrender.model.amounts import Amount, Grade
from cvrender.model.expressions import expression
from cvrender.model.terms import Label, Terms
from cvrender.model.text import Text, plain_text
from cvrender.text.markup import inline

_GPA = expression(r"[0-5]([.,]\d+)? ?/ ?[45]([.,]0+)?\b")

_LETTERS = 2


def amount_text(amount: Amount) -> Text:
    """Return a sum of money, behind its currency if that is given apart."""
    total = inline(str(amount.amount))
    return plain_text(f"{amount.currency} ") + total if amount.currency else total


def grade_text(grade: Grade, named: bool) -> Text:
    """Return a grade, behind its own label unless that is before all grades."""
    value = inline(str(grade))
    return inline(str(grade.label)) + plain_text(": ") + value if named and grade.label else value


def in_figures(grade: Grade) -> bool:
    """Return whether a grade needs its label: it has digits, is a letter such as A+, or has a label of its own."""
    text = inline(str(grade)).plain
    return bool(grade.label) or len(text) <= _LETTERS or any(char.isdigit() for char in text)


def grade_label(grade: Grade, terms: Terms) -> Label:
    """Return the grade's own label, or that of a grade point average (`3.9/4.0`), or that of other grades."""
    if grade.label:
        label = inline(str(grade.label)).plain
        return Label(one=label, other=label)
    return terms.labels["grades" if _GPA.match(str(grade)) else "other_grades"]
