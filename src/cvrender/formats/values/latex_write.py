"""Write spans as LaTeX for bibliographies.

BibTeX counts braces, also those after a backslash. So no text, formula or address has any: a text names them.
"""

import re
from collections.abc import Iterable

from cvrender.model.links import percent_encode
from cvrender.model.text import Span

_SPECIALS = {
    **{sign: f"\\{sign}" for sign in "&%$#_"},
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
    "\u00a0": "~",
    "–": "--",
    "—": "---",
}


_SMALL = frozenset(
    "a about after against al among an and are as at be before between but by down during et for from if in into is its near nor "
    "not of off on onto or out over per so than that the through till to toward towards under until up upon versus via vs when "
    "with within without yet".split()
)
"""Words that an English title has in small letters where it has the others in capitals."""
_WORD = re.compile(r"[^\W\d_]+")
_CHUNK = re.compile(r"(\S*?)([^\W_](?:\S*[^\W_]|(?=\W|_|$))[+*#]*)(?=\W*(?:\s|$))|\S+")


def encode(spans: Iterable[Span], *, keeps_capitals: bool = False) -> str:
    """Write spans as LaTeX that `decode` reads as these spans; on request with braces around capitals that BibTeX would lower."""
    latex = ""
    spans = tuple(spans)
    lowered = "".join(span.text for span in spans if not span.math)
    has_capitals = keeps_capitals and not _is_in_title_case(lowered)
    before = ""
    for span in spans:
        styles = ((span.code, "texttt"), (span.italic, "emph"), (span.bold, "textbf"))
        if span.math:
            text = f"${_formula(span.text)}$"
            text = f"{{{text}}}" if keeps_capitals and text != text.lower() else text
        elif not keeps_capitals or span.href or any(applies for applies, _ in styles):
            text = _signs(span.text)
        else:
            text = _with_braces(span.text, before, has_capitals)
        before += span.text
        for applies, command in styles:
            text = f"\\{command}{{{text}}}" if applies else text
        latex += f"\\href{{{target(span.href)}}}{{{text}}}" if span.href else text
    return latex


def _signs(text: str) -> str:
    return "".join(_SPECIALS.get(char, char) for char in text)


def _is_in_title_case(text: str) -> bool:
    """Return whether every word has a capital but the first and those that have none in English titles."""
    words = [_WORD.search(part) for part in text.split()[1:]]
    return all(word[0] in _SMALL or not word[0][0].islower() for word in words if word)


def _with_braces(text: str, before: str, has_capitals: bool) -> str:
    """Write words of a title, with braces around those whose capitals a style must not lower.

    A style keeps the first letter of a title and those behind a colon. It is for names that no title needs, as in `DeepSpeed`,
    for every capital in a title that has few, and for the beginning of a sentence that begins with another sign.
    """
    braced, end = "", 0
    for match in _CHUNK.finditer(text):
        said = before + text[: match.start()]
        braced += _signs(text[end : match.start()])
        end = match.end()
        sign, word = match[1] or "", match[2] or ""
        is_first = not said.strip() or said.rstrip().endswith(":") and said[-1].isspace()
        begins = is_first and bool(sign) or bool(re.search(r"[?!]\W*\s$", said))
        needs = _has_inner_capital(word) or word[:1].isupper() and (begins or has_capitals and not is_first)
        braced += f"{_signs(sign)}{{{_signs(word)}}}" if needs else _signs(match[0])
    return braced + _signs(text[end:])


def _has_inner_capital(word: str) -> bool:
    """Return whether a word has capitals within its parts, or parts of one capital (`I/O`, `3D`) or without vowels (`Hz`)."""
    parts = _WORD.findall(word)
    return word != "A" and any(
        part[1:] != part[1:].lower() or part[0].isupper() and re.fullmatch("[b-df-hj-np-tv-xz]+|.", part.casefold())
        for part in parts
    )


def target(address: str) -> str:
    """Write the address of a page as LaTeX, where `%` and `#` would be read."""
    return re.sub("[%#]", r"\\\g<0>", percent_encode(address))


def verbatim(value: object) -> str:
    """Write an identifier, in which nothing is LaTeX: a brace, a backslash or a blank, which none has, is a percent code."""
    return re.sub(r"[\\{}\s]", lambda match: f"%{ord(match[0]):02X}", str(value))


def _formula(source: str) -> str:
    """Return a formula whose braces are pairs: those that are printed have names."""
    names = {"{": "\\lbrace ", "}": "\\rbrace "}
    return re.sub(r"\\(.)", lambda match: names.get(match[1], match[0]), source)
