"""Read the LaTeX of bibliographies as spans: accents, emphasis, links, maths, dashes and quotation marks.

What TeX prints is kept; what only arranges it (braces that keep capitals, italic corrections) is not. A command that is not known
stays as it was typed, and is reported in `Decoded.unknown`. Characters of commands come from pylatexenc's table.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from cvrender.formats.values.identifiers import address_in_latex
from cvrender.formats.values.latex_commands import CHARACTERS, JOURNALS
from cvrender.formats.values.markdown import is_maths, linked, script, write
from cvrender.model.text import Span, Text, join
from cvrender.model.value import replace
from cvrender.text import formulas as maths

_TOKEN = re.compile(
    r"""\\(?P<word>[A-Za-z@]+\*?)[ \t\r\n]* | \\(?P<sign>[^A-Za-z]) | (?P<open>\{) | (?P<close>\})
    | \$\$?(?P<maths>[^$]*)\$\$? | (?P<tie>~) | (?P<dashes>---?) | (?P<quotes>``|'') | (?P<blank>[ \t\r\n]+)
    | (?P<text>[^\\{}$~`'\- \t\r\n]+|.)""",
    re.VERBOSE | re.DOTALL,
)
_ACCENTS = dict(
    zip(
        "`'^~\"=.uvHcdbrkt",
        map(chr, (*range(0x300, 0x304), 0x308, 0x304, 0x307, 0x306, 0x30C, 0x30B, 0x327, 0x323, 0x331, 0x30A, 0x328, 0x361)),
        strict=True,
    )
)
_MARKS = {
    **dict.fromkeys(("emph", "textit", "textsl", "em", "it", "itshape", "sl", "mkbibemph"), {"italic": True}),
    **dict.fromkeys(("textbf", "bf", "bfseries", "mkbibbold"), {"bold": True}),
    **dict.fromkeys(("texttt", "tt", "ttfamily"), {"code": True}),
}
_TRANSPARENT = frozenset(
    "textrm textsc textsf textnormal textup textmd mbox text hbox rm sc sf underline uline ul myname me highlight hl mkbibquote "
    "MakeUppercase MakeLowercase uppercase lowercase protect relax normalfont "
    "bibnamefont "
    "textquotesingle selectfont unskip ignorespaces small footnotesize large scriptsize nobreak".split()
)
_SKIPPED = {
    **dict.fromkeys("foreignlanguage selectlanguage textcolor colorbox bibinfo bibfield color hspace vspace noopsort".split(), 1),
    **dict.fromkeys("fontsize setcounter addtocounter".split(), 2),
}
"""Commands whose first arguments are not printed, and how many these are."""
_NOTHING = frozenset("/ - ! @ noindent newblock allowbreak null sloppy leavevmode".split())
_BLANKS = {
    **dict.fromkeys(" ,;:\\\n", " "),
    **dict.fromkeys("quad qquad space enspace thinspace newline linebreak".split(), " "),
    "par": "\n\n",
}
SIGNS = {
    "\\ast": "*",
    "\\star": "*",
    "\\dagger": "†",
    "\\dag": "†",
    "\\ddagger": "‡",
    "\\ddag": "‡",
    "\\textdagger": "†",
    "\\textasteriskcentered": "*",
    "\\S": "§",
    "\\P": "¶",
    "\\sharp": "#",
}
"""Signs behind names that LaTeX writes as commands."""
MAX_NESTING = 30
"""How deep arguments within arguments are read; deeper ones stay as they were typed."""


@dataclass(frozen=True)
class Decoded:
    """What a text shows, and the commands in it that are not known."""

    spans: tuple[Span, ...]
    unknown: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """Return the characters; maths as between the dollar signs."""
        return "".join(f"${span.text}$" if span.math else span.text for span in self.spans).strip()

    @property
    def markdown(self) -> str:
        """Return the same as inline Markdown."""
        return write(self.spans).strip()


def decode(source: str, nesting: int = 0) -> Decoded:
    """Read a LaTeX text."""
    if not re.search(r"[\\{}$~]|--|``|''|\s\s|[\n\t]", source):
        return Decoded((Span(source),) if source else ())
    reader = _Decoder(source, nesting)
    reader.read()
    return Decoded(join(Text((span,)) for span in reader.spans).spans, tuple(dict.fromkeys(reader.unknown)))


_PLAIN = Span("")


class _Decoder:
    def __init__(self, source: str, nesting: int) -> None:
        self.source = source
        self.nesting = nesting
        self.place = 0
        self.state = _PLAIN
        self.stack: list[Span] = []
        self.spans: list[Span] = []
        self.unknown: list[str] = []
        self.maths_end = -2

    def read(self) -> None:
        while self.place < len(self.source):
            token = _TOKEN.match(self.source, self.place)
            assert token
            self.place = token.end()
            kind, value = str(token.lastgroup), token[str(token.lastgroup)]
            getattr(self, f"_{kind}")(value)

    def _say(self, text: str) -> None:
        self.spans.append(Span(text) if self.state is _PLAIN else replace(self.state, text=text))

    _text = _say

    def _blank(self, text: str) -> None:
        if not self.spans or not self.spans[-1].text.endswith((" ", "\n")):
            self._say("\n\n" if re.search(r"\n\s*\n", text) else " ")

    def _tie(self, text: str) -> None:
        self._say(" ")

    def _dashes(self, text: str) -> None:
        self._say("—" if len(text) == 3 else "–")

    def _quotes(self, text: str) -> None:
        self._say("“" if text == "``" else "”")

    def _open(self, text: str) -> None:
        self.stack.append(self.state)

    def _close(self, text: str) -> None:
        if self.stack:
            self.state = self.stack.pop()

    def _maths(self, content: str) -> None:
        content = re.sub(r"\\([lr])brace(?![A-Za-z]) ?", lambda match: "\\{" if match[1] == "l" else "\\}", content)
        content = content.strip()
        if not content:
            return
        mark = content.lstrip("^").strip("{} ")
        if mark in SIGNS or (mark != content and mark == "*"):
            self._say(SIGNS.get(mark, mark))
            return
        before_digit = self.source[self.place : self.place + 1].isdigit()  # where a profile reads no maths
        if is_maths(content):
            self.spans.append(Span(maths.plain(maths.parse(content))) if before_digit else Span(content, math=True))
        elif not re.search(r"[\\^_{}]", content):
            self._say(content)
        else:
            self.unknown.append(f"${content}$")
            self._say(f"${content}$")

    def _sign(self, sign: str) -> None:
        if sign == "(" and (end := self._end_of_maths()) >= 0:
            content, self.place = self.source[self.place : end], end + 2
            self._maths(content)
        elif sign in _ACCENTS:
            self._accent(sign)
        elif sign in _BLANKS:
            self._say(_BLANKS[sign])
        elif sign not in _NOTHING:
            self._say(sign)

    def _end_of_maths(self) -> int:
        """Return where a formula ends, or -1; the text is searched once for ends that do not exist."""
        if self.maths_end == -1 or self.maths_end >= self.place:
            return self.maths_end
        self.maths_end = self.source.find("\\)", self.place)
        return self.maths_end

    def _word(self, word: str) -> None:
        name = word.rstrip("*")
        if name in _SKIPPED:
            for _ in range(_SKIPPED[name]):
                self._argument()
        elif name == "texorpdfstring":
            shown, _ = self._argument(), self._argument()
            self.spans += [span if span.math else _with(span, self.state) for span in self._inner(shown).spans]
        elif name in _ACCENTS and len(name) == 1:
            self._accent(name)
        elif name in _MARKS:
            self._marked(_MARKS[name])
        elif name in ("url", "path", "nolinkurl", "href"):
            self._link(name)
        elif name in ("textsuperscript", "textsubscript", "ensuremath", "enquote"):
            self._wrapped(name)
        elif name in _BLANKS:
            self._say(_BLANKS[name])
        elif name not in _TRANSPARENT and name not in _NOTHING:
            self._character(word, name)

    def _character(self, word: str, name: str) -> None:
        character = CHARACTERS.get(name)
        character = _symbol(name) if character is None else character
        character = JOURNALS.get(name) if character is None else character
        if character is None:
            self.unknown.append(f"\\{name}")
            gap = " " if self.source[self.place - 1].isspace() else ""
            character = f"\\{word}{gap}"
        elif self.source[self.place : self.place + 2] == "{}":
            self.place += 2
        self._say(character)

    def _marked(self, marks: dict[str, bool]) -> None:
        """A command before a group marks the group; one within a group marks the rest of it."""
        if self.source[self.place : self.place + 1] == "{":
            self.place += 1
            self.stack.append(self.state)
        self.state = replace(self.state, **marks)

    def _argument(self) -> str:
        """The next group without its braces, or the next character or command."""
        rest = self.source
        while self.place < len(rest) and rest[self.place].isspace():
            self.place += 1
        if rest[self.place : self.place + 1] != "{":
            match = re.compile(r"\\[A-Za-z]+|\\?.", re.DOTALL).match(rest, self.place)
            self.place = match.end() if match else self.place
            return match[0] if match else ""
        depth, start = 0, self.place + 1
        for sign in re.compile(r"\\.|[{}]", re.DOTALL).finditer(rest, self.place):
            depth += (sign[0] == "{") - (sign[0] == "}")
            if depth == 0:
                self.place = sign.end()
                return rest[start : sign.start()]
        self.place = len(rest)
        return rest[start:]

    def _inner(self, source: str) -> Decoded:
        if self.nesting >= MAX_NESTING:
            return Decoded((Span(source),) if source else ())
        decoded = decode(source, self.nesting + 1)
        self.unknown += decoded.unknown
        return decoded

    def _accent(self, sign: str) -> None:
        base = self._argument()
        letters = {"\\i": "i", "\\j": "j"}.get(base.strip()) or self._inner(base).plain
        if not letters:
            self._say({"~": "~", "^": "^"}.get(sign, ""))
            return
        self._say(unicodedata.normalize("NFC", letters[0] + _ACCENTS[sign]) + letters[1:])

    def _link(self, name: str) -> None:
        target = address_in_latex(self._argument())
        text = self._inner(self._argument()).plain if name == "href" else target
        self.spans += [replace(span, bold=self.state.bold, italic=self.state.italic) for span in linked(text, target)]

    def _wrapped(self, name: str) -> None:
        source = self._argument()
        if name == "ensuremath":
            self._maths(source)
            return
        inner = self._inner(source).plain
        if name == "enquote":
            self._say(f"“{inner}”")
            return
        wrapped = script(inner, "^" if name == "textsuperscript" else "_", self.state)
        self.spans.append(wrapped or replace(self.state, text=inner))


def _with(span: Span, marks: Span) -> Span:
    return replace(span, bold=span.bold or marks.bold, italic=span.italic or marks.italic)


@cache
def _symbol(name: str) -> str | None:
    """The character that a command stands for, by pylatexenc's table; None for a command that is not there."""
    from pylatexenc.latex2text import get_default_latex_context_db

    spec = get_default_latex_context_db().get_macro_spec(name)
    shown = getattr(spec, "simplify_repl", None)
    return shown if isinstance(shown, str) and shown and "%" not in shown else None


def markdown(source: str) -> str:
    """Return a LaTeX text as inline Markdown."""
    return decode(source).markdown


def plain(source: str) -> str:
    """Return a LaTeX text as plain characters on one line, for names, numbers and identifiers."""
    return " ".join(decode(source).plain.split())
