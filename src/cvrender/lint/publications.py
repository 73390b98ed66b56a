"""A Subject in, what is odd about its works out: twice the same, without the owner, without year or venue."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from cvrender.lint.base import Finding, Subject, quoted
from cvrender.model.convert import DataPath
from cvrender.model.fields import Author
from cvrender.model.kinds import Publication
from cvrender.model.names import is_owner, same_name

_PREPRINTS = frozenset({"article", "manuscript"})
_WITH_VENUE = frozenset({"paper-conference", "article-journal", "chapter", "article-magazine", "article-newspaper"})
_UNPUBLISHED = frozenset({"in-preparation", "submitted", "under-review"})
_GROUP = re.compile(r"\b(Inc|Ltd|GmbH|Team|Group|Consortium|Collaboration|Project|Lab|Laboratory|Foundation|Community)\b\.?$")
_OTHERS = re.compile(r"\bet\.? ?al\b|\band others\b|^(…|\.\.\.)$", re.IGNORECASE)


def _works(subject: Subject) -> list[tuple[DataPath, Publication]]:
    return [(("publications", index), work) for index, work in enumerate(subject.profile.publications)]


def twice(subject: Subject) -> Iterator[Finding]:
    """Two works with nearly the same title: mostly a paper and its preprint."""
    works = _works(subject)
    for first, second in _nearly_the_same([_words(str(work.title)) for _, work in works]):
        (_, one), (path, other) = works[first], works[second]
        if one.note != other.note:
            continue
        preprint = next((work for work in (one, other) if work.type in _PREPRINTS), None)
        if not preprint and (one.group != other.group or _venue(one) != _venue(other)):
            continue  # a talk at a workshop, a report with a number: publications of their own
        if preprint and one.type != other.type:
            if "report" in (one.type, other.type):
                continue
            arxiv = f"arxiv: {preprint.arxiv}" if preprint.arxiv else "its `arxiv` or `url`"
            hint = f"keep the paper alone and give it {arxiv}"
        else:
            hint = "keep one, or tell them apart by a note"
        yield Finding(path, f"looks like the same work as {quoted(one.title)}", hint)


def _nearly_the_same(titles: Sequence[frozenset[str]]) -> list[tuple[int, int]]:
    """The pairs that share four fifths of their words, in order.

    Two such titles share a word among the rarest fifth of their words, and one more: only those are compared.
    """
    counts = Counter(word for words in titles for word in words)
    with_word: dict[str, list[int]] = defaultdict(list)
    pairs = set()
    for index, words in enumerate(titles):
        rarest = sorted(words, key=lambda word: (counts[word], word))[: len(words) // 5 + 1]
        for word in rarest:
            pairs |= {(other, index) for other in with_word[word] if _share(words, titles[other]) >= 0.8}
            with_word[word].append(index)
    return sorted(pairs)


def _share(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right)


def _venue(work: Publication) -> str:
    return str(work.venue.short or work.venue.name).casefold() if work.venue else ""


def _words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", unicodedata.normalize("NFKC", title).casefold()))


def without_owner(subject: Subject) -> Iterator[Finding]:
    """An author list in which the owner is not, under no name that could be theirs."""
    for path, authors, et_al in _author_lists(subject):
        if len(authors) == 1 and _GROUP.search(authors[0].name):
            continue
        if authors and not et_al and not _names_owner(subject, authors) and not _nearly_owner(subject, authors):
            yield Finding((*path, "authors"), f"{subject.profile.person.name} is not among the authors")


def spelling(subject: Subject) -> Iterator[Finding]:
    """A name that looks like the owner's, in a list where the owner is not."""
    for path, authors, _ in _author_lists(subject):
        if _names_owner(subject, authors):
            continue
        for index, author in _nearly_owner(subject, authors)[:1]:
            hint = f'if it is you, add it to "variants" of person: [{author.name}]'
            message = f"{quoted(author.name)} looks like {subject.profile.person.name}, spelt in a way that no variant knows"
            yield Finding((*path, "authors", index), message, hint)


def _author_lists(subject: Subject) -> Iterator[tuple[DataPath, tuple[Author, ...], bool]]:
    for path, work in _works(subject):
        yield path, work.authors, work.et_al
    for index, patent in enumerate(subject.profile.patents):
        yield ("patents", index), patent.authors, False


def _names_owner(subject: Subject, authors: tuple[Author, ...]) -> bool:
    return any(is_owner(author, subject.owner) for author in authors)


def _nearly_owner(subject: Subject, authors: tuple[Author, ...]) -> list[tuple[int, Author]]:
    return [(index, author) for index, author in enumerate(authors) if _resembles(author.name, subject.owner)]


def _resembles(name: str, owner: frozenset[str]) -> bool:
    """True for the owner's words in another order, with initials for words, or with a slip in the spelling."""
    said = same_name(name.replace(",", " ")).split()
    for known in owner:
        words = known.split()
        if len(words) < 2 or len(said) < 2:
            continue
        if sorted(said) == sorted(words):
            return True
        pairs = (words, said), (words, [*said[1:], said[0]]), (words, [said[-1], *said[:-1]])
        if any(_same_with_initials(one, other) for one, other in pairs):
            return True
        if SequenceMatcher(None, known, " ".join(said)).ratio() >= 0.9 and (words[-1] == said[-1] or words[0] == said[0]):
            return True
    return False


def _same_with_initials(words: list[str], said: list[str]) -> bool:
    """`minjia zhang` and `m zhang`; `ada king lovelace` and `ada k lovelace`."""
    if words[-1] != said[-1] or len(said) > len(words) + 1:
        return False
    first, other = words[0], said[0]
    short = min(len(first), len(other)) == 1
    return first[0] == other[0] and (short or first == other)


def without_year(subject: Subject) -> Iterator[Finding]:
    """A published work without a date."""
    for path, work in _works(subject):
        if not work.when and work.status not in _UNPUBLISHED:
            posted = re.match(r"(\d\d)(\d\d)\.\d", work.arxiv or "")
            hint = (
                f"arXiv:{work.arxiv} was posted in 20{posted[1]}-{posted[2]}"
                if posted
                else "add its year, or a status such as submitted"
            )
            yield Finding(path, f"{quoted(work.title)} has no date", hint)


def without_venue(subject: Subject) -> Iterator[Finding]:
    """A paper in no proceedings, an article in no journal."""
    for path, work in _works(subject):
        if work.type in _WITH_VENUE and not work.venue and work.status not in _UNPUBLISHED:
            yield Finding(path, f"{quoted(work.title)} has no venue", "add where it appeared")


def et_al(subject: Subject) -> Iterator[Finding]:
    """`et al.` typed as if it were an author."""
    for path, authors, _ in _author_lists(subject):
        for index, author in enumerate(authors):
            if _OTHERS.search(author.name):
                hint = "leave it out, and say `et_al: true` of the work, or name everybody"
                yield Finding((*path, "authors", index), f"{quoted(author.name)} is no author", hint)


def capitals(subject: Subject) -> Iterator[Finding]:
    """A title in capitals throughout."""
    for written in subject.texts:
        letters = [char for char in written.text if char.isalpha() and char.lower() != char.upper()]
        words = re.findall(r"\w{3,}", written.text)
        if written.field != "title" and written.path[-2:-1] != ("title",) or len(words) < 3:
            continue
        if len(letters) >= 12 and sum(char.isupper() for char in letters) / len(letters) > 0.85:
            yield Finding(
                written.path, f"the title {quoted(written.text)} is all in capitals", "styles make capitals where they want them"
            )
