"""Read CSV as rows by the names of their columns, with the line of each."""

import csv
import io
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats.syntax.clean import LIMITS, clean
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath


def read_csv(text: str, file: str, key: str) -> tuple[Source, list[Problem]]:
    """Read the rows of a CSV under a key, and find rows that have more cells than there are columns.

    Raises InputError for what is not CSV, or holds too much.
    """
    rows: list[dict[str, Any]] = []
    values: dict[DataPath, Location] = {}
    problems: list[Problem] = []
    csv.field_size_limit(LIMITS.characters)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    header: list[str] = []
    line, count = 1, 0
    try:
        for cells in reader:
            begins, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [clean(cell.strip()) for cell in cells]
                continue
            count += len(cells)
            if count > LIMITS.values:
                raise InputError([Problem(f"contains more than {LIMITS.values:,} cells", file, begins, code="too-large")])
            values[(key, len(rows))] = (file, begins, 1)
            names = [*header, *(f"column {number}" for number in range(len(header) + 1, len(cells) + 1))]
            rows.append({name: clean(cell.strip()) for name, cell in zip(names, cells, strict=False) if cell.strip()})
            if len(cells) > len(header):
                problems.append(
                    Problem(
                        f"has {len(cells)} cells, but there are {len(header)} columns",
                        file,
                        begins,
                        1,
                        severity="warning",
                        code="bad-syntax",
                    )
                )
    except csv.Error as error:
        raise InputError([Problem(f"is not CSV here: {error}", file, line, code="bad-syntax")]) from None
    return Source(file, {key: rows}, {}, values), problems
