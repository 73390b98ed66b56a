"""Write days with a reminder as iCalendar (RFC 5545), which calendars subscribe to or import."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from cvrender.formats.vcard import content_lines, escaped
from cvrender.model.value import Value

_DAYS_BEFORE = 7


class CalendarDay(Value, frozen=True):
    """A day that a calendar shows; `key` tells it from others when the calendar reads a later file."""

    key: str
    day: date
    title: str
    link: str = ""
    note: str = ""


def calendar(days: Iterable[CalendarDay]) -> str:
    """Return a calendar of whole days, each with a reminder a week before."""
    return content_lines(_lines(days))


def _lines(days: Iterable[CalendarDay]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//cvrender//applications//EN")
    for item in days:
        begin, end = item.day.strftime("%Y%m%d"), (item.day + timedelta(days=1)).strftime("%Y%m%d")
        key = hashlib.sha256(item.key.encode()).hexdigest()[:32]
        yield from ("BEGIN:VEVENT", f"UID:{key}@cvrender", f"DTSTAMP:{begin}T000000Z")
        yield from (f"DTSTART;VALUE=DATE:{begin}", f"DTEND;VALUE=DATE:{end}", f"SUMMARY:{escaped(item.title)}")
        if item.link:
            yield f"URL:{item.link}"
        if item.note:
            yield f"DESCRIPTION:{escaped(item.note)}"
        yield from ("TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(item.title)}")
        yield from (f"TRIGGER:-P{_DAYS_BEFORE}D", "END:VALARM", "END:VEVENT")
    yield "END:VCALENDAR"
