"""What is shown of a profile: the View that asks, and the Selection that answers."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from cvrender.model.annotations import Checked, Invalid, Reads, Short
from cvrender.model.base import Model, replace
from cvrender.model.dates import PartialDate, parse_date
from cvrender.model.fields import Count, CountOrNone, Flag, Language, Plain, Privacy, Prose, short
from cvrender.model.json_schema import TEXT
from cvrender.model.kinds import ALL, KINDS, SECTIONS, Entry, SectionOrAll
from cvrender.model.profile import Choice, Profile

GroupBy = Literal["none", "type", "year", "role", "venue", "employer", "tag"]
Numbering = Literal["none", "up", "down", "per-group", "continuing"]


@dataclass(frozen=True, slots=True)
class Age:
    """So many years before the day that the profile was brought up to date."""

    years: int


def _limit_in_time(value: Any) -> PartialDate | Age:
    match = re.fullmatch(r"([0-9]{1,3}) years?", str(value))
    if match:
        return Age(int(match[1]))
    try:
        return parse_date(str(value))
    except ValueError as error:
        raise Invalid(f"{error}; or a number of years, such as 5 years") from None


_WORD = Short(lambda word: [word])
Words = Annotated[tuple[Plain, ...], _WORD]
Moment = Annotated[PartialDate | Age, Reads(_limit_in_time, TEXT)]


class AuthorLimit(Model, frozen=True, kw_only=True):
    """Author lists of more than `max` names are cut to so many, the owner always among them."""

    max: Count


class BulletRequest(Model, frozen=True, kw_only=True):
    """Which bullets of its entries a section shows: those with one of the tags (or with none at all), at most `limit` each."""

    tags: Words = ()
    exclude: Words = ()
    limit: CountOrNone | None = None


def _exclusive(asked: tuple[Numbering, ...]) -> None:
    for one, other in (("up", "down"), ("per-group", "continuing"), *(("none", word) for word in asked if word != "none")):
        if one in asked and other in asked:
            raise Invalid(f'"{one}" and "{other}" exclude each other')


_FOR_ALL = ("limit", "bullets", "authors")
"""What may be said of all sections at once."""


class SectionRequest(Model, frozen=True, kw_only=True):
    """One section of a view. A bare text is the collection. docs/views.md explains each key.

    `from: all` stands for every section that the view does not name elsewhere, in the order of an academic CV.
    """

    collection: SectionOrAll = msgspec.field(name="from")
    title: Prose | None = None
    intro: Prose | None = None
    where: Plain | None = None
    tags: Words = ()
    exclude: Words = ()
    since: Moment | None = None
    until: Moment | None = None
    sort: Plain | None = None
    pinned: Words = ()
    limit: Count | None = None
    group_by: GroupBy | None = None
    group_titles: dict[str, Prose] = {}
    number: Annotated[tuple[Numbering, ...], _WORD, Checked(_exclusive)] | None = None
    columns: "ColumnRequest | None" = None
    bullets: BulletRequest = BulletRequest()
    authors: AuthorLimit | None = None
    repeat: Flag = False
    drop_last: Flag = False

    def check(self) -> None:
        """Refuse to say of all sections at once what holds for some kinds of entry only."""
        if self.collection == ALL and self != SectionRequest(collection=ALL, **{key: getattr(self, key) for key in _FOR_ALL}):
            raise Invalid(f'"all" takes no keys but {", ".join(_FOR_ALL)}', "name a section to say more about it")

    @property
    def filters(self) -> bool:
        """True when the section asks for less than the whole collection."""
        return bool(self.where or self.tags or self.exclude or self.since or self.until)


class ColumnRequest(Model, frozen=True, kw_only=True):
    """Fields of a pattern that a section leaves out."""

    leave_out: Words


class View(Model, frozen=True, kw_only=True):
    """A named choice of sections, in their order; sections without data are left out."""

    about: Prose | None = None
    extends: Plain | None = None
    language: Language | None = None
    privacy: Privacy = "public"
    style: Annotated[Choice, short("name")] | None = None
    pages: Count | None = None
    authors: AuthorLimit | None = None
    sections: tuple[Annotated[SectionRequest, short("from")], ...] | None = None


def requests(view: View) -> list[tuple[int, SectionRequest]]:
    """The requests of a view, each with its place in the view's `sections`, and `all` written out."""
    asked = list(enumerate(view.sections or ()))
    named = {request.collection for _, request in asked}
    others = [name for name in SECTIONS if name not in named]
    found: list[tuple[int, SectionRequest]] = []
    for index, request in asked:
        names = others if request.collection == ALL else [request.collection]
        found += [(index, _for(name, request)) for name in names]
    return found


def _for(name: str, request: SectionRequest) -> SectionRequest:
    if name not in KINDS and request.collection == ALL:
        return SectionRequest(collection=name, limit=request.limit)  # a text has neither bullets nor authors
    return replace(request, collection=name)


@dataclass(frozen=True, slots=True)
class Chosen:
    """An entry, and the field of the profile that it came from."""

    source: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Part:
    """Entries that stand together under a title (empty where there is only one part), numbered from `start` by `step`.

    `key` is what they have in common: a CSL type, a year, a role.
    """

    key: str
    entries: tuple[Chosen, ...]
    title: str = ""
    start: int = 1
    step: int = 1


@dataclass(frozen=True, slots=True)
class ChosenSection:
    """A section with its entries. `collection` is the profile's key, `source` the field it came from.

    `texts` holds what is no entry: the paragraphs of a text, the items of a list. `number` is None where the style decides.
    """

    collection: str
    source: str
    title: str = ""
    intro: str = ""
    texts: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    number: tuple[Numbering, ...] | None = None
    drop_last: bool = False
    leave_out: frozenset[str] = frozenset()
    authors: AuthorLimit | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """What a view shows: the profile, in one language and without what is withheld, and its sections in order.

    `interests` are those of the profile, whether a section shows them or not.
    """

    view: str
    language: str
    profile: Profile
    sections: tuple[ChosenSection, ...]
    interests: tuple[str, ...] = ()
