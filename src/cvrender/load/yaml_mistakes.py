"""Explain what is wrong in a file that is not valid YAML, at the place of the mistake."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import yaml

from cvrender.errors import Problem, cut, position, shorten
from cvrender.model.value import Value

_SIGNS = {
    "scanning an alias": "*",
    "scanning an anchor": "&",
    "scanning a tag": "!",
    "scanning a block scalar": "|>",
    "scanning for the next token": "@`%",
    "scanning a directive": "%",
}
"""What the parser was doing when a text began with a character that means something in YAML."""

TOO_DEEP = "nested more than {} levels deep"
"""The message about a text that is nested deeper than a limit."""


class _Failure(Value, frozen=True):
    """What the parser says: its words, the place where it stopped, and the place where the construct began (from 1)."""

    reason: str
    context: str
    line: int
    column: int
    start: tuple[int, int]
    lines: list[str]
    loader: Any

    def text(self, line: int) -> str:
        """A line of the file, by its number."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""


_Found = tuple[str, tuple[int, int], str]
"""A message, its place and a hint."""

_ODD_SPACE = re.compile("^[ ]*(?:- )*-?(?:[a-z_]+:)?([\u00a0\u2000-\u200a\u202f\u205f\u3000])")


def odd_space(line: str) -> tuple[str, int] | None:
    """Return what is wrong with a line that has, instead of a space of YAML's, another one; and its column from 1.

    Other spaces indent nothing, and divide neither a key nor the "-" of a list from what follows.
    """
    match = _ODD_SPACE.match(line)
    if not match:
        return None
    name = unicodedata.name(match[1]).lower()
    return f"contains U+{ord(match[1]):04X} ({name}) where YAML needs an ordinary space", match.start(1) + 1


SPACE_HINT = "delete it, and type a space"


def explain(error: yaml.YAMLError, file: str, text: str, loader: Any, most_levels: int) -> Problem:
    """Return the parser's error as a Problem: at the mistake, and with what to write instead where it is a usual one.

    `most_levels` is our limit of nesting, for a text in which libyaml stops first: it reads ahead, and stops at 1,000 levels.
    """
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    code = getattr(error, "character", None)
    if isinstance(code, int):
        place = position(text, text.index(chr(code)))
        return Problem(f"contains the character U+{code:04X}, which YAML does not allow", file, *place, code="bad-character")
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "unknown error")
    if "nesting depth" in reason:
        return Problem(TOO_DEEP.format(most_levels), file, line, column, code="too-large")
    start = getattr(error, "context_mark", None)
    where = (start.line + 1, start.column + 1) if start else (line, column)
    failure = _Failure(reason, str(getattr(error, "context", "")), line, column, where, re.split("\r\n|\r|\n", text), loader)
    for rule in _RULES:
        for message, place, hint in rule(failure):
            return Problem(message, file, *place, hint=hint, code="bad-yaml")
    return Problem(f"not valid YAML: {reason}", file, line, column, code="bad-yaml")


def _tab(failure: _Failure) -> Iterator[_Found]:
    if "cannot start any token" in failure.reason and "\t" in failure.text(failure.line):
        yield "tab used for indentation", (failure.line, failure.column), "use spaces"


def _sign(failure: _Failure) -> Iterator[_Found]:
    """Find a text that begins with a character of YAML's own, such as `*The* Award`."""
    for context, signs in _SIGNS.items():
        line = failure.text(failure.start[0])
        text = line[failure.start[1] - 1 :]
        if context in failure.context and text[:1] and text[0] in signs:
            if _is_within_brackets(line[: failure.start[1] - 1]):
                text = re.split(r"[,\]}]", text)[0]
            yield f'a text that begins with "{text[0]}" should be in quotes', failure.start, f"write {in_quotes(text)}"


def _space(failure: _Failure) -> Iterator[_Found]:
    for number in range(failure.line - 1, failure.line + 1):
        if space := odd_space(failure.text(number)):
            yield space[0], (number, space[1]), SPACE_HINT


def _is_within_brackets(before: str) -> bool:
    return any(before.count(opening) > before.count(closing) for opening, closing in ("[]", "{}"))


def _open_quote(failure: _Failure) -> Iterator[_Found]:
    if "quoted scalar" in failure.context and "end of stream" in failure.reason:
        yield _unclosed(failure, *failure.start)


def _late_quote(failure: _Failure) -> Iterator[_Found]:
    """Find a quotation mark that is closed by one of a later line, which is meant to open another text."""
    last = None
    try:
        for token in yaml.scan("\n".join(failure.lines), Loader=failure.loader):
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"') and token.end_mark.line + 1 <= failure.line:
                last = token
    except yaml.YAMLError:
        pass  # the error that is being explained
    if last and last.start_mark.line < last.end_mark.line == failure.line - 1:
        yield _unclosed(failure, last.start_mark.line + 1, last.start_mark.column + 1)


def _unclosed(failure: _Failure, line: int, column: int) -> _Found:
    sign = failure.text(line)[column - 1 : column]
    return f"the quotation mark {sign} that opens here is not closed", (line, column), f"write {sign} at the end of the text"


def _second_colon(failure: _Failure) -> Iterator[_Found]:
    """Find a text with a colon in it, and a line that is indented more than the one above."""
    if "mapping values are not allowed" not in failure.reason:
        return
    line = failure.text(failure.line)
    before = line[: failure.column - 1]
    if not re.fullmatch(r"\s*(- +)*[\w-]+", before):
        key, value = re.match(r"(\s*(?:- +)*(?:[\w-]+: )?)(.*)", line).groups()  # type: ignore[union-attr]
        yield 'a text that contains ": " should be in quotes', (failure.line, len(key) + 1), f"write {in_quotes(value)}"
    elif missing := _no_space(failure, failure.line - 1) or _no_key_colon(failure, failure.line - 1):
        yield missing
    else:
        message = "this line is indented more than the line above, which has a value already"
        yield message, (failure.line, len(line) - len(line.lstrip()) + 1), f"indent it by {_indent(failure, failure.line - 1)}"


def _no_space(failure: _Failure, line: int) -> _Found | None:
    text = failure.text(line)
    if match := re.match(r"(\s*)-(?=[^\s-])", text):
        return 'a space is missing after "-"', (line, match.end()), f"write {shorten('- ' + text[match.end() :])}"
    if match := re.match(r"(\s*(?:- +)*)([\w-]+):(?=\S)", text):
        return 'a space is missing after ":"', (line, match.end()), f"write {shorten(match[2] + ': ' + text[match.end() :])}"
    return None


def _known_keys() -> frozenset[str]:
    from cvrender.model.base import fields_of
    from cvrender.model.kinds import KINDS
    from cvrender.model.profile import Owner, Profile

    return frozenset().union(*map(fields_of, (Owner, Profile, *(kind.model for kind in KINDS.values()))))


def _no_key_colon(failure: _Failure, line: int) -> _Found | None:
    """Find a line such as `name Ann Lee`, whose first word is a key that profiles know."""
    match = re.match(r"(\s*(?:- +)*)([a-z_]+)\s+(.*)", failure.text(line))
    if match and match[2] in _known_keys():
        return 'a ":" is missing', (line, match.end(2) + 1), f"write {shorten(f'{match[2]}: {match[3]}')}"
    return None


def _no_colon(failure: _Failure) -> Iterator[_Found]:
    if "could not find expected ':'" not in failure.reason:
        return
    line = failure.start[0]
    if missing := _no_space(failure, line) or _no_key_colon(failure, line):
        yield missing
    else:
        message = 'neither a key with ": " nor an item with "- "'
        yield message, failure.start, "indent it more than the line above if it continues that line's text"


def _more_text(failure: _Failure) -> Iterator[_Found]:
    """Find text behind a closed quotation mark or bracket, such as `"Foo" Bar`."""
    before = failure.text(failure.line)[: failure.column - 1].rstrip()
    sign = before[-1:]
    if "did not find expected key" in failure.reason and sign in tuple("\"'])}"):
        message, hint = f'the value ends at this "{sign}"', "put the whole text in quotes if it is one text"
        if other := {"'": '"…"', '"': "'…'"}.get(sign):
            message = f"the text ends at this {sign}"
            hint = f"put a text that contains {sign} in quotes of the other kind: {other}"
        yield f"{message}, but the line goes on", (failure.line, len(before)), hint


def _indentation(failure: _Failure) -> Iterator[_Found]:
    """Find a line whose indentation is that of no line above."""
    if not re.match("did not find expected (key|'-' indicator)", failure.reason):
        return
    line = failure.text(failure.line)
    if line[: failure.column - 1].strip() or not line.strip():
        return
    message = "wrong indentation: this line does not fit those above"
    if "'-'" in failure.reason:
        hint = f"indent it by {failure.start[1] + 1} to continue the item above, or by less to end the list"
    else:
        above = [text for text in failure.lines[max(0, failure.line - 50) : failure.line - 1] if text.strip()]
        widths = {len(text) - len(text.lstrip(signs)) for text in above for signs in (" ", " -")}
        known = sorted(widths - {failure.column - 1}, key=lambda width: abs(width - failure.column + 1))
        hint = f"indent it by {' or '.join(map(str, sorted(known[:2])))}, as the lines that it belongs to"
    yield message, (failure.line, failure.column), hint


def _indent(failure: _Failure, line: int) -> int:
    text = failure.text(line)
    return len(text) - len(text.lstrip(" -"))


def _comment_in_brackets(failure: _Failure) -> Iterator[_Found]:
    """Find a text such as `Team #2` in brackets, whose end, and the bracket, are read as a comment."""
    if "flow" not in failure.context:
        return
    for number in range(failure.start[0] - 1, failure.line + 1):
        if comment := re.search(r"\s(#[^\s#][^\"']*|#\s*[\]}].*)$", failure.text(number)):
            message = f'the line ends before "{cut(comment[1], 30)}", because " #" begins a comment'
            yield message, (number, comment.start(1) + 1), 'put a text that contains " #" in quotes'
            return


def _flow(failure: _Failure) -> Iterator[_Found]:
    """Find a bracket that is not closed, and a text in brackets that should be in quotes."""
    match = re.search(r"expected ',' or '([\]}])'", failure.reason)
    if not match:
        return
    if failure.start[0] < failure.line:
        opening = failure.text(failure.start[0])[failure.start[1] - 1]
        yield f'the "{opening}" that opens here is not closed', failure.start, f'write "{match[1]}" at its end'
    else:
        hint = "put a text that contains any of : [ ] { } or quotes in quotes"
        yield f'expected "," or "{match[1]}" here', (failure.line, failure.column), hint


def _misplaced(failure: _Failure) -> Iterator[_Found]:
    if "block sequence entries are not allowed" in failure.reason:
        yield "a list begins on a line of its own", (failure.line, failure.column), 'put a text that begins with "- " in quotes'
    if "mapping keys are not allowed" in failure.reason:
        yield 'a text that begins with "? " should be in quotes', (failure.line, failure.column), 'write "? …"'


_RULES = (
    *(_tab, _space, _sign, _open_quote, _second_colon, _no_colon, _late_quote, _more_text),
    *(_indentation, _comment_in_brackets, _flow, _misplaced),
)
"""The rules, in order: the first that finds something explains the error."""


def in_quotes(text: str) -> str:
    """Return a text as it should be written in YAML, in quotes and shortened for a message."""
    text = cut(re.sub(r"\s+#.*$", "", text.strip()))
    return f"'{text}'" if '"' in text and "'" not in text else '"' + text.replace('"', r"\"") + '"'
