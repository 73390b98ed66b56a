"""Fill a style's patterns with an entry's values.

A pattern is a Jinja2 template that produces inline Markdown, such as `**{{ title }}**{{ ", " ~ location if location }}`. Values
are not parsed as Markdown again: each is represented by a private-use character, which is replaced by the value's Text after the
pattern's Markdown was parsed. So no character of a value can break a pattern.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment

from cvrender.errors import nearest
from cvrender.model.expressions import expression
from cvrender.model.links import is_allowed
from cvrender.model.pattern import EntryPattern
from cvrender.model.private_use import PLACEHOLDERS
from cvrender.model.terms import Punctuation
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.model.value import replace
from cvrender.system.restricted_jinja import ParsedPattern, code_of, kept, parse, pattern_environment
from cvrender.text.bidi import has_letters, isolating
from cvrender.text.markup import inline_pattern

_QUOTES = ("“”", '""', "«»", "„“", "‘’", "「」")
_PLACEHOLDER = expression(f"([{PLACEHOLDERS.pattern}])")
_QUOTED_VALUE = expression(f"“([{PLACEHOLDERS.pattern}])”")
_MAX_OUTPUT = 20_000
"""Maximum output of a pattern in characters, each value counting as one; malicious Markdown takes long to parse."""
_MAX_ADDED, _MAX_REPEATS = 5_000, 10
"""Maximum number of characters that a style's patterns may add to an entry, and how often they may repeat its values on average.
"""


class PatternError(ValueError):
    """Report an error in a pattern, with the pattern and a hint."""

    def __init__(self, message: str, pattern: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.pattern = pattern
        self.hint = hint
        self.name = ""
        """The unknown field that it names."""


class Placeholders:
    """Represents the values of one entry in templates: each Text gets a character. `signs` replace the patterns' own.

    In a text that runs in two directions, each value is an isolate; `right_to_left` is the direction of the document.
    """

    def __init__(self, signs: Punctuation, right_to_left: bool = False) -> None:
        self.signs = signs
        self.right_to_left = right_to_left
        self.texts: list[Text] = []
        self.expanded_length = 0

    def put(self, text: Text) -> str:
        """Return the placeholder of a text, or an empty string for an empty text, so that templates can test `if title`."""
        if not text:
            return ""
        try:
            char = PLACEHOLDERS.char(len(self.texts))
        except IndexError:
            raise PatternError("entry has too many values for a pattern") from None
        self.texts.append(text)
        return char

    def is_quoted(self, char: str) -> bool:
        """Return whether a character represents a text that is in quotation marks already, as a whole."""
        value = self._value(char)
        text = value.plain if value else ""
        return any(len(text) > 2 and text[0] == pair[0] and text.find(pair[1], 1) == len(text) - 1 for pair in _QUOTES)

    def expand(self, text: Text) -> Text:
        """Replace every placeholder by its value, adding up marks."""
        pairs = [(span, [*self._parts(span.text)]) for span in text.spans]
        shown = "".join([part.plain for _, parts in pairs for _, part in parts])
        self.expanded_length += len(shown) + sum([len(self._expanded(span.href)) for span in text.spans if span.href])
        total = sum(len(value.plain) for value in self.texts)
        if self.expanded_length > _MAX_ADDED + _MAX_REPEATS * total:
            raise PatternError(f"produces {self.expanded_length:,} characters from an entry of {total:,}")
        isolates = isolating(plain_text(shown), self.right_to_left)
        expanded = [inner for span, parts in pairs for inner in self._expand_span(span, parts, isolates)]
        if not isolates:
            expanded = [replace(span, isolate=0) if span.isolate else span for span in expanded]
        return join((Text(tuple(expanded)),))

    def _value(self, char: str) -> Text | None:
        """Return the text that a character represents, if any."""
        index = PLACEHOLDERS.index_of(char)
        return self.texts[index] if 0 <= index < len(self.texts) else None

    def _parts(self, text: str) -> Iterator[tuple[int, Text]]:
        """Yield the values that a text contains, with their numbers, which begin at 1, and what is between them with 0."""
        for part in filter(None, _PLACEHOLDER.split(text)):
            value = self._value(part) if len(part) == 1 else None
            yield (PLACEHOLDERS.index_of(part) + 1, value) if value else (0, plain_text(part))

    def _expanded(self, text: str) -> str:
        return "".join(part.plain for _, part in self._parts(text))

    def _expand_span(self, span: Span, parts: list[tuple[int, Text]], isolates: bool) -> list[Span]:
        target = self._expanded(span.href)  # checked only now, since the value before ":alert(1)" may be "JavaScript"
        href = target if is_allowed(target) else ""
        outer = Span("", span.bold, span.italic, span.code, span.math, href)
        if not isolates:
            spans = [inner for _, part in parts for inner in part.spans]
            return [inner.within(outer) for inner in spans] if span.bold or span.italic or span.code or href else spans
        numbers = [number if has_letters(part.plain) else 0 for number, part in parts]
        for index in range(1, len(parts) - 1):
            if parts[index][1].plain == "’":  # a name and its year are one isolate: XYZ’19
                numbers[index] = numbers[index + 1] = numbers[index - 1]
        linked = len(self.texts) + 1 if href else 0  # a link of the pattern is one, too, whatever values it has
        pairs = zip(numbers, (part for _, part in parts), strict=True)
        return [inner.within(replace(outer, isolate=linked or number)) for number, part in pairs for inner in part.spans]


def _joiner(separator: str) -> Callable[[Any], str]:
    """Return a function that joins the non-empty items of a list, flattening lists in it; other values are returned unchanged."""

    def joined(parts: Any) -> str:
        if isinstance(parts, str):
            return parts
        flat = (inner for part in parts for inner in (part if isinstance(part, list | tuple) else (part,)))
        return separator.join(str(part) for part in flat if part)

    return joined


def _join(parts: Any, separator: str = "") -> str:
    if len(separator) > 9:  # a separator is repeated, so a long one could multiply the output
        raise ValueError('the separator of "join" is longer than 9 characters')
    return _joiner(separator)(parts)


def _printable(value: Any) -> Any:
    if isinstance(value, list | tuple | Mapping):
        raise TypeError("cannot print a list; join it with the filter comma, semicolon or spaced")
    return value


def _wrap(value: Any, before: str, after: str = "") -> str:
    if not value:
        return ""
    start, _, end = before.partition("{}")  # a label may stand around its value: 第{}卷
    return f"{start}{_printable(value)}{end.rstrip(' ')}{after}" if "{}" in before else f"{before}{_printable(value)}{after}"


_SIGNS = expression(r"\]\([^)]*\)|(?P<sign>[,;:])(?P<marks>\*{0,2})(?: |$)| ?\(|[)“”]")
"""The signs of a pattern, and the targets of links, which stay."""


def _punctuated(line: str, signs: Punctuation) -> str:
    """Replace the signs of a pattern by those of the language. Values are placeholders here, so theirs stay."""
    known = {",": signs.comma, ";": signs.semicolon, ":": signs.colon, "“": signs.open_quote, "”": signs.close_quote}

    def replaced(match: re.Match[str]) -> str:
        typed = match[0]
        if match["sign"]:
            sign = known[match["sign"]]
            bare = sign.rstrip(" ")
            if bare == sign:  # full-width; Markdown does not end bold type after a sign that a letter follows
                return match["marks"] + sign
            return f"{bare}{match['marks']}{sign[len(bare) :] if typed[-1] == ' ' else ''}"
        if typed.endswith("("):
            return signs.open if typed[0] == " " else signs.open.lstrip(" ")
        return signs.close if typed == ")" else known.get(typed, typed)

    return _SIGNS.sub(replaced, line)


FILTERS: Mapping[str, Callable[..., str]] = {
    "comma": _joiner(", "),
    "semicolon": _joiner("; "),
    "spaced": _joiner(" "),
    "join": _join,
    "wrap": _wrap,
    "bold": lambda value: _wrap(value, "**", "**"),
    "italic": lambda value: _wrap(value, "*", "*"),
    "quoted": lambda value: _wrap(value, "“", "”"),
    "linked": lambda value, target: f"[{value}](<{target}>)" if value and target else f"{value}",
}
"""Filters for patterns besides Jinja2's own: joiners skip empty values, wrappers leave them empty."""


@lru_cache(maxsize=1)
def _jinja() -> ImmutableSandboxedEnvironment:
    return pattern_environment(FILTERS, lambda value: "" if value is None else _printable(value))


REST = "{{ rest | comma }}"
"""What follows the lines of an entry whose pattern does not mention `rest`."""


@lru_cache(maxsize=1024)
def _parse(pattern: str) -> ParsedPattern:
    return kept(pattern, _jinja()) or parse(pattern, _jinja())


def code_of_patterns(patterns: Iterable[EntryPattern]) -> dict[str, str]:
    """Return the code of the texts of patterns, by its key, to be kept in the package."""
    return dict(code_of(text, _jinja()) for text in {REST, *(text for item in patterns for text in item.texts if text)})


def mentioned(pattern: EntryPattern) -> frozenset[str]:
    """Return the names that the patterns of a kind mention. Raises PatternError for an invalid pattern."""
    return frozenset(pattern.bullets).union(*(parsed.names for parsed in _parsed(pattern)))


def placed(pattern: EntryPattern) -> frozenset[str]:
    """Return the labels of labelled fields that the patterns of a kind mention. Raises PatternError for an invalid pattern."""
    return frozenset[str]().union(*(parsed.labels for parsed in _parsed(pattern)))


@lru_cache(maxsize=256)
def _parsed(pattern: EntryPattern) -> tuple[ParsedPattern, ...]:
    parsed = []
    for text in filter(None, pattern.texts):
        try:
            parsed.append(_parse(text))
        except Exception as error:
            raise _pattern_error(error, text, ()) from None
    return tuple(parsed)


def fill(pattern: str, values: Mapping[str, Any], placeholders: Placeholders) -> Text:
    """Render a pattern with an entry's values. Raises PatternError for an invalid pattern."""
    if not pattern:
        return Text()
    try:
        line = re.sub(r"[ \t\n]+", " ", _parse(pattern).template.render(values)).strip(" ")
        line = _QUOTED_VALUE.sub(lambda match: match[1] if placeholders.is_quoted(match[1]) else match[0], line)
        if len(line) > _MAX_OUTPUT:
            raise ValueError(f"output of {len(line):,} characters exceeds {_MAX_OUTPUT:,}")
        return placeholders.expand(inline_pattern(_punctuated(line, placeholders.signs)))
    except Exception as error:  # a pattern is a small program, which can fail in any way
        raise _pattern_error(error, pattern, values) from None


def _pattern_error(error: Exception, pattern: str, known: Iterable[str]) -> PatternError:
    message = str(getattr(error, "message", error))
    unknown = re.fullmatch(r"'(\w+)' is undefined", message)
    if unknown:
        problem = PatternError(
            f'unknown field "{unknown[1]}"', pattern, nearest(unknown[1], [name for name in known if not name.endswith("_")])
        )
        problem.name = unknown[1]
        return problem
    shown = pattern if len(pattern) < 1000 else f"{pattern[:60]}…"
    return PatternError(f"pattern {shown!r} fails: {message}", pattern)


def is_wrong(part: str, error: PatternError) -> bool:
    """Return whether a part of a pattern is what an error is about: it names the unknown field, or is invalid by itself."""
    try:
        return error.name in _parse(part).names
    except Exception:  # whatever is wrong with it
        return True
