"""Check an HTML file against the rules of its format."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser

from cvrender.errors import shorten
from cvrender.model.text import plain_text
from cvrender.targets.comparison.checks import CheckContext, Discrepancy, is_utf8
from cvrender.targets.html.linked_data import ATTACHED
from cvrender.targets.html.page_works import works_of
from cvrender.targets.html.read import VOID


class _Tags(HTMLParser):
    """Tracks open elements, and notes what is not text of the Document: anchors, links to them, JSON-LD, BibTeX."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.errors: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.in_link = False  # within a link that leads to an anchor of this page
        self.texts: dict[str, list[str]] = {"a": [], "pre": [], "summary": [], "script": []}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.anchors += [attributes["id"]] if "id" in attributes else []
        within = tag == "a" and attributes.get("href", "").startswith("#")
        self.links += [attributes["href"][1:]] if within else []
        self.in_link = within if tag == "a" else self.in_link
        if tag not in VOID:
            self.open.append(tag)
            if within or tag in ("pre", "summary", "script"):
                self.texts[tag].append("")

    def handle_data(self, data: str) -> None:
        for tag in ("pre", "summary", "script", *(["a"] if {"main", "address"}.isdisjoint(self.open) else [])):
            if tag in self.open and (self.in_link or tag != "a"):
                self.texts[tag][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.errors.append(f"unexpected </{tag}> on line {self.getpos()[0]}")
            if tag in self.open:
                del self.open[self.open.index(tag) :]


def tags(context: CheckContext) -> Iterator[Discrepancy]:
    """Every element is closed, and no closing tag is unexpected."""
    parser = _parsed(context.content)
    for message in (*parser.errors, *(f"<{tag}> is not closed" for tag in parser.open)):
        yield Discrepancy(f"not valid HTML: {message}", code="bad-artifact")


def navigation(context: CheckContext) -> Iterator[Discrepancy]:
    """Anchors are unique, links within the page lead to one, and have the titles of the sections as their texts."""
    parser, document = _parsed(context.content), context.document
    for anchor in sorted(anchor for anchor, count in Counter(parser.anchors).items() if count > 1):
        yield Discrepancy(f'the anchor "{anchor}" is not unique', code="bad-anchor")
    for link in sorted(set(parser.links) - set(parser.anchors)):
        yield Discrepancy(f'a link leads to the anchor "{link}", which is missing', code="bad-anchor")
    titles = [plain_text(document.skip), *(section.title for section in document.sections)]
    for text, title in zip(parser.texts["a"], titles, strict=False):
        if text.split() != title.plain.split() and not any(span.math for span in title.spans):
            yield Discrepancy(
                f"a link within the page has the text {shorten(text)} instead of {shorten(title.plain)}", code="bad-anchor"
            )
    if parser.links and len(parser.links) != len(titles):
        yield Discrepancy("the list of contents does not have the titles of all sections", code="bad-anchor")


def facts(context: CheckContext) -> Iterator[Discrepancy]:
    """The JSON-LD names the works of the Document, in order; the BibTeX is that of its works."""
    parser, document = _parsed(context.content), context.document
    try:
        things = json.loads("".join(parser.texts["script"]))["@graph"]
        names = [thing.get("name") for thing in things if thing.get("@type") != ATTACHED]
    except (ValueError, KeyError, TypeError, AttributeError):
        names = []
    if names[1:] != [work.title for work in document.works] or not names:
        yield Discrepancy("the works of the JSON-LD are not those of the document", code="bad-metadata")
    if not parser.texts["pre"]:
        return
    expected = iter(work.bibtex for work in works_of(document).values())
    if not all(any(bibtex.split() == work.split() for work in expected) for bibtex in parser.texts["pre"]):
        yield Discrepancy("the BibTeX is not that of the works of the document", code="bad-metadata")
    if set(parser.texts["summary"]) != {"BibTeX"}:
        yield Discrepancy("the BibTeX has another label", code="bad-metadata")


@lru_cache(maxsize=1)
def _parsed(content: bytes) -> _Tags:
    """Return the parser after the whole file, the same one for each check."""
    parser = _Tags()
    parser.feed(content.decode("utf-8", "replace"))
    parser.close()
    return parser


CHECKS = {"encoding": is_utf8, "syntax": tags, "links": navigation, "metadata": facts}
