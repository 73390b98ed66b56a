"""Add marks to a LaTeX source: where each text of the Document begins, and what the head and the foot of a page are."""

from functools import cache
from pathlib import Path

from cvrender.targets.tex.marks import with_mark_points
from cvrender.targets.tex.source import TexSource

_POINTS, _ARTIFACTS = "marks.tex", "artifacts.tex"
_BEGIN = "\n\\begin{document}"  # at the beginning of a line: comments may mention it


def with_marks(tex: TexSource, tags: bool) -> tuple[str, dict[str, bytes]]:
    """Return the source with its heads and feet marked, and its companions with the macros for that. Lines keep their numbers.

    With `tags` the source also has the mark points that tagging needs.
    """
    source, names = (with_mark_points(tex.marked), (_POINTS, _ARTIFACTS)) if tags else (tex.source, (_ARTIFACTS,))
    inputs = "".join(f"\\input{{cv{name}}}" for name in names)
    source = source.replace(_BEGIN, f"\n{inputs}{_BEGIN.lstrip()}", 1)
    return source, {**tex.companions, **{f"cv{name}": _macros(name) for name in names}}


@cache
def _macros(name: str) -> bytes:
    return Path(__file__).with_name(name).read_bytes()
