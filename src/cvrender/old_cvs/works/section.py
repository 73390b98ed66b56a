"""Divide a section of publications into its headings and items, and say what kind of work a heading announces."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from cvrender.formats.lines import OldLine
from cvrender.old_cvs.headings import group_titles, plain

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
    ("under-review", r"(?:under|in) (?:peer.)?review|under consideration"),
    ("submitted", r"submitted|eingereicht|soumis|enviad|submetid"),
    ("in-press", r"in press|forthcoming|to appear|im druck|à paraître|en prensa|no prelo"),
    ("accepted", r"accepted|angenommen"),
)


class PublicationItem(NamedTuple):
    """The lines of a reference, and the headings above it within the section."""

    lines: list[OldLine]
    heading: str


def items_of(lines: Sequence[OldLine]) -> Iterator[PublicationItem]:
    """Yield the items of a section of publications."""
    items: list[PublicationItem] = []
    heading = ""
    has_bullets = any(line.kind in ("bullet", "entry", "row") for line in lines)
    has_breaks = sum(line.kind == "break" for line in lines) * 2 >= sum(line.kind == "text" for line in lines) > 0
    starts = True
    for line in lines:
        if line.kind == "break":
            starts = True
            continue
        if line.kind == "heading" or _is_heading(line):
            heading, starts = line.plain.strip(" :"), True
            continue
        is_new = line.kind in ("bullet", "entry", "row") and line.level == 1
        if is_new or not items or items[-1].heading != heading or (not has_bullets and (starts or not has_breaks)):
            items.append(PublicationItem([], heading))
        items[-1].lines.append(line)
        starts = False
    yield from items


def _is_heading(line: OldLine) -> bool:
    """Return whether a line in bold alone says no more than what follows."""
    if line.kind != "text" or len(line.cells) != 1 or len(line.plain) > 60 or not all(span.bold for span in line.cells[0].spans):
        return False
    return bool(kind_of(line.plain) or status_of(line.plain)) and len(line.plain.split()) < 7


def kind_of(heading: str) -> str:
    """Return the type of the works under a heading, or `workshop`; "" if it does not say."""
    if known := _groups().get(plain(heading)):
        return known
    found = [kind for kind, words in _KINDS if re.search(words, heading, re.IGNORECASE)]
    return found[0] if len(found) == 1 else ""


def status_of(heading: str) -> str:
    """Return how far the works under a heading are; "" if it does not say."""
    return next((status for status, words in _STATUSES if re.search(words, heading, re.IGNORECASE)), "")


@cache
def _groups() -> dict[str, str]:
    return {plain(title): kind for kind, title in group_titles()}
