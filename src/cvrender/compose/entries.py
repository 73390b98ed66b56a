"""An entry and its pattern in, a block's Entry or Row out."""

from collections.abc import Sequence

from cvrender.compose.markup import inline
from cvrender.compose.pattern import PatternError, Slots, fill
from cvrender.compose.values import Wording, entry_values
from cvrender.model.document import Bullet, Entry, Row
from cvrender.model.entries import Position
from cvrender.model.fields import Highlight
from cvrender.model.style import EntryPattern
from cvrender.model.text import Text
from cvrender.model.view import Chosen


def entry(chosen: Chosen, kind: str, patterns: dict[str, EntryPattern], wording: Wording) -> Entry:
    """The entry as the pattern of its kind says it; the roles of a position are entries within it."""
    pattern = patterns[kind]
    slots = Slots()
    values = entry_values(chosen.entry, wording, slots)
    lines = (fill(line, values, slots) for line in pattern.lines)
    summary = (fill(text, values, slots) for text in (pattern.summary,))
    roles = chosen.entry.roles if isinstance(chosen.entry, Position) else ()
    return Entry(
        kind=kind,
        title=fill(pattern.title, values, slots),
        date=fill(pattern.date, values, slots),
        when=",".join(str(item) for item in chosen.entry.when),
        lines=tuple(line for line in lines if line),
        summary=tuple(text for text in summary if text),
        bullets=_bullets(chosen, pattern),
        entries=tuple(
            entry(Chosen(f"{chosen.source}.roles[{index}]", role), "role", patterns, wording) for index, role in enumerate(roles)
        ),
        source=chosen.source,
        label=fill(pattern.label, values, slots),
    )


def interest(text: str, source: str, pattern: EntryPattern) -> Entry:
    """An interest, which is no more than a text."""
    slots = Slots()
    values = {"text": slots.put(inline(text))}
    return Entry("interest", fill(pattern.title, values, slots), source=source, label=fill(pattern.label, values, slots))


def row(chosen: Chosen, kind: str, patterns: dict[str, EntryPattern], wording: Wording) -> Row:
    """The entry as a row: the pattern's title is the label, its first line the text; a label alone is the text."""
    pattern = patterns[kind]
    slots = Slots()
    values = entry_values(chosen.entry, wording, slots)
    label = fill(pattern.title, values, slots)
    text = fill(pattern.lines[0], values, slots) if pattern.lines else Text()
    bullets = _bullets(chosen, pattern)
    return Row(label, text, chosen.source, bullets) if text or bullets else Row(Text(), label, chosen.source)


def _bullets(chosen: Chosen, pattern: EntryPattern) -> tuple[Bullet, ...]:
    made: list[Bullet] = []
    for name in pattern.bullets:
        items = getattr(chosen.entry, name) if name in type(chosen.entry).model_fields else None
        if not isinstance(items, tuple):
            raise PatternError(f'"{name}" is no list of the entry, and cannot be its bullets', name)
        made += _points(items, f"{chosen.source}.{name}")
    return tuple(made)


def _points(items: Sequence[object], source: str) -> list[Bullet]:
    """A bullet for each highlight, with those below it, or for each text."""
    made = []
    for index, item in enumerate(items):
        place = f"{source}[{index}]"
        if isinstance(item, Highlight):
            made.append(Bullet(inline(str(item.text)), tuple(_points(item.highlights, f"{place}.highlights")), place))
        else:
            made.append(Bullet(inline(str(item)), (), place))
    return made
