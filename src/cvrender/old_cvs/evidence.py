"""Tell which heads of a section are those of positions or degrees, by their words, times and form, and by the other heads."""

import re
from collections.abc import Sequence

from cvrender.old_cvs.assign import Assigned
from cvrender.old_cvs.head_parts import HeadPart
from cvrender.old_cvs.header import labels
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.personal import label_of

_WANTED = {"positions": frozenset({"title", "organization"}), "education": frozenset({"degree", "organization"})}
_ONLINE = re.compile(
    r"(?i)\b(?:coursera|edx|udemy|udacity|pluralsight|codecademy|freecodecamp|alura|datacamp|linkedin learning|moocs?|"
    r"hackerrank|certified|certifiée?s?|zertifiziert\w*|certyfikowan\w*|сертифицирован\w*)\b"
)
"""Where courses are given, and how their certificates are worded."""


_OF_WORKS = re.compile(r"doi\.org/|\bDOI\b|\bISBN\b|\d\(\d+\):\s?\d|\bpp?\. ?\d+[–-]\d")
"""What a work has, and no position or degree."""


def evident(heads: Sequence[Assigned], section: str) -> list[bool]:
    """Return for every head of a section whether something tells that it is that of a position or degree."""
    known = [any(part.kinds & _WANTED[section] for part in _named(head)) for head in heads]
    are_usual = sum(known) > 1
    are_dated = 2 * sum(bool(head.dates) for head in heads) >= len(heads)
    found: list[bool] = []
    last: Assigned | None = None
    for head, is_known in zip(heads, known, strict=True):
        is_other = not is_known and are_usual and (not _has_span(head) if section == "education" else _is_part(head, last))
        is_other = is_other or are_dated and not head.dates and not _names_place_of_work(head)
        found.append(not is_other and _is_evident(head, section))
        last = head if is_known and _has_span(head) else last
    return found


def _names_place_of_work(head: Assigned) -> bool:
    """Return whether a head without a time names an organization, or has numbers: what is left of its time."""
    return any(part.role or "organization" in part.kinds or re.search(r"\d", part.plain) for part in _named(head))


def _named(head: Assigned) -> list[HeadPart]:
    """Return the parts that name something."""
    return [part for name, part in head.fields.items() if name not in ("location", "grade", "url")]


def _is_evident(head: Assigned, section: str) -> bool:
    """Return whether a head has the time, a macro, a label or a word of a position or degree, and is not a sentence."""
    parts = _named(head)
    if any(_OF_WORKS.search(part.plain) for part in (*parts, *head.rest)):
        return False
    if section == "education" and not _has_span(head) and any(_ONLINE.search(part.plain) for part in parts):
        return False
    if parts and all(_is_sentence(part.plain) or _says_nothing(part.plain) for part in parts):
        return False
    if any(part.role or part.kinds & _WANTED[section] for part in parts):
        return True
    is_work = section == "positions" and any(len(part.plain.split()) > 7 for part in parts)
    is_event = len(parts) + len(head.rest) < 2 and (is_work or not _has_span(head))
    return bool(head.dates) and not is_event


def _has_span(head: Assigned) -> bool:
    return any("start" in date.fields for date in head.dates)


def _is_sentence(text: str) -> bool:
    """Return whether a text is longer than a name, or goes on with what stands before it."""
    return len(text) > 110 or len(text.split()) > 14 or text[:1].islower() and " " in text


def _says_nothing(text: str) -> bool:
    """Return whether a text names nothing: a label, a heading in brackets, or hardly a letter."""
    is_label = bool(label_of(text)) or text.casefold() in labels() or text.strip(" :：").casefold() in column_names()
    return is_label or len(re.findall(r"[^\W\d_]", text)) < 2 or bool(re.fullmatch(r"[\[［【〔].*[\]］】〕]", text))


def _is_part(head: Assigned, last: Assigned | None) -> bool:
    """Return whether a head names a part of the job before it: in its time, and by one name or a sentence."""
    parts = _named(head)
    if last is None or len(parts) > 1 and not any(len(part.plain.split()) > 4 for part in parts):
        return False
    first, end = _time(last)
    start, _ = _time(head)
    return bool(start) and is_before(first, start) and (end in ("", "present") or is_before(start, end))


def _time(head: Assigned) -> tuple[str, str]:
    fields = {name: value for date in head.dates for name, value in date.fields.items()}
    return fields.get("start") or fields.get("date", ""), fields.get("end", "")


def is_before(first: str, second: str) -> bool:
    """Return whether a date is not after another, as precisely as both are."""
    length = min(len(first), len(second), 7)
    return first[:length] <= second[:length]
