"""Compute the values that an entry's patterns see: one for each field, and some derived ones.

Text is represented by a placeholder (see `pattern`); what templates compare (`type`, `status`, flags) stays plain. Every field
of the entry's model exists, empty if the profile has no value, so that a misspelt name is an error.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cvrender.compose.grades import amount_text, grade_label, grade_text, in_figures
from cvrender.compose.pattern import Placeholders, mentioned
from cvrender.compose.people import author_list, legend, own_credit, people, shown_names, signed
from cvrender.model.amounts import Acceptance, Amount, Grade
from cvrender.model.annotations import is_printed, within
from cvrender.model.base import Model, field_names, fields_of
from cvrender.model.dates import PartialDate, When, dates_of
from cvrender.model.expressions import expression
from cvrender.model.fields import AUTHOR_MARKS, Author, Contact, LabelledField, Link, Localized, Person, Venue
from cvrender.model.identifier_table import ORGANIZATION_IDS, WORK_IDS, pages, work_ids
from cvrender.model.kinds import Entry, Patent, Publication
from cvrender.model.links import dialed
from cvrender.model.names import is_owner
from cvrender.model.pattern import EntryPattern
from cvrender.model.terms import Label, Punctuation
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.model.value import Value, replace
from cvrender.system.restricted_jinja import LABELLED
from cvrender.text.abbreviations import abbreviates
from cvrender.text.localize import Wording, format_when, format_years, last_year
from cvrender.text.markup import inline
from cvrender.text.markup import prose as paragraph

_RAW = frozenset({"id", "tags", "private", "type", "start", "end", "date", "et_al", "roles", "highlights"})
_VENUES = frozenset({"venue", "event"})
_WITH_DEFAULT = _RAW | _VENUES
_BRIEF = 24  # characters; a venue's name up to this length needs no abbreviation
_SCHEMES = {"emails": "mailto:", "phones": "tel:"}
_DIALABLE = expression(r"(?=.*[0-9])[0-9A-Za-z\s+()./,;*‑–-]{1,60}")  # a number, perhaps with "ext. 5"
_PATENT_NUMBER = expression(r"\d{7,8}|\d{1,2},\d{3},\d{3}", re.ASCII)  # of a granted patent; applications have a year
_PAGES = expression(r"[–—,&;-]|\band\b")  # several pages, or a range


class VenueValues(Value, frozen=True):
    """A venue as patterns see it. `brief` is the short name, or a name that is short anyway, or empty.

    `numbered` is true if the short name, or else the name, ends in a digit: `AAAI-16` needs no year. `plain` is the name as
    plain text, for comparisons. `abbreviated` is true if the short name has the words of the name, only shorter: `Yale L.J.`.
    """

    name: str = ""
    short: str = ""
    location: str = ""
    note: str = ""
    brief: str = ""
    numbered: bool = False
    plain: str = ""
    abbreviated: bool = False

    def __bool__(self) -> bool:
        return bool(self.name)

    def __str__(self) -> str:
        short = f" ({self.short})" if self.short else ""
        return ", ".join(part for part in (self.name + short, self.location, self.note) if part)


@lru_cache(maxsize=64)
def prose_fields(model: type[Model]) -> frozenset[str]:
    """Return the fields of a model that contain inline Markdown."""
    return frozenset(field.name for field in fields_of(model).values() if Localized in within(field.type))


_ORGANIZATIONS = ("organization", "institution", "funder")
"""The fields with the name of the organization that a ROR is of."""


def entry_values(
    entry: Entry, wording: Wording, placeholders: Placeholders, rest: Sequence[str] = (), placed: Container[str] = ()
) -> dict[str, Any]:
    """Return the values that the entry's patterns may use.

    `rest` are the fields that no pattern mentions, `placed` the labels of labelled fields that one does.
    """
    values: dict[str, Any] = {}
    prose = prose_fields(type(entry))
    entry = _with_shown_names(entry, wording)
    for name in (name for name in field_names(type(entry)) if name != LABELLED):
        value = None if name in wording.leave_out else getattr(entry, name)
        if value is None and name not in _WITH_DEFAULT:  # as most are
            values[name] = ""
            continue
        values[name] = _value(value, name, name in prose, entry, wording, placeholders)
    values[LABELLED] = LabelledValues(
        () if LABELLED in wording.leave_out else entry.fields, placeholders, wording.terms.punctuation.colon, placed
    )
    if isinstance(entry, Publication):
        values |= _signed(entry, wording, placeholders)
    when = entry.when
    values["date"] = placeholders.put(plain_text(format_when(when, wording)))
    is_one_year = precision(when) == "year" and len(when) == 1 and isinstance(when[0], PartialDate)
    values["fuller_date"] = "" if is_one_year else values["date"]
    values |= _of_group(entry, wording) | _linked_organization(entry, values, wording, placeholders)
    values["identifiers"] = _identifiers(entry, values, wording, placeholders)
    values["option"] = wording.options
    values["year"] = placeholders.put(plain_text(format_years(when, wording)))
    values["short_year"] = placeholders.put(plain_text(last_year(when)[-2:]))
    values["legend"] = placeholders.put(legend(credited_people(entry), wording.terms)) if wording.legend else ""
    values["target"] = placeholders.put(plain_text(_target(entry)))
    values["precision"] = precision(when)
    values["kind"] = entry.group if isinstance(entry, Publication) else ""
    values["stage"] = entry.status or "" if isinstance(entry, Publication) else ""
    values["label"] = _labels(entry, wording)
    values["rest"] = [
        _default_wording(name, values, placeholders) for name in rest if values[name] is True or str(_join_list(values[name]))
    ] + _own_roles(entry, wording, placeholders)
    return values


def _own_roles(entry: Entry, wording: Wording, placeholders: Placeholders) -> list[str]:
    """Return the owner's roles of CRediT if the option `credit` says so."""
    return [placeholders.put(own_credit(credited_people(entry), wording))] if wording.options.get("credit") == "own" else []


def _linked_organization(entry: Entry, values: Mapping[str, Any], wording: Wording, placeholders: Placeholders) -> dict[str, Any]:
    """Return the name of the employer, school or funder as a link to its page at ROR, if the option `ror` says so."""
    name = next((name for name in _ORGANIZATIONS if values.get(name)), "")
    if not (wording.options.get("ror") and name and (ror := getattr(entry, "ror", None))):
        return {}
    linked = inline(str(getattr(entry, name))).marked(href=ORGANIZATION_IDS["ror"].link(ror))
    return {name: placeholders.put(linked)}


def _with_shown_names(entry: Entry, wording: Wording) -> Entry:
    """Return an entry about a person, with the name in the view's or the language's order."""
    if not (getattr(entry, "native", None) and "name" in field_names(type(entry))):
        return entry
    name, native = shown_names(entry.name, entry.native, wording.language, wording.name_order)  # type: ignore[attr-defined]
    return replace(entry, name=name, native=native)


def _of_group(entry: Entry, wording: Wording) -> dict[str, Any]:
    """Return the heading of the entry's group, and no role if that is the heading; and whether the first grade is a figure."""
    is_said = wording.heading and str(getattr(entry, "role", "")) == wording.heading
    is_figure = any(map(in_figures, getattr(entry, "grades", ())[:1]))
    return {"heading": wording.heading, "in_figures": is_figure, **({"role": ""} if is_said else {})}


def _identifiers(entry: Entry, values: Mapping[str, Any], wording: Wording, placeholders: Placeholders) -> list[str]:
    """Return the identifiers of an entry, and the mark of works that are open access, if the style has one."""
    identifiers = [values[name] for name, row in WORK_IDS.items() if row.printed and values.get(name)]
    mark = wording.options.get("open_access") if getattr(entry, "open_access", None) else ""
    return [*identifiers, placeholders.put(plain_text(str(mark)))] if mark else identifiers


def _is_by_owner(work: Publication, wording: Wording) -> bool:
    """Return whether the owner is the only author of a work, without a mark."""
    if work.et_al or work.collaboration or len(work.authors) != 1:
        return False
    [author] = work.authors
    return is_owner(author, wording.owner) and not any(getattr(author, mark) for mark in AUTHOR_MARKS)


def _signed(entry: Publication, wording: Wording, placeholders: Placeholders) -> dict[str, Any]:
    """Return the values of `authors` and `editors` that are not those of the fields alone, and `by_owner`."""
    if "authors" in wording.leave_out or (entry.authors and not entry.collaboration):
        return {"by_owner": _is_by_owner(entry, wording)}
    signature = {"authors": placeholders.put(signed(entry, wording)), "by_owner": False}
    return signature if entry.collaboration else {**signature, "editors": ""}


@lru_cache(maxsize=256)
def unmentioned(pattern: EntryPattern, model: type[Entry]) -> tuple[str, ...]:
    """Return the fields of a model that a pattern does not mention, but bullets: its own first, then the common ones."""
    known = mentioned(pattern)
    known = known | WORK_IDS.keys() if "identifiers" in known else known
    left_out = known | _TIME | {"highlights"}
    names = [name for name in printed_fields(model) if name not in left_out]
    return tuple(names if known & _TIME else [*names, "date"])


_TIME = frozenset({"date", "start", "end", "year", "short_year", "fuller_date"})


@lru_cache(maxsize=64)
def printed_fields(model: type[Entry]) -> tuple[str, ...]:
    """Return the fields of a model that are printed: its own first, then the common ones."""
    shared = field_names(Entry)
    own = [name for name in field_names(model) if name not in shared]
    types = {field.name: field.type for field in fields_of(model).values()}
    return tuple(name for name in (*own, *shared) if is_printed(types[name]))


def _join_list(value: Any) -> Any:
    return ", ".join(str(part) for part in value if part) if isinstance(value, list | tuple) else value or ""


def _default_wording(name: str, values: Mapping[str, Any], placeholders: Placeholders) -> str:
    """Return a value after its label, if the terms have one: `Advisor: B. Sample`."""
    word = values["label"].get(name, "")
    if values[name] is True:
        return placeholders.put(plain_text(word or name))
    if not word:
        return str(_join_list(values[name]))
    continues = word.endswith(".") or word[:1].islower()  # such as "edited by"
    sign = " " if continues else placeholders.signs.colon
    bare = sign.rstrip(" ")
    before = placeholders.put(plain_text(word + bare))
    return f"{before}{sign[len(bare) :]}{_join_list(values[name])}"  # the space is outside of the label's isolate


def credited_people(entry: Entry) -> tuple[Author, ...]:
    """Return the people who may have marks: the authors of a work, or the investigators of a grant."""
    people: tuple[Author, ...] = entry.credited if isinstance(entry, Publication) else getattr(entry, "authors", ())
    return people or getattr(entry, "investigators", ())


def _target(entry: Entry) -> str:
    """Return the page of the entry: its own, or else that of its first identifier with one, or an empty text."""
    return entry.url or next(iter(pages(work_ids(entry))), "")


def precision(when: When) -> str:
    """Return the precision of the time at its start: `day`, `month`, `year` or empty."""
    date = next(dates_of(when[:1]), None)
    return "" if not date else "day" if date.day else "month" if date.month or date.season else "year"


def _value(value: Any, name: str, prose: bool, entry: Entry, wording: Wording, placeholders: Placeholders) -> Any:
    if name in _RAW:
        return value
    if value is None:
        return VenueValues() if name in _VENUES else ""
    if value == ():
        return ()
    if name == "status":
        return placeholders.put(plain_text(wording.terms.status.get(value, value)))
    if name == "genre" and value == "workshop":  # a word of our own, as a status is
        return placeholders.put(plain_text(wording.terms.labels[value].one))
    if name == "number" and isinstance(entry, Patent) and _PATENT_NUMBER.fullmatch(value):
        return placeholders.put(plain_text(wording.terms.labels["patent_number"].one.replace("{}", value)))
    if row := WORK_IDS.get(name):
        return placeholders.put(Text((Span(row.label + value, href=row.link(value)),)))
    if name in ("url", "register"):
        return placeholders.put(page_link(value))
    if isinstance(value, str):
        parse = paragraph if name == "summary" else inline
        return placeholders.put(parse(value) if prose else plain_text(value))
    if isinstance(value, PartialDate):
        return placeholders.put(plain_text(format_when((value,), wording)))
    if isinstance(value, Venue):
        return _venue(value, placeholders)
    if isinstance(value, Acceptance):
        return placeholders.put(plain_text(acceptance(value)))
    if isinstance(value, Amount):
        return placeholders.put(amount_text(value))
    if isinstance(value, tuple):
        return _several(value, name, prose, entry, wording, placeholders)
    return value


def _several(value: tuple[Any, ...], name: str, prose: bool, entry: Entry, wording: Wording, placeholders: Placeholders) -> Any:
    first, signs = value[0], wording.terms.punctuation
    if isinstance(first, Author):
        return placeholders.put(author_list(value, getattr(entry, "et_al", False), wording))
    if isinstance(first, Person):
        return placeholders.put(people(value, wording))
    if isinstance(first, Venue):
        return [_venue(venue, placeholders) for venue in value]
    if isinstance(first, Link):
        return placeholders.put(join([_link(link) for link in value], signs.comma))
    if isinstance(first, Contact):
        return placeholders.put(join([contact_text(contact, _SCHEMES[name], signs) for contact in value], signs.comma))
    if isinstance(first, Grade):
        return [placeholders.put(grade_text(grade, named=index > 0)) for index, grade in enumerate(value)]
    form = "tag" if name == "items" and wording.options.get("tags") else ""
    return [placeholders.put((inline(item) if prose else plain_text(str(item))).marked(form=form)) for item in value]


def _venue(venue: Venue, placeholders: Placeholders) -> VenueValues:
    texts = [inline(str(value or "")) for value in (venue.name, venue.short, venue.location, venue.note)]
    name, short, location, note = (placeholders.put(text) for text in texts)
    brief = short or (name if len(texts[0].plain) <= _BRIEF else "")
    numbered = texts[1 if short else 0].plain[-1:].isdigit()
    return VenueValues(name, short, location, note, brief, numbered, texts[0].plain, abbreviates(texts[1].plain, texts[0].plain))


def _link(link: Link) -> Text:
    return inline(str(link.label)).marked(href=link.url) if link.label else page_link(link.url)


def page_link(url: str) -> Text:
    """Return a link labelled with its address, without `https://` and trailing slash."""
    shown = url.partition("://")[2] or url.partition(":")[2]
    return Text((Span(shown.rstrip("/"), href=url),))


def contact_text(contact: Contact, scheme: str, signs: Punctuation) -> Text:
    """Return a contact as a link, followed by its label; without a `scheme` it is a page, and the label is the link's text."""
    if not scheme:
        return inline(str(contact.label)).marked(href=contact.value) if contact.label else page_link(contact.value)
    target = scheme + (dialed(contact.value) if scheme == "tel:" else contact.value)
    shown = "" if scheme == "tel:" and not _DIALABLE.fullmatch(contact.value) else target
    return with_label(Text((Span(contact.value, href=shown),)), contact.label, signs)


def with_label(text: Text, words: object, signs: Punctuation) -> Text:
    """Append a contact's label in parentheses, if there is one."""
    label = inline(str(words or ""))
    return text + plain_text(signs.open) + label + plain_text(signs.close) if label else text


def acceptance(value: Acceptance) -> str:
    """Return the figures as given: `25%`, `50/272`, `50/272 = 18.4%`; nothing is computed."""
    counts = f"{value.accepted}/{value.submitted}" if value.accepted else ""
    return " = ".join(part for part in (counts, value.rate) if part)


@lru_cache(maxsize=64)
def _attributes(model: type[Entry]) -> frozenset[str]:
    """Return the names of all attributes of a model."""
    return frozenset(dir(model))


_NO_LABEL = Label(one="", other="")


def _labels(entry: Entry, wording: Wording) -> Mapping[str, str]:
    """Return the label of each value, in singular or plural as the entry needs: `Advisor`, `Advisors`."""
    labels = wording.terms.labels
    chosen = wording.singular_labels.copy()
    for name in labels.keys() & _attributes(type(entry)):
        label, value = labels[name], getattr(entry, name)
        several = isinstance(value, tuple) and len(value) > 1
        if name == "page" and isinstance(value, str):
            several = bool(_PAGES.search(value))
            label = label if several or value.isdigit() else _NO_LABEL  # an article number is not a page
        if name == "grades" and value:
            label = grade_label(value[0], wording.terms)
        chosen[name] = label.other if several else label.one
    return chosen


class LabelledValues(list[str]):
    """The labelled fields of an entry: a list with their labels, and by label the value alone, or an empty text."""

    def __init__(self, fields: Iterable[LabelledField], placeholders: Placeholders, colon: str, placed: Container[str]) -> None:
        """Leave those out of the list whose labels are `placed` by the pattern."""
        self.by_label: dict[str, str] = {}
        super().__init__()
        for field in fields:
            label, value = inline(str(field.label)), inline(str(field.value))
            self.by_label[label.plain] = placeholders.put(value)
            if label.plain not in placed:
                self.append(placeholders.put(label + plain_text(colon) + value))

    def __getitem__(self, key: Any) -> Any:
        return self.by_label.get(key, "") if isinstance(key, str) else super().__getitem__(key)
