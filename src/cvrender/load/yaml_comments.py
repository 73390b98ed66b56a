"""Write comments into the text of a YAML file, above the values that they are about."""

from collections.abc import Sequence

from cvrender.load.yaml_edit import data_of, scan
from cvrender.model.convert import DataPath


def with_comments(text: str, file: str, comments: Sequence[tuple[DataPath, str]]) -> str:
    """Return the text with comments above values; what has no place is left out. Nothing else is changed."""
    nodes = scan(text)
    places: dict[int, list[str]] = {}
    for path, comment in comments:
        ends = (end for end in range(len(path), 0, -1) if path[:end] in nodes)
        block = (path[:end] for end in ends if not any(nodes[path[:outer]].flow for outer in range(end)))
        if place := next(block, None):
            node = nodes[place]
            begin = text.rfind("\n", 0, node.key if node.key >= 0 else node.start) + 1
            places.setdefault(begin, []).append(comment)
    line_end = "\r\n" if "\r\n" in text else "\n"
    written = text
    for begin in sorted(places, reverse=True):
        line = written[begin:]
        indent = line[: len(line) - len(line.lstrip(" "))]
        lines = (f"{indent}# {part}{line_end}" for comment in places[begin] for part in comment.splitlines())
        written = written[:begin] + "".join(lines) + line
    return written if data_of(written, file) == data_of(text, file) else text
