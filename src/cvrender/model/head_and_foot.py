"""Define the head and the foot of pages: a line of text with placeholders."""

import re
from collections.abc import Mapping
from enum import Enum


class Placeholder(Enum):
    """What a head or foot may contain in braces: numbers that each page has, and facts of the document."""

    NAME = "{name}"
    PAGE = "{page}"
    PAGES = "{pages}"
    UPDATED = "{updated}"


Line = tuple[str | Placeholder, ...]
"""Texts and placeholders in order; in a Document the only placeholders are `PAGE` and `PAGES`."""

_BRACES = re.compile(r"(\{[^{}]*\})")


def parse_line(text: str) -> Line:
    """Return the parts of a head or foot. Raises ValueError for an unknown placeholder."""
    known = {placeholder.value: placeholder for placeholder in Placeholder}
    parts = [part for part in _BRACES.split(text) if part]
    unknown = [part for part in parts if _BRACES.fullmatch(part) and part not in known]
    if unknown:
        raise ValueError(f'has the unknown placeholder "{unknown[0]}"; known are {", ".join(known)}')
    return tuple(known.get(part, part) for part in parts)


def fill_line(line: Line, facts: Mapping[Placeholder, str]) -> Line:
    """Return a line with the facts of a document in place of their placeholders, and adjacent texts joined."""
    parts: list[str | Placeholder] = []
    for part in line:
        filled = facts.get(part, part) if isinstance(part, Placeholder) else part
        if parts and isinstance(filled, str) and isinstance(parts[-1], str):
            parts[-1] += filled
        else:
            parts.append(filled)
    return tuple(parts)
