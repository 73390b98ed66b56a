"""Do one request of a build, in whatever process or machine, and write its files."""

import hashlib
import time
from functools import lru_cache
from pathlib import Path

from cvrender.batch.manifest import Output, Result, digest_of
from cvrender.errors import CvrenderError
from cvrender.pipeline import produce, sandbox_for
from cvrender.prepare import load_profile, prepare
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.targets.base import Artifact
from cvrender.write import keep, write


def do(request: RenderRequest, out: str) -> Result:
    """Render one request and write its files below `out`. What a user can mend is part of the result."""
    start = time.perf_counter()
    try:
        sandbox = sandbox_for(request)
        files_of_profile = (request.profile, *request.overlays)
        loaded = _loaded(files_of_profile, tuple(map(digest_of, files_of_profile)), request.untrusted)
        prepared = prepare(request, loaded)
        files = dict.fromkeys((*prepared.inputs, *prepared.shadowing_paths))
        inputs = tuple((path, digest_of(path)) for path in files)  # before they are read: what changes meanwhile is new
        made = produce(prepared, sandbox, workers=1)
        write(made, Path(out), loaded.name)
    except CvrenderError as error:
        return Result(request, "failed", _since(start), error.exit_code, problems=_kept(error, Path(out), request))
    return Result(
        request,
        "built",
        _since(start),
        outputs=tuple(_output(artifact, loaded.name) for artifact in made),
        inputs=inputs,
        problems=tuple(str(problem) for problem in made.warnings),
    )


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 3)


def _kept(error: CvrenderError, out: Path, request: RenderRequest) -> tuple[str, ...]:
    """What went wrong, in lines; what was made all the same is written."""
    problems = [*error.problems]
    try:
        keep(error, out, Path(request.profile).stem)
    except CvrenderError as unwritten:
        problems += unwritten.problems
    return tuple(str(problem) for problem in problems)


@lru_cache(maxsize=32)
def _loaded(files: tuple[str, ...], digests: tuple[str, ...], untrusted: bool) -> LoadedProfile:
    """One profile is loaded once for all its requests; `digests` are there so that a changed one is loaded again."""
    profile, *overlays = files
    return load_profile(profile, overlays=overlays, untrusted=untrusted)


def _output(artifact: Artifact, folder: str) -> Output:
    pages = 0
    if artifact.name.endswith(".pdf"):
        from cvrender.targets.pdf.read import structure

        pages = structure(artifact.content).pages
    digest = hashlib.sha256(artifact.content).hexdigest()
    return Output(f"{folder}/{artifact.name}", digest, len(artifact.content), pages)
