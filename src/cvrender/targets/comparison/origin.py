"""Write and read the origin of a text file that returns, in a comment at its end, so that an edited one can be compared."""

import json
import re
import zlib
from collections.abc import Iterable
from typing import Any

_COMMENT = re.compile(r"(?:<!--|%) cvrender (\{[^\n]*\})(?: -->)?\s*")


def with_origin(source: str, origin: str, lines: Iterable[str], sign: str = "<!-- {} -->") -> str:
    """Return a source with its origin, which is JSON, and a checksum of its lines, in a comment that is written so."""
    data = f'{origin[:-1]},"texts":"{checksum(lines)}"}}'.replace("--", "-\\u002d")
    return f"{source.rstrip()}\n\n{sign.format(f'cvrender {data}')}\n"


def origin_of(source: str) -> dict[str, Any]:
    """Return the origin of a file, which is empty if it was not made to return."""
    comments = [match[1] for match in _COMMENT.finditer(source)]
    try:
        data = json.loads(comments[-1]) if comments else {}
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def is_origin(comment: str) -> bool:
    """Return whether a comment is an origin."""
    return _COMMENT.fullmatch(comment) is not None


def checksum(lines: Iterable[str]) -> str:
    """Return what tells whether lines are those that were sent."""
    return f"{zlib.crc32(repr([' '.join(line.split()) for line in lines if line.strip()]).encode()):08x}"
