"""Read the only clock that outputs may depend on: SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/)."""

import os
import re
from datetime import UTC, datetime


def source_date_epoch() -> datetime | None:
    """The time that SOURCE_DATE_EPOCH gives, in seconds since 1970; None when it is not set, or is no number."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(given), UTC) if re.fullmatch(r"[0-9]{1,11}", given) else None


def time_of(modified: str) -> datetime | None:
    """The time that stands in a file: SOURCE_DATE_EPOCH, else the start of a day (`2026-01-31`, `2026-01`, `2026`), else none."""
    if (given := source_date_epoch()) or not modified:
        return given
    year, month, day = (*(int(part) for part in modified.split("-")), 1, 1)[:3]
    return datetime(year, month, day, tzinfo=UTC)
