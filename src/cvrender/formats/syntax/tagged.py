"""Read lines of tags, `TY  - JOUR`, as RIS and PubMed write them.

RIS: two letters or digits, two blanks, a hyphen, a blank (https://en.wikipedia.org/wiki/RIS_(file_format)). PubMed: a tag of
up to four letters filled with blanks, a hyphen, a blank; lines that go on begin with six blanks.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.syntax.clean import clean
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

_LINE = re.compile(r"\s{0,3}([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*)|)$")


@dataclass(slots=True)
class Tagged:
    """One tag of a record, its value, and where the value begins."""

    tag: str
    parts: list[str]
    place: Location

    @property
    def value(self) -> str:
        """Return the lines as one."""
        return clean(" ".join(part for part in self.parts if part))


def read_tagged(
    text: str, file: str, first: str, last: str, arrange: Callable[[list[tuple[str, str]]], dict[str, Any]]
) -> tuple[Source, list[Problem]]:
    """Read the records of a text as `works`, each from a tag `first` on and to a tag `last`, and find lines that belong to none.

    `arrange` makes a mapping of a record's tags and values.
    """
    records: list[list[Tagged]] = []
    problems: list[Problem] = []
    is_open = False
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        match = _LINE.match(line)
        if match and match[1] == first:
            records.append([])
            is_open = True
        if match and is_open:
            if match[1] == last:
                is_open = False
            else:
                value = match[2] or ""
                column = (match.start(2) if match[2] is not None else len(line)) + 1
                records[-1].append(Tagged(match[1], [value.strip()], (file, number, column)))
        elif is_open and line.strip():
            records[-1][-1].parts.append(line.strip())
        elif line.strip():
            message = f"a line that belongs to no record: {line.strip()[:60]}"
            problems.append(Problem(message, file, number, 1, severity="warning", code="bad-syntax"))
    values: dict[DataPath, Location] = {}
    for index, record in enumerate(records):
        values[("works", index)] = (file, record[0].place[1], 1)
        values |= {("works", index, field.tag): field.place for field in reversed(record)}
    works = [arrange([(field.tag, field.value) for field in record]) for record in records]
    return Source(file, {"works": works}, {}, values), problems


def is_tagged(text: str, first: str) -> bool:
    """Return whether the text has a line of that tag."""
    return any((match := _LINE.match(line)) and match[1] == first for line in text.splitlines()[:200])
