"""Set whole words in another family if the main font lacks one of their letters."""

from collections.abc import Iterable

from cvrender.model.document import Document
from cvrender.model.expressions import expression
from cvrender.targets.tex.marks import replace_leaves

_LETTERS = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0250-\u02af\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff"
"""Letters of Latin (besides ASCII), Greek and Cyrillic."""
_WORD = expression(rf"(?<![A-Za-z\\])[A-Za-z{_LETTERS}]+(?:(?:[-’'·.]|\\cvsplit\{{\}})[A-Za-z{_LETTERS}]+)*")
_LACKING = expression(f"[{_LETTERS}]")
_NAME = expression(rf"[A-Za-z{_LETTERS}’.~ -]{{1,60}}")
_MOST = 0.25
"""Part of a document's words from which on all of it is set in the other family."""


def needs_words(missing: Iterable[str]) -> bool:
    """Return whether letters of Latin, Greek or Cyrillic are missing; ideographs and symbols do not belong to words."""
    return any(_LACKING.match(char) for char in missing)


def is_mostly_lacking(document: Document, missing: Iterable[str]) -> bool:
    """Return whether most of a document's words have missing letters, so that all of it should be set in the other family."""
    lacking = frozenset(missing)
    words = [word for text, _ in document.texts for word in _WORD.findall(text.plain)]
    return sum(not lacking.isdisjoint(word) for word in words) > _MOST * len(words)


def with_words(marked: str, missing: Iterable[str]) -> str:
    r"""Return a marked source with each word that has a missing letter in \cvword, and with it the other words of a name."""
    lacking = frozenset(char for char in missing if _LACKING.match(char))

    def leaf(latex: str) -> str:
        if lacking.isdisjoint(latex):
            return latex
        if _NAME.fullmatch(latex):
            return _WORD.sub(r"\\cvword{\g<0>}", latex)
        return _WORD.sub(lambda word: word[0] if lacking.isdisjoint(word[0]) else rf"\cvword{{{word[0]}}}", latex)

    return replace_leaves(marked, leaf)
