"""Read HTML: its lines with the numbers that browsers print, its links and its metadata."""

from html.parser import HTMLParser
from urllib.parse import unquote

from cvrender.model.reading import Reading

_HIDDEN = frozenset({"head", "script", "style", "template", "noscript", "annotation"})
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_INLINE = frozenset(
    "a abbr b bdi bdo cite code em i mark q s small span strong sub sup time u annotation math mfrac mi mn mo mover mroot mrow "
    "mspace msqrt mstyle msub msubsup msup mtext munder munderover semantics".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_ASIDES = frozenset({"skip", "contents", "bibtex", "files"})
"""Classes of elements that are not texts of the Document: links within the page and to files next to it, and BibTeX."""
_META = {"author": "author", "description": "subject", "keywords": "keywords"}


def read(content: bytes) -> Reading:
    """Return every block of text as a line. The property `data` is what only programs see: JSON-LD, OpenURLs, BibTeX."""
    parser = _Parser()
    parser.feed(content.decode("utf-8", "replace"))
    parser.close()
    lines = tuple(line for line in "".join(parser.text).split("\n") if line.strip())
    return Reading((lines,), tuple(parser.links), parser.properties, tuple(parser.headings))


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []
        self.properties: dict[str, str] = {}
        self.open: list[str] = []
        self.lists: list[tuple[int, int] | None] = []  # the next number and the step
        self.heading = 0
        self.aside = 0  # the number of open elements outside of an aside

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            if not self.aside and _ASIDES.intersection(attributes.get("class", "").split()):
                self.aside = len(self.open)
            self.open.append(tag)
        if attributes.get("class") == "Z3988":
            self.data(unquote(attributes.get("title", "")))
        if self.aside:
            return
        if tag not in _INLINE:
            self.text.append("\n")
        if tag == "html":
            self.properties["language"] = attributes.get("lang", "")
        elif tag == "meta" and attributes.get("name") in _META:
            self.properties[_META[attributes["name"]]] = attributes.get("content", "")
        elif tag == "meta" and "property" in attributes:
            self.data(attributes.get("content", ""))
        elif tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag in ("ol", "ul"):
            step = -1 if "reversed" in attributes else 1
            self.lists.append((int(attributes.get("start") or 1), step) if tag == "ol" else None)
        elif tag == "li" and self.lists and (numbers := self.lists[-1]):
            number, step = numbers
            self.text.append(f"{number}. ")
            self.lists[-1] = (number + step, step)
        elif tag in _HEADINGS:
            self.heading = len(self.text)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass
        if self.aside:
            self.aside *= len(self.open) > self.aside
            return
        if tag in _HEADINGS:
            self.headings.append("".join(self.text[self.heading :]).strip())
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
        if tag not in _INLINE:
            self.text.append("\n")

    def data(self, data: str) -> None:
        """Note what only programs see."""
        self.properties["data"] = f"{self.properties.get('data', '')}\n{data}"

    def handle_data(self, data: str) -> None:
        if "title" in self.open and "head" in self.open:
            self.properties["title"] = self.properties.get("title", "") + data
        if self.aside or "script" in self.open:
            self.data(data)
        elif not _HIDDEN.intersection(self.open):
            self.text.append(" ".join(data.split("\n")))
