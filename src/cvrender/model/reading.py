"""Define what is read back from an artifact, and how formats differ for their readers."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of an artifact as a reader sees it.

    `pages` contain lines; a format without pages has one. `links` are the targets in order, one for each piece of a link.
    `properties` are `title`, `author`, `language`, `keywords` and `subject`. `headings` are the lines marked as headings (none
    in a PDF). `runs` are pairs of a mark (`bold`, `italic`, `code`) and its text, if the reader knows them. `outside` are texts
    outside of their page, with the page number. `standing` are the lines of `pages` with all characters in the order in which
    they stand on the page, from the side where its lines begin, if some of them run from right to left.
    """

    pages: tuple[tuple[str, ...], ...]
    links: tuple[str, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    runs: tuple[tuple[str, str], ...] = ()
    outside: tuple[tuple[int, str], ...] = ()
    standing: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of all pages."""
        return tuple(line for page in self.pages for line in page)


@dataclass(frozen=True, slots=True)
class Traits:
    """How a format differs for its readers.

    `paged`: it has lines and pages, and readers guess spaces from distances. `source`: it is code to be compiled. `capitals`:
    the kinds of text that may be in capitals. `shows_addresses`: it has no links but prints addresses after texts. `metadata`:
    it has properties. `links_once`: an entry links to each target once. `characters_only`: what is raised is other characters.
    `carries`: it can carry files. `bibtex`: it prints the BibTeX of works. `returns`: it can mark the fields
    of its texts, so that an edited file is compared with the profile.
    """

    paged: bool = False
    source: bool = False
    capitals: frozenset[str] = frozenset()
    shows_addresses: bool = False
    metadata: bool = False
    links_once: bool = False
    characters_only: bool = False
    carries: bool = False
    bibtex: bool = False
    returns: bool = False
