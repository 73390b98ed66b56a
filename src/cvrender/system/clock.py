"""Read SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/), the only clock that output depends on."""

import os
import re
from datetime import UTC, datetime


def source_date_epoch() -> datetime | None:
    """Return the time of SOURCE_DATE_EPOCH (seconds since 1970), or None if it is not set or not a number."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(seconds), UTC) if re.fullmatch(r"[0-9]{1,11}", seconds) else None


def time_of(modified: str) -> datetime | None:
    """Return the time to write to a file: SOURCE_DATE_EPOCH, else the start of a date (`2026-01-31`, `2026-01`, `2026`), else
    None.
    """
    if (moment := source_date_epoch()) or not modified:
        return moment
    year, month, day = (*(int(part) for part in modified.split("-")), 1, 1)[:3]
    return datetime(year, month, day, tzinfo=UTC)
