"""Write spans as LaTeX for bibliographies."""

from collections.abc import Iterable

from cvrender.model.text import Span

_SPECIALS = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
    "\u00a0": "~",
    "–": "--",
    "—": "---",
}


def encode(spans: Iterable[Span]) -> str:
    """Write spans as LaTeX that `decode` reads as these spans."""
    made = ""
    for span in spans:
        text = f"${span.text}$" if span.math else "".join(_SPECIALS.get(char, char) for char in span.text)
        for applies, command in ((span.code, "texttt"), (span.italic, "emph"), (span.bold, "textbf")):
            text = f"\\{command}{{{text}}}" if applies else text
        made += f"\\href{{{span.href}}}{{{text}}}" if span.href else text
    return made
