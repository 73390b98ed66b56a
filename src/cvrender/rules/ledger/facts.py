"""List the facts of a profile: names, titles, dates, numbers and marks, each with the entry that it is about.

Sentences may be rephrased, so that of them only the numbers are facts.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, fields_of, leaves
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange, PartialDate
from cvrender.model.expressions import expression
from cvrender.model.fields import Localized, Timed
from cvrender.model.kinds import KINDS, CustomSection
from cvrender.model.profile import Profile
from cvrender.model.sources import Ledger
from cvrender.model.value import Value

_PROSE = frozenset({"summary", "highlights", "note", "text", "bio", "narratives", "intro"})
"""Fields of sentences."""
_NO_FACTS = frozenset("sources id tags private privacy roles entries kind variants photo photo_alt".split())
_NUMBER = expression(r"(?<![\w.])[~<>≈]?\d[\d.,'’\u202f\u00a0]*(?:\s?%|(?<=\d)[kKM]\b)?")
_TIMES = ("date", "start", "end")


class Fact(Value, frozen=True):
    """A text, date or number of an entry: where it is, the `field` of the entry, and what it says.

    `is_number` says that it is one of a sentence.
    """

    path: DataPath
    field: str
    text: str
    is_number: bool = False


class FactEntry(Value, frozen=True):
    """An entry, or the person, with its facts, its sources and its sentences; the facts of a role say the employer, too."""

    path: DataPath
    facts: tuple[Fact, ...]
    ledger: Ledger
    id: str = ""
    prose: tuple[str, ...] = ()

    @property
    def own_facts(self) -> tuple[Fact, ...]:
        """The facts without the employer of a role, which is an entry of its own."""
        if self.section == "person":
            return self.facts
        return tuple(fact for fact in self.facts if fact.path[: len(self.path)] == self.path)

    @property
    def section(self) -> str:
        """The collection, or `person`."""
        return str(self.path[0])


def fact_entries(profile: Profile) -> list[FactEntry]:
    """Return all entries of a profile with their facts, the person first; texts about the person are hers."""
    person = [*_of_model(profile.person, ("person",)), *_of_value(profile.bio, ("bio",), "bio")]
    person += [fact for name, text in profile.narratives.items() for fact in _of_value(text, ("narratives", name), "narratives")]
    entries = [FactEntry(("person",), tuple(person), profile.person.sources)]
    for collection in KINDS:
        for index, entry in enumerate(getattr(profile, collection)):
            entries += _of_entry(entry, (collection, index))
    return entries


def _of_entry(entry: Model, path: DataPath, employer: tuple[Fact, ...] = ()) -> Iterator[FactEntry]:
    facts = (*employer, *_of_model(entry, path))
    prose = tuple(text for key, name in _fields(type(entry)) if key in _PROSE for text in _texts(getattr(entry, name)))
    yield FactEntry(path, facts, getattr(entry, "sources", Ledger()), getattr(entry, "id", None) or "", prose)
    named = tuple(fact for fact in facts if fact.field == "organization")
    for key in ("roles", "entries"):
        for index, inner in enumerate(getattr(entry, key, ())):
            yield from _of_entry(inner, (*path, key, index), named if key == "roles" else ())


def _texts(value: object) -> Iterator[str]:
    for _, text in leaves(value):
        yield from (each for _, each in text.texts) if isinstance(text, Localized) else (text,) if isinstance(text, str) else ()


@lru_cache(maxsize=256)
def _fields(model: type[Model]) -> tuple[tuple[str, str], ...]:
    """Return the keys and attributes of a model that hold facts."""
    return tuple(
        (key, field.name)
        for key, field in fields_of(model).items()
        if field.name not in (*_NO_FACTS, *_TIMES) and is_printed(field.type) and (model, key) != (CustomSection, "title")
    )


def _of_model(model: Model, path: DataPath) -> Iterator[Fact]:
    if isinstance(model, Timed):
        yield from _of_times(model, path)
    for key, name in _fields(type(model)):
        yield from _of_value(getattr(model, name), (*path, key), key)


def _of_times(entry: Timed, path: DataPath) -> Iterator[Fact]:
    """Yield the dates of an entry; those of a range are two, however it is written."""
    for key in _TIMES:
        value = getattr(entry, key)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, DateRange):
                ends = [item.start, "present" if item.ongoing else item.end]
                yield from (Fact((*path, key), key, str(end)) for end in ends if end)
            elif item is not None:
                yield Fact((*path, key), key, str(item))


def _of_value(value: object, path: DataPath, field: str) -> Iterator[Fact]:
    """Yield the facts of a value; a mark, such as `corresponding: true`, is one about whom it is of."""
    if isinstance(value, Localized):
        for _, each in value.texts:
            yield from _of_value(each, path, field)
    elif isinstance(value, str) and value:
        yield from _of_text(value, path, field)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _of_value(item, (*path, index), field)
    elif isinstance(value, Model):
        whose = next((str(text) for key in ("name", "value", "text") if (text := getattr(value, key, None))), "")
        for key, name in _fields(type(value)):
            part = getattr(value, name)
            if part is True:
                yield Fact((*path, key), field, f"{key} {whose}")
            else:
                yield from _of_value(part, (*path, key), field)
    elif isinstance(value, PartialDate | DateRange) or isinstance(value, int | float) and not isinstance(value, bool):
        yield Fact(path, field, str(value))


def _of_text(text: str, path: DataPath, field: str) -> Iterator[Fact]:
    if field not in _PROSE:
        yield Fact(path, field, text)
        return
    for number in numbers(text):
        yield Fact(path, field, number, is_number=True)


def numbers(text: str) -> list[str]:
    """Return the numbers of a text, each as it is written."""
    return [match.strip(".,'’\u202f\u00a0") for match in _NUMBER.findall(re.sub(r"\]\([^)]*\)|https?://\S+", "", text))]


def same_number(number: str) -> str:
    """Return a number without what groups its digits, for comparison."""
    return re.sub(r"(?<=\d)[,'’\u202f\u00a0.](?=\d{3}(?!\d))|\s", "", number)
