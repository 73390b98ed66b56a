"""Read the HTML, JATS and CSL markup of texts as Markdown: emphasis, links, raised and lowered characters, paragraphs, lists.

What is none of their tags is text: `Vec<T>` stays what it is.
"""

import html
import re
from dataclasses import dataclass
from html.parser import HTMLParser

from cvrender.formats.values.markdown import escape, linked, script, write
from cvrender.model.text import Span, Text
from cvrender.model.value import replace
from cvrender.text.markup import inline

_MARKS = {
    **dict.fromkeys(("i", "em", "italic"), {"italic": True}),
    **dict.fromkeys(("b", "strong", "bold"), {"bold": True}),
    **dict.fromkeys(("code", "tt", "monospace"), {"code": True}),
}
_SCRIPTS = {"sup": "^", "sub": "_"}
_BLOCKS = frozenset("p div ul ol li br h1 h2 h3 h4 h5 h6 table tr blockquote section title sec".split())
_KNOWN = _BLOCKS | frozenset(_MARKS) | frozenset("a span sup sub u s small big font abbr cite q strike scp sc".split())
_TAG = re.compile(rf"</?(?:[a-z]+:)?(?:{'|'.join(sorted(_KNOWN))})(?:\s[^<>]*)?/?>|&(?:#\d+|#x[0-9a-f]+|[a-z]+);", re.IGNORECASE)


_COMMENT = re.compile(r"<!--(?:[^-]|-(?!->))*-->")
"""Comments; what else begins with `<!` is text, for Python's reader would search its end again and again."""


@dataclass(frozen=True)
class Parts:
    """A text of paragraphs and bullets, each as inline Markdown."""

    paragraphs: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """Return all in one text; bullets are paragraphs of it."""
        return "\n\n".join((*self.paragraphs, *self.bullets))


def has_tags(text: str) -> bool:
    """Return whether a text has tags or entities of HTML."""
    return bool(_TAG.search(text))


def parts(text: str) -> Parts:
    """Read the paragraphs and bullets of an HTML text."""
    reader = _Reader()
    reader.feed(_COMMENT.sub("", text).replace("<!", "&lt;!").replace("<?", "&lt;?"))
    reader.close()
    reader.end_block()
    return Parts(tuple(reader.paragraphs), tuple(reader.bullets))


def markdown(text: str) -> str:
    """Convert an HTML text to Markdown; a text without tags is taken for plain."""
    return parts(text).whole if has_tags(text) else escape(text)


def inline_markdown(text: str) -> str:
    """Do the same on one line, for titles and names of venues, whatever blocks or line ends there are."""
    return " ".join(markdown(" ".join(text.split())).split()) if has_tags(text) else escape(" ".join(text.split()))


def tagged(markdown: str) -> str:
    """Write inline Markdown as a line in which `<i>` and `<b>` are the only tags, as in titles of CSL-JSON and RIS."""
    pieces = []
    for span in inline(markdown).spans:
        text = Text((span,)).plain
        text = html.escape(text, quote=False) if has_tags(text) or html.unescape(text) != text else text
        for is_set, tag in ((span.italic, "i"), (span.bold, "b")):
            text = f"<{tag}>{text}</{tag}>" if is_set else text
        pieces.append(text)
    return "".join(pieces)


@dataclass
class _State:
    span: Span = Span("")
    script: str = ""
    href: str = ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.spans: list[Span] = []
        self.paragraphs: list[str] = []
        self.bullets: list[str] = []
        self.open: list[tuple[str, _State]] = []
        self.state = _State()
        self.in_bullet = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = tag.rpartition(":")[2]
        if name not in _KNOWN:
            self._say(self.get_starttag_text() or "")
            return
        if name in _BLOCKS:
            self.end_block()
            self.in_bullet = name == "li" or self.in_bullet and name == "br"
        if name == "br" or len(self.open) > 100:
            return
        self.open.append((name, self.state))
        if name in _MARKS:
            self.state = replace(self.state, span=replace(self.state.span, **_MARKS[name]))
        elif name in _SCRIPTS:
            self.state = replace(self.state, script=_SCRIPTS[name])
        elif name == "a":
            self.state = replace(self.state, href=dict(attrs).get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name not in _KNOWN:
            self._say(f"</{tag}>")
        if name in _BLOCKS:
            self.end_block()
            self.in_bullet = self.in_bullet and name not in ("li", "ul", "ol")
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index][0] == name:
                self.state = self.open[index][1]
                del self.open[index:]
                break

    def handle_data(self, data: str) -> None:
        self._say(re.sub(r"[ \t\r\n]+", " ", data))

    def _say(self, text: str) -> None:
        marks = self.state.span
        if self.state.script:
            self.spans.append(script(text, self.state.script, marks) or replace(marks, text=text))
        elif self.state.href:
            self.spans += [replace(span, bold=marks.bold, italic=marks.italic) for span in linked(text, self.state.href)]
        else:
            self.spans.append(replace(marks, text=text))

    def end_block(self) -> None:
        text = " ".join(write(self.spans).split(" ")).strip()
        if text:
            (self.bullets if self.in_bullet else self.paragraphs).append(text)
        self.spans = []
