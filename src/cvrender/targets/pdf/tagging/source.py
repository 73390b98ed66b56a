"""Add marks to a LaTeX source: where each text of the Document begins, and what the head and the foot of a page are."""

import re
from functools import cache
from pathlib import Path

from cvrender.model.expressions import expression
from cvrender.targets.tex.marks import with_mark_points
from cvrender.targets.tex.source import TexSource

EMPTY_COMMENT = "%\n"
_POINTS, _ARTIFACTS = "marks.tex", "artifacts.tex"
_BEGIN = "\n\\begin{document}"  # at the beginning of a line: comments may mention it
_COMMENTS = expression(r"(?:%[^\n]*\n)+")
_PROPERTIES = expression(r"^\\hypersetup\{(?P<own>pdftitle=.*?),\n  (?P<language>pdflang=[^\n]*\}\n)", re.DOTALL | re.MULTILINE)
"""Where a source sets the title, the author, the subject and the keywords of the PDF, and then the language."""


def with_marks(tex: TexSource, tags: bool) -> tuple[str, dict[str, bytes]]:
    """Return the source with its heads and feet marked, and its companions with the macros for that. Lines keep their numbers.

    The properties of the PDF are set first in the body, and the comments at the beginning are empty. With `tags` the source also
    has the mark points that tagging needs.
    """
    source, names = (with_mark_points(tex.marked), (_POINTS, _ARTIFACTS)) if tags else (tex.source, (_ARTIFACTS,))
    inputs = "".join(f"\\input{{cv{name}}}" for name in names)
    if comments := _COMMENTS.match(source):
        source = EMPTY_COMMENT * comments[0].count("\n") + source[comments.end() :]
    before, begin, body = source.partition(_BEGIN)
    if begin:
        before, properties = _without_properties(before) if body.startswith("\n") else (before, "")
        source = f"{before}\n{inputs}{begin.lstrip()}{body[:1]}{properties}{body[1:]}"
    return source, {**tex.companions, **{f"cv{name}": _macros(name) for name in names}}


def _without_properties(preamble: str) -> tuple[str, str]:
    """Return a preamble without the properties of the PDF, and what sets them in the body.

    So most edits of a profile leave the preamble as it is, and TeX may read it early (`beginnings.py`).
    """
    setup = _PROPERTIES.search(preamble)
    if not setup:
        return preamble, ""
    own = setup["own"]
    kept = f"\\hypersetup{{{setup['language']}" + "\n" * (own.count("\n") + 1)
    return preamble[: setup.start()] + kept + preamble[setup.end() :], f"\\hypersetup{{{own.replace(chr(10), ' ')}}}"


@cache
def _macros(name: str) -> bytes:
    return Path(__file__).with_name(name).read_bytes()
