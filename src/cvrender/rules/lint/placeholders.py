"""Find what `cvrender new` writes for a start, and other placeholders that someone meant to replace."""

import re
from collections.abc import Iterator

from cvrender.errors import shorten
from cvrender.model.base import leaves
from cvrender.model.fields import Localized
from cvrender.rules.lint.base import LintContext, LintFinding

_STARTERS = re.compile(r"ada@example\.org|https://example\.org/(~ada|code/ada|flowbench)|10\.5555/12345678", re.IGNORECASE)
_STARTER_OWNER = re.compile(r"\bAda\b")
"""Whose name the contacts of the starting profiles suit."""

_QUESTION = re.compile(r"\[ask:[^\]\n]{0,300}\]", re.IGNORECASE)
"""What stands in the place of a fact that the person has to be asked for."""
_UNWRITTEN = re.compile(r"…|\.\.\.|(TODO|TBD|FIXME|XXX+|Lorem ipsum)\b.*", re.IGNORECASE | re.DOTALL)


def left_in(context: LintContext) -> Iterator[LintFinding]:
    """A placeholder: a contact or DOI of a starting profile with another person's name, `…`, `TODO` or `[ask: …]`."""
    is_starter_owner = bool(_STARTER_OWNER.search(context.profile.person.name))
    for path, value in leaves(context.profile):
        texts = value.texts if isinstance(value, Localized) else ((None, value),) if isinstance(value, str) else ()
        for language, text in texts:
            question = _QUESTION.search(text)
            if question or _UNWRITTEN.fullmatch(text) or not is_starter_owner and _STARTERS.fullmatch(text):
                where = (*path, language) if language else path
                shown = shorten(question[0] if question else text)
                yield LintFinding(where, f"{shown} is a placeholder", "write what is true, or remove it")
