"""Compose a Selection in a Style to a Document, which states once what every target says."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from cvrender.compose import entries
from cvrender.compose.bibliography import bibliography, career
from cvrender.compose.counts import counts
from cvrender.compose.form import with_form
from cvrender.compose.header import header
from cvrender.compose.heading_numbers import in_parts, numbered, titled_once, with_leads
from cvrender.compose.images import EntryPictures, text_blocks, with_images, with_logos
from cvrender.compose.language_grid import fits_in_grid, language_grid
from cvrender.compose.page_breaks import before_headings
from cvrender.compose.pattern import PatternError, is_wrong
from cvrender.compose.people import legend, shown_names
from cvrender.compose.side_column import with_sections_aside
from cvrender.compose.signature import Signature, signature_section
from cvrender.compose.typography import typographic, without_italics
from cvrender.compose.values import credited_people
from cvrender.errors import InputError, Problem
from cvrender.model.csl import CSL_TYPES
from cvrender.model.document import (
    Block,
    Document,
    EntryBlock,
    EntryList,
    Group,
    LabelRow,
    Marker,
    Paragraph,
    Properties,
    Rows,
    Section,
    Table,
)
from cvrender.model.head_and_foot import Line, Placeholder, fill_line, parse_line
from cvrender.model.kinds import KINDS
from cvrender.model.names import owner_names
from cvrender.model.page import LINES
from cvrender.model.parts import expanded, parts_of
from cvrender.model.pattern import EntryPattern
from cvrender.model.prose_blocks import Picture
from cvrender.model.style import Style
from cvrender.model.terms import Terms
from cvrender.model.text import join
from cvrender.model.value import replace
from cvrender.model.view import EntryGroup, SelectedSection, Selection
from cvrender.text.block_markdown import blocks_of
from cvrender.text.formatted import keep
from cvrender.text.formulas import readable
from cvrender.text.localize import RANGES, Wording, format_when
from cvrender.text.markup import inline
from cvrender.text.scripts import has_italics

_NO_PICTURES = EntryPictures()


def compose(
    selection: Selection,
    style: Style,
    terms: Terms,
    photo: Picture | None = None,
    signature: Signature | None = None,
    pictures: EntryPictures = _NO_PICTURES,
) -> Document:
    """Compose the selection with the style's patterns and the terms of its language.

    Raises InputError, and PatternError for a pattern of the view's form. `pictures` are those of entries.
    """
    profile, wording = selection.profile, wording_of(selection, style, terms)
    sections = []
    for index, section in enumerate(selection.sections):
        try:
            blocks, begins = before_headings(_blocks(section, style, wording, pictures))
            blocks = with_images(blocks, section, pictures)
        except PatternError as error:
            raise InputError([_pattern_problem(error, style)]) from None
        anchor = _anchor(section, index, selection.sections[:index])
        title = inline(section.title or _section_title(section, style, wording))
        pages = {"new_page": section.new_page or begins, "keep_together": section.keep_together}
        sections.append((section, Section(anchor, title, blocks, section.source, **pages)))
    head = header(profile.person, selection.name_order, wording, photo)
    contents, skip = (terms.labels[name].one for name in ("contents", "skip"))
    works, facts = bibliography(selection), career(selection)
    properties = _properties(selection, terms, head.names)
    head, sections = with_form(selection, style.patterns, head, sections, wording)
    parted = in_parts(sections, terms.punctuation.colon)
    arranged = numbered(titled_once(with_sections_aside(parted, head, style)), str(style.values["heading_numbers"]))
    arranged = with_leads(arranged, int(str(style.values["heading_lead"])))
    if signature:
        arranged = (*arranged, signature_section(signature, f"{head.before}{properties.author}", wording))
    page_head, page_foot = _running_lines(selection, style, properties.author, wording)
    keep()
    document = Document(properties, head, arranged, works, facts, contents, skip, page_head, page_foot)
    document = with_logos(document, pictures.logos)
    document = document if has_italics(selection.language) else without_italics(document)
    return typographic(document, terms.punctuation) if style.values["punctuation"] == "typographic" else document


def _pattern_problem(error: PatternError, style: Style) -> Problem:
    """Return an error of a pattern at the place of the pattern, or of the part of it that is wrong."""
    texts = [text for pattern in style.entries.values() for text in pattern.texts]
    written = next((text for text in texts if expanded(text, tuple(sorted(style.parts.items()))) == error.pattern), error.pattern)
    wrong = next((part for part in parts_of(written, style.parts).values() if is_wrong(part, error)), written)
    hint = error.hint or f'see the style "{style.name}"'
    location = style.locations[wrong]() if wrong in style.locations else ("", 0, 0)
    return Problem(str(error), *location, hint=hint, code="bad-pattern")


def wording_of(selection: Selection, style: Style, terms: Terms) -> Wording:
    """Return the wording of a selection in a style."""
    dates, dash, owner = str(style.values["dates"]), RANGES[str(style.values["range"])], owner_names(selection.profile.person)
    legend_in_entries, order = style.values["legend"] == "entry", selection.list_name_order
    return Wording(
        selection.language, terms, dates, dash, owner, legend=legend_in_entries, options=style.values, name_order=order
    )


def _running_lines(selection: Selection, style: Style, name: str, wording: Wording) -> tuple[Line, ...]:
    """Return the head and the foot of pages with the name and the date of the profile."""
    updated = selection.profile.updated
    date = format_when((updated,), wording) if updated else ""
    facts = {Placeholder.NAME: name, Placeholder.UPDATED: date}
    return tuple(fill_line(parse_line(str(style.values[option])), facts) for option in LINES)


def _term(table: Literal["sections", "groups"], key: str, style: Style, wording: Wording) -> str:
    """Return the title of a section or group from the terms. Raises InputError if they have none."""
    terms: Mapping[str, str] = getattr(wording.terms, table)
    if key not in terms:
        message = f'style "{style.name}" has no term "{table}.{key}" for language "{wording.language}"'
        raise InputError([Problem(message, hint=f'add it to "{table}" in terms/{wording.language}.yaml', code="missing-term")])
    return terms[key]


def _section_title(section: SelectedSection, style: Style, wording: Wording) -> str:
    if section.counts or section.metrics:
        return wording.terms.labels["counts"].one
    return _term("sections", section.collection, style, wording)


def _anchor(section: SelectedSection, index: int, before: Sequence[SelectedSection]) -> str:
    name = section.collection
    return f"{name}-{index}" if name == "custom" or name in [other.collection for other in before] else name


def _properties(selection: Selection, terms: Terms, shown: tuple[str, str]) -> Properties:
    """Return the metadata; `shown` are the names that the header shows."""
    profile = selection.profile
    name, _ = shown_names(profile.person.name, profile.person.native, selection.language)
    name = name if name in shown else shown[0]
    return Properties(
        title=f"{name} – {selection.form.title if selection.form else terms.labels['cv'].one}",
        author=name,
        subject=readable(inline(str(profile.person.headline or ""))),
        keywords=tuple(readable(inline(interest)) for interest in selection.interests),
        language=selection.language,
        modified=str(profile.updated or ""),
    )


def _blocks(section: SelectedSection, style: Style, wording: Wording, pictures: EntryPictures) -> tuple[Block, ...]:
    blocks = [*blocks_of([section.intro], section.source), *text_blocks(section, pictures)]
    blocks += _facts(section, wording.terms.punctuation.colon)
    meaning = legend((person for item in section.entries for person in credited_people(item.entry)), wording.terms)
    if meaning and not wording.legend:
        blocks.append(Paragraph(meaning, "legend", section.source))
    blocks += counts(section, lambda key: _group_title(key, style, wording), wording)
    for group in section.groups:
        entry_blocks = _entry_blocks(group, section, style, replace(wording, heading=group.key))
        if group.key:
            blocks.append(Group(inline(group.title or _group_title(group.key, style, wording)), entry_blocks))
        else:
            blocks += entry_blocks
    return tuple(blocks)


def _facts(section: SelectedSection, colon: str) -> Iterator[Block]:
    """Yield the bullets, and the rows as a table with the columns as its header, or as labels and their texts."""
    if section.bullets:
        bullets = entries.nested_bullets(section.bullets, f"{section.source}.highlights")
        items = tuple(EntryBlock("text", bullet.text, bullets=bullet.bullets, source=bullet.source) for bullet in bullets)
        yield EntryList(items, "bullet")
    rows = [tuple(inline(cell) for cell in row) for row in section.rows]
    if section.columns:
        yield Table(tuple(inline(title) for title in section.columns), tuple(rows), section.source)
    elif rows:
        yield Rows(tuple(LabelRow(label, text, section.source, colon=colon) for label, text in rows))


def _group_title(key: str, style: Style, wording: Wording) -> str:
    """Return the term of a publication type or a time; a venue, role or tag is its own title."""
    if key in wording.terms.groups or key in CSL_TYPES:
        return _term("groups", key, style, wording)
    return key


def _entry_blocks(group: EntryGroup, section: SelectedSection, style: Style, wording: Wording) -> tuple[Block, ...]:
    kind = section.kind or KINDS[section.collection].name
    wording = replace(wording, leave_out=section.leave_out, most_authors=section.authors.max if section.authors else None)
    if kind == "language" and style.values["languages"] == "table" and any(map(fits_in_grid, group.entries)):
        return _with_grid(group, section, style, wording)
    if section.table and group.entries:
        return (entries.table(group.entries, section.table, wording, section.source),)
    pattern = style.patterns[kind]
    has_roles = any(getattr(item.entry, "roles", ()) for item in group.entries)
    is_cited = any(item.cited for item in group.entries)
    if pattern.layout == "line" and not (is_cited or has_roles) and not any(item.entry.highlights for item in group.entries):
        texts = [entries.line(item, pattern, wording) for item in group.entries]
        return (Paragraph(join(texts, wording.terms.punctuation.comma), source=section.source),)
    if pattern.layout == "rows" and not (is_cited or has_roles):
        return (Rows(tuple(entries.row(item, kind, style.patterns, wording) for item in group.entries)),)
    blocks = tuple(entries.entry(item, kind, style.patterns, wording) for item in group.entries)
    return (EntryList(blocks, _marker(section, pattern, style), group.start, group.step),) if blocks else ()


def _with_grid(group: EntryGroup, section: SelectedSection, style: Style, wording: Wording) -> tuple[Block, ...]:
    """Return the languages without skills of the CEFR by their pattern, and the others as a table."""
    inside = [item for item in group.entries if fits_in_grid(item)]
    outside = replace(group, entries=tuple(item for item in group.entries if not fits_in_grid(item)))
    title = inline(_term("sections", "languages", style, wording))
    grid = language_grid(inside, title, style.patterns, wording, section.source)
    return (*(_entry_blocks(outside, section, style, wording) if outside.entries else ()), grid)


def _marker(section: SelectedSection, pattern: EntryPattern, style: Style) -> Marker:
    """Return the marker of the entries: as the view says, else as the style does."""
    numbered = section.number != ("none",)
    if section.number is None:
        numbered = pattern.marker == "number" and bool(style.values["numbering"])
    return "number" if numbered else "none" if pattern.marker == "number" else pattern.marker
