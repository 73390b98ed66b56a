"""Check an artifact for what troubles people and programs that read it: characters, name, headings, dates, contacts."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from cvrender.errors import shorten
from cvrender.model.expressions import expression
from cvrender.model.links import without_signs
from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.text.casing import caseless

_ODD = expression("[\u00ad\ufb00-\ufb06\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd\x00-\x08\x0b\x0e-\x1f\x7f]")
_KINDS = (
    ("\ufb00", "\ufb06", "a ligature"),
    ("\ufffd", "\ufffd", "a replacement character"),
    ("\u00ad", "\u00ad", "a soft hyphen"),
)
_PRIVATE = expression("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
_FAR = 30  # characters between a headline and its date


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Check for no special characters; name first; headings alone on their lines; dates next to entries; contacts as links."""
    yield from _odd_characters(context)
    if not context.traits.source:
        yield from _name_first(context)
        yield from _headings(context)
        yield from _dates(context)
        yield from _contacts(context)
    if context.traits.paged and not context.reading.standing:
        yield from _split_words(context)


def _split_words(context: CheckContext) -> Iterator[Discrepancy]:
    """Yield words that readers of PDFs split or join, since they guess spaces from distances."""
    text = context.alignment.folded.text
    for match in context.alignment.matches:
        shown, expected = text[match.start : match.end], match.leaf.folded_loose
        if match.start < 0 or match.leaf.maths or shown == expected or caseless(shown) == caseless(expected):
            continue
        at = next((index for index, (a, b) in enumerate(zip(shown, expected, strict=False)) if a != b), 0)
        part = slice(max(at - 12, 0), at + 12)
        message = f"some readers see {shorten(shown[part])} instead of {shorten(expected[part])}"
        yield Discrepancy(message, match.leaf.source, severity="warning", code="words-split")


def _odd_characters(context: CheckContext) -> Iterator[Discrepancy]:
    text = context.alignment.folded.text
    if not _ODD.search(text):
        return
    own = {char for leaf in context.expected.leaves for char in leaf.text.plain if _ODD.match(char)}
    for char in sorted(set(_ODD.findall(text)) - own):
        kind = next((name for first, last, name in _KINDS if first <= char <= last), "")
        kind = kind or ("a private-use character" if _PRIVATE.match(char) else "a control character")
        index = text.index(char)
        yield Discrepancy(
            f"contains {kind} (U+{ord(char):04X}) in {shorten(text[max(index - 20, 0) : index + 20])}", code="odd-character"
        )


def _name_first(context: CheckContext) -> Iterator[Discrepancy]:
    first = next((line for line in context.reading.lines if line.strip()), "")
    name = context.document.header.name
    match = next((match for match in context.alignment.matches if match.leaf.kind == "name"), None)
    if match is None or match.start > 0:
        yield Discrepancy(
            f"begins with {shorten(first)} instead of the name {shorten(name)}", "person.name", code="name-not-first"
        )


def _headings(context: CheckContext) -> Iterator[Discrepancy]:
    alignment = context.alignment
    starts = set(alignment.folded.lines)
    size = len(alignment.folded.text)
    for match in alignment.matches:
        if match.leaf.kind not in ("section", "group") or match.start < 0:
            continue
        last = match.leaf.text.spans[-1]  # of a formula, signs may follow the letters that were matched
        ends = set(range(match.end, match.end + (2 * len(last.text) if last.math else 0) + 2))
        alone = ends & starts or max(ends) > size or context.reading.standing  # of lines in two directions, only the beginning
        if match.start not in starts or not alone:
            message = f"heading {shorten(match.leaf.text.plain)} is not alone on its line"
            yield Discrepancy(
                message, match.leaf.source, severity="warning" if context.traits.paged else "error", code="heading-not-alone"
            )


def _dates(context: CheckContext) -> Iterator[Discrepancy]:
    """Yield dates that are far from their own headline's label or title."""
    matches = [match for match in context.alignment.matches if match.start >= 0]
    for index, match in enumerate(matches):
        if match.leaf.kind != "date":
            continue
        neighbours = [*matches[max(index - 2, 0) : index], *matches[index + 1 : index + 2]]
        own = [other for other in neighbours if other.leaf.source == match.leaf.source and other.leaf.kind in ("title", "label")]
        if own and min(min(abs(match.start - other.end), abs(other.start - match.end)) for other in own) > _FAR:
            yield Discrepancy(f"date {shorten(match.leaf.text.plain)} is far from its entry", match.leaf.source, code="date-far")


def _contacts(context: CheckContext) -> Iterator[Discrepancy]:
    """Yield contacts that are not also links, if the target has links."""
    linked = {_address(link) for link in context.reading.links}
    text = context.alignment.folded.text
    for contact in context.document.header.contacts:
        for span in contact.text.spans:
            if not span.href or _address(span.href) in linked:
                continue
            if not context.traits.shows_addresses or not _is_shown(span.href, text):
                yield Discrepancy(f"contact {shorten(contact.text.plain)} is not a link", contact.source, code="link-missing")


def _is_shown(link: str, text: str) -> bool:
    """Return whether a text contains the address of a link, a phone number with any signs between its digits."""
    address = _address(link).rpartition("//")[2].rstrip("/")
    return address in _address(text) or (link.startswith("tel:") and address in without_signs(text))


def _address(link: str) -> str:
    """Return what identifies a link, without the percent codes that targets need."""
    return re.sub(r"^(mailto|tel):|[\s()-]", "", unquote(link).lower())
