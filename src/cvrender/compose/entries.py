"""Compose an entry by its pattern, as an entry, a line or a row."""

from collections.abc import Mapping, Sequence

from cvrender.compose.pattern import REST, PatternError, Placeholders, fill, mentioned, placed
from cvrender.compose.values import entry_values, unmentioned
from cvrender.model.base import field_names
from cvrender.model.citations import Cited
from cvrender.model.dates import edtf
from cvrender.model.document import Bullet, EntryBlock, LabelRow, Table
from cvrender.model.expressions import expression
from cvrender.model.fields import Highlight
from cvrender.model.kinds import Position
from cvrender.model.levels import share_of
from cvrender.model.pattern import EntryPattern
from cvrender.model.text import Text, join
from cvrender.model.value import replace
from cvrender.model.view import SelectedEntry
from cvrender.text.bidi import isolating
from cvrender.text.localize import Wording
from cvrender.text.markup import inline, prose
from cvrender.text.scripts import is_right_to_left

_REPEATED_YEAR = expression(r"(?<=\w )(?P<year>(?:19|20)\d\d)\)?(?P<again>,? (?P=year))(?![\w-])")
"""The year of a venue and that of the work: `NeurIPS 2023 2023`, `Programming 2024, 2024`."""


class _Filler:
    """Fills the texts of a pattern with the values of one entry; `rest` is the text for what the pattern does not mention."""

    def __init__(self, selected: SelectedEntry, pattern: EntryPattern, wording: Wording) -> None:
        self.placeholders = Placeholders(wording.terms.punctuation, is_right_to_left(wording.language))
        rest = [name for name in unmentioned(pattern, type(selected.entry)) if name not in wording.leave_out]
        self.values = entry_values(selected.entry, wording, self.placeholders, rest, placed(pattern))
        self.rest = "" if "rest" in mentioned(pattern) else REST

    def __call__(self, text: str) -> Text:
        return without_repeated_year(fill(text, self.values, self.placeholders), self.placeholders.texts)


def without_repeated_year(text: Text, values: Sequence[Text]) -> Text:
    """Return a text in which the year after a name that ends in the same year is left out; years within a value are kept."""
    if not text.spans:
        return text
    repeated = _REPEATED_YEAR.finditer(text.plain)
    year = next((match for match in repeated if not any(match[0] in value.plain for value in values)), None)
    if not year:
        return text
    spans, start = [], 0
    for span in text.spans:
        first, last = (min(max(place - start, 0), len(span.text)) for place in year.span("again"))
        spans.append(replace(span, text=span.text[:first] + span.text[last:]))
        start += len(span.text)
    return Text(tuple(spans))


def entry(selected: SelectedEntry, kind: str, patterns: Mapping[str, EntryPattern], wording: Wording) -> EntryBlock:
    """Compose an entry by the pattern of its kind; the roles of a position become nested entries."""
    if selected.cited:
        return _cited(selected, selected.cited, kind, wording)
    pattern = patterns[kind]
    fill_in = _Filler(selected, pattern, wording)
    roles = selected.entry.roles if isinstance(selected.entry, Position) else ()
    subtitle, place = fill_in(pattern.subtitle), fill_in(pattern.place)
    return EntryBlock(
        kind=kind,
        title=fill_in(pattern.title),
        date=fill_in(pattern.date),
        when=",".join(map(edtf, selected.entry.when)),
        subtitle=subtitle or place,
        place=place if subtitle else Text(),
        lines=tuple(line for line in map(fill_in, (*pattern.lines, fill_in.rest)) if line),
        summary=tuple(text for text in (fill_in(pattern.summary),) if text),
        bullets=_bullets(selected, pattern),
        entries=tuple(
            entry(SelectedEntry(f"{selected.source}.roles[{index}]", role), "role", patterns, wording)
            for index, role in enumerate(roles)
        ),
        source=selected.source,
        label=fill_in(pattern.label),
        new_page=selected.entry.break_ == "before",
        keep_together=selected.entry.keep,
    )


BEHIND = {
    "publication": EntryPattern(
        lines=(
            "{{ [awards | comma | bold, acceptance | wrap(label.acceptance ~ ' '), legend, "
            "also | semicolon | wrap(label.also ~ ' '), note, identifiers, rest] | comma }}",
        )
    ),
    "patent": EntryPattern(lines=("{{ [legend, note, rest] | comma }}",)),
}
"""What follows an entry in the words of a citation style: what no such style has words for."""


def _cited(selected: SelectedEntry, cited: Cited, kind: str, wording: Wording) -> EntryBlock:
    """Compose an entry in the words of a citation style, followed by what that style is not responsible for."""
    fill_in = _Filler(selected, BEHIND[kind], replace(wording, leave_out=wording.leave_out | cited.fields))
    behind = (cited.extra, *map(fill_in, BEHIND[kind].lines))
    isolate = isolating(cited.text, is_right_to_left(wording.language))  # its words and signs are in one order
    return EntryBlock(
        kind=kind,
        title=cited.text.marked(isolate=1) if isolate else cited.text,
        when=",".join(map(edtf, selected.entry.when)),
        lines=tuple(text for text in (join(behind, wording.terms.punctuation.comma),) if text),
        bullets=_bullets(selected, BEHIND[kind]),
        source=selected.source,
        new_page=selected.entry.break_ == "before",
        keep_together=selected.entry.keep,
    )


def line(selected: SelectedEntry, pattern: EntryPattern, wording: Wording) -> Text:
    """Compose an entry as part of a line of several."""
    fill_in = _Filler(selected, pattern, wording)
    return join(map(fill_in, (pattern.label, pattern.title, fill_in.rest)), " ")


def table(items: Sequence[SelectedEntry], columns: Sequence[tuple[str, tuple[str, ...]]], wording: Wording, source: str) -> Table:
    """Compose entries as a table of some of their fields; a column has a heading, its fields, and at least one full cell."""
    rows = []
    for item in items:
        placeholders = Placeholders(wording.terms.punctuation, is_right_to_left(wording.language))
        values = entry_values(item.entry, wording, placeholders)
        rows.append(tuple(fill(f"{{{{ [{', '.join(names)}] | comma }}}}", values, placeholders) for _, names in columns))
    full = [index for index in range(len(columns)) if any(row[index] for row in rows)]
    headings = tuple(inline(columns[index][0]) for index in full)
    return Table(headings, tuple(tuple(row[index] for index in full) for row in rows), source)


def row(selected: SelectedEntry, kind: str, patterns: Mapping[str, EntryPattern], wording: Wording) -> LabelRow:
    """Compose an entry as a row: the title is the label, the first line the text; without a text, the label becomes the text."""
    pattern, signs = patterns[kind], wording.terms.punctuation
    fill_in = _Filler(selected, pattern, wording)
    label = fill_in(pattern.title)
    text = join(map(fill_in, (*pattern.lines[:1], fill_in.rest)), signs.comma)
    bullets = _bullets(selected, pattern)
    new_page = selected.entry.break_ == "before"
    share = share_of(str(getattr(selected.entry, "level", None) or "")) if wording.options.get("levels", "text") != "text" else 0
    return (
        LabelRow(label, text, selected.source, bullets, signs.colon, share, new_page)
        if text or bullets
        else LabelRow(Text(), label, selected.source, new_page=new_page)
    )


def _bullets(selected: SelectedEntry, pattern: EntryPattern) -> tuple[Bullet, ...]:
    """Return the bullets that the pattern asks for; highlights that it does not mention come last."""
    bullets: list[Bullet] = []
    for name in dict.fromkeys((*pattern.bullets, "highlights")):
        items = getattr(selected.entry, name) if name in field_names(type(selected.entry)) else None
        if not isinstance(items, tuple):
            raise PatternError(f'"{name}" is not a list, so it cannot be used for bullets', name)
        bullets += nested_bullets(items, f"{selected.source}.{name}")
    return tuple(bullets)


def nested_bullets(items: Sequence[object], base: str) -> list[Bullet]:
    """Return a bullet for each text, or for each highlight with its nested ones; `base` is the field of the items."""
    bullets = []
    for index, item in enumerate(items):
        source = f"{base}[{index}]"
        text, highlights = (item.text, item.highlights) if isinstance(item, Highlight) else (item, ())
        bullets.append(Bullet(prose(str(text)), tuple(nested_bullets(highlights, f"{source}.highlights")), source))
    return bullets
