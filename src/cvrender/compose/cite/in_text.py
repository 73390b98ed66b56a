"""Word the citations within a text by a citation style: `(Example & Sample, 2024, p. 5)`, `[3]`, or a footnote."""

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from cvrender.compose.cite.engine import CATEGORY, document_of, entries_of, makers, packed, run_citeproc, unpacked
from cvrender.compose.cite.inlines import to_inlines, to_text
from cvrender.compose.cite.item import FIRST_MARK, MARKS, SIGNS, Item, Work, item_of
from cvrender.compose.cite.missing import folded
from cvrender.compose.cite.people import JOINED, in_order
from cvrender.compose.cite.stripped import for_citations
from cvrender.load.library.citation_styles import CitationStyle
from cvrender.model.expressions import expression
from cvrender.model.name_parts import Name
from cvrender.model.text import Text
from cvrender.model.value import Value, replace
from cvrender.system import cache
from cvrender.system.sandbox import Sandbox
from cvrender.text.localize import Wording
from cvrender.text.markup import inline

_FORMAT = expression(r'citation-format="([a-z-]+)"')
_PAGES = expression(r"(?:(?:pp?\.?|pages?)[ \u00a0]*)?([0-9]+(?:[ \u00a0]*[-–,][ \u00a0]*[0-9]+)*)")
_NUMBER = expression(r"[0-9]+")
_NUMBERED = "numeric"
_CONTEXT = 6  # characters
_NO_LOCATOR = "{}"
"""What pandoc reads before words that name no place in a work."""

Reference = tuple[str, str]
"""The key of a work, and what follows it in a citation, such as `p. 5`."""


class TextCitation(Value, frozen=True):
    """The references of a citation, and the number of the note in which it stands, or 0."""

    references: tuple[Reference, ...]
    note: int = 0


class Insertion(Value, frozen=True):
    """Characters that belong behind the `count`th place of `before` in an entry, such as the letter after a year."""

    before: str
    count: int
    characters: str

    def put(self, text: Text) -> Text:
        """Return a text with the characters, or as it is if it has no such place."""
        place = -1
        for _ in range(self.count):
            place = text.plain.find(self.before, place + 1)
            if place < 0:
                return text
        place += len(self.before)
        spans, position = [], 0
        for span in text.spans:
            at = place - position
            position += len(span.text)
            is_here = 0 < at <= len(span.text)
            spans.append(replace(span, text=span.text[:at] + self.characters + span.text[at:]) if is_here else span)
        return Text(tuple(spans))


class InText(Value, frozen=True):
    """The texts of citations, the keys of the works in the order of their list, and what is to insert there by key."""

    texts: tuple[Text, ...]
    order: tuple[str, ...]
    insertions: dict[str, tuple[Insertion, ...]]


def kind_of(style: CitationStyle) -> str:
    """Return how a style cites: `author-date`, `author`, `numeric`, `label` or `note`."""
    if ' class="note"' in style.xml:
        return "note"
    match = _FORMAT.search(style.xml)
    return match[1] if match else _NUMBERED if '"citation-number"' in style.xml else "author-date"


class TextCiter:
    """Cites works in a style. `works` are those that may be cited, by their keys. Raises ToolError if pandoc fails."""

    def __init__(self, style: CitationStyle, works: Mapping[str, Work], wording: Wording, recase: bool) -> None:
        self.style, self.wording = style, wording
        all_names = replace(wording, most_authors=None)
        items = {key: item_of(work, all_names, recase=recase) for key, work in works.items()}
        self.items, self.names = _marked_alike(items)

    def cite(self, groups: Sequence[TextCitation], sandbox: Sandbox | None = None) -> InText | None:
        """Return the citations of these groups, in this order; None if the style cites a work by its whole entry."""
        key = cache.key_of(makers(), self.style.checksum, self._document(groups, set()), "in-text")
        kept = cache.read_data(CATEGORY, key)
        if kept:
            return _unpacked(kept[0]) if kept[0] else None
        citations = self._cite(groups, sandbox)
        cache.write_data(CATEGORY, key, _packed(citations) if citations else [])
        return citations

    def _cite(self, groups: Sequence[TextCitation], sandbox: Sandbox | None) -> InText | None:
        words = {index for index, group in enumerate(groups) if any("§" in detail for _, detail in group.references)}
        blocks, texts = self._run(groups, words, sandbox)  # styles would put the word for a section in place of the sign
        if missed := {index for index, group in enumerate(groups) if not _has_places(group, texts[index])} - words:
            words |= missed  # the style prints no places in works, or not of this kind
            blocks, texts = self._run(groups, words, sandbox)
        worded = entries_of(blocks)
        if kind_of(self.style) != "note" and all(self._is_whole(*pair, worded) for pair in zip(groups, texts, strict=True)):
            return None
        order = [self._keys[name] for name in worded]
        order += [key for key in dict.fromkeys(key for group in groups for key, _ in group.references) if key not in order]
        insertions = {}
        if 'disambiguate-add-year-suffix="true"' in self.style.xml and _same_years(self.items[key] for key in order):
            plain = entries_of(self._run(groups, words, sandbox, suffixes=False)[0])
            insertions = {self._keys[name]: _inserted(plain[name].plain, worded[name].plain) for name in worded}
        return InText(tuple(texts), tuple(order), {key: places for key, places in insertions.items() if places})

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of works for pandoc, by their keys."""
        return {key: f"w{index}" for index, key in enumerate(self.items)}

    @cached_property
    def _keys(self) -> dict[str, str]:
        return {name: key for key, name in self._names.items()}

    def _run(
        self, groups: Sequence[TextCitation], words: set[int], sandbox: Sandbox | None, *, suffixes: bool = True
    ) -> tuple[list[Any], list[Text]]:
        """Return the blocks that pandoc made, and the citations in them."""
        xml = for_citations(self.style.xml, suffixes)
        blocks = run_citeproc(self._document(groups, words), xml, self.style, sandbox)
        texts = [in_order(to_text(block["c"]), self.names) for block in blocks[: len(groups)]]
        return blocks, [_clean(text) for text in texts]

    def _is_whole(self, group: TextCitation, text: Text, worded: Mapping[str, Text]) -> bool:
        """Return whether a citation has the entry of its first work, which is more than the title."""
        key = group.references[0][0]
        entry, title = folded(worded.get(self._names[key], Text()).plain), folded(self.items[key].texts["title"])
        return entry not in ("", title) and entry in folded(text.plain)

    def _document(self, groups: Sequence[TextCitation], words: set[int]) -> str:
        cited = {key for group in groups for key, _ in group.references}
        items = {self._names[key]: item.data for key, item in self.items.items() if key in cited}
        blocks = []
        for index, group in enumerate(groups):
            references = [self._reference(key, detail, group.note, index in words) for key, detail in group.references]
            blocks.append({"t": "Para", "c": [{"t": "Cite", "c": [references, [{"t": "Str", "c": "?"}]]}]})
        return document_of(items, self.wording.language, blocks)

    def _reference(self, key: str, detail: str, note: int, as_words: bool) -> dict[str, Any]:
        """Return a reference to a work; `as_words` keeps what follows its key as it is, but words pages in the language."""
        if pages := _PAGES.fullmatch(detail):
            detail = pages[1]
            if as_words:
                label = self.wording.terms.labels["page"]
                detail = f"{label.one if detail.isdecimal() else label.other} {detail}"
        suffix = to_inlines(inline(f", {detail}")) if detail else []
        return {
            "citationId": self._names[key],
            "citationPrefix": [],
            "citationSuffix": [{"t": "Str", "c": _NO_LOCATOR}, *suffix] if as_words and suffix else suffix,
            "citationMode": {"t": "NormalCitation"},
            "citationNoteNum": note,
            "citationHash": 0,
        }


def _marked_alike(items: Mapping[str, Item]) -> tuple[dict[str, Item], tuple[Name, ...]]:
    """Return items in which only names have marks whose parts pandoc would put into another order, and those names.

    A name has the same mark in each item: a style tells works with the same authors from each other.
    """
    marked: dict[str, Item] = {}
    index: dict[Name, int] = {}
    for key, item in items.items():
        table: dict[int, str] = {}
        for number, name in enumerate(item.names):
            is_marked = name.family_first or name.prefix.endswith(JOINED)
            table[FIRST_MARK + number] = chr(FIRST_MARK + index.setdefault(name, len(index))) if is_marked else ""
        marked[key] = replace(item, data={variable: _translated(value, table) for variable, value in item.data.items()})
    return marked, tuple(index)


def _translated(value: Any, table: Mapping[int, str]) -> Any:
    """Return a variable with other marks in its names."""
    if isinstance(value, str):
        return value.translate(table)
    if isinstance(value, list):
        return [_translated(item, table) for item in value]
    return {name: _translated(item, table) for name, item in value.items()} if isinstance(value, dict) else value


def _clean(text: Text) -> Text:
    """Return a text without marks and without the blanks that some styles put before a citation."""
    spans = [replace(span, text=MARKS.sub("", span.text).translate(SIGNS)) for span in text.spans]
    if spans:
        spans[0] = replace(spans[0], text=spans[0].text.lstrip())
    return Text(tuple(spans))


def _has_places(group: TextCitation, text: Text) -> bool:
    """Return whether a citation has the first number of each place in a work, or its words."""
    for _, detail in group.references:
        match = _NUMBER.search(detail)
        if (match[0] if match else inline(detail).plain) not in text.plain:
            return False
    return True


def _same_years(items: Any) -> bool:
    counts = Counter(item.texts.get("issued", "") for item in items)
    return max(counts.values(), default=0) > 1


def _inserted(before: str, after: str) -> tuple[Insertion, ...]:
    """Return what an entry has more than it had before."""
    before, after = MARKS.sub("", before), MARKS.sub("", after)
    insertions = []
    for kind, start, _, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "insert" and start:
            context = before[max(0, start - _CONTEXT) : start]
            count = sum(before.startswith(context, place) for place in range(start - len(context) + 1))
            insertions.append(Insertion(context, count, after[first:last]))
    return tuple(reversed(insertions))


def _packed(citations: InText) -> list[Any]:
    insertions = {
        key: [[item.before, item.count, item.characters] for item in places] for key, places in citations.insertions.items()
    }
    return [[packed(text) for text in citations.texts], list(citations.order), insertions]


def _unpacked(data: Sequence[Any]) -> InText:
    texts, order, insertions = data
    places = {key: tuple(Insertion(*item) for item in items) for key, items in insertions.items()}
    return InText(tuple(unpacked(text) for text in texts), tuple(order), places)
