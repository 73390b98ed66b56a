"""Compose a form: boxes with facts of the person and with entries of sections, in place of the head and of these sections."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from cvrender.compose.entries import entry as whole_entry
from cvrender.compose.entries import row as labelled_row
from cvrender.compose.pattern import Placeholders, fill, mentioned, placed
from cvrender.compose.values import contact_text, entry_values, unmentioned
from cvrender.model.boxes import PHOTO_SIZE, Box, Boxes
from cvrender.model.dates import DateRange, PartialDate, When
from cvrender.model.document import Block, Header, Section
from cvrender.model.fields import Highlight
from cvrender.model.form import FormCell, FormEvent, FormTable
from cvrender.model.kinds import KINDS, Entry, Position
from cvrender.model.names import parts_of_person
from cvrender.model.pattern import EntryPattern
from cvrender.model.printed_texts import texts_of
from cvrender.model.profile import Owner
from cvrender.model.prose_blocks import Figure, Lines
from cvrender.model.text import LINE_BREAK, Text, join, plain_text
from cvrender.model.value import replace
from cvrender.model.view import SelectedEntry, SelectedSection, Selection
from cvrender.text.localize import Wording, format_date, format_when, format_years
from cvrender.text.markup import inline, prose
from cvrender.text.scripts import is_right_to_left

_BULLETS = {"ja": "・"}
"""What is before each item of a list in a box; in other languages a bullet and a space."""
Composed = Sequence[tuple[SelectedSection, Section]]


class _Form:
    """Fills the boxes of one form."""

    def __init__(self, selection: Selection, patterns: Mapping[str, EntryPattern], header: Header, wording: Wording) -> None:
        self.sections = {name_of(section): section for section in selection.sections}
        self.wording, self.patterns, self.header = wording, patterns, header
        self.updated = selection.profile.updated
        self.person: Owner = selection.profile.person

    def table(self, table: FormTable, source: str) -> Boxes:
        """Return a table of boxes."""
        header = tuple(Box(inline(str(title)), is_label=True, align="center") for title in table.header)
        rows = [header] if header else []
        for row in table.rows:
            if row.section:
                rows += self.entries(row.section, row.each)
            elif not row.needs or row.needs in self.sections:
                rows.append(self.row(row.cells, self.facts(), source))
        empty = tuple(Box(Text()) for _ in table.widths)
        rows += [empty] * ((table.least or 0) - len(rows) + bool(header))
        photo = self.header.photo if table.photo else None
        figure = Figure(photo, "figure-0", PHOTO_SIZE[0], source="person.photo") if photo else None
        widths = tuple(width / sum(table.widths) for width in table.widths)
        return Boxes(tuple(rows), widths, bool(header), table.photo or 0, figure, source, table.break_ == "before")

    def tables_of_entries(self, table: FormTable) -> tuple[Block, ...]:
        """Return a table for each entry of the section in whose place it stands; rows without a text but labels are left out."""
        entries = self.sections[table.place or ""].entries
        texts = [cell.text for row in table.rows for cell in row.cells]
        widths = tuple(width / sum(table.widths) for width in table.widths)
        tables = []
        for item in entries:
            rows = [self.row(row.cells, self.entry(item, texts), item.source) for row in table.rows]
            kept = tuple(row for row in rows if any(box.text and not box.is_label for box in row))
            tables.append(Boxes(kept, widths, source=item.source))
        return tuple(tables)

    def row(self, cells: Sequence[FormCell], values: Mapping[str, Any], source: str) -> tuple[Box, ...]:
        """Return a row of boxes."""
        boxes, placeholders = [], values["_"]
        for cell in cells:
            text = inline(str(cell.label)) if cell.label else fill(cell.text, values, placeholders)
            boxes.append(Box(text, cell.columns, bool(cell.label), cell.align, cell.lines, cell.large, source))
        return tuple(boxes)

    def entries(self, name: str, events: Sequence[FormEvent]) -> Iterator[tuple[Box, ...]]:
        """Yield the rows for the entries of a section; one without the end that a row needs does not have that row."""
        for item in self.sections[name].entries if name in self.sections else ():
            for event in events:
                date = _end(_span(item.entry), event.when) if event.when else None
                if date or not event.when:
                    values = self.entry(item, [cell.text for cell in event.cells], date)
                    yield self.row(event.cells, values, item.source)

    def entry(self, item: SelectedEntry, texts: Sequence[str], date: PartialDate | bool | None = None) -> Mapping[str, Any]:
        """Return the values of an entry for the patterns of its boxes, and the year and month of one of its ends."""
        placeholders, pattern, entry = self.placeholders(), EntryPattern(lines=tuple(texts)), item.entry
        dated = {"date"} if "period" in mentioned(pattern) else set()
        rest = [name for name in unmentioned(pattern, type(entry)) if name not in dated]
        values = entry_values(entry, self.wording, placeholders, rest, placed(pattern))
        values["bullets"] = placeholders.put(_lines(self.bullets(entry.bullets())))
        values["roles"] = placeholders.put(_lines(self.roles(entry)))
        period = placeholders.put(plain_text(format_when(_span(entry), self.wording)))
        values |= {"month": "", "period": period, "_": placeholders}
        if isinstance(date, PartialDate):
            year = format_years((date,), self.wording).removesuffix("年")
            values |= {"year": placeholders.put(plain_text(year)), "month": placeholders.put(plain_text(str(date.month or "")))}
        elif date:
            values["year"] = ""
        return values

    def roles(self, entry: Entry) -> Iterator[Text]:
        """Yield a line for each role of an entry, with its bullets below it, then the entry's own bullets."""
        for role in getattr(entry, "roles", ()):
            facts = (role.title, role.team, role.location, role.summary, role.note)
            period, comma = plain_text(format_when(role.when, self.wording)), self.wording.terms.punctuation.comma
            yield join([period, *(inline(str(fact)) for fact in facts if fact)], comma)
            yield from self.bullets(role.bullets())
        yield from self.bullets(Entry.bullets(entry))

    def bullets(self, bullets: Iterable[Highlight]) -> Iterator[Text]:
        """Yield a line for each bullet."""
        mark = _BULLETS.get(self.wording.language.partition("-")[0], "• ")
        return (plain_text(mark) + inline(str(bullet.text)) for bullet in bullets)

    def facts(self) -> Mapping[str, Any]:
        """Return the values that patterns of facts see."""
        placeholders, person, signs = self.placeholders(), self.person, self.wording.terms.punctuation
        dates, language, parts = self.wording.dates, self.wording.language, parts_of_person(person)
        texts = {
            "name": plain_text(self.header.name),
            "latin_name": plain_text(person.name),
            "native_name": plain_text(person.native or ""),
            "given_name": plain_text(parts.given),
            "family_name": plain_text(parts.last),
            "titles": plain_text(person.honorific_prefix or ""),
            "orcid": plain_text(person.orcid or ""),  # type: ignore[attr-defined]
            "reading": plain_text(person.reading or ""),
            "headline": self.header.headline,
            "today": plain_text(format_date(self.updated, dates, language) if self.updated else ""),
            "birthdate": plain_text(format_date(person.birthdate.value, dates, language) if person.birthdate else ""),
            "age": plain_text(age(person.birthdate.value if person.birthdate else None, self.updated)),
            "address": inline(str(person.location.value if person.location else "")),
            "address_reading": plain_text((person.location.reading if person.location else "") or ""),
            "phone": join([contact_text(phone, "tel:", signs) for phone in person.phones], LINE_BREAK),
            "email": join([contact_text(email, "mailto:", signs) for email in person.emails], LINE_BREAK),
            "links": join([contact_text(link, "", signs) for link in person.links], LINE_BREAK),
        }
        for key in ("birthplace", "nationality", "gender"):
            texts[key] = inline(str(fact.value)) if (fact := getattr(person, key)) else Text()
        values: dict[str, Any] = {key: placeholders.put(text) if text else "" for key, text in texts.items()}
        values["sections"] = _Texts({name: placeholders.put(text) for name, text in self.texts.items() if text})
        return {**values, "_": placeholders}

    @cached_property
    def texts(self) -> dict[str, Text]:
        """The sections as texts, by their names."""
        return {name: self.text(section) for name, section in self.sections.items()}

    def text(self, section: SelectedSection) -> Text:
        """Return a section as one text: its paragraphs, then a line for each entry."""
        parts = [prose(part) for part in section.texts if part.strip()]
        kind = section.kind or KINDS[section.collection].name if section.collection in KINDS else ""
        return _lines([*parts, *(self.whole(item, kind) for item in section.entries)])

    def whole(self, item: SelectedEntry, kind: str) -> Text:
        """Return all texts of an entry on one line."""
        signs = self.wording.terms.punctuation
        if self.patterns[kind].layout == "rows":
            row = labelled_row(item, kind, self.patterns, self.wording)
            label = row.label + plain_text(row.colon) if row.label else Text()
            return label + join([row.text, *(text for text, _ in texts_of(row.bullets))], signs.comma)
        return join([text for text, _ in texts_of(whole_entry(item, kind, self.patterns, self.wording))], signs.comma)

    def placeholders(self) -> Placeholders:
        """Return new placeholders for the values of one pattern."""
        return Placeholders(self.wording.terms.punctuation, is_right_to_left(self.wording.language))


class _Texts(dict[str, str]):
    """The texts of sections; those that are not in the view or have no text are empty."""

    def __missing__(self, name: str) -> str:
        return ""


def age(born: PartialDate | None, today: PartialDate | None) -> str:
    """Return the age in years on a day, or nothing if the dates leave it open."""
    if not (born and today):
        return ""
    ages = {_years(birth, day) for birth in (born.first_day(), born.last_day()) for day in (today.first_day(), today.last_day())}
    return str(ages.pop()) if len(ages) == 1 else ""


def _years(born: tuple[int, int, int], day: tuple[int, int, int]) -> int:
    return day[0] - born[0] - (day[1:] < born[1:])


def _lines(texts: Iterable[Text]) -> Text:
    return join(texts, LINE_BREAK)


def _span(entry: Entry) -> When:
    return entry.span if isinstance(entry, Position) else entry.when


def _end(when: When, end: str) -> PartialDate | bool | None:
    """Return the beginning or the end of a time, or whether it lasts. A single date is an end."""
    first, last = (when[0], when[-1]) if when else (None, None)
    if end == "present":
        return isinstance(last, DateRange) and last.ongoing
    if end == "start":
        return first.start if isinstance(first, DateRange) else None
    return last.end if isinstance(last, DateRange) else last


def name_of(section: SelectedSection) -> str:
    """Return the name by which a form knows a section."""
    return section.name or section.collection


def with_form(
    selection: Selection, patterns: Mapping[str, EntryPattern], head: Header, sections: Composed, wording: Wording
) -> tuple[Header, list[tuple[SelectedSection, Section]]]:
    """Return the head with the title of a form, and the sections with the boxes before those that the boxes do not show.

    Raises PatternError.
    """
    form, source = selection.form, "person"
    if not form:
        return head, list(sections)
    filled = _Form(selection, patterns, head, wording)
    values = filled.facts()
    lines, last = tuple(fill(pattern, values, values["_"]) for pattern in form.lines), fill(form.closing, values, values["_"])
    blocks: list[Block] = [Lines(lines, "form", source, after=0.3, at_end=True)] if lines else []
    blocks += [filled.table(table, source) for table in form.tables if not table.place]
    first = SelectedSection("custom", source, name="form")
    parts = [(first, Section("form", Text(), tuple(blocks), source))] if blocks else []
    shown, places = {name for _, name in form.mentioned()}, {table.place: table for table in form.tables if table.place}
    for selected, section in sections:
        if table := places.get(name_of(selected)):
            parts.append((selected, replace(section, blocks=filled.tables_of_entries(table))))
        elif name_of(selected) not in shown:
            parts.append((selected, section))
    if last and parts:
        end = Lines((last,), "form", source, before=0.5, at_end=True)
        parts[-1] = parts[-1][0], replace(parts[-1][1], blocks=(*parts[-1][1].blocks, end))
    photo = None if any(table.photo for table in form.tables) else head.photo
    return Header(str(form.title), names=head.names, photo=photo), parts
