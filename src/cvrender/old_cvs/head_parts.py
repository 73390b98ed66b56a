"""Divide the head of an entry into its parts, at what sets them apart: cells, dates, signs, and changes of the typeface."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.values import identifiers, markdown
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.commas import DURATION, about_date, at_commas, sliced
from cvrender.old_cvs.dates import FoundDate, dates_in
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import is_country, is_place, kinds
from cvrender.old_cvs.labelled_cells import labelled_cell
from cvrender.old_cvs.separators import EDGES, changes, eastern_gaps, signs_between

Slot = tuple[int, int, int]
_BETWEEN = re.compile(r"(?i)and|at|in|for|chez|bei|beim|im|am|presso|und|et|en|em|na|no|y|e|w|we|hos|vid|på|bij|ve|в|и|у|та|від")
_BETWEEN_BEFORE = re.compile(
    r"(?:at|chez|beim?|presso|bij|hos|vid|ved|på|w|we|v|ve|в|у|nas?|no|am|nella|(?P<subject>in|i|im|em|en(?: la| el)?)) "
    r"(?=[^\W\d_a-zà-ÿ])"
)
_IN_SENTENCE = re.compile(r"\b(?:in|since|until|from|by|before|after|(?<!class )of)$", re.IGNORECASE)
"""How the words before a date end if it is part of a sentence: `on leave in spring 2022`."""
_ASIDE = re.compile(r"\s\((?=[a-zà-ÿ]\w*(?: [^\s()]+){2,}\)\s*$)")
"""What a sentence in parentheses at the end of a head begins with: `(generally working in R)`."""
_OF_LINK = re.compile(
    r"(?i)\W*(?:link|url|web(?:site|page|seite|sida)?|home ?page|site(?: web)?|sitio web|lien|enlace|strona|ссылка|сайт)\W*"
)
"""What the text of a link says that names nothing."""


_FULL_STOP = re.compile(r"(?:[^\W\d_]{4}(?<!Univ)(?<!Dept)(?<!Inst)(?<!Corp)(?<!Prof)(?<!Assoc)|[)”»\"])\.$")
"""A period that ends a sentence of one part, not an abbreviation."""


@dataclass(frozen=True)
class HeadPart:
    """A part of an entry's head: inline Markdown without the emphasis of the whole, its typeface, and where it stands."""

    text: str
    plain: str
    face: str
    slot: Slot
    role: str = ""
    is_label: bool = False  # a colon follows, where the typeface or the cell changes

    @property
    def kinds(self) -> frozenset[str]:
        """Return what its words say that it may be."""
        return kinds(self.plain)


def divided(lines: list[OldLine]) -> tuple[list[HeadPart], list[FoundDate], list[str]]:
    """Return the parts of an entry's head lines, its dates, and words about a date such as `expected`."""
    fragments: list[HeadPart] = []
    times: list[FoundDate] = []
    words: list[str] = []
    for row, line in enumerate(lines):
        for column, cell in enumerate(map(labelled_cell, line.cells)):
            dates, pieces = _pieces(cell)
            times += dates
            for index, (spans, role) in enumerate(pieces):
                for part in _fragment(spans, (row, column, index), role):
                    if (
                        index
                        and not part.role
                        and "organization" not in part.kinds
                        and _is_subject(pieces[index - 1][0], fragments)
                    ):
                        part = replace(part, role="field")
                    if not (about_date(part.plain) or dates and _goes_with_date(part, cell)):
                        fragments.append(part)
                    elif part.plain.casefold().strip(" :") not in column_names():
                        words.append(part.text)
    return _with_whole_places(fragments), times, words


def _with_whole_places(parts: list[HeadPart]) -> list[HeadPart]:
    """Join a city and its country that are divided in one cell: `**Athens**, **Greece**`."""
    joined: list[HeadPart] = []
    for part in parts:
        last = joined[-1] if joined else None
        if last and last.slot[:2] == part.slot[:2] and last.kinds == part.kinds == {"place"} and is_country(part.plain):
            joined[-1] = replace(last, text=f"{last.text}, {part.text}", plain=f"{last.plain}, {part.plain}")
        else:
            joined.append(part)
    return joined


def _is_subject(before: list[Span], parts: list[HeadPart]) -> bool:
    """Return whether the piece before a part is a word between a degree and its subject."""
    word = "".join(span.text for span in before).strip()
    return bool(parts) and parts[-1].kinds == {"degree"} and word in ("in", "en", "em", "im", "i", "of")


_PARENTHESES = re.compile(r"\(([^()]{2,30})\)")


@cache
def _inner_labels() -> re.Pattern[str]:
    """Return what finds labels of several words within a cell: `Example College, Springfield Passing Year: 2016`."""
    names = (name for name in column_names() if " " in name and name.replace(" ", "").isalpha())
    return re.compile(rf"\s+(?=(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\s*:)", re.IGNORECASE)


def _goes_with_date(part: HeadPart, cell: LineCell) -> bool:
    """Return whether a part of a cell with a date says more of it, as `em andamento` does, or is all else of its cell."""
    if part.kinds:
        return False
    words = part.plain.split()
    is_short = len(words) in (2, 3) and part.plain.islower() and min(len(words[0]), len(words[-1])) < 4
    return cell.role in ("date", "label") or is_short


_BEFORE_LINK = re.compile(r",?\s+(?=(?:https?://|www\.)\S+$)")
_OF_ANY = frozenset({"label", "date", "text", "heading", "heading2", "heading3"})
"""The roles of arguments that may say anything, and are divided as any text."""


def _fragment(spans: list[Span], slot: Slot, role: str) -> Iterator[HeadPart]:
    is_label = "".join(span.text for span in spans).rstrip().endswith(":")
    spans = _trimmed(spans)
    text = "".join(span.text for span in spans)
    if not re.search(r"\w", text) or _BETWEEN.fullmatch(text) or re.fullmatch(r"\d{1,2}[.．、)]", text):
        return
    match = _BETWEEN_BEFORE.match(text) if not role else None
    rest = text[match.end() :] if match else ""
    if match and (not match["subject"] or "organization" in kinds(rest.split(",")[0]) or is_place(rest)):
        spans = sliced(spans, match.end(), len(text))
        text = text[match.end() :]
    bold = all(span.bold for span in spans if span.text.strip())
    italic = all(span.italic for span in spans if span.text.strip())
    bare = [replace(span, bold=span.bold and not bold, italic=span.italic and not italic) for span in spans]
    if not role and _OF_LINK.fullmatch(text) and (href := next((span.href for span in spans if span.href), "")):
        role, text, bare = "url", href, [replace(spans[0], text=href, href="", bold=False, italic=False)]
    if (
        role not in ("job", "employer", "named title")
        and identifiers.url(text if "://" in text else f"https://{text}")
        and re.fullmatch(r"(?:https?://)?[\w.-]+\.[a-z]{2,}(?:/\S*)?", text.strip())
    ):
        role = "url"
    face = "bold" if bold else "italic" if italic else ""
    yield HeadPart(markdown.write(bare).strip(), " ".join(text.split()), face, slot, role, is_label)


def _trimmed(spans: list[Span]) -> list[Span]:
    text = "".join(span.text for span in spans)
    begin, end = len(text) - len(text.lstrip(EDGES)), len(text.rstrip(EDGES))
    if _FULL_STOP.search(text, begin, end):
        end -= 1
    if text[begin:].startswith(". "):
        begin += 2
    inner = text[begin:end]
    if inner.startswith("(") and inner.endswith(")") and inner.count("(") == 1:
        begin, end = begin + 1, end - 1
    elif inner.endswith("(") or inner.endswith("["):
        end = len(text[: end - 1].rstrip(EDGES))
    elif inner.startswith(")"):
        return _trimmed(sliced(spans, begin + 1, end))
    elif inner.endswith(")") and inner.count(")") > inner.count("("):
        return _trimmed(sliced(spans, begin, end - 1))
    return sliced(spans, begin, end)


def _pieces(cell: LineCell) -> tuple[list[FoundDate], list[tuple[list[Span], str]]]:
    """Return the dates of a cell, and its other parts with their roles."""
    spans = cell.spans
    text = "".join(span.text for span in spans)
    role = cell.role.rstrip("+")
    role = "" if role in _OF_ANY else role
    dates = (
        list(dates_in(text))
        if role not in ("title", "organization", "job", "employer", "named title") or len(list(dates_in(text))) == 1
        else []
    )
    dates = [date for date in dates if _is_time(text, date)]
    cuts: list[tuple[int, int]] = [(date.begin, date.end) for date in dates]
    if not role:
        cuts += [*signs_between(text, dates), *changes(spans), *eastern_gaps(text)]
        cuts += [(match.start(), match.start()) for match in _ASIDE.finditer(text)]
        lasted = (match for match in _PARENTHESES.finditer(text) if DURATION.fullmatch(match[1]))
        cuts += [(place, place) for match in lasted for place in match.span()]
        cuts += [(match.start(), match.end()) for match in _inner_labels().finditer(text)]
        cuts += [(match.start(), match.end()) for match in _BEFORE_LINK.finditer(text)]
    pieces, place = [], 0
    for begin, end in sorted(cuts):
        if begin >= place:
            pieces.append((place, begin))
        place = max(place, end)
    pieces.append((place, len(text)))
    parts: list[tuple[list[Span], str]] = []
    for begin, end in pieces:
        part = sliced(spans, begin, end)
        if _ASIDE.match(text[begin:end]):
            parts.append((part, "note"))
            continue
        parts += [(part, role)] if role else at_commas(part)
    return dates, parts


def _is_time(text: str, date: FoundDate) -> bool:
    """Return whether a date is a time of the entry, not part of a name: a bare year in the middle of words is not."""
    before, after = text[: date.begin].rstrip(), text[date.end :].lstrip()
    if "date" not in date.fields:
        return True
    if before[:1].islower() and _IN_SENTENCE.search(before):
        return False
    open_before = not before or before[-1] in ",;:|•·–—-([" or text[: date.begin].endswith(("  ", "\t"))
    open_after = not after or after[0] in ",;:|•·–—-()]."
    worded = len(date.fields["date"]) > 4
    return (
        (open_after and (open_before or not after or worded))
        or (open_before and (not before or worded or open_after))
        or (worded and not after)
    )
