"""Declare each kind of entry once: its fields and its default pattern.

The profile's collections, the JSON Schema, the documentation, filters and the order of sections derive from the declarations.
The title of a kind's section is in the terms of each language.
"""

from typing import Annotated

from cvrender.model.annotations import one_of
from cvrender.model.base import field_names

# The order of imports is that of an academic CV, and of the view `full`.
# isort: off
from cvrender.model.kinds.base import KINDS, PATTERNS, Email, Emails, Entry, Kind, Page, Pages, ListAbout
from cvrender.model.kinds.career import Break, Certification, Education, Interest, Position, Role
from cvrender.model.kinds.works import Exhibition, Patent, Publication, System
from cvrender.model.kinds.activities import Advising, Grant, LegalCase, Talk, Teaching, Trial
from cvrender.model.kinds.recognition import Award, Membership, News, Press, Service
from cvrender.model.kinds.abilities import CustomEntry, Reference, Skill, SpokenLanguage
from cvrender.model.kinds.custom import CustomSection
# isort: on

DERIVED = frozenset({"year", "authorship", "employer", "current"})
"""Names that filters know besides an entry's own fields."""

ALL = "all"
SECTIONS = ("bio", *KINDS)
"""The collections that a view's section can show, in the order of an academic CV."""


def filter_fields(*models: type[Entry]) -> frozenset[str]:
    """Return the names that `where` and `sort` know for entries of these models."""
    return DERIVED.union(*map(field_names, models))


SectionName = Annotated[str, one_of(SECTIONS, 'unknown section "{}"')]
