"""List the texts and terms that a language lacks."""

from collections.abc import Sequence

from cvrender.errors import Problem, cut
from cvrender.load.library import missing_terms
from cvrender.load.request import LoadedProfile
from cvrender.model.base import leaves
from cvrender.model.fields import Localized
from cvrender.model.style import Style

_LONGEST = 40
"""Maximum length of a text in the table, in characters."""


def untranslated_texts(loaded: LoadedProfile, language: str) -> list[Problem]:
    """Return a warning for each text that is given per language, but not in this one."""
    warnings = []
    for path, text in leaves(loaded.profile):
        if isinstance(text, Localized) and not text.has(language):
            shown = next(code for code, value in text.texts if value == text.choose(language))
            one_line = " ".join(text.choose(language).split())
            message = f'has no text in "{language}"; shown instead: {shown}: {cut(one_line, _LONGEST)}'
            warnings.append(loaded.source.problem(path, message, severity="warning", code="untranslated"))
    return warnings


def untranslated_terms(style: Style, language: str) -> list[Problem]:
    """Return a warning that names the terms which a language lacks, and which are therefore English, if there are any."""
    if not (names := missing_terms(style, language)):
        return []
    message = f'terms that style "{style.name}" has only in English: {", ".join(names)}'
    return [Problem(message, hint=f"add them to terms/{language}.yaml", severity="warning", code="untranslated")]


def table(missing: Sequence[Problem], language: str) -> list[str]:
    """Return lines that list the texts which a language lacks: the line, the field and the text that is shown instead."""
    if not missing:
        return [f"{language}: no text is missing"]
    rows = [("line", "field", "shown instead")]
    rows += [(f"{problem.line}", problem.path, problem.message.partition("instead: ")[2]) for problem in missing]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{line:>{widths[0]}}  {field:<{widths[1]}}  {shown}" for line, field, shown in rows]
    return [f"{missing[0].file}: texts that are missing in {language}", *lines]
