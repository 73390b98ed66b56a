"""Define the View, which says what is shown of a profile, and the Selection, which is what a view shows."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from cvrender.model.annotations import About, Checked, Invalid, Reads, Short
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
    """A number of years before the profile's date."""

    years: int


def _read_moment(value: Any) -> PartialDate | Age:
    match = re.fullmatch(r"([0-9]{1,3}) years?", str(value))
    if match:
        return Age(int(match[1]))
    try:
        return parse_date(str(value))
    except Invalid as error:
        raise Invalid(error.message, "write a date such as 2016-10, or an age such as 5 years") from None


_WORD = Short(lambda word: [word])
Words = Annotated[tuple[Plain, ...], _WORD]
Moment = Annotated[PartialDate | Age, Reads(_read_moment, TEXT)]


class AuthorLimit(Model, frozen=True, kw_only=True):
    """Author lists are cut to `max` names, always including the owner."""

    max: Annotated[Count, About("how many names are shown, the profile's person among them", "8")]


class BulletRequest(Model, frozen=True, kw_only=True):
    """Which bullets a section shows: those with one of the tags (or without tags), at most `limit` per entry."""

    tags: Annotated[Words, About("show only bullets with one of these tags, or without tags", ["industry"])] = ()
    exclude: Annotated[Words, About("leave out bullets with one of these tags", ["teaching"])] = ()
    limit: Annotated[CountOrNone | None, About("the most bullets for each entry; 0 shows none", "3")] = None


def _check_numbering(requested: tuple[Numbering, ...]) -> None:
    for one, other in (("up", "down"), ("per-group", "continuing"), *(("none", word) for word in requested if word != "none")):
        if one in requested and other in requested:
            raise Invalid(f'"{one}" and "{other}" cannot be combined')


_FOR_ALL = ("limit", "bullets", "authors")
"""The keys that `from: all` accepts."""


class SectionRequest(Model, frozen=True, kw_only=True):
    """A section of a view, explained in docs/views.md. A text is the collection.

    `from: all` stands for every section that the view does not name, in the order of an academic CV.
    """

    collection: Annotated[
        SectionOrAll, About("what to show: a collection, or `all` for every section that the view does not name", "publications")
    ] = msgspec.field(name="from")
    title: Annotated[Prose | None, About("the heading, if not the usual one", "Selected Publications")] = None
    intro: Annotated[Prose | None, About("a text below the heading", "Students in bold.")] = None
    where: Annotated[Plain | None, About("a condition that entries must meet", "type == 'article-journal' and year >= 2020")] = (
        None
    )
    tags: Annotated[Words, About("show entries with one of these tags", ["selected"])] = ()
    exclude: Annotated[Words, About("leave out entries with one of these tags", ["minor"])] = ()
    since: Annotated[Moment | None, About("show entries that reach this date, or are at most this old", "5 years")] = None
    until: Annotated[Moment | None, About("show entries from before the end of this date", "2024")] = None
    sort: Annotated[Plain | None, About("the field to sort by; a minus reverses", "-date")] = None
    pinned: Annotated[Words, About("entries to show first, by `id`", ["engine-paper"])] = ()
    limit: Annotated[Count | None, About("the most entries", "8")] = None
    group_by: Annotated[GroupBy | None, About("what to group entries by", "year")] = None
    group_titles: Annotated[dict[str, Prose], About("headings of groups", {"article-journal": "Articles"})] = {}
    number: Annotated[
        Annotated[tuple[Numbering, ...], _WORD, Checked(_check_numbering)] | None, About("how entries are numbered", "up")
    ] = None
    columns: Annotated["ColumnRequest | None", About("fields to leave out", {"leave_out": ["location"]})] = None
    bullets: Annotated[BulletRequest, About("which bullets to show", {"limit": "3"})] = BulletRequest()
    authors: Annotated[AuthorLimit | None, About("how many authors to show", {"max": "8"})] = None
    repeat: Annotated[Flag, About("show entries that an earlier section has shown already", True)] = False
    drop_last: Annotated[Flag, About("the last entries may be dropped to fit the number of pages", True)] = False

    def check(self) -> None:
        """Reject keys that do not apply to every kind of entry when `from` is `all`."""
        if self.collection == ALL and self != SectionRequest(collection=ALL, **{key: getattr(self, key) for key in _FOR_ALL}):
            raise Invalid(f'"from: all" accepts only {", ".join(_FOR_ALL)}', "name a section to use other keys")

    @property
    def filters(self) -> bool:
        """Whether the section may show less than the whole collection."""
        return bool(self.where or self.tags or self.exclude or self.since or self.until)


class ColumnRequest(Model, frozen=True, kw_only=True):
    """Fields that a section leaves out."""

    leave_out: Annotated[Words, About("the names of the fields", ["location"])]


MAX_SECTIONS = 100


def _check_number(sections: tuple[SectionRequest, ...]) -> None:
    if len(sections) > MAX_SECTIONS:
        raise Invalid(f"view has more than {MAX_SECTIONS} sections", "leave some out")


class View(Model, frozen=True, kw_only=True):
    """A selection of sections, in order; empty sections are left out."""

    about: Annotated[Prose | None, About("what the view is for, for `cvrender views`", "two pages for an application")] = None
    extends: Annotated[Plain | None, About("the view that this one differs from", "resume")] = None
    language: Annotated[Language | None, About("the language, if not the profile's", "de")] = None
    privacy: Annotated[Privacy, About("the audience: `public` shows the least, `full` everything", "application")] = "public"
    style: Annotated[
        Annotated[Choice, short("name")] | None, About("the style, unless `--style` names another one", "engineer")
    ] = None
    pages: Annotated[Count | None, About("the most pages; the style's `fit` says how it is met", "2")] = None
    authors: Annotated[AuthorLimit | None, About("how many authors to show in every section", {"max": "8"})] = None
    sections: Annotated[
        Annotated[tuple[Annotated[SectionRequest, short("from")], ...], Checked(_check_number)] | None,
        About("the sections, in order", ["education", {"from": "publications", "limit": "8"}]),
    ] = None


def requests(view: View) -> list[tuple[int, SectionRequest]]:
    """Return the requests of a view, each with its index in the view's `sections`, and `all` expanded."""
    sections = view.sections or ()
    others = [name for name in SECTIONS if name not in {request.collection for request in sections}]
    return [
        (index, _request_for(name, request))
        for index, request in enumerate(sections)
        for name in (others if request.collection == ALL else [request.collection])
    ]


def _request_for(name: str, request: SectionRequest) -> SectionRequest:
    if name not in KINDS and request.collection == ALL:
        return SectionRequest(collection=name, limit=request.limit)  # a text has neither bullets nor authors
    return replace(request, collection=name)


@dataclass(frozen=True, slots=True)
class SelectedEntry:
    """An entry, and the field of the profile it came from."""

    source: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries under a common title (empty if there is only one group), numbered from `start` by `step`.

    `key` is what they have in common: a CSL type, a year, a role.
    """

    key: str
    entries: tuple[SelectedEntry, ...]
    title: str = ""
    start: int = 1
    step: int = 1


@dataclass(frozen=True, slots=True)
class SelectedSection:
    """A section with its entries. `collection` is the profile's key, `source` the field it came from.

    `texts` are paragraphs of a text. `number` is None if the style decides.
    """

    collection: str
    source: str
    title: str = ""
    intro: str = ""
    texts: tuple[str, ...] = ()
    groups: tuple[EntryGroup, ...] = ()
    number: tuple[Numbering, ...] | None = None
    drop_last: bool = False
    leave_out: frozenset[str] = frozenset()
    authors: AuthorLimit | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """What a view shows: the profile in one language, without what is withheld, and its sections in order.

    `interests` are those that a section shows.
    """

    view: str
    language: str
    profile: Profile
    sections: tuple[SelectedSection, ...]
    interests: tuple[str, ...] = ()
