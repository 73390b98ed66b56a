"""Write the lines of vCard (RFC 6350, 3.2) and iCalendar (RFC 5545, 3.1)."""

import re
from collections.abc import Iterable, Iterator

_SPECIAL = re.compile(r"[\\,;]")
_OCTETS = 74  # of a line, without the blank before it and its end


def content_lines(lines: Iterable[str]) -> str:
    """Return lines as a text, those that are too long in parts."""
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def escaped(text: str) -> str:
    """Return a text as a value of one line."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))


def _folded(line: str) -> Iterator[str]:
    """Yield parts of a line of at most 75 octets, between characters; the following ones begin with a blank."""
    part = ""
    for char in line:
        if len((part + char).encode()) > _OCTETS:
            yield part
            part = " "
        part += char
    yield part
