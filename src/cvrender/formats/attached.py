"""Write and read the files that a CV of this program carries: what it shows, as a profile in YAML and as JSON Resume.

`attach` adds them to PDFs, Word documents and web pages.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats import json_resume
from cvrender.formats.base import COLLECTIONS, CUSTOM, PERSON, Format, Imported
from cvrender.formats.content import Content
from cvrender.formats.key_order import arrange, entry_order, ordered
from cvrender.formats.shown import Shown
from cvrender.formats.table import ImportedEntry
from cvrender.load.reader import Source, parse
from cvrender.load.validate import validate
from cvrender.load.yaml_text import block
from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, defaults_of, fields_of
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange
from cvrender.model.document import Attachment, Document
from cvrender.model.kinds import KINDS, Entry
from cvrender.model.profile import Profile
from cvrender.model.value import replace
from cvrender.model.view import SelectedEntry, SelectedSection, Selection
from cvrender.model.without_fields import without_fields
from cvrender.targets.docx.attach import NAMESPACE, PART, text_digest

BEGINNING = "# cvrender"
"""How the YAML file begins that a CV carries."""
YAML = "application/yaml"

_FILE = re.compile(r'<file name="([^"]*)" type="([^"]*)">([^<]*)</file>')
_TEXT = re.compile(r' text="(\w*)"')
_SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_NOT_OURS = ("include", "views", "engine", "style", "page", "citations", "people")
"""Keys of a profile that no attachment has. One that has them is not written by this program."""


def attached_files(content: Content) -> Mapping[str, str]:
    """Return the texts that a CV carries, by their media type. Raises InputError for a file that cannot be read."""
    if content.begins == "pdf":
        texts = (raw.decode("utf-8", "replace") for raw in content.attachments)
        return {YAML if text.startswith(BEGINNING) else "application/json": text for text in texts}
    if content.begins == "zip" and PART.rpartition("/")[2] in content.members:
        part = content.member(PART.rpartition("/")[2]).decode("utf-8", "replace")
        if NAMESPACE in part[:500]:
            return {kind: html.unescape(text) for _, kind, text in _FILE.findall(part)}
    if content.begins in ("html", "xml", "text") and YAML.encode() in content.raw:
        return dict(_in_page(content.raw.decode("utf-8", "replace")))
    return {}


def _in_page(page: str) -> Iterator[tuple[str, str]]:
    for script in _SCRIPT.findall(page):
        try:
            things = json.loads(script)["@graph"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        for item in things if isinstance(things, list) else ():
            if isinstance(item, dict) and item.get("@type") == "MediaObject":
                yield str(item.get("encodingFormat", "")), str(item.get("text", ""))


def _profile(content: Content) -> str:
    """Return the profile that a file carries, or ""."""
    text = attached_files(content).get(YAML, "")
    return text if text.startswith(BEGINNING) else ""


def _detects(content: Content) -> bool:
    try:
        return bool(_profile(content))
    except InputError:
        return False


def read(content: Content) -> Imported:
    """Read the profile. Raises InputError if it is not valid."""
    text = _profile(content)
    if not text:
        raise content.problem("carries no data of this program", "leave out --from: its text is read", code="unknown-format")
    source = parse(text.encode(), content.file)
    for key in _NOT_OURS:
        if key in source.data:
            raise content.problem(f'carries a profile with "{key}", which this program does not write', code="unknown-format")
    validate(source)
    imported = Imported("attached", content.file, whole=dict(source.data), problems=_changed(content))
    for key, value in source.data.items():
        if key in COLLECTIONS:
            imported.data[key] = [_entry(entry, source, (key, index)) for index, entry in enumerate(value)]
        elif key == CUSTOM:
            imported.data[key] = [_section(section, source, (key, index)) for index, section in enumerate(value)]
        elif key != "schema":
            imported.data[key] = ImportedEntry(value) if key == PERSON else value
    imported.owners.append(str(source.data[PERSON]["name"]))
    return imported


def _entry(value: Any, source: Source, path: DataPath) -> Any:
    return ImportedEntry(value, {(): source.values.get(path, (source.file, 0, 0))}) if isinstance(value, dict) else value


def _section(section: dict[str, Any], source: Source, path: DataPath) -> ImportedEntry:
    read: ImportedEntry = _entry(section, source, path)
    if "entries" in read:
        read["entries"] = [_entry(entry, source, (*path, "entries", index)) for index, entry in enumerate(read["entries"])]
    return read


def _changed(content: Content) -> list[Problem]:
    """Return a warning if the text of a Word document is another one than when the data was attached."""
    if content.begins != "zip":
        return []
    match = _TEXT.search(content.member(PART.rpartition("/")[2]).decode("utf-8", "replace")[:1000])
    document = content.member("document.xml").decode("utf-8", "replace")
    if match and match[1] == text_digest(document):
        return []
    message = "the text was changed after its data was attached; the data is imported"
    hint = "import the text with --from docx"
    return [Problem(message, content.file, hint=hint, severity="warning", code="doubtful")]


FORMAT = Format("attached", "the data that a CV of this program carries", _detects, read)


_STRUCTURE = frozenset("type kind family et_al collaboration including roles private privacy public".split())
"""Fields that are not text of a CV, but without which their entry would be another one, or would be shown to more people."""
_ALWAYS = frozenset("type kind private privacy public".split())
_SHORT = frozenset("value text name url".split())
_NEVER = frozenset("tags photo photo_alt variants".split())


def attachments(selection: Selection, document: Document, profile: Profile, stem: str) -> tuple[Attachment, ...]:
    """Return the files with what a selection shows: a profile in YAML, from which it was made, and JSON Resume.

    They have no ids and tags, nothing that only forms ask for, and no views. `profile` is the whole one, of which only privacy
    levels are taken, so that a profile made of the file shows nothing to more people. Author lists are complete, also where the
    view shortens them.
    """
    if selection.sections:
        selection = replace(selection, sections=tuple(map(_printed_section, selection.sections)))
    texts = [text.plain for text, _ in document.texts if text]
    person = _printed(selection.profile.person)
    variants = tuple(name for name in selection.profile.person.variants if _is_seen(name, person, selection, texts))
    person = replace(person, variants=variants)
    selection = replace(selection, profile=replace(selection.profile, person=person))
    data = profile_data(selection, profile)
    yaml = "\n".join([f"{BEGINNING}: what this CV shows.", *block(data, 0)]) + "\n"
    resume = json_resume.write(_shown(selection, document))
    return (
        Attachment(f"{stem}.yaml", "application/yaml", yaml, "Source", "What this CV shows, as a profile of cvrender"),
        Attachment(f"{stem}.json", "application/json", resume, "Data", "What this CV shows, as JSON Resume"),
    )


def _shown(selection: Selection, document: Document) -> Shown:
    from cvrender.formats.shown import shown

    return shown(selection, document)


def profile_data(selection: Selection, profile: Profile) -> dict[str, Any]:
    """Return what a selection shows as data of a profile, with entries in the profile's order."""
    written: dict[str, Any] = {"person": _mapping(selection.profile.person)}
    shown_sections: dict[str, dict[str, Any]] = {}
    metrics: list[Any] = []
    narratives: dict[str, str] = {}
    for section in selection.sections:
        if section.source.startswith("narratives."):
            narratives[section.source.partition(".")[2]] = "\n\n".join(section.texts)
        elif section.collection == "bio":
            written["bio"] = "\n\n".join(section.texts)
        elif section.collection == "custom":
            _merge(shown_sections.setdefault("custom", {}), section.source, _custom(section, profile))
        else:
            for item in section.entries:
                _merge(shown_sections.setdefault(section.collection, {}), item.source, _mapping(item.entry))
        metrics += [_mapping(metric) for metric in section.metrics if section.metrics]
    written |= {name: _in_order(shown_sections[name]) for name in KINDS if name in shown_sections}
    head: dict[str, Any] = {"schema": "1", "language": selection.language}
    if profile.updated:
        head["updated"] = str(profile.updated)
    levels = {name: level for name, level in profile.privacy.items() if name in written}
    rest = {"metrics": metrics, "narratives": narratives, "privacy": levels}
    arranged = {key: value for key, value in arrange(written, newest_first=False).items() if value not in ([], {})}
    return {**head, **arranged, **{key: value for key, value in rest.items() if value}}


def _custom(section: SelectedSection, profile: Profile) -> dict[str, Any]:
    """Return a custom section, with the privacy that it has in the profile."""
    whole = profile.custom[_numbers(section.source)[0]]
    data = {
        "title": section.title,
        "kind": section.kind if section.kind != "custom" else "",
        "text": "\n\n".join(section.texts),
        "highlights": [data_of(bullet) for bullet in section.bullets],
        "columns": list(section.columns),
        "rows": [list(row) for row in section.rows],
        "entries": [_mapping(item.entry) for item in section.entries],
        "private": whole.private,
        "privacy": whole.privacy,
    }
    return {key: value for key, value in data.items() if value}


def _numbers(source: str) -> list[int]:
    return [int(number) for number in re.findall(r"\[(\d+)\]", source)]


def _in_order(entries: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [entries[source] for source in sorted(entries, key=_numbers)]


def _merge(known: dict[str, dict[str, Any]], source: str, entry: dict[str, Any]) -> None:
    """Add an entry; of one that two sections show, keep what either shows."""
    old = known.get(source, {})
    known[source] = {**old, **{key: value for key, value in entry.items() if len(str(value)) >= len(str(old.get(key, "")))}}


def _mapping(model: Model) -> dict[str, Any]:
    defaults = defaults_of(type(model))
    fields = ((key, field.name, getattr(model, field.name)) for key, field in fields_of(type(model)).items())
    mapping = {key: data_of(value) for key, name, value in fields if value is not None and value != defaults.get(name, "")}
    if len(mapping.get("date", "")) == 1 and isinstance(mapping["date"], list):
        mapping["date"] = mapping["date"][0]
    return ordered(mapping, entry_order(list(mapping))) if isinstance(model, Entry) else mapping


def data_of(value: Any) -> Any:
    """Return a value of a profile as its YAML has it; what has a text alone, such as a name, is that text."""
    if isinstance(value, Model):
        mapping = _mapping(value)
        return next(iter(mapping.values())) if len(mapping) == 1 and set(mapping) <= _SHORT else mapping
    if isinstance(value, tuple | list):
        return [data_of(item) for item in value]
    if isinstance(value, dict):
        return {str(key): data_of(item) for key, item in value.items()}
    if isinstance(value, DateRange) and value.ongoing and not value.start:
        return "present"
    return value if isinstance(value, bool | int) else str(value)


# what is printed


def _printed_section(section: SelectedSection) -> SelectedSection:
    groups = tuple(
        replace(group, entries=tuple(_printed_entry(item, section) for item in group.entries)) for group in section.groups
    )
    return replace(section, groups=groups, bullets=tuple(map(_printed, section.bullets)))


def _printed_entry(item: SelectedEntry, section: SelectedSection) -> SelectedEntry:
    entry: Any = _printed(item.entry)
    if section.table:
        names = {name for _, fields in section.table for name in fields}
        shown = names | _ALWAYS | ({"start", "end"} if "date" in names else set())
        fields = fields_of(type(item.entry))
        required = {field.name for field in fields.values() if field.required}
        entry = without_fields(entry, frozenset(fields) - shown - required)
    return replace(item, entry=entry)


def _printed(value: Any) -> Any:
    """Return a value without the fields of its models that are not printed."""
    if isinstance(value, tuple):
        return tuple(map(_printed, value))
    if not isinstance(value, Model):
        return value
    defaults, changed = defaults_of(type(value)), {}
    for field in fields_of(type(value)).values():
        old = getattr(value, field.name)
        hidden = field.name in _NEVER or (field.name not in _STRUCTURE and not is_printed(field.type))
        changed[field.name] = defaults[field.name] if hidden and field.name in defaults else _printed(old)
    return replace(value, **changed)


def _is_seen(variant: str, person: Any, selection: Selection, texts: Iterable[str]) -> bool:
    """Return whether a spelling of the owner's name says no more than the name, or is printed."""
    known = {word for name in (person.name, person.native or "") for word in _words(name)}
    if all(word in known or any(other.startswith(word) and len(word) == 1 for other in known) for word in _words(variant)):
        return True
    if any(variant in text for text in texts):
        return True
    return variant in _authors(selection)


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", name.casefold())


def _authors(selection: Selection) -> set[str]:
    return set(_names(item.entry for section in selection.sections for item in section.entries))


def _names(values: Any) -> Iterator[str]:
    for value in values:
        for field in ("authors", "editors", "inventors"):
            yield from (str(getattr(person, "name", "")) for person in getattr(value, field, ()))
