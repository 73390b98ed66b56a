"""Read LaTeX back: the text that a file sets, line for line, and its links.

Of a file that we are writing, the marks tell what is text. Of any other the reader guesses: it takes the argument of a command
that it does not know for text.
"""

import re

from cvrender.model.reading import Reading
from cvrender.targets.tex.marks import is_marked, leaves

_CHARACTERS = {
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
_TOKEN = re.compile(
    r"""\\(?P<word>[A-Za-z@]+)\*?[ ]? | \\(?P<sign>.) | (?P<between>\}\{(?!\})) | (?P<maths>\$[^$]*\$)
    | (?P<mark>[{}~\n]) | (?P<comment>%[^\n]*) | (?P<text>[^\\{}~$%\n]+)""",
    re.VERBOSE | re.DOTALL,
)
_OPTION = re.compile(r"[ \n]*\[((?:[^\[\]{}]|\{[^{}]*\})*)\]")
_START = re.compile(r"^\\begin\{document\}", re.MULTILINE)


def read(content: bytes) -> Reading:
    """The text, a line for each line of the source, and the links of \\href."""
    source = content.decode("utf-8", "replace")
    return _marked(source) if is_marked(source) else _unmarked(source)


def _marked(source: str) -> Reading:
    lines = [""] * (source.count("\n") + 1)
    links: list[str] = []
    for leaf in leaves(source):
        reader = _Reader(leaf.latex)
        reader.run(0, len(leaf.latex))
        text = "".join(reader.out)
        joined = lines[leaf.line] if text.startswith(",") else f"{lines[leaf.line]} "
        lines[leaf.line] = joined + text.replace("\n", " ")
        links += reader.links
    return Reading((tuple(lines),), tuple(links))


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

    def run(self, place: int, end: int) -> None:
        while place < end:
            match = _TOKEN.match(self.source, place, end)
            if not match:
                place += 1
                continue
            place = match.end()
            if match["word"]:
                place = self.command(match["word"], place)
            elif match["between"]:
                self.out.append(" ")
            else:
                self.out.append(_shown(match))

    def command(self, word: str, place: int) -> int:
        """Add what a command sets; return where its arguments that are not text end."""
        if word in _CHARACTERS:
            self.out.append(_CHARACTERS[word])
        elif word == "href":
            target, place = self.argument(place)
            self.links.append(re.sub(r"\\string|\\(?=[%#&_~$])", "", target))
        elif word in ("begin", "end"):
            place = self.argument(place)[1]
            while option := _OPTION.match(self.source, place):
                place = option.end()
        elif word == "item":
            self.out.append(" ")
        return place

    def argument(self, place: int) -> tuple[str, int]:
        """What stands in the braces that begin there, and where they end."""
        if self.source[place : place + 1] != "{":
            return "", place
        depth, end = 0, place
        while end < len(self.source):
            char = self.source[end]
            depth += (char == "{") - (char == "}")
            end += 2 if char == "\\" else 1
            if depth == 0:
                break
        return self.source[place + 1 : end - 1], end


def _shown(match: "re.Match[str]") -> str:
    if match["sign"]:
        return {"\\": " ", " ": " ", "-": ""}.get(match["sign"], match["sign"])
    if match["mark"]:
        return {"~": "\u00a0", "\n": "\n"}.get(match["mark"], "")
    return match["maths"] or match["text"] or ""
