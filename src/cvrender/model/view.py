"""What is shown of a profile: the View that asks, and the Selection that answers."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from cvrender.errors import nearest
from cvrender.model.annotations import Reads
from cvrender.model.collections import KINDS
from cvrender.model.dates import PartialDate, parse_date
from cvrender.model.entries import Entry
from cvrender.model.fields import Flag, Language, Node, Plain, Privacy, Prose, short
from cvrender.model.profile import Choice, Profile

GroupBy = Literal["none", "type", "year", "role", "venue", "employer", "tag"]
Numbering = Literal["none", "up", "down", "per-group", "continuing"]
COLLECTIONS = ("bio", "interests", *KINDS)
"""What a section can be made from."""


@dataclass(frozen=True, slots=True)
class Age:
    """So many years before the day that the profile was brought up to date."""

    years: int


def _section(value: Any) -> Any:
    return {"from": value} if isinstance(value, str) else value


def _collection(value: Any) -> str:
    if value not in COLLECTIONS:
        raise PydanticCustomError(
            "collection", 'unknown section "{value}"; {hint}', {"value": str(value), "hint": nearest(str(value), COLLECTIONS)}
        )
    return str(value)


def _limit_in_time(value: Any) -> PartialDate | Age:
    match = re.fullmatch(r"(\d{1,3}) years?", str(value))
    if match:
        return Age(int(match[1]))
    try:
        return parse_date(str(value))
    except ValueError as error:
        raise PydanticCustomError("date", "{reason}; or a number of years, such as 5 years", {"reason": str(error)}) from None


def _words(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Words = Annotated[tuple[Plain, ...], BeforeValidator(_words)]
Moment = Annotated[PartialDate | Age, Reads(_limit_in_time, {"type": "string"})]


def _numbering(value: tuple[str, ...]) -> tuple[str, ...]:
    for one, other in (("up", "down"), ("per-group", "continuing"), *(("none", word) for word in value if word != "none")):
        if one in value and other in value:
            raise PydanticCustomError("number", '"{one}" and "{other}" exclude each other', {"one": one, "other": other})
    return value


class AuthorLimit(Node):
    """Author lists of more than `max` names are cut to so many, the owner always among them."""

    max: Annotated[int, Field(ge=1)]
    keep: Literal["owner"] = "owner"


class BulletRequest(Node):
    """Which bullets of its entries a section shows: those with one of the tags (or with none at all), at most `limit` each."""

    tags: Words = ()
    exclude: Words = ()
    limit: Annotated[int, Field(ge=0)] | None = None


class SectionRequest(Node):
    """One section of a view. A bare text is the collection. docs/views.md explains each key."""

    collection: Annotated[str, Reads(_collection, {"enum": COLLECTIONS})] = Field(alias="from")
    title: Prose | None = None
    intro: Prose | None = None
    where: Plain | None = None
    tags: Words = ()
    exclude: Words = ()
    since: Moment | None = None
    until: Moment | None = None
    sort: Plain | None = None
    pinned: Words = ()
    limit: Annotated[int, Field(ge=1)] | None = None
    group_by: GroupBy | None = None
    group_titles: dict[str, Prose] = {}
    number: Annotated[tuple[Numbering, ...], BeforeValidator(_words), AfterValidator(_numbering)] | None = None
    columns: "ColumnRequest | None" = None
    bullets: BulletRequest = BulletRequest()
    authors: AuthorLimit | None = None
    repeat: Flag = False
    drop_last: Flag = False

    @property
    def filters(self) -> bool:
        """True when the section asks for less than the whole collection."""
        return bool(self.where or self.tags or self.exclude or self.since or self.until)


class ColumnRequest(Node):
    """Fields of a pattern that a section leaves out."""

    leave_out: Words


class View(Node):
    """A named choice of sections, in their order; sections without data are left out."""

    about: Prose | None = None
    extends: Plain | None = None
    language: Language | None = None
    privacy: Privacy = "public"
    style: Annotated[Choice, short("name")] | None = None
    pages: Annotated[int, Field(ge=1)] | None = None
    authors: AuthorLimit | None = None
    sections: tuple[Annotated[SectionRequest, BeforeValidator(_section)], ...] | None = None


SectionRequest.model_rebuild()


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
    """What a view shows: the profile, in one language and without what is withheld, and its sections in order."""

    view: str
    language: str
    profile: Profile
    sections: tuple[ChosenSection, ...]
