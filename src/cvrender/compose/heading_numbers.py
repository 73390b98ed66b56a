"""Number headings, as in `1 Education` and `1.1 Articles` or `I. Education`, mark the letters at their beginning, and put
neighbouring sections of the same part under one heading, as its groups.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cvrender.model.document import Block, Group, Rows, Section
from cvrender.model.text import Text, plain_text
from cvrender.model.value import replace
from cvrender.model.view import SelectedSection
from cvrender.text.bidi import clusters
from cvrender.text.markup import inline

_ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def titled_once(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Leave out the heading of a section that has that of the section above it, and the labels of rows that repeat a heading."""
    titles = [(section.title.plain, section.is_aside, section.is_above, section.new_page) for section in sections]
    return tuple(
        replace(section, title=Text() if index and titles[index] == titles[index - 1] else section.title)
        for index, section in enumerate(map(_without_label, sections))
    )


def _without_label(section: Section) -> Section:
    """Return a section whose rows have no label that is its title."""
    title = section.title.plain.strip(" :").casefold()
    if not title or not any(isinstance(block, Rows) for block in section.blocks):
        return section
    return replace(section, blocks=tuple(_unlabelled(block, title) for block in section.blocks))


def _unlabelled(block: Block, title: str) -> Block:
    if not isinstance(block, Rows):
        return block
    is_same = [row.label.plain.strip(" :").casefold() == title and bool(row.text) for row in block.rows]
    return replace(
        block, rows=tuple(replace(row, label=Text()) if same else row for row, same in zip(block.rows, is_same, strict=True))
    )


def numbered(sections: Iterable[Section], form: str) -> tuple[Section, ...]:
    """Return sections with numbers before their titles and those of their groups; `form` is `none`, `arabic` or `roman`."""
    if form == "none":
        return tuple(sections)
    results = []
    for index, section in enumerate(sections, 1):
        if not section.title:
            results.append(section)
            continue
        number = roman(index) if form == "roman" else str(index)
        title = plain_text(f"{number}. " if form == "roman" else f"{number} ") + section.title
        results.append(replace(section, title=title, blocks=tuple(_numbered_groups(section.blocks, number))))
    return tuple(results)


def with_leads(sections: Iterable[Section], count: int) -> tuple[Section, ...]:
    """Return sections whose titles begin with `count` letters of the form `lead`, in scripts that have capitals."""
    return tuple(replace(section, title=_with_lead(section.title, count)) if count else section for section in sections)


def _with_lead(title: Text, count: int) -> Text:
    if not title:
        return title
    first, *others = title.spans
    letters = clusters(first.text)[:count]
    if first.math or first.form or not all(letter.lower() != letter.upper() for letter in letters):
        return title
    lead = "".join(letters)
    rest = (replace(first, text=first.text[len(lead) :]),) if len(lead) < len(first.text) else ()
    return Text((replace(first, text=lead, form="lead"), *rest, *others))


def _numbered_groups(blocks: Iterable[Block], number: str) -> Iterable[Block]:
    count = 0
    for block in blocks:
        if isinstance(block, Group):
            count += 1
            yield replace(block, title=plain_text(f"{number}.{count} ") + block.title)
        else:
            yield block


def roman(number: int) -> str:
    """Return a number from 1 to 89 in Roman numerals, and a greater one in digits."""
    if number >= 90:
        return str(number)
    text = ""
    for value, letters in _ROMAN:
        while number >= value:
            text, number = text + letters, number - value
    return text


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
