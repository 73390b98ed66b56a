"""Find whose career imported files are about, and the spellings of that name in author lists."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.importers.base import PERSON, Imported
from cvrender.importers.merge.same import author_name, author_names, is_same_name
from cvrender.model.names import normalized_name

_HINT = 'say whose files these are: --me "First Last"'


def find_owner(files: Sequence[Imported], said: str = "") -> str:
    """Return the owner's name: what the user said, what a file calls its person, or the author of nearly all works.

    Raises InputError if that does not tell.
    """
    if said:
        return said
    for imported in files:
        if name := imported.data.get(PERSON, {}).get("name"):
            return str(name)
    marked = Counter(name for imported in files for name in imported.owners)
    if marked:
        return marked.most_common(1)[0][0]
    return _most_frequent(files)


def _most_frequent(files: Sequence[Imported]) -> str:
    """Return the one author who wrote most of the works."""
    spelled: dict[str, Counter[str]] = {}
    works = 0
    for authors in _author_lists(imported.data for imported in files):
        works += 1
        for name in {author_name(author) for author in authors}:
            spelled.setdefault(_initials(name), Counter())[name] += 1
    ranked = sorted(((sum(names.values()), key) for key, names in spelled.items()), reverse=True)
    if not ranked:
        raise InputError(
            [Problem("no file says whose career it is about", files[0].file if files else "", hint=_HINT, code="no-owner")]
        )
    number, key = ranked[0]
    if number * 2 <= works or (len(ranked) > 1 and ranked[1][0] == number):
        likely = ", ".join(spelled[key].most_common(1)[0][0] for _, key in ranked[:3])
        message = f"cannot tell whose works these are (the most frequent authors: {likely})"
        raise InputError([Problem(message, files[0].file, hint=_HINT, code="no-owner")])
    return max(spelled[key].items(), key=lambda item: (item[1], len(item[0])))[0]


def _initials(name: str) -> str:
    """Return the family name and the first initial, by which spellings of a name are counted together."""
    words = normalized_name(name).split()
    return f"{words[-1]} {words[0][0]}" if words else ""


def _author_lists(files: Iterable[Mapping[str, Any]]) -> Iterator[list[Any]]:
    for data in files:
        for work in data.get("publications", ()):
            if isinstance(work, dict) and isinstance(work.get("authors"), list):
                yield work["authors"]


def spellings(data: Mapping[str, Any], owner: str) -> list[str]:
    """Return how the owner's name is spelled in author lists, other than in `owner`, the most frequent first.

    A spelling with initials counts only where no other author of the work can be meant.
    """
    known = normalized_name(owner)
    found: Counter[str] = Counter()
    for authors in _author_lists([data]):
        candidates = [author for author in authors if any(is_same_name(name, owner) for name in author_names(author))]
        if len(candidates) == 1 and normalized_name(author_name(candidates[0])) != known:
            found[author_name(candidates[0])] += 1
    unique: dict[str, str] = {}
    for name, _ in found.most_common():
        unique.setdefault(normalized_name(name), name)
    return list(unique.values())


def with_owner(data: dict[str, Any], owner: str) -> None:
    """Give works without authors the owner as their only known author, in place."""
    for collection in ("publications", "patents"):
        for work in data.get(collection, ()):
            if not (work.get("authors") or work.get("editors")):
                work["authors"] = [owner]
                if collection == "publications":
                    work["et_al"] = True
