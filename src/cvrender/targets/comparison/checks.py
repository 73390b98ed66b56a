"""Define the input and the output of checks."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from cvrender.errors import Severity
from cvrender.model.document import Document
from cvrender.model.reading import Reading, Traits
from cvrender.model.value import Coded, Value, field
from cvrender.targets.comparison.align import Alignment, align
from cvrender.targets.comparison.leaves import Expected
from cvrender.text.scripts import is_right_to_left


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
    checks. `attachments` are the texts that it should carry, by media type, and `attached` finds those that it carries. In an
    `anonymous` artifact nothing may tell fields.
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
    attached: Callable[[bytes], Mapping[str, str]] = lambda content: {}
    anonymous: bool = False

    @property
    def document(self) -> Document:
        """The expected content."""
        return self.expected.document

    @cached_property
    def _read(self) -> Reading | ValueError:
        """The content, or why it cannot be read; it is read once for all checks."""
        try:
            return self.read(self.content)
        except ValueError as error:
            return error

    @property
    def unreadable(self) -> str:
        """Why the content cannot be read, or an empty text."""
        return (str(self._read) or "cannot be read") if isinstance(self._read, ValueError) else ""

    @property
    def reading(self) -> Reading:
        """The content as a reader sees it. Raises ValueError if it cannot be read."""
        if isinstance(self._read, ValueError):
            raise self._read
        return self._read

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
