"""List the people with whom a person worked, each once: co-authors, co-investigators, advisors, advisees and co-editors.

The windows of time are those of the NSF's form (PAPPG 24-1): 48 months for co-authors and collaborators, 24 for editors, 12 for
the person's own affiliations.
"""

import re
from collections.abc import Iterable, Iterator

from cvrender.errors import Problem
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile
from cvrender.model.colleagues import Colleague
from cvrender.model.dates import When, is_open, newest
from cvrender.model.fields import Person
from cvrender.model.kinds import Publication
from cvrender.model.names import is_owner, normalized_name, owner_names, parts_of_person
from cvrender.model.profile import Profile
from cvrender.model.status import UNPUBLISHED
from cvrender.model.value import Value, replace
from cvrender.rules.lint.base import Day

COAUTHOR, COLLABORATOR, ADVISOR, ADVISEE, BOARD, CO_EDITOR = "A:", "C:", "G:", "T:", "B:", "E:"
"""The codes of the form."""
AUTHORS_MONTHS, EDITORS_MONTHS, OWN_MONTHS = 48, 24, 12
_DOCTORATE = re.compile(r"\bph\.? ?d\b|\bd\.? ?phil\b|\bdoctor|\bdr\.|\bpromotion\b", re.IGNORECASE)
_EDITOR = re.compile(r"\bedit", re.IGNORECASE)


class Collaborator(Value, frozen=True):
    """A person, the code of the relation, and what the profile knows of the person.

    `last_active` is a day, or None if the form has no date for it or it goes on; `source` is the field that names the person.
    """

    person: Person
    code: str
    source: str
    last_active: Day | None = None
    venue: str = ""
    known: Colleague | None = None

    @property
    def name(self) -> str:
        """The name as `Last, First M.`: the first given name whole, the others as initials."""
        name = parts_of_person(self.person)
        given = name.given.split()
        initials = [f"{word[0]}." if word[0].isalpha() else word for word in given[1:]]
        return f"{name.last}, {' '.join([*given[:1], *initials])}" if given else name.last

    @property
    def affiliation(self) -> str:
        """Return where the person works, or an empty text."""
        return (self.known and self.known.affiliation) or ""

    @property
    def optional(self) -> str:
        """The e-mail address and the department."""
        if not self.known:
            return ""
        email = self.known.email.value if self.known.email else None
        return ", ".join(filter(None, (email, self.known.department)))


def collaborators(loaded: LoadedProfile, as_of: Day) -> list[Collaborator]:
    """Return every collaborator once for each code, in the order of the form's tables, sorted by name."""
    profile = loaded.profile
    book = _Book(profile)
    people: dict[tuple[str, str], Collaborator] = {}
    for one in _everyone(profile, as_of):
        if is_owner(one.person, book.owner):
            continue
        known = book.find(one.person)
        if known and not known.interacted:
            continue
        person = known or one.person
        key = (one.code, book.key(person))
        last = known.last_active.last_day() if known and known.last_active else one.last_active
        before = people.get(key)
        if before and (not before.last_active or (last and before.last_active >= last)):
            continue
        people[key] = replace(one, person=person, known=known, last_active=last, source=before.source if before else one.source)
    authors = {key for code, key in people if code == COAUTHOR}
    kept = [one for (code, key), one in people.items() if not (code == COLLABORATOR and key in authors)]
    order = (ADVISOR, ADVISEE, COAUTHOR, COLLABORATOR, BOARD, CO_EDITOR)
    return sorted(kept, key=lambda one: (order.index(one.code), normalized_name(one.name)))


class _Book:
    """Finds people in the profile's `people`, by any of their names."""

    def __init__(self, profile: Profile) -> None:
        self.owner = owner_names(profile.person)
        self.people: dict[str, Colleague] = {}
        for colleague in profile.people:
            for name in (colleague.name, colleague.native, *colleague.variants):
                self.people.setdefault(normalized_name(name or ""), colleague)

    def find(self, person: Person) -> Colleague | None:
        names = (person.name, person.native, *person.variants)
        return next((self.people[key] for name in names if name and (key := normalized_name(name)) in self.people), None)

    def key(self, person: Person) -> str:
        return normalized_name(person.name)


def _everyone(profile: Profile, as_of: Day) -> Iterator[Collaborator]:
    """Yield every mention of a person within the window of its code."""
    for index, degree in enumerate(profile.education):
        if _DOCTORATE.search(str(degree.degree or "")):
            yield from _people(degree.advisors, ADVISOR, f"education[{index}].advisors", None)
    for index, student in enumerate(profile.advising):
        if _DOCTORATE.search(str(student.role or "")):
            person = Person(name=student.name, native=student.native)
            yield Collaborator(person, ADVISEE, f"advising[{index}].name")
    for index, work in enumerate(profile.publications):
        if last := _appeared(work, as_of):
            yield from _people(work.authors or work.including, COAUTHOR, f"publications[{index}].authors", last)
    for index, grant in enumerate(profile.grants):
        if last := _within(grant.span, as_of, AUTHORS_MONTHS):
            last = None if is_open(grant.span) else last
            yield from _people(grant.investigators, COLLABORATOR, f"grants[{index}].investigators", last)
    yield from _editors(profile, as_of)


def _editors(profile: Profile, as_of: Day) -> Iterator[Collaborator]:
    """Yield those who edited works with the owner, and those whom the entries of `service` name, each with what was edited."""
    for index, work in enumerate(profile.publications):
        last = _within(work.span, as_of, EDITORS_MONTHS)
        if last and any(is_owner(editor, owner_names(profile.person)) for editor in work.editors):
            yield from _people(work.editors, CO_EDITOR, f"publications[{index}].editors", last, str(work.title))
    for index, service in enumerate(profile.service):
        if last := _within(service.span, as_of, EDITORS_MONTHS):
            place, last = f"service[{index}]", None if is_open(service.span) else last
            yield from _people(service.board, BOARD, f"{place}.board", last, str(service.venue.name))
            yield from _people(service.co_editors, CO_EDITOR, f"{place}.co_editors", last, str(service.venue.name))


def boards_without_names(loaded: LoadedProfile, as_of: Day) -> list[Problem]:
    """Return a Problem for each service as an editor within the window that names neither board nor other editors."""
    problems = []
    for index, service in enumerate(loaded.profile.service):
        is_editor = _EDITOR.search(str(service.role)) and _within(service.span, as_of, EDITORS_MONTHS)
        if is_editor and not (service.board or service.co_editors):
            message = f"no editor is named with whom you worked for {service.venue.name}"
            hint = 'name the editor-in-chief in "board", and others with whom you worked in "co_editors"'
            path = parse_path(f"service[{index}]")
            problems.append(loaded.source.problem(path, message, hint, severity="warning", code="missing-fact"))
    return problems


def _appeared(work: Publication, as_of: Day) -> Day | None:
    """Return the day of a work within the window, or None; a work that is yet to appear and has no date counts as of today."""
    return _within(work.span, as_of, AUTHORS_MONTHS) if work.span else as_of if work.status in UNPUBLISHED else None


def _people(people: Iterable[Person], code: str, source: str, last: Day | None, venue: str = "") -> Iterator[Collaborator]:
    for index, person in enumerate(people):
        yield Collaborator(person, code, f"{source}[{index}]", last, venue)


def _within(when: When, as_of: Day, months: int) -> Day | None:
    """Return the last day of a time that reaches into the window before a day, or None. What is ongoing lasts until that day."""
    if not when:
        return None
    last = as_of if is_open(when) else newest(when)
    month = as_of[0] * 12 + as_of[1] - 1 - months
    return min(last, as_of) if last >= (month // 12, month % 12 + 1, 1) else None


def own_affiliations(profile: Profile, as_of: Day) -> list[tuple[str, Day | None]]:
    """Return the employers of the last 12 months, each with the day on which it ended, or None."""
    employers = [(str(position.organization), position.span) for position in profile.positions]
    return [(name, None if is_open(when) else newest(when)) for name, when in employers if _within(when, as_of, OWN_MONTHS)]


def missing_facts(loaded: LoadedProfile, people: Iterable[Collaborator]) -> list[Problem]:
    """Return a Problem for the people without an affiliation, and one for each pair of names that may be the same person."""
    problems, seen = [], dict[str, Collaborator]()
    people = tuple(people)
    lacking = {one.person.name: one for one in people if not one.affiliation}
    if lacking:
        first, names = next(iter(lacking)), ", ".join(lacking)
        count = f"{len(lacking)} people: " if len(lacking) > 1 else ""
        hint = f'add {{name: {first}, affiliation: …}} to "people"' + (", and so the others" if count else "")
        problems.append(_problem(loaded, lacking[first], f"no affiliation for {count}{names}", hint))
    for one in people:
        name = parts_of_person(one.person)
        short = normalized_name(f"{name.family} {name.given[:1]}")
        other = seen.setdefault(short, one)
        if normalized_name(other.person.name) != normalized_name(one.person.name):
            hint = 'if so, write one name, and the other among its "variants" in "people"'
            message = f"{one.person.name} and {other.person.name} may be the same person"
            problems.append(_problem(loaded, one, message, hint))
    return list({problem.message: problem for problem in problems}.values())


def _problem(loaded: LoadedProfile, one: Collaborator, message: str, hint: str) -> Problem:
    return loaded.source.problem(parse_path(one.source), message, hint, severity="warning", code="missing-fact")
