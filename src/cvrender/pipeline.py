"""Run all stages from a request to artifacts.

prepare    load and validate the profile; find the view, style and terms
select     select what the view shows of the profile
cite       word publications and patents by a citation style, if one is chosen
compose    compose the Document, the same for all targets
fit        find the loosest setting with the view's number of pages
balance    avoid a last page with only a few lines
share      let a target prepare what several targets are made from
make       make each target's artifacts
verify     read each artifact back and compare it with the Document
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from cvrender.artifact_checks import ArtifactChecks, combine_errors, named_errors
from cvrender.attached_data import attachments_of, useless
from cvrender.compose import compose, wording_of
from cvrender.errors import ArtifactError, CvrenderError, Problem
from cvrender.fit import Fitted, fit
from cvrender.library import BUILT_IN, Library
from cvrender.load.reader import parse_path
from cvrender.load.suppressions import unsuppressed
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.value import Value, replace
from cvrender.model.view import Selection
from cvrender.prepare import Prepared, load_profile, prepare
from cvrender.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.select import Warn, select
from cvrender.targets import DEFAULT_TARGETS, PAGED, TARGETS
from cvrender.targets.base import Pages, Preparation, Target, TargetInputs, Typesetter
from cvrender.tools.sandbox import Sandbox

__all__ = ["RenderResult", "load_profile", "render", "report_warnings", "run"]

Change = Callable[[Document], Document]
"""Make another Document of that of a CV."""


def _unchanged(document: Document) -> Document:
    return document


def render(
    profile: LoadedProfile,
    *,
    view: str = "full",
    style: str = "",
    language: str = "",
    targets: Iterable[str] = DEFAULT_TARGETS,
    options: Mapping[str, str] | None = None,
    library: Library = BUILT_IN,
    warn: Warn = lambda problem: None,
    **shared: Any,
) -> RenderResult:
    """Make the targets of a profile in a view and style, and check them. Writes no files except to the cache.

    `style` and `language` default to those of the view and the profile. `options` are values for the style's options. `library`
    is the search path for styles and views. `shared` are the settings of `SharedSettings`. Warnings are in the result, and are
    passed to `warn`. Raises InputError for errors in the profile or the request, ToolError if TeX or pandoc fails, and
    ArtifactError if an artifact fails its checks; the errors carry the files that passed and those that failed.
    """
    request = RenderRequest(
        profile=profile.source.file,
        view=view,
        style=style,
        language=language,
        targets=tuple(targets),
        options=tuple((options or {}).items()),
        library=library,
        **shared,
    )
    return report_warnings(run(request, profile), warn)


def report_warnings(result: RenderResult, warn: Warn) -> RenderResult:
    """Pass the warnings of a result to `warn`, and return the result."""
    for problem in result.warnings:
        warn(problem)
    return result


def run(request: RenderRequest, loaded: LoadedProfile | None = None) -> RenderResult:
    """Run all stages of a request. Raises what `render` raises."""
    with named_errors(request.profile):
        sandbox = sandbox_for(request)
        return render_prepared(prepare(request, loaded), sandbox)


def sandbox_for(request: RenderRequest) -> Sandbox | None:
    """Return the sandbox for a request, if it asks for one. Raises ToolError if this machine has none."""
    if not request.sandbox:
        return None
    from cvrender.tools.sandbox import find_sandbox

    return find_sandbox()


class Composed(Value, frozen=True):
    """What all targets of a request are made from.

    `failure` says why there are no pages, if fitting the view to its number of pages failed.
    """

    prepared: Prepared
    inputs: TargetInputs
    checks: ArtifactChecks
    warnings: tuple[Problem, ...]
    failure: CvrenderError | None = None


def render_prepared(prepared: Prepared, sandbox: Sandbox | None = None, workers: int = 2) -> RenderResult:
    """Run the stages after `prepare`; with several `workers`, TeX and pandoc run at the same time."""
    return make(compose_request(prepared, sandbox), prepared.request.targets, workers)


def render_diff(request: RenderRequest, old: LoadedProfile, new: LoadedProfile) -> tuple[RenderResult, bool]:
    """Render how the view of a new profile differs from that of an old one; also return whether it does.

    The document shows what was added, changed and removed; its files are named like those of the request, with `diff` behind the
    view. Raises what `render` raises.
    """
    from cvrender.documents.diff import diff_documents

    before, after = (_whole(prepare(request, loaded)) for loaded in (old, new))
    selection = select(old.profile, before.view, before.style.groups, language=request.language)
    past = compose_in(before, cite_in(before, selection, lambda problem: None), before.style)
    terms = after.terms(selection.language)
    composed = compose_request(replace(after, suffix="-diff"), change=lambda now: diff_documents(past, now, terms))
    return make(composed, request.targets), bool(composed.inputs.document.sections)


def _whole(prepared: Prepared) -> Prepared:
    """Return the same without a limit of pages."""
    return replace(prepared, view=replace(prepared.view, view=replace(prepared.view.view, pages=None)))


def compose_request(prepared: Prepared, sandbox: Sandbox | None = None, change: Change = _unchanged) -> Composed:
    """Run the stages that all targets share: select, compose, fit and share. `change` makes another Document of the CV's."""
    view = prepared.view.view
    if not (view.pages or view.balance and _has_pages(prepared)):
        return _composed(prepared, sandbox, change)
    with PAGED.typesetter(prepared.settings(sandbox), prepared.style) as typesetter:
        return _composed(prepared, sandbox, change, typesetter)


def _has_pages(prepared: Prepared) -> bool:
    return any(TARGETS[name].traits.paged for name in prepared.request.targets)


def _composed(prepared: Prepared, sandbox: Sandbox | None, change: Change, typesetter: Typesetter | None = None) -> Composed:
    request, loaded, view, style = prepared.request, prepared.loaded, prepared.view, prepared.style
    warnings = [*loaded.source.cut_texts, *view.source.cut_texts]
    selection = select(loaded.profile, view, style.groups, warnings.append, request.language, loaded.members)
    selection = cite_in(prepared, selection, warnings.append, sandbox)
    failure: CvrenderError | None = None
    try:
        fitted = _fit(prepared, typesetter, selection, warnings.append, change)
    except CvrenderError as error:
        fitted, failure = Fitted(selection, style), error
    document = change(compose_in(prepared, fitted.selection, fitted.style))
    attached = attachments_of(prepared, fitted.selection, document, is_cv=change is _unchanged)
    warnings += useless(prepared, is_cv=change is _unchanged)
    checks = ArtifactChecks(document, loaded.source, view.view, request.thorough, attached)
    pages = fitted.pages
    if typesetter and view.view.balance and _has_pages(prepared) and not failure:
        typesetter.while_running = checks.preload
        pages = _balance(prepared, typesetter, document, fitted, warnings.append)
    inputs = TargetInputs(
        **vars(prepared.settings(sandbox)),
        document=document,
        style=fitted.style,
        pages=pages,
        attachments=attached,
        while_running=checks.preload,
    )
    shared = dict(_shared(prepared, inputs))
    warnings += (problem for made in shared.values() if not isinstance(made, CvrenderError) for problem in made.warnings)
    return Composed(prepared, dataclasses.replace(inputs, shared=shared), checks, _unsuppressed(warnings, prepared), failure)


def _shared(prepared: Prepared, inputs: TargetInputs) -> Iterator[tuple[str, Preparation | CvrenderError]]:
    """Yield what the targets of a request share, by the name of the target that prepares it, or why it failed."""
    for name in dict.fromkeys(filter(None, (TARGETS[name].prepared_by for name in prepared.request.targets))):
        try:
            with named_errors(prepared.loaded.source.file, f"{inputs.stem}.{name}"):
                yield name, TARGETS[name].prepare(inputs)
        except CvrenderError as error:
            yield name, error


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
    warnings = _unsuppressed(chain(composed.warnings, *(result.warnings for result in passed)), composed.prepared)
    return RenderResult(tuple(artifacts), warnings)


def _unsuppressed(warnings: Iterable[Problem], prepared: Prepared) -> tuple[Problem, ...]:
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


def cite_in(prepared: Prepared, selection: Selection, warn: Warn, sandbox: Sandbox | None = None) -> Selection:
    """Word the works of a selection by the chosen citation styles. Raises ToolError, and ArtifactError for what is lost."""
    if not any(prepared.citations.choose(section) for section in selection.sections):
        return selection
    from cvrender.citations.cite import cite

    wording = wording_of(selection, prepared.style, prepared.terms(selection.language))
    made, notes = cite(selection, prepared.citations.choose, wording, sandbox)
    problems = []
    for note in notes:
        if place := None if note.source else prepared.citations.written(note.style):
            problems.append(place.problem(note.message, note.hint, code=note.code, severity=note.severity))
        else:
            at = prepared.loaded.source.problem
            problems.append(at(parse_path(note.source), note.message, note.hint, code=note.code, severity=note.severity))
    for problem in (each for each in problems if each.severity == "warning"):
        warn(problem)
    if errors := [problem for problem in problems if problem.severity == "error"]:
        raise ArtifactError(errors)
    return made


def compose_in(prepared: Prepared, selection: Selection, style: Style) -> Document:
    """Compose a selection in a style, with the terms of its language. Raises InputError."""
    terms, logos = prepared.terms(selection.language), prepared.logos(selection)
    return compose(selection, style, terms, prepared.photo, prepared.signature, logos)


def _fit(prepared: Prepared, typesetter: Typesetter | None, selection: Selection, warn: Warn, change: Change) -> Fitted:
    """Fit the selection and style to the view's number of pages, if it has one."""
    pages = prepared.view.view.pages
    if pages is None or typesetter is None:
        return Fitted(selection, prepared.style)
    fitted = fit(
        selection,
        prepared.style,
        pages,
        lambda chosen, style: change(compose_in(prepared, chosen, style)),
        partial(_typeset, prepared, typesetter),
        partial(prepared.view.problem, ("pages",), code="page-count"),
    )
    for source in fitted.dropped:
        message = f'dropped so that view "{prepared.view.name}" fits on {pages} page{"s" * (pages > 1)}'
        warn(prepared.loaded.source.problem(parse_path(source), message, severity="warning", code="dropped"))
    return fitted


def _balance(prepared: Prepared, typesetter: Typesetter, document: Document, fitted: Fitted, warn: Warn) -> Pages | None:
    """Balance the pages of a document, which fitting may have made; return those if this fails, which making reports."""
    from cvrender.balance import balance, note

    typeset = partial(_typeset, prepared, typesetter)
    try:
        made = balance(fitted.pages or typeset(document, fitted.style), typeset)
    except CvrenderError:
        return fitted.pages
    if made.change:
        warn(note(made.change, prepared.view.name))
    return made.pages


def _typeset(prepared: Prepared, typesetter: Typesetter, document: Document, style: Style) -> Pages:
    with named_errors(prepared.loaded.source.file, f"{prepared.stem}.{PAGED.name}"):
        return typesetter(document, style)
