"""Shorten a preamble: move unused macros behind the end of the document, and inner macros to the package with its fonts.

The preamble of a style is divided into statements. One that only defines names which begin with `cv` is used if the document or
a used statement has one of these names. After a comment such as `% Needed for \\text ≤`, a statement is used if the document or a
used statement has one of these commands or characters. All other statements are used. Those between the comments `% Inner macros`
and `% End of inner macros` are rarely edited.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cvrender.model.expressions import expression

NOTE = "% TeX does not read what follows: macros of the style that this document does not use. To use one, move it to the others."
_NAME = expression(r"cv[A-Za-z]+")
_OTHER = expression(r"\\[A-Za-z]+|\\\(|\$|[^\x00-\x7f]")
_PREFIX = expression(r"\\csname (cv[A-Za-z]+)#")
_TOKEN = expression(r"\\(?:[A-Za-z@]+|.)|[{}]|%.*")
_DEFINED = expression(
    r"\\(?:(?:new|renew|provide)(?:command|environment)|(?:New|Renew)DocumentCommand|newlength|newsavebox|newbox|newcount|newlist|setlength)"
    r"\*?\{\\?(cv[A-Za-z]+)\}"
    r"|\\setlist\*?\[(cv[A-Za-z]+)[^\]]*\]"
    r"|\\new(?:box|count|dimen) ?\\(cv[A-Za-z]+)|(?:\\protected)?\\[egx]?def ?\\(cv[A-Za-z]+)|\\newif\\if(cv[A-Za-z]+)"
    r"|\\let ?\\(cv[A-Za-z]+) ?=?\\[A-Za-z@]+"
)
_COMMENT = expression(r"(?<!\\)%.*")
_NEEDED = expression(r"^% Needed for (.*)\n", re.MULTILINE)
_INNER_MARKS = expression(r"^% (?:Inner macros|End of inner macros)\n", re.MULTILINE)
_INNER = "% Inner macros\n"
_END_OF_INNER = "% End of inner macros\n"
_BLANK = expression(r"\n{3,}")
_SIMPLE = expression(r"\\?cv[A-Za-z]+")
_HARMLESS = expression(r"\\(?:cv[A-Za-z]+|(?:if[A-Za-z]+|else|fi)\b)")
_OPENS, _CLOSES = expression(r"\\(?:if[A-Za-z]+|ExplSyntaxOn)\b"), expression(r"\\(?:fi|ExplSyntaxOff)\b")


class PreambleStatement(NamedTuple):
    """Lines of a preamble, the names for which they are needed (none: the statement is always used), and those that they use.

    Of names that are put together, `prefixes` are the beginnings. A statement that `is_inner` may be in a package.
    """

    lines: str
    needed_for: frozenset[str]
    used: frozenset[str]
    prefixes: frozenset[str]
    is_inner: bool


class ShortenedSource(NamedTuple):
    """A source, and the inner macros that it no longer has."""

    source: str
    inner: str = ""


def shortened(source: str, preamble: str, packages: str, others: str = "", has_package: bool = False) -> ShortenedSource:
    """Return a source whose preamble has only what is used; the rest follows the document.

    `packages` is the beginning of `preamble` that many documents share, and `others` are files that use its macros. If the
    document `has_package`, that gets the inner macros.
    """
    before, between, body = source.partition(preamble)
    if not between or not preamble.startswith(packages):
        return ShortenedSource(source)
    statements = _statements(preamble.removeprefix(packages))
    used = _used(statements, f"{before}{packages}{body}{others}")
    kept, inner, unused = "", "", ""
    for one, is_used in zip(statements, used, strict=True):
        if not is_used:
            unused += one.lines.lstrip("\n")
        elif has_package and one.is_inner:
            inner += one.lines
        else:
            kept += one.lines
    short = f"{before}{packages}{_without_marks(kept)}{body}"
    unused = _INNER_MARKS.sub("", unused).rstrip()
    return ShortenedSource(f"{short}\n{NOTE}\n{unused}\n" if unused else short, _without_marks(inner))


def _without_marks(lines: str) -> str:
    return _BLANK.sub("\n\n", _INNER_MARKS.sub("", _NEEDED.sub("", lines)))


def _used(statements: tuple[PreambleStatement, ...], outside: str) -> list[bool]:
    """Return for each statement whether it is used, directly or by another one, or by what is outside of the preamble."""
    used = [not one.needed_for for one in statements]
    names = _names(outside)
    prefixes: tuple[str, ...] = ()
    for one in (one for one, is_used in zip(statements, used, strict=True) if is_used):
        names |= one.used
        prefixes += tuple(one.prefixes)
    while more := [
        index
        for index, one in enumerate(statements)
        if not used[index] and (one.needed_for & names or any(name.startswith(prefixes) for name in one.needed_for))
    ]:
        for index in more:
            used[index] = True
            names |= statements[index].used
            prefixes += tuple(statements[index].prefixes)
    return used


@lru_cache(maxsize=8)
def _statements(preamble: str) -> tuple[PreambleStatement, ...]:
    statements: list[PreambleStatement] = []
    is_inner = False
    for lines in map("".join, _divided(preamble)):
        if (begin := lines.rfind(_INNER)) != (end := lines.rfind(_END_OF_INNER)):
            is_inner = begin > end
        statements.append(_statement(lines, is_inner))
    return tuple(statements)


def _divided(preamble: str) -> Iterator[list[str]]:
    """Yield the lines of each statement, with the comments before it."""
    lines: list[str] = []
    depth = branches = 0
    complete = False
    for line in preamble.splitlines(keepends=True):
        if complete and not (line[0] in " \t{" or depth or branches):
            yield lines
            lines, complete = [], False
        if not depth:
            branches += bool(_OPENS.match(line)) - bool(_CLOSES.search(_outer(line)) if branches or _OPENS.match(line) else 0)
        depth += sum({"{": 1, "}": -1}.get(token, 0) for token in _TOKEN.findall(line))
        lines.append(line)
        complete = complete or not (line.isspace() or line.lstrip().startswith("%"))
    yield lines


def _statement(lines: str, is_inner: bool) -> PreambleStatement:
    outer = _outer(lines)
    defined = frozenset(name for match in _DEFINED.finditer(outer) for name in match.groups() if name)
    if "\\" in _HARMLESS.sub("", _DEFINED.sub("", outer)):  # it does something else, too
        defined = frozenset()
    defined |= {f"{name}{value}" for name in defined if f"\\newif\\if{name}" in outer for value in ("true", "false")}
    code = _COMMENT.sub("", lines)
    needed = frozenset(" ".join(_NEEDED.findall(lines)).replace("\\cv", "cv").split()) or defined
    return PreambleStatement(lines, needed, frozenset(_names(code)), frozenset(_PREFIX.findall(code)), is_inner)


def _names(code: str) -> set[str]:
    return {*_NAME.findall(code), *_OTHER.findall(code)}


def _outer(lines: str) -> str:
    """Return what is outside of braces, without comments; of what is inside only single names remain."""
    parts: list[str] = []
    depth = place = start = 0
    for match in _TOKEN.finditer(lines):
        token = match[0]
        if token == "{":
            if not depth:
                parts.append(lines[place : match.start()])
                start = match.end()
            depth += 1
        elif token == "}":
            depth -= 1
            if not depth:
                inside = lines[start : match.start()]
                parts.append(f"{{{inside}}}" if _SIMPLE.fullmatch(inside) else "{}")
                place = match.end()
        elif token.startswith("%") and not depth:
            parts.append(lines[place : match.start()])
            place = match.end()
    return "".join((*parts, lines[place:] if not depth else ""))
