"""Rewrite the dates of a file in EDTF, the notation of profiles: `May 2019` as `2019-05`, `Spring 2023` as `2023-21`."""

from cvrender.load.yaml_edit import Edit
from cvrender.model.annotations import Invalid
from cvrender.model.dates import parse_when
from cvrender.model.written_dates import typed_date
from cvrender.run.language.open_document import OpenDocument


def format_dates(document: OpenDocument) -> list[Edit]:
    """Return the edits that write each date in EDTF; all else stays."""
    edits = []
    for node in document.outline.nodes:
        if node.kind != "scalar" or not any(char.isdigit() for char in node.text):
            continue
        place = document.grammar.at(node.path)
        if place is None or "date" not in place.reads:
            continue
        written = edtf(node.text)
        if written and written != node.text and ("range" in place.reads or not set(written) & set("/[")):
            edits.append(Edit(node.start, node.end, written))
    return edits


def edtf(text: str) -> str | None:
    """Return a date, a range or a list of dates in EDTF, or None for what is none."""
    try:
        return str(parse_when(text))
    except Invalid:
        return typed_date(text)
