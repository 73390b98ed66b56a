"""Render the differences of two profiles: the stages of a CV, with another Document."""

import dataclasses

from cvrender.compose.prepare import Prepared, prepare
from cvrender.compose.stages import document_of, selected
from cvrender.documents.diff.compare import diff_document, differences
from cvrender.documents.diff.parts import Compared
from cvrender.documents.diff.unshown import unshown
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.model.value import replace
from cvrender.pipeline import compose_request
from cvrender.verify.making import make, unsuppressed_in


def render_diff(request: RenderRequest, old: LoadedProfile, new: LoadedProfile) -> tuple[RenderResult, bool]:
    """Render how the view of a new profile differs from that of an old one; also return whether it does.

    The document shows what was added, changed, moved and removed; its files are named like those of the request, with `diff`
    behind the view. A warning names what differs although the view does not show it. Raises what `render` raises.
    """
    after = _whole(prepare(request, new))
    before = replace(_whole(prepare(request, old)), style=after.style)
    past, now = _compared(before), _compared(after)
    terms = after.terms(now.selection.language)
    diffs = differences(past, now, terms)
    composed = compose_request(replace(after, suffix="-diff"), change=lambda document: diff_document(diffs, document, terms))
    result = make(composed, request.targets)
    notes = unsuppressed_in(unshown(past, now, diffs, new.source), after)
    return dataclasses.replace(result, warnings=(*notes, *result.warnings)), any(diffs)


def _whole(prepared: Prepared) -> Prepared:
    """Return the same without a limit of pages."""
    return replace(prepared, view=replace(prepared.view, view=replace(prepared.view.view, pages=None)))


def _compared(prepared: Prepared) -> Compared:
    _, document = document_of(prepared)
    return Compared(document, selected(prepared), prepared.view.view, prepared.loaded.profile)
