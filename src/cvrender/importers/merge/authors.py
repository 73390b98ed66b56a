"""Compare author lists of two sources, and complete one by the other."""

from dataclasses import dataclass, field
from typing import Any

from cvrender.importers.merge.same import author_name, is_same_author

MARKS = ("equal", "corresponding", "student")


@dataclass
class MergedAuthors:
    """How an author list changes: single authors that get a mark, or another list. `is_complete` ends an "et al."."""

    marked: dict[int, Any] = field(default_factory=dict)
    authors: list[Any] | None = None
    is_complete: bool = False


def merged_authors(have: Any, new: Any, *, et_al: bool) -> MergedAuthors | None:
    """Return what a second list adds to the first one, or None if it says nothing else. `et_al`: the first one is incomplete."""
    if not isinstance(have, list) or not isinstance(new, list) or not new:
        return None
    if len(new) <= len(have) and all(map(is_same_author, have, new)):
        marked = {index: made for index, author in enumerate(new) if (made := _with_marks(have[index], author)) is not None}
        return MergedAuthors(marked) if marked else None
    if et_al and all(any(is_same_author(author, other) for other in new) for author in have):
        return MergedAuthors(authors=[_known(author, have) for author in new], is_complete=True)
    return MergedAuthors(authors=[_known(author, have) for author in new])


def _with_marks(have: Any, new: Any) -> Any:
    """Return the author with the marks that only the second source has, or None if there are none."""
    marks = [mark for mark in MARKS if isinstance(new, dict) and new.get(mark) is True]
    current = have if isinstance(have, dict) else {"name": author_name(have)}
    if all(current.get(mark) is True for mark in marks):
        return None
    return {**current, **dict.fromkeys(marks, True)}


def _known(author: Any, have: list[Any]) -> Any:
    """Return the author as the first list has it, with marks of both."""
    found = next((known for known in have if is_same_author(known, author)), None)
    if found is None:
        return author
    return _with_marks(found, author) or found
