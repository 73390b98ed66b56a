"""Read Markdown: the lines of the rendered page with their numbers, links and emphasis."""

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from cvrender.model.reading import Reading
from cvrender.targets.comparison.origin import is_origin
from cvrender.targets.md.front_matter import split

_BETWEEN_LISTS = "<!-- -->"  # else two lists would be one
_PHOTO = re.compile(r"[A-Za-z0-9-]+-photo\.(?:png|jpeg)")
_FIGURE = re.compile(r"[A-Za-z0-9-]+-(?:figure-\d+|image-\d+|signature)\.(?:png|jpeg)")
_MARKS = {"strong": "bold", "em": "italic"}


def read(content: bytes) -> Reading:
    """Return every block of text, split at hard line breaks, as lines; a title in front matter is the first one.

    Raises ValueError if the front matter cannot be read.
    """
    reader, parser = _Reader(), MarkdownIt("commonmark").enable("table")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # other readers may follow what this one refuses
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]  # the address as it is written
    fields, source = split(content.decode("utf-8", "replace"))
    if title := str(fields.get("title", "")):
        reader.text.append(f"{title}\n")
        reader.headings.append(title)
    for token in parser.parse(source):
        reader.block(token)
    properties = {key: ", ".join(value) if isinstance(value, list) else str(value) for key, value in fields.items()}
    lines = tuple(line for line in "".join(reader.text).split("\n") if line.strip())
    return Reading((lines,), tuple(reader.links), properties, headings=tuple(reader.headings), runs=tuple(reader.runs))


def _is_comment(html: str) -> bool:
    """Return whether HTML is a comment of this program."""
    return html == _BETWEEN_LISTS or is_origin(html)


class _Reader:
    def __init__(self) -> None:
        self.text: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []
        self.runs: list[tuple[str, str]] = []
        self.lists: list[int | None] = []
        self.marks: list[str] = []
        self.in_heading = False
        self.after_comment = False

    def block(self, token: Token) -> None:
        if token.type == "ordered_list_open":
            self.lists.append(int(token.attrs.get("start", 1)))
        elif token.type == "bullet_list_open":
            self.lists.append(None)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            self.lists.pop()
        elif token.type == "list_item_open":
            self.text.append("\n")
            number = self.lists[-1]
            if number is not None:
                self.text.append(f"{number}. ")
                self.lists[-1] = number + 1
        elif token.type in ("heading_open", "heading_close"):
            self.in_heading = token.type == "heading_open"
        elif token.type == "inline":
            before = len(self.text)
            for child in token.children or ():
                self.inline(child)
            if self.in_heading:
                self.headings.append("".join(self.text[before:]))
        elif token.type in ("code_block", "fence", "html_block") and not _is_comment(token.content.strip()):
            self.text.append("\n" + token.content)
        if token.block and token.nesting <= 0:
            self.text.append("\n")

    def inline(self, token: Token) -> None:
        kind, _, end = token.type.rpartition("_")
        if token.type == "html_inline":
            kind, end = token.content.strip("</>"), "close" if token.content.startswith("</") else "open"
        if kind in _MARKS:
            if end == "open":
                self.marks.append(_MARKS[kind])
            elif _MARKS[kind] in self.marks:
                self.marks.remove(_MARKS[kind])
        elif kind == "br":  # a line that ends in a cell
            self.text.append("\n")
        elif token.type == "link_open":
            self.links.append(str(token.attrs["href"]))
        elif token.type == "image" and token.content and not self.is_photo(str(token.attrs["src"])):
            self.links.append(str(token.attrs["src"]))
        elif token.type in ("softbreak", "hardbreak"):
            self.text.append(" " if token.type == "softbreak" else "\n")
            self.after_comment = True
            self._run({*self.marks}, " ")
        elif token.type in ("text", "code_inline"):
            self.text.append(token.content)
            self._run({*self.marks, *(["code"] if token.type == "code_inline" else [])}, token.content)
        self.after_comment = token.content == "<!-- -->" or token.type == "hardbreak"

    def is_photo(self, source: str) -> bool:
        """Return whether an image is a figure, or the photo: in a file of its own, before all text but the first heading."""
        if _FIGURE.fullmatch(source):
            return True
        before = "".join(self.text).strip()
        return _PHOTO.fullmatch(source) is not None and before in ("", *self.headings[:1])

    def _run(self, marks: set[str], text: str) -> None:
        """Note the text under its marks. A comment, which keeps a colon from becoming an emoji, divides no run."""
        for mark in marks:
            if self.after_comment:
                last = max((index for index, run in enumerate(self.runs) if run[0] == mark), default=None)
                if last is not None:
                    self.runs[last] = (mark, self.runs[last][1] + text)
                    continue
            self.runs.append((mark, text))
