"""Match a job posting with a profile: which of its terms the profile holds, and where. No score, no prose."""

from pathlib import Path
from typing import Any

from cvrender.library import BUILT_IN, Library, find_view
from cvrender.matching.find import MatchedTerm, own_words, search
from cvrender.matching.posting import RANKS, AskedDocument, read_posting
from cvrender.matching.propose import ProposedView, propose
from cvrender.matching.terms import find_terms
from cvrender.matching.vocabulary import Vocabulary
from cvrender.model.value import Value
from cvrender.request import LoadedProfile


class PostingMatch(Value, frozen=True):
    """The terms of a posting with the entries that hold them, the documents that it asks for, and a view for it."""

    terms: tuple[MatchedTerm, ...]
    documents: tuple[AskedDocument, ...]
    view: ProposedView | None

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
        }


def match(
    posting: Path, loaded: LoadedProfile, view: str = "full", language: str = "", library: Library = BUILT_IN
) -> PostingMatch:
    """Match a posting with what a view shows of a profile. Raises InputError for a posting that cannot be read."""
    read = read_posting(posting)
    named = find_view(view, loaded.profile, loaded.source, library)
    terms = find_terms(read, Vocabulary(own_words(loaded.profile)))
    found = search(loaded.profile, named, language, terms)
    return PostingMatch(tuple(found), read.documents, propose(read.stem, loaded.profile, named, language, found))


__all__ = ["RANKS", "PostingMatch", "match"]
