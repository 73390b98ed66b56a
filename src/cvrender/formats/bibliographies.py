"""Write publications and patents as bibliographies, by the tables that read them."""

import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from cvrender.formats import csl as csl
from cvrender.formats import ris, works
from cvrender.formats.bibliography_notes import links_line, marks_of, other_identifiers, pairs
from cvrender.formats.bibtex import read as bibtex
from cvrender.formats.bibtex.values import NAMES
from cvrender.formats.shown import characters, plain
from cvrender.formats.table import write_record
from cvrender.formats.values.latex_write import encode
from cvrender.formats.values.names import parts_in
from cvrender.formats.values.same_work import text_in
from cvrender.model.dates import edtf, parse_when
from cvrender.model.document import Document
from cvrender.model.links import percent_encode
from cvrender.model.names import normalized_name
from cvrender.model.profile import Profile
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.targets.html.page_works import anchors_of
from cvrender.text.markup import inline

_BIBTEX_TYPES = {ours: theirs for theirs, (ours, genre) in reversed(bibtex.TYPES.items()) if not genre} | {
    "article": "misc",
    "report": "techreport",
    "document": "misc",
    **dict.fromkeys(bibtex.IN_JOURNALS - {"article"}, "article"),
    **dict.fromkeys(("entry", "entry-dictionary", "entry-encyclopedia"), "incollection"),
}
"""The type of BibTeX for each of ours. The styles that come with it know no others than these, or print them as `misc`."""
_STANDARD = frozenset(
    "article book booklet conference inbook incollection inproceedings manual mastersthesis phdthesis proceedings techreport "
    "unpublished".split()
)
"""Types of BibTeX whose venue or publisher its styles print; of `misc` and types that they do not know, only `howpublished`."""
_SUBTYPES = {ours: theirs for theirs, ours in reversed(bibtex.SUBTYPES.items())}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_STATUS_WORDS = {ours: theirs for theirs, ours in reversed(works.STATUS.items()) if ours != "published"}
_LINK_FIELDS = {"PDF": "pdf", "web page": "html", "supplement": "supp"} | {name: name for name in bibtex.LINK_FIELDS}
_RIS_TYPES = {ours: theirs for theirs, ours in reversed(ris.TYPES.items())}
_BIBLATEX_TYPES = {"techreport": "report", "phdthesis": "thesis", "mastersthesis": "thesis", "conference": "inproceedings"}
"""The types of biblatex for those that only BibTeX has (the manual of biblatex, section 2.1)."""
_BIBLATEX_FIELDS = {"journal": "journaltitle", "address": "location", "school": "institution", "archiveprefix": "eprinttype"}
_LISTS = ("publisher", "institution", "organization", "location")
"""Fields that biblatex divides at " and " where no braces are around it; `holder` is a list of names."""
_LINE_ENDS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_PLAIN = ("title", "note", "genre", "publisher", "authority", "status")


def public(profile: Profile) -> dict[str, Any]:
    """Return the publications and patents of a profile that a public view may show."""
    shared = {}
    for name in ("publications", "patents"):
        everyone = profile.privacy.get(name, "public") == "public"
        shared[name] = [plain(entry) for entry in getattr(profile, name) if everyone and entry.shown_at("public")]
    return shared


def exported_keys(profile: Profile) -> list[str]:
    """Return the citation key of each publication of a profile in `export`; an empty one where it is not public."""
    taken = set[str]()
    everyone = profile.privacy.get("publications", "public") == "public"
    are_public = [everyone and entry.shown_at("public") for entry in profile.publications]
    entries = zip(profile.publications, are_public, strict=True)
    return [key_of(_whole(plain(entry)), taken) if is_public else "" for entry, is_public in entries]


def works_of(data: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return publications and patents of a profile's data with their type; short forms written out, texts in one language."""
    works = []
    for collection in ("publications", "patents"):
        for work in data.get(collection) or ():
            kind = "patent" if collection == "patents" else str(work.get("type", "document"))
            works.append((kind, _whole(work)))
    return works


def _whole(work: Mapping[str, Any]) -> dict[str, Any]:
    entry = {key: text_in(value) if key in _PLAIN else value for key, value in work.items()}
    venue = entry.get("venue")
    if venue is not None:
        named = venue if isinstance(venue, dict) and "name" in venue else {"name": venue}
        entry["venue"] = {key: text_in(value) for key, value in named.items()}
    if isinstance(entry.get("awards"), str):
        entry["awards"] = [entry["awards"]]
    if date := entry.get("date"):  # bibliographies have one, so the first of several
        entry["date"] = edtf(parse_when(str(date[0] if isinstance(date, list) else date)))  # `ca. 1998` as 1998~
    return {key: value for key, value in entry.items() if value not in (None, "", [])}


def key_of(work: Mapping[str, Any], taken: set[str]) -> str:
    """Return a citation key: the id, or the first author's family name, the year and a word of the title."""
    authors = work.get("authors") or [""]
    family = normalized_name(parts_in(authors[0]).family).replace(" ", "")
    words = [word for word in normalized_name(str(work.get("title", ""))).split() if len(word) > 3]
    year = re.search(r"\d{4}", str(work.get("date", "")))
    base = str(work.get("id") or f"{family}{year[0] if year else ''}{words[0] if words else ''}")
    base = re.sub(r"[^\w.:+/-]", "", base) or "work"
    key, number = base, 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    taken.add(key)
    return key


def with_bibtex(document: Document) -> Document:
    """Return a document whose works have citation keys and BibTeX, for the targets that print them."""
    taken = anchors_of(document)
    sections = []
    for item in document.works:
        key = key_of(item.record, taken)
        sections.append(dataclasses.replace(item, key=key, bibtex=bibtex_entry(item.type, item.record, key).strip()))
    return replace(document, works=tuple(sections))


def write_bibtex(data: Mapping[str, Any]) -> str:
    """Return the works as BibTeX."""
    taken = set[str]()
    return "\n".join(bibtex_entry(kind, work, key_of(work, taken)) for kind, work in works_of(data))


def write_biblatex(data: Mapping[str, Any]) -> str:
    """Return the works with biblatex's names of types and fields, and with `date` for `year` and `month`."""
    taken = set[str]()
    entries = []
    for kind, work in works_of(data):
        name, record = _bibtex_record(kind, work)
        fields = {_BIBLATEX_FIELDS.get(field, field): value for field, value in record.items() if field not in ("month", "day")}
        if "note" not in work and "pubstate" in record:
            fields.pop("note", None)
        if work.get("arxiv"):
            fields.pop("howpublished", None)
        if "articleno" in fields:
            fields["eid"] = fields["articleno"]  # which the styles print; the other field tells it from a page
        if "year" in record:
            fields = {"date" if field == "year" else field: value for field, value in fields.items()} | {"date": work["date"]}
        elif work.get("date"):
            fields["date"] = work["date"]
        fields |= {
            field: f"{{{value}}}" for field, value in fields.items() if field == "holder" or field in _LISTS and " and " in value
        }
        entries.append(_bibtex_text(_BIBLATEX_TYPES.get(name, name), key_of(work, taken), fields))
    return "\n".join(entries)


def bibtex_entry(kind: str, work: Mapping[str, Any], key: str) -> str:
    """Return one work as BibTeX. `kind` is CSL's type."""
    name, record = _bibtex_record(kind, work)
    return _bibtex_text(name, key, record)


def _bibtex_text(name: str, key: str, record: Mapping[str, str]) -> str:
    values = {field: f"{{{_LINE_ENDS.sub(' ', value)}}}" for field, value in record.items() if value}
    if (month := record.get("month", "")).isdigit():
        values["month"] = _MONTHS[int(month) - 1]  # a name that each style defines
    fields = "".join(f",\n  {field} = {value}" for field, value in values.items())
    return f"@{name}{{{key}{fields}\n}}\n"


def _bibtex_record(kind: str, work: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the type of a work in BibTeX, and its fields; a collaboration signs a work that names no authors."""
    name = _bibtex_type(kind, work)
    fields = {field: value for field, value in work.items() if field != "id"}
    record = write_record(bibtex.TABLE, fields, "article-journal" if name == "article" else kind)
    if work.get("collaboration"):
        group = "".join(encode(inline(str(work["collaboration"])).spans))
        record = {"title": record.pop("title"), "author": f"{{{group}}}", **record} if "author" not in record else record
    if work.get("editors"):
        record["editor"] = NAMES.write(work["editors"]) if NAMES.write else None
    if work.get("et_al") and "author" in record:
        record["author"] = f"{record['author']} and others"
    if marks := marks_of(work.get("authors")):
        record["author+an"] = marks
    record |= _link_fields(work)
    if "pages" in record:
        record["pages"] = record["pages"].replace("–", "--")
    if kind in ("thesis", "report"):
        record.setdefault("type", kind.capitalize())  # or styles print another word
    is_preprint = kind == "article" and work.get("arxiv") and name == "misc"
    if bibtex.TYPES.get(name, ("",))[0] != kind and not is_preprint:
        record["entrysubtype"] = _SUBTYPES[kind]
    if is_preprint:
        record.setdefault("howpublished", f"arXiv:{record['eprint']}")
    elif name not in _STANDARD and (line := _venue_line(record)):
        record.setdefault("howpublished", line)
    if word := _STATUS_WORDS.get(work.get("status", "")) if kind != "patent" else "":
        record.setdefault("note", word)  # styles of BibTeX print no `pubstate`
    return name, record


def _bibtex_type(kind: str, work: Mapping[str, Any]) -> str:
    if kind == "thesis":
        return "mastersthesis" if re.search("master", str(work.get("genre", "")), re.IGNORECASE) else "phdthesis"
    if kind == "article" and (venue := characters(work.get("venue", {}).get("name"))):
        return "misc" if works.is_server(venue) or works.is_preprint_venue(venue) else "article"
    return _BIBTEX_TYPES.get(kind, "misc")


def _venue_line(record: Mapping[str, str]) -> str:
    """Return the venue, volume, issue, pages and publisher as the styles of BibTeX print them of articles."""
    venue = next((record[field] for field in bibtex.VENUE_FIELDS if record.get(field)), "")
    issue = f"({record['issue']})" if record.get("issue") else ""
    place = ":".join(part for part in (f"{record.get('volume', '')}{issue}", record.get("pages", "")) if part) if venue else ""
    return ", ".join(dict.fromkeys(part for part in (venue, place, record.get("publisher", "")) if part))


def _link_fields(work: Mapping[str, Any]) -> dict[str, str]:
    """Return links in fields of the kind that web pages of bibliographies have; others in a field for all of them."""
    fields, others = {}, []
    for label, url in pairs(work.get("links")):
        field = _LINK_FIELDS.get(label, "")
        if field and field not in fields:
            fields[field] = encode((Span(percent_encode(url)),))
        else:
            others.append((label, url))
    return {**fields, "links": encode((Span(links_line(others)),))} if others else fields


def write_csl(data: Mapping[str, Any]) -> str:
    """Return the works as CSL-JSON."""
    items, taken = [], set[str]()
    for kind, work in works_of(data):
        record = write_record(csl.TABLE, {**work, "id": key_of(work, taken), "type": kind}, kind)
        if work.get("collaboration") and "author" not in record:
            record["author"] = [{"literal": characters(work["collaboration"])}]
        custom: dict[str, Any] = other_identifiers(work, csl.WRITTEN_IDS)
        if links := pairs(work.get("links")):
            custom["links"] = links_line(links)
        if marks := marks_of(work.get("authors")):
            custom["author+an"] = marks
        if work.get("et_al"):
            custom["et-al"] = True
        if work.get("arxiv") and not {"URL", "DOI"} & set(record):
            record["URL"] = f"https://arxiv.org/abs/{work['arxiv']}"
        items.append({**record, "custom": custom} if custom else record)
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def write_ris(data: Mapping[str, Any]) -> str:
    """Return the works as RIS."""
    lines = []
    for kind, work in works_of(data):
        record = write_record(ris.TABLE, work, kind)
        lines.append(f"TY  - {_RIS_TYPES.get(kind, 'GEN')}")
        if work.get("collaboration") and "AU" not in record:
            record["AU"] = [characters(work["collaboration"])]
        if work.get("et_al") and "AU" in record:
            record["AU"].append("et al.")
        for tag, value in record.items():
            parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
            if tag.isalnum() and tag != "TY":
                lines += [f"{tag}  - {' '.join(str(part).split())}" for part in parts]
        lines += [*_ris_extra(work), "ER  - ", ""]
    return "\n".join(lines)


def _ris_extra(work: Mapping[str, Any]) -> list[str]:
    """Return the lines of what has no field in a table: arXiv and links as addresses, the rest in C8 as `key: value`."""
    links = pairs(work.get("links"))
    labelled = [(label, url) for label, url in links if label or not work.get("url")]  # the first UR is the url
    carried = other_identifiers(dict(work), ris.WRITTEN_IDS)
    carried |= {"links": links_line(labelled)} if labelled else {}
    carried |= {"author+an": marks} if (marks := marks_of(work.get("authors"))) else {}
    addresses = [f"https://arxiv.org/abs/{work['arxiv']}"] if work.get("arxiv") else []
    addresses += [url for label, url in links if (label, url) not in labelled]
    lines = [*(f"C8  - {key}: {value}" for key, value in carried.items()), *(f"UR  - {url}" for url in addresses)]
    return [_LINE_ENDS.sub(" ", line) for line in lines]


WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {"bib": write_bibtex, "json": write_csl, "ris": write_ris}
"""The writer of each format, by the suffix of its files."""
