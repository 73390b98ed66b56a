"""Follow a text of the Document through the glyphs of a page, to find its spaces, links and formulas."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cvrender.model.expressions import expression
from cvrender.model.text import Span
from cvrender.model.value import Record
from cvrender.targets.pdf.tagging.content import Owner
from cvrender.targets.pdf.tagging.fonts import LIGATURES
from cvrender.targets.pdf.tagging.outline import TaggedText
from cvrender.text.casing import capitals as in_capitals
from cvrender.text.foreign import foreign
from cvrender.text.formulas import in_characters
from cvrender.text.letter_forms import plain_letters

FORMULA = "\ufffc"  # represents a formula; no font has a glyph for it
_BLANKS = expression(r"\s+")
_INVISIBLE = expression("[\u00ad\u200b-\u200d\u2060\ufeff]")
_AHEAD = 80  # characters to search if the glyphs are not the next ones
_SHORTEST = 2  # the fewest glyphs that are searched


@lru_cache(maxsize=4096)
def as_shown(text: str) -> str:
    """Return a text as fonts show it: composed, without invisible characters, with ligatures as letters."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", plain_letters(text))).translate(LIGATURES)


class _Part(Record):
    """A part of a text with one owner, up to the offset `end`."""

    end: int
    owner: Owner


class Found(NamedTuple):
    """Whether a space precedes glyphs, how many of their characters belong to the text, and whether that is `unknown`."""

    space: bool
    length: int
    unknown: bool = False


class Following:
    """A text and the offset up to which it was followed. `owner` is that of the whole text."""

    __slots__ = ("_space", "_in_formula", "_part", "language", "leaf", "owner", "parts", "place", "text")

    def __init__(self, leaf: TaggedText, role: str, language: str) -> None:
        self.leaf = leaf
        self.language = language
        self.owner = Owner(role)
        self.place = 0
        self._part = 0
        self._in_formula = self._space = False
        self._spell(capitals=False)

    def _spell(self, capitals: bool) -> None:
        self.text = ""
        self.parts: list[_Part] = []
        for span in self.leaf.text.spans:
            if span.math:
                self._add(FORMULA, span)
                continue
            shown = as_shown(_BLANKS.sub(" ", span.text))
            if self.text.endswith(" ") or not self.text:
                shown = shown.lstrip(" ")
            self._add(in_capitals(shown, self.language) if capitals else shown, span)
        self.text = self.text.rstrip(" ")
        if not self.text.isascii():
            self._divide()

    def _add(self, shown: str, span: Span) -> None:
        if not shown:
            return
        self.text += shown
        owner = self._link(span.href) if span.href else self.owner
        if span.note:
            owner = Owner("Reference", owner)
        if span.math:
            owner = Owner("Formula", owner, alternative=in_characters(span.text))
        if self.parts and self.parts[-1].owner is owner:
            self.parts[-1].end = len(self.text)
        else:
            self.parts.append(_Part(len(self.text), owner))

    def _link(self, target: str) -> Owner:
        """Return the link of the previous part if it has the same target, else a new one."""
        link = self.parts[-1].owner.link if self.parts else None
        return link if link and link.href == target else Owner("Link", self.owner, href=target)

    def _divide(self) -> None:
        """Make the parts in other languages parts with their own owners."""
        stretches = foreign(self.text, self.language)
        if not stretches:
            return
        divided: list[_Part] = []
        start = 0
        for part in self.parts:
            for first, last, language in stretches if part.owner.role != "Formula" else ():
                if last <= start or first >= part.end:
                    continue
                if first > start:
                    divided.append(_Part(first, part.owner))
                divided.append(_Part(min(last, part.end), Owner("Span", part.owner, language=language)))
                start = min(last, part.end)
            if start < part.end:
                divided.append(_Part(part.end, part.owner))
            start = part.end
        self.parts = divided

    def links(self) -> Iterator[tuple[Owner, str]]:
        """Yield the link and text of each part that belongs to a link."""
        start = 0
        for part in self.parts:
            if link := part.owner.link:
                yield link, part.owner.alternative if part.owner.role == "Formula" else self.text[start : part.end]
            start = part.end

    @property
    def is_complete(self) -> bool:
        """Whether all of it was found."""
        return self.place >= len(self.text)

    @property
    def current(self) -> Owner:
        """The owner of the next character."""
        return self._owner_at(self.place)

    @property
    def taken(self) -> Owner:
        """The owner of the last character before `place`."""
        return self._owner_at(self.place - 1)

    def _owner_at(self, place: int) -> Owner:
        """Move to the part that contains this place, which is not before the part of the last call; return its owner."""
        parts = self.parts
        while self._part < len(parts) - 1 and parts[self._part].end <= place:
            self._part += 1
        return parts[self._part].owner if parts else self.owner

    @property
    def room(self) -> int:
        """The number of the next characters that have the same owner."""
        self._owner_at(self.place)
        return max(self.parts[self._part].end - self.place, 1) if self.parts else 1

    def begin_formula(self) -> Owner | None:
        """Move to the next formula and return its owner, or None if there is none."""
        place = self.text.find(FORMULA, self.place)
        if place < 0:
            return None
        self._space = place > self.place and self.text[place - 1] == " "
        self.place, self._in_formula = place, True
        return self.current

    def take_space(self) -> bool:
        """Return whether a space precedes the formula; False after the first call."""
        space, self._space = self._space, False
        return space

    def end_formula(self) -> None:
        """Move to the end of the formula."""
        if self._in_formula:
            self.place, self._in_formula = self.place + 1, False

    @property
    def part(self) -> Owner:
        """The owner of the last characters that were taken."""
        return self.parts[self._part].owner

    def take(self, shown: str) -> bool | None:
        """Move past these characters, and return whether a space precedes them, if they are the next ones and have the same
        owner as the last ones; else return None, and do not move.
        """
        place, text = self.place, self.text
        space = not text.startswith(shown, place)
        if space:
            if not text.startswith(" ", place) or not text.startswith(shown, place + 1):
                return None
            place += 1
        end = place + len(shown)
        if not shown or end > self.parts[self._part].end:
            return None
        self.place = end
        return space

    def skip_space(self) -> bool:
        """Move past a space, and return whether there was one."""
        if not self.text.startswith(" ", self.place):
            return False
        self.place += 1
        return True

    def take_first(self, choices: Sequence[Callable[[], str]]) -> int:
        """Move past the first of these that comes next, else soon, and return its index; -1 if none does."""
        for index, choice in enumerate(choices):
            shown = as_shown(choice())
            if self.text.startswith(shown, self.place):
                self.place += len(shown)
                return index
        spelled = [as_shown(choice()) for choice in choices]
        places = [(place, index) for index, shown in enumerate(spelled) if (place := self._later(shown)) >= 0]
        if not places:
            return -1
        self.place, index = min(places)
        self.place += len(spelled[index])
        return index

    def _later(self, shown: str) -> int:
        """Return where the characters come soon, else -1."""
        return self.text.find(shown, self.place, self.place + _AHEAD) if len(shown) >= _SHORTEST else -1

    def find(self, shown: str) -> Found:
        """Search these characters, and move to their beginning."""
        for _ in range(2):
            if self.text.startswith(shown, self.place):
                return Found(False, len(shown))
            if self.text.startswith(" ", self.place) and self.text.startswith(shown, self.place + 1):
                self.place += 1
                return Found(True, len(shown))
            seen = self.text[: self.place]
            if not self.leaf.heading or self.is_complete or in_capitals(seen + shown, "") != seen + shown:
                break
            self._spell(capitals=True)
        return self._search(as_shown(shown))

    def _search(self, shown: str) -> Found:
        """Search glyphs that are not the next ones: the text ends within them, or continues a little later."""
        space = self.text.startswith(" ", self.place)
        rest = self.text[self.place + space : self.place + space + len(shown)]
        if len(rest) < len(shown) and shown.startswith(rest):  # it ends within them
            self.place += space
            return Found(space and bool(rest), len(rest))
        place = self._later(shown)
        if place < 0:
            return Found(False, 0, unknown=not self.is_complete)
        self.place = place
        return Found(self.text[place - 1 : place] == " ", len(shown))
