"""Write a Document as GitHub Markdown.

Only what Markdown would take for markup is escaped, so that the source stays readable. Emphasis whose marks CommonMark would not
recognize (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis, left- and right-flanking delimiters) is written as
HTML, which GitHub Markdown allows.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cvrender.model.document import Document
from cvrender.model.links import percent_encode
from cvrender.model.style import Style
from cvrender.model.text import LINE_BREAK, Span, Text, join
from cvrender.targets.md import front_matter
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
    | (?<=\{)\{(?=[<%])                         # a shortcode of Hugo or Quarto
    """,
    re.VERBOSE,
)
_EMOJI = re.compile(r":(?=(?=[\d_+-]*[a-z]|100:|1234:|[+-]1:)[a-z\d_+-]+:)")
"""A colon that begins an emoji's short name, which GitHub replaces after it has read escapes; a comment prevents that."""
_IN_LINK = re.compile(_ANYWHERE.pattern + r"| [\[\]@] | (?<=www)\. | :(?=//)", re.VERBOSE)
"""The same in the text of a link, and the beginning of an address, which pandoc would link again."""
_FORMS = {"super": "sup", "sub": "sub"}
"""Elements that GitHub shows. Markdown has no small capitals."""
_AUTOLINK = re.compile(r"(?:https?|tel|mailto):[^\s<>]+|[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.ASCII)
_AT_START = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|>|[+=-](?=\s|$|[=-])|\[(?=[ xX]\](?:\s|$))|(?<!\d)\d{1,9}(?=[.)](?:\s|$)))")
_TAGS = {"**": ("<strong>", "</strong>"), "*": ("<em>", "</em>"), "***": ("<strong><em>", "</em></strong>")}


def escape(text: str, *, in_link: bool = False) -> str:
    """Escape text within a line."""
    text = text.replace("\n", " ").replace("\t", " ")
    escaped = (_IN_LINK if in_link else _ANYWHERE).sub(lambda match: "\\" + match[0], text)
    escaped = re.sub(r"\\`(?=r[ #]|\{)", "&#96;", escaped)  # Quarto would run it behind a backslash, too
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
    """Percent-encode a link's target, in angle brackets if needed. Without braces, it contains no shortcode."""
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
    is_run = re.match(r"r[ #]|\{", text)  # what Quarto runs, unless a blank is before it
    pad = " " if is_run or text.startswith("`") or text.endswith("`") or (text != text.strip() and text.strip()) else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def text(value: Text) -> Markdown:
    """Write a line or paragraph. Adjacent spans with the same target become one link, those with the same marks one emphasis."""
    groups = join(Text((span,)) for span in value.spans).by_target()
    atoms = [_atom(part) for target, spans in groups for part in ([spans] if target else [(span,) for span in spans])]
    result = _joined(_emphasis(atoms, "", ""))
    return Markdown(
        "\\\n".join(at_line_start(line.strip(" ")) for line in result.split(LINE_BREAK))
        if LINE_BREAK in result
        else at_line_start(result)
    )


def _joined(parts: Iterator[str]) -> str:
    """Join parts; an exclamation mark that is not escaped would make an image of a link behind it."""
    result = ""
    for part in parts:
        if part.startswith("[") and result.endswith("!"):
            result = result[:-1] + "\\!"
        result += part
    return result


class _Atom(NamedTuple):
    """A span or a whole link, written without the marks that all of it has."""

    written: str
    bold: bool
    italic: bool


def _atom(spans: tuple[Span, ...]) -> _Atom:
    href = spans[0].href
    bold, italic = all(span.bold for span in spans), all(span.italic for span in spans)
    if not href:
        return _Atom(_inner(spans[0]), bold, italic)
    if len(spans) == 1 and _is_autolink(spans[0]):
        return _Atom(f"<{spans[0].text}>", bold, italic)
    inside = [_Atom(_inner(span), span.bold and not bold, span.italic and not italic) for span in spans]
    return _Atom(f"[{''.join(_emphasis(inside, '[', ']'))}]({url(href)})", bold, italic)


def _is_autolink(span: Span) -> bool:
    """Return whether a link shows just its target, which is then written once: `<ada@example.org>`."""
    if span.code or span.math or span.href not in (span.text, f"mailto:{span.text}"):
        return False
    return bool(_AUTOLINK.fullmatch(span.text)) and percent_encode(span.href) == span.href


def _emphasis(atoms: Sequence[_Atom], before: str, after: str) -> Iterator[str]:
    """Yield parts with their marks, the longest emphasis outermost; `before` and `after` are the characters around them."""
    while atoms:
        bold = next((index for index, atom in enumerate(atoms) if not atom.bold), len(atoms))
        italic = next((index for index, atom in enumerate(atoms) if not atom.italic), len(atoms))
        count, marks = max(bold, italic), ("**" if bold >= italic else "*") + "*" * (bold == italic)
        if not count:
            written, atoms = atoms[0].written, atoms[1:]
        else:
            inside = [
                _Atom(atom.written, atom.bold and "**" not in marks, atom.italic and marks == "**") for atom in atoms[:count]
            ]
            atoms = atoms[count:]
            following = _first(atoms) or after
            written = _emphasize(_joined(_emphasis(inside, "*", "*")), marks, before, following)
        yield written
        before = "\\" if written.endswith("\\*") else written[-1:] or before


def _first(atoms: Sequence[_Atom]) -> str:
    """Return the first character of what follows, `*` if that has marks."""
    if not atoms:
        return ""
    first = atoms[0].written[:1]
    return "*" if (atoms[0].bold or atoms[0].italic) and not first.isspace() else first


def _inner(span: Span) -> str:
    if span.math:  # with backticks, GitHub reads maths, and others code: none of them reads markup in a formula
        return f"$`{span.text}`$"
    written = _code(span.text) if span.code else escape(span.text, in_link=bool(span.href))
    element = _FORMS.get(span.form)
    return f"<{element}>{written}</{element}>" if element else written


def cell(value: Text) -> Markdown:
    """Write a cell of a table, in which a vertical bar ends the cell, even in code, and a tag ends a line."""
    return Markdown(re.sub(r"\|", r"\\|", text(value)).replace("\\\n", "<br>"))


def write(value: Any) -> Markdown:
    """Write a value that a template prints."""
    return leaf(value, Markdown, lambda plain: Markdown(at_line_start(escape(plain))), text)


def render(document: Document, style: Style, stem: str = "cv") -> str:
    """Return the whole .md file. The photo is next to it, as `STEM-photo.png` or `.jpeg`."""
    photo = Markdown(document.header.photo.file_name(stem)) if document.header.photo else ""
    before = front_matter.write(document, str(style.values["front_matter"]))
    with template_problems():
        environment = template_environment(style.templates, write)
        environment.filters["cell"] = cell
        source = environment.get_template("markdown/document.md").render(
            document=document, photo=photo, titled=not before, image=lambda figure: Markdown(figure.file_name(stem))
        )
    return before + re.sub(r"\n{3,}", "\n\n", source).strip("\n") + "\n"
