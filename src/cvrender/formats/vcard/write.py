"""Write the person as a vCard 4.0 for address books (RFC 6350)."""

import re
from collections.abc import Iterator

from cvrender.formats.shown import Shown, characters, networks
from cvrender.formats.values.names import parts_in
from cvrender.model.links import percent_encode

_SPECIAL = re.compile(r"[\\,;]")
_OCTETS = 74  # of a line, without the blank before it and its end (RFC 6350, 3.2)


def write(shown: Shown) -> str:
    """Return the card: the name, headline, contacts and pages that the view shows."""
    return "".join(f"{folded}\r\n" for line in _lines(shown) for folded in _folded(line))


def _lines(shown: Shown) -> Iterator[str]:
    header = shown.document.header
    name = characters(header.names[0]) or header.name
    parts = parts_in({**shown.person, "name": name})
    given, _, more = parts.given.partition(" ")
    suffixes = ",".join(_escaped(text) for text in (parts.suffix, *shown.person.get("credentials", ())) if text)
    components = ";".join((*map(_escaped, (parts.last, given, more, header.honorifics[0])), suffixes))
    yield from ("BEGIN:VCARD", "VERSION:4.0", f"FN:{_escaped(name)}", f"N:{components}")
    if other := header.names[1]:
        yield f"NICKNAME:{_escaped(other)}"
    if header.headline:
        yield f"TITLE:{_escaped(header.headline.plain)}"
    for line in header.contacts:
        target = next((span.href for span in line.text.spans if span.href), "")
        if target.startswith("mailto:"):
            yield f"EMAIL:{_escaped(target.removeprefix('mailto:'))}"
        elif target.startswith("tel:"):
            yield f"TEL;VALUE=uri:{percent_encode(target)}"
        elif line.kind == "link" and target:
            yield f"URL:{percent_encode(target)}"
        elif line.kind == "location":
            yield f"ADR:;;;{_escaped(line.text.plain)};;;"
    for _, _, page in networks(shown.person):
        yield f"URL:{percent_encode(page)}"
    yield "END:VCARD"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))


def _folded(line: str) -> Iterator[str]:
    """Yield parts of a line of at most 75 octets, between characters; the following ones begin with a blank."""
    part = ""
    for char in line:
        if len((part + char).encode()) > _OCTETS:
            yield part
            part = " "
        part += char
    yield part
