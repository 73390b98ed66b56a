"""Define the patterns that word one kind of entry (see docs/patterns.md)."""

from typing import Annotated, Any, Literal

from cvrender.model.annotations import About, Checked, Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.document import Marker
from cvrender.model.fields import Plain

MOST_LINES = 20
"""The maximum number of lines of an entry, and of fields whose items become bullets."""

Layout = Literal["entries", "rows", "line"]


def _pattern(value: Any) -> str:
    if not isinstance(value, str | None):
        raise Invalid("should be a pattern (a text)", code="bad-type")
    return value or ""


def _few(items: tuple[str, ...]) -> None:
    if len(items) > MOST_LINES:
        raise Invalid(f"has more than {MOST_LINES} items", code="too-large")


PatternText = Annotated[str, Reads(_pattern, about="pattern")]


class EntryPattern(Model, frozen=True, kw_only=True):
    """How one kind of entry is worded. Each text is a Jinja2 template that produces inline Markdown.

    `layout: rows` prints a label (`title`) and a text (the first of `lines`); `layout: line` prints all titles on one line,
    separated by commas. `bullets` names the fields whose items become bullets. `rest` in a text stands for all fields that no
    text mentions; without it, they become a last line.
    """

    layout: Annotated[Layout, About("`entries`, `rows` with a label and a text, or all titles on one `line`", "rows")] = "entries"
    marker: Annotated[Marker, About("what is in front: nothing, a bullet or a number", "bullet")] = "none"
    label: Annotated[PatternText, About("the text in front of the title", "{{ venue.short }}")] = ""
    title: Annotated[PatternText, About("the first line", "{{ title | bold }}")] = ""
    date: Annotated[PatternText, About("the date, on the right", "{{ date }}")] = ""
    subtitle: Annotated[PatternText, About("the line below the title", "{{ organization | italic }}")] = ""
    place: Annotated[PatternText, About("what is on the right of the subtitle", "{{ location | italic }}")] = ""
    lines: Annotated[
        tuple[PatternText, ...], Checked(_few), About("further lines", ["{{ [institution, location, rest] | comma }}"])
    ] = ()
    summary: Annotated[PatternText, About("a paragraph below the lines", "{{ summary }}")] = ""
    bullets: Annotated[tuple[Plain, ...], Checked(_few), About("fields whose items become bullets", ["highlights"])] = (
        "highlights",
    )

    @property
    def texts(self) -> tuple[str, ...]:
        """The templates that the layout uses."""
        if self.layout == "line":
            return (self.label, self.title)
        if self.layout == "rows":
            return (self.title, *self.lines[:1])
        return (self.label, self.title, self.date, self.subtitle, self.place, *self.lines, self.summary)
