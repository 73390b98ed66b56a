"""Set short texts of a web page in bold that its styles set apart: pandoc knows elements, but no styles."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser

from cvrender.model.private_use import TABS
from cvrender.old_cvs.office.visible import EMPTY, selectors_of

TAB = TABS.char(0)
"""What stands for a tab in the text that pandoc reads."""
_APART = re.compile(
    r"(?i)font-weight\s*:\s*(?:bold|bolder|[6-9]00)|font-size\s*:\s*(?:1\.[3-9]\d*|[2-9](?:\.\d+)?)r?em|"
    r"font-size\s*:\s*(?:2\d|[3-9]\d)(?:\.\d+)?px|font-size\s*:\s*(?:1[6-9]|[2-9]\d)(?:\.\d+)?pt|font-size\s*:\s*(?:x-|xx-)large"
)
_BLOCKS = frozenset(
    "div p ul ol li table tr td th dl dt dd section article header footer main aside h1 h2 h3 h4 h5 h6 br hr".split()
)
_BOLD = frozenset("b strong h1 h2 h3 h4 h5 h6 title html body".split())
_INLINE = frozenset("span time small label".split())
_TIMES = frozenset("date dates time period year years duration when location place right float-right pull-right".split())
"""Classes of what stands at the margin."""
_ASIDE = re.compile(r"(?i)(?:float|text-align)\s*:\s*right|margin-left\s*:\s*auto")
_HEADINGS = frozenset("h1 h2 a title".split())
"""What says one thing, of a section or the person, though parts of it look different."""
_MAX_LENGTH = 100
_DEEPEST = 60
"""How far out the element is looked for that an end tag ends."""


@dataclass
class _Open:
    """An element that is not closed yet: its tag, where its content begins, how it looks, and whether blocks are in it."""

    tag: str
    place: int
    is_apart: bool
    has_blocks: bool = False
    classes: str = ""
    before: str = ""  # the classes of the text that is right before its next child


class _Marker(HTMLParser):
    """Copies a page, and sets in bold what is set apart."""

    def __init__(self, selectors: frozenset[str], aside: frozenset[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.selectors, self.aside = selectors, aside
        self.kept: list[str] = []
        self.open: list[_Open] = []
        self.end = ""  # the last letter before a part of a heading that looks different

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        classes = values.get("class", "") if tag in _INLINE else ""
        self.end = self.end if classes else ""
        self._set_apart(classes, is_aside=tag in _INLINE and _has(tag, values, self.aside, _ASIDE))
        self.kept.append(self.get_starttag_text() or "")
        if tag not in EMPTY:
            is_apart = tag not in _BOLD and _has(tag, values, self.selectors, _APART)
            self.open.append(_Open(tag, len(self.kept), is_apart, classes=classes))
        elif tag in _BLOCKS and self.open:
            self.open[-1].has_blocks = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kept.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        depth = next((depth for depth, each in enumerate(reversed(self.open[-_DEEPEST:]), 1) if each.tag == tag), 0)
        if depth:
            element, *inner = self.open[-depth:]
            del self.open[-depth:]
            element.has_blocks = element.has_blocks or any(each.has_blocks or each.tag in _BLOCKS for each in inner)
            if self.open:
                self.open[-1].has_blocks = self.open[-1].has_blocks or element.has_blocks or tag in _BLOCKS
                has_text = re.search(r"\w", re.sub(r"<[^>]*>", "", "".join(self.kept[element.place :])))
                self.open[-1].before = element.classes if has_text and not element.has_blocks else ""
            if element.is_apart and not element.has_blocks:
                self._set_in_bold(element)
        self.end = "" if tag in _HEADINGS else self.end
        self.kept.append(f"</{tag}>")

    def _set_apart(self, classes: str, *, is_aside: bool) -> None:
        """Set a text apart from the one right before it if both have classes: as another cell, or as an item of the same list."""
        before = self.open[-1].before if self.open else ""
        is_of_name = "name" in before and "name" in classes
        last = self.kept[-1] if self.kept else ""
        is_time = last[-1:].isalnum() and bool(_TIMES & set(classes.casefold().split()))
        is_glued = bool(classes) and not before and last in ("</strong>", "</b>")
        if is_time or is_glued or is_aside and last.strip():  # right behind a text, where the styles set it at the other margin
            self.kept.append(TAB)
        elif classes and before and not is_of_name and not any(each.tag in _HEADINGS for each in self.open[-_DEEPEST:]):
            self.kept.append(", " if classes == before else TAB)

    def _set_in_bold(self, element: _Open) -> None:
        text = re.sub(r"<[^>]*>", "", "".join(self.kept[element.place :])).strip()
        is_within = any(each.tag in _BOLD - {"html", "body"} for each in self.open[-_DEEPEST:])
        if 0 < len(text) < _MAX_LENGTH and not is_within:
            self.kept.insert(element.place, "<strong>")
            self.kept.append("</strong>")

    def handle_data(self, data: str) -> None:
        if self.open and data.strip():
            self.open[-1].before = ""
        if self.end.islower() and data[:1].isupper() and self.kept[-1].startswith("<"):
            self.kept.append(" ")  # `Ada<span class="thin">Example</span>`
        self.end = data[-1:] if any(each.tag in _HEADINGS for each in self.open[-_DEEPEST:]) else ""
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.kept.append(f"<!{decl}>")


def _has(tag: str, values: dict[str, str], selectors: frozenset[str], style: re.Pattern[str]) -> bool:
    """Return whether an element has a style by its id, one of its classes, or its own attribute."""
    named = [f"#{values['id']}"] if values.get("id") else []
    named += [f".{name}" for name in values.get("class", "").split()]
    return any(name in selectors or f"{tag}{name}" in selectors for name in named) or bool(style.search(values.get("style", "")))


def with_looks(page: str, styled: str) -> str:
    """Return a page in which short texts are bold that the style sheets of `styled`, or its own attributes, set apart."""
    read = _Marker(selectors_of(styled, _APART), selectors_of(styled, _ASIDE))
    read.feed(page)
    read.close()
    return "".join(read.kept)
