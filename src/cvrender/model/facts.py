"""Define the facts of a Document for machine readers, as plain values. They contain only what the Document shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cvrender.model.value import Value


@dataclass(frozen=True, slots=True)
class BibliographyItem:
    """A publication.

    `type` is CSL's; `published` is the first known date, at its precision (`2016-10`), or empty. `identifiers` are those of
    `model/identifier_table.py`, by key. `own` are the positions of the profile's person in `authors`. `source` is the field of
    the profile. `record` has the fields as a profile has them, with inline Markdown, for bibliographies. `key` and `bibtex` are
    the citation key and the BibTeX, if the targets print them.
    """

    title: str
    type: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    published: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    own: tuple[int, ...] = ()
    source: str = ""
    record: Mapping[str, Any] = field(default_factory=dict, compare=False)
    key: str = ""
    bibtex: str = ""


class Career(Value, frozen=True):
    """The present employers, the universities and schools that the person has left, and the awards.

    `pages` are those of employers and schools at ROR, by their names.
    """

    employers: tuple[str, ...] = ()
    schools: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    pages: Mapping[str, str] = {}
