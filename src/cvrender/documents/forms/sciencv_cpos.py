"""Write current and pending support as the XML that SciENcv reads.

The order of the elements and the lengths are those of SciENcv's upload file for current and pending (other) support: a bare
`profile` with `identification`, `employment` and `funding`.
"""

import re
from collections.abc import Iterable
from datetime import date
from decimal import ROUND_HALF_UP
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cvrender.compose.select.redact import is_shown, public_profile
from cvrender.errors import Problem, Severity
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile
from cvrender.model.annotations import Invalid
from cvrender.model.dates import DateRange, PartialDate, When, is_open
from cvrender.model.fields import Level
from cvrender.model.kinds import Grant
from cvrender.model.money import read_money
from cvrender.model.money_words import may_be
from cvrender.model.names import parts_of_person
from cvrender.model.profile import Profile
from cvrender.rules.lint.base import Day
from cvrender.text.markup import inline

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
    supports = []
    for index, whole in enumerate(loaded.profile.grants):
        grant = next(shown) if is_shown(whole, _AUDIENCE) else None
        if grant and _is_supported(grant, as_of):
            supports.append(_Support(grant, f"grants[{index}]"))
            problems += _support(funding, supports[-1], loaded)
        elif grant and not (grant.status or grant.span):
            message = 'has neither "status" nor dates, so the form leaves it out'
            problems.append(
                _problem(loaded, f"grants[{index}]", message, 'add "status: active", or "start" and "end"', "warning")
            )
    problems += _added_days(supports, loaded)
    indent(root)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="utf-8") + b"\n", problems


def _identification(root: Element, profile: Profile) -> None:
    identification = SubElement(root, "identification")
    if profile.person.orcid:  # type: ignore[attr-defined]
        SubElement(identification, "id", idtype="orcid").text = profile.person.orcid  # type: ignore[attr-defined]
    parts = parts_of_person(profile.person)
    first, _, middle = parts.given.partition(" ")
    name = SubElement(identification, "name", current="yes")
    for tag, text in (("firstname", first), ("middlename", middle), ("lastname", parts.last)):
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
        for tag, when in (("startdate", start), ("enddate", end)):
            if when:
                SubElement(SubElement(element, tag), "year").text = str(when.year)


def _place(text: str) -> tuple[str, str, str]:
    """Return city, state and country of a place such as `Columbus, OH, USA`; a single word is a city."""
    city, *rest = (part.strip() for part in text.split(","))
    state = rest[0] if len(rest) > 1 or (rest and len(rest[0]) == 2) else ""
    return city, state, rest[-1] if rest and len(rest[-1]) > 2 else ""


def _is_supported(grant: Grant, as_of: Day) -> bool:
    """Return whether the grant is current or pending; without a status, whether it lasts on that day."""
    if grant.status:
        return grant.status in _SUPPORT
    _, end = _ends(grant.span)
    return bool(grant.span) and (is_open(grant.span) or bool(end and end.last_day() >= as_of))


def _support(funding: Element, support: _Support, loaded: LoadedProfile) -> list[Problem]:
    grant = support.grant
    in_kind = bool(grant.in_kind) and not grant.amount
    values = {tag: _plain(getattr(grant, field)) for tag, field in _FIELDS.items()}
    values["awardamount"], problems = _dollars(support, loaded)
    if in_kind:
        values |= {"projecttitle": "", "location": ""}
    start, end = (str(day or "") for day in _days(grant))
    values |= {
        "contributiontype": "inkind" if in_kind else "award",
        "startdate": start,
        "supporttype": _SUPPORT.get(grant.status or "", "current"),
    }
    values["enddate"] = "" if in_kind else end
    element = SubElement(funding, "support")
    for tag in _ORDER:
        if tag == "enddate" and in_kind:
            continue
        SubElement(element, tag).text = values[tag]
        problems += _check_length(tag, values[tag], support, loaded)
    commitment = SubElement(element, "commitment")
    for year, months in grant.person_months.items():
        SubElement(commitment, "personmonth", year=str(year)).text = str(months)
        problems += _check_months(str(year), str(months), support.source, loaded)
    return problems + _missing(support, values, in_kind, loaded)


def _check_length(tag: str, value: str, support: _Support, loaded: LoadedProfile) -> list[Problem]:
    over = len(value) - LENGTHS.get(tag, len(value))
    if over <= 0:
        return []
    message = f"{len(value):,} of {LENGTHS[tag]:,} characters in {tag}; {over:,} too many"
    return [_problem(loaded, f"{support.source}.{_FIELDS[tag]}", message, "shorten it", "error")]


def _dollars(support: _Support, loaded: LoadedProfile) -> tuple[str, list[Problem]]:
    """Return the amount as whole dollars, and Problems if it is not understood or has another currency or cents."""
    amount = support.grant.amount
    if not amount:
        return "", []
    path, text = f"{support.source}.amount", _plain(amount.amount)
    try:
        money = read_money(text, amount.currency or "", loaded.profile.language)
    except Invalid as error:
        return "", [_problem(loaded, path, error.message, error.hint, "error", "bad-amount")]
    whole = money.number.to_integral_value(ROUND_HALF_UP)
    said = [f"in {money.currency}"] if money.currency and not may_be("$", money.currency) else []
    said += [f"written as {whole}"] if whole != money.number else []
    message = f'the form takes whole US dollars, and "{amount}" is {" and ".join(said)}'
    return str(whole), [_problem(loaded, path, message, "write the sum in US dollars", "warning")] if said else []


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
    """Return a warning that names the facts that the form asks for and the profile lacks."""
    tags = ["supportsource", "overallobjectives", "potentialoverlap", "startdate"]
    tags += ["inkinddescription"] if in_kind else ["awardnumber", "location", "awardamount", "enddate"]
    names = {**_FIELDS, "startdate": "start", "enddate": "end"}
    lacking = [names[tag] for tag in tags if not values[tag] and not getattr(support.grant, names[tag], None)]
    lacking += [] if support.grant.person_months else ["person_months"]
    if not lacking:
        return []
    listed = ", ".join(f'"{name}"' for name in lacking)
    return [_problem(loaded, support.source, f"lacks {listed}, which the form asks for", f"add {listed}", "warning")]


def _ends(when: When) -> tuple[PartialDate | None, PartialDate | None]:
    if not when:
        return None, None
    first, last = when[0], when[-1]
    return (first.start if isinstance(first, DateRange) else first), (last.end if isinstance(last, DateRange) else last)


def _days(grant: Grant) -> tuple[date | None, date | None]:
    """Return the days on which a grant begins and ends: of a month or a year, the first one and the last one."""
    start, end = _ends(grant.span)
    return (date(*start.first_day()) if start else None), (date(*end.last_day()) if end else None)


def _added_days(supports: Iterable[_Support], loaded: LoadedProfile) -> list[Problem]:
    """Return one warning that lists every date to which the form's days were added."""
    added = [
        (support.source, f"{key} {written} as {day}")
        for support in supports
        for key, written, day in zip(("start", "end"), _ends(support.grant.span), _days(support.grant), strict=True)
        if written and str(written) != str(day)
    ]
    if not added:
        return []
    listed = "; ".join(dict.fromkeys(f"{source}: {text}" for source, text in added))
    message = f"the form takes days, so dates without one are written as the first or the last day: {listed}"
    return [_problem(loaded, added[0][0], message, "write the days if you know them", "warning")]


def _plain(value: object) -> str:
    return inline(str(value)).plain if value else ""


def _problem(
    loaded: LoadedProfile, source: str, message: str, hint: str, severity: Severity, code: str = "form-limit"
) -> Problem:
    return loaded.source.problem(parse_path(source), message, hint, severity=severity, code=code)
