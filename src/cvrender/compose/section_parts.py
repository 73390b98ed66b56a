"""Put neighbouring sections of the same part under one heading, as its groups."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from cvrender.model.document import Group, Section
from cvrender.model.text import plain_text
from cvrender.model.value import replace
from cvrender.model.view import SelectedSection
from cvrender.text.markup import inline

Composed = tuple[SelectedSection, Section]


def in_parts(sections: Sequence[Composed], colon: str) -> list[Composed]:
    """Return sections, those of a part as one with the part's title. `colon` divides a section's title from that of its group."""
    composed: list[Composed] = []
    for part, pairs in groupby(sections, key=lambda pair: pair[0].part):
        neighbours = list(pairs)
        composed += [_joined(part, neighbours, colon)] if part else neighbours
    return composed


def _joined(part: str, sections: Sequence[Composed], colon: str) -> Composed:
    first, whole = sections[0]
    blocks = tuple(group for _, section in sections for group in _groups(section, colon))
    keep_together = all(section.keep_together for _, section in sections)
    return first, replace(whole, title=inline(part), blocks=blocks, source="", keep_together=keep_together)


def _groups(section: Section, colon: str) -> Iterator[Group]:
    """Yield a section as a group, and its own groups behind it, since a group contains no others."""
    own = tuple(block for block in section.blocks if not isinstance(block, Group))
    inner = [block for block in section.blocks if isinstance(block, Group)]
    if own or not inner:
        yield Group(section.title, own, section.source)
    for group in inner:
        yield Group(section.title + plain_text(colon) + group.title, group.blocks, section.source)
