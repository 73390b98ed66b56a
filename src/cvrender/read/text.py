"""Plain text in, its lines without the rules below headings, and the addresses in angle brackets, out."""

import re
from unicodedata import east_asian_width

from cvrender.read.base import Reading

_RULE = re.compile(r"-+|=+")
_ADDRESS = re.compile(r"<((?:https?:|mailto:|tel:)[^<>\s]*)>")
_LONGEST = 4  # lines of one heading


def read(content: bytes) -> Reading:
    """The lines as they are; a rule is as wide as the widest line of the heading above it."""
    lines = [line.rstrip() for line in content.decode("utf-8", "replace").split("\n")]
    kept, headings = [], []
    for index, line in enumerate(lines):
        if _RULE.fullmatch(line) and len(line) in map(_columns, lines[max(index - _LONGEST, 0) : index]):
            headings.append(lines[index - 1])
        elif line.strip():
            kept.append(line)
    return Reading((tuple(kept),), tuple(_ADDRESS.findall("\n".join(lines))), headings=tuple(headings))


def _columns(line: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)
