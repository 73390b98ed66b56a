"""Find what sets the parts of a head apart: signs between them, slashes, and changes of the typeface."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from cvrender.formats.lines import OldLine
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.dates import FoundDate
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import is_country, is_place, kinds

EDGES = " \xa0\u202f,;:|｜丨│∣ǀ•·–—―‒-\t⋄∗/．。、，،▸►◊◇"
"""The signs that are cut off at the edges of a part."""
_SEPARATOR = re.compile(
    r"\s+(?:[|\\•●■◆◇◊·∙⋅◦○▪▸►‣⋄∗»›>~∫–—―‒-]+|::|//)\s+"
    r"(?!(?:SP|RJ|MG|RS|PR|SC|BA|PE|CE|DF|GO|ES)(?:\W|$))|"  # a state of Brazil is of its city
    r"\s+[–—-](?=[^\W\d_a-zà-ÿ])|\s*[|•⋄｜丨│∣ǀ]\s*|(?<=[^\W\d_][^\W\d_])[–—-]\s+(?=[^\W\d_a-zà-ÿ])|"
    r"\t+| {3,}|(?=[ ]*[\xa0\u3000])[\xa0\u3000 ]{2,}|\s+@\s+|;\s+"
)


def signs_between(text: str, dates: Sequence[FoundDate]) -> Iterator[tuple[int, int]]:
    """Yield the places of the signs and slashes that divide the parts of a head."""
    for sign in _SEPARATOR.finditer(text):
        before, after = text[: sign.start()], text[sign.end() :]
        if sign[0][0] == "-" and not (is_place(after) or "organization" in kinds(after)):
            continue  # of a name: `Engineering- Automation`
        if not (is_within(sign.start(), text) or _is_short_name(before, after) or _is_in_country(before, after)):
            yield sign.span()
    yield from (
        colon.span() for colon in re.finditer(r":\s+", text) if _is_before_job(text[: colon.start()], text[colon.end() :])
    )
    yield from (slash.span() for slash in _SLASH.finditer(text) if _is_between_parts(slash, text, dates))


def _is_before_job(before: str, after: str) -> bool:
    """Return whether a colon stands between an employer and a job: `Acme: Engineer`, but not behind a label."""
    name = before.strip(EDGES)
    is_label = name.rpartition(" ")[2].casefold() in column_names() or "title" in kinds(name)
    return kinds(after.strip(EDGES)) == {"title"} and not is_label and len(name.split()) < 9


_SLASH = re.compile(r"\s+/\s+")


def _is_between_parts(slash: re.Match[str], text: str, dates: Sequence[FoundDate]) -> bool:
    """Return whether a slash divides the parts of a head, as in `Acme / Lund / 2018`, and not two names of one thing."""
    is_before_date = any(text[other.end() :] and other.end() == date.begin for date in dates for other in _SLASH.finditer(text))
    said = [kinds(part) & {"title", "organization"} for part in (text[: slash.start()], text[slash.end() :])]
    is_job_at = {"title"} in said and {"organization"} in said
    return is_before_date or is_job_at or is_place(_SLASH.split(text[slash.end() :])[0].strip(EDGES))


def _is_in_country(before: str, after: str) -> bool:
    """Return whether a sign stands between a city and its country: `Lyon - France`."""
    city, country = re.split(r"[,;|\t]|  ", before)[-1].strip(), re.split(r"[,;|\t(]|  ", after)[0].strip()
    return is_country(country) and city != country and is_place(city)


def _is_short_name(before: str, after: str) -> bool:
    """Return whether what follows an organization is its name in short: `Universidade Federal de Nenhures - UFN`."""
    short = re.match(r"[^\W\d_a-zß-ÿа-я]{2,7}(?=\W|$)", after)
    if not short or "organization" not in kinds(before):
        return False
    letters = iter("".join(re.findall(r"[^\W\d_]", before.casefold())))
    initials = {word[0].casefold() for word in re.findall(r"[^\W\d_]+", before)}
    return short[0][0].casefold() in initials and all(letter in letters for letter in short[0].casefold())


def is_within(place: int, text: str) -> bool:
    """Return whether a place is inside of parentheses."""
    before = text[:place]
    return before.count("(") > before.count(")") and ")" in text[place:]


def _alike(spans: Sequence[Span]) -> str:
    """Return the text of the first spans that have the same typeface."""
    first = spans[0]
    same = takewhile(lambda span: (span.bold, span.italic) == (first.bold, first.italic), spans)
    return "".join(span.text for span in same)


def changes(spans: tuple[Span, ...]) -> Iterator[tuple[int, int]]:
    """Yield where the typeface changes between words."""
    place = 0
    for index, (before, after) in enumerate(zip(spans, spans[1:], strict=False), 1):
        place += len(before.text)
        alike = _alike(spans[index:])
        parted = bool(re.search(r"[\s,，、،:;)]$", before.text) or re.match(r"[\s,，、،:;(]", after.text))
        parted = parted or before.text[-1:].islower() and bool(re.match(r"[^\W\d_a-z]\w", after.text))  # blocks of a web page
        is_other = (before.bold, before.italic) != (after.bold, after.italic)
        is_linked = bool(before.href) and not after.href  # an employer
        is_other = is_other and not _is_subject("".join(span.text for span in spans[:index]), alike)
        is_other = is_other or is_linked and bool(re.match(r",\s", after.text) or is_place(alike.strip()))
        if is_other and parted and re.search(r"\w\w", alike):
            yield place, place


def _is_subject(before: str, after: str) -> bool:
    """Return whether commas divide a degree from its subject and institution: `**PhD**, Physiology, Example College`."""
    parts = re.split(r"[,，、،]\s*", after)
    is_between = len(parts) > 2 and not parts[0] and not kinds(parts[1])
    return is_between and "organization" in kinds(parts[2]) and kinds(before) == {"degree"}


_EASTERN_GAP = re.compile(r"(?<=[\u3040-\u9fff）)])\s+(?=[\u3040-\u9fffA-Z])")
_STRONG = frozenset({"organization", "title", "degree"})
_DEPARTMENT = re.compile(
    r"\S{1,25}?(?:研究科|学部|學部|学科|專攻|専攻|センター|研究室|研究院|学府|学群|学類|コース|チーム|分野|部門|講座)"
    r"(?=[\s（(\[]|$)"
)
"""A part of an institution, in a script in which a space stands before it."""


def goes_on(text: str, place: int) -> bool:
    """Return whether the name of an institution before a place goes on there with its department: `例大学 理学部`."""
    return bool(_DEPARTMENT.match(text, place)) and "organization" in kinds(text[:place])


def eastern_gaps(text: str) -> list[tuple[int, int]]:
    """Return the spaces between Chinese or Japanese texts that say different things: `例大学 物理学 修士`."""
    gaps = [match.span() for match in _EASTERN_GAP.finditer(text) if not goes_on(text, match.end())]
    edges = zip([0, *(gap[1] for gap in gaps)], [*(gap[0] for gap in gaps), len(text)], strict=True)
    said = [kinds(text[start:end]) & _STRONG for start, end in edges]
    is_name = said[-1] == frozenset().union(*said) == {"organization"}  # `医療法人 例会 例病院`
    if len(said) > 6 or not any(said) or is_name:
        return []
    return [gap for gap, one, other in zip(gaps, said, said[1:], strict=False) if one != other or not one]


_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that say in which direction a text is written."""
_COMMA = re.compile(r"(?<=[A-Za-zÀ-ɏ\d)*.’”])\s?[，、،]\s*(?=[*\[(“]*[A-Za-zÀ-ɏ\d])")


def with_usual_signs(line: OldLine) -> OldLine:
    """Return a line with the commas of Latin letters between words in these, and without marks of directions."""
    texts = [_COMMA.sub(", ", _DIRECTIONS.sub("", cell.text)) for cell in line.cells]
    if texts == [cell.text for cell in line.cells]:
        return line
    return replace(line, cells=tuple(replace(cell, text=text) for cell, text in zip(line.cells, texts, strict=True)))
