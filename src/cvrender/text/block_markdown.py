"""Parse a text with block Markdown: paragraphs, lists and tables; everything else stays a paragraph of inline Markdown.

Lists and tables are those of CommonMark (https://spec.commonmark.org/0.31.2/#lists) and GitHub Markdown.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from cvrender.model.document import Block, Bullet, EntryBlock, EntryList, Paragraph, Table
from cvrender.model.expressions import expression
from cvrender.model.text import Text, join, plain_text
from cvrender.text.markup import inline, prose

if TYPE_CHECKING:  # imported when a text may have blocks
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

_LISTS = {"bullet_list", "ordered_list"}
_LINE = expression(r"\s*(?!\s|[-+*](?:\s|$)|[0-9]+[.)](?:\s|$)).*")
"""A line that is not the first one of a list."""


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable(["list", "table"]).disable(["inline"])


def blocks_of(texts: Iterable[str], source: str) -> list[Block]:
    """Return the blocks of a text, which is given in parts that were separated by empty lines."""
    parts = [part.strip("\n") for part in texts]
    if all(part.isprintable() and _LINE.fullmatch(part) for part in parts):
        return [Paragraph(text, source=source) for text in (prose(part.strip()) for part in parts) if text]
    nodes = _parsed("\n\n".join(parts))
    if nodes is None:
        return [Paragraph(text, source=source) for text in map(prose, parts) if text]
    return [block for node in nodes for block in _block(node, source)]


def has_blocks(text: str) -> bool:
    """Return whether a text contains a list or a table."""
    return any(node.type in _LISTS or node.type == "table" for node in _parsed(text) or ())


def _parsed(text: str) -> "list[SyntaxTreeNode] | None":
    """Return the blocks, or None if the parser would drop some of the text: excess cells, empty items, very deep lists.

    An item that begins with another list (`1. - text`) has no text of its own, so it counts as empty.
    """
    from markdown_it.tree import SyntaxTreeNode

    tokens = _parser().parse(text)
    kept = "".join(token.content if token.type == "inline" else token.info for token in tokens)
    if sum(map(str.isalnum, kept)) < sum(map(str.isalnum, text)):
        return None
    tree = SyntaxTreeNode(tokens)
    return None if any(node.type == "list_item" and _is_empty(node) for node in tree.walk()) else tree.children


def _is_empty(item: "SyntaxTreeNode") -> bool:
    return not item.children or item.children[0].type in _LISTS


def _block(node: "SyntaxTreeNode", source: str) -> Iterator[Block]:
    if node.type in _LISTS:
        entries = tuple(_item(item, source) for item in node.children)
        ordered = node.type == "ordered_list"
        yield EntryList(entries, "number" if ordered else "bullet", int(node.attrs.get("start", 1)) if ordered else 1)
    elif node.type == "table":
        header, *rows = [
            tuple(_content(cell, inline) for cell in row.children) for part in node.children for row in part.children
        ]
        yield Table(header, tuple(rows), source)
    elif text := _content(node):
        yield Paragraph(text, source=source)


def _item(item: "SyntaxTreeNode", source: str) -> EntryBlock:
    paragraphs = [_content(node) for node in item.children if node.type not in _LISTS]
    nested = tuple(bullet for node in item.children if node.type in _LISTS for bullet in _bullets(node, source))
    title, lines = (paragraphs[0], tuple(paragraphs[1:])) if paragraphs else (Text(), ())
    return EntryBlock("text", title, lines=lines, bullets=nested, source=source)


def _bullets(node: "SyntaxTreeNode", source: str) -> Iterator[Bullet]:
    """Yield the items of a list within a list; numbers become part of the texts."""
    start = int(node.attrs.get("start", 1))
    for index, item in enumerate(node.children):
        number = plain_text(f"{start + index}. ") if node.type == "ordered_list" else Text()
        texts = join([_content(child) for child in item.children if child.type not in _LISTS], " ")
        nested = tuple(bullet for child in item.children if child.type in _LISTS for bullet in _bullets(child, source))
        yield Bullet(number + texts, nested, source)


def _content(node: "SyntaxTreeNode", parse: Callable[[str], Text] = prose) -> Text:
    """Return the inline text of a paragraph or a cell."""
    if node.type == "inline":
        return parse(node.content.strip())
    return join([_content(child, parse) for child in node.children], " ")
