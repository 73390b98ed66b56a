"""Write the person as a vCard 4.0 for address books (RFC 6350)."""

from collections.abc import Iterator

from cvrender.formats.shown import Shown, characters, networks
from cvrender.formats.syntax.content_lines import content_lines, escaped
from cvrender.formats.values.names import parts_in
from cvrender.model.links import percent_encode


def write(shown: Shown) -> str:
    """Return the card: the name, headline, contacts and pages that the view shows."""
    return content_lines(_lines(shown))


def _lines(shown: Shown) -> Iterator[str]:
    header = shown.document.header
    name = characters(header.names[0]) or header.name
    parts = parts_in({**shown.person, "name": name})
    given, _, more = parts.given.partition(" ")
    suffixes = ",".join(escaped(text) for text in (parts.suffix, *shown.person.get("credentials", ())) if text)
    components = ";".join((*map(escaped, (parts.last, given, more, header.honorifics[0])), suffixes))
    yield from ("BEGIN:VCARD", "VERSION:4.0", f"FN:{escaped(name)}", f"N:{components}")
    if other := header.names[1]:
        yield f"NICKNAME:{escaped(other)}"
    if header.headline:
        yield f"TITLE:{escaped(header.headline.plain)}"
    for line in header.contacts:
        target = next((span.href for span in line.text.spans if span.href), "")
        if target.startswith("mailto:"):
            yield f"EMAIL:{escaped(target.removeprefix('mailto:'))}"
        elif target.startswith("tel:"):
            yield f"TEL;VALUE=uri:{percent_encode(target)}"
        elif line.kind == "link" and target:
            yield f"URL:{percent_encode(target)}"
        elif line.kind == "location":
            yield f"ADR:;;;{escaped(line.text.plain)};;;"
    for _, _, page in networks(shown.person):
        yield f"URL:{percent_encode(page)}"
    yield "END:VCARD"
