"""Parse inline Markdown to Text: bold, italics, code, links and maths; everything else is plain text.

Raw HTML, entities, images, TeX commands and links to other than web pages, e-mail and telephone stay the characters typed.
"""

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cvrender.model.expressions import expression
from cvrender.model.links import TARGET
from cvrender.model.private_use import PLACEHOLDERS
from cvrender.model.text import LINE_BREAK, Span, Text, join, plain_text
from cvrender.text.formatted import formatted
from cvrender.text.formulas import COMMANDS

if TYPE_CHECKING:  # imported when a text has marks, which takes as long as typesetting half a page
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_RULES = ["text", "newline", "escape", "backticks", "emphasis", "link", "autolink"]
_TARGET = expression(f"{TARGET.pattern}|[{PLACEHOLDERS.pattern}]")
_SPECIAL = expression(r"[*_`\[\]<\\$\n]")


def _is_allowed_maths(content: str) -> bool:
    """Return whether this is TeX maths of letters, digits, operators and known commands, with balanced braces.

    Two carets are rejected: TeX reads them as the code of any character, such as the backslash.
    """
    if "^^" in content:
        return False
    commands = re.findall(r"\\([A-Za-z]+|.)", content)
    rest = re.sub(r"\\([A-Za-z]+|.)", "", content)
    if not COMMANDS.issuperset(commands) or not re.fullmatch(r"[\w +\-=<>()\[\]{}|/.,:;!'^*]*", rest, re.A):
        return False
    depth = 0
    for char in rest:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


def _maths(state: "StateInline", silent: bool) -> bool:
    """Parse `$…$` without spaces inside its ends and without a digit after it, like pandoc."""
    source, start = state.src, state.pos
    if source[start] != "$":
        return False
    end = source.find("$", start + 1)
    content = source[start + 1 : end]
    if end < 0 or not content or content[0].isspace() or content[-1].isspace() or source[end + 1 : end + 2].isdigit():
        return False
    if not _is_allowed_maths(content):
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = content
    state.pos = end + 1
    return True


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("zero").enable(_RULES)
    parser.inline.ruler.before("escape", "math", _maths)
    parser.validateLink = lambda url: bool(_TARGET.match(url))  # type: ignore[method-assign]
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    return parser


def inline(source: str) -> Text:
    """Parse a line or paragraph of inline Markdown; a line break becomes a space."""
    if not _SPECIAL.search(source):
        return plain_text(source)
    return _parse(source)


def prose(source: str) -> Text:
    """Parse a paragraph as `inline` does, but keep a line break after a backslash or two spaces."""
    return _parse(source, LINE_BREAK) if "\n" in source else inline(source)


@lru_cache(maxsize=4096)
def inline_pattern(source: str) -> Text:
    """Parse what a pattern produced. It has placeholders for all texts of a profile, so it is cached between commands, too."""
    if not _SPECIAL.search(source):
        return plain_text(source)

    def parsed() -> str:
        spans = _parse(source).spans
        return json.dumps([(span.text, span.bold, span.italic, span.code, span.math, span.href) for span in spans])

    return Text(tuple(Span(*fields) for fields in json.loads(formatted("", f"markup {source}", parsed))))


@lru_cache(maxsize=4096)
def _parse(source: str, line_break: str = " ") -> Text:
    tokens = _parser().parseInline(source)[0].children or []
    spans: list[Text] = []
    outer: dict[str, Any] = {}
    depth = {"bold": 0, "italic": 0}
    targets = [""]  # an address within the text of a link belongs to that link
    for token in tokens:
        kind = {"strong": "bold", "em": "italic"}.get(token.type.rpartition("_")[0])
        if kind:
            depth[kind] += token.nesting
            outer[kind] = depth[kind] > 0
        elif token.type == "link_open":
            targets.append(targets[-1] or str(token.attrs["href"]))
            outer["href"] = targets[-1]
        elif token.type == "link_close":
            targets.pop()
            outer["href"] = targets[-1]
        elif token.type in ("softbreak", "hardbreak"):
            spans.append(Text((Span(" " if token.type == "softbreak" else line_break, **outer),)))
        else:
            content = token.content
            spans.append(Text((Span(content, **outer, code=token.type == "code_inline", math=token.type == "math"),)))
    return join(spans)
