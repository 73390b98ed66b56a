"""Find where the values of a profile are in a text of its Document, and carry changes of the text over to them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from cvrender.formats.values.markdown import escape
from cvrender.model.convert import DataPath
from cvrender.model.value import Value
from cvrender.model.written_dates import typed_date
from cvrender.targets.docx.places import said
from cvrender.text.markup import inline

_SAME = str.maketrans("“”„«»‘’‚\u00a0\u202f\u2009–—−‑\u2028", '"""""\'\'\'   ----\n')
"""Signs for which a style or a program may set others."""
TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
"""A word, white space or a sign."""
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_ITEM = re.compile(r"^[ \t]*(?:[-+*]|[0-9]+[.)])[ \t]+(.+)$", re.MULTILINE)
_SHORTEST = 2
_DATES = frozenset({"date", "start", "end"})


def folded(text: str) -> str:
    """Return a text, as long, in which signs that styles and programs exchange are the same."""
    return text.translate(_SAME)


def words_of(text: str) -> str:
    """Return the words of a text, folded, with one space between them."""
    return " ".join(folded(text).split())


def said_date(text: str) -> str | None:
    """Return the date that a text says, as it is typed in a profile, or None."""
    return typed_date(" ".join(folded(text).replace(" - ", " – ").strip(" .,;()").split()))


def at(data: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path of data, or None."""
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def plain(markdown: str) -> str:
    """Return the characters of Markdown as they are read from a Word document: a formula is one sign."""
    return said(inline(markdown))


class Occurrence(Value, frozen=True, dict=True):
    """The place of a value in a text: `raw[begin:end]`, a paragraph of the value at `path`, is from `start` to `stop`."""

    start: int
    stop: int
    path: DataPath
    raw: str
    begin: int
    end: int

    @cached_property
    def shown(self) -> str:
        """The characters that the paragraph shows."""
        return plain(self.raw[self.begin : self.end])

    def changed(self, hunks: "Sequence[Hunk]", escaped: bool) -> str:
        """Return the value with changes made, whose places are those of the text. What is not changed keeps its Markdown."""
        source = self.raw[self.begin : self.end]
        places = _places(self.shown, source)
        result, place = "", 0
        for hunk in hunks:
            first, last = max(hunk.start - self.start, 0), min(hunk.stop - self.start, len(self.shown))
            begin = places[first] if first < last or first == 0 else places[first - 1] + 1
            end = places[last - 1] + 1 if last > first else begin
            result += source[place:begin] + (escape(hunk.new) if escaped else hunk.new)
            place = end
        return self.raw[: self.begin] + result + source[place:] + self.raw[self.end :]


class Hunk(Value, frozen=True):
    """Other characters for those between two places of a text."""

    start: int
    stop: int
    new: str


def _places(shown: str, source: str) -> list[int]:
    """Return for each character that is shown, and for their end, its place in the source."""
    if shown == source:
        return list(range(len(source) + 1))
    places = [-1] * len(shown) + [len(source)]
    for first, second, size in SequenceMatcher(None, shown, source, False).get_matching_blocks():
        places[first : first + size] = range(second, second + size)
    for index in range(len(shown) - 1, -1, -1):
        places[index] = places[index + 1] if places[index] < 0 else places[index]
    return places


def merged(old: str, versions: Sequence[str]) -> str:
    """Return a text with the changes of several versions of it; of changes at one place, the first."""
    hunks: list[Hunk] = []
    for version in versions:
        for hunk in hunks_between(old, version, exact=True):
            if hunk not in hunks and not any(hunk.start < other.stop and other.start < hunk.stop for other in hunks):
                hunks.append(hunk)
    text, place = "", 0
    for hunk in sorted(hunks, key=lambda each: (each.start, each.stop)):
        text += old[place : hunk.start] + hunk.new
        place = hunk.stop
    return text + old[place:]


def hunks_between(old: str, new: str, *, exact: bool = False) -> list[Hunk]:
    """Return what differs between two texts, by words and signs; not `exact`, signs that are exchanged are the same."""
    first, second = TOKEN.findall(old), TOKEN.findall(new)
    fold = str if exact or folded(old) == folded(new) else folded
    matcher = SequenceMatcher(None, list(map(fold, first)), list(map(fold, second)), False)
    hunks = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            start = sum(map(len, first[:a]))
            hunks.append(Hunk(start, start + sum(map(len, first[a:b])), "".join(second[c:d])))
    return hunks


def scalars(data: Any, path: DataPath = ()) -> Iterator[tuple[DataPath, str]]:
    """Yield the texts of data with their paths."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if not str(key).startswith("x-"):
                yield from scalars(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from scalars(value, (*path, index))


def values_of(data: Mapping[str, Any], source: DataPath) -> list[tuple[DataPath, str]]:
    """Return the texts of the field that a text of the Document comes from, then those next to it and above it."""
    values = dict(scalars(at(data, source), source))
    for end in range(len(source) - 1, 0, -1):
        outer = at(data, source[:end])
        if isinstance(outer, dict):
            inner = {key: value for key, value in outer.items() if not isinstance(value, list) or key != source[end]}
            values = {**dict(scalars(inner, source[:end])), **values} if end > 1 or source[0] == "person" else values
    own = [item for item in values.items() if item[0][: len(source)] == source]
    return own + [item for item in values.items() if item[0][: len(source)] != source]


def occurrences(text: str, values: Sequence[tuple[DataPath, str]]) -> list[Occurrence]:
    """Return the values that are in a text: the longest first, none within another."""
    parts = [(path, raw, *span) for path, raw in values if path[-1] not in _DATES for span in _paragraphs(raw)]
    shown = {(begin, end, raw): plain(raw[begin:end]) for _, raw, begin, end in parts}
    haystack, taken, places = folded(text), bytearray(len(text)), []
    for path, raw, begin, end in sorted(parts, key=lambda part: -len(shown[part[2], part[3], part[1]])):
        words = folded(shown[begin, end, raw])
        if len(words) < _SHORTEST and words != haystack:
            continue
        for match in re.finditer(re.escape(words), haystack):
            start, stop = match.span()
            inside = (haystack[start - 1 : start] + words[:1]).isalnum() and start > 0 and words[:1].isalnum()
            cut = inside or (stop < len(text) and words[-1:].isalnum() and haystack[stop].isalnum())
            if not any(taken[start:stop]) and not cut:
                taken[start:stop] = b"\1" * (stop - start)
                places.append(Occurrence(start, stop, path, raw, begin, end))
                break
    return places


def _paragraphs(raw: str) -> Iterator[tuple[int, int]]:
    """Yield where the paragraphs of a text and the items of its lists begin and end."""
    start = 0
    for match in _PARAGRAPHS.finditer(raw):
        yield start, match.start()
        start = match.end()
    yield start, len(raw.rstrip())
    yield from (match.span(1) for match in _ITEM.finditer(raw))
