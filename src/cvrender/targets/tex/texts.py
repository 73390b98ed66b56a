"""Write texts as LaTeX: escape their characters, and mark what belongs to the document."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from cvrender.model.document import Header
from cvrender.model.expressions import expression
from cvrender.model.links import percent_encode
from cvrender.model.measures import width_of
from cvrender.model.numbering import number_of
from cvrender.model.text import LINE_BREAK, Span, Text, plain_text, split_at
from cvrender.model.value import replace
from cvrender.targets.templates import Escaped, leaf
from cvrender.targets.tex.marks import mark, mark_formula, mark_isolate, mark_measured
from cvrender.text.formulas import in_characters
from cvrender.text.letter_forms import plain_letters
from cvrender.text.scripts import HANGUL, IDEOGRAPHIC, is_latin
from cvrender.text.shaped import WORD
from cvrender.text.words import with_breaks


class Latex(Escaped):
    """Text that is already LaTeX."""

    __slots__ = ()


_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "\u00a0": "~",
    "\u00ad": r"\-",
    "\n": " ",
    "\t": " ",
}
_SPECIAL = expression("[" + re.escape("".join(_ESCAPES)) + "]")
_LIGATURES = expression(r"(?<=[-–])-|(?<=,),|(?<=’)’|(?<=[‘!?])‘")  # two of these in a row are one sign in TeX's fonts
_LONG_ADDRESS = 40  # characters; an address that is longer may be broken after its slashes wherever a line ends
_LONG, _SHORT = 60, 12
"""Characters of a text from which on its last word is not alone on a line if it is so short."""
_ADDRESS = expression(r"\S{41,}")
_SLASHES = expression(r"(?<=[^/])(/+|[?&=]+)(?:\\cvsplit\{\})?(?=.)")
_LONG_WORD = 40  # characters; a word that is longer fits on hardly any line
_ENDLESS = expression(rf"[^\s{IDEOGRAPHIC}{HANGUL}-]{{{_LONG_WORD + 1},}}")
_UNDIVIDED = expression(rf"(?:[^\s{IDEOGRAPHIC}{HANGUL}\0]|(?=\W)[{IDEOGRAPHIC}]|\u00a0)+")
_SLASHED = expression(r"[^/?&=]*[/?&=]+|[^/?&=]+")
_BREAK, _DIVIDED = r"\allowbreak{}", "\0"
_FORMS = {
    "small-caps": "textsc",
    "super": "textsuperscript",
    "sub": "textsubscript",
    "tag": "cvtag",
    "given": "cvgiven",
    "affix": "cvaffix",
    "lead": "cvlead",
}
_MOST_LETTERS, _MOST_SIGNS = 20, 8
"""How many letters stay together of such a word, and how many signs after them."""
_IDEOGRAPH = "[\u3041-\u30ff\u3400-\u9fff]"
_LONG_OF_IDEOGRAPHS = expression(rf"{_IDEOGRAPH}.{{8}}", re.DOTALL)
_NUMBERS = expression(r"\d[^\w\s]*\s\d")
"""Two numbers in a row, which a no-break space would make one where a text runs from right to left (`text/bidi.py`, W4)."""
_LAST_IDEOGRAPH = expression(rf"(?<={_IDEOGRAPH})(?={_IDEOGRAPH}[、。，．；：！？）］】》〉」』]*$)")
_NAME = expression(r"(?<!\w)[々\u3400-\u9fff]{2,4}(?!\w)")
"""A few ideographs between signs or spaces, mostly a name, in which no line ends."""
_HANGING = expression(r"((?:\\[a-z]+\{)*)([「『（〔［【《〈“])(?=.)")
"""A bracket at the beginning, whose left half is empty."""
_SPLIT = r"\cvsplit{}"
"""Where a line may end in a word for which no line is wide enough."""
_WIDE, _WIDE_IN_HEADING, _WIDE_IN_CELL, _WIDE_SHAPED = 24, 20, 12, 36
"""Characters of a word from which on it has such places: in lines, in headings, and in cells of tables and narrow columns."""
_LEAST = 4  # how many characters stay together
_WORDS = expression(rf"[^\s{IDEOGRAPHIC}{HANGUL}]{{{_WIDE_IN_CELL + 1},}}")
_RUNS = expression(r"[^\W_](?:\w|(?=[^\x00-\x7f])\W)*[\W_]*|[\W_]+")
_JOINED = expression("[\u0600-\u08ff]")  # a letter of Arabic has another form at the end of a word
_LIGATURE = expression("f[fijl]")
_STACKERS = frozenset("\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u200d")
"""Signs that join the letters on both sides."""


def escape(text: str) -> Latex:
    """Any characters as LaTeX that sets just these characters."""
    text = _SPECIAL.sub(lambda match: _ESCAPES[match[0]], plain_letters(text))
    return Latex(_LIGATURES.sub(lambda match: "{}" + match[0], text))


def url(target: str) -> Latex:
    """Return a link's target for \\href: percent-encoded where TeX needs it, with one `#` at most, then escaped."""
    page, sign, place = percent_encode(target).partition("#")
    encoded = page + sign + place.replace("#", "%23")
    return Latex(re.sub(r"[%#&_~$]", lambda match: ("\\string" if match[0] in "~$" else "\\") + match[0], encoded))


def _divided(text: str) -> Latex:
    """A text as LaTeX; lines may end between words that no spaces divide."""
    return Latex(_BREAK.join(map(escape, with_breaks(text, _DIVIDED).split(_DIVIDED))))


def _breakable(characters: str, wide: int) -> str:
    """The characters as LaTeX; a word without end may be broken, for what leaves the page is lost."""
    return _BREAK.join(_broken(part, wide) for part in with_breaks(characters, _DIVIDED).split(_DIVIDED))


def _broken(characters: str, wide: int) -> str:
    if len(characters) <= wide or max(map(len, characters.split()), default=0) <= wide:
        return escape(characters)
    parts = split_at(characters, ((*match.span(), _pieces(match[0])) for match in _ENDLESS.finditer(characters)))
    return "".join(_BREAK.join(_splittable(piece, wide) for piece in pieces or [part]) for part, pieces in parts)


def _splittable(characters: str, wide: int) -> str:
    """The characters as LaTeX; wide words have places where they are split if no line is wide enough for them."""
    parts = split_at(characters, ((*match.span(), _split(match[0], wide)) for match in _WORDS.finditer(characters)))
    return "".join(_SPLIT.join(map(escape, pieces or [part])) for part, pieces in parts)


def _split(word: str, wide: int) -> list[str]:
    """Return the parts of a word between which it may be split: after signs, and within long runs of letters."""
    if len(word) <= wide:
        return [word]
    pieces = [""]
    for match in _RUNS.finditer(word):
        for place, char in enumerate(match[0]):
            last = pieces[-1][-1:]
            starts = place == 0 or len(match[0]) > _WIDE_IN_CELL and not _LIGATURE.match(last + char)
            is_enough = len(pieces[-1]) >= _LEAST <= len(word) - match.start() - place
            if starts and is_enough and not _joins(last, char):
                pieces.append("")
            pieces[-1] += char
    return pieces


def _joins(last: str, char: str) -> bool:
    """Return whether a character stays with the one before it."""
    return unicodedata.category(char)[0] == "M" or char in "\u200c\u200d" or last in _STACKERS or bool(_JOINED.match(char))


def _pieces(word: str) -> list[str]:
    """Return the parts of a word without end between which a line may end; marks and joined letters stay with their letter."""
    pieces = [""]
    letters = signs = 0
    for char in word:
        last = pieces[-1][-1:]
        if not _joins(last, char):
            is_letter = char.isalnum()
            if last and (letters == _MOST_LETTERS or signs if is_letter else signs == _MOST_SIGNS):
                pieces.append("")
                letters = signs = 0
            letters += is_letter
            signs += not is_letter
        pieces[-1] += char
    return pieces


def span(value: Span, wide: int = _WIDE) -> Latex:
    """One span with its marks. Words of more than `wide` characters can be split if no line is wide enough for them."""
    latex = mark_formula(f"${value.text}$") if value.math else _breakable(value.text, wide)
    if not value.math and len(value.text) > _LONG_ADDRESS and (value.href and " " not in value.text or "://" in value.text):
        latex = _ADDRESS.sub(lambda match: _SLASHES.sub(r"\1\\allowbreak{}", match[0]), latex)
    if value.form:
        latex = rf"\{_FORMS.get(value.form, f'cv{value.form}')}{{{latex}}}"
    for on, command in ((value.code, "texttt"), (value.italic, "emph"), (value.bold, "textbf")):
        if on:
            latex = rf"\{command}{{{latex}}}"
    return Latex(latex)


def text(value: Text, span: Callable[[Span], Latex] = span) -> Latex:
    """A line or paragraph; neighbours with one target are one link. `span` writes a span."""
    latex = last = ""
    for number, isolate in value.by_isolate():
        shown = ""
        for target, spans in isolate.by_target():
            inside = ""
            for part in spans:
                inside += ("{}" if _LIGATURES.search(last + part.text[:1]) else "") + _in_lines(part, span)
                last = part.text[-1:]
            shown += rf"\href{{{url(target)}}}{{{inside}}}" if target else inside
        latex += mark_isolate(shown) if number else shown
    guard = "{}" if latex.startswith("[") else ""  # else it could be the option of a command before it
    return Latex(guard + (_tied(latex) if _is_long(value) else latex))


def _set(value: Text, span: Callable[[Span], Latex] = span) -> Latex:
    """A text in which lines do not divide names of ideographs, and in which a bracket at the beginning has no empty half."""
    latex = text(value, span)
    if is_latin(value.plain) or not re.search(_IDEOGRAPH, value.plain):
        return latex
    latex = Latex(_NAME.sub(lambda match: r"\nobreak{}".join(match[0]), latex))
    start = _HANGING.match(latex)
    return Latex(rf"{start[1]}\cvbracket{{{start[2]}}}{latex[start.end() :]}") if start else latex


def _in_lines(item: Span, write: Callable[[Span], Latex]) -> str:
    if LINE_BREAK not in item.text:
        return write(item)
    return r"\newline{} ".join(write(replace(item, text=line)) for line in item.text.split(LINE_BREAK))


def _is_long(value: Text) -> bool:
    plain = value.plain
    return len(plain.rpartition(" ")[0]) > _LONG or (not is_latin(plain) and bool(_LONG_OF_IDEOGRAPHS.search(plain)))


def _tied(line: str) -> str:
    """Return a long line whose last word or ideograph is short and not alone on the last line of a paragraph."""
    line = line if is_latin(line) else _LAST_IDEOGRAPH.sub(r"\\nobreak{}", line)
    head, space, last = line.rpartition(" ")
    if not 0 < len(last) < _SHORT or re.search(r"[{$]", last):
        return line
    are_numbers = _NUMBERS.search(head[-_SHORT:] + space + last[0])
    return f"{head}\\nobreak{{}} {last}" if are_numbers else f"{head}~{last}"


def longest_word(texts: Iterable[Text]) -> int:
    """Return the width of the longest run of characters in which no line may end, in letters."""
    runs = (run for text in texts for run in _runs(text))
    parts = (part for run in runs for part in (_pieces(run) if _ENDLESS.search(run) else [run]))
    pieces = (piece for part in parts for piece in (_SLASHED.findall(part) or [part]))
    return max(map(width_of, pieces), default=0)


def _runs(value: Text) -> list[str]:
    """Return the runs of characters of a text that no space divides, the last two as one if they are tied."""
    runs = _UNDIVIDED.findall(with_breaks(value.plain, _DIVIDED))
    if _is_long(value) and len(runs) > 1 and len(runs[-1]) < _SHORT:
        runs[-2:] = [f"{runs[-2]} {runs[-1]}"]
    return runs


def write(value: Any) -> Latex:
    """Write a template's value as LaTeX: text of the document, and marked as such."""
    number = number_of(value)
    return leaf(value, Latex, lambda value: Latex(mark(_divided(value), number)), lambda value: Latex(mark(_set(value), number)))


def cell(value: Text) -> Latex:
    """The template filter `cell`: a text in a narrow column."""
    return Latex(mark(_set(value, partial(span, wide=_WIDE_IN_CELL)), number_of(value)))


def unlinked(value: Text) -> Latex:
    """The template filter `unlinked`: a text without markup and links, for classes that make the link themselves."""
    return Latex(mark(_divided(value.plain), number_of(value)))


def heading(value: Text | str, narrow: bool = False) -> Latex:
    """The template filter `heading`: a name or a title, perhaps in a narrow column, with formulas as characters in bookmarks."""
    wide = _WIDE_IN_CELL if narrow else _WIDE_IN_HEADING

    def with_characters(item: Span) -> Latex:
        shaped = not is_latin(item.text) and WORD.search(item.text)  # its words are known as a whole, in capitals too
        latex = span(item, _WIDE_SHAPED if shaped else wide)
        return Latex(rf"\texorpdfstring{{{latex}}}{{{escape(in_characters(item.text))}}}") if item.math else latex

    return Latex(mark(text(plain_text(value) if isinstance(value, str) else value, with_characters), number_of(value)))


def whole_name(header: Header) -> Latex:
    """The template filter `whole_name`: the person's name, of which the given names may look different."""
    return Latex(mark(text(header.divided_name, partial(span, wide=_WIDE_IN_HEADING)), number_of(header.name)))


def argument(value: Any) -> Latex:
    """The template filter `argument`: a value that is not text of the document, such as a length or a property of the file."""
    return leaf(value, Latex, escape, text)


def measured(value: Any) -> Latex:
    """The template filter `measured`: a text that TeX sets to know its width, but does not print."""
    return Latex(mark_measured(leaf(value, Latex, _divided, text)))
