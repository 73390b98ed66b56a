"""Define what is read of an artifact, and what the formats differ in for their readers."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reading:
    """An artifact as it is read.

    `pages` hold lines; a file without pages has one. `links` are the targets, in order, one for each piece of the link.
    `properties` are what the file says about itself: `title`, `author`, `language`, `keywords`, `subject`. `headings` are
    the lines that the file marks as such (a PDF marks none). `runs` are texts with the marks that they carry, where the
    reader knows them: `bold`, `italic`, `code`. `outside` are texts that stand outside of their page, with its number.
    """

    pages: tuple[tuple[str, ...], ...]
    links: tuple[str, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    runs: tuple[tuple[str, str], ...] = ()
    outside: tuple[tuple[int, str], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of all pages."""
        return tuple(line for page in self.pages for line in page)


@dataclass(frozen=True, slots=True)
class Traits:
    """What a format is like for those who read it.

    `paged` ones have lines and pages, and their readers guess blanks from distances. `source` is code that is to be compiled.
    Strings of the kinds in `capitals` may stand there in capitals. `shows_addresses` ones have no links, but the address
    behind the text. `metadata` ones have properties.
    """

    paged: bool = False
    source: bool = False
    capitals: frozenset[str] = frozenset()
    shows_addresses: bool = False
    metadata: bool = False
