"""Follow a text of the Document while the glyphs of a page are looked at: where it has spaces, links and formulas."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cvrender.model import maths
from cvrender.model.text import Span
from cvrender.targets.pdf.tagging.content import Owner
from cvrender.targets.pdf.tagging.languages import foreign
from cvrender.targets.pdf.tagging.outline import Leaf

FORMULA = "\ufffc"  # stands for a formula; no font has a glyph for it
_BLANKS = re.compile(r"\s+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_AHEAD = 80  # characters to look ahead where glyphs are not what comes next
_SHORTEST = 2  # glyphs that are looked for further on


def as_shown(text: str) -> str:
    """A text as fonts spell it: composed, without what cannot be seen, ligatures as their letters."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", text)).translate(_LIGATURES)


@dataclass(slots=True)
class _Part:
    """A part of a text that belongs to one owner, up to `end`."""

    end: int
    owner: Owner


class Found(NamedTuple):
    """Whether a blank stands before glyphs, and how many of their characters are the text's; `unknown` ones cannot be told."""

    blank: bool
    count: int
    unknown: bool = False


class Following:
    """A text, and how far it was followed. `owner` is that of the whole text."""

    __slots__ = ("_blank", "_in_formula", "_part", "language", "leaf", "owner", "parts", "place", "text")

    def __init__(self, leaf: Leaf, role: str, language: str) -> None:
        self.leaf = leaf
        self.language = language
        self.owner = Owner(role)
        self.place = 0
        self._part = 0
        self._in_formula = self._blank = False
        self._spell(capitals=False)

    def _spell(self, capitals: bool) -> None:
        self.text, self.parts = "", []
        for span in self.leaf.text.spans:
            if span.math:
                self._add(FORMULA, span)
                continue
            said = as_shown(_BLANKS.sub(" ", span.text))
            if self.text.endswith(" ") or not self.text:
                said = said.lstrip(" ")
            self._add(said.upper() if capitals else said, span)
        self.text = self.text.rstrip(" ")
        if not self.text.isascii():
            self._divide()

    def _add(self, said: str, span: Span) -> None:
        if not said:
            return
        self.text += said
        owner = self._link(span.href) if span.href else self.owner
        if span.math:
            owner = Owner("Formula", owner, alternative=spoken(span.text))
        if self.parts and self.parts[-1].owner is owner:
            self.parts[-1].end = len(self.text)
        else:
            self.parts.append(_Part(len(self.text), owner))

    def _link(self, target: str) -> Owner:
        """The link that the part before it belongs to, if it leads there, too."""
        before = self.parts[-1].owner if self.parts else self.owner
        for owner in (before, before.outer):
            if owner and owner.role == "Link" and owner.href == target:
                return owner
        return Owner("Link", self.owner, href=target)

    def _divide(self) -> None:
        """Give the parts of other languages owners of their own."""
        found = foreign(self.text, self.language)
        if not found:
            return
        divided: list[_Part] = []
        start = 0
        for part in self.parts:
            for first, last, language in found if part.owner.role != "Formula" else ():
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
        """Each part that belongs to a link, and what it reads."""
        start = 0
        for part in self.parts:
            formula = part.owner.role == "Formula"
            owner: Owner | None = part.owner
            while owner and owner.role != "Link":
                owner = owner.outer
            if owner:
                yield owner, part.owner.alternative if formula else self.text[start : part.end]
            start = part.end

    @property
    def is_complete(self) -> bool:
        """True when all of it was seen."""
        return self.place >= len(self.text)

    @property
    def current(self) -> Owner:
        """What the character there belongs to."""
        parts = self.parts
        while self._part < len(parts) - 1 and parts[self._part].end <= self.place:
            self._part += 1
        return parts[self._part].owner if parts else self.owner

    @property
    def room(self) -> int:
        """How many characters belong to the same owner from there on."""
        self.current  # noqa: B018  (goes on to the part of that place)
        return max(self.parts[self._part].end - self.place, 1) if self.parts else 1

    def begin_formula(self) -> Owner | None:
        """Go on to the next formula, and give its owner; None where there is none."""
        place = self.text.find(FORMULA, self.place)
        if place < 0:
            return None
        self._blank = place > self.place and self.text[place - 1] == " "
        self.place, self._in_formula = place, True
        return self.current

    def skipped_blank(self) -> bool:
        """True, once, where a blank stands before the formula."""
        blank, self._blank = self._blank, False
        return blank

    def end_formula(self) -> None:
        """Go on behind the formula."""
        if self._in_formula:
            self.place, self._in_formula = self.place + 1, False

    def find(self, shown: str) -> Found:
        """Look for these characters, and go to where they begin."""
        for _ in range(2):
            if self.text.startswith(shown, self.place):
                return Found(False, len(shown))
            if self.text.startswith(" ", self.place) and self.text.startswith(shown, self.place + 1):
                self.place += 1
                return Found(True, len(shown))
            seen = self.text[: self.place]
            if not self.leaf.heading or self.is_complete or (seen + shown).upper() != seen + shown:
                break
            self._spell(capitals=True)
        return self._search(as_shown(shown))

    def _search(self, shown: str) -> Found:
        """Where glyphs are not what comes next: the text may end among them, or go on a little later."""
        blank = self.text.startswith(" ", self.place)
        rest = self.text[self.place + blank : self.place + blank + len(shown)]
        if len(rest) < len(shown) and shown.startswith(rest):  # it ends among them
            self.place += blank
            return Found(blank and bool(rest), len(rest))
        place = self.text.find(shown, self.place, self.place + _AHEAD) if len(shown) >= _SHORTEST else -1
        if place < 0:
            return Found(False, 0, unknown=not self.is_complete)
        self.place = place
        return Found(self.text[place - 1 : place] == " ", len(shown))


def spoken(formula: str) -> str:
    """A formula in one line of characters, for those who cannot see it."""
    try:
        return maths.plain(maths.parse(formula))
    except ValueError:
        return formula
