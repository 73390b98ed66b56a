"""Break the lines of a LaTeX source, so that a paragraph is several lines in an editor and in a comparison of versions."""

from cvrender.model.expressions import expression
from cvrender.targets.tex.marks import unmark, written

_WIDTH = 100  # characters, as far as there are spaces
_SPACE = expression(r"(?<!\\) ")
_BEGIN = "\n\\begin{document}"


def with_short_lines(marked: str) -> str:
    """Return a marked source with lines that end at spaces of its texts; to TeX the end of a line is a space.

    Only spaces within the marks of a text count, since elsewhere a command could need its line.
    """
    start = marked.find(_BEGIN)
    if start < 0:
        return marked
    lines = marked[start:].split("\n")
    return marked[:start] + "\n".join(_broken(line) if len(line) > _WIDTH else line for line in lines)


def _broken(line: str) -> str:
    spaces = [space.start() for first, last in written(line) for space in _SPACE.finditer(line, first, last)]
    if not spaces:
        return line
    indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
    lines, begun, width = "", 0, len(unmark(line[: spaces[0]]))
    for space, following in zip(spaces, [*spaces[1:], len(line)], strict=True):
        word = len(unmark(line[space:following]))
        if width + word > _WIDTH:
            lines += f"{line[begun:space]}\n{indent}"
            begun, width = space + 1, len(indent) - 1
        width += word
    return lines + line[begun:]
