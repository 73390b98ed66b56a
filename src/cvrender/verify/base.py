"""Define the input and the output of checks."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from cvrender.errors import Severity
from cvrender.language.scripts import is_right_to_left
from cvrender.model.document import Document
from cvrender.model.reading import Reading, Traits
from cvrender.model.value import Coded, Value, field
from cvrender.verify.align import Alignment, align
from cvrender.verify.leaves import Expected


class Discrepancy(Coded, frozen=True):
    """A difference between an artifact and its Document. `source` is the field of the profile it concerns, if known."""

    message: str
    source: str = ""
    hint: str = ""
    severity: Severity = "error"


class CheckContext(Value, frozen=True, dict=True):
    """An artifact and what it is compared with.

    `read` extracts its content, and `traits` describe its format. `source` is the marked .tex from which a PDF was typeset, and
    `log` TeX's log. `pages` is the maximum length. `secrets` are withheld texts with their fields. `thorough` also asks for slow
    checks. `attachments` are the texts that it should carry, by media type.
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
    attachments: Mapping[str, str] = field(default_factory=dict)

    @property
    def document(self) -> Document:
        """The expected content."""
        return self.expected.document

    @cached_property
    def reading(self) -> Reading:
        """The content as a reader sees it."""
        return self.read(self.content)

    @cached_property
    def alignment(self) -> Alignment:
        """The position of each text of the Document."""
        steps = self.expected.without_numbers if self.traits.source else self.expected.steps
        return align(self.reading, steps, self.traits, is_right_to_left(self.document.properties.language))


Check = Callable[[CheckContext], Iterator[Discrepancy]]
"""A function that yields what is wrong with an artifact."""


def is_utf8(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that the text is UTF-8."""
    try:
        context.content.decode("utf-8")
    except UnicodeDecodeError as error:
        yield Discrepancy(f"not UTF-8 at byte {error.start}", code="not-utf-8")
