"""A style's pattern and an entry's values in, Text out.

A pattern is a Jinja2 template that gives inline Markdown, such as `**{{ title }}**{{ ", " ~ location if location }}`.
Values do not go through Markdown again: in the template each stands as one private-use character, and only after the
pattern's own Markdown was read is it replaced by the value's Text. So no character of a value can break a pattern.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cvrender.compose.markup import inline
from cvrender.errors import nearest
from cvrender.model.text import Span, Text, join

_FIRST = 0xE000
_LAST = 0xF8FF


class PatternError(ValueError):
    """A pattern is wrong: what, in which pattern, and what would be right."""

    def __init__(self, message: str, pattern: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.pattern = pattern
        self.hint = hint


class Slots:
    """The values of one entry: each Text gets a character that stands for it in templates."""

    def __init__(self) -> None:
        self.texts: list[Text] = []

    def put(self, text: Text) -> str:
        """The character that stands for the text; empty for an empty text, so that templates can ask `if title`."""
        if not text:
            return ""
        if _FIRST + len(self.texts) > _LAST:
            raise PatternError("an entry has more values than a pattern can hold")
        self.texts.append(text)
        return chr(_FIRST + len(self.texts) - 1)

    def expand(self, text: Text) -> Text:
        """The text with every standing character replaced by its value, marks added up."""
        return join(Text(tuple(self._expand_span(span))) for span in text.spans)

    def _expand_span(self, span: Span) -> list[Span]:
        outer = Span("", span.bold, span.italic, span.code, span.smallcaps, span.math, self._plain(span.href))
        spans: list[Span] = []
        plain = ""
        for char in span.text:
            if _FIRST <= ord(char) <= _LAST:
                spans += [Span(plain).within(outer)] if plain else []
                spans += [inner.within(outer) for inner in self.texts[ord(char) - _FIRST].spans]
                plain = ""
            else:
                plain += char
        return [*spans, Span(plain).within(outer)] if plain else spans

    def _plain(self, text: str) -> str:
        return "".join(self.texts[ord(c) - _FIRST].plain if _FIRST <= ord(c) <= _LAST else c for c in text)


def _joined(separator: str) -> Callable[[Iterable[Any]], str]:
    return lambda parts: separator.join(str(part) for part in parts if part)


def _printable(value: Any) -> Any:
    if isinstance(value, list | tuple | Mapping):
        raise TypeError("it prints a list; join that with the filter comma, semicolon or spaced")
    return value


def _wrap(value: Any, before: str, after: str = "") -> str:
    return f"{before}{_printable(value)}{after}" if value else ""


FILTERS: Mapping[str, Callable[..., str]] = {
    "comma": _joined(", "),
    "semicolon": _joined("; "),
    "spaced": _joined(" "),
    "wrap": _wrap,
    "bold": lambda value: _wrap(value, "**", "**"),
    "italic": lambda value: _wrap(value, "*", "*"),
    "quoted": lambda value: _wrap(value, "“", "”"),
    "linked": lambda value, target: f"[{value}](<{target}>)" if value and target else f"{value}",
}
"""What a pattern may use beside Jinja2's own filters: joiners that skip what is empty, and wrappers that do nothing to it."""


@lru_cache(maxsize=1)
def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, finalize=lambda value: "" if value is None else _printable(value)
    )
    environment.filters.update(FILTERS)
    return environment


@lru_cache(maxsize=1024)
def _template(pattern: str) -> Any:
    return _environment().from_string(pattern)


def fill(pattern: str, values: Mapping[str, Any], slots: Slots) -> Text:
    """What the pattern says of an entry. Raises PatternError when the pattern is wrong."""
    if not pattern:
        return Text()
    try:
        line = re.sub(r"[ \t\n]+", " ", _template(pattern).render(values)).strip(" ")
    except Exception as error:  # a pattern is a small program, and may do wrong whatever a program can
        message = str(getattr(error, "message", error))
        unknown = re.fullmatch(r"'(\w+)' is undefined", message)
        if unknown:
            raise PatternError(f'unknown field "{unknown[1]}"', pattern, nearest(unknown[1], values)) from None
        raise PatternError(f"the pattern {pattern!r} fails: {message}", pattern) from None
    return slots.expand(inline(line))
