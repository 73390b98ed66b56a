"""Define the result of typesetting."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypesetResult:
    """A PDF, its .tex source, and TeX's log."""

    pdf: bytes
    source: str = ""
    log: str = ""
