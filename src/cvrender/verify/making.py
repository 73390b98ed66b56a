"""Make the artifacts of targets and check them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from cvrender.compose.prepare import Prepared
from cvrender.errors import CvrenderError, Problem
from cvrender.load.request import RenderResult
from cvrender.load.suppressions import unsuppressed
from cvrender.model.value import Value
from cvrender.targets import TARGETS
from cvrender.targets.base import Preparation, Target, TargetInputs
from cvrender.verify.artifacts import ArtifactChecks, combine_errors, named_errors


class Composed(Value, frozen=True):
    """What all targets of a request are made from.

    `failure` says why there are no pages, if fitting the view to its number of pages failed.
    """

    prepared: Prepared
    inputs: TargetInputs
    checks: ArtifactChecks
    warnings: tuple[Problem, ...]
    failure: CvrenderError | None = None


def shared(prepared: Prepared, inputs: TargetInputs) -> Iterator[tuple[str, Preparation | CvrenderError]]:
    """Yield what the targets of a request share, by the name of the target that prepares it, or why it failed."""
    for name in dict.fromkeys(filter(None, (TARGETS[name].prepared_by for name in prepared.request.targets))):
        try:
            with named_errors(prepared.loaded.source.file, f"{inputs.stem}.{name}"):
                yield name, TARGETS[name].prepare(inputs)
        except CvrenderError as error:
            yield name, error


def warnings_of(parts: Mapping[str, Preparation | CvrenderError]) -> Iterator[Problem]:
    """Yield the warnings about what targets share."""
    for part in parts.values():
        if not isinstance(part, CvrenderError):
            yield from part.warnings


def make(composed: Composed, names: Iterable[str], workers: int = 2) -> RenderResult:
    """Make and check these targets. A failing target does not stop the others; all errors are raised as one."""
    targets = [TARGETS[name] for name in names]
    if min(workers, len(targets)) <= 1:
        results = [_make_target(composed, target) for target in targets]
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(max_workers=workers) as pool:
            results = list(pool.map(partial(_make_target, composed), targets))
    passed = [result for result in results if isinstance(result, RenderResult)]
    artifacts = [artifact for result in passed for artifact in result]
    errors = [result for result in results if isinstance(result, CvrenderError)]
    if errors or composed.failure:
        errors += [composed.failure] if composed.failure and composed.failure not in errors else []
        raise combine_errors(errors, [(artifact.name, artifact.content) for artifact in artifacts])
    warnings = unsuppressed_in(chain(composed.warnings, *(result.warnings for result in passed)), composed.prepared)
    return RenderResult(tuple(artifacts), warnings)


def unsuppressed_in(warnings: Iterable[Problem], prepared: Prepared) -> tuple[Problem, ...]:
    """Return the warnings that no comment of the profile or the view suppresses."""
    return tuple(unsuppressed(warnings, prepared.loaded.source, *prepared.view.sources))


def _make_target(composed: Composed, target: Target) -> RenderResult | CvrenderError:
    """Make and check a target; return its artifacts, or the error."""
    if target.traits.paged and composed.failure:
        return composed.failure
    inputs = composed.inputs
    try:
        with named_errors(composed.prepared.loaded.source.file, f"{inputs.stem}.{target.name}"):
            output = target.make(inputs)
            checked = composed.checks.check(target, output)
            zipped = target.traits.source and composed.prepared.request.zip
            files = (output.zipped(inputs.stem),) if zipped else tuple(output.artifacts)
            return RenderResult(files, (*output.warnings, *checked))
    except CvrenderError as error:
        return error
