"""Find breaches of the rules about pages, which are measured in the PDF that was made."""

from collections.abc import Iterator

from cvrender.model.contract import ContractRule
from cvrender.model.page import PAPER
from cvrender.rules.contracts.base import Breach, Measured, many

_MM = 72 / 25.4
_TOLERANCE = 0.99
"""A size of type of 11 TeX points is 10.96 points of PDF and Word; sizes that differ by less than 1 % count as equal."""


def pages(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """More pages than the rule allows in the language of the view."""
    language = measured.selection.language
    most = rule.languages.get(language) or rule.languages.get(language.partition("-")[0]) or rule.most or 0
    count = len(measured.pages)
    if count > most:
        hint = 'show less, or set "pages" in the view so that the style fits it'
        yield Breach(f"{count} of {many(most, 'page')}; {many(count - most, 'page')} too many", hint=hint)


def paper(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Pages of another size than the rule's paper."""
    width, height = (side * _MM for side in PAPER[rule.size or "a4"])
    if any(abs(page.width - width) > 1 or abs(page.height - height) > 1 for page in measured.pages):
        yield Breach(f"the paper is not {rule.size}", hint=f'write "page: {{size: {rule.size}}}"')


def type_size(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Type that is smaller than the rule allows."""
    small = [(page.smallest, number) for number, page in enumerate(measured.pages, 1)]
    size, number = min(small, default=(99.0, 0))
    if rule.least and size < rule.least * _TOLERANCE:
        hint = 'raise "page: {text: …}", and use a style without small type'
        yield Breach(f"type of {size:.1f} pt on page {number}; at least {rule.least:g} pt", hint=hint)


def leading(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Lines that are closer than the rule's multiple of the size of type."""
    for number, page in enumerate(measured.pages, 1):
        if rule.least and page.leading and page.leading / page.size < rule.least * _TOLERANCE:
            ratio = page.leading / page.size
            yield Breach(f"lines on page {number} are {ratio:.2f} × the type apart; at least {rule.least:g}", hint=_WIDER)
            return


def lines_per_inch(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """More lines per inch than the rule allows."""
    for number, page in enumerate(measured.pages, 1):
        if rule.most and page.leading and 72 / page.leading > rule.most / _TOLERANCE:
            yield Breach(f"{72 / page.leading:.1f} lines per inch on page {number}; at most {rule.most:g}", hint=_WIDER)
            return


_WIDER = 'raise "page: {leading: …}"'


def margins(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Text closer to an edge than the rule allows; a head or foot with the page number does not count."""
    sides = rule.least or 0.0
    ends = rule.ends or sides
    limits = {"top": ends, "right": sides, "bottom": ends, "left": sides}
    for index, (side, limit) in enumerate(limits.items()):
        widths = [(page.margins[index] / _MM, number) for number, page in enumerate(measured.pages, 1)]
        width, number = min(widths, default=(999.0, 0))
        if width < limit - 0.3:
            hint = f'write "page: {{margin: {{{side}: {limit:g}mm}}}}"'
            yield Breach(f"{side} margin of {width:.1f} mm on page {number}; at least {limit:g} mm", hint=hint)
