"""Declare each kind of entry once: its fields, its default pattern, and by its place its order in the view `full`.

Everything else about a kind derives from its declaration: the profile's collection, the JSON Schema, the documentation, what
filters know, and what styles may word differently. Its section's title stands in the terms of each language.
"""

from typing import Annotated, Any

from cvrender.errors import nearest
from cvrender.model.annotations import Invalid, Reads
from cvrender.model.base import field_names

# Imported in the order of an academic CV, which is that of the view `full`.
# isort: off
from cvrender.model.kinds.base import KINDS, PATTERNS, Email, Emails, Entry, Kind, Page, Pages
from cvrender.model.kinds.career import Education, Interest, Position, Role
from cvrender.model.kinds.works import Patent, Publication, System
from cvrender.model.kinds.activities import Advising, Grant, Talk, Teaching
from cvrender.model.kinds.recognition import Award, Membership, News, Press, Service
from cvrender.model.kinds.abilities import CustomEntry, CustomSection, Reference, Skill, SpokenLanguage
# isort: on

__all__ = [
    "ALL",
    "Advising",
    "Award",
    "CustomEntry",
    "CustomSection",
    "DERIVED",
    "Education",
    "Email",
    "Emails",
    "Entry",
    "Grant",
    "Interest",
    "KINDS",
    "Kind",
    "Membership",
    "News",
    "PATTERNS",
    "Page",
    "Pages",
    "Patent",
    "Position",
    "Press",
    "Publication",
    "Reference",
    "Role",
    "SECTIONS",
    "SectionName",
    "SectionOrAll",
    "Service",
    "Skill",
    "SpokenLanguage",
    "System",
    "Talk",
    "Teaching",
    "filter_fields",
]

DERIVED = frozenset({"year", "authorship", "employer"})
"""What a filter can ask about besides an entry's own fields."""

ALL = "all"
SECTIONS = ("bio", *KINDS)
"""What a section of a view can be made from, in the order of an academic CV."""


def filter_fields(collection: str) -> frozenset[str]:
    """The names that `where` and `sort` know for a collection; none for what is no list of entries."""
    return frozenset(field_names(KINDS[collection].model)) | DERIVED if collection in KINDS else frozenset()


def _section(*more: str) -> Reads:
    known = (*SECTIONS, *more)

    def read(value: Any) -> str:
        if value not in known:
            raise Invalid(f'unknown section "{value}"', nearest(str(value), known))
        return str(value)

    return Reads(read, {"enum": list(known)})


SectionName = Annotated[str, _section()]
SectionOrAll = Annotated[str, _section(ALL)]
