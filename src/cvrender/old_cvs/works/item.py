"""Define the text of a reference with the look of each character, and take identifiers and links out of it."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cvrender.formats.lines import LineCell, OldLine, merged
from cvrender.formats.values import identifiers, markdown
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in, is_end

_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?\b(10\.\d{4,9}/[^\s,;\]>]+[^\s,;.\])>])", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:https?://arxiv\.org/(?:abs|pdf)/|arXiv(?: (?:e-?print|preprint|paper))?[:\s]+(?:arXiv:)?)"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://[^\s,;>)\]]*[^\s,;>)\].]|\bwww\.[\w-]+\.[^\s,;>)\]]*[^\s,;>)\].]")
_PMID = re.compile(r"\bPMID:? ?(\d{1,8})\b")
_ISBN = re.compile(r"\bISBN(?:-1[03])?:?\s*((?:\d[ \u2010-\u2015-]?){9,12}[\dXx])")
_ISSN = re.compile(r"\bISSN:?\s*(\d{4}-\d{3}[\dXx])")
_IDENTIFIERS = (
    ("arxiv", _ARXIV, identifiers.arxiv),
    ("doi", _DOI, identifiers.doi),
    ("pmid", _PMID, str),
    ("isbn", _ISBN, identifiers.isbn),
    ("issn", _ISSN, str),
    ("url", _URL, identifiers.url),
)
_LABELS = re.compile(
    r"[\s(\[,;.]*\b(?:doi|url|available (?:at|from|online)(?: at)?|retrieved from|disponível em|disponible en"
    r"|verfügbar unter|acesso em|at|link|see)\s*:?\s*(?=<?\s*\x00)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\s?[\[(]\s*(?i:pdf|link|code|slides|paper|bib(?:tex)?|video|poster|html|url|website|doi|arxiv|github)\s*[\])]"
)
"""The text of a link in brackets, which does not belong to a reference."""
_NUMBER = re.compile(
    r"\s*(?:[\[(]\s*(?!(?:19|20)\d\d\b)(?=[^\])]*\d)[A-Z]{0,3}[.-]?\d{0,4}\s*[\])]|[A-Z]?\d{1,3}[.)]|[•·–—-])"
    r"(?:\s+|(?<=\d[.)])(?=[A-Z][a-z]))"
)


_BROKEN = re.compile(r"(?<!\bhigh)(?<!\blow)(?<!\bnon)(?<!\bself)(?<!\bmulti)-\s$|(?<=-)\s$")
"""The hyphen of a word that two lines divide, and the blank behind one that the word has anyway."""


_WITHIN = re.compile(
    r"\s*|\s?[^\s,.;:()]?\d[^\s,.;:()]?\s|\s?[^\W\d_a-zA-Z]\s|(?=[\w ]*[<=>±×→∀-⋿])\s?(?:[^\s,.;:()]{1,2}\s?){1,5}"
)
"""What stands between two parts of one run: blanks, a symbol that has no italics, such as `Z3`, or a formula such as `x ≠ y`."""
_ORIGINAL = re.compile(
    r"[”»\"]?[\s,]+(?P<title>(?![A-Za-zÀ-ž])[^\W\d_][^A-Za-zÀ-ž\d()\[\]\n;:,]{7,200}?)(?=\s*[,;\n]|\s+[A-ZÀ-Þ]|$)"
)
"""A text in another script behind what may be the title of a work."""


@dataclass(frozen=True, slots=True)
class ReferenceText:
    """A reference: its spans, in which a line break is a newline."""

    spans: tuple[Span, ...]
    text: str = field(default="")
    starts: tuple[int, ...] = ()

    def span_at(self, place: int) -> Span:
        """Return the span of a character."""
        return self.spans[max(0, bisect_right(self.starts, place) - 1)]

    def changes(self, place: int) -> bool:
        """Return whether the text has another look behind a blank."""
        before, after = (self.span_at(max(0, at)) for at in (place - 1, place + 1))
        return (before.bold, before.italic, before.href) != (after.bold, after.italic, after.href)

    def cut(self, begin: int, end: int) -> "ReferenceText":
        """Return a part of it."""
        parts = []
        for start, span in zip(self.starts, self.spans, strict=True):
            low, high = max(begin, start), min(end, start + len(span.text))
            if low < high:
                parts.append(replace(span, text=span.text[low - start : high - start]))
        return item_of(parts)

    @property
    def for_names(self) -> str:
        """Return the text with other blanks where italics, links or numbers in bold begin or end: no name goes on behind them."""
        text = list(self.text)
        bold = [(begin, end) for begin, end in self.runs("bold") if re.search(r"\d", self.text[begin:end])]
        for begin, end in (*self.runs("italic"), *self.runs("href"), *bold):
            for place in (begin - 1, end):
                if 0 <= place < len(text) and text[place] == " ":
                    text[place] = "\u2003"
        return "".join(text)

    def runs(self, look: str) -> list[tuple[int, int]]:
        """Return where the text is `bold`, `italic` or has an `href`; blanks within do not end a run."""
        runs: list[tuple[int, int]] = []
        for start, span in zip(self.starts, self.spans, strict=True):
            is_bare = (span.math or span.code) and bool(runs)
            if getattr(span, look) or is_bare and _WITHIN.fullmatch(self.text[runs[-1][1] : start]):
                end = start + len(span.text)
                if runs and _WITHIN.fullmatch(self.text[runs[-1][1] : start]):
                    runs[-1] = runs[-1][0], end
                else:
                    runs.append((start, end))
        return runs

    @property
    def markdown(self) -> str:
        """Return it as Markdown without links, and without a look that all of it has."""
        spans = [replace(span, href="", text=span.text.replace("\n", " ")) for span in self.spans]
        for look in ("bold", "italic"):
            is_whole = all(getattr(span, look) or span.math or span.code or not span.text.strip() for span in spans)
            if is_whole or self.runs(look) == [(0, len(self.text))]:
                spans = [replace(span, **{look: False}) for span in spans]
        return markdown.write(merged(spans)).strip()


def item_of(spans: Iterable[Span]) -> ReferenceText:
    """Return an item of spans, with single blanks."""
    joined: list[Span] = []
    for span in spans:
        text = span.text if span.math else re.sub(r"[^\S\n]+", " ", span.text)
        if joined and joined[-1].text.endswith((" ", "\n")) and not span.math:
            text = text.lstrip(" ")
        if text:
            joined.append(replace(span, text=text))
    starts, place = [], 0
    for span in joined:
        starts.append(place)
        place += len(span.text)
    return ReferenceText(tuple(joined), "".join(span.text for span in joined), tuple(starts))


def without_time(line: OldLine) -> tuple[tuple[LineCell, ...], str]:
    """Return the cells of a line without one that is nothing but a date, and this date; cells of signs fall, too."""
    cells = tuple(cell for cell in line.cells if re.search(r"\w", cell.plain))
    times = [cell for cell in cells if is_end(cell.plain)] if len(cells) > 1 else []
    date = next((found.fields.get("date", "") for cell in times[:1] for found in dates_in(cell.plain)), "")
    return (tuple(cell for cell in cells if cell is not times[0]), date) if date else (line.cells, "")


def take_original_title(item: ReferenceText) -> tuple[ReferenceText, str]:
    """Take the title in its own script out of a reference, where it follows the title; return what is left, and the title."""
    ends = {high for look in ("bold", "italic") for _, high in item.runs(look)}
    for match in _ORIGINAL.finditer(item.text):
        begin = match.start()
        if (match[0][0] in '”»"\n' or begin in ends) and re.search("[A-Za-z]{3}", item.text[:begin]):
            begin += match[0][0] in '”»"'
            return item_of((*item.cut(0, begin).spans, *item.cut(match.end(), len(item.text)).spans)), match["title"].strip()
    return item, ""


def item_of_lines(lines: Iterable[OldLine]) -> ReferenceText:
    """Return the reference that lines say, without its number."""
    spans: list[Span] = []
    for line in lines:
        for index, cell in enumerate(line.cells):
            is_alike = bool(spans and cell.spans) and spans[-1].bold == cell.spans[0].bold
            if is_alike and not index and _goes_on(spans[-1].text, cell.plain):
                spans[-1] = replace(spans[-1], text=_BROKEN.sub("", spans[-1].text.rstrip() + " "))
            elif spans:
                spans.append(Span("  " if index else "\n"))
            spans += cell.spans
    first = next((index for index, span in enumerate(spans) if span.text.strip()), None)
    if first is not None and re.fullmatch(r"\s*\d{1,3}\s*", spans[first].text) and len(spans) > first + 1:
        spans = spans[first + 1 :]  # a number in a look of its own
    item = item_of(spans)
    item = item.cut(len(item.text) - len(item.text.lstrip()), len(item.text))
    number = _NUMBER.match(item.text)
    return item.cut(number.end(), len(item.text)) if number else item


def _goes_on(before: str, after: str) -> bool:
    """Return whether a line goes on in the middle of a sentence or a word, or with the numbers behind the name of a journal."""
    is_numbers = re.match(r"(?!(?:19|20)\d\d,)\d{1,4}(?:\.\d+)? ?[,(:]", after) and not re.search(r"\d\W*$", before)
    is_word = re.search(r"[^\W\d_]-?\s*$", before) and re.match(r"[^\W\d_A-Z]+[\s,.;:)-]", after)
    return bool(is_numbers or is_word and not after[:1].isupper())


def take_identifiers(item: ReferenceText) -> tuple[ReferenceText, dict[str, Any]]:
    """Take DOI, arXiv number, PMID and address out of a reference; return what is left of it, and what was taken."""
    taken: dict[str, Any] = {}
    for match in reversed(list(_LINK.finditer(item.text))):
        if item.span_at(match.start() + 2).href:
            item = item_of((*item.cut(0, match.start()).spans, Span(" "), *item.cut(match.end(), len(item.text)).spans))
    for key, pattern, check in _IDENTIFIERS:
        for match in pattern.finditer(item.text):
            value = check(match[1] if match.re.groups else match[0])
            if value and (key not in taken or key == "url"):
                taken.setdefault(key, value)
                item = _without(item, match.start(), match.end())
                break
    for span in item.spans:
        if number := identifiers.doi(span.href):
            taken.setdefault("doi", number)
        elif number := identifiers.arxiv_in(span.href):
            taken.setdefault("arxiv", number)
        elif link := identifiers.url(span.href):
            taken.setdefault("url", link)
    if number := taken.get("doi"):
        if re.match(r"https?://(?:dx\.)?doi\.org/", taken.get("url", "")):
            del taken["url"]
        for part in re.finditer(r"\S{6,}", item.text):
            if number.endswith(part[0].rstrip(".,").casefold()):
                item = _without(item, part.start(), part.end())
                break
    return item, taken


def _without(item: ReferenceText, begin: int, end: int) -> ReferenceText:
    """Return an item without a part of its text, the label before it, and brackets around it."""
    text = item.text
    marked = f"{text[:begin]}\x00"
    if label := next((m for m in _LABELS.finditer(marked) if m.end() >= begin - 1), None):
        begin = label.start()
    while begin and end < len(text) and text[begin - 1] + text[end] in ("<>", "()", "[]"):
        begin, end = begin - 1, end + 1
    before, after = item.cut(0, begin), item.cut(end, len(text))
    return item_of((*before.spans, Span(" "), *after.spans))


_QUOTES = {"“": "”", "„": "“”", "«": "»", '"': '"', "‘": "’", "'": "'", "»": "«", "”": "”", "「": "」", "『": "』", "《": "》"}


def closing(text: str, begin: int) -> int:
    """Return where a quotation that begins at a place ends; 0 if none does."""
    if begin >= len(text) or text[begin] not in _QUOTES:
        return 0
    opened, closes, depth = text[begin], _QUOTES[text[begin]], 0
    for place in range(begin + 1, min(len(text), begin + 500)):
        char = text[place]
        if char == opened and opened not in closes:
            depth += 1
        elif char in closes and not (char in "’'" and text[place + 1 : place + 2].isalpha()):
            if not depth:
                return place + 1 if place > begin + 3 else 0
            depth -= 1
    return 0
