"""Run every stage, in order, from a request to artifacts.

prepare    load and validate the profile; find the view, the style and the terms
select     what the view shows of the profile
compose    the Document: what that says, once for all targets
fit        the loosest setting that has the view's number of pages
write      LaTeX, which two targets share
make       each target's artifacts
verify     each artifact, read back, against the Document
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cvrender.artifact_checks import ArtifactChecks, combined, explained, unsettable
from cvrender.compose import compose
from cvrender.errors import CvrenderError, Problem, TexError
from cvrender.fit import Fitted, fit
from cvrender.library import BUILT_IN, Library
from cvrender.load.reader import parse_path
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.typeset import TypesetResult
from cvrender.model.view import Selection
from cvrender.prepare import Prepared, load_profile, prepare
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.select import Warn, select
from cvrender.targets import DEFAULT_TARGETS, TARGETS
from cvrender.targets.base import Artifact, Target, TargetInputs, TexSource
from cvrender.tools.sandbox import Sandbox

__all__ = ["RenderResult", "load_profile", "render", "render_untrusted", "run"]


@dataclass(frozen=True)
class RenderResult(Sequence[Artifact]):
    """The artifacts of a request, in the order of its targets, and what was noticed on the way."""

    artifacts: tuple[Artifact, ...]
    warnings: tuple[Problem, ...] = ()

    def __len__(self) -> int:
        return len(self.artifacts)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self.artifacts[index]

    def __iter__(self) -> Iterator[Artifact]:
        return iter(self.artifacts)


def render(
    profile: LoadedProfile,
    *,
    view: str = "full",
    style: str = "",
    targets: Iterable[str] = DEFAULT_TARGETS,
    options: Mapping[str, str] | None = None,
    engine: str = "",
    library: Library = BUILT_IN,
    thorough: bool = False,
    warn: Warn = lambda problem: None,
) -> RenderResult:
    """Make the targets of one profile in one view and style, and check each. Touches no file except the cache.

    Without `style` and `engine` those of the view and the profile are used. `library` says where to look for styles and
    views besides the built-in ones. Warnings are in the result, and go to `warn` as well. Raises InputError for what is wrong
    with the profile or the request, ToolError when TeX or pandoc fails, ArtifactError when an artifact fails its checks; each
    carries what passed and what failed.
    """
    request = RenderRequest(
        profile=profile.source.file,
        view=view,
        style=style,
        targets=tuple(targets),
        options=tuple((options or {}).items()),
        engine=engine,
        library=library,
        thorough=thorough,
    )
    return _told(run(request, profile), warn)


def render_untrusted(
    profile: str | Path,
    *,
    view: str = "full",
    style: str = "",
    targets: Iterable[str] = DEFAULT_TARGETS,
    options: Mapping[str, str] | None = None,
    engine: str = "",
    library: Library = BUILT_IN,
    thorough: bool = False,
    overlays: Iterable[str | Path] = (),
    sandbox: bool = True,
    warn: Warn = lambda problem: None,
) -> RenderResult:
    """Load and `render` a profile that is not trusted: its files may be as large as CVs are, and TeX and pandoc run in a sandbox.

    Raises ToolError when this machine has no sandbox, unless `sandbox=False`; SECURITY.md says what is promised. Keep each
    untrusted profile in a folder of its own.
    """
    request = RenderRequest(
        profile=str(profile),
        view=view,
        style=style,
        targets=tuple(targets),
        options=tuple((options or {}).items()),
        engine=engine,
        library=library,
        thorough=thorough,
        overlays=tuple(map(str, overlays)),
        untrusted=True,
        sandbox=sandbox,
    )
    return _told(run(request), warn)


def _told(result: RenderResult, warn: Warn) -> RenderResult:
    for problem in result.warnings:
        warn(problem)
    return result


def run(request: RenderRequest, loaded: LoadedProfile | None = None) -> RenderResult:
    """Run all stages of a request. Raises what `render` raises."""
    sandbox = sandbox_for(request)
    return produce(prepare(request, loaded), sandbox)


def sandbox_for(request: RenderRequest) -> Sandbox | None:
    """The sandbox that the request asks for. Raises ToolError when this machine has none."""
    if not request.sandbox:
        return None
    from cvrender.tools.sandbox import find_sandbox

    return find_sandbox()


@dataclass(frozen=True)
class Composed:
    """What all targets of a request are made from, and how they are checked. `tex` is LaTeX, or why there is none."""

    prepared: Prepared
    inputs: TargetInputs
    tex: TexSource | CvrenderError | None
    checks: ArtifactChecks
    warnings: tuple[Problem, ...]


def produce(prepared: Prepared, sandbox: Sandbox | None = None, workers: int = 2) -> RenderResult:
    """Run the stages after `prepare`. TeX and pandoc are programs of their own, so several `workers` make targets at once."""
    return make(compose_request(prepared, sandbox), prepared.request.targets, workers)


def compose_request(prepared: Prepared, sandbox: Sandbox | None = None) -> Composed:
    """Run the stages that all targets share: select, compose, fit, write."""
    warnings: list[Problem] = []
    selection = select(prepared.loaded.profile, prepared.view, prepared.style.groups, warnings.append)
    fitted = _fitted(prepared, selection, sandbox, warnings.append)
    document = compose_in(prepared, fitted.selection, fitted.style)
    needs_tex = any(TARGETS[name].needs_tex for name in prepared.request.targets)
    tex = _written(prepared, document, fitted.style) if needs_tex else None
    checks = ArtifactChecks(document, prepared.loaded.source, prepared.view.view, prepared.request.thorough)
    inputs = TargetInputs(
        document,
        fitted.style,
        prepared.stem,
        prepared.companion_stem,
        prepared.engine,
        sandbox,
        tex=tex if isinstance(tex, TexSource) else None,
        typeset=fitted.typeset,
        meanwhile=checks.get_ready,
    )
    return Composed(prepared, inputs, tex, checks, tuple(dict.fromkeys(warnings)))


def make(composed: Composed, names: Iterable[str], workers: int = 2) -> RenderResult:
    """Make and verify these targets, several at once; one that fails stops no other. Raises all errors as one."""
    targets = [TARGETS[name] for name in names]
    if min(workers, len(targets)) <= 1:
        results = [_made(composed, target) for target in targets]
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(max_workers=workers) as pool:
            results = list(pool.map(partial(_made, composed), targets))
    passed = [result for result in results if isinstance(result, RenderResult)]
    artifacts = [artifact for result in passed for artifact in result]
    if errors := [result for result in results if isinstance(result, CvrenderError)]:
        raise combined(errors, [(artifact.name, artifact.content) for artifact in artifacts])
    warnings = [*composed.warnings, *(problem for result in passed for problem in result.warnings)]
    return RenderResult(tuple(artifacts), tuple(dict.fromkeys(warnings)))


def _made(composed: Composed, target: Target) -> RenderResult | CvrenderError:
    """A target that passed its checks, or why it did not."""
    if target.needs_tex and isinstance(composed.tex, CvrenderError):
        return composed.tex
    inputs = composed.inputs
    try:
        made = target.make(inputs)
        warnings = composed.checks.check(target, made, inputs.tex.marked if inputs.tex else "")
        return RenderResult(tuple(made.artifacts), tuple(warnings))
    except TexError as error:
        assert inputs.tex is not None
        return explained(error, inputs.tex, inputs.stem, composed.checks.expected, composed.prepared.loaded.source)
    except CvrenderError as error:
        return error


def compose_in(prepared: Prepared, selection: Selection, style: Style) -> Document:
    """Compose a selection in a style, with the words of its language. Raises InputError."""
    return compose(selection, style, prepared.terms(selection.language), prepared.photo)


def _fitted(prepared: Prepared, selection: Selection, sandbox: Sandbox | None, warn: Warn) -> Fitted:
    """The selection and style as they fit the view's number of pages, where it has one."""
    pages = prepared.view.view.pages
    if pages is None:
        return Fitted(selection, prepared.style)

    def typeset(document: Document, style: Style) -> TypesetResult:
        from cvrender.targets.pdf.make import typeset_source
        from cvrender.verify.leaves import Expected

        tex = _written(prepared, document, style)
        if isinstance(tex, CvrenderError):
            raise tex
        try:
            return typeset_source(tex, document.properties.modified, prepared.engine, sandbox)
        except TexError as error:
            raise explained(error, tex, prepared.stem, Expected(document), prepared.loaded.source) from None

    fitted = fit(
        selection, prepared.style, pages, partial(compose_in, prepared), typeset, partial(prepared.view.problem, ("pages",))
    )
    for source in fitted.dropped:
        message = f"left out so that the view {prepared.view.name} fits on {pages} page{'s' * (pages > 1)}"
        warn(prepared.loaded.source.problem(parse_path(source), message, severity="warning"))
    return fitted


def _written(prepared: Prepared, document: Document, style: Style) -> TexSource | CvrenderError:
    """The document as LaTeX; or an InputError that names the characters that no font has."""
    from cvrender.targets.tex.make import tex_source

    try:
        tex = tex_source(document, style, prepared.companion_stem)
    except CvrenderError as error:
        return error
    return unsettable(tex.unsettable, prepared.loaded.source) if tex.unsettable else tex
