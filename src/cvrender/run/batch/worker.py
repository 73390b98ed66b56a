"""Build one request in any process or machine, and write its files."""

import hashlib
import time
from functools import lru_cache
from pathlib import Path

from cvrender.compose.prepare import prepare
from cvrender.errors import CvrenderError, Problem
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.model.value import replace
from cvrender.pipeline import render_prepared
from cvrender.run.batch.manifest import Output, Result, digest_of
from cvrender.run.untrusted import within_limits
from cvrender.run.write import write, write_error_files
from cvrender.system.sandbox import sandbox_for
from cvrender.targets.base import Artifact


def build_one(request: RenderRequest, out: str) -> Result:
    """Render a request and write its files below `out`. Errors that users can fix are part of the result.

    An untrusted request is built in a child process with limits.
    """
    start = time.perf_counter()
    try:
        result = within_limits(_build, request, out) if request.untrusted else _build(request, out)
    except CvrenderError as error:
        result = Result(request, "failed", exit_code=error.exit_code, problems=_problems(error, Path(out), request))
    return replace(result, seconds=round(time.perf_counter() - start, 3))


def _build(request: RenderRequest, out: str) -> Result:
    sandbox = sandbox_for(request.sandbox)
    sources = (request.profile, *request.overlays)
    loaded = _load(sources, tuple(map(digest_of, sources)), request.untrusted)
    prepared = prepare(request, loaded)
    files = dict.fromkeys((*prepared.inputs, *prepared.shadowing_paths))
    inputs = tuple((path, digest_of(path)) for path in files)  # before rendering, so that later changes are detected
    artifacts = render_prepared(prepared, sandbox, workers=1)
    write(artifacts, Path(out), loaded.name)
    return Result(
        request,
        "built",
        outputs=tuple(output_of(artifact, loaded.name) for artifact in artifacts),
        inputs=inputs,
        problems=artifacts.warnings,
    )


def _problems(error: CvrenderError, out: Path, request: RenderRequest) -> tuple[Problem, ...]:
    """Write the files that an error carries, and return its problems."""
    problems = [*error.problems]
    try:
        write_error_files(error, out, Path(request.profile).stem)
    except CvrenderError as write_error:
        problems += write_error.problems
    return tuple(problems)


@lru_cache(maxsize=32)
def _load(files: tuple[str, ...], digests: tuple[str, ...], untrusted: bool) -> LoadedProfile:
    """Load a profile once for all its requests; `digests` make sure that a changed one is loaded again."""
    profile, *overlays = files
    return load_profile(profile, overlays=overlays, untrusted=untrusted)


def output_of(artifact: Artifact, folder: str) -> Output:
    """Return what the manifest says of an artifact in a folder."""
    pages = 0
    if artifact.name.endswith(".pdf"):
        from cvrender.targets.pdf.read import structure

        pages = structure(artifact.content).pages
    digest = hashlib.sha256(artifact.content).hexdigest()
    return Output(f"{folder}/{artifact.name}", digest, len(artifact.content), pages)
