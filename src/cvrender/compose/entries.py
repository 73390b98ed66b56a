"""Compose an entry by its pattern: a block's entry, or a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cvrender.compose.markup import inline
from cvrender.compose.pattern import PatternError, Placeholders, fill, mentioned
from cvrender.compose.values import Wording, entry_values, unmentioned
from cvrender.model.base import field_names
from cvrender.model.document import Bullet, EntryBlock, Row
from cvrender.model.fields import Highlight
from cvrender.model.kinds import Position
from cvrender.model.pattern import EntryPattern
from cvrender.model.text import Text, join
from cvrender.model.view import Chosen

_REST = "{{ rest | comma }}"


@dataclass(frozen=True, slots=True)
class _Filling:
    """An entry's pattern and its values, ready to be put together."""

    pattern: EntryPattern
    values: Mapping[str, Any]
    placeholders: Placeholders
    adds_rest: bool

    def __call__(self, text: str) -> Text:
        return fill(text, self.values, self.placeholders)


def _filling(chosen: Chosen, pattern: EntryPattern, wording: Wording) -> _Filling:
    placeholders = Placeholders()
    rest = tuple(name for name in unmentioned(pattern, type(chosen.entry)) if name != "highlights")
    values = entry_values(chosen.entry, wording, placeholders, rest)
    return _Filling(pattern, values, placeholders, adds_rest="rest" not in mentioned(pattern))


def entry(chosen: Chosen, kind: str, patterns: Mapping[str, EntryPattern], wording: Wording) -> EntryBlock:
    """The entry as the pattern of its kind says it; the roles of a position are entries within it."""
    fill_in = _filling(chosen, patterns[kind], wording)
    pattern = fill_in.pattern
    texts = (*pattern.lines, _REST) if fill_in.adds_rest else pattern.lines
    roles = chosen.entry.roles if isinstance(chosen.entry, Position) else ()
    return EntryBlock(
        kind=kind,
        title=fill_in(pattern.title),
        date=fill_in(pattern.date),
        when=",".join(str(item) for item in chosen.entry.when),
        lines=tuple(line for line in map(fill_in, texts) if line),
        summary=tuple(text for text in (fill_in(pattern.summary),) if text),
        bullets=_bullets(chosen, pattern),
        entries=tuple(
            entry(Chosen(f"{chosen.source}.roles[{index}]", role), "role", patterns, wording) for index, role in enumerate(roles)
        ),
        source=chosen.source,
        label=fill_in(pattern.label),
    )


def line(chosen: Chosen, pattern: EntryPattern, wording: Wording) -> Text:
    """The entry as a part of a line of several."""
    fill_in = _filling(chosen, pattern, wording)
    texts = [fill_in(text) for text in (pattern.label, pattern.title, _REST if fill_in.adds_rest else "")]
    return join(texts, " ")


def row(chosen: Chosen, kind: str, patterns: Mapping[str, EntryPattern], wording: Wording) -> Row:
    """The entry as a row: the pattern's title is the label, its first line the text; a label alone is the text."""
    fill_in = _filling(chosen, patterns[kind], wording)
    label = fill_in(fill_in.pattern.title)
    texts = (*fill_in.pattern.lines[:1], *([_REST] if fill_in.adds_rest else []))
    text = join([fill_in(text) for text in texts], ", ")
    bullets = _bullets(chosen, fill_in.pattern)
    return Row(label, text, chosen.source, bullets) if text or bullets else Row(Text(), label, chosen.source)


def _bullets(chosen: Chosen, pattern: EntryPattern) -> tuple[Bullet, ...]:
    """The bullets that the pattern asks for; highlights that it forgot come last."""
    made: list[Bullet] = []
    for name in dict.fromkeys((*pattern.bullets, "highlights")):
        items = getattr(chosen.entry, name) if name in field_names(type(chosen.entry)) else None
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
