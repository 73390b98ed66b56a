"""An artifact's links in, those that are broken, missing, exchanged or of a kind that no CV needs out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from urllib.parse import unquote

from cvrender.model.links import SCHEMES, has_allowed_scheme
from cvrender.verify.base import Discrepancy, Evidence, brief
from cvrender.verify.leaves import Expected

Target = tuple[str, str]
"""A link's target and the field of the profile that it came from."""


def check(evidence: Evidence) -> Iterator[Discrepancy]:
    """Each target whole and in order, each scheme allowed, and no link that the profile does not have."""
    for link in evidence.reading.links:
        if not has_allowed_scheme(link):
            yield Discrepancy(f"holds a link to {brief(link)}", hint=f"allowed are: {', '.join(SCHEMES)}")
    yield from _targets(evidence)


def _targets(evidence: Evidence) -> Iterator[Discrepancy]:
    header, body = _expected(evidence.expected)
    found = [_plain(link) for link in evidence.reading.links]
    if evidence.traits.shows_addresses:  # what shows its own address is not followed by it
        yield from _not_shown([*header, *body], set(found), _plain(evidence.alignment.folded.text).replace(" ", ""))
        return
    of_header = Counter(target for target, _ in header)
    start = 0
    while start < len(found) and of_header[found[start]] > 0:
        start += 1  # a link may stand on several lines, each with a piece of it
    for target, source in header if not evidence.traits.source else ():
        if target not in found[:start]:
            yield Discrepancy(f"the link to {brief(target)} is missing", source)
    yield from _in_order(_once(found[start:]), body)


def _not_shown(targets: list[Target], found: set[str], text: str) -> Iterator[Discrepancy]:
    """Targets that stand neither behind their text nor, by the end of their address, anywhere in the text."""
    place = 0
    for target, source in targets:
        if target in found or "tel:" in target:
            continue
        end = target.replace(" ", "").rpartition("/")[2].removeprefix("mailto:")
        place = max(text.find(end, place), 0)  # they mostly come in order, so that little of the text is read each time
        if not text.startswith(end, place) and end not in text:
            yield Discrepancy(f"the link to {brief(target)} is missing", source)


def _expected(expected: Expected) -> tuple[list[Target], list[Target]]:
    """The targets of the header, and those of the sections, neighbours that are the same only once."""
    header: list[Target] = []
    body: list[Target] = []
    for leaf in expected.leaves:
        into = header if leaf.kind in ("headline", "contact") else body
        into += [(_plain(href), leaf.source) for href, _ in groupby(span.href for span in leaf.text.spans) if href]
    return header, [next(same) for _, same in groupby(body, key=lambda item: item[0])]


def _once(links: Iterable[str]) -> list[str]:
    return [link for link, _ in groupby(links)]


def _in_order(found: list[str], body: list[Target]) -> Iterator[Discrepancy]:
    if found == [target for target, _ in body]:
        return
    place = 0
    for target, source in body:
        try:
            at = found.index(target, place)
        except ValueError:
            elsewhere = "stands at another place" if target in found else "is missing"
            yield Discrepancy(f"the link to {brief(target)} {elsewhere}", source)
            continue
        for extra in found[place:at]:
            yield Discrepancy(f"holds a link to {brief(extra)}, which the profile does not have there", source)
        place = at + 1
    for extra in found[place:]:
        yield Discrepancy(f"holds a link to {brief(extra)}, which the profile does not have there")


def _plain(target: str) -> str:
    """A target as it is compared: each target writes some characters as percent codes."""
    return unquote(target)
