"""Write the texts for a funder's form, field by field in its order, as one web page and as text.

The page runs a script of its own, which copies a field; it needs no network and looks like no form.
"""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from cvrender.formats.bibliographies import WRITERS
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile
from cvrender.model.annotations import is_printed
from cvrender.model.base import fields_of
from cvrender.model.contract import ContractRule
from cvrender.model.dates import DateRange
from cvrender.model.fields import Link, Localized, Person
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.kinds import Entry
from cvrender.model.value import Value
from cvrender.model.view import SelectedSection
from cvrender.rules.contracts.age import net_academic_age
from cvrender.rules.contracts.base import Measured, name_of
from cvrender.targets.base import Artifact
from cvrender.text.markup import inline

_TEMPLATE = Path(__file__).with_name("packet.html")
_UNITS: dict[str, Callable[[str], int]] = {"characters": len, "words": lambda text: len(text.split())}


class PacketField(Value, frozen=True):
    """A field of the form: its title, the values to copy with their labels, and what counts them.

    `most` is the limit in `unit`s (`characters` or `words`), or 0; `together` names the fields that share the limit.
    """

    title: str
    values: tuple[tuple[str, str], ...]
    most: int = 0
    unit: str = "characters"
    together: tuple[str, ...] = ()

    @property
    def counted(self) -> int:
        """The number of characters (or words) of all values."""
        return sum(_UNITS[self.unit](text) for _, text in self.values)


def packet(measured: Measured, loaded: LoadedProfile, stem: str) -> list[Artifact]:
    """Return the packet as HTML and text, and the publications that it names as RIS and BibTeX."""
    fields = list(packet_fields(measured))
    files = {"html": _html(measured, fields), "txt": _text(measured, fields)}
    works: dict[str, list[object]] = {"publications": [], "patents": []}
    for item in measured.entries(()):
        collection, _, _ = item.source.partition("[")
        if collection in works:
            _, index = parse_path(item.source)
            works[collection].append(loaded.source.data[collection][index])
    if any(works.values()):
        files |= {name: WRITERS[name](works) for name in ("ris", "bib")}
    return [Artifact(f"{stem}.{name}", text.encode()) for name, text in files.items()]


def packet_fields(measured: Measured) -> Iterator[PacketField]:
    """Yield the fields: the person, then the sections of the contract's view, in its order."""
    yield PacketField("Identifying information", tuple(_identity(measured)))
    limits = {name: rule for rule in measured.named.contract.rules if rule.rule in _UNITS for name in rule.sections}
    for section in measured.selection.sections:
        title = section.title or name_of(section).replace("-", " ").capitalize()
        if section.groups:
            for number, item in enumerate(section.entries, 1):
                yield PacketField(f"{title} ({number} of {len(section.entries)})", tuple(_values(item.entry)))
        else:
            yield _narrative(title, section, measured, limits.get(name_of(section)))
    if measured.named.contract.net_academic_age:
        age = net_academic_age(measured.profile, measured.as_of)
        yield PacketField("Net academic age, computed from positions and breaks", (("years", f"{age:.1f}"),))


def _narrative(title: str, section: SelectedSection, measured: Measured, rule: ContractRule | None) -> PacketField:
    text = ((("", measured.text(section)),)) if section.texts else ()
    if rule is None:
        return PacketField(title, text)
    return PacketField(title, text, int(rule.most or 0), rule.rule, rule.sections if len(rule.sections) > 1 else ())


def _identity(measured: Measured) -> Iterator[tuple[str, str]]:
    person = measured.selection.profile.person
    yield "name", person.name
    for key, kind in RESEARCHER_IDS.items():
        if value := getattr(person, key):
            yield kind.name, str(value)
    for email in person.emails:
        yield "email", email.value
    if person.location:
        yield "location", plain_value(person.location)


def _values(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the printed fields of an entry with their names in words, those of its kind first, and then its roles."""
    fields = sorted(fields_of(type(entry)).values(), key=lambda field: field.name in fields_of(Entry))
    for field in fields:
        value = getattr(entry, field.name)
        if value and is_printed(field.type):
            yield field.name.replace("_", " "), plain_value(value)
    for number, role in enumerate(getattr(entry, "roles", ()), 1):
        yield from ((f"role {number}: {label}", text) for label, text in _values(role))


def plain_value(value: object) -> str:
    """Return a value as text: of people and venues the name, of lists all parts."""
    if isinstance(value, tuple):
        return "; ".join(plain_value(item) for item in value)
    if isinstance(value, Link):
        return value.url
    if isinstance(value, DateRange):
        ends = (str(value.start or ""), "present" if value.ongoing else str(value.end or ""))
        return " to ".join(end for end in ends if end)
    if isinstance(value, Person):
        return value.name
    for key in ("name", "value", "text"):
        if inner := getattr(value, key, None):
            return plain_value(inner)
    return inline(str(value)).plain if isinstance(value, str | Localized) else str(value)


def _html(measured: Measured, fields: list[PacketField]) -> str:
    contract = measured.named.contract
    blocks = "\n".join(_block(field, fields, number) for number, field in enumerate(fields, 1))
    page = _TEMPLATE.read_text("utf-8")
    facts = {"language": measured.selection.language, "title": contract.title, "name": measured.selection.profile.person.name}
    facts |= {"source": f"{contract.source}; compared on {contract.verified}", "note": contract.note or ""}
    for key, text in facts.items():
        page = page.replace(f"%{key}%", escape(text))
    return page.replace("%fields%", blocks)


def _block(field: PacketField, fields: list[PacketField], number: int) -> str:
    lines = [f'<section aria-labelledby="f{number}"><h2 id="f{number}">{escape(field.title)}</h2>']
    for index, (label, text) in enumerate(field.values):
        name = f"v{number}-{index}"
        lines.append(f'<p><label for="{name}">{escape(label or "text")}</label>')
        rows = min(24, 1 + text.count("\n") + len(text) // 90)
        unit = f' data-unit="{field.unit}" data-most="{field.most}"' if field.most and not field.together else ""
        lines.append(f'<textarea id="{name}" rows="{rows}"{unit}>{escape(text)}</textarea>')
        lines.append(f'<button type="button" data-copy="{name}">Copy</button></p>')
    if field.most:
        lines.append(f'<p class="count" role="status">{escape(_count(field, fields))}</p>')
    return "\n".join([*lines, "</section>"])


def _count(field: PacketField, fields: list[PacketField]) -> str:
    """Return how much of the limit is used, alone or by all fields that share it."""
    shared = [other for other in fields if field.together and other.together == field.together] or [field]
    total = sum(other.counted for other in shared)
    left = field.most - total
    rest = f"{left:,} left" if left >= 0 else f"{-left:,} too many"
    return f"{total:,} of {field.most:,} {field.unit}{' in all' if len(shared) > 1 else ''}; {rest}"


def _text(measured: Measured, fields: list[PacketField]) -> str:
    contract = measured.named.contract
    lines = [contract.title, contract.note or "", f"Source: {contract.source}; compared on {contract.verified}", ""]
    for field in fields:
        lines += ["", field.title, "-" * len(field.title)]
        lines += [f"{label}: {text}" if label else text for label, text in field.values]
        lines += [f"[{_count(field, fields)}]"] if field.most else []
    return "\n".join(lines) + "\n"
