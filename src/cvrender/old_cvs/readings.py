"""Read the lines of a document in several ways, and keep the reading whose positions and degrees are the most complete.

A reading differs from the one before in one way to see the lines: which of them are headings, heads of entries or items of
lists. It is kept if its entries are worth more, by what each of them says and by the words in its fields.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from cvrender.errors import InputError
from cvrender.formats.base import Imported, OldDocument
from cvrender.formats.lines import LineCell, LineLook, OldLine
from cvrender.old_cvs.dates import dates_in, is_end
from cvrender.old_cvs.doubts import FROM
from cvrender.old_cvs.headings import column_names, has_stem, is_of_contacts, is_usual, known_headings, plain, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.marked_headings import as_head
from cvrender.old_cvs.sections import CAREER, dated_below, names_entry
from cvrender.old_cvs.works.unannounced import with_headings_of_works
from cvrender.text.markup import inline

_MARGIN = 0.3
"""How much more than the reading before another one must be worth."""
_READ = frozenset(
    "positions education skills languages publications awards certifications interests references memberships bio".split()
)
"""The sections whose headings say nothing else."""
_WORDS = frozenset({"title", "degree", "organization"})
_LONG = 110
_LEAD = re.compile(r"(?P<lead>.{8,110}?(?:[:.](?!\d)|\*\*:?)) +(?P<rest>[^\s*].{30,})", re.DOTALL)
"""A long paragraph that begins with the head of an entry: `**2014 – 2016, Acme:** Responsible for …`."""
_OPEN_TIME = re.compile(r"(?P<end>\S.{2,18}?)\s*[-–—]")
_END_OF_TIME = re.compile(r"(?:\w+\.? )?\d{4}")


def best_reading(document: OldDocument, read: Callable[[OldDocument], Imported]) -> Imported:
    """Return the reading of a document that is worth most. Raises InputError if none finds a section."""
    lines = _with_times_above(_with_vertical_times(_with_known_headings(_without_headings_of_entries(document.lines))))
    best = _read_lines(document, lines, read)
    for change in (_with_heads_of_entries, _with_leads, _with_listed_heads):
        others = change(lines)
        if len(lines) == len(others) and all(map(operator.is_, lines, others)):
            continue
        reading = _read_lines(document, others, read)
        if _worth(reading) > _worth(best) + _MARGIN:
            best, lines = reading, others
    if isinstance(best, InputError):
        raise best
    return _with_unannounced_works(document, lines, best, read)


def _with_unannounced_works(
    document: OldDocument, lines: list[OldLine], best: Imported, read: Callable[[OldDocument], Imported]
) -> Imported:
    """Return the reading in which lists of works have headings, if more works are found than entries are lost."""
    others = with_headings_of_works(lines, str(best.person.get("name", "")))
    if all(map(operator.is_, lines, others)):
        return best
    reading = _read_lines(document, others, read)
    if isinstance(reading, InputError):
        return best
    more = len(reading.data.get("publications", ())) - len(best.data.get("publications", ()))
    return reading if more > 1 and _worth(reading) + more / 2 > _worth(best) else best


def _read_lines(document: OldDocument, lines: list[OldLine], read: Callable[[OldDocument], Imported]) -> Imported | InputError:
    """Read lines instead of those of a document, which is not changed."""
    copied = replace(document, lines=lines, problems=[*document.problems], left_out=[*document.left_out], sections=[])
    try:
        return read(copied)
    except InputError as error:
        return error


def _without_headings_of_entries(lines: list[OldLine]) -> list[OldLine]:
    """Make headings that say a time and nothing else lines of entries, and those below them that begin with a label."""
    times = [line for line in lines if line.kind == "heading" and _is_time(replace(line, kind="text"))]
    if len(times) < 2:
        return lines
    return [
        replace(line, kind="text", level=1)
        if line in times or line.kind == "heading" and line.plain.partition(":")[0].casefold() in column_names()
        else line
        for line in lines
    ]


def _with_known_headings(lines: list[OldLine]) -> list[OldLine]:
    """Make each line that says nothing but a known heading one, whatever it looks like; but not parts of publications."""
    made, section = [], ""
    for index, line in enumerate(lines):
        if _has_heading_in_margin(line, section, lines[index + 1 : index + 4]):
            made.append(replace(line, kind="heading", level=1, cells=(LineCell(line.cells[0].plain),)))
            section, line = section_of(line.cells[0].plain), replace(line, cells=line.cells[1:])
        elif _is_known_heading(line) and not section == section_of(line.plain) == "publications":
            line = replace(line, kind="heading", level=1, cells=(LineCell(line.plain),))
        section = section_of(line.plain) if line.kind == "heading" else section
        made.append(line)
    return made


def _is_known_heading(line: OldLine) -> bool:
    if line.kind in ("heading", "person", "break") or line.level > 1 or len(line.cells) != 1 or not 2 < len(line.plain) < 50:
        return False
    return known_headings().get(plain(line.plain)) in _READ and not line.plain.endswith((".", ","))


def _has_heading_in_margin(line: OldLine, section: str, below: list[OldLine]) -> bool:
    """Return whether the first cell of an entry is the heading of positions or degrees, and it stands in another section."""
    if line.kind not in ("text", "row") or len(line.cells) < 2:
        return False
    is_below = bool(kinds(line.cells[1].plain) & _WORDS) and any(any(dates_in(other.plain)) for other in below)
    if not is_below and not any(dates_in(line.plain)):
        return False
    return known_headings().get(plain(line.cells[0].plain)) in set(CAREER) - {section}


def _with_vertical_times(lines: list[OldLine]) -> list[OldLine]:
    """Join the end of a time, which stands above its beginning in the margin of an entry."""
    made: list[OldLine] = []
    above: int | None = None
    opens = [line for line in lines if _is_open(line)]
    for line in lines:
        first, *rest = line.cells or (LineCell(""),)
        is_end_below = above is not None and len(made) < above + 6 and (not rest or len(opens) > 1)
        if line in opens:
            above = len(made)
        elif above is not None and is_end_below and _END_OF_TIME.fullmatch(first.plain):
            head = made[above]
            time = f"{first.plain} – {head.cells[0].plain.rstrip(' -–—')}"
            made[above] = replace(head, cells=(replace(head.cells[0], text=time), *head.cells[1:]))
            above = None
            if not rest:
                continue
            line = replace(line, cells=tuple(rest))
        elif line.kind in ("bullet", "heading") or any(dates_in(first.plain)):
            above = None
        made.append(line)
    return made


def _is_open(line: OldLine) -> bool:
    """Return whether a line begins with the end of a time, and a dash."""
    match = _OPEN_TIME.fullmatch(line.cells[0].plain) if line.kind in ("text", "row") and line.cells else None
    return bool(match and is_end(match["end"]))


def _with_times_above(lines: list[OldLine]) -> list[OldLine]:
    """Put times that end the entries of a section of positions or degrees below the first line of each."""
    made: list[OldLine] = []
    for begin, end in pairwise([0, *(index for index, line in enumerate(lines) if line.kind == "heading"), len(lines)]):
        section = lines[begin:end]
        content = [line for line in section[1:] if line.kind != "break"]
        places = [index for index, line in enumerate(content) if _is_time(line)]
        ends_entries = len(places) > 1 and places[-1] == len(content) - 1 and all(index > 1 for index in places)
        if (
            ends_entries
            and section_of(lines[begin].plain) in CAREER
            and all(content[index - 1].kind == "bullet" for index in places)
        ):
            starts = [0, *(index + 1 for index in places[:-1])]
            moved = [
                (content[first], content[last], *content[first + 1 : last]) for first, last in zip(starts, places, strict=True)
            ]
            section = [lines[begin], *(line for entry in moved for line in entry)]
        made += section
    return made


def _is_time(line: OldLine) -> bool:
    """Return whether a line says a span of time, and nothing but a place in a cell of its own."""
    first = line.cells[0].plain if line.kind in ("text", "row") and line.cells else ""
    return any(date.begin == 0 and date.end == len(first) and "start" in date.fields for date in dates_in(first))


def _with_heads_of_entries(lines: list[OldLine]) -> list[OldLine]:
    """Make headings of unknown names within positions or degrees heads of entries, behind other headings between them, too."""
    made, is_within, heading = [], False, OldLine(())
    looks: list[LineLook] = []
    for index, line in enumerate(lines):
        if line.kind == "heading" and section_of(line.plain) in CAREER and is_usual(line.plain):
            is_within, heading, looks = True, line, []
        elif line.kind == "heading" and _may_head_entry(line) and not _is_like(line, heading):
            if not is_within and looks.count(line.look) > 1 and dated_below(lines, index):
                is_within = True
                made.append(heading)
            if is_within:
                looks.append(line.look)
                line = as_head(line)
        elif line.kind == "heading" and (is_usual(line.plain) or not section_of(line.plain)):
            is_within = False
        made.append(line)
    return made


def _is_like(line: OldLine, heading: OldLine) -> bool:
    """Return whether a heading is made by the same macro of LaTeX as that of the section, and so is of another section."""
    roles = [cell.role for each in (line, heading) for cell in each.cells[:1]]
    return roles == ["heading", "heading"] and line.level == heading.level and not any(dates_in(line.plain))


def _may_head_entry(line: OldLine) -> bool:
    is_named = bool(section_of(line.plain)) or has_stem(line.plain) or is_of_contacts(line.plain)
    return not is_named or any(dates_in(line.plain)) or names_entry(line.plain)


def _with_leads(lines: list[OldLine]) -> list[OldLine]:
    """Divide paragraphs that begin with the head of an entry, which has a date, and go on with what was done."""
    made: list[OldLine] = []
    for line in lines:
        is_long = line.kind in ("text", "bullet") and len(line.cells) == 1 and len(line.plain) > _LONG
        match = _LEAD.fullmatch(line.text) if is_long else None
        if match and match["lead"].count("**") % 2 == 0 and any(dates_in(inline(match["lead"]).plain)):
            texts = (match["lead"].rstrip(" :."), match["rest"])
            made += [replace(line, kind="text", level=1, cells=(LineCell(text),)) for text in texts]
        else:
            made.append(line)
    return made


def _is_dated(line: OldLine) -> bool:
    return any(dates_in(line.plain))


def _with_listed_heads(lines: list[OldLine]) -> list[OldLine]:
    """Make the items of lists lines of text in sections of positions or degrees that have nothing else.

    A dated item within one without a date is a line of the same head: an employer and, below it, the job.
    """
    made = list(lines)
    places = [index for index, line in enumerate(lines) if line.kind == "heading"]
    for begin, end in pairwise([*places, len(lines)]):
        items = [index for index in range(begin + 1, end) if lines[index].kind != "break"]
        if section_of(lines[begin].plain) in CAREER and all(lines[index].kind == "bullet" for index in items):
            for index, last in zip(items, [None, *items], strict=False):
                line, above = lines[index], lines[last] if last is not None else None
                is_within = above is not None and above.level == 1 and _is_dated(line) and not _is_dated(above)
                made[index] = replace(line, kind="text", level=1) if line.level == 1 or is_within else line
    return made


def _worth(reading: Imported | InputError) -> float:
    """Return how much a reading is worth: that of its positions and degrees; nothing without a section."""
    if isinstance(reading, InputError):
        return -2 * _MARGIN
    jobs = [role for entry in reading.data.get("positions", ()) for role in _roles(entry)]
    return sum(_worth_of(job, "organization", "title") for job in jobs) + sum(
        _worth_of(entry, "institution", "degree") for entry in reading.data.get("education", ())
    )


def _roles(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [{**entry, **role} for role in entry.get("roles", ())] or [entry]


def _worth_of(entry: Mapping[str, Any], organization: str, main: str) -> float:
    """Return how much an entry is worth: how complete it is, and how well its words fit its fields."""
    name, job = (inline(str(entry.get(key, ""))).plain for key in (organization, main))
    has_time = any(key in entry for key in ("start", "date", "end"))
    of_name, of_job = kinds(name), kinds(job)
    worth = (-0.2, 0.1, 0.5, 1.0)[bool(name) + bool(job) + has_time]
    worth += 0.3 * ("organization" in of_name) + 0.3 * (main in of_job)
    worth -= 0.4 * ("title" in of_name and "organization" not in of_name)
    worth -= 0.4 * bool(of_job & {"organization", "title", "degree"} and main not in of_job)
    return worth - 0.15 * ("low" in str(entry.get(FROM, ""))) - 0.4 * (len(name) > 100 or len(job) > 120)
