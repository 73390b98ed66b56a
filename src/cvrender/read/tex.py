"""LaTeX as we write it in, the text that its body would set out: a line for each line of the source.

This is no TeX: it knows the commands that our styles' bodies are made of, and takes the argument of any other for text.
"""

import re

from cvrender.read.base import Reading

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
    "newline": "\n",
    "cvsep": " • ",
}
_TOKEN = re.compile(
    r"""\\(?P<word>[A-Za-z@]+)\*?[ ]? | \\(?P<sign>.) | (?P<between>\}\{(?!\})) | (?P<maths>\$[^$]*\$)
    | (?P<mark>[{}~\n]) | (?P<comment>%[^\n]*) | (?P<text>[^\\{}~$%\n]+)""",
    re.VERBOSE | re.DOTALL,
)
_OPTION = re.compile(r"[ \n]*\[((?:[^\[\]{}]|\{[^{}]*\})*)\]")
_START = re.compile(r"^\\(?:name\{|begin\{document\})", re.MULTILINE)
_WITH_OPTIONS = frozenset({"social"})
_SILENT = frozenset({"photo", "cvicon"})  # commands whose options and argument set no text
_IN_PARTS = {"cventry": ((0,), (1, 2, 3, 4))}
"""Commands whose arguments stand together on a line, with commas between those that are not empty."""


def read(content: bytes) -> Reading:
    """The body's text; the links of \\href."""
    source = content.decode("utf-8", "replace")
    start = _START.search(source)
    begins = start.start() if start else 0
    reader = _Reader(source)
    reader.out.append("\n" * source.count("\n", 0, begins))
    reader.run(begins, len(source))
    return Reading((tuple("".join(reader.out).split("\n")),), tuple(reader.links))


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.out: list[str] = []
        self.links: list[str] = []
        self.numbers: list[tuple[int, int] | None] = []  # of each list that is open: the next number and the step

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
        """Write what a command sets; returns where its arguments that are no text end."""
        if word in _CHARACTERS:
            self.out.append(_CHARACTERS[word].replace("\n", " "))
        elif word == "href":
            target, place = self.argument(place)
            self.links.append(re.sub(r"\\string|\\(?=[%#&_~$])", "", target))
        elif word in ("begin", "end"):
            name, place = self.argument(place)
            place = self.environment(word, name, place)
        elif word in _IN_PARTS:
            place = self.parts(word, place)
        elif word in _WITH_OPTIONS:
            while option := _OPTION.match(self.source, place):
                place = option.end()
        elif word in _SILENT:
            while option := _OPTION.match(self.source, place):
                place = option.end()
            place = self.argument(place)[1]
        elif word == "item":
            place = self.item(place)
        return place

    def item(self, place: int) -> int:
        """A list's next number, or the label that the item has of its own."""
        self.out.append(" ")
        option = _OPTION.match(self.source, place)
        if not option:
            self.number()
            return place
        self.run(option.start(1), option.end(1))
        self.out.append(" ")
        return option.end()

    def environment(self, word: str, name: str, place: int) -> int:
        if word == "end":
            if self.numbers:
                self.numbers.pop()
            return place
        options = []
        while option := _OPTION.match(self.source, place):
            options.append(option[1])
            place = option.end()
        start = int(re.sub(r"\D", "", options[0]) or 1) if options else 1
        step = int(options[1]) if len(options) > 1 else -1 if "step=-1" in "".join(options) else 1
        self.numbers.append((start, step) if name == "cvnumbers" else None)
        if name in ("cvrows", "cvwithphoto"):
            place = self.argument(place)[1]
        return place

    def number(self) -> None:
        if self.numbers and (numbers := self.numbers[-1]):
            self.out.append(f"{numbers[0]}. ")
            self.numbers[-1] = (sum(numbers), numbers[1])

    def parts(self, word: str, place: int) -> int:
        for group in _IN_PARTS[word]:
            texts = []
            for _ in group:
                begins = place
                _, place = self.argument(begins)
                inner = _Reader(self.source)
                inner.run(begins + 1, place - 1)
                self.links += inner.links
                texts.append("".join(inner.out))
            self.out.append(" " + ", ".join(text for text in texts if text.strip()) + " ")
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
