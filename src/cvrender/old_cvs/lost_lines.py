"""Prove that nothing is lost: find each line of a document in the data of a profile."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from cvrender.formats.base import OldDocument
from cvrender.formats.lines import OldLine
from cvrender.old_cvs.dates import dates_in, month_of
from cvrender.old_cvs.header import labels, says_nothing, without_labels
from cvrender.old_cvs.headings import column_names, is_of_both, is_of_contacts, section_of
from cvrender.old_cvs.personal import label_of, personal_labels
from cvrender.old_cvs.theses import THESIS
from cvrender.text.markup import inline

_WORD = re.compile(r"[^\W_]+")
_LONG = re.compile(r"[^\W\d_]{4,}")
_RESOLVER = re.compile(r"(?i)https?://(?:dx\.)?doi\.org/")
_MARKS = re.compile(r"^\[?\d{1,3}(?:\]|\.)\s+(?=\D)|[\[［](?:[A-Z]|EB)(?:/OL)?[\]］]")
"""Numbers of a list, and the marks of kinds of works in GB/T 7714."""
_FIELD_LABELS = frozenset(
    "gpa cgpa grade grades advisor advisors supervisor supervisors thesis dissertation and und et y in at chez bei presso "
    "vol volume no issue number pp p pages bd heft nr s v n ed eds org orgs coord editor editors 等 "
    "doi arxiv preprint pmid à l la au im am".split()
)
"""Labels of fields and words between them, which say no more than the fields do."""


@dataclass(frozen=True)
class LostLine:
    """A line of which words are not found in a profile."""

    line: OldLine
    words: tuple[str, ...]


def letters(text: str) -> str:
    """Return letters and digits only, in lower case, without accents that fonts draw apart."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in unicodedata.normalize("NFC", folded) if char.isalnum())


def lost_lines(document: OldDocument, data: Any) -> list[LostLine]:
    """Return the lines of a document that a profile's data does not contain, with what is missing."""
    texts = list(dict.fromkeys(_texts(data)))
    blob = "\n".join(letters(text) for text in texts)
    words = {word.casefold() for text in texts for word in _WORD.findall(unicodedata.normalize("NFKC", text))}
    lost = []
    is_header = True
    for line in document.lines:
        is_header = is_header and line.kind != "heading"
        if line.kind == "break" or says_nothing(line) or (line.kind == "heading" and _names_section(line.plain)):
            continue
        if missing := tuple(word for word in _missing(line, blob, words) if not (is_header and word.casefold() in labels())):
            lost.append(LostLine(line, missing))
    return lost


def _names_section(heading: str) -> bool:
    """Return whether a heading says no more than the section does to which it leads."""
    return section_of(heading) not in ("", "custom") or is_of_both(heading) or is_of_contacts(heading)


def lines_in_other_words(document: OldDocument, data: Any) -> list[OldLine]:
    """Return the lines of which a field says what they mean, and not the words: headings, labels, and times such as “to date”."""
    blob = "\n".join(letters(text) for text in _texts(data))
    found = []
    for line in document.lines:
        for text in (line.plain, *(cell.plain for cell in line.cells)):
            said = [word for word in _LONG.findall(unicodedata.normalize("NFC", text)) if not month_of(word)]
            if len(said) > 1 and sum(letters(word) in blob for word in said) < 0.7 * len(said) and not says_nothing(line):
                found.append(line)
                break
    return found


def said_lines(document: OldDocument) -> int:
    """Return how many lines of a document say something of the person."""
    return sum(line.kind != "break" and not says_nothing(line) for line in document.lines)


def _missing(line: OldLine, blob: str, words: set[str]) -> Iterator[str]:
    """Yield the words of a line that no text contains; longer runs of words must stand together."""
    for cell in line.cells:
        plain = _MARKS.sub(" | ", _RESOLVER.sub(" ", cell.plain))
        if letters(plain) in blob or label_of(plain):
            continue
        for date in reversed(list(dates_in(plain))):
            if all(value == "present" or letters(value) in blob for value in date.fields.values()):
                plain = f"{plain[: date.begin]} | {plain[date.end :]}"
        plain = THESIS.sub(" | ", _labels_of_fields().sub(" | ", plain), count=1)
        for part in re.split(r"\s[|•·–—-]+\s|[|;:,()\[\]\t，．：（）；、]|\.\s", without_labels(plain)):
            bare = letters(part)
            if bare and bare not in blob and part.strip(" .").casefold() not in _FIELD_LABELS:
                yield from _uncovered(part, blob, words)


@cache
def _labels_of_fields() -> re.Pattern[str]:
    """Return what finds labels such as `Institution:`, which say no more than the fields do."""
    names = sorted(map(re.escape, {*column_names(), *personal_labels()}), key=len, reverse=True)
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(names)})\s*[:：]")


def _uncovered(part: str, blob: str, words: set[str]) -> list[str]:
    """Return the words of a part that no text contains; all of them if they are found scattered, not next to each other."""
    said = [word for word in _WORD.findall(part) if word.casefold() not in _FIELD_LABELS]
    missing = [word for word in said if word.casefold() not in words and letters(word) not in blob]
    runs, start = 0, 0
    while start < len(said) and len(said) < 500:
        end = start + 1
        while end < len(said) and letters("".join(said[start : end + 1])) in blob:
            end += 1
        runs, start = runs + 1, end
    return missing or (said if len(said) >= 4 and runs * 5 >= 4 * len(said) else [])


def _texts(value: Any) -> Iterator[str]:
    """Yield every text of plain data, as it is shown."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(key, str) and not key.islower():
                yield key
            yield from _texts(inner)
    elif isinstance(value, str):
        yield inline(value).plain
        if "](" in value or "://" in value:
            yield value
    elif isinstance(value, Iterable):
        for inner in value:
            yield from _texts(inner)
    elif value is not None:
        yield str(value)
