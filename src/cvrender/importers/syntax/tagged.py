"""Read lines of tags, `TY  - JOUR`, as RIS and PubMed write them.

RIS: two letters or digits, two blanks, a hyphen, a blank (https://en.wikipedia.org/wiki/RIS_(file_format)). PubMed: a tag of
up to four letters filled with blanks, a hyphen, a blank; lines that go on begin with six blanks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cvrender.errors import Problem
from cvrender.importers.syntax.clean import clean
from cvrender.load.reader import Location

_LINE = re.compile(r"\s{0,3}([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*)|)$")


@dataclass(slots=True)
class Tagged:
    """One tag of a record, its value, and where the value begins."""

    tag: str
    parts: list[str]
    place: Location

    @property
    def value(self) -> str:
        """The lines as one."""
        return clean(" ".join(part for part in self.parts if part))


@dataclass(slots=True)
class Record:
    """The tags of a record, in their order."""

    place: Location
    fields: list[Tagged] = field(default_factory=list)

    def all(self, *tags: str) -> list[Tagged]:
        """The fields of these tags, in the record's order."""
        return [each for each in self.fields if each.tag in tags]


def read_tagged(text: str, file: str, first: str, last: str = "") -> tuple[list[Record], list[Problem]]:
    """The records of a text, each from a tag `first` on and to a tag `last`, and the lines that belong to none."""
    records: list[Record] = []
    problems: list[Problem] = []
    is_open = False
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        match = _LINE.match(line)
        if match and match[1] == first:
            records.append(Record((file, number, 1)))
            is_open = True
        if match and is_open:
            if match[1] == last:
                is_open = False
            else:
                value = match[2] or ""
                column = (match.start(2) if match[2] is not None else len(line)) + 1
                records[-1].fields.append(Tagged(match[1], [value.strip()], (file, number, column)))
        elif is_open and line.strip():
            if records[-1].fields:
                records[-1].fields[-1].parts.append(line.strip())
        elif line.strip():
            problems.append(
                Problem(f"a line that belongs to no record: {line.strip()[:60]}", file, number, 1, severity="warning")
            )
    return records, problems


def is_tagged(text: str, first: str) -> bool:
    """Return whether the text has a line of that tag."""
    return any(_tags(text, first))


def _tags(text: str, first: str) -> Iterator[bool]:
    for line in text.splitlines()[:200]:
        match = _LINE.match(line)
        if match and match[1] == first:
            yield True
