"""Compare what a parser extracted with a profile."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cvrender.load.reader import format_path
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange, When
from cvrender.model.fields import Localized, Restricted
from cvrender.model.names import normalized_name
from cvrender.model.profile import Profile
from cvrender.rules.inspect.extract import Extracted


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact of the profile that a parser does not find."""

    path: DataPath
    message: str


def differences(extracted: Extracted, profile: Profile, shown: frozenset[str] | None = None) -> list[Difference]:
    """Return facts of the profile that are not found: name, contacts, positions with dates, publications.

    `shown` are the fields that the file's view shows, such as `positions[0]`; without it, all public ones are expected.
    """
    text = letters(" ".join(extracted.text))
    rules = (_person, _positions, _publications)
    return [difference for rule in rules for difference in rule(_Facts(extracted, profile, shown, text))]


@dataclass(frozen=True, slots=True)
class _Facts:
    """What was extracted, and what is expected."""

    extracted: Extracted
    profile: Profile
    shown: frozenset[str] | None
    text: str

    def expects(self, item: Restricted, *path: str | int) -> bool:
        """Return whether the view shows a field of the profile, or without a view, whether it is public."""
        return item.shown_at("public") if self.shown is None else format_path(path) in self.shown


def _person(facts: _Facts) -> Iterator[Difference]:
    extracted, person = facts.extracted, facts.profile.person
    names = (person.name, f"{person.name} {person.native or ''}", *person.variants)
    with_titles = (", ".join((name, *person.credentials)) for name in (person.name, person.native or ""))
    before, after = (f"{person.honorific_prefix} ", f" {person.honorific_prefix}") if person.honorific_prefix else ("", "")
    known = {normalized_name(name) for one in (*names, *with_titles) for name in (one, f"{before}{one}", f"{one}{after}")}
    if normalized_name(extracted.name) not in known:
        yield Difference(("person", "name"), f"name found as {extracted.name!r} instead of {person.name!r}")
    digits = {re.sub(r"\D", "", phone) for phone in extracted.phones}
    addresses = {link.rstrip("/") for link in extracted.links}
    contacts: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
        ("emails", "e-mail address", lambda mail: mail in extracted.emails),
        ("phones", "phone number", lambda phone: re.sub(r"\D", "", phone) in digits),
        ("links", "link", lambda link: link.rstrip("/") in addresses or letters(link) in facts.text),
    )
    for key, what, is_found in contacts:
        for index, contact in enumerate(getattr(person, key)):
            if facts.expects(contact, "person", key, index) and not is_found(contact.value):
                yield Difference(("person", key, index), f"{what} {contact.value} not found")


def _positions(facts: _Facts) -> Iterator[Difference]:
    extracted, text = facts.extracted, facts.text
    for index, position in enumerate(facts.profile.positions):
        if not facts.expects(position, "positions", index):
            continue
        name = _plain(position.organization, facts)
        if letters(name) not in text:
            yield Difference(("positions", index, "organization"), f"employer {name!r} not found")
            continue
        roles = [role for place, role in enumerate(position.roles) if facts.expects(role, "positions", index, "roles", place)]
        for years in (_years(position.when), *(_years(role.when) for role in roles)):
            dates = [f"{position.start} {position.end}" for position in extracted.positions]
            if years and not any(all(year in listed for year in years) for listed in dates):
                yield Difference(("positions", index), f"{name!r} not found with its dates ({' – '.join(years)})")


def _publications(facts: _Facts) -> Iterator[Difference]:
    extracted, works = facts.extracted, facts.profile.publications
    shown = [(index, work) for index, work in enumerate(works) if facts.expects(work, "publications", index)]
    for index, work in shown:
        parts = re.split(r"\$[^$]*\$", _plain(work.title, facts))  # formulas are read in many ways
        if not all(letters(part) in facts.text for part in parts):
            yield Difference(("publications", index, "title"), f"publication {_plain(work.title, facts)!r} not found")
    if shown and extracted.publications != len(shown):
        yield Difference(("publications",), f"{extracted.publications} publications found instead of {len(shown)}")


def _plain(text: Any, facts: _Facts) -> str:
    return text.choose(facts.profile.language) if isinstance(text, Localized) else str(text)


def letters(text: str) -> str:
    """Return letters and digits only, in lower case, since lines and words may be broken anywhere."""
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def _years(when: When) -> list[str]:
    """Return the years in which a time begins and ends; an open end is omitted."""
    if not when:
        return []
    first, last = when[0], when[-1]
    start = first.start if isinstance(first, DateRange) else first
    end = last.end if isinstance(last, DateRange) else last
    return [f"{date.year:04d}" for date in dict.fromkeys((start, end)) if date]
