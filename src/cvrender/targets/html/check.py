"""Check an HTML file against the rules of its format."""

from collections.abc import Iterator
from html.parser import HTMLParser

from cvrender.targets.html.read import VOID
from cvrender.verify.base import Check, CheckContext, Discrepancy, is_utf8


class _Tags(HTMLParser):
    """Tracks open elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.errors: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.errors.append(f"unexpected </{tag}> on line {self.getpos()[0]}")
            if tag in self.open:
                del self.open[self.open.index(tag) :]


def tags(context: CheckContext) -> Iterator[Discrepancy]:
    """Every element is closed, and no closing tag is unexpected."""
    parser = _Tags()
    parser.feed(context.content.decode("utf-8", "replace"))
    parser.close()
    for message in (*parser.errors, *(f"<{tag}> is not closed" for tag in parser.open)):
        yield Discrepancy(f"not valid HTML: {message}")


CHECKS = (Check("encoding", "the text is UTF-8", is_utf8), Check("syntax", "every element is closed", tags))
