"""Plain text in, its lines without the rules below headings, and the addresses in angle brackets, out."""

import re
from unicodedata import category, east_asian_width

from cvrender.model.links import TARGET
from cvrender.model.reading import Reading

_RULE = re.compile(r"-+|=+")
_ADDRESS = re.compile(rf"<((?:{TARGET.pattern})[^<>\s]*)>")
_LONGEST = 20  # lines of one heading


def read(content: bytes) -> Reading:
    """The lines as they are. A heading stands behind a blank line, and the rule below it is as wide as its widest line."""
    lines = [line.rstrip() for line in content.decode("utf-8", "replace").split("\n")]
    kept, headings = [], []
    begun: list[str] | None = []  # what may be a heading: the lines since the last blank one, unless a rule came already
    for line in lines:
        if begun and len(begun) <= _LONGEST and _RULE.fullmatch(line) and len(line) == max(map(_columns, begun)):
            headings.append(begun[-1])
            begun = None
            continue
        if line.strip():
            kept.append(line)
        begun = [] if not line.strip() else None if begun is None else [*begun[-_LONGEST:], line]
    return Reading((tuple(kept),), tuple(_ADDRESS.findall("\n".join(lines))), headings=tuple(headings))


def _columns(line: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else category(char) not in ("Mn", "Me", "Cf") for char in line)
