"""Compare author lists of two sources, and complete one by the other."""

from collections.abc import Iterator
from typing import Any

from cvrender.formats.values.same_work import author_name, is_same_author
from cvrender.model.convert import DataPath

MARKS = ("equal", "corresponding", "student")


def author_changes(have: Any, new: Any, *, et_al: bool) -> Iterator[tuple[DataPath, Any, Any]]:
    """Yield what a second author list changes in an entry: the path, and the new and the old value there.

    Single authors get marks, or there is another list; with `et_al`, the first list is incomplete, and a list with all of its
    authors completes it.
    """
    if not isinstance(have, list) or not isinstance(new, list) or not new:
        return
    if len(new) <= len(have) and all(map(is_same_author, have, new)):
        for index, author in enumerate(new):
            if (marked := _with_marks(have[index], author)) is not None:
                yield ("authors", index), marked, have[index]
        return
    yield ("authors",), [_known(author, have) for author in new], have
    if et_al and all(any(is_same_author(author, other) for other in new) for author in have):
        yield ("et_al",), None, True


def _with_marks(have: Any, new: Any) -> Any:
    """Return the author with the marks and roles that only the second source has, or None if there are none."""
    marks = [mark for mark in MARKS if isinstance(new, dict) and new.get(mark) is True]
    current = have if isinstance(have, dict) else {"name": author_name(have)}
    roles = new.get("credit", []) if isinstance(new, dict) else []
    known = current.get("credit", [])
    if all(current.get(mark) is True for mark in marks) and set(roles) <= set(known):
        return None
    credit = {"credit": [*dict.fromkeys([*known, *roles])]} if roles else {}
    return {**current, **dict.fromkeys(marks, True), **credit}


def _known(author: Any, have: list[Any]) -> Any:
    """Return the author as the first list has it, with marks of both."""
    match = next((known for known in have if is_same_author(known, author)), None)
    if match is None:
        return author
    return _with_marks(match, author) or match
