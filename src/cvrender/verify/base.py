"""Evidence in, Findings out: what the checks are given, and what they give back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cvrender.errors import Severity
from cvrender.model.document import Document
from cvrender.read import read
from cvrender.read.base import Reading
from cvrender.verify.align import Alignment, align
from cvrender.verify.leaves import Expected

_CAPITALS = {"pdf": frozenset({"section", "group"}), "txt": frozenset({"section", "name"})}
"""What a style may set in capitals, by target."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with an artefact. `source` is the field of the profile that it is about, where that is known."""

    message: str
    source: str = ""
    hint: str = ""
    severity: Severity = "error"


@dataclass(frozen=True)
class Evidence:
    """One artefact, and what it is held against.

    `source` is the .tex that a PDF was set from and `log` what TeX said of it. `pages` is how long the view may be.
    `secrets` are texts that the view withholds, each with its field. `thorough` asks for checks that take seconds, too.
    """

    target: str
    content: bytes
    expected: Expected
    source: str = ""
    log: str = ""
    pages: int | None = None
    thorough: bool = False
    secrets: Mapping[str, str] = field(default_factory=dict)

    @property
    def document(self) -> Document:
        """What the artefact has to say."""
        return self.expected.document

    @cached_property
    def reading(self) -> Reading:
        """What somebody sees who has only the file."""
        return read(self.target, self.content)

    @cached_property
    def alignment(self) -> Alignment:
        """Where each string of the Document stands in it."""
        loose = self.target == "pdf"
        return align(self.reading, self.expected.steps, loose, _CAPITALS.get(self.target, frozenset()), self.target == "txt")


def brief(text: str, most: int = 60) -> str:
    """A text for a message: on one line, in quotation marks, not too long."""
    text = " ".join(text.split())
    return f"“{text}”" if len(text) <= most else f"“{text[: most - 1].rstrip()}…”"
