"""Write current and pending support as the XML that SciENcv reads.

The order of the elements and the lengths are those of SciENcv's upload file for current and pending (other) support: a bare
`profile` with `identification`, `employment` and `funding`.
"""

import re
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cvrender.compose.markup import inline
from cvrender.errors import Problem, Severity
from cvrender.importers.text.names import parts_of
from cvrender.lint.base import Day
from cvrender.load.reader import parse_path
from cvrender.model.dates import DateRange, PartialDate, When, is_open
from cvrender.model.fields import Level
from cvrender.model.kinds import Grant
from cvrender.model.profile import Profile
from cvrender.request import LoadedProfile
from cvrender.select.redact import is_shown, public_profile

_AUDIENCE: Level = "application"
"""The form gets what an application shows."""

LENGTHS = {
    "projecttitle": 300,
    "awardnumber": 50,
    "supportsource": 60,
    "location": 60,
    "awardamount": 13,
    "inkinddescription": 500,
    "overallobjectives": 1500,
    "potentialoverlap": 5000,
}
"""The most characters of each element."""
_FIELDS = {
    "projecttitle": "title",
    "awardnumber": "number",
    "supportsource": "funder",
    "location": "place",
    "awardamount": "amount",
    "inkinddescription": "in_kind",
    "overallobjectives": "objectives",
    "potentialoverlap": "overlap",
}
_SUPPORT = {"active": "current", "pending": "pending"}


class _Support(NamedTuple):
    """A grant, and the field of the profile it came from."""

    grant: Grant
    source: str


def fill(loaded: LoadedProfile, as_of: Day, template: Path | None = None) -> tuple[bytes, list[Problem]]:
    """Return the XML, and Problems for facts that are missing or too long. A `template` is of no use here."""
    profile = public_profile(loaded.profile, loaded.profile.language, _AUDIENCE)
    problems: list[Problem] = []
    root = Element("profile")
    _identification(root, profile)
    _employment(root, profile)
    funding = SubElement(root, "funding")
    shown = iter(profile.grants)
    for index, whole in enumerate(loaded.profile.grants):
        grant = next(shown) if is_shown(whole, _AUDIENCE) else None
        if grant and _is_supported(grant, as_of):
            problems += _support(funding, _Support(grant, f"grants[{index}]"), loaded)
    indent(root)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="utf-8") + b"\n", problems


def _identification(root: Element, profile: Profile) -> None:
    identification = SubElement(root, "identification")
    if profile.person.orcid:  # type: ignore[attr-defined]
        SubElement(identification, "id", idtype="orcid").text = profile.person.orcid  # type: ignore[attr-defined]
    parts = parts_of(profile.person.name)
    first, _, middle = parts.given.partition(" ")
    name = SubElement(identification, "name", current="yes")
    for tag, text in (("firstname", first), ("middlename", middle), ("lastname", f"{parts.prefix} {parts.family}".strip())):
        SubElement(name, tag).text = text


def _employment(root: Element, profile: Profile) -> None:
    employment = SubElement(root, "employment")
    for position in profile.positions:
        element = SubElement(employment, "position")
        title = position.title or next((role.title for role in position.roles), "")
        SubElement(element, "positiontitle").text = _plain(title)
        organization = SubElement(element, "organization")
        SubElement(organization, "orgname").text = _plain(position.organization)
        city, state, country = _place(_plain(position.location))
        for tag, text in (("city", city), ("stateorprovince", state), ("country", country)):
            SubElement(organization, tag).text = text
        start, end = _ends(position.span)
        for tag, date in (("startdate", start), ("enddate", end)):
            if date:
                SubElement(SubElement(element, tag), "year").text = str(date.year)


def _place(text: str) -> tuple[str, str, str]:
    """Return city, state and country of a place such as `Columbus, OH, USA`; a single word is a city."""
    parts = [part.strip() for part in text.split(",")] if text else []
    city, rest = (parts[0] if parts else ""), parts[1:]
    return (
        city,
        (rest[0] if len(rest) > 1 or (rest and len(rest[0]) == 2) else ""),
        (rest[-1] if rest and len(rest[-1]) > 2 else ""),
    )


def _is_supported(grant: Grant, as_of: Day) -> bool:
    """Return whether the grant is current or pending; without a status, whether it lasts on that day."""
    if grant.status:
        return grant.status in _SUPPORT
    _, end = _ends(grant.span)
    return bool(grant.span) and (is_open(grant.span) or bool(end and end.last_day() >= as_of))


def _support(funding: Element, support: _Support, loaded: LoadedProfile) -> list[Problem]:
    grant, problems = support.grant, []
    in_kind = bool(grant.in_kind) and not grant.amount
    values = {tag: _plain(getattr(grant, field)) for tag, field in _FIELDS.items()}
    amount = values["awardamount"]
    values["awardamount"] = re.sub(r"[.,]\d{2}$", "", re.sub(r"[^\d.,]", "", amount)).replace(",", "").replace(".", "")
    if in_kind:
        values |= {"projecttitle": "", "location": "", "awardamount": ""}
    start, end = _ends(grant.span)
    values |= {
        "contributiontype": "inkind" if in_kind else "award",
        "startdate": _day(start),
        "supporttype": _SUPPORT.get(grant.status or "", "current"),
    }
    values["enddate"] = "" if in_kind else _day(end)
    element = SubElement(funding, "support")
    for tag in _ORDER:
        if tag == "enddate" and in_kind:
            continue
        SubElement(element, tag).text = values[tag]
        if tag in LENGTHS and len(values[tag]) > LENGTHS[tag]:
            over = len(values[tag]) - LENGTHS[tag]
            message = f"{len(values[tag]):,} of {LENGTHS[tag]:,} characters in {tag}; {over:,} too many"
            problems.append(_problem(loaded, f"{support.source}.{_FIELDS[tag]}", message, "shorten it", "error"))
    commitment = SubElement(element, "commitment")
    for year, months in grant.person_months.items():
        SubElement(commitment, "personmonth", year=str(year)).text = str(months)
        problems += _check_months(str(year), str(months), support.source, loaded)
    return problems + _missing(support, values, in_kind, loaded)


_ORDER = (
    "projecttitle",
    "awardnumber",
    "supportsource",
    "location",
    "contributiontype",
    "awardamount",
    "inkinddescription",
    "overallobjectives",
    "potentialoverlap",
    "startdate",
    "enddate",
    "supporttype",
)


def _check_months(year: str, months: str, source: str, loaded: LoadedProfile) -> list[Problem]:
    valid = re.fullmatch(r"\d{4}", year) and re.fullmatch(r"\d{1,2}(\.\d+)?", months) and float(months) <= 12
    if valid:
        return []
    message = f'"{year}: {months}" is not a number of months in a year'
    return [_problem(loaded, f"{source}.person_months", message, "write a year and 0 to 12 months, such as {2026: 1.5}", "error")]


def _missing(support: _Support, values: dict[str, str], in_kind: bool, loaded: LoadedProfile) -> list[Problem]:
    """Return a warning for each fact that the form asks for and the profile lacks."""
    tags = ["supportsource", "overallobjectives", "potentialoverlap", "startdate"]
    tags += ["inkinddescription"] if in_kind else ["awardnumber", "location", "awardamount", "enddate"]
    names = {**_FIELDS, "startdate": "start", "enddate": "end"}
    lacking = [names[tag] for tag in tags if not values[tag]]
    lacking += [] if support.grant.person_months else ["person_months"]
    return [
        _problem(loaded, support.source, f'lacks "{name}", which the form asks for', f'add "{name}"', "warning")
        for name in lacking
    ]


def _ends(when: When) -> tuple[PartialDate | None, PartialDate | None]:
    if not when:
        return None, None
    first, last = when[0], when[-1]
    return (first.start if isinstance(first, DateRange) else first), (last.end if isinstance(last, DateRange) else last)


def _day(date: PartialDate | None) -> str:
    """Return a date as the form wants it; an unknown month or day is 01, as its instructions say."""
    return f"{date.year:04d}-{date.month or 1:02d}-{date.day or 1:02d}" if date else ""


def _plain(value: object) -> str:
    return inline(str(value)).plain if value else ""


def _problem(loaded: LoadedProfile, source: str, message: str, hint: str, severity: Severity) -> Problem:
    return loaded.source.problem(parse_path(source), message, hint, severity=severity, code="form-limit")
