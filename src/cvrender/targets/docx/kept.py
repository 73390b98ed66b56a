"""Mark paragraphs behind the names of their styles (`marks.py`), such as to keep them on one page."""

from typing import Any

from cvrender.targets.docx.inlines import NEW_PAGE, Node
from cvrender.targets.docx.marks import KEEP


def together(parts: list[list[Node]], end: int) -> list[list[Node]]:
    """Keep entries or rows on one page, from an index to the last."""
    return [*parts[:end], *(list(map(kept, part)) for part in parts[end:-1]), *parts[max(end, len(parts) - 1) :]]


def all_kept(nodes: list[Node]) -> list[Node]:
    """Keep paragraphs and lists on one page, all with the next one but the last."""
    return [_kept_within(node, index == len(nodes) - 1) for index, node in enumerate(nodes)]


def _kept_within(node: Node, is_last: bool) -> Node:
    if node["t"] == "Div":
        return node if is_last else kept(node)
    if node["t"] not in ("BulletList", "OrderedList"):
        return node
    items = node["c"] if node["t"] == "BulletList" else node["c"][1]
    shown = [[_kept_within(part, is_last and item is items[-1] and part is item[-1]) for part in item] for item in items]
    return {"t": node["t"], "c": shown if node["t"] == "BulletList" else [node["c"][0], shown]}


def kept(node: Node) -> Node:
    """Keep a paragraph on one page with the next one."""
    (_, _, [(_, style)]), [paragraph] = node["c"]
    return node if KEEP in style else styled(style + KEEP, paragraph["c"])


def on_new_page(node: Node) -> Node:
    """Begin a page with a paragraph."""
    (_, _, [(_, style)]), [paragraph] = node["c"]
    return styled(style, [NEW_PAGE, *paragraph["c"]])


def styled(style: str, inlines: list[Node]) -> Node:
    """Write a paragraph with the name of its style."""
    return {"t": "Div", "c": [["", [], [["custom-style", style]]], [{"t": "Para", "c": inlines}]]}


def marked(node: Node, mark: str) -> Node:
    """Mark a paragraph, or each of a list."""
    content: Any = node["c"]
    if node["t"] == "Div":
        (name, classes, [(key, style)]), [paragraph] = content
        return {"t": "Div", "c": [[name, classes, [[key, style + mark]]], [paragraph]]}
    if node["t"] == "BulletList":
        return {"t": "BulletList", "c": [[marked(part, mark) for part in item] for item in content]}
    if node["t"] == "OrderedList":
        return {"t": "OrderedList", "c": [content[0], [[marked(part, mark) for part in item] for item in content[1]]]}
    return node


def last_marked(nodes: list[Node], mark: str) -> list[Node]:
    """Mark the last paragraph; behind a table it is an empty one."""
    *others, last = nodes
    content: Any = last["c"]
    if last["t"] == "Div":
        return [*others, marked(last, mark)]
    if last["t"] not in ("BulletList", "OrderedList"):
        return [*nodes, styled(f"Stacked Line{mark}", [])]
    items = content if last["t"] == "BulletList" else content[1]
    items = [*items[:-1], last_marked(items[-1], mark)]
    return [*others, {"t": last["t"], "c": items if last["t"] == "BulletList" else [content[0], items]}]
