"""Take what a reader of a web page does not see out of it: menus, forms and scripts, and texts that its styles hide.

Styles may hide what a script shows later. Therefore a rule of a style sheet counts only if it hides less than half of the text.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

_SKIPPED = frozenset("script style noscript template svg nav button select textarea iframe object dialog".split())
"""Elements that are not text of the page."""
_CODE = frozenset("script style noscript template svg iframe object".split())
EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())
_BLOCKS = frozenset("p li dt dd tr td th option".split())
"""Elements whose end tag may be left out: the next of them ends them."""
_HIDES = re.compile(r"(?i)display\s*:\s*none|visibility\s*:\s*hidden")
_HIDES_INLINE = re.compile(
    rf"{_HIDES.pattern}|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|font-size\s*:\s*(?:0(?:\.\d+)?|1(?:\.\d+)?)(?:px|pt)?\s*(?:;|!|$)"
)
_FADES_IN = re.compile(r"(?i)transform\s*:\s*(?:none|scale|translate)(?!.*\d{4})")
"""What a script moves into its place and shows as the page is scrolled: it is transparent at first."""
_MENUS = frozenset("nav navbar navigation menu main-menu nav-menu breadcrumb breadcrumbs skip-link cookie-banner".split())
_MENU_ROLES = frozenset("navigation menu menubar search dialog".split())
_SHEET = re.compile(r"(?i)<style\b([^<>]{0,500})>")
_MAX_SHEETS = 30
_SIMPLE = re.compile(r"[a-z]*[.#][\w-]+")


class _Page(HTMLParser):
    """Copies a page without what is skipped. `hidden` are the texts that styles hide, `menus` those of menus and forms."""

    def __init__(self, selectors: frozenset[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.selectors = selectors
        self.kept: list[str] = []
        self.hidden: list[str] = []
        self.menus: list[str] = []
        self.inner = ""
        self.seen = 0
        self.element, self.depth, self.is_hidden = "", 0, False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.element and tag in _BLOCKS and tag == self.element:
            self.element = ""
        if self.element:
            self.depth += tag == self.element
            self.inner = tag
            return
        values = {name: value or "" for name, value in attrs}
        is_hidden = self._hides(tag, values)
        if (is_hidden or tag in _SKIPPED or _is_menu(values)) and tag not in EMPTY and tag not in ("html", "body", "main"):
            self.element, self.depth, self.is_hidden = tag, 1, is_hidden and tag not in _SKIPPED
            self.inner = tag
            self.hidden += [""] if self.is_hidden else []
            return
        self.kept.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.element:
            self.kept.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if not self.element:
            self.kept.append(f"</{tag}>")
        elif tag == self.element:
            self.depth -= 1
            self.element = self.element if self.depth else ""

    def handle_data(self, data: str) -> None:
        if not self.element:
            self.kept.append(data)
            self.seen += len(data.strip())
        elif self.is_hidden:
            self.hidden[-1] += data
        elif self.element not in _CODE and self.inner not in _CODE:
            self.menus.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.kept.append(f"<!{decl}>")

    def _hides(self, tag: str, values: dict[str, str]) -> bool:
        style = values.get("style", "")
        if "hidden" in values or (_HIDES if _FADES_IN.search(style) else _HIDES_INLINE).search(style):
            return True
        named = [f"#{values['id']}"] if values.get("id") else []
        named += [f".{name}" for name in values.get("class", "").split()]
        return any(name in self.selectors or f"{tag}{name}" in self.selectors for name in named)


def visible(page: str) -> tuple[str, list[str], list[str]]:
    """Return a page without what is not seen of it, the texts that its styles hide, and those of menus and forms."""
    selectors = selectors_of(page, _HIDES)
    read = _parsed(page, selectors)
    if selectors and sum(map(len, read.hidden)) > read.seen:
        read = _parsed(page, frozenset())
    hidden, menus = ([text for part in parts if (text := " ".join(part.split()))] for parts in (read.hidden, read.menus))
    return "".join(read.kept), hidden, menus


def _parsed(page: str, selectors: frozenset[str]) -> _Page:
    read = _Page(selectors)
    read.feed(page)
    read.close()
    return read


def selectors_of(page: str, wanted: re.Pattern[str]) -> frozenset[str]:
    """Return the classes and ids of which style sheets for the screen say what is wanted."""
    sheets = []
    for style in list(_SHEET.finditer(page[:2_000_000]))[:_MAX_SHEETS]:
        if not re.search(r"media\s*=\s*[\"']?print", style[1]):
            sheets.append(page[style.end() : style.end() + 200_000].partition("</style")[0])
    names = (name.strip() for sheet in sheets for rule in _rules(sheet, wanted) for name in rule.split(","))
    return frozenset(name for name in names if _SIMPLE.fullmatch(name))


def _rules(sheet: str, wanted: re.Pattern[str]) -> Iterator[str]:
    """Yield the selectors of the rules that say what is wanted, outside of at-rules such as `@media`."""
    first, *others = sheet.split("/*")
    is_inside = False
    for part in "".join((first, *(other.partition("*/")[2] for other in others))).split("}"):
        head, brace, said = part.rpartition("{")
        outer, _, names = head.rpartition("{")
        is_inside = bool(brace) and (is_inside or "@" in outer)
        if brace and not is_inside and wanted.search(said):
            yield names


def _is_menu(values: dict[str, str]) -> bool:
    named = {values.get("id", "").casefold(), *values.get("class", "").casefold().split()}
    return values.get("role") in _MENU_ROLES or bool(named & _MENUS)
