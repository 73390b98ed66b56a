"""Find addresses in any text of a profile that lead to no page."""

import re
from collections.abc import Iterator

from cvrender.model.base import leaves
from cvrender.model.fields import Localized
from cvrender.model.identifier_table import WITH_CHECK_DIGITS
from cvrender.rules.lint.base import LintContext, LintFinding

_ROWS = tuple(row for row in WITH_CHECK_DIGITS if row.page)
_PAGES = re.compile("|".join(rf"{re.escape(row.page).replace('https:', 'https?:')}({row.pattern})(?![\\w-])" for row in _ROWS))


def wrong_digits(context: LintContext) -> Iterator[LintFinding]:
    """The address of an ORCID iD, ISNI, ISSN or ROR whose check digit is wrong."""
    for path, value in leaves(context.profile):
        texts = value.texts if isinstance(value, Localized) else ((None, value),) if isinstance(value, str) else ()
        for language, text in texts:
            for match in _PAGES.finditer(text):
                row, number = next((row, number) for row, number in zip(_ROWS, match.groups(), strict=True) if number)
                if fault := row.fault(number):
                    yield LintFinding((*path, language) if language else path, fault.message, fault.hint)
