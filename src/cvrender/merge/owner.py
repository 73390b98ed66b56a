"""Find whose career imported files are about, and the spellings of that name in author lists."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import PERSON, Imported
from cvrender.formats.values.same_work import author_name, author_names, is_same_name
from cvrender.model.names import normalized_name

_HINT = 'say whose files these are: --me "First Last"'


UNKNOWN = "Your Name"
"""The name in a profile of which no file says whose it is."""


def find_owner(files: Sequence[Imported], said: str = "") -> tuple[str, list[Problem]]:
    """Return the owner's name: what the user said, what a file calls its person, or the likely author of the works.

    Where that is not certain, there is a Problem that asks for the name.
    """
    if said:
        return said, []
    for imported in files:
        if name := imported.data.get(PERSON, {}).get("name"):
            return _printed(str(name)), []
    marked = Counter(name for imported in files for name in imported.owners)
    if marked:
        return marked.most_common(1)[0][0], []
    return _likely(files)


def _printed(name: str) -> str:
    """Return a name without the invisible characters that no profile contains."""
    return "".join(char for char in name if unicodedata.category(char) not in ("Cc", "Cf")) or UNKNOWN


def _likely(files: Sequence[Imported]) -> tuple[str, list[Problem]]:
    """Return the author of most works, or the one who is the first author most often."""
    spelled: dict[str, Counter[str]] = {}
    firsts: Counter[str] = Counter()
    works = 0
    for authors in _author_lists(imported.data for imported in files):
        works += 1
        names = [author_name(author) for author in authors]
        firsts[_initials(names[0]) if names else ""] += 1
        for name in set(names):
            spelled.setdefault(_initials(name), Counter())[name] += 1
    counts = {key: sum(names.values()) for key, names in spelled.items() if key}
    ranked = sorted(counts, key=lambda key: (counts[key], firsts[key], _is_full(_fullest(spelled[key])), key), reverse=True)
    file = files[0].file if files else ""
    if not ranked:
        return UNKNOWN, [_question("no file says whose career it is about", file)]
    name = _fullest(spelled[ranked[0]])
    if counts[ranked[0]] * 2 > works and (len(ranked) == 1 or counts[ranked[0]] > counts[ranked[1]]):
        return name, []
    likely = ", ".join(_fullest(spelled[key]) for key in ranked[:3])
    message = f"these are taken for the works of {name}, but it is not certain (the most frequent authors: {likely})"
    return name, [_question(message, file)]


def _question(message: str, file: str) -> Problem:
    return Problem(message, file, hint=_HINT, severity="warning", code="no-owner")


def _fullest(names: Counter[str]) -> str:
    """Return the spelling with a given name in full that is the most frequent, or else any."""
    return max(names.items(), key=lambda item: (_is_full(item[0]), item[1], len(item[0]), item[0]))[0]


def with_containers(files: Sequence[Imported], owner: str) -> None:
    """Add the books that the person edited to the works, in place, though the files have them for their parts only."""
    for imported in files:
        for book in imported.containers:
            editors = book.get("editors") or []
            if any(is_same_name(name, owner) for editor in editors for name in author_names(editor)):
                imported.add("publications", book)
        imported.containers = []


def _is_full(name: str) -> bool:
    """Return whether the first given name is more than an initial."""
    return len(normalized_name(name).partition(" ")[0]) > 1


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
    counts: Counter[str] = Counter()
    for authors in _author_lists([data]):
        candidates = [author for author in authors if any(is_same_name(name, owner) for name in author_names(author))]
        if len(candidates) == 1 and normalized_name(author_name(candidates[0])) != known:
            counts[author_name(candidates[0])] += 1
    unique: dict[str, str] = {}
    for name, _ in counts.most_common():
        unique.setdefault(normalized_name(name), name)
    return list(unique.values())


def with_owner(data: dict[str, Any], owner: str) -> None:
    """Give works without authors the owner as their only known author, in place."""
    for collection in ("publications", "patents"):
        for work in data.get(collection, ()):
            if not (work.get("authors") or work.get("editors") or work.get("collaboration")):
                work["authors"] = [owner]
                if collection == "publications":
                    work["et_al"] = True
