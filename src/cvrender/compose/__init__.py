"""Compose a Selection in a Style: the Document, which says once what every target will say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cvrender.compose import entries
from cvrender.compose.bibliography import bibliography
from cvrender.compose.localize import RANGES
from cvrender.compose.markup import inline
from cvrender.compose.pattern import PatternError
from cvrender.compose.people import legend, marks_of
from cvrender.compose.values import Wording, contact_text, labelled, listed_people
from cvrender.errors import InputError, Problem
from cvrender.model.csl import CSL_TYPES
from cvrender.model.document import (
    Block,
    ContactLine,
    Document,
    EntryList,
    Group,
    Header,
    Marker,
    Paragraph,
    Picture,
    Properties,
    Rows,
    Section,
)
from cvrender.model.fields import Contact
from cvrender.model.kinds import KINDS
from cvrender.model.names import owner_names
from cvrender.model.pattern import EntryPattern
from cvrender.model.profile import Owner
from cvrender.model.style import Style, Terms
from cvrender.model.text import join, plain_text
from cvrender.model.view import ChosenSection, Part, Selection


def compose(selection: Selection, style: Style, terms: Terms, photo: Picture | None = None) -> Document:
    """Say everything that the selection holds, in the style's patterns and the terms of its language.

    Raises InputError when a pattern is wrong.
    """
    profile = selection.profile
    dates, dash = str(style.values["dates"]), RANGES[str(style.values["range"])]
    wording = Wording(
        selection.language, terms, dates, dash, owner_names(profile.person), legend=style.values["legend"] == "entry"
    )
    sections = []
    for index, section in enumerate(selection.sections):
        try:
            blocks = _blocks(section, style, wording)
        except PatternError as error:
            file, line, column = style.locations.get(error.pattern, ("", 0, 0))
            hint = error.hint or f'see the style "{style.name}"'
            raise InputError([Problem(str(error), file, line, column, hint=hint)]) from None
        sections.append(
            Section(
                _anchor(section, index, selection.sections[:index]),
                inline(section.title or _title(section, style, wording)),
                blocks,
            )
        )
    return Document(_properties(selection, terms), _header(profile.person, photo), tuple(sections), bibliography(selection))


def _title(section: ChosenSection, style: Style, wording: Wording) -> str:
    """The section's title in the language's terms. Raises InputError where these have none."""
    return _term(wording.terms.sections, "sections", section.collection, style, wording)


def _term(terms: Mapping[str, str], table: str, key: str, style: Style, wording: Wording) -> str:
    if key not in terms:
        message = f'the style "{style.name}" has no word for "{table}.{key}" in the language "{wording.language}"'
        raise InputError([Problem(message, hint=f'add it to "{table}" in terms/{wording.language}.yaml')])
    return terms[key]


def _anchor(section: ChosenSection, index: int, before: Sequence[ChosenSection]) -> str:
    name = section.collection
    return f"{name}-{index}" if name == "custom" or name in [other.collection for other in before] else name


def _properties(selection: Selection, terms: Terms) -> Properties:
    profile = selection.profile
    return Properties(
        title=f"{profile.person.name} – {terms.labels['cv'].one}",
        author=profile.person.name,
        subject=inline(str(profile.person.headline or "")).plain,
        keywords=tuple(inline(interest).plain for interest in selection.interests),
        language=selection.language,
        modified=str(profile.updated or ""),
    )


def _header(person: Owner, photo: Picture | None) -> Header:
    contacts = []
    if person.location:
        place = labelled(plain_text(person.location.value), person.location)
        contacts.append(ContactLine("location", place, "person.location"))
    for kind, field, scheme in (("phone", "phones", "tel:"), ("email", "emails", "mailto:"), ("link", "links", "")):
        found: tuple[Contact, ...] = getattr(person, field)
        contacts += [ContactLine(kind, contact_text(c, scheme), f"person.{field}[{index}]") for index, c in enumerate(found)]
    return Header(person.name, person.native or "", inline(str(person.headline or "")), tuple(contacts), photo)


def _blocks(section: ChosenSection, style: Style, wording: Wording) -> tuple[Block, ...]:
    blocks: list[Block] = [Paragraph(inline(section.intro), source=section.source)] if section.intro else []
    blocks += [Paragraph(inline(text.strip()), source=section.source) for text in section.texts if text.strip()]
    meaning = legend(_marks(section), wording.terms)
    if meaning and not wording.legend:
        blocks.append(Paragraph(meaning, "legend", section.source))
    for part in section.parts:
        inside = _part(part, section, style, replace(wording, heading=part.key))
        if part.key:
            blocks.append(Group(inline(part.title or _group_title(part.key, style, wording)), inside))
        else:
            blocks += inside
    return tuple(blocks)


def _group_title(key: str, style: Style, wording: Wording) -> str:
    """The words of a type of publications or a time; a venue, a role or a tag is its own title."""
    if key in wording.terms.groups or key in CSL_TYPES:
        return _term(wording.terms.groups, "groups", key, style, wording)
    return key


def _marks(section: ChosenSection) -> set[str]:
    marks: set[str] = set()
    for part in section.parts:
        for chosen in part.entries:
            marks |= marks_of(listed_people(chosen.entry))
    return marks


def _part(part: Part, section: ChosenSection, style: Style, wording: Wording) -> tuple[Block, ...]:
    kind = KINDS[section.collection].name
    wording = replace(wording, leave_out=section.leave_out, most_authors=section.authors.max if section.authors else None)
    pattern = style.entries[kind]
    has_more = any(chosen.entry.highlights or getattr(chosen.entry, "roles", ()) for chosen in part.entries)
    if pattern.layout == "line" and not has_more:
        texts = [entries.line(chosen, pattern, wording) for chosen in part.entries]
        return (Paragraph(join(texts, ", "), source=section.source),)
    if pattern.layout == "rows" and not any(getattr(chosen.entry, "roles", ()) for chosen in part.entries):
        return (Rows(tuple(entries.row(chosen, kind, style.entries, wording) for chosen in part.entries)),)
    made = tuple(entries.entry(chosen, kind, style.entries, wording) for chosen in part.entries)
    return (EntryList(made, _marker(section, pattern, style), part.start, part.step),) if made else ()


def _marker(section: ChosenSection, pattern: EntryPattern, style: Style) -> Marker:
    """What stands before each entry: as the view says, else as the style does."""
    numbered = section.number != ("none",)
    if section.number is None:
        numbered = pattern.marker == "number" and bool(style.values["numbering"])
    return "number" if numbered else "none" if pattern.marker == "number" else pattern.marker
