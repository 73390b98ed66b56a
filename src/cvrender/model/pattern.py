"""Define what one kind of entry reads like: the patterns of its parts (see docs/patterns.md)."""

from typing import Annotated, Any, Literal

from cvrender.model.annotations import Checked, Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.document import Marker
from cvrender.model.fields import Plain
from cvrender.model.json_schema import TEXT

MOST_LINES = 20
"""Lines of one entry, and names of fields whose items are its bullets."""

Layout = Literal["entries", "rows", "line"]


def _pattern(value: Any) -> str:
    if not isinstance(value, str | None):
        raise Invalid("should be a pattern, which is a text")
    return value or ""


def _few(items: tuple[str, ...]) -> None:
    if len(items) > MOST_LINES:
        raise Invalid(f"has more than {MOST_LINES} items")


PatternText = Annotated[str, Reads(_pattern, TEXT, "pattern")]


class EntryPattern(Model, frozen=True, kw_only=True):
    """What one kind of entry reads like. Each text is a Jinja2 template that gives inline Markdown.

    `layout: rows` makes a label and a text of it, with `title` as the label and the first of `lines` as the text.
    `layout: line` puts all titles on one line, with commas between them. `bullets` names the entry's fields whose items are
    bullets below it. In any of the texts, `rest` stands for all fields that no text mentions; where none has it, `rest` is a
    last line of its own.
    """

    layout: Layout = "entries"
    marker: Marker = "none"
    label: PatternText = ""
    title: PatternText = ""
    date: PatternText = ""
    lines: Annotated[tuple[PatternText, ...], Checked(_few)] = ()
    summary: PatternText = ""
    bullets: Annotated[tuple[Plain, ...], Checked(_few)] = ("highlights",)

    @property
    def texts(self) -> tuple[str, ...]:
        """The templates that its layout prints."""
        if self.layout == "line":
            return (self.label, self.title)
        if self.layout == "rows":
            return (self.title, *self.lines[:1])
        return (self.label, self.title, self.date, *self.lines, self.summary)
