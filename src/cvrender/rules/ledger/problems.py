"""Find what the ledger of a profile lacks: facts without a source, and those that an edit changed."""

from pathlib import Path

from cvrender.errors import Problem
from cvrender.load.request import LoadedProfile
from cvrender.load.revisions import profile_at
from cvrender.merge.profile import load_profile
from cvrender.rules.ledger.since import problems_since
from cvrender.rules.ledger.sourced import changed_files, problems_unsourced


def ledger_problems(loaded: LoadedProfile, since: str = "", *, sourced: bool = True) -> list[Problem]:
    """Return the facts without a source, or those that changed since a revision; with both, those that changed without one."""
    if not since:
        return [*problems_unsourced(loaded), *changed_files(loaded)]
    with profile_at(Path(loaded.source.file), since) as before:
        return problems_since(load_profile(before), loaded, since, sourced=sourced)
