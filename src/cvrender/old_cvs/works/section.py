"""Divide a section of publications into its headings and items, and say what kind of work a heading announces."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from cvrender.formats.lines import OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.headings import group_titles, plain
from cvrender.old_cvs.works.item import without_time
from cvrender.old_cvs.works.people import PARTICLES, are_names

_KINDS = (
    ("workshop", r"workshop"),
    ("paper-conference", r"conferen|proceeding|konferenz|tagung|kongress|congress|convegn|colloqu|symposi|anais|会议|конференц"),
    (
        "article-journal",
        r"journal|zeitschrift|revist|rivist|revue|periódic|peer.?review|期刊|журнал|časopis|tidskrift|tijdschrift",
    ),
    ("chapter", r"chapter|kapitel|capít|capitol|chapitre|rozdział|kapitol|hoofdstuk|章节"),
    ("thesis", r"thes[ie]s|dissert|tesis|tesi\b|thèse|диссерта|学位"),
    ("book", r"\bbooks?\b|bücher|monogra|livros?\b|libr[oi]s?\b|livres?\b|książ|knih|著作"),
    ("article", r"pre-?prints?"),
    ("report", r"technical reports?|working papers?|arbeitspapiere"),
)
_STATUSES = (
    ("in-preparation", r"in prep|in progress|in vorbereitung|en préparation|en preparación|em preparação"),
    ("under-review", r"(?:under|in) (?:peer.)?review|under (?:consideration|revision)|revise and resubmit|revise & resubmit"),
    ("submitted", r"submitted|eingereicht|soumis|enviad|submetid"),
    ("in-press", r"in press|forthcoming|to appear|im druck|à paraître|en prensa|no prelo"),
    ("accepted", r"accepted|angenommen"),
)


class PublicationItem(NamedTuple):
    """The lines of a reference, and the headings above it within the section."""

    lines: list[OldLine]
    heading: str


def items_of(lines: Sequence[OldLine], is_read: Callable[[list[OldLine]], bool]) -> list[PublicationItem]:
    """Return the items of a section of publications, divided so that most of its lines can be read; `is_read` says which can."""
    groups = _groups_of(lines)
    usual = _look_of_dated(lines)
    best: list[PublicationItem] = []
    most = -1.0
    for division in _DIVISIONS:
        ways = [
            partial(_by_look, look=usual) if division in _WITH_DATES and _is_bare(group, usual) else division
            for _, group in groups
        ]
        items = [
            PublicationItem(item, heading)
            for (heading, group), way in zip(groups, ways, strict=True)
            for item in _divided(group, way if usual else division)
        ]
        sample = items[:: max(1, len(items) // 10)]
        total = sum(len(item.lines) for item in sample)
        single = [
            item.lines
            for item in sample
            if (sum(line.kind in _MARKED for line in item.lines) < 2 or division in _OF_SEVERAL_MARKS)
            and sum(bool(without_time(line)[1]) for line in item.lines) < 2
        ]
        share = sum(len(item) for item in single if is_read(item)) / total if total else 0.0
        if not best or share > most + 0.15:
            best, most = items, share
        if division is _by_marks and (
            most > 0.8 or most > 0.2 and any(line.kind in _MARKED or _LABELLED.match(line.plain) for line in lines)
        ):
            break
    return best


def _groups_of(lines: Sequence[OldLine]) -> list[tuple[str, list[OldLine]]]:
    """Return the headings within a section, each with its lines."""
    groups: list[tuple[str, list[OldLine]]] = [("", [])]
    outer = ""
    for line in _with_margin_years(lines):
        if _NOTE.fullmatch(line.plain):
            groups += [(groups[-1][0], [line]), (groups[-1][0], [])]
        elif line.kind == "heading" or _is_heading(line):
            heading = line.plain.strip(" :")
            if _YEAR.fullmatch(heading):
                heading = f"{outer}, {heading}" if outer else heading
            else:
                outer = heading
            groups.append((heading, []))
        else:
            groups[-1][1].append(line)
    return [(heading, group) for heading, group in groups if any(line.kind != "break" for line in group)]


def _with_margin_years(lines: Sequence[OldLine]) -> Iterator[OldLine]:
    """Yield the lines with a year in the margin, which is said of all items up to the next one, as a heading above them."""
    lines = _with_raised_numbers(lines)
    is_list = any(line.kind == "bullet" or line.cells and _NUMBERED.match(line.plain) for line in lines)
    for line in lines:
        if is_list and len(line.cells) > 1 and _YEAR.fullmatch(line.cells[0].plain) and _NUMBERED.match(line.cells[1].plain):
            yield replace(line, cells=line.cells[:1], kind="text")
            line = replace(line, cells=line.cells[1:], kind="bullet")
        elif is_list and len(line.cells) > 1 and _NUMBERED.fullmatch(line.cells[0].plain):
            line = replace(line, kind="bullet")
        yield line


def _with_raised_numbers(lines: Sequence[OldLine]) -> Sequence[OldLine]:
    """Make lines bullets that begin with raised numbers, or with labels such as `J1`, which follow one another."""
    for pattern in (_RAISED, _LABEL_OF_KIND):
        found = {index: match for index, line in enumerate(lines) if line.cells and (match := pattern.match(line.text))}
        running = {index for prefix in {match["prefix"] for match in found.values()} for index in _running(found, prefix)}
        lines = [_bullet(line, found[index].end()) if index in running else line for index, line in enumerate(lines)]
    return lines


def _running(found: Mapping[int, re.Match[str]], prefix: str) -> Iterable[int]:
    """Return the lines of a prefix if their numbers follow one another, up or down."""
    said = {index: int(match["number"]) for index, match in found.items() if match["prefix"] == prefix}
    numbers = list(said.values())
    is_running = numbers in (list(range(numbers[0], numbers[-1] + 1)), list(range(numbers[0], numbers[-1] - 1, -1)))
    return said if len(said) > 1 and is_running else ()


def _bullet(line: OldLine, end: int) -> OldLine:
    """Return a line as a bullet without its number, which ends at a place of its text."""
    first, *others = line.cells
    rest = first.text[end:].strip()
    return replace(line, cells=(*((replace(first, text=rest),) if rest else ()), *others), kind="bullet")


def _divided(lines: list[OldLine], division: Callable[[list[OldLine]], list[int]]) -> Iterator[list[OldLine]]:
    """Yield the lines from each start to the next."""
    starts = sorted({0, *(index for index in division(lines) if not any(map(_goes_on, lines[index : index + 1])))})
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if part := [line for line in lines[begin:end] if line.kind != "break"]:
            yield part


def _goes_on(line: OldLine) -> bool:
    """Return whether a line without a mark begins in the middle of a sentence."""
    word = line.plain.partition(" ")[0].strip(",.;")
    return line.kind == "text" and word.isalpha() and word.islower() and word not in PARTICLES


def _by_marks(lines: list[OldLine]) -> list[int]:
    """Bullets, entries or labels such as `[Example, 2020]` begin items; without any, dates, what follows a gap, or each line."""
    labelled = [index for index, line in enumerate(lines) if _LABELLED.match(line.plain)]
    if len(labelled) > 2 and len(labelled) > sum(line.kind in _MARKED for line in lines):
        return labelled
    dated = sum(bool(without_time(line)[1]) for line in lines)
    if dated > sum(line.kind in _MARKED for line in lines):
        return _by_dates(lines)
    levels = Counter(line.level for line in lines if line.kind in _MARKED)
    outer = min((level for level, number in levels.items() if number > 1), default=min(levels, default=1))  # not a lone footnote
    if marked := [index for index, line in enumerate(lines) if line.kind in _MARKED and line.level <= outer]:
        return marked
    gaps = [index + 1 for index, line in enumerate(lines) if line.kind == "break"]
    return gaps if 2 * len(gaps) >= sum(line.kind == "text" for line in lines) else list(range(len(lines)))


def _by_gaps(lines: list[OldLine]) -> list[int]:
    """Return where items begin: after each gap, as where each has a list of its own."""
    gaps = [index + 1 for index, line in enumerate(lines) if line.kind == "break"]
    return gaps or list(range(len(lines)))


def _look_of_dated(lines: Sequence[OldLine]) -> tuple[bool, bool, str]:
    """Return how most lines with a date of their own begin; nothing for plain text."""
    looks = Counter(look for line in lines if without_time(line)[1] and (look := _look(line)))
    return looks.most_common(1)[0][0] if looks else ()  # type: ignore[return-value]


def _is_bare(lines: list[OldLine], look: tuple[bool, bool, str]) -> bool:
    """Return whether no line of a few has a mark or a date, and none follows a gap, unless one has the look."""
    has_gap = any(line.kind == "break" for line in lines) and look not in map(_look, lines)
    return len(lines) < 20 and not has_gap and not any(line.kind in _MARKED or without_time(line)[1] for line in lines)


def _by_look(lines: list[OldLine], look: tuple[bool, bool, str]) -> list[int]:
    """Lines of a look begin items, but for those that go on."""
    alike = [_look(line) == look for line in lines]
    return [index for index, is_alike in enumerate(alike) if is_alike and not (index and alike[index - 1])]


def _by_dates(lines: list[OldLine]) -> list[int]:
    """Lines with a date of their own begin items, and those that look as most of these do; without any, see `_by_looks`."""
    dated, usual = [bool(without_time(line)[1]) for line in lines], _look_of_dated(lines)
    alike = set(_by_look(lines, usual) if usual else ())
    begin = [index for index in range(len(lines)) if dated[index] or index in alike]
    return begin if any(dated) else _by_looks(lines)


def _by_looks(lines: list[OldLine]) -> list[int]:
    """Lines that begin as the first one does begin items: in bold, italics, quotation marks or brackets."""
    looks = [_look(line) for line in lines]
    usual = Counter(look for look in looks if look).most_common(1)
    return [index for index, look in enumerate(looks) if not usual or look == usual[0][0]]


def _look(line: OldLine) -> tuple[bool, bool, str]:
    """Return how a line begins; nothing for plain text."""
    span = next((span for cell in without_time(line)[0] for span in cell.spans if span.text.strip()), None)
    if span is None or not (span.bold or span.italic or span.text.strip()[0] in "“„«‘[") or len(span.text.split()) < 3:
        return ()  # type: ignore[return-value]
    return span.bold, span.italic, span.text.strip()[0] if span.text.strip()[0] in "“„«‘[" else ""


def _by_names(lines: list[OldLine]) -> list[int]:
    """Lines that consist of names alone stand below the titles that begin items, or begin them."""
    named = [index for index, line in enumerate(lines) if are_names(line.plain)]
    return [index - 1 for index in named] if named and named[0] else named


def _by_twos(lines: list[OldLine]) -> list[int]:
    return list(range(0, len(lines), 1 if len(lines) % 2 else 2))


def _by_threes(lines: list[OldLine]) -> list[int]:
    return list(range(0, len(lines), 1 if len(lines) % 3 else 3))


_DIVISIONS = (_by_marks, _by_gaps, _by_dates, _by_looks, _by_names, _by_twos, _by_threes)
_WITH_DATES = (_by_marks, _by_dates)
_OF_SEVERAL_MARKS = (_by_marks, _by_gaps, _by_names)
_MARKED = ("bullet", "entry", "row")
_LABELLED = re.compile(r"\[[^\[\]]{1,60}(?:\d\d[a-z]?|\d)\] ")
_RAISED = re.compile(r"(?P<prefix>)(?P<number>\d{1,3})(?=(?:\*\*)?[^\W\d_a-z][\w.])")
_LABEL_OF_KIND = re.compile(r"\[?(?P<prefix>[A-Z]{1,3})(?P<number>\d{1,3})\]? +(?=[^\W\d_a-z])")
_NUMBERED = re.compile(r"\W*\d{1,3}[.)]")
_YEAR = re.compile(r"\(?(?:(?:19|20)\d\d(?:\s?[-–]\s?\d{2,4})?|[^\W\d_]{3,9}\.? (?:19|20)\d\d)\)?")


_NOTE = re.compile(
    r"(?i)(?=.{5,160}$)\W*(?:denotes? )?(?:equal(?:ly)?|joint|shared|co-?first|corresponding|student|supervised|alphabetic)[\w-]*"
    r"\b[^.:]{0,60}(?:author|contribut|order|student|advis|mentor)[^.:]*\.?"
)
"""What the signs behind names mean."""


def _is_heading(line: OldLine) -> bool:
    """Return whether a line is a year, or says in bold alone what follows."""
    if line.kind == "text" and len(line.cells) == 1 and _YEAR.fullmatch(line.plain):
        return True
    is_short = line.kind == "text" and len(line.cells) == 1 and len(line.plain) <= 60
    if not is_short or line.plain[:1].islower() or re.search(r"\w: \w", line.plain):
        return False
    is_bare = len(line.plain.split()) < 4 and not re.search(r"[\d.,;“\"]", line.plain)
    if not all(span.bold for span in line.cells[0].spans):
        is_plain = is_bare and len({span.italic for span in line.cells[0].spans}) == 1
        return is_plain and bool(status_of(line.plain) or _groups().get(plain(line.plain)))
    return bool(kind_of(line.plain) or status_of(line.plain)) and len(line.plain.split()) < 7


def kind_of(heading: str) -> str:
    """Return the type of the works under a heading, or `workshop`; "" if it does not say."""
    heading = re.sub(r", (?:19|20)\d\d$", "", heading)
    if known := _groups().get(plain(heading)):
        return known
    kinds = [kind for kind, words in _KINDS if re.search(words, heading, re.IGNORECASE)]
    return kinds[0] if len(kinds) == 1 else ""


def year_of(heading: str) -> str:
    """Return the year of the works under a heading that is a year, or ends with one."""
    match = re.search(r"(?:^|, )(?:[^\W\d_]{3,9}\.? )?((?:19|20)\d\d)$", heading)
    return match[1] if match else ""


def status_of(heading: str) -> str:
    """Return how far the works under a heading are; "" if it does not say."""
    return next((status for status, words in _STATUSES if re.search(words, heading, re.IGNORECASE)), "")


@cache
def _groups() -> dict[str, str]:
    return {plain(title): kind for kind, title in group_titles()}
