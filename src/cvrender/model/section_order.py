"""Put the sections that a view requests in order: expand `all`, insert, and omit."""

from collections.abc import Iterable

from cvrender.model.kinds import ALL, KINDS, SECTIONS
from cvrender.model.value import replace
from cvrender.model.view import SectionRequest, View

Indexed = tuple[int, SectionRequest]
"""A request with its index in the view's `sections`."""


def requests(view: View) -> list[Indexed]:
    """Return the requests of a view with collections or ids in `from`, in the order in which they are shown.

    An insertion whose neighbour is not among them comes last.
    """
    sections = list(enumerate(view.sections or ()))
    named = set(names(view))
    others = [name for name in SECTIONS if name not in named]
    shown = [
        (index, _request_for(name, request))
        for index, request in sections
        for name in (others if request.collection == ALL else [request.collection])
        if name
    ]
    for index, request in sections:
        if request.insert:
            inserted = replace(request, collection=request.insert, insert=None, before=None, after=None)
            shown.insert(_place(shown, request), (index, inserted))
    return shown


def names(view: View) -> Iterable[str]:
    """Yield every section that the view names, to show its entries or to omit it."""
    for request in view.sections or ():
        if request.counts:
            continue
        yield from (name for name in (request.collection, request.insert, *request.omit) if name and name != ALL)


def _place(shown: list[Indexed], request: SectionRequest) -> int:
    anchor = request.before or request.after
    places = [place for place, (_, other) in enumerate(shown) if other.collection == anchor]
    if not places:
        return len(shown)
    return places[0] if request.before else places[-1] + 1


def _request_for(name: str, request: SectionRequest) -> SectionRequest:
    if name not in KINDS and request.collection == ALL:
        return SectionRequest(collection=name, limit=request.limit)  # a text has neither bullets nor authors
    return replace(request, collection=name)
