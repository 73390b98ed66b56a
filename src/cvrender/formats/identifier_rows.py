"""Make the rows of a format's table for identifiers, from the table of identifiers."""

from collections.abc import Callable

from cvrender.formats.converters import IDENTIFIERS
from cvrender.formats.table import Converter, Row
from cvrender.model.csl import PATENTS
from cvrender.model.identifier_table import WORK_IDS


def identifier_rows(format: str, adapt: Callable[[Converter], Converter] = lambda converter: converter) -> tuple[Row, ...]:
    """Return a row for each identifier that has a field in a format; `adapt` changes its converter for the values there.

    What identifies the journal is written, but not read: it stays under `x-import`.
    """
    rows = []
    for key, kind in WORK_IDS.items():
        if name := kind.names.get(format):
            converter = adapt(Converter(lambda value: None, str) if kind.of_container else IDENTIFIERS[key])
            rows.append(Row(name, key, converter, unless=frozenset() if kind.kinds >= PATENTS else PATENTS))
    return tuple(rows)
