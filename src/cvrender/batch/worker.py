"""A work in, its result out, in whatever process or machine it runs; its files are written on the way."""

import hashlib
import time
from functools import lru_cache
from pathlib import Path

from cvrender.batch.manifest import Output, Result, digest_of
from cvrender.batch.plan import Work
from cvrender.build.jail import find_jail
from cvrender.errors import CvrenderError, Problem
from cvrender.load import OWN, STRANGERS
from cvrender.pipeline import Artefact, Job, LoadedProfile, artefacts, load_profile
from cvrender.write import keep, write


def do(work: Work, out: str) -> Result:
    """Render one work and write its files below `out`. Trouble that a user can mend is part of the result."""
    start = time.perf_counter()
    warnings: list[Problem] = []
    try:
        jail = find_jail() if work.jail else None
        loaded = _loaded(work.profile, digest_of(work.profile), work.untrusted)
        options, style_path = dict(work.options), tuple(map(Path, work.style_path))
        job = Job(loaded, work.view, work.style or None, work.engine or None, options, style_path=style_path, jail=jail)
        files = dict.fromkeys((*job.inputs, *job.winners))
        inputs = tuple((path, digest_of(path)) for path in files)  # before they are read: what changes meanwhile is new
        made = artefacts(job, work.targets, side_by_side=1)
        warnings += job.warnings
        write(made, Path(out), loaded.name)
    except CvrenderError as error:
        return Result(work, "failed", _since(start), error.exit_code, problems=_kept(error, warnings, Path(out), work))
    return Result(
        work,
        "built",
        _since(start),
        outputs=tuple(_output(artefact, loaded.name) for artefact in made),
        inputs=inputs,
        problems=tuple(str(problem) for problem in warnings),
    )


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 3)


def _kept(error: CvrenderError, warnings: list[Problem], out: Path, work: Work) -> tuple[str, ...]:
    """What went wrong, in lines; what was made all the same is written."""
    problems = [*error.problems, *warnings]
    try:
        keep(error, out, Path(work.profile).stem)
    except CvrenderError as unwritten:
        problems += unwritten.problems
    return tuple(str(problem) for problem in problems)


@lru_cache(maxsize=32)
def _loaded(profile: str, digest: str, untrusted: bool) -> LoadedProfile:
    """One profile is loaded once for all its works; `digest` is there so that a changed one is loaded again."""
    return load_profile(profile, caps=STRANGERS if untrusted else OWN)


def _output(artefact: Artefact, folder: str) -> Output:
    pages = 0
    if artefact.name.endswith(".pdf"):
        from cvrender.read.pdf import structure

        pages = structure(artefact.content).pages
    digest = hashlib.sha256(artefact.content).hexdigest()
    return Output(f"{folder}/{artefact.name}", digest, len(artefact.content), pages)
