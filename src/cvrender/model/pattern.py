"""Define the patterns that word one kind of entry (see docs/patterns.md)."""

from typing import Annotated, Any, Literal

from cvrender.model.annotations import Checked, Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.document import Marker
from cvrender.model.fields import Plain
from cvrender.model.json_schema import TEXT

MOST_LINES = 20
"""The maximum number of lines of an entry, and of fields whose items become bullets."""

Layout = Literal["entries", "rows", "line"]


def _pattern(value: Any) -> str:
    if not isinstance(value, str | None):
        raise Invalid("should be a pattern (a text)")
    return value or ""


def _few(items: tuple[str, ...]) -> None:
    if len(items) > MOST_LINES:
        raise Invalid(f"has more than {MOST_LINES} items")


PatternText = Annotated[str, Reads(_pattern, TEXT, "pattern")]


class EntryPattern(Model, frozen=True, kw_only=True):
    """How one kind of entry is worded. Each text is a Jinja2 template that produces inline Markdown.

    `layout: rows` prints a label (`title`) and a text (the first of `lines`); `layout: line` prints all titles on one line,
    separated by commas. `bullets` names the fields whose items become bullets. `rest` in a text stands for all fields that no
    text mentions; without it, they become a last line.
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
        """The templates that the layout uses."""
        if self.layout == "line":
            return (self.label, self.title)
        if self.layout == "rows":
            return (self.title, *self.lines[:1])
        return (self.label, self.title, self.date, *self.lines, self.summary)
