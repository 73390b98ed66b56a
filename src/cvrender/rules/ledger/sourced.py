"""Find facts that do not say where they come from, and files that are not the ones that were imported."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from cvrender.errors import Problem, shorten
from cvrender.load.request import LoadedProfile
from cvrender.model.identifier_table import RESEARCHER_IDS, WORK_IDS
from cvrender.rules.ledger.facts import Fact, fact_entries, numbers

_CLAIMS = frozenset("title organization institution degree field role issuer funder credentials headline date start end".split())
"""Fields whose value is a fact that needs a source, besides every value with a number."""
_HINT = "write in sources of the entry where it is from: stated, a file with its page, or a register"
_OWN_PROOF = frozenset((*WORK_IDS, *RESEARCHER_IDS, "url", "links", "emails", "phones", "location", "family", "native"))
"""Fields that can be followed, or that say how to reach the person."""


def problems_unsourced(loaded: LoadedProfile) -> Iterator[Problem]:
    """Yield an error for each number, date, title, employer and degree without a source."""
    for entry in fact_entries(loaded.profile):
        seen: set[tuple[str, str]] = set()
        for fact in entry.own_facts:
            if (fact.field, fact.text) in seen or not _needs_source(fact) or entry.ledger.of(fact.field):
                continue
            seen.add((fact.field, fact.text))
            yield loaded.source.problem(fact.path, f"{shorten(fact.text)} has no source", _HINT, code="no-source")


def _needs_source(fact: Fact) -> bool:
    if fact.field in _OWN_PROOF:
        return False
    return fact.field in _CLAIMS or bool(numbers(fact.text))


def changed_files(loaded: LoadedProfile) -> Iterator[Problem]:
    """Yield a warning for each file next to the profile whose content is not the one that was imported."""
    folder = Path(loaded.source.file).parent
    for name, checksum in loaded.profile.sources.items():
        path = folder / name
        is_inside = path.name == name  # a profile cannot have files of other folders read
        if is_inside and path.is_file() and f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}" != checksum:
            message = f"{name} is not the file that was imported: its SHA-256 differs"
            yield loaded.source.problem(("sources", name), message, severity="warning", code="changed-source")
