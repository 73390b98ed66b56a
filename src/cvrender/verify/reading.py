"""An artifact in, what would trouble people and programs that read it out: characters, the name, headings, contacts."""

import re
from collections.abc import Iterator

from cvrender.verify.base import Discrepancy, Evidence, brief

_ODD = re.compile("[\u00ad\ufb00-\ufb06\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd\x00-\x08\x0b\x0e-\x1f\x7f]")
_KINDS = (
    ("\ufb00", "\ufb06", "a ligature"),
    ("\ufffd", "\ufffd", "a replacement character"),
    ("\u00ad", "\u00ad", "a soft hyphen"),
)
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
_FAR = 30  # characters that may stand between a headline and its date


def check(evidence: Evidence) -> Iterator[Discrepancy]:
    """No odd characters; the name first; headings alone on their lines; each date beside its entry; contacts as links."""
    yield from _odd_characters(evidence)
    if not evidence.traits.source:
        yield from _name_first(evidence)
        yield from _headings(evidence)
        yield from _dates(evidence)
        yield from _contacts(evidence)
    if evidence.traits.paged:
        yield from _parted_words(evidence)


def _parted_words(evidence: Evidence) -> Iterator[Discrepancy]:
    """Words that a reader of PDFs sees as two, or two as one: it guesses blanks from the distances between letters."""
    text = evidence.alignment.folded.text
    for place in evidence.alignment.places:
        shown, said = text[place.start : place.end], place.leaf.loosely
        if place.start < 0 or place.leaf.maths or shown == said or shown.casefold() == said.casefold():
            continue
        at = next((index for index, (a, b) in enumerate(zip(shown, said, strict=False)) if a != b), 0)
        message = (
            f"{brief(shown[max(at - 12, 0) : at + 12])} is what some readers see of {brief(said[max(at - 12, 0) : at + 12])}"
        )
        yield Discrepancy(message, place.leaf.source, severity="warning")


def _odd_characters(evidence: Evidence) -> Iterator[Discrepancy]:
    text = evidence.alignment.folded.text
    if not _ODD.search(text):
        return
    own = {char for leaf in evidence.expected.leaves for char in leaf.text.plain if _ODD.match(char)}
    for char in sorted(set(_ODD.findall(text)) - own):
        kind = next((name for first, last, name in _KINDS if first <= char <= last), "")
        kind = kind or ("a private-use character" if _PRIVATE.match(char) else "a control character")
        place = text.index(char)
        yield Discrepancy(f"holds {kind} (U+{ord(char):04X}) in {brief(text[max(place - 20, 0) : place + 20])}")


def _name_first(evidence: Evidence) -> Iterator[Discrepancy]:
    first = next((line for line in evidence.reading.lines if line.strip()), "")
    name = evidence.document.header.name
    place = next((place for place in evidence.alignment.places if place.leaf.kind == "name"), None)
    if place is None or place.start > 0:
        yield Discrepancy(f"begins with {brief(first)}, not with the name {brief(name)}", "person.name")


def _headings(evidence: Evidence) -> Iterator[Discrepancy]:
    alignment = evidence.alignment
    starts = set(alignment.folded.lines)
    size = len(alignment.folded.text)
    for place in alignment.places:
        if place.leaf.kind not in ("section", "group") or place.start < 0:
            continue
        if place.start not in starts or not {place.end, place.end + 1} & starts and place.end < size:
            message = f"the heading {brief(place.leaf.text.plain)} does not stand alone on its line"
            yield Discrepancy(message, place.leaf.source, severity="warning" if evidence.traits.paged else "error")


def _dates(evidence: Evidence) -> Iterator[Discrepancy]:
    """A date's neighbours are its own headline's label or title."""
    places = [place for place in evidence.alignment.places if place.start >= 0]
    for index, place in enumerate(places):
        if place.leaf.kind != "date":
            continue
        beside = [*places[max(index - 2, 0) : index], *places[index + 1 : index + 2]]
        own = [other for other in beside if other.leaf.source == place.leaf.source and other.leaf.kind in ("title", "label")]
        if own and min(min(abs(place.start - other.end), abs(other.start - place.end)) for other in own) > _FAR:
            yield Discrepancy(f"the date {brief(place.leaf.text.plain)} stands far from its entry", place.leaf.source)


def _contacts(evidence: Evidence) -> Iterator[Discrepancy]:
    """Each way to reach the person is a link, too, where the target knows links."""
    linked = {_address(link) for link in evidence.reading.links}
    text = evidence.alignment.folded.text
    for contact in evidence.document.header.contacts:
        for span in contact.text.spans:
            if not span.href or _address(span.href) in linked:
                continue
            if not evidence.traits.shows_addresses or _address(span.href).rpartition("//")[2].rstrip("/") not in _address(text):
                yield Discrepancy(f"the contact {brief(contact.text.plain)} is no link", contact.source)


def _address(link: str) -> str:
    return re.sub(r"^(mailto|tel):|[\s()-]", "", link.lower())
