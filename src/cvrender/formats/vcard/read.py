"""Read vCards, versions 2.1 to 4.0: RFC 6350."""

import quopri
import re
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import PARAGRAPHS, PLAIN, PROSE, URL, joined
from cvrender.formats.syntax.clean import clean
from cvrender.formats.table import ENTRY, Converter, Row
from cvrender.formats.values.names import person_fields
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.name_parts import Name, divided

_LINE = re.compile(r"(?:[\w-]+\.)?([A-Za-z0-9-]+)((?:;(?:\"[^\"]*\"|[^\":;])*)*):(.*)", re.DOTALL)
_UNESCAPED = re.compile(r"\\([nN,;:\\])")
_BETWEEN = re.compile(r"(?<!\\);")  # two components of a name or an address
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
    return _UNESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def _address(values: Any) -> Any:
    """The only address; of several, a profile can contain none."""
    parts = [text for text in _components(values[0]["value"]) if text] if len(values) == 1 else []
    return _contact({**values[0], "value": PROSE.read(", ".join(parts))}) if parts else None


def _name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    """Return the name as it is written with the family name that its components tell; None if these differ."""
    if None in values:
        return None
    name, components = PLAIN.read(values[0]), [part for part in _components(values[1]) if part]
    parts = divided(name, components[0]) if components else None
    return person_fields(parts) if parts and sorted(name.split()) == sorted(" ".join(components).split()) else None


def _components_name(value: Any) -> dict[str, Any] | None:
    family, given, more, _, after = (*_components(value), *[""] * 5)[:5]
    return person_fields(Name(family, " ".join(part for part in (given, more) if part), "", after))


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
