"""Divide the lines of a document into sections at its headings, and tell which headings are heads or labels of entries."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from cvrender.formats.lines import OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import (
    has_stem,
    is_label_below,
    is_of_contacts,
    is_own,
    is_usual,
    plain,
    section_of,
)
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.works.people import are_names

CAREER = ("positions", "education")
_OF_PARTS = ("", "custom", "systems", "talks", "service", "grants")
"""The sections whose parts may have headings of their own."""
_PROJECTS = re.compile(
    r"projec?t|projekt|proyect|proget|projet|proiect|proje\b|projeler|проект|项目|項目|專案|プロジェクト|프로젝트|du an"
)


class OldSection(NamedTuple):
    """A section: its heading, its lines, and the section of positions or degrees that a heading of an unknown name stands in."""

    heading: OldLine | None
    lines: list[OldLine]
    around: str = ""


def sections_of(lines: list[OldLine]) -> list[OldSection]:
    """Divide the lines at headings; one below a heading that names a section of its own begins it."""
    counted = Counter(plain(line.plain) for line in lines if line.kind == "heading")
    sections: list[tuple[OldLine | None, list[OldLine]]] = [(None, [])]
    has_name = False
    for index, line in enumerate(lines):
        heading = sections[-1][0]
        if line.kind == "person":
            if heading is not None and not has_name and _is_name(line):
                sections.append((None, []))  # the column with the name comes after another one
            has_name = has_name or _is_name(line)
            continue
        if line.kind == "heading" and heading is not None and plain(line.plain) == plain(heading.plain):
            continue  # the section goes on, on another page
        if (
            line.kind == "heading"
            and counted[plain(line.plain)] > 2
            and (line.plain.endswith(":") or section_of(line.plain) not in CAREER)
        ):
            line = replace(line, kind="text", level=1)  # the label of what each of several entries says
        if line.kind == "heading" and heading is not None and _is_of_work(lines, index, heading):
            line = replace(line, kind="text", level=1)
        if line.kind == "heading" and _begins(line, heading) and not _heads_entry(lines, index, heading):
            sections.append((line, []))
        else:
            sections[-1][1].append(line)
    return list(_within(_with_parts(sections)))


def _is_of_work(lines: list[OldLine], index: int, current: OldLine) -> bool:
    """Return whether a heading within publications is a title, with names on the line below, or a name that others have, too."""
    said = lines[index].plain
    if section_of(current.plain) != "publications" or section_of(said):
        return False
    if len(said.split()) > 3 and any(are_names(line.plain) for line in lines[index + 1 : index + 2]):
        return True
    return sum(f"**{said}**" in line.text for line in lines) > 1


def _with_parts(sections: list[tuple[OldLine | None, list[OldLine]]]) -> list[tuple[OldLine | None, list[OldLine]]]:
    """Put sections of unknown names that are set as less than an empty one above them into that one."""
    joined: list[tuple[OldLine | None, list[OldLine]]] = []
    is_open = False
    for heading, lines in sections:
        above = joined[-1][0] if joined else None
        if is_open and heading and above and not section_of(heading.plain) and _is_less(heading, above):
            joined[-1][1].extend([replace(heading, level=above.level + 1), *lines])
            continue
        is_open = heading is not None and not _stripped(lines) and section_of(heading.plain) in _OF_PARTS
        is_open = is_open and heading is not None and not is_of_contacts(heading.plain)
        joined.append((heading, lines))
    return joined


def _is_less(heading: OldLine, above: OldLine) -> bool:
    """Return whether a heading is set as less than another one: deeper, in smaller type, or not in capitals as that is."""
    one, other = heading.look, above.look
    is_smaller = one.size < other.size - 0.03 or one.size <= other.size and above.plain.isupper() and not heading.plain.isupper()
    is_project = bool(_PROJECTS.search(plain(above.plain))) and (one.size, one.caps) == (other.size, other.caps)
    return heading.level > above.level or heading.level == above.level and (is_smaller or is_project)


def _is_name(line: OldLine) -> bool:
    return any(cell.role in ("name", "first") for cell in line.cells)


def _within(sections: list[tuple[OldLine | None, list[OldLine]]]) -> Iterator[OldSection]:
    """Yield the sections; one of an unknown name below positions or degrees belongs to them."""
    around, is_open = "", False
    for heading, inner in sections:
        title = heading.plain if heading is not None else ""
        name, lines = section_of(title), _stripped(inner)
        if name in CAREER:
            around, is_open = name, not lines
        elif not title or is_of_contacts(title) or not (is_open and name in ("", "custom")) and (name or has_stem(title)):
            around, is_open = "", False
        yield OldSection(heading, lines, "" if name in CAREER else around)


def _is_label(line: OldLine, current: OldLine | None) -> bool:
    """Return whether a heading says what a job achieved: it stands below positions, and is set as less than their heading."""
    if current is None or section_of(current.plain) != "positions" or not is_label_below(line.plain):
        return False
    return line.level > current.level or current.plain.isupper() and not line.plain.isupper()


def _begins(line: OldLine, current: OldLine | None) -> bool:
    section = section_of(line.plain)
    if current is None or line.level <= 1 and not _is_label(line, current):
        return True
    if line.plain.endswith(":") and line.level > current.level + 1 and section_of(current.plain) in CAREER:
        return False
    if is_own(current.plain) and line.level <= current.level:
        return True
    if is_of_contacts(line.plain):
        return True
    if _is_label(line, current):
        return False
    if section_of(current.plain) in CAREER and is_own(line.plain):
        return True
    return bool(section) and section != section_of(current.plain) and section not in ("custom", "bio")


def _heads_entry(lines: list[OldLine], index: int, current: OldLine | None) -> bool:
    """Return whether a heading within positions or degrees is the head of an entry: it names one, and a date is near."""
    line = lines[index]
    if current is None or section_of(current.plain) not in ("positions", "education"):
        return False
    if names_entry(line.plain):
        return True
    if line.level <= current.level and section_of(line.plain) in set(CAREER) - {section_of(current.plain)}:
        return False
    said = kinds(line.plain)
    is_named = bool(section_of(line.plain) or has_stem(line.plain)) and line.level <= current.level
    is_degree = "degree" in said and line.level > current.level and section_of(current.plain) == "education"
    if is_usual(line.plain) and not is_degree or is_named and "degree" not in said:
        return False
    dated = dated_below(lines, index)
    if line.level <= current.level and not any(dates_in(line.plain)):
        others = [other for other in range(max(0, index - 40), min(len(lines), index + 40)) if lines[other].kind == "heading"]
        place = others.index(index)
        neighbors = [
            other for other in others[max(0, place - 1) : place + 2] if other != index and _is_unnamed(lines[other], line)
        ]
        is_alike = dated is not None and any(dated_below(lines, other) is not None for other in neighbors)
        if dated is not None and len(dated.cells) > 1 and _shape(dated) in map(_shape, _above(lines, index, current)):
            return False  # entries above have heads of that shape, and no headings
        if is_alike and len(dated.plain if dated else "") < 60:
            return True
        if dated is not None and len(dated.cells) > 1 and kinds(dated.cells[-1].plain):
            return False  # a section of its own, with an entry
    return bool(said) and (any(dates_in(line.plain)) or dated is not None)


def _shape(line: OldLine) -> tuple[bool, ...]:
    """Return which cells of a line with several are in bold; nothing for other lines."""
    return tuple(bool(cell.spans) and cell.spans[0].bold for cell in line.cells) if len(line.cells) > 1 else ()


def _above(lines: list[OldLine], index: int, current: OldLine) -> list[OldLine]:
    """Return the dated lines of several cells between a section's heading and a line, if no other heading is between them."""
    first = next((place for place in range(index - 1, -1, -1) if lines[place].kind == "heading"), 0)
    if lines[first] is not current:
        return []
    return [line for line in lines[first:index] if len(line.cells) > 1 and any(dates_in(line.plain))]


def dated_below(lines: list[OldLine], index: int) -> OldLine | None:
    """Return the line with a date that is near below a heading."""
    first = next((place for place in range(index + 1, min(index + 3, len(lines))) if lines[place].kind != "heading"), index + 1)
    if any(is_usual(line.plain) for line in lines[index + 1 : first]):
        return None
    below = takewhile(lambda other: other.kind != "heading", lines[first : index + 6])
    return next((other for other in below if len(other.plain) < 120 and any(dates_in(other.plain))), None)


def _is_unnamed(line: OldLine, other: OldLine) -> bool:
    """Return whether a heading has the level of another one, and names no section."""
    named = section_of(line.plain) or has_stem(line.plain) or is_of_contacts(line.plain)
    return line.level == other.level and not named


_OF_EMPLOYER = re.compile(
    r"\b(?:bei|bei der|bei dem|beim|chez|presso|bij|hos) (?:l[’'])?[^\W\d_a-zß-ÿ]|"
    r"(?:GmbH|\bAG|\bKG|e\.V\.|\bLtd\.?|\bInc\.?|\bLLC|\bS\.A\.|\bS\.?[rR]\.?[lL]\.?|\bs\.r\.o\.|\bB\.?V\.?|A/S)$"
)
"""What a line says of where someone worked: `Praktikum bei der Acme GmbH`."""


def names_entry(heading: str) -> bool:
    """Return whether the words of a heading are those of an institution or employer, and so begin an entry of the section."""
    return (
        len(heading.split()) > 2
        and bool(_OF_EMPLOYER.search(heading) or re.search(r"(?i)universit|college|institut|\bschool\b", heading))
        and not re.search(r"(?i)\b(?:service|experience|involvement|activities|teaching|courses|projects?|awards?)\b", heading)
    )


def _stripped(lines: list[OldLine]) -> list[OldLine]:
    while lines and lines[0].kind == "break":
        lines = lines[1:]
    while lines and lines[-1].kind == "break":
        lines = lines[:-1]
    return lines
