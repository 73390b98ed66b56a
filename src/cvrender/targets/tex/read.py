"""Read LaTeX: the text of each source line, and the links.

In sources that we write, marks tell what is text. In others it is guessed: the argument of an unknown command counts as text.
"""

import re

from cvrender.model.expressions import expression
from cvrender.model.reading import Reading
from cvrender.targets.tex.marks import is_marked, leaves

CHARACTERS = {
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textasciigrave": "`",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textquotesingle": "'",
    "textbullet": "•",
    "newline": " ",
}
"""The characters that commands without arguments print."""
_TOKEN = expression(
    r"""\\(?P<word>[A-Za-z@]+)\*?[ ]? | \\(?P<sign>.) | (?P<between>\}\{(?!\})) | (?P<maths>\$[^$]*\$)
    | (?P<mark>[{}~\n]) | (?P<comment>%[^\n]*) | (?P<text>[^\\{}~$%\n]+)""",
    re.VERBOSE | re.DOTALL,
)
_OPTION = expression(r"[ \n]*\[((?:[^\[\]{}]|\{[^{}]*\})*)\]")
_FOOTNOTE = r"\cvfootnote{"
"""Notes are read behind all other text, wherever their pages end."""
_START = expression(r"^\\begin\{document\}", re.MULTILINE)


def read(content: bytes) -> Reading:
    r"""Return the text line by line, and the links of \href."""
    source = content.decode("utf-8", "replace")
    return _marked(source) if is_marked(source) else _unmarked(source)


def _marked(source: str) -> Reading:
    lines = [""] * (source.count("\n") + 1)
    links: list[str] = []
    notes: list[str] = []
    of_notes: list[str] = []
    at_foot = {number for number, line in enumerate(source.split("\n")) if line.lstrip().startswith(_FOOTNOTE)}
    for latex, line in leaves(source):
        reader = _Reader(latex)
        reader.run(0, len(latex))
        if line in at_foot:
            notes.append("".join(reader.out))
            of_notes += reader.links
            continue
        first, *others = "".join(reader.out).split("\n")
        lines[line] += first if first.startswith(",") else f" {first}"
        for number, text in enumerate(others, line + 1):
            lines[number] = text.strip()
        links += reader.links
    return Reading(((*lines, *notes),), (*links, *of_notes))


def _unmarked(source: str) -> Reading:
    start = _START.search(source)
    begins = start.end() if start else 0
    reader = _Reader(source)
    reader.out.append("\n" * source.count("\n", 0, begins))
    reader.run(begins, len(source))
    return Reading((tuple("".join(reader.out).split("\n")),), tuple(reader.links))


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.out: list[str] = []
        self.links: list[str] = []

    def run(self, position: int, end: int) -> None:
        while position < end:
            match = _TOKEN.match(self.source, position, end)
            if not match:
                position += 1
                continue
            position = match.end()
            if match["word"]:
                position = self.command(match["word"], position)
            elif match["between"]:
                self.out.append(" ")
            else:
                self.out.append(_shown(match))

    def command(self, word: str, position: int) -> int:
        """Add what a command prints; return the position after its arguments that are not text."""
        if word in CHARACTERS:
            self.out.append(CHARACTERS[word])
        elif word in ("href", "cvhref"):
            target, position = self.argument(position)
            self.links.append(re.sub(r"\\string|\\(?=[%#&_~$])", "", target))
        elif word == "texorpdfstring":  # its second argument is for bookmarks
            start = position + 1
            position = self.argument(position)[1]
            self.run(start, position - 1)
            position = self.argument(position)[1]
        elif word in ("begin", "end"):
            position = self.argument(position)[1]
            while option := _OPTION.match(self.source, position):
                position = option.end()
        elif word == "item":
            self.out.append(" ")
        return position

    def argument(self, position: int) -> tuple[str, int]:
        """Return the content of the braces at a position, and where they end."""
        if self.source[position : position + 1] != "{":
            return "", position
        depth, end = 0, position
        while end < len(self.source):
            char = self.source[end]
            depth += (char == "{") - (char == "}")
            end += 2 if char == "\\" else 1
            if depth == 0:
                break
        return self.source[position + 1 : end - 1], end


def _shown(match: "re.Match[str]") -> str:
    if match["sign"]:
        return {"\\": " ", " ": " ", "-": ""}.get(match["sign"], match["sign"])
    if match["mark"]:
        return {"~": "\u00a0", "\n": "\n"}.get(match["mark"], "")
    return match["maths"] or match["text"] or ""
