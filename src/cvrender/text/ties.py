"""Find where no line should end: between an abbreviation and its number, a value and its unit, and within a date."""

import re

from cvrender.model.document import Document, EntryBlock, Table
from cvrender.model.expressions import expression
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.printed_texts import map_parts, map_texts
from cvrender.model.text import Text
from cvrender.model.value import replace

TIE = "\u00a0"
"""The space at which no line ends."""
_LABELS = "|".join(re.escape(row.label.strip()) for row in WORK_IDS.values() if row.label)
_NUMBERED = expression(rf"(?<!\w)(?:{_LABELS}|[^\W\d_]{{1,4}}\.|[Nn][°º]|[№§]) (?=[A-Za-z]?\d)|(?<=\d) = (?=\d)")
"""A word and its number, as in `ISBN 978-0`, `vol. 3` and `No. S12`, and figures around an equals sign."""
_UNIT = expression(
    r"(?<=\d) (?=(?:[kMGTPEmµμnpf]?(?:m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|Wh|V|VA|F|Ω|T|eV|[Ll]|B|bit)"
    r"|[cd]m|hPa|dB|ha|min|h|°[CF]?|[%‰€£$¥])[²³]?(?![^\W_]))"
)
"""What is between a value and its unit: those of the SI (https://www.bipm.org/en/publications/si-brochure), those
used with it, and currencies."""
_VALUE = expression(r"[+−-]?\d[\d.,]* [^\W\d_]\S*")
"""A number and what it counts, as a cell of a table has it."""
_DAY_AND_YEAR = expression(r"(?<!\d)\d{1,2}, (?=\d{4}(?!\d))")  # as in `May 3, 2021`; else a comma divides dates
_WITHIN_DATE = expression(r"(?<![–—,;،、-]) (?![–—-] )|(?<! [–—-]) (?=[–—-] )")


def with_ties(text: str, tie: str = TIE) -> str:
    """Return the text with `tie`, one character, for each space at which no line should end."""
    return _UNIT.sub(tie, _NUMBERED.sub(lambda match: match[0].replace(" ", tie), text))


def undivided(date: str) -> str:
    """Return one or more dates with no-break spaces within each; lines may end after a dash or a comma between them."""
    date = _DAY_AND_YEAR.sub(lambda match: match[0].replace(" ", TIE), date)
    return _WITHIN_DATE.sub(TIE, date)


def tied(document: Document, dates: bool = True) -> Document:
    """Return the document with no-break spaces in its texts wherever no line should end; `dates` are those of entries."""
    sections = map_parts(document.sections, EntryBlock, _entry) if dates else document.sections
    sections = map_parts(sections, Table, _table)
    return replace(document, sections=map_texts(sections, lambda text: _changed(text, with_ties(text.plain))))


def _entry(entry: EntryBlock) -> EntryBlock:
    roles = tuple(map(_entry, entry.entries))
    return replace(entry, date=_changed(entry.date, undivided(entry.date.plain)), entries=roles)


def _table(table: Table) -> Table:
    return replace(table, rows=tuple(tuple(map(_cell, row)) for row in table.rows))


def _cell(cell: Text) -> Text:
    return _changed(cell, cell.plain.replace(" ", TIE)) if _VALUE.fullmatch(cell.plain) else cell


def _changed(text: Text, shown: str) -> Text:
    """Return the text with these characters in the place of its own, as many; code, formulas and addresses keep theirs."""
    if shown == text.plain:
        return text
    spans, start = [], 0
    for span in text.spans:
        end = start + len(span.text)
        is_fixed = span.code or span.math
        spans.append(span if is_fixed else replace(span, text=shown[start:end]))
        start = end
    return replace(text, spans=tuple(spans))
