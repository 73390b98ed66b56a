"""Say what files of other formats contain, by readers that are not ours: titles of works, and values by name."""

import csv
import html
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import yaml


@dataclass
class Contents:
    """The titles of a file's works, where it is a bibliography, and its values with their names."""

    titles: list[str] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)


def fold(text: str) -> str:
    """Return the letters and digits of a text in lower case, without accents, tags and escapes."""
    text = re.sub(r"<[^<>]{0,200}>", "", html.unescape(text))
    plain = unicodedata.normalize("NFKD", text).casefold().replace("ø", "o").replace("ß", "ss")
    return "".join(char for char in plain if char.isalnum())


def folded_leaves(data: Any) -> str:
    """Return all texts of plain data, folded, with a separator between them."""
    return "\n" + "\n".join(fold(text) for _, text in leaves(data, "")) + "\n"


def leaves(data: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield each text of plain data with the key that it stands under."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, str(key))
    elif isinstance(data, list):
        for value in data:
            yield from leaves(value, name)
    elif data is not None and not isinstance(data, bool):
        yield name, str(data)


_PARTS_OF_YEARS = {
    **{name: f"{number:02d}" for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)},
    **{name: str(number) for number, name in enumerate("spr sum fal win".split(), 21)},
}
"""Months and seasons as EDTF writes them in dates."""


def is_in(value: str, folded: str) -> bool:
    """Return whether a value is in a folded text: whole, by its lines or the items of its list, or, for dates, their years."""
    whole = fold(re.sub(r"^doi:\s*|^(?:https?://)?(?:dx\.)?doi\.org/", "", value, flags=re.IGNORECASE))
    if not whole or whole in folded:
        return True
    lines = [fold(line) for line in re.split(r"[\n\r•]+|\s[-–;,]\s|<[^<>]*>", value)]
    if all(line in folded for line in lines):
        return True
    part = re.fullmatch(r"([A-Za-z]{3,9})\.?(?: \d{1,2})?", value.strip())
    number = _PARTS_OF_YEARS.get(part[1][:3].casefold()) if part else None
    if number and re.search(rf"\n(?:19|20)\d\d{number}", folded):
        return True
    items = re.split(r"[,;]\s+|\s[-–]\s", value)
    if len(items) > 2 and all(fold(item) in folded for item in items):
        return True
    if period := re.fullmatch(r"\D{0,12}((?:19|20)\d\d)\s*[-–]\s*\D{0,12}((?:19|20)\d\d)", value.strip()):
        return period[1] in folded and period[2] in folded
    year = re.fullmatch(
        r"\D{0,20}((?:19|20)\d\d)\D{0,20}|(?:\w+ \d{1,2}, ?)((?:19|20)\d\d)|((?:19|20)\d\d)[-/.].{0,20}", value.strip()
    )
    if year:
        return next(filter(None, year.groups())) in folded
    if eprint := re.search(r"\d{4}\.\d{4,5}|[a-z-]+/\d{7}", value) if "arxiv" in value.casefold() or "abs/" in value else None:
        return fold(eprint[0]) in folded  # which is all that a profile says of arXiv
    names = [fold(word) for word in re.split(r"[\s,;/]+", value)]
    return len(names) < 12 and all(name in folded for name in names if name)


def is_known(title: str, titles: Sequence[str]) -> bool:
    """Return whether a title is among others: its words, since formulas and links are written in several ways."""
    words = set(re.findall(r"[^\W\d_]{3,}", title.casefold()))
    folded = fold(title)
    return not folded or any(
        folded in fold(other) or 5 * len(words & set(re.findall(r"[^\W\d_]{3,}", other.casefold()))) >= 3 * len(words) > 0
        for other in titles
    )


def loads(text: str) -> bool:
    """Return whether a reader of YAML 1.1 and one of YAML 1.2 load a profile."""
    from ruamel.yaml import YAML, YAMLError

    try:
        return bool(yaml.safe_load(text)) and bool(YAML(typ="safe", pure=True).load(text))
    except (yaml.YAMLError, YAMLError, ValueError):
        return False


_OF_RECORDS = {
    "orcid": "last-modified-date created-date path uri host visibility put-code external-id-relationship external-id-type type "
    "creation-method display-index disambiguation-source disambiguated-organization-identifier source-name source-orcid "
    "start-date:value client-id submission-date claimed verified-email verified-primary-email deactivation-date",
    "pubmed-xml": "ReferenceList History PubmedData MeshHeadingList ChemicalList Sections KeywordList AffiliationInfo "
    "DateCompleted DateRevised Day Year Month Hour Minute Initials PublicationStatus Language CitationSubset Affiliation "
    "Citation",
    "endnote-xml": "database source-app rec-number ref-type key foreign-keys pdf-urls auth-address",
    "word-sources": "SourceType Guid LCID RefOrder Tag",
    "europass": "CurrentIndicator OngoingIndicator CompetencyDimensionTypeCode",
    "citation-cff": "abstract type cff-version message",
}
"""What is about the record in its program, or left out of profiles on purpose: no value of a career. The rest is compared."""
_TIMESTAMP = re.compile(r"1\d{12}")  # milliseconds since 1970


# The readers


_BIB_VALUES = ("title", "year", "journal", "booktitle", "volume", "pages", "doi", "publisher", "school", "eprint", "isbn")


def _bibtex(path: Path) -> Contents:
    import bibtexparser
    from pylatexenc.latex2text import LatexNodes2Text

    text = LatexNodes2Text(math_mode="verbatim", strict_latex_spaces=False).latex_to_text
    library = bibtexparser.parse_string(path.read_text("utf-8-sig"))
    made = Contents()
    parents = {entry.get("crossref").value.casefold() for entry in library.entries if entry.get("crossref")}
    for entry in library.entries:
        if entry.entry_type.lower() in ("xdata", "set") or entry.key.casefold() in parents and "author" not in entry.fields_dict:
            continue
        fields = {key.lower(): str(field.value) for key, field in entry.fields_dict.items()}
        if "title" in fields:
            made.titles.append(_plain(text, fields["title"]))
        made.values += [(f"{entry.key}.{name}", _plain(text, fields[name])) for name in _BIB_VALUES if fields.get(name)]
        for person in re.split(r"\s+and\s+", fields.get("author", "")):
            family = person.partition(",")[0] if "," in person else person.split()[-1] if person.split() else ""
            if fold(_plain(text, family)) != "others":
                made.values.append((f"{entry.key}.author", _plain(text, family)))
    return made


def _plain(text: Callable[[str], str], value: str) -> str:
    """Return what LaTeX shows; maths without its signs, since they are written in several ways."""
    try:
        return re.sub(r"\\[a-zA-Z]+|[${}\\^_]", "", text(value))
    except Exception:  # noqa: BLE001 a reader that fails says nothing
        return re.sub(r"\\[a-zA-Z]+|[${}\\^_]", "", value)


def _ris(path: Path) -> Contents:
    import rispy

    entries = rispy.loads(path.read_text("utf-8-sig"))
    titles = [entry.get("title") or entry.get("primary_title") or "" for entry in entries]
    skipped = ("id", "abstract", "type_of_reference", "unknown_tag", "notes_abstract")
    return Contents(
        titles, [(k, v) for entry in entries for k, v in leaves({k: v for k, v in entry.items() if k not in skipped}, "")]
    )


def _json(path: Path) -> Contents:
    data = json.loads(path.read_bytes())
    return Contents(_titles(data), list(leaves(data, "")))


def _titles(data: Any) -> list[str]:
    return [str(item["title"]) for item in data if isinstance(item, dict) and "title" in item] if isinstance(data, list) else []


class _Texts(yaml.SafeLoader):
    """A loader whose scalars stay texts."""


_Texts.yaml_implicit_resolvers = {}


def _yaml(path: Path) -> Contents:
    data = yaml.load(path.read_bytes(), _Texts)
    for ignored in ("design", "settings", "rendercv_settings", "locale", "locale_catalog"):
        data.pop(ignored, None)
    return Contents([], list(leaves(data, "")))


def _xml(path: Path) -> Contents:
    root = ElementTree.fromstring(path.read_bytes())
    return Contents([], list(_elements(root)))


def _elements(element: ElementTree.Element, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield the text of each element with its name, or that of the outermost element that is about a record."""
    name = element.tag.rpartition("}")[2]
    within = within or (name if any(name in names.split() for names in _OF_RECORDS.values()) and len(element) else "")
    if element.text and element.text.strip():
        yield within or name, element.text.strip()
    for inner in element:
        yield from _elements(inner, within)


def _csv(path: Path) -> Contents:
    records: list[dict[str, Any]] = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
    for row in records:
        row["Authors"] = [name.strip() for name in (row.get("Authors") or "").split(";") if name.strip() not in ("", "...")]
    return Contents(
        [row["Title"] for row in records if row.get("Title")], [pair for row in records for pair in leaves(dict(row), "")]
    )


def _zip(path: Path) -> Contents:
    made = Contents()
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if re.search(r"(Positions|Education|Skills|Certifications|Languages|Honors|Projects)\.csv$", name):
                records = csv.DictReader(io.StringIO(archive.read(name).decode("utf-8-sig")))
                made.values += [pair for row in records for pair in leaves(dict(row), "")]
    return made


def _nothing(path: Path) -> Contents:
    return Contents()


_READERS: dict[str, Callable[[Path], Contents]] = {
    "bibtex": _bibtex,
    "ris": _ris,
    "rendercv": _yaml,
    "yamlresume": _yaml,
    "citation-cff": _yaml,
    "google-scholar": _csv,
    "linkedin": _zip,
}
_BY_SUFFIX = {".json": _json, ".xml": _xml, ".yaml": _yaml, ".yml": _yaml}


def _of_the_career(contents: Contents, skipped: frozenset[str]) -> Contents:
    """Return contents without what is about the records."""
    values = [(name, value) for name, value in contents.values if name not in skipped and not _TIMESTAMP.fullmatch(value)]
    return Contents(contents.titles, values)


def read(path: Path, format: str) -> Contents:
    """Return what a file contains; nothing for formats of which only we have a reader, and for what the reader cannot read."""
    reader = _READERS.get(format) or _BY_SUFFIX.get(path.suffix, _nothing)
    try:
        return _of_the_career(reader(path), frozenset(_OF_RECORDS.get(format, "").split()))
    except Exception:  # noqa: BLE001 the independent reader fails, which says nothing of ours
        return Contents()
