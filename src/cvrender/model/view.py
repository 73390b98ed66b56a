"""Define the View, which says what is shown of a profile, and the Selection, which is what a view shows."""

from typing import Annotated, Any, Literal

import msgspec

from cvrender.model.annotations import TEXT, About, Checked, Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.citations import ChosenCitations, Citations, Cited
from cvrender.model.counts import CountTable, Metric, OneCount
from cvrender.model.fields import (
    COUNT,
    ONE,
    PROSE,
    Count,
    CountOrNone,
    Flag,
    Highlight,
    Language,
    Localized,
    Plain,
    Privacy,
    Prose,
    short,
)
from cvrender.model.form import FormLayout
from cvrender.model.kinds import ALL, SECTIONS, Entry
from cvrender.model.moments import Moment
from cvrender.model.page import PageSetup
from cvrender.model.profile import Choice, Profile
from cvrender.model.value import Value
from cvrender.model.view_parts import WORD, ColumnRequest, SignatureLine, TableColumns, Words

GroupBy = Literal["none", "type", "year", "role", "venue", "employer", "tag", "person"]
Numbering = Literal["none", "up", "down", "per-group", "continuing"]


def _read_section_id(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Invalid("should be the name of a section", "write a collection such as talks, or the id of a custom section")
    return value.strip()


def _read_pages(value: Any) -> tuple[int, int]:
    first, _, last = value.partition("-") if isinstance(value, str) else (value, "", "")
    pages = (COUNT.read(first), COUNT.read(last or first))
    if pages[0] > pages[1]:
        raise Invalid(f'"{value}" ends before it begins', "write the smaller number first, such as 2-3")
    return pages


_PAGES = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^[1-9]\d*(-[1-9]\d*)?$"}]}
PageCount = Annotated[tuple[int, int], Reads(_read_pages, _PAGES, "whole number, or two such as `2-3`")]
NAME_ORDERS = ("name-first", "native-first", "name", "native")
"""Which of the two names is printed first, or alone."""


def _read_name_order(value: Any) -> str | Localized:
    order: str | Localized = PROSE.read(value)
    for word in [text for _, text in order.texts] if isinstance(order, Localized) else [order]:
        if word not in NAME_ORDERS:
            raise Invalid(f'"{word}" is not an order of names', f"available: {', '.join(NAME_ORDERS)}", code="unknown-name")
    return order


_ORDER = {"enum": list(NAME_ORDERS)}
_ORDERS = {"anyOf": [_ORDER, {"type": "object", "additionalProperties": _ORDER}]}
NameOrder = Annotated[str | Localized, Reads(_read_name_order, _ORDERS, ", ".join(f"`{word}`" for word in NAME_ORDERS))]
SectionId = Annotated[str, Reads(_read_section_id, {"anyOf": [{"enum": [*SECTIONS, ALL]}, TEXT]}, "section")]


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
            raise Invalid(f'"{one}" and "{other}" cannot be combined', code="contradiction")


_FOR_ALL = ("limit", "bullets", "authors")
"""The keys that `from: all` accepts."""


class SectionRequest(Model, frozen=True, kw_only=True):
    """A section of a view, explained in docs/views.md. A text is the collection, or the id of a custom section.

    `from: all` stands for every section that the view does not name, in the order of an academic CV. `insert` adds a section
    before or after another one, and `omit` names sections that `all` leaves out; both may come before what they refer to.
    """

    collection: Annotated[
        SectionId,
        About("a collection, the id of a custom section, or `all` for every section that the view does not name", "publications"),
    ] = msgspec.field(name="from", default="")
    insert: Annotated[SectionId | None, About("instead of `from`: a section to show before or after another one", "talks")] = None
    before: Annotated[SectionId | None, About("the section before which `insert` puts it", "publications")] = None
    after: Annotated[SectionId | None, About("the section after which `insert` puts it", "education")] = None
    omit: Annotated[
        Annotated[tuple[SectionId, ...], WORD], About("instead of `from`: sections that `all` leaves out", ["references"])
    ] = ()
    name: Annotated[Plain | None, About("a name for this section, which the rules of a contract use", "outputs")] = None
    title: Annotated[Prose | None, About("the heading, if not the usual one", "Selected Publications")] = None
    part: Annotated[Prose | None, About("a heading above it and its neighbours with the same `part`", "Personal details")] = None
    intro: Annotated[Prose | None, About("a text below the heading", "Students in bold.")] = None
    where: Annotated[Plain | None, About("a condition that entries must meet", "type == 'article-journal' and year >= 2020")] = (
        None
    )
    tags: Annotated[Words, About("show entries with one of these tags", ["selected"])] = ()
    exclude: Annotated[Words, About("leave out entries with one of these tags", ["minor"])] = ()
    prefer: Annotated[Words, About("show entries with one of these tags only, if there are any", ["selected"])] = ()
    since: Annotated[Moment | None, About("show entries that reach this date, or are at most this old", "5 years")] = None
    until: Annotated[Moment | None, About("show entries from before the end of this date", "2024")] = None
    sort: Annotated[Plain | None, About("the field to sort by; a minus reverses", "-date")] = None
    pinned: Annotated[Words, About("entries to show first, by `id`", ["engine-paper"])] = ()
    limit: Annotated[Count | None, About("the most entries", "8")] = None
    group_by: Annotated[GroupBy | None, About("what to group entries by", "year")] = None
    group_titles: Annotated[dict[str, Prose], About("headings of groups", {"article-journal": "Articles"})] = {}
    number: Annotated[
        Annotated[tuple[Numbering, ...], WORD, Checked(_check_numbering)] | None, About("how entries are numbered", "up")
    ] = None
    columns: Annotated[ColumnRequest | None, About("fields to leave out", {"leave_out": ["location"]})] = None
    table: Annotated[
        TableColumns,
        About(
            "show entries as a table: the heading of each column, and its field or fields", {"Course": "title", "Hours": "hours"}
        ),
    ] = ()
    counts: Annotated[
        Annotated[tuple[OneCount, ...], ONE],
        About("show numbers of entries instead of the entries", ["year", {"rows": "type", "columns": "authorship"}]),
    ] = ()
    bullets: Annotated[BulletRequest, About("which bullets to show", {"limit": "3"})] = BulletRequest()
    authors: Annotated[AuthorLimit | None, About("how many authors to show", {"max": "8"})] = None
    citations: Annotated[ChosenCitations | None, About("the citation style of its publications and patents", "apa")] = None
    repeat: Annotated[Flag, About("show entries that an earlier section has shown already", True)] = False
    drop_last: Annotated[Flag, About("the last entries may be dropped to fit the number of pages", True)] = False
    keep: Annotated[Flag, About("show it on one page if it fits on one", True)] = False
    break_: Annotated[Literal["before"] | None, About("`before`: begin a page with it", "before")] = msgspec.field(
        name="break", default=None
    )
    new_page: Annotated[Flag, About("the same as `break: before`", True)] = False
    keep_together: Annotated[Flag, About("the same as `keep`", True)] = False

    def check(self) -> None:
        """Reject keys that do not fit together, and keys that do not apply to every kind of entry when `from` is `all`."""
        if sum(map(bool, (self.collection, self.insert, self.omit))) != 1:
            raise Invalid('needs one of "from", "insert" and "omit"', code="missing-key")
        if bool(self.insert) != bool(self.before or self.after) or (self.before and self.after):
            raise Invalid(
                '"insert" needs "before" or "after", and these need "insert"',
                "such as {insert: talks, after: awards}",
                code="missing-key",
            )
        if self.omit and self != SectionRequest(omit=self.omit):
            raise Invalid('"omit" accepts no other key', code="contradiction")
        if self.collection == ALL and self != SectionRequest(collection=ALL, **{key: getattr(self, key) for key in _FOR_ALL}):
            raise Invalid(
                f'"from: all" accepts only {", ".join(_FOR_ALL)}', "name a section to use other keys", code="contradiction"
            )

    @property
    def filters(self) -> bool:
        """Whether the section may show less than the whole collection."""
        return bool(self.where or self.tags or self.exclude or self.since or self.until)


MAX_SECTIONS = 100


def _check_number(sections: tuple[SectionRequest, ...]) -> None:
    if len(sections) > MAX_SECTIONS:
        raise Invalid(f"view has more than {MAX_SECTIONS} sections", "leave some out", code="too-large")


class View(Model, frozen=True, kw_only=True):
    """A selection of sections, in order; empty sections are left out."""

    about: Annotated[Prose | None, About("what the view is for, for `cvrender views`", "two pages for an application")] = None
    extends: Annotated[Plain | None, About("the view that this one differs from", "resume")] = None
    language: Annotated[Language | None, About("the language, if not the profile's", "de")] = None
    privacy: Annotated[Privacy, About("the audience: `public` shows the least, `full` everything", "application")] = "public"
    anonymous: Annotated[
        Flag, About("hide the name, contacts, photo and gender, and the name in author lists and file names", True)
    ] = False
    style: Annotated[
        Annotated[Choice, short("name")] | None, About("the style, unless `--style` names another one", "engineer")
    ] = None
    name_order: Annotated[
        NameOrder | None, About("which name comes first, once or per language", {"zh": "native-first", "en": "name"})
    ] = None
    list_name_order: Annotated[
        NameOrder | None, About("the same for authors and other people in lists", {"ja": "native", "en": "name"})
    ] = None
    page: Annotated[PageSetup | None, About("the page in every style, over the profile's", {"margin": "15mm"})] = None
    pages: Annotated[
        PageCount | None, About("the most pages; in `2-3`, the last one is taken before anything is dropped or set tightly", "2")
    ] = None
    balance: Annotated[
        Flag | None, About("whether a short last page is avoided: by one page fewer, or by a fuller last page", True)
    ] = None
    authors: Annotated[AuthorLimit | None, About("how many authors to show in every section", {"max": "8"})] = None
    citations: Annotated[ChosenCitations | None, About("the citation style of publications and patents", "apa")] = None
    attach: Annotated[
        Flag, About("attach the shown data to PDF, docx and HTML files, so that importing them gives it exactly", True)
    ] = False
    without: Annotated[
        Words,
        About("what every section leaves out: entries and custom sections by `id`, or a whole section", ["old-report", "talks"]),
    ] = ()
    form: Annotated[
        FormLayout | None,
        About("boxes in place of the head and of sections (see [views.md](views.md#forms))", {"title": "Application form"}),
    ] = None
    signature: Annotated[SignatureLine | None, About("a signature with place and date at the end", {"place": "Berlin"})] = None
    sections: Annotated[
        Annotated[tuple[Annotated[SectionRequest, short("from")], ...], Checked(_check_number)] | None,
        About("the sections, in order", ["education", {"from": "publications", "limit": "8"}]),
    ] = None


class SelectedEntry(Value, frozen=True):
    """An entry, and the field of the profile it came from; `cited` are the words of a citation style for it, if one is chosen.

    `people` are the names of those whose entry it is, in a report on several people.
    """

    source: str
    entry: Entry
    cited: Cited | None = None
    people: tuple[str, ...] = ()


class EntryGroup(Value, frozen=True):
    """Entries under a common title (empty if there is only one group), numbered from `start` by `step`.

    `key` is what they have in common: a CSL type, a year, a role.
    """

    key: str
    entries: tuple[SelectedEntry, ...]
    title: str = ""
    start: int = 1
    step: int = 1


class SelectedSection(Value, frozen=True):
    """A section with its entries. `collection` is the profile's key, `source` the field it came from.

    `name` is the name by which rules know it, `part` the heading above it and its neighbours. `texts` are paragraphs of a text.
    `number` is None if the style decides, `citations` if the view does. Of a custom section, `id` is its own, `kind` is the kind
    of its entries; `bullets`, `columns` and `rows` stand between its text and its entries. `table` has the headings and the
    fields of a table of entries. `counts` and `metrics` are shown instead of entries.
    """

    collection: str
    source: str
    title: str = ""
    part: str = ""
    intro: str = ""
    name: str = ""
    texts: tuple[str, ...] = ()
    groups: tuple[EntryGroup, ...] = ()
    number: tuple[Numbering, ...] | None = None
    drop_last: bool = False
    new_page: bool = False
    keep_together: bool = False
    leave_out: frozenset[str] = frozenset()
    table: tuple[tuple[str, tuple[str, ...]], ...] = ()
    authors: AuthorLimit | None = None
    kind: str = ""
    bullets: tuple[Highlight, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    counts: tuple[CountTable, ...] = ()
    metrics: tuple[Metric, ...] = ()
    id: str = ""
    citations: Citations | None = None

    @property
    def entries(self) -> tuple[SelectedEntry, ...]:
        """The entries of all groups."""
        return tuple(item for group in self.groups for item in group.entries)


class Selection(Value, frozen=True):
    """What a view shows: the profile in one language, without what is withheld, and its sections in order.

    `interests` are those that a section shows.
    """

    view: str
    language: str
    profile: Profile
    sections: tuple[SelectedSection, ...]
    interests: tuple[str, ...] = ()
    name_order: str = ""
    list_name_order: str = ""
    form: FormLayout | None = None
