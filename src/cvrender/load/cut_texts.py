"""Find texts that YAML cuts at " #" or changes at a backslash, though their author most likely means each character.

YAML 1.2.2, sections 6.6 and 5.7: after a blank, `#` begins a comment; between double quotes, a backslash begins an escape.
"""

import re

from cvrender.errors import Problem, cut
from cvrender.load.yaml_text import scalar

_COMMENT = re.compile(r"(\s*)(#.*)$")
_NUMBER = re.compile(r"# ?[\w./–-]*[0-9][\w./–-]*\s*$")
_LANGUAGE = re.compile(r"(?:^|[\s,;/(])[CFJQX]$")  # C#, F#, …, when a blank is typed before the sign
_TEX = re.compile(r"\\(t[a-z]|n(?:u|abla|eq?|i|ot(?:in)?|sim|mid|leq|geq|ewline)\b)|(?<=\b[A-Za-z]:)\\[tn]")
_UNBOUND = "a comment needs a blank after its #"


def cut_text(text: str, style: str | None, start: tuple[int, int], end: tuple[int, int], lines: list[str]) -> Problem | None:
    """Return a warning about a scalar that YAML read as `text`, without its file, or None.

    `style` is None for a plain scalar, else its quotation mark; `start` and `end` are lines and columns from 0; `lines` are the
    file's.
    """
    if style == '"':
        return _changed(start, end, lines)
    if style or end[0] >= len(lines):
        return None
    rest = lines[end[0]][end[1] :]
    if text and not rest.strip() and end[0] + 1 < len(lines):
        below = lines[end[0] + 1]  # the comment may be what continues the text
        comment = _COMMENT.fullmatch(below)
        if comment and len(comment[1]) > _indent(lines[start[0]]) and re.match(r"#[^\s#!]", comment[2]):
            return _warning(text, comment[2], (end[0] + 2, len(comment[1]) + 1))
    comment = _COMMENT.fullmatch(rest)
    if comment and _is_text(text, comment[1], comment[2]):
        return _warning(text, comment[2], (end[0] + 1, end[1] + len(comment[1]) + 1))
    return None


def _is_text(before: str, blank: str, comment: str) -> bool:
    """Return whether a comment is most likely a part of the text before it; comments begin with "# ", or stand far away."""
    if re.match(r"#[^\s#!]", comment):
        return blank == " " or comment[1].isdigit()
    if comment.strip() == "#":
        return bool(before)
    return bool((_NUMBER.match(comment) and before[-1:].isalpha() and blank == " ") or _LANGUAGE.search(before))


def _warning(text: str, comment: str, place: tuple[int, int]) -> Problem:
    whole = cut(f"{text} {comment.strip()}".strip())
    read = f"the text ends before {_shown(comment)}" if text else f"nothing is read of {_shown(comment)}"
    hint = f"write {scalar(whole, quote=chr(34))}" + ("" if comment[1:2].isspace() else f"; {_UNBOUND}")
    return Problem(f'{read}, because " #" begins a comment', "", *place, hint=hint, severity="warning", code="text-cut")


def _shown(comment: str) -> str:
    return f'"{cut(comment.strip(), 30)}"'


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _changed(start: tuple[int, int], end: tuple[int, int], lines: list[str]) -> Problem | None:
    """Find `"\\tau"` and `"C:\\new"`, whose first letters become a tabulator or the end of a line."""
    for number in range(start[0], min(end[0] + 1, len(lines))):
        first = start[1] if number == start[0] else 0
        last = end[1] if number == end[0] else None
        written = lines[number][first:last].replace(r"\\", "  ")
        if escape := _TEX.search(written):
            sign = {"t": "a tabulator", "n": "a line break"}[escape[0][1]]
            message = f'between double quotes, "{escape[0][:2]}" is {sign}'
            hint = r"write two backslashes, or single quotes around the text"
            return Problem(message, "", number + 1, first + escape.start() + 1, hint=hint, severity="warning", code="text-cut")
    return None
