"""Fill a style's patterns with an entry's values, and give Text.

A pattern is a Jinja2 template that gives inline Markdown, such as `**{{ title }}**{{ ", " ~ location if location }}`.
Values do not go through Markdown again: in the template each stands as one private-use character, and only after the
pattern's own Markdown was read is it replaced by the value's Text. So no character of a value can break a pattern.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment

from cvrender.compose.markup import inline
from cvrender.compose.restricted_jinja import Parsed, parse, pattern_environment
from cvrender.errors import nearest
from cvrender.model.links import is_allowed
from cvrender.model.pattern import EntryPattern
from cvrender.model.text import Span, Text, join

_FIRST = 0xE000
_LAST = 0xF8FF
_LONGEST_LINE = 20_000
"""Characters that a pattern may give, each value counting as one: Markdown takes long to read what is made to be hard to read."""
_OWN_WORDS, _REPEATS = 5_000, 10
"""Characters that a style's patterns may add to one entry, and how often they may say each of its values, on the average."""


class PatternError(ValueError):
    """A pattern is wrong: what, in which pattern, and what would be right."""

    def __init__(self, message: str, pattern: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.pattern = pattern
        self.hint = hint


class Placeholders:
    """The values of one entry: each Text gets a character that stands for it in templates."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self.made = 0

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
        length = sum(len(part) for span in text.spans for part in self._shown(span.text + span.href))
        self.made += length
        given = sum(len(value.plain) for value in self.texts)
        if self.made > _OWN_WORDS + _REPEATS * given:
            raise PatternError(f"with it {self.made:,} characters are made of an entry that has {given:,}")
        return join(Text(tuple(self._expand_span(span))) for span in text.spans)

    def _value(self, char: str) -> Text | None:
        """What the character stands for, if anything."""
        index = ord(char) - _FIRST
        return self.texts[index] if 0 <= index < len(self.texts) else None

    def _shown(self, text: str) -> Iterator[str]:
        """The characters of a text, each value's in its place."""
        for char in text:
            value = self._value(char)
            yield char if value is None else value.plain

    def _expand_span(self, span: Span) -> list[Span]:
        target = self._plain(span.href)  # seen only now: the value before ":alert(1)" may be "JavaScript"
        href = target if is_allowed(target) else ""
        outer = Span("", span.bold, span.italic, span.code, span.math, href)
        spans: list[Span] = []
        plain = ""
        for char in span.text:
            value = self._value(char)
            if value is None:
                plain += char
                continue
            spans += [Span(plain).within(outer)] if plain else []
            spans += [inner.within(outer) for inner in value.spans]
            plain = ""
        return [*spans, Span(plain).within(outer)] if plain else spans

    def _plain(self, text: str) -> str:
        return "".join(self._shown(text))


def _joined(separator: str) -> Callable[[Any], str]:
    """A joiner of lists, and of lists in them; what is no list is whole already."""

    def join(parts: Any) -> str:
        if isinstance(parts, str):
            return parts
        flat = (inner for part in parts for inner in (part if isinstance(part, list | tuple) else (part,)))
        return separator.join(str(part) for part in flat if part)

    return join


def _join(parts: Any, separator: str = "") -> str:
    if len(separator) > 9:  # it stands between all of them, so a long one could be made ever longer
        raise ValueError('what "join" puts between is longer than 9 characters')
    return _joined(separator)(parts)


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
    "join": _join,
    "wrap": _wrap,
    "bold": lambda value: _wrap(value, "**", "**"),
    "italic": lambda value: _wrap(value, "*", "*"),
    "quoted": lambda value: _wrap(value, "“", "”"),
    "linked": lambda value, target: f"[{value}](<{target}>)" if value and target else f"{value}",
}
"""What a pattern may use beside Jinja2's own filters: joiners that skip what is empty, and wrappers that do nothing to it."""


@lru_cache(maxsize=1)
def _environment() -> ImmutableSandboxedEnvironment:
    return pattern_environment(FILTERS, lambda value: "" if value is None else _printable(value))


@lru_cache(maxsize=1024)
def _parsed(pattern: str) -> Parsed:
    return parse(pattern, _environment())


@lru_cache(maxsize=256)
def mentioned(pattern: EntryPattern) -> frozenset[str]:
    """The names that the patterns of an entry's parts mention. Raises PatternError for a pattern that is wrong."""
    found = set(pattern.bullets)
    for text in filter(None, pattern.texts):
        try:
            found |= _parsed(text).names
        except Exception as error:
            raise _explained(error, text, ()) from None
    return frozenset(found)


def fill(pattern: str, values: Mapping[str, Any], placeholders: Placeholders) -> Text:
    """What the pattern says of an entry. Raises PatternError when the pattern is wrong."""
    if not pattern:
        return Text()
    try:
        line = re.sub(r"[ \t\n]+", " ", _parsed(pattern).template.render(values)).strip(" ")
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"it makes {len(line):,} characters; {_LONGEST_LINE:,} are the most")
        return placeholders.expand(inline(line))
    except Exception as error:  # a pattern is a small program, and may do wrong whatever a program can
        raise _explained(error, pattern, values) from None


def _explained(error: Exception, pattern: str, known: Iterable[str]) -> PatternError:
    message = str(getattr(error, "message", error))
    unknown = re.fullmatch(r"'(\w+)' is undefined", message)
    if unknown:
        return PatternError(f'unknown field "{unknown[1]}"', pattern, nearest(unknown[1], known))
    shown = pattern if len(pattern) < 1000 else f"{pattern[:60]}…"
    return PatternError(f"the pattern {shown!r} fails: {message}", pattern)
