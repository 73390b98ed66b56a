"""Check an HTML file against the rules of its format."""

from collections.abc import Iterator
from html.parser import HTMLParser

from cvrender.targets.html.read import VOID
from cvrender.verify.base import Check, Discrepancy, Evidence, is_utf8


class _Tags(HTMLParser):
    """Follows which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}> on line {self.getpos()[0]} closes nothing")
            if tag in self.open:
                del self.open[self.open.index(tag) :]


def tags(evidence: Evidence) -> Iterator[Discrepancy]:
    """Every element that opens closes, and no other does."""
    parser = _Tags()
    parser.feed(evidence.content.decode("utf-8", "replace"))
    parser.close()
    for message in (*parser.wrong, *(f"<{tag}> is never closed" for tag in parser.open)):
        yield Discrepancy(f"is no sound HTML: {message}")


CHECKS = (Check("encoding", "the text is UTF-8", is_utf8), Check("syntax", "every tag that opens closes", tags))
