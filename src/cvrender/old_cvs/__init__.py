"""Read old CVs: each reader gives the lines of a document, and one reader of prose makes data of them (`prose.py`)."""

FORMATS = {
    name: (f"{__name__}.readers", name.upper())
    for name in ("doc", "rtf", "latex", "docx", "odt", "html", "org", "pdf", "markdown")
}
"""The formats of documents in the order in which they are tried, with their module and constant."""
