"""What a parser saw and a Profile in, where the two differ out."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cvrender.ats.extract import Seen
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange, When
from cvrender.model.fields import Localized
from cvrender.model.names import same_name
from cvrender.model.profile import Profile


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the profile says and a parser does not see."""

    path: DataPath
    message: str


def differences(seen: Seen, profile: Profile) -> list[Difference]:
    """What of a profile's public facts is not seen in a file: name, contacts, positions with dates, publications."""
    text = _letters(" ".join(seen.text))
    return [*_person(seen, profile, text), *_positions(seen, profile, text), *_publications(seen, profile, text)]


def _person(seen: Seen, profile: Profile, text: str) -> Iterator[Difference]:
    person = profile.person
    known = {same_name(name) for name in (person.name, f"{person.name} {person.native or ''}", *person.variants)}
    if same_name(seen.name) not in known:
        yield Difference(("person", "name"), f"the name is read as {seen.name!r}, not as {person.name!r}")
    for index, mail in enumerate(person.emails):
        if mail.shown_at("public") and mail.value not in seen.emails:
            yield Difference(("person", "emails", index), f"the e-mail address {mail.value} is not seen")
    digits = {re.sub(r"\D", "", phone) for phone in seen.phones}
    for index, phone in enumerate(person.phones):
        if phone.shown_at("public") and re.sub(r"\D", "", phone.value) not in digits:
            yield Difference(("person", "phones", index), f"the phone number {phone.value} is not seen")
    for index, link in enumerate(person.links):
        address = link.value.rstrip("/")
        if (
            link.shown_at("public")
            and address not in {found.rstrip("/") for found in seen.links}
            and _letters(address) not in text
        ):
            yield Difference(("person", "links", index), f"the link {link.value} is not seen")


def _positions(seen: Seen, profile: Profile, text: str) -> Iterator[Difference]:
    for index, position in enumerate(profile.positions):
        if not position.shown_at("public"):
            continue
        name = _plain(position.organization)
        if _letters(name) not in text:
            yield Difference(("positions", index, "organization"), f"the employer {name!r} is not seen")
            continue
        for years in (_years(position.when), *(_years(role.when) for role in position.roles if role.shown_at("public"))):
            dates = [f"{found.start} {found.end}" for found in seen.positions]
            if years and not any(all(year in found for year in years) for found in dates):
                yield Difference(("positions", index), f"{name!r} is not seen with its dates ({' – '.join(years)})")


def _publications(seen: Seen, profile: Profile, text: str) -> Iterator[Difference]:
    shown = [(index, work) for index, work in enumerate(profile.publications) if work.shown_at("public")]
    for index, work in shown:
        if _letters(_plain(work.title)) not in text:
            yield Difference(("publications", index, "title"), f"the work {_plain(work.title)!r} is not seen")
    if shown and seen.publications != len(shown):
        yield Difference(("publications",), f"{seen.publications} publications are counted, not {len(shown)}")


def _plain(text: Any) -> str:
    return text.texts[0][1] if isinstance(text, Localized) else str(text)


def _letters(text: str) -> str:
    """Letters and digits alone: a file may break lines and words where it likes."""
    folded = unicodedata.normalize("NFKC", re.sub(r"\\(?=[^\w\s])", "", text)).casefold()
    return "".join(char for char in folded if char.isalnum())


def _years(when: When) -> list[str]:
    """The years at which a time begins and ends; an open end is `present`, in whatever word."""
    if not when:
        return []
    first, last = when[0], when[-1]
    start = first.start if isinstance(first, DateRange) else first
    end = last.end if isinstance(last, DateRange) else last
    return [f"{date.year:04d}" for date in dict.fromkeys((start, end)) if date]
