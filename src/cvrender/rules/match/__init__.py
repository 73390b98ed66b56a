"""Match a job posting with a profile: which of its terms the profile holds, and where. No score, no prose."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cvrender.errors import Problem
from cvrender.load.library import BUILT_IN, Library, find_view
from cvrender.load.request import LoadedProfile
from cvrender.model.value import Value
from cvrender.rules.match.find import MatchedTerm, own_words, search
from cvrender.rules.match.posting import RANKS, AskedDocument, Posting, read_posting
from cvrender.rules.match.posting_words import languages
from cvrender.rules.match.propose import ProposedView, propose
from cvrender.rules.match.terms import find_terms, spelled_out
from cvrender.rules.match.vocabulary import Vocabulary
from cvrender.system.limited import read_within
from cvrender.text.cldr import english_name


class PostingMatch(Value, frozen=True):
    """The terms of a posting with the entries that hold them, the documents that it asks for, and a view for it."""

    terms: tuple[MatchedTerm, ...]
    documents: tuple[AskedDocument, ...]
    view: ProposedView | None
    warnings: tuple[Problem, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Return it as data for other programs."""
        return {
            "terms": [
                {
                    "term": one.term.text,
                    "rank": one.term.rank,
                    "line": one.term.line,
                    "status": one.status,
                    "entries": [
                        {"path": entry.path, "label": entry.label, "word": entry.word, "shown": entry.shown}
                        for entry in one.entries
                    ],
                }
                for one in self.terms
            ],
            "documents": [{"document": one.document, "words": one.words, "line": one.line} for one in self.documents],
            "view": self.view.yaml if self.view else "",
            "warnings": [problem.as_data() for problem in self.warnings],
        }


def match(
    posting: Path, loaded: LoadedProfile, view: str = "full", language: str = "", library: Library = BUILT_IN
) -> PostingMatch:
    """Match a posting with what a view shows of a profile, in a process with limits, since others wrote the posting.

    Raises InputError for a posting that cannot be read.
    """
    return read_within(str(posting), _match, posting, loaded, view, language, library, hint="give its text in a file")


def _match(posting: Path, loaded: LoadedProfile, view: str, language: str, library: Library) -> PostingMatch:
    read = read_posting(posting)
    named = find_view(view, loaded.profile, loaded.source, library)
    terms = find_terms(read, Vocabulary(read.understood, own_words(loaded.profile), spelled_out(read), loaded.profile.language))
    matched = search(loaded.profile, named, language, terms, read.understood)
    proposed = propose(read.stem, loaded.profile, named, language, matched)
    return PostingMatch(tuple(matched), read.documents, proposed, tuple(_not_understood(read)))


def _not_understood(posting: Posting) -> Iterator[Problem]:
    """Warn of a posting in a language that is not known, unless it has words that say what is asked for."""
    if not posting.language and not any(sentence.rank != "mentioned" for sentence in posting.sentences):
        known = ", ".join(english_name(language) for language in languages())
        message = f"is in a language that is not known: what it requires is understood only in {known}"
        hint = "only names that the profile or the tables of synonyms contain are found; read the rest yourself"
        yield Problem(message, posting.file, hint=hint, severity="warning", code="posting-language")


__all__ = ["RANKS", "PostingMatch", "match"]
