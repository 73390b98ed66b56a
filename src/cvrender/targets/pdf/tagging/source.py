"""Add mark points to a LaTeX source, so that the PDF shows where each text of the Document begins."""

from functools import cache
from pathlib import Path

from cvrender.targets.base import TexSource
from cvrender.targets.tex.marks import with_mark_points

_FILE = "cvmarks.tex"
_BEGIN = "\n\\begin{document}"  # at the beginning of a line: comments may mention it


def with_tagging(tex: TexSource) -> tuple[str, dict[str, bytes]]:
    """Return the source with mark points, and its companions with the macros that these need. Lines keep their numbers."""
    source = with_mark_points(tex.marked)
    source = source.replace(_BEGIN, f"\n\\input{{{_FILE}}}{_BEGIN.lstrip()}", 1)
    return source, {**tex.companions, _FILE: _macros()}


@cache
def _macros() -> bytes:
    return Path(__file__).with_name("marks.tex").read_bytes()
