"""Find suspicious publications: duplicates, missing owner, year or venue, and capitals."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from cvrender.errors import shorten
from cvrender.model.convert import DataPath
from cvrender.model.fields import Author
from cvrender.model.identifier_table import WORK_IDS, work_ids
from cvrender.model.kinds import Publication
from cvrender.model.names import is_owner, normalized_name
from cvrender.model.status import UNPUBLISHED
from cvrender.rules.lint.base import LintContext, LintFinding

_PREPRINTS = frozenset({"article", "manuscript"})
_WITH_VENUE = frozenset({"paper-conference", "article-journal", "chapter", "article-magazine", "article-newspaper"})
_UNACCEPTED = frozenset({"in-preparation", "submitted", "under-review", "revise-and-resubmit"})
_GROUP = re.compile(r"\b(Inc|Ltd|GmbH|Team|Group|Consortium|Collaboration|Project|Lab|Laboratory|Foundation|Community)\b\.?$")
_OTHERS = re.compile(r"\bet\.? ?al\b|\band others\b|^(…|\.\.\.)$", re.IGNORECASE)


def _works(context: LintContext) -> list[tuple[DataPath, Publication]]:
    return [(("publications", index), work) for index, work in enumerate(context.profile.publications)]


def twice(context: LintContext) -> Iterator[LintFinding]:
    """The same work twice, such as a preprint and its paper: one entry can contain both."""
    works = _works(context)
    for first, second in _nearly_the_same([_words(str(work.title)) for _, work in works]):
        (_, one), (path, other) = works[first], works[second]
        if one.note != other.note:
            continue
        preprint = next((work for work in (one, other) if work.type in _PREPRINTS), None)
        if not preprint and (one.group != other.group or _venue(one) != _venue(other)):
            continue  # for example a workshop paper, or a numbered report
        if preprint and one.type != other.type:
            if "report" in (one.type, other.type):
                continue
            number = work_ids(preprint).get("arxiv")
            arxiv = f'"arxiv: {number}"' if number else '"arxiv" or "url"'
            hint = f"keep only the paper and add {arxiv}"
        else:
            hint = "keep one, or add a note to distinguish them"
        yield LintFinding(path, f"probably the same work as {shorten(one.title)}", hint)


def _nearly_the_same(titles: Sequence[frozenset[str]]) -> list[tuple[int, int]]:
    """Return the pairs that share four fifths of their words, in order.

    Two such titles share one of the rarest fifth of their words plus one, so only those are compared.
    """
    counts = Counter(word for words in titles for word in words)
    with_word: dict[str, list[int]] = defaultdict(list)
    pairs = set()
    for index, words in enumerate(titles):
        rarest = sorted(words, key=lambda word: (counts[word], word))[: len(words) // 5 + 1]
        for word in rarest:
            alike = (other for other in with_word[word] if 5 * len(words & titles[other]) >= 4 * len(words | titles[other]))
            pairs |= {(other, index) for other in alike}
            with_word[word].append(index)
    return sorted(pairs)


def _venue(work: Publication) -> str:
    return str(work.venue.short or work.venue.name).casefold() if work.venue else ""


def _words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", unicodedata.normalize("NFKC", title).casefold()))


def without_owner(context: LintContext) -> Iterator[LintFinding]:
    """An author list without the profile's owner."""
    for path, authors, et_al in _author_lists(context):
        if len(authors) == 1 and _GROUP.search(authors[0].name):
            continue
        if authors and not et_al and not _names_owner(context, authors) and not _nearly_owner(context, authors):
            yield LintFinding((*path, "authors"), f"{context.profile.person.name} is not among the authors")


def spelling(context: LintContext) -> Iterator[LintFinding]:
    """An author who looks like the owner, in a spelling that is not among the variants."""
    for path, authors, _ in _author_lists(context):
        if _names_owner(context, authors):
            continue
        for index, author in _nearly_owner(context, authors)[:1]:
            hint = f'if it is you, add it to the "variants" of "person": [{author.name}]'
            message = f"{shorten(author.name)} looks like {context.profile.person.name}, but is not a known spelling"
            yield LintFinding((*path, "authors", index), message, hint)


def _author_lists(context: LintContext) -> Iterator[tuple[DataPath, tuple[Author, ...], bool]]:
    for path, work in _works(context):
        if not any(is_owner(person, context.owner) for person in (*work.editors, *work.translators, *work.container_editors)):
            yield path, work.credited, work.et_al
    for index, patent in enumerate(context.profile.patents):
        yield ("patents", index), patent.authors, False


def _names_owner(context: LintContext, authors: tuple[Author, ...]) -> bool:
    return any(is_owner(author, context.owner) for author in authors)


def _nearly_owner(context: LintContext, authors: tuple[Author, ...]) -> list[tuple[int, Author]]:
    return [(index, author) for index, author in enumerate(authors) if _resembles(author.name, context.owner)]


def _resembles(name: str, owner: frozenset[str]) -> bool:
    """Return whether a name has the owner's words in another order, with initials, or with a spelling mistake."""
    words = normalized_name(name.replace(",", " ")).split()
    for known in owner:
        own = known.split()
        if len(own) < 2 or len(words) < 2:
            continue
        if sorted(words) == sorted(own):
            return True
        orders = (words, [*words[1:], words[0]], [words[-1], *words[:-1]])
        if any(_same_with_initials(own, order) for order in orders):
            return True
        if SequenceMatcher(None, known, " ".join(words)).ratio() >= 0.9 and (own[-1] == words[-1] or own[0] == words[0]):
            return True
    return False


def _same_with_initials(own: list[str], words: list[str]) -> bool:
    """Return whether names differ only in initials: `minjia zhang` and `m zhang`, `ada king lovelace` and `ada k lovelace`."""
    if own[-1] != words[-1] or len(words) > len(own) + 1:
        return False
    first, other = own[0], words[0]
    return first[0] == other[0] and (min(len(first), len(other)) == 1 or first == other)


def without_year(context: LintContext) -> Iterator[LintFinding]:
    """A published work without a date."""
    for path, work in _works(context):
        if not work.when and work.status not in UNPUBLISHED:
            hint = 'add "date", or a status such as "submitted"'
            number = work_ids(work).get("arxiv", "")
            if posted := re.match(r"(\d\d)(\d\d)\.\d", number):
                hint = f"arXiv:{number} is from 20{posted[1]}-{posted[2]}"
            yield LintFinding(path, f"{shorten(work.title)} has no date", hint)


def identifiers(context: LintContext) -> Iterator[LintFinding]:
    """An ISBN or another identifier of a work whose check digit is wrong."""
    for path, entry in context.entries():
        for key, value in work_ids(entry).items():
            if fault := WORK_IDS[key].fault(value):
                yield LintFinding((*path, key), fault.message, fault.hint)


def without_venue(context: LintContext) -> Iterator[LintFinding]:
    """A paper without its proceedings, or an article without its journal."""
    for path, work in _works(context):
        if work.type in _WITH_VENUE and not work.venue and work.status not in _UNACCEPTED:
            yield LintFinding(path, f"{shorten(work.title)} has no venue", 'add "venue"')


def et_al(context: LintContext) -> Iterator[LintFinding]:
    """`et al.` as an author; use the key `et_al` instead."""
    for path, authors, _ in _author_lists(context):
        for index, author in enumerate(authors):
            if _OTHERS.search(author.name):
                hint = 'write "et_al: true" instead, or list all authors'
                yield LintFinding((*path, "authors", index), f"{shorten(author.name)} is not an author", hint)


def capitals(context: LintContext) -> Iterator[LintFinding]:
    """A title in capitals."""
    for field in context.texts:
        letters = [char for char in field.text if char.isalpha() and char.lower() != char.upper()]
        words = re.findall(r"\w{3,}", field.text)
        if field.field != "title" and field.path[-2:-1] != ("title",) or len(words) < 3:
            continue
        if len(letters) >= 12 and sum(char.isupper() for char in letters) / len(letters) > 0.85:
            message = f"title {shorten(field.text)} is in capitals"
            yield LintFinding(field.path, message, "write it in normal case; styles may print capitals")
