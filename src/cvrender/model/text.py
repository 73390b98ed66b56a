"""Define Text: a line or paragraph with emphasis and links, independent of any target."""

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from cvrender.model.value import Value, replace

_Label = TypeVar("_Label")
LINE_BREAK = "\u2028"
"""The character at which a line ends, in paragraphs and bullets."""


class Span(Value, frozen=True):
    """A run of characters with the same marks.

    `href` is a link's target; `math` means TeX maths, without the dollar signs. `form` is `small-caps`, `super` (raised) or
    `sub` (lowered), as citation styles ask for them, `tag` for a skill with a tint behind it, `given` for the given names of the
    person, or `lead` for what has the accent: how a heading begins, or what is in italics elsewhere. In a text that runs in two
    directions, neighbours with the same number `isolate`, if it is not 0, are a part with a direction of its own, that of its
    first letter. `note` is the number of the note that the characters refer to, or 0.
    """

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    math: bool = False
    href: str = ""
    form: str = ""
    isolate: int = 0
    note: int = 0

    def within(self, outer: "Span") -> "Span":
        """Return the span nested in another: marks add up, italics within italics are upright, the inner link and form win."""
        return Span(
            self.text,
            bold=self.bold or outer.bold,
            italic=self.italic != outer.italic,
            code=self.code or outer.code,
            math=self.math,
            href=self.href or outer.href,
            form=self.form or outer.form,
            isolate=outer.isolate or self.isolate,
            note=self.note,
        )

    def looks_like(self, other: "Span") -> bool:
        """Return whether two spans differ only in their characters."""
        if self.math or other.math or self.note or other.note:
            return False
        marks = self.bold == other.bold and self.italic == other.italic and self.code == other.code
        return marks and self.href == other.href and self.form == other.form and self.isolate == other.isolate


class Text(Value, frozen=True, dict=True):
    """A line or paragraph of spans. Text without characters is false."""

    spans: tuple[Span, ...] = ()

    @cached_property
    def plain(self) -> str:
        """The characters only."""
        return "".join(span.text for span in self.spans)

    def __bool__(self) -> bool:
        for span in self.spans:  # noqa: SIM110  (any() takes longer, and this is asked very often)
            if span.text:
                return True
        return False

    def __add__(self, other: "Text") -> "Text":
        return join((self, other))

    def by_isolate(self) -> list[tuple[int, "Text"]]:
        """Return the parts of the text: each isolate with its number, and what is between them with 0."""
        if not any(span.isolate for span in self.spans):
            return [(0, self)] if self else []
        shown = [span for span in self.spans if span.text]
        return [(number, Text(tuple(spans))) for number, spans in groupby(shown, key=attrgetter("isolate"))]

    def by_target(self) -> list[tuple[str, tuple[Span, ...]]]:
        """Return the spans that have characters in groups: adjacent ones with the same target, which is empty outside links."""
        shown = [span for span in self.spans if span.text]
        return [(target, tuple(spans)) for target, spans in groupby(shown, key=attrgetter("href"))]

    def marked(self, **marks: bool | str | int) -> "Text":
        """Return the text with marks added, as in `text.marked(bold=True)`."""
        outer = Span("", **marks)  # type: ignore[arg-type]
        return Text(tuple(span.within(outer) for span in self.spans))


def plain_text(characters: str) -> Text:
    """Return a Text of one span without marks."""
    return Text((Span(characters),)) if characters else Text()


def join(parts: Iterable[Text], separator: str = "") -> Text:
    """Join the non-empty parts, and merge adjacent spans with the same marks."""
    spans: list[Span] = []
    for part in parts:
        if not part:
            continue
        if spans and separator:
            _append(spans, Span(separator))
        for span in part.spans:
            _append(spans, span)
    return Text(tuple(spans))


def _append(spans: list[Span], span: Span) -> None:
    if spans and span.looks_like(spans[-1]):
        last = spans[-1]
        spans[-1] = replace(last, text=last.text + span.text)
    elif span.text:
        spans.append(span)


def split_at(text: str, labelled: Iterable[tuple[int, int, _Label]]) -> list[tuple[str, _Label | None]]:
    """Return the parts of a text in order: what is labelled, by its start, end and label, and what is between, without one."""
    parts: list[tuple[str, _Label | None]] = []
    place = 0
    for start, end, label in labelled:
        if start > place:
            parts.append((text[place:start], None))
        parts.append((text[start:end], label))
        place = end
    if place < len(text):
        parts.append((text[place:], None))
    return parts
