"""Define the result of typesetting."""

from cvrender.model.value import Value


class TypesetResult(Value, frozen=True):
    """A PDF, its .tex source, and TeX's log."""

    pdf: bytes
    source: str = ""
    log: str = ""
