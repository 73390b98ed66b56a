"""Write words of shaped scripts and texts in two directions as LaTeX: definitions of words, boxes around them, and directions.

TeX--XeT reverses lines, but not what changes colours and begins and ends links. So wherever a text runs from right to left,
each word is a box that has its own colour and its own part of a link.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from cvrender.model.expressions import expression
from cvrender.model.value import Record, field
from cvrender.targets.tex.marks import END_ISOLATE, FORMULA, ISOLATE, replace_typeset, typeset_texts
from cvrender.targets.tex.read import CHARACTERS
from cvrender.targets.tex.texts import Latex
from cvrender.text.bidi import FSI, LRI, MIRRORED, PDI, line_levels
from cvrender.text.shaped import WORD, PlacedGlyph, ShapedFont, ShapedWord, script_of

_TOKEN = expression(
    f"(?P<formula>{FORMULA}|"
    r"\\texorpdfstring\{"
    f"{FORMULA}"
    r"\}\{(?:[^{}\\]|\\.|\{\})*\})"  # in a heading
    r"|\\href(?P<link>\{(?:[^{}\\]|\\.)*\}\{)|(?P<command>\\[a-z]+\{(?!\}))|(?P<close>\})|(?P<guard>\{\})"
    rf"|(?P<isolate>[{ISOLATE}{END_ISOLATE}])"
    r"|(?P<between>\\(?:allowbreak|nobreak|cvsplit)\{\}|\\-|[ ~])|\\(?P<named>text[a-z]+)\{\}|\\(?P<sign>.)|(?P<char>.)",
    re.DOTALL,
)
_ISOLATES = {ISOLATE: FSI, END_ISOLATE: PDI}
_BREAKING = expression("[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff]")
"""Characters after which a line may break without a space."""


def definitions(words: tuple[ShapedWord, ...], fonts: tuple[ShapedFont, ...], stem: str) -> Latex:
    """Return the definitions of fonts and words. The fonts' files are named `STEM-aa` and so on."""
    lines = []
    for font in fonts:
        script = script_of(font.texts[0])
        scale = f"[{script.scale:g}]" if script and script.scale != 1 else ""
        lines.append(rf"\cvshapedfont{scale}{{{font.letter}}}{{{stem}-{font.letter.lower()}}}")
        lines += [rf"\pdfglyphtounicode{{{name}}}{{{_code(text)}}}" for name, text in zip(font.names, font.texts, strict=True)]
    lines += [rf"\cvshaped{{{word.text}}}{{{_glyphs(word.regular)}}}{{{_glyphs(word.bold)}}}" for word in words]
    return Latex("\n".join(lines))


def words_of(marked: str, right_to_left: bool) -> list[str]:
    """Return the words of shaped scripts in a marked source, divided as `with_shaped_words` divides them, in their order."""
    texts = (latex for latex in typeset_texts(marked) if WORD.search(latex))
    return list(dict.fromkeys(word for latex in texts for word in _written(latex, right_to_left)[1]))


def with_shaped_words(marked: str, words: tuple[ShapedWord, ...], right_to_left: bool) -> str:
    r"""Return a marked source with each shaped word in \cvw, and the directions of each text by the rules of Unicode.

    In runs from right to left, and everywhere in a document that runs so, other words are in \cvx, other signs in \cvn, and
    links are \cvhref.
    """
    known = frozenset(word.text for word in words)

    def change(latex: str) -> str:
        written, missing = _written(latex, right_to_left)
        return written if known.issuperset(missing) else _written(latex, right_to_left, known)[0]

    return replace_typeset(marked, change)


@lru_cache(maxsize=4096)
def _written(latex: str, right_to_left: bool, known: frozenset[str] | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the LaTeX of a text with boxes and directions, and its words of shaped scripts, of which those `known` are shaped.

    By default all are known, so that the same result serves to collect the words, to write them, and to write the text again in
    another setting.
    """
    writer = _Writer(tuple(_tokens(latex)), known, right_to_left)
    return writer.write(), tuple(writer.shaped)


class _Token(Record):
    """A part of a text's LaTeX. `char` is the character that it prints, or empty; `kind` is the name of its group in `_TOKEN`."""

    latex: str
    kind: str
    char: str = ""
    level: int = 0
    turned: bool = False  # of a link: whether some of it runs from right to left


def _tokens(latex: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(latex):
        kind = str(match.lastgroup)
        shown = match[kind]
        if kind == "named":
            yield _Token(match[0], "char", CHARACTERS.get(shown, "x"))
        elif kind == "formula":
            yield _Token(match[0], "char", "x")
        elif kind in ("char", "sign"):
            yield _Token(match[0], "char", shown)
        elif kind == "isolate":
            yield _Token("", kind, _ISOLATES[shown])
        elif kind == "between" and shown.startswith(r"\nobreak"):
            yield _Token(match[0], kind)  # before a space, which alone has a direction
        elif kind == "between":
            yield _Token(match[0], kind, "\u200b" if shown[0] == "\\" else "\u00a0" if shown == "~" else " ")
        else:
            yield _Token(shown if kind == "link" else match[0], kind)


class _Writer(Record):
    """Write a text with its directions.

    `known` are the shaped words, or None for all. `out` is what is written, `word` what is to be written in boxes or as it is,
    `level` its level. `links` says of each open brace whether words within it are boxes because of a link. `shaped` are the words
    of shaped scripts, known or not.
    """

    tokens: tuple[_Token, ...]
    known: frozenset[str] | None
    right_to_left: bool
    out: list[str] = field(default_factory=list)
    word: list[_Token] = field(default_factory=list)
    level: int = 0
    links: list[bool] = field(default_factory=list)
    shaped: list[str] = field(default_factory=list)

    @property
    def boxed(self) -> bool:
        """Return whether words are boxes here."""
        return self.right_to_left or self.level > 0 or any(self.links)

    def write(self) -> str:
        self._set_levels()
        self.level = base = int(self.right_to_left)
        for token in self.tokens:
            if token.kind == "guard":
                if self.word:
                    self.word.append(token)
                else:
                    self.out.append(token.latex)
                continue
            if token.kind == "isolate":
                continue
            if token.char and token.level != self.level:
                self._turn(token.level)
            if token.kind == "char":
                if self.word and _BREAKING.match(token.char) and self.boxed:
                    self._end_word()
                    self.out.append(r"\allowbreak{}")
                self.word.append(token)
                continue
            self._end_word()
            if token.kind == "link":
                self.links.append(self.right_to_left or token.turned)
                self.out.append(rf"\{'cvhref' if self.links[-1] else 'href'}{token.latex}")
            else:
                self.out.append(token.latex)
                if token.kind == "command":
                    self.links.append(False)
                elif token.kind == "close" and self.links:
                    self.links.pop()
        self._turn(base)
        return "".join(self.out)

    def _turn(self, level: int) -> None:
        """End the word, and begin or end directions up to a level."""
        self._end_word()
        self.out += [rf"\end{'LR'[inner % 2]}{{}}" for inner in range(self.level, level, -1)]
        self.out += [rf"\begin{'LR'[inner % 2]}{{}}" for inner in range(self.level + 1, level + 1)]
        self.level = level

    def _set_levels(self) -> None:
        """Set the level of each token, and whether a link has letters from right to left; one without them is an isolate."""
        text, places = "", []
        opened: list[tuple[_Token, int]] = []
        isolates: dict[int, str] = {}
        for index, token in enumerate(self.tokens):
            if token.kind in ("link", "command"):
                opened.append((token, index))
            elif token.kind == "close" and opened:
                begun, start = opened.pop()
                inside = {unicodedata.bidirectional(part.char) for part in self.tokens[start:index] if part.char}
                if begun.kind == "link" and not inside & {"R", "AL"}:
                    isolates |= {start: LRI, index: PDI}
        for index, token in enumerate(self.tokens):
            text += isolates.get(index, "")
            places.append(len(text))
            text += token.char
        levels = [*line_levels(text, self.right_to_left), int(self.right_to_left)]
        for token, place in zip(self.tokens, places, strict=True):
            token.level = levels[place]
        for start in (index for index, sign in isolates.items() if sign == LRI):
            around = levels[places[start] - 1]
            for token in self.tokens[start : _end(self.tokens, start)] if around % 2 == 0 else ():
                token.level = around
        for index, token in enumerate(self.tokens):
            if token.kind == "link":
                end = _end(self.tokens, index)
                token.turned = any(part.char and part.level for part in self.tokens[index:end])

    def _end_word(self) -> None:
        """Write the characters since the last space."""
        shown = [index for index, token in enumerate(self.word) if token.char]
        text = "".join(self.word[index].char for index in shown)
        start = 0
        for match in WORD.finditer(text):
            self.shaped.append(match[0])
            if self.known is None or match[0] in self.known:
                self._others(self.word[start : shown[match.start()]])
                self.out.append(rf"\cvw{{{match[0]}}}")
                start = shown[match.end() - 1] + 1
        self._others(self.word[start:])
        self.word = []

    def _others(self, tokens: list[_Token]) -> None:
        latex = "".join(token.latex for token in tokens)
        if not tokens or not self.boxed:
            self.out.append(latex)
        elif self.level % 2:
            shown = [token for token in tokens if token.char]
            mirrored = (token.char.translate(MIRRORED) != token.char for token in shown)
            self.out += [rf"\cv{'nm'[turned]}{{{token.latex}}}" for token, turned in zip(shown, mirrored, strict=True)]
        else:
            self.out.append(rf"\cvx{{{latex}}}")


def _end(tokens: tuple[_Token, ...], start: int) -> int:
    """Return the index of the brace that closes the one which a token opens."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += (tokens[index].kind in ("link", "command")) - (tokens[index].kind == "close")
        if depth == 0:
            return index
    return len(tokens)


def _glyphs(glyphs: tuple[PlacedGlyph, ...]) -> str:
    latex = ""
    for font, run in groupby(glyphs, key=lambda glyph: glyph[0]):
        slots = "".join(rf"\char{slot}" for _, slot in run)
        latex += rf"\cvg{{{font}}}{{{slots}}}"
    return latex


def _code(text: str) -> str:
    return " ".join(f"{ord(char):04X}" for char in text)
