"""Compose languages with the five skills of the CEFR as one table, which is the grid of Europass."""

from collections.abc import Iterable, Mapping

from cvrender.compose import entries
from cvrender.model.document import Table
from cvrender.model.kinds import SpokenLanguage
from cvrender.model.pattern import EntryPattern
from cvrender.model.text import Text, join, plain_text
from cvrender.model.value import replace
from cvrender.model.view import SelectedEntry
from cvrender.text.localize import Wording

SKILLS = ("listening", "reading", "spoken_interaction", "spoken_production", "writing")
"""The fields that are columns, in the order of Europass (https://europass.europa.eu)."""


def fits_in_grid(selected: SelectedEntry) -> bool:
    """Return whether an entry is a language with a skill of the CEFR, and without bullets."""
    entry = selected.entry
    return isinstance(entry, SpokenLanguage) and not entry.highlights and any(getattr(entry, skill) for skill in SKILLS)


def language_grid(
    items: Iterable[SelectedEntry], title: Text, patterns: Mapping[str, EntryPattern], wording: Wording, source: str
) -> Table:
    """Return a row for each language: its name with what else is known, and its skills; skills that none has are left out."""
    items = tuple(items)
    skills = [skill for skill in SKILLS if any(getattr(item.entry, skill) for item in items)]
    other = replace(wording, leave_out=wording.leave_out | set(SKILLS))
    rows = []
    for item in items:
        row = entries.row(item, "language", patterns, other)
        named = join([row.label, row.text], wording.terms.punctuation.comma)
        rows.append((named, *(plain_text(getattr(item.entry, skill) or "") for skill in skills)))
    return Table((title, *(plain_text(wording.terms.labels[skill].one) for skill in skills)), tuple(rows), source)
