"""Run all stages from a request to artifacts.

load       load and validate the profile
prepare    find the view, style, terms and citation styles
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

from cvrender.compose.prepare import Prepared, prepare
from cvrender.compose.side_column import useless_names
from cvrender.compose.stages import Change, cited, composed, selected, unchanged
from cvrender.formats.embedded import attached_to, attachments_of, with_bibtex_for
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.paginate.stages import balanced, fitted, promised_view, typesetter_for
from cvrender.system.sandbox import Sandbox, sandbox_for
from cvrender.targets.base import TargetInputs, Typesetter
from cvrender.verify.artifacts import ArtifactChecks, named_errors
from cvrender.verify.making import Composed, make, shared, unsuppressed_in, warnings_of


def run(request: RenderRequest, loaded: LoadedProfile | None = None) -> RenderResult:
    """Run all stages of a request, but `load` if the profile is loaded. Raises what `render` raises."""
    with named_errors(request.profile):
        return render_prepared(load_and_prepare(request, loaded), sandbox_for(request.sandbox))


def load_and_prepare(request: RenderRequest, loaded: LoadedProfile | None = None) -> Prepared:
    """Run the stages `load`, unless the profile is loaded, and `prepare`. Raises InputError."""
    return prepare(request, loaded or load_profile(request.profile, overlays=request.overlays, untrusted=request.untrusted))


def render_prepared(prepared: Prepared, sandbox: Sandbox | None = None, workers: int = 2) -> RenderResult:
    """Run the stages after `prepare`; with several `workers`, TeX and pandoc run at the same time."""
    return make(compose_request(prepared, sandbox), prepared.request.targets, workers)


def compose_request(
    prepared: Prepared,
    sandbox: Sandbox | None = None,
    change: Change = unchanged,
    *,
    is_cv: bool | None = None,
    waiting: Typesetter | None = None,
) -> Composed:
    """Run the stages that all targets share, from `select` to `share`.

    `change` makes another Document of the CV's, which is not a CV unless `is_cv` says so. `waiting` was started before for it.
    """
    is_cv = change is unchanged if is_cv is None else is_cv
    request, loaded = prepared.request, prepared.loaded
    warnings = [*loaded.source.cut_texts, *prepared.view.source.cut_texts]
    warn = warnings.append
    with typesetter_for(prepared, sandbox, waiting) as typesetter:
        selection = cited(prepared, selected(prepared, warn), warn, sandbox)
        fit, failure = fitted(prepared, typesetter, selection, warn, change)
        document = with_bibtex_for(request.targets, change(composed(prepared, fit.selection, prepared.style)))
        attached = attachments_of(fit.selection, document, loaded.profile, prepared.stem) if is_cv and prepared.attaches else ()
        warnings += [*prepared.useless_options(is_cv), *useless_names(document, fit.selection, prepared.style)]
        checks = ArtifactChecks(document, loaded.source, promised_view(prepared), request.thorough, attached, attached_to)
        pages = fit.pages if failure else balanced(prepared, typesetter, document, fit, warn, checks.preload)
        inputs = TargetInputs(
            **vars(prepared.settings(sandbox)),
            document=document,
            style=fit.style,
            pages=pages,
            attachments=attached,
            while_running=checks.preload,
        )
        parts = dict(shared(prepared, inputs))
    shown = unsuppressed_in([*warnings, *warnings_of(parts)], prepared)
    return Composed(prepared, dataclasses.replace(inputs, shared=parts), checks, shown, failure)
