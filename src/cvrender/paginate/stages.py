"""Run the stages that set a Document on pages: fit and balance."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from cvrender.compose.prepare import Prepared
from cvrender.compose.select import Warn
from cvrender.compose.stages import Change, composed
from cvrender.errors import CvrenderError
from cvrender.load.reader import parse_path
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.model.view import Selection, View
from cvrender.paginate.fit import Fitted, fit
from cvrender.system.sandbox import Sandbox
from cvrender.targets import PAGED, TARGETS
from cvrender.targets.base import Pages, Typesetter
from cvrender.verify.artifacts import named_errors


@contextmanager
def typesetter_for(
    prepared: Prepared, sandbox: Sandbox | None = None, waiting: Typesetter | None = None
) -> Iterator[Typesetter | None]:
    """Yield what sets documents on pages, if the view asks for a number of pages or for a balanced last page.

    That is the one that is `waiting`, if it was made before, for a request which is made again.
    """
    view = prepared.view.view
    if not (view.pages or view.balance and has_pages(prepared)):
        yield None
    elif waiting:
        waiting.settings = prepared.settings(sandbox)
        yield waiting
    else:
        with PAGED.typesetter(prepared.settings(sandbox), prepared.style) as typesetter:
            yield typesetter


def has_pages(prepared: Prepared) -> bool:
    """Return whether a target of the request has pages."""
    return any(TARGETS[name].traits.paged for name in prepared.request.targets)


def promised_view(prepared: Prepared) -> View:
    """Return the view as an artifact has to keep it: a style that drops nothing may take more pages."""
    view = prepared.view.view
    return view if prepared.style.fit.drops else replace(view, pages=None)


def fitted(
    prepared: Prepared, typesetter: Typesetter | None, selection: Selection, warn: Warn, change: Change
) -> tuple[Fitted, CvrenderError | None]:
    """Fit the selection and style to the view's number of pages, if it has one; return why it failed, too, if it did."""
    try:
        return _fitted(prepared, typesetter, selection, warn, change), None
    except CvrenderError as error:
        return Fitted(selection, prepared.style), error


def _fitted(prepared: Prepared, typesetter: Typesetter | None, selection: Selection, warn: Warn, change: Change) -> Fitted:
    if prepared.view.view.pages is None or typesetter is None:
        return Fitted(selection, prepared.style)
    limit = prepared.view.view.pages
    pages = limit[1]
    result = fit(
        selection,
        prepared.style,
        limit,
        lambda chosen, style: change(composed(prepared, chosen, style)),
        partial(_typeset, prepared, typesetter),
        partial(prepared.view.problem, ("pages",), code="page-count"),
    )
    for source in result.dropped:
        message = f'dropped so that view "{prepared.view.name}" fits on {pages} page{"s" * (pages > 1)}'
        warn(prepared.loaded.source.problem(parse_path(source), message, severity="warning", code="dropped"))
    if result.pages and result.pages.count > pages:
        message = f'takes {result.pages.count} pages in the style "{prepared.style.name}", which drops nothing'
        warn(prepared.view.problem(("pages",), message, severity="warning", code="page-count"))
    return result


def balanced(
    prepared: Prepared,
    typesetter: Typesetter | None,
    document: Document,
    fitted: Fitted,
    warn: Warn,
    while_running: Callable[[], None],
) -> Pages | None:
    """Balance the pages of a document, which fitting may have made, if the view asks for it.

    Return those of fitting if this fails, which making reports. `while_running` is called while a program runs.
    """
    if not typesetter or not prepared.view.view.balance or not has_pages(prepared):
        return fitted.pages
    from cvrender.paginate.balance import balance, note

    typesetter.while_running = while_running
    typeset = partial(_typeset, prepared, typesetter)
    try:
        result = balance(fitted.pages or typeset(document, fitted.style), typeset)
    except CvrenderError:
        return fitted.pages
    if result.change:
        warn(note(result.change, prepared.view.name))
    return result.pages


def _typeset(prepared: Prepared, typesetter: Typesetter, document: Document, style: Style) -> Pages:
    with named_errors(prepared.loaded.source.file, f"{prepared.stem}.{PAGED.name}"):
        return typesetter(document, style)
