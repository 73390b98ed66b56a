"""Write a Document as GitHub Markdown.

Only what Markdown would take for markup is escaped, so that the source stays readable. Emphasis whose marks CommonMark would not
recognize (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis, left- and right-flanking delimiters) is written as
HTML, which GitHub Markdown allows.
"""

import re
import unicodedata
from typing import Any

from cvrender.model.document import Document
from cvrender.model.links import percent_encode
from cvrender.model.style import Style
from cvrender.model.text import Span, Text, join
from cvrender.targets.templates import Escaped, leaf, template_environment, template_problems


class Markdown(Escaped):
    """Text that is already Markdown."""

    __slots__ = ()


_ANYWHERE = re.compile(
    r"""[\\`*~$]                                 # always markup
    | (?<![^\W_])_ | _(?![^\W_])                 # an underscore, unless it is within a word
    | <(?=[A-Za-z/!?])                           # a tag or an address
    | &(?=\#?\w+;)                               # an entity
    | !(?=\[) | \[(?=\^) | \](?=[(\[:])          # an image, a footnote, a link's end
    """,
    re.VERBOSE,
)
_EMOJI = re.compile(r":(?=(?=[\d_+-]*[a-z]|100:|1234:|[+-]1:)[a-z\d_+-]+:)")
"""A colon that begins an emoji's short name, which GitHub replaces after it has read escapes; a comment prevents that."""
_IN_LINK = re.compile(_ANYWHERE.pattern + r"| [\[\]]", re.VERBOSE)
_AT_START = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|>|[+=-](?=\s|$|[=-])|\[(?=[ xX]\])|(?<!\d)\d{1,9}(?=[.)](?:\s|$)))")
_TAGS = {"**": ("<strong>", "</strong>"), "*": ("<em>", "</em>"), "***": ("<strong><em>", "</em></strong>")}


def escape(text: str, *, in_link: bool = False) -> str:
    """Escape text within a line."""
    text = text.replace("\n", " ").replace("\t", " ")
    escaped = (_IN_LINK if in_link else _ANYWHERE).sub(lambda match: "\\" + match[0], text)
    return _EMOJI.sub(":<!-- -->", escaped)


def at_line_start(line: str) -> str:
    """Escape a line that would be a heading, quotation, list, rule or task, or that ends like a heading."""
    line = re.sub(r"(?<=\s)(#+)$", r"\\\1", line)
    match = _AT_START.match(line)
    if not match:
        return line
    if match[2].isdigit():
        return line[: match.end()] + "\\" + line[match.end() :]
    return match[1] + "\\" + line[match.start(2) :]


def url(target: str) -> str:
    """Percent-encode a link's target, in angle brackets if needed."""
    encoded = re.sub(r"&(?=#?\w+;)", r"\\&", percent_encode(target))
    return f"<{encoded}>" if re.search(r"[()]", encoded) else encoded


def _is_wordlike(char: str) -> bool:
    return bool(char) and not char.isspace() and unicodedata.category(char)[0] not in "PS"


def _emphasize(inner: str, marks: str, before: str, after: str) -> str:
    """Put marks around a text, or tags where the marks would not be recognized."""
    core = inner.strip()
    if not marks or not core:
        return inner
    lead, trail = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    before, after = (" " if lead else before), (" " if trail else after)
    opens = _is_wordlike(core[0]) or not _is_wordlike(before)
    closes = _is_wordlike(core[-1]) or not _is_wordlike(after)
    if opens and closes and "*" not in (before, after, core[0], core[-1]):
        return f"{lead}{marks}{core}{marks}{trail}"
    first, last = _TAGS[marks]
    return f"{lead}{first}{core}{last}{trail}"


def _code(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or (text != text.strip() and text.strip()) else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _inner(span: Span) -> str:
    if span.math:  # with backticks, GitHub reads maths, and others code: none of them reads markup in a formula
        return f"$`{span.text}`$"
    return _code(span.text) if span.code else escape(span.text, in_link=bool(span.href))


def text(value: Text) -> Markdown:
    """Write a line or paragraph; adjacent spans with the same target become one link."""
    result = ""
    spans = join(Text((span,)) for span in value.spans).spans
    for index, span in enumerate(spans):
        inner = _inner(span)
        marks = ("**" if span.bold else "") + ("*" if span.italic else "")
        before = _neighbour(spans[index - 1], -1) if index else ""
        after = _neighbour(spans[index + 1], 0) if index + 1 < len(spans) else ""
        first = span.href and (not index or spans[index - 1].href != span.href)
        last = span.href and (index + 1 == len(spans) or spans[index + 1].href != span.href)
        before, after = "[" if first else before, "]" if last else after
        if first:
            result = re.sub("!$", r"\\!", result) + "["  # an unescaped ! would make it an image
        result += _emphasize(inner, marks, before, after)
        if last:
            result += f"]({url(span.href)})"
    return Markdown(at_line_start(result))


def _neighbour(span: Span, index: int) -> str:
    """Return the adjacent character of a neighbouring span, or `*` if that span has marks."""
    closed = span.math or span.code
    if (span.bold or span.italic) and (closed or not span.text[index].isspace()):
        return "*"
    if closed:
        return "$"
    return "\\" if span.text[index] == "*" else span.text[index]  # a star in a text is escaped


def cell(value: Text) -> Markdown:
    """Write a cell of a table, in which a vertical bar ends the cell, even in code."""
    return Markdown(re.sub(r"\|", r"\\|", text(value)))


def write(value: Any) -> Markdown:
    """Write a value that a template prints."""
    return leaf(value, Markdown, text, lambda plain: Markdown(at_line_start(escape(plain))))


def render(document: Document, style: Style, stem: str = "cv") -> str:
    """Return the whole .md file. The photo is next to it, as `STEM-photo.png` or `.jpeg`."""
    photo = Markdown(f"{stem}-photo.{document.header.photo.kind}") if document.header.photo else ""
    with template_problems():
        environment = template_environment(style.templates, write)
        environment.filters["cell"] = cell
        source = environment.get_template("markdown/document.md").render(document=document, photo=photo)
    return re.sub(r"\n{3,}", "\n\n", source).strip("\n") + "\n"
