"""Find faults in the syntax of a PDF with qpdf.

pikepdf's `check_pdf_syntax` calls Python for each operand of each page, which takes twice as long and finds the same.
"""

from typing import Any

from cvrender.errors import said_by

_OPAQUE = frozenset(("/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode"))
"""Filters of pictures that qpdf cannot decode."""


def faults(document: Any) -> tuple[str, ...]:
    """Return what is wrong with an open PDF, which is changed in memory.

    All streams that qpdf can decode are decoded, and the content of all pages is parsed: qpdf does that to find the resources
    that it uses.
    """
    import pikepdf

    try:
        for value in document.objects:
            if isinstance(value, pikepdf.Stream) and not _OPAQUE & {str(name) for name in _filters(value)}:
                value.read_bytes(pikepdf.StreamDecodeLevel.all)  # JPEG, too
        document.remove_unreferenced_resources()
    except (pikepdf.PdfError, pikepdf.DataDecodingError) as error:
        return (f"ERROR: {said_by(error)}",)
    return tuple(f"WARNING: {warning}" for warning in document.get_warnings())


def _filters(stream: Any) -> Any:
    """Return the names of a stream's filters."""
    named = stream.get("/Filter", ())
    return (named,) if str(named).startswith("/") else named
