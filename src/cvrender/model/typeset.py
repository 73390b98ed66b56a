"""Define the result of typesetting."""

from cvrender.model.value import Value


class TypesetResult(Value, frozen=True):
    """A PDF, and TeX's log."""

    pdf: bytes
    log: str = ""
