"""Keep paragraphs on one page, by marks behind the names of their styles (`marks.py`)."""

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
