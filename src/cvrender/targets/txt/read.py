"""Read plain text: its lines without the rules below headings and header cells, and the addresses in angle brackets."""

import re

from cvrender.model.links import TARGET
from cvrender.model.reading import Reading
from cvrender.targets.txt.write import columns

_RULE = re.compile(r"-+|=+|~+")
_TABLE_RULE = re.compile(r"-+(?:  -+)+")
_ADDRESS = re.compile(rf"<((?:{TARGET.pattern})[^<>\s]*)>")
_LONGEST = 20  # lines of one heading


def read(content: bytes) -> Reading:
    """Return the lines. A heading follows an empty line, and the rule below it is as wide as its widest line.

    The header cells of a table follow an empty line or a heading; the rule below them has a part for each column.
    """
    lines = [line.rstrip() for line in content.decode("utf-8", "replace").split("\n")]
    text, headings = [], []
    block: list[str] | None = []  # a possible heading: the lines since the last empty one, or None after a rule
    header = 0  # lines since the last empty one or heading
    for line in lines:
        if block and len(block) <= _LONGEST and _RULE.fullmatch(line) and len(line) == max(map(columns, block)):
            headings.append(block[-1])
            block, header = None, 0
            continue
        header = header + 1 if line.strip() else 0
        if header == 2 and _TABLE_RULE.fullmatch(line):
            continue
        if line.strip():
            text.append(line)
        block = [] if not line.strip() else None if block is None else [*block[-_LONGEST:], line]
    return Reading((tuple(text),), tuple(_ADDRESS.findall("\n".join(lines))), headings=tuple(headings))
