"""Check the links of an artifact: none is broken, missing, exchanged or of an unexpected kind."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from urllib.parse import unquote

from cvrender.errors import shorten
from cvrender.model.links import SCHEMES, has_allowed_scheme
from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.comparison.leaves import Expected

_NEAR = 16
"""How many other targets may be between the places of a link on the page and in the text where lines run in two directions."""
Target = tuple[str, str]
"""A link's target and its field in the profile."""


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Each target is complete and in order, each scheme is allowed, and there are no other links."""
    for link in context.reading.links:
        if not has_allowed_scheme(link):
            yield Discrepancy(
                f"contains a link to {shorten(link)}", hint=f"allowed schemes: {', '.join(SCHEMES)}", code="link-unsafe"
            )
    yield from _targets(context)


def _targets(context: CheckContext) -> Iterator[Discrepancy]:
    header, body = _expected(context.expected)
    links = [link for link, _ in groupby(map(_plain, context.reading.links))]  # once, not for each line or word
    if context.traits.shows_addresses:  # a link whose text is its address is not followed by the address again
        yield from _not_shown([*header, *body], set(links), _plain(context.alignment.folded.text).replace(" ", ""))
        return
    if context.reading.standing:
        shown = [] if context.traits.source else header
        yield from _nearly_in_order(links, [*shown, *body], header, Counter(map(_plain, context.reading.links)))
        return
    of_header = Counter(target for target, _ in header)
    start = 0
    while start < len(links) and of_header[links[start]] > 0 and links[start] not in links[: max(start - 1, 0)]:
        start += 1
    for target, source in header if not context.traits.source else ():
        if target not in links[:start]:
            yield Discrepancy(f"link to {shorten(target)} is missing", source, code="link-missing")
    if body and links[start - 1 : start] == [body[0][0]] != links[start : start + 1]:
        start -= 1  # the sections begin with the last link of the header
    yield from _in_order(links[start:], body)


def _not_shown(targets: list[Target], links: set[str], text: str) -> Iterator[Discrepancy]:
    """Yield targets that neither follow their text nor occur, by the end of their address, anywhere in the text."""
    start = 0
    for target, source in targets:
        if target in links or "tel:" in target:
            continue
        end = target.replace(" ", "").rpartition("/")[2].removeprefix("mailto:")
        start = max(text.find(end, start), 0)  # mostly in order, so little of the text is searched
        if not text.startswith(end, start) and end not in text:
            yield Discrepancy(f"link to {shorten(target)} is missing", source, code="link-missing")


def _expected(expected: Expected) -> tuple[list[Target], list[Target]]:
    """Return the targets of the header, which stand in any order, and those of the sections, merging adjacent equal ones."""
    header: list[Target] = []
    body: list[Target] = []
    for step in expected.steps:
        into = header if step.free else body
        into += [(_plain(target), leaf.source) for leaf in step.orders[0] for target, _ in leaf.text.by_target() if target]
    return header, [next(same) for _, same in groupby(body, key=lambda item: item[0])]


def _in_order(links: list[str], body: list[Target]) -> Iterator[Discrepancy]:
    if links == [target for target, _ in body]:
        return
    start = 0
    for target, source in body:
        try:
            end = links.index(target, start)
        except ValueError:
            what, code = ("is out of order", "link-order") if target in links else ("is missing", "link-missing")
            yield Discrepancy(f"link to {shorten(target)} {what}", source, code=code)
            continue
        for extra in links[start:end]:
            yield Discrepancy(
                f"contains a link to {shorten(extra)}, which is not in the profile at this position", source, code="link-added"
            )
        start = end + 1
    for extra in links[start:]:
        yield Discrepancy(f"contains a link to {shorten(extra)}, which is not in the profile at this position", code="link-added")


def _nearly_in_order(
    links: list[str], expected: list[Target], header: list[Target], counted: Counter[str]
) -> Iterator[Discrepancy]:
    """Yield what is wrong where lines run in two directions: their links are read in the order of the page, or in parts.

    `counted` are all links of the page. Two to one target that are next to each other there, and not in the text, are one in
    `links`. Links of the header may be among those of the sections, which may be next to them.
    """
    left, known = [*links], {target for target, _ in (*expected, *header)}
    wanted, last = Counter(target for target, _ in expected), list[str]()
    for target, source in expected:
        place = left.index(target) if target in left else -1
        if place >= 0 and len(set(left[:place])) <= _NEAR:
            last = [*last, left.pop(place)][-_NEAR:]
        elif target not in last or counted[target] < wanted[target]:
            what, code = ("is out of order", "link-order") if target in links else ("is missing", "link-missing")
            yield Discrepancy(f"link to {shorten(target)} {what}", source, code=code)
    for extra in left:
        if extra not in known:
            yield Discrepancy(
                f"contains a link to {shorten(extra)}, which is not in the profile at this position", code="link-added"
            )


def _plain(target: str) -> str:
    """Decode percent codes for comparison, since each target encodes some other characters."""
    return unquote(target)
