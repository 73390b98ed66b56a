"""A typeset document: the PDF, and what TeX wrote about it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypesetResult:
    """A PDF, the .tex that it was set from, and TeX's log."""

    pdf: bytes
    source: str = ""
    log: str = ""
