"""Carry the looks of lines through pandoc, which drops them: a mark at the beginning of a paragraph says how it looks."""

import re

from cvrender.formats.lines import LineLook
from cvrender.model.private_use import EDGES
from cvrender.model.value import replace

EDGE = EDGES.char(0)
_MARK = re.compile(rf"{EDGE}(?P<size>[\d.]+);(?P<signs>[bicr]*);(?P<colour>\w*);(?P<space>[\d.]+);(?P<indent>[\d.]+){EDGE}")
_SIGNS = {"bold": "b", "italic": "i", "caps": "c", "rule": "r"}


def mark_of(look: LineLook) -> str:
    """Return the mark of a look."""
    signs = "".join(sign for name, sign in _SIGNS.items() if getattr(look, name))
    return f"{EDGE}{look.size};{signs};{look.colour};{look.space};{look.indent}{EDGE}"


def without_mark(text: str) -> tuple[str, LineLook]:
    """Return a text without the mark at its beginning, and the look that this says."""
    match = _MARK.match(text)
    if not match:
        return text, LineLook()
    numbers = {name: float(match[name]) for name in ("size", "space", "indent")}
    signs = {name: sign in match["signs"] for name, sign in _SIGNS.items()}
    return text[match.end() :], replace(LineLook(colour=match["colour"]), **numbers, **signs)
