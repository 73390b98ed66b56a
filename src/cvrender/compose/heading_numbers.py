"""Number headings, as in `1 Education` and `1.1 Articles` or `I. Education`, and mark the letters at their beginning."""

from collections.abc import Iterable

from cvrender.model.document import Block, Group, Section
from cvrender.model.text import Text, plain_text
from cvrender.model.value import replace
from cvrender.text.bidi import clusters

_ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


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
