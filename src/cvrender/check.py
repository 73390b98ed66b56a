"""A profile in, everything out that can be said of it without making an artefact."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cvrender.errors import ArtefactError, Problem
from cvrender.library import view_names
from cvrender.lint import lint
from cvrender.pipeline import Job, LoadedProfile
from cvrender.tailor import Warn, tailor
from cvrender.validate import validate
from cvrender.verify.privacy import leaks, without_withheld


def check(loaded: LoadedProfile, warn: Warn = lambda problem: None, style_path: Sequence[Path] = ()) -> None:
    """Lint, and find what would fail only when it is typeset: words that a style lacks, characters that no font has.

    The profile's own views are checked with it; warnings go to `warn`. Of each view that can be asked for it is proved that
    nothing withheld is in it; raises ArtefactError where something is.
    """
    for problem in lint(loaded.profile, loaded.source):
        warn(problem)
    for view in dict.fromkeys(("full", *loaded.profile.views)):
        job = Job(loaded, view, style_path=style_path)
        selection = tailor(loaded.profile, job.named, job.style.groups, warn)
        job.fonts(job.compose(selection, job.style))
    if problems := [problem for view in view_names(loaded.profile) for problem in _leaks(loaded, view, style_path)]:
        raise ArtefactError(problems)


def _leaks(loaded: LoadedProfile, view: str, style_path: Sequence[Path]) -> list[Problem]:
    """What a view withholds and shows all the same, found by rendering it again from data without what is withheld."""
    job = Job(loaded, view, style_path=style_path)
    data, withheld = without_withheld(loaded.source.data, job.named.view.privacy)
    if not withheld:
        return []
    clean = Job(LoadedProfile(loaded.source, validate(replace(loaded.source, data=data))), view, style_path=style_path)
    return leaks(withheld, job.texts(), clean.texts(), loaded.source, view)
