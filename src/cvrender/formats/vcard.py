"""Read vCards, versions 2.1 to 4.0 (RFC 6350), and write the person as one for address books.

Its lines are also those of iCalendar (RFC 5545, 3.1).
"""

import quopri
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import PARAGRAPHS, PLAIN, PROSE, URL, joined
from cvrender.formats.shown import Shown, characters, networks
from cvrender.formats.syntax.clean import clean
from cvrender.formats.table import ENTRY, Converter, Row
from cvrender.formats.values.names import parts_in, person_fields
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.links import percent_encode
from cvrender.model.name_parts import SUFFIXES, Name, divided

_LINE = re.compile(r"(?:[\w-]+\.)?([A-Za-z0-9-]+)((?:;(?:\"[^\"]*\"|[^\":;])*)*):(.*)", re.DOTALL)
_UNESCAPED = re.compile(r"\\([nN,;:\\])")
_BETWEEN = re.compile(r"(?<!\\);")  # two components of a name or an address
_VALUES = re.compile(r"(?<!\\),")  # two values of a component
_LISTS = frozenset({"EMAIL", "TEL", "URL", "NICKNAME", "ADR"})
_HOME = re.compile(r"\bhome\b", re.IGNORECASE)


def _contact(value: Any) -> Any:
    """A contact; one at home is private."""
    text = str(value["value"]).removeprefix("tel:").removeprefix("mailto:")
    return {"value": text, "private": True} if _HOME.search(value.get("type", "")) else text


def _components(value: Any) -> list[str]:
    """Return the components of a name or an address, as they read."""
    return [" ".join(_plain(piece).split()) for piece in _BETWEEN.split(str(value))]


def _plain(value: str) -> str:
    return _UNESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], value)


def _address(values: Any) -> Any:
    """The only address; of several, a profile can contain none."""
    parts = [text for text in _components(values[0]["value"]) if text] if len(values) == 1 else []
    return _contact({**values[0], "value": PROSE.read(", ".join(parts))}) if parts else None


def _name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    """Return the name as it is written with the family name that its components tell; None if these differ."""
    if None in values:
        return None
    family, given, more, titles, behind = _name_components(values[1])
    suffixes, around = [text for text in behind if _is_suffix(text)], _around(titles, behind)
    name = PLAIN.read(values[0])
    for text in (*titles, *around.get("credentials", ())):
        name = " ".join(name.replace(text, " ").strip(" ,").split())
    parts = divided(name, family) if family else None
    fields = person_fields(parts) if parts and sorted(name.split()) == _words((family, given, more, *suffixes)) else None
    return {**fields, **around} if fields else None


def _components_name(value: Any) -> dict[str, Any] | None:
    family, given, more, titles, behind = _name_components(value)
    suffix = " ".join(filter(_is_suffix, behind))
    fields = person_fields(Name(family, " ".join(part for part in (given, more) if part), "", suffix))
    return {**fields, **_around(titles, behind)} if fields else None


def _name_components(value: Any) -> tuple[str, str, str, list[str], list[str]]:
    """Return the family name, the given names and the others, and lists of what stands before and behind the name."""
    family, given, more = (*_components(value), "", "", "")[:3]
    before, behind = (*_BETWEEN.split(str(value)), *[""] * 5)[3:5]
    lists = ([text for part in _VALUES.split(side) if (text := " ".join(_plain(part).split()))] for side in (before, behind))
    return family, given, more, *lists  # type: ignore[return-value]


def _words(texts: Iterable[str]) -> list[str]:
    return sorted(word for text in texts for word in text.split())


def _is_suffix(text: str) -> bool:
    """Return whether a text behind a name belongs to it, such as Jr., and is not a credential."""
    return text.strip(".").casefold() in SUFFIXES - {"phd", "md", "esq"}


def _around(titles: Sequence[str], behind: Sequence[str]) -> dict[str, Any]:
    degrees = [text for text in behind if not _is_suffix(text)]
    around = {"honorific_prefix": " ".join(titles), "credentials": degrees}
    return {key: value for key, value in around.items() if value}


CONTACTS = Converter(lambda values: [_contact(value) for value in values])
PERSON = (
    Row(("FN", "N"), ENTRY, Converter(_name)),
    Row("FN", "name", PLAIN),
    Row("N", ENTRY, Converter(_components_name)),
    Row("NICKNAME", "variants", Converter(lambda values: [PLAIN.read(value["value"]) for value in values])),
    Row(("TITLE", "ORG"), "headline", joined(", ")),
    Row("EMAIL", "emails", CONTACTS),
    Row("TEL", "phones", CONTACTS),
    Row("URL", "links", Converter(lambda values: [URL.read(value["value"]) for value in values])),
    Row("ADR", "location", Converter(_address)),
    Row("NOTE", "/bio", PARAGRAPHS),
)
SECTIONS = (RecordSection("card", "person", PERSON),)


def read(content: Content) -> Imported:
    """Read the first card of a file."""
    card: dict[str, Any] = {}
    places: dict[DataPath, Location] = {}
    problems: list[Problem] = []
    cards = 0
    for number, line in _unfolded(content.text):
        match = _LINE.fullmatch(line)
        if not match:
            if line.strip():
                problems.append(
                    Problem(
                        f"is not a line of a vCard: {line[:60]}", content.file, number, 1, severity="warning", code="bad-syntax"
                    )
                )
            continue
        name, parameters, value = match[1].upper(), match[2], match[3]
        cards += name == "BEGIN"
        if cards == 1 and name not in ("BEGIN", "END", "VERSION"):
            places.setdefault(("card", name), (content.file, number, match.start(3) + 1))
            _add(card, name, parameters, value)
        elif cards > 1:
            problems.append(
                Problem("a second card is not read", content.file, number, 1, severity="warning", code="not-imported")
            )
            break
    return read_sections(Source(content.file, {"card": card}, {}, places), "vcard", SECTIONS, problems)


def _add(card: dict[str, Any], name: str, parameters: str, value: str) -> None:
    if "QUOTED-PRINTABLE" in parameters.upper():
        value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
    text = clean(value if name in ("N", "ADR") else _plain(value)).strip()
    if not text.strip(";"):
        return
    types = ",".join(re.findall(r";(?:TYPE=)?\"?([^;\"]*)", parameters, re.IGNORECASE))
    if name in _LISTS:
        kept = {"value": text, "type": types} if types else {"value": text}
        card.setdefault(name, []).append(kept)
    elif name in card:
        card.setdefault(f"{name} (more)", []).append(text)
    else:
        card[name] = " ".join(part for part in text.split(";") if part) if name == "ORG" else text


def _unfolded(text: str) -> list[tuple[int, str]]:
    """Return the lines with their numbers; a line that begins with a blank continues the one before."""
    lines: list[tuple[int, list[str]]] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if line[:1] in (" ", "\t") and lines:
            lines[-1][1].append(line[1:])
        elif lines and lines[-1][1][-1].endswith("=") and "QUOTED-PRINTABLE" in lines[-1][1][0].upper():
            lines[-1][1][-1] = lines[-1][1][-1][:-1]
            lines[-1][1].append(line)
        else:
            lines.append((number, [line]))
    return [(number, "".join(parts)) for number, parts in lines]


def _detects(content: Content) -> bool:
    return content.begins == "text" and content.text.lstrip("\ufeff \r\n")[:11].upper() == "BEGIN:VCARD"


FORMAT = Format("vcard", "vCard", _detects, read)


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


_SPECIAL = re.compile(r"[\\,;]")
_OCTETS = 74  # of a line, without the blank before it and its end


def content_lines(lines: Iterable[str]) -> str:
    """Return lines as a text, those that are too long in parts."""
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def escaped(text: str) -> str:
    """Return a text as a value of one line."""
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
