"""Extract what a résumé parser would: name, contacts, sections, positions with dates, publications.

The heuristics are those of applicant tracking systems: lines, capitals, common headings, dates at the end of lines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.values import markdown
from cvrender.model.fields import Localized
from cvrender.model.names import normalized_name
from cvrender.model.profile import Profile
from cvrender.model.reading import Reading
from cvrender.old_cvs.assign import assign
from cvrender.old_cvs.dates import dates_in, range_parts
from cvrender.old_cvs.headings import group_titles, known_headings, plain
from cvrender.old_cvs.kinds_of_words import is_place
from cvrender.old_cvs.segmentation import dated_entries
from cvrender.rules.inspect.works import count_works

_NAME_LINES = 3
"""The most lines that a long name takes."""

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w./-])\+?\(?\d[\d ()/.-]{6,}\d(?![\w-])")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*\.?"
_DATE = rf"(?:\d{{4}}\s?年(?:\d{{1,2}}月)?|{_MONTH} (?:\d{{1,2}}, )?\d{{4}}|\d{{1,2}}/\d{{4}}|\d{{4}}-\d{{2}}|\d{{4}})"
_SEVERAL = re.compile(rf"(?<!\w)({_DATE})(?:, {_DATE})*, ({_DATE})\s*$")
_SEVERAL_FIRST = re.compile(rf"^({_DATE})(?:, {_DATE})*, ({_DATE})(?=\s)")
_HEADING_NUMBER = re.compile(r"^(?:[IVXLC]+|[A-Z]|\d{1,2})(?:\.\d{1,2})*[.)]?\s+(?=\S)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FEWEST_MARKED = 2
"""How many known headings are marked in a file whose headings are all marked."""
_ITEM = re.compile(r"^(?:\[?\d{1,4}[.)\]]\s|[•◦▪‣-]\s|\[[^\]]{2,20}\]\s)")


_SHARED = frozenset({"software", "dataset"})
"""Types of works whose titles as groups are sections of other things, too."""


@dataclass(frozen=True, slots=True)
class ExtractedPosition:
    """A position: its line without the dates, the dates as written, and what importing the file takes for employer and title."""

    text: str
    start: str
    end: str
    organization: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The result. `sections` are headings as written, with their kind."""

    name: str
    emails: tuple[str, ...]
    phones: tuple[str, ...]
    links: tuple[str, ...]
    sections: tuple[tuple[str, str], ...]
    positions: tuple[ExtractedPosition, ...]
    publications: int
    text: tuple[str, ...]


def extract(reading: Reading, headings: Mapping[str, str] | None = None, names: Iterable[str] = ()) -> Extracted:
    """Extract the facts of a CV from what was read of it.

    `headings` are further headings, in lower case, with the sections that they stand for: those of a profile or view. `names` are
    further spellings of the person's name.
    """
    known = {**_with_groups(known_headings()), **(headings or {})}
    lines = list(_without_repeated([[line.strip() for line in page if line.strip()] for page in reading.pages]))
    name = _name(lines, reading.properties.get("author", ""), known)
    sections = [section for section in _sections(lines, reading.headings, known) if lines[section[0]] != name]
    text = "\n".join(lines)
    addresses = [link for link in reading.links if not link.startswith(("mailto:", "tel:"))]
    mails = [link.removeprefix("mailto:") for link in reading.links if link.startswith("mailto:")]
    calls = [link.removeprefix("tel:") for link in reading.links if link.startswith("tel:")]
    shown = [phone for phone in _PHONE.findall(text) if 7 <= sum(char.isdigit() for char in phone) <= 15 and "+" in phone]
    return Extracted(
        name=name,
        emails=tuple(dict.fromkeys([*_EMAIL.findall(text), *mails])),
        phones=tuple(_unique_numbers([*shown, *calls])),
        links=tuple(dict.fromkeys(addresses)),
        sections=tuple((lines[index], kind) for index, kind in sections),
        positions=tuple(_positions(_within(lines, sections, "positions"))),
        publications=count_works(_within(lines, sections, "publications"), (*_parts(name), *names)),
        text=tuple(lines),
    )


def _with_groups(known: Mapping[str, str]) -> dict[str, str]:
    """Return known headings, and the titles of groups of works; some are sections of their own in other CVs: `Software`."""
    groups = {plain(title): kind for kind, title in group_titles()}
    return {
        title: "publications" if groups.get(title) in _SHARED else known.get(title, "publications")
        for title in {**groups, **known}
    }


def _without_repeated(pages: list[list[str]]) -> Iterator[str]:
    """Yield all lines but those with which each of several pages after the first begins or ends, save for its number."""
    kept = [list(page) for page in pages]
    for edge in (0, -1):
        while len(pages) > 2 and all(kept[1:]):
            edges = {re.sub(rf"(?<!\d){number}(?!\d)", "#", page[edge]) for number, page in enumerate(kept[1:], 2)}
            if len(edges) > 1:
                break
            for page in kept[1:]:
                del page[edge]
    yield from chain(*kept)


def _unique_numbers(phones: list[str]) -> list[str]:
    """Return phone numbers that differ in more than spaces."""
    return list({re.sub(r"[^\d+]", "", phone): phone for phone in reversed(phones)}.values())[::-1]


def _name(lines: list[str], author: str, known: Mapping[str, str]) -> str:
    """Return the name at the top: the first lines if they hold the file's author, else the first line that looks like a name."""
    wanted = normalized_name(author)
    for begin in range(min(2, len(lines))):
        for end in range(begin + 1, min(begin + _NAME_LINES, len(lines)) + 1):
            joined = " ".join(lines[begin:end])
            if wanted and wanted in normalized_name(joined) and not normalized_name(joined).index(wanted):
                return joined
    for line in lines[:5]:
        words = line.split()
        if 1 <= len(words) <= 6 and not re.search(r"[\d@:/|]", line) and plain(line) not in known:
            return line
    return ""


def _parts(name: str) -> Iterator[str]:
    """Yield the names in a name line, in which credentials and the name in another script may follow the first one."""
    bare = re.sub(r",.*?(?=[^\x00-\u024f]|$)", " ", name)
    yield from filter(None, (part.strip() for part in re.split(r"(?<=[\x00-\u024f]) (?=[^\x00-\u024f])", bare)))


def _sections(lines: list[str], headings: tuple[str, ...], known: Mapping[str, str]) -> list[tuple[int, str]]:
    """Return the lines that are headings, with their kinds: those marked as headings, if they are, else those that look so.

    A year does not begin a section.
    """
    kinds = [known.get(plain(line)) or known.get(plain(_HEADING_NUMBER.sub("", line)), "") for line in lines]
    bare = [" ".join(line.split()) for line in lines]
    exact = {" ".join(heading.split()) for heading in headings}
    folded = {heading.casefold() for heading in exact - set(bare)}
    marked = {index for index, line in enumerate(bare) if line in exact or line.casefold() in folded}
    if sum(bool(kinds[index]) for index in marked) < _FEWEST_MARKED:
        marked |= set(_looking_like_headings(lines, kinds))
    return [(index, kinds[index] or "other") for index in sorted(marked) if not _YEAR.fullmatch(bare[index])]


def _looking_like_headings(lines: list[str], kinds: list[str]) -> Iterator[int]:
    """Yield the lines with known headings, and others in capitals, if headings are.

    Words of a text that stand alone on its last line are written otherwise than most known headings, or are of another kind.
    """
    named = [line for line, kind in zip(lines, kinds, strict=True) if kind]
    in_capitals = sum(map(str.isupper, named)) * 2 >= len(named)
    in_small_letters = all(line[:1].islower() for line in named)
    section = ""
    for index, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
        capitals = line.isupper() and len(line) > 3 and len(line.split()) <= 6 and not re.search(r"\d|[,;@]", line)
        if kind and (in_small_letters or not line[:1].islower()):
            is_heading = line.isupper() or not line.isascii() or not in_capitals or kind == section
        else:
            is_heading = capitals and in_capitals and index > 1
        if is_heading:
            section = kind or "other"
            yield index


def _within(lines: list[str], sections: list[tuple[int, str]], wanted: str) -> list[str]:
    """Return the lines of all sections of one kind."""
    headed: list[str] = []
    for place, (index, kind) in enumerate(sections):
        end = sections[place + 1][0] if place + 1 < len(sections) else len(lines)
        if kind == wanted:
            headed += lines[index + 1 : end]
    return headed


def _positions(lines: list[str]) -> list[ExtractedPosition]:
    """Return the lines with a range of dates, or with dates at their beginning or end."""
    positions = []
    fields = _fields(lines)
    for index, line in enumerate(lines):
        dated = _dates(line)
        if not dated:
            continue
        begin, stop, start, end = dated
        rest = (line[:begin] + line[stop:]).strip(" \t,;|–—-")
        positions.append(ExtractedPosition(_named(rest, lines, index), start, end, **fields.get(index, {})))
    return positions


def _dates(line: str) -> tuple[int, int, str, str] | None:
    """Return where the dates of a line begin and end, and the first and last of them, as written."""
    if several := _SEVERAL.search(line) or _SEVERAL_FIRST.search(line):
        return several.start(), several.end(), several[1], several[2]
    dates = list(dates_in(line))
    if date := next((date for date in dates if "start" in date.fields), None):
        start, _, end = range_parts(line[date.begin : date.end])
        return date.begin, date.end, start, end
    at_edge = (date for date in dates if not line[: date.begin].strip() or not line[date.end :].strip())
    if _ITEM.match(line) or (single := next(at_edge, None)) is None:
        return None
    written = line[single.begin : single.end].strip()
    return single.begin, single.end, written, written


def _fields(lines: list[str]) -> dict[int, dict[str, str]]:
    """Return the employer and the title of lines with the head of a position, as the import of old CVs reads them."""
    read = [
        OldLine((LineCell(markdown.escape(_ITEM.sub("", line))),), index, "bullet" if _ITEM.match(line) else "text")
        for index, line in enumerate(lines)
    ]
    blocks = dated_entries(read)
    fields: dict[int, dict[str, str]] = {}
    for block, assigned in zip(blocks, assign(blocks, "positions"), strict=True):
        named = {name: part.plain for name, part in assigned.fields.items() if name in ("organization", "title")}
        fields |= {line.number: named for line in block.heads}
    return fields


def _named(rest: str, lines: list[str], index: int) -> str:
    """Return what a date belongs to: the rest of its line, and for a place alone the line above, too."""
    if rest and not is_place(rest):
        return rest
    above = next((line for line in reversed(lines[max(0, index - 2) : index]) if not is_place(line)), "")
    return ", ".join(filter(None, (above, rest)))


def own_headings(profile: Profile) -> dict[str, str]:
    """Return the titles of a profile's custom sections, in every language that they have, and the tags that group its works."""
    titles = [section.title for section in profile.custom]
    groups = {plain(tag): "publications" for work in profile.publications for tag in work.tags}
    return groups | {plain(text): "custom" for title in titles for text in _texts(title)}


def _texts(title: str | Localized) -> list[str]:
    return [text for _, text in title.texts] if isinstance(title, Localized) else [title]
