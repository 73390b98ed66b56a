"""Define a contact in the head of a Document."""

from cvrender.model.icons import icon_of
from cvrender.model.text import Text
from cvrender.model.value import Value


class ContactLine(Value, frozen=True):
    """A contact. `kind` is `location`, `email`, `phone`, `link`, or `fact` for what is not one; `text` includes the link."""

    kind: str
    text: Text
    source: str = ""

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return icon_of(self.kind, next((span.href for span in self.text.spans if span.href), ""))
