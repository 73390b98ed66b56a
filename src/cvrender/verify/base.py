"""Define what checks are given, and what they give back."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cvrender.errors import Severity
from cvrender.model.document import Document
from cvrender.model.reading import Reading, Traits
from cvrender.verify.align import Alignment, align
from cvrender.verify.leaves import Expected


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something in an artifact that is not as it should be. `source` is the field of the profile that it is about, if known."""

    message: str
    source: str = ""
    hint: str = ""
    severity: Severity = "error"


@dataclass(frozen=True)
class Evidence:
    """One artifact, and what it is compared with.

    `read` extracts what a reader sees of it, and `traits` say what its format is like. `source` is the marked .tex that a PDF
    was set from and `log` what TeX said of it. `pages` is how long the view may be. `secrets` are texts that the view withholds,
    each with its field. `thorough` asks for checks that take seconds, too.
    """

    content: bytes
    expected: Expected
    read: Callable[[bytes], Reading]
    traits: Traits
    source: str = ""
    log: str = ""
    pages: int | None = None
    thorough: bool = False
    secrets: Mapping[str, str] = field(default_factory=dict)

    @property
    def document(self) -> Document:
        """What the artifact has to say."""
        return self.expected.document

    @cached_property
    def reading(self) -> Reading:
        """What a reader sees who has only the file."""
        return self.read(self.content)

    @cached_property
    def alignment(self) -> Alignment:
        """Where each string of the Document stands in it."""
        steps = self.expected.without_numbers if self.traits.source else self.expected.steps
        return align(self.reading, steps, self.traits.paged, self.traits.capitals, self.traits.shows_addresses)


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, what it asserts, and what finds where that is not so."""

    name: str
    asserts: str
    run: Callable[[Evidence], Iterator[Discrepancy]]


def is_utf8(evidence: Evidence) -> Iterator[Discrepancy]:
    """The text is UTF-8."""
    try:
        evidence.content.decode("utf-8")
    except UnicodeDecodeError as error:
        yield Discrepancy(f"is not UTF-8 at byte {error.start}")


def brief(text: str, most: int = 60) -> str:
    """A text for a message: on one line, in quotation marks, not too long."""
    text = " ".join(text.split())
    return f"“{text}”" if len(text) <= most else f"“{text[: most - 1].rstrip()}…”"
