"""Write publications and patents as bibliographies, by the tables that read them."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from cvrender.compose.markup import inline
from cvrender.importers import bibtex, csl, ris
from cvrender.importers.carried import links_line, marks_of, other_identifiers, pairs
from cvrender.importers.latex_values import NAMES
from cvrender.importers.merge.same import author_name, text_in
from cvrender.importers.table import write_record
from cvrender.importers.text.latex_write import encode
from cvrender.model.dates import parse_when
from cvrender.model.names import normalized_name
from cvrender.model.profile import Profile
from cvrender.model.text import Span

_BIBTEX_TYPES = {ours: theirs for theirs, (ours, genre) in reversed(bibtex.TYPES.items()) if not genre} | {
    "article": "misc",
    "report": "techreport",
    "document": "misc",
}
_LINK_FIELDS = {"PDF": "pdf", "web page": "html", "supplement": "supp"} | {name: name for name in bibtex.LINK_FIELDS}
_RIS_TYPES = {ours: theirs for theirs, ours in reversed(ris.TYPES.items())}
_BIBLATEX_TYPES = {"techreport": "report", "phdthesis": "thesis", "mastersthesis": "thesis", "conference": "inproceedings"}
"""The types of biblatex for those that only BibTeX has (the manual of biblatex, section 2.1)."""
_BIBLATEX_FIELDS = {"journal": "journaltitle", "address": "location", "school": "institution", "archiveprefix": "eprinttype"}
_PLAIN = ("title", "note", "genre", "publisher", "authority", "status")


def public(profile: Profile, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the publications and patents of a profile's data that a public view may show."""
    made = {}
    for name in ("publications", "patents"):
        level = profile.privacy.get(name, "public")
        entries = zip(data.get(name) or (), getattr(profile, name), strict=True)
        made[name] = [value for value, entry in entries if level == "public" and entry.shown_at("public")]
    return made


def works_of(data: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return publications and patents of a profile's data with their type; short forms written out, texts in one language."""
    made = []
    for collection in ("publications", "patents"):
        for work in data.get(collection) or ():
            kind = "patent" if collection == "patents" else str(work.get("type", "document"))
            made.append((kind, _whole(work)))
    return made


def _whole(work: Mapping[str, Any]) -> dict[str, Any]:
    entry = {key: text_in(value) if key in _PLAIN else value for key, value in work.items()}
    venue = entry.get("venue")
    if venue is not None:
        named = venue if isinstance(venue, dict) and "name" in venue else {"name": venue}
        entry["venue"] = {key: text_in(value) for key, value in named.items()}
    if isinstance(entry.get("awards"), str):
        entry["awards"] = [entry["awards"]]
    if isinstance(entry.get("date"), str):
        entry["date"] = str(parse_when(entry["date"]))  # `ca. 1998` as 1998~
    return {key: value for key, value in entry.items() if value not in (None, "", [])}


def key_of(work: Mapping[str, Any], taken: set[str]) -> str:
    """Return a citation key: the id, or the first author's family name, the year and a word of the title."""
    authors = work.get("authors") or [""]
    family = normalized_name(author_name(authors[0])).rpartition(" ")[2]
    words = [word for word in normalized_name(str(work.get("title", ""))).split() if len(word) > 3]
    year = re.search(r"\d{4}", str(work.get("date", "")))
    base = str(work.get("id") or f"{family}{year[0] if year else ''}{words[0] if words else ''}")
    base = re.sub(r"[\s,{}()\"=#%\\~'@]", "", base) or "work"
    key, number = base, 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    taken.add(key)
    return key


def write_bibtex(data: Mapping[str, Any]) -> str:
    """Return the works as BibTeX."""
    taken = set[str]()
    return "\n".join(bibtex_entry(kind, work, key_of(work, taken)) for kind, work in works_of(data))


def write_biblatex(data: Mapping[str, Any]) -> str:
    """Return the works with biblatex's names of types and fields, and with `date` for `year` and `month`."""
    lines = []
    date = ""
    for line in write_bibtex(data).splitlines():
        kind, field = re.match(r"@(\w+)\{", line), re.match(r"  (\w+) = \{(.*)\}(,?)$", line)
        if kind:
            line = f"@{_BIBLATEX_TYPES.get(kind[1], kind[1])}{line[len(kind[0]) - 1 :]}"
        elif field and field[1] in _BIBLATEX_FIELDS:
            line = f"  {_BIBLATEX_FIELDS[field[1]]} = {{{field[2]}}}{field[3]}"
        lines.append(line)
    return "\n".join(lines) + "\n" + date


def bibtex_entry(kind: str, work: Mapping[str, Any], key: str) -> str:
    """Return one work as BibTeX. `kind` is CSL's type; a collaboration signs a work that names no authors."""
    record = write_record(bibtex.TABLE, {name: value for name, value in work.items() if name != "id"}, kind)
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
    name = "patent" if kind == "patent" else _BIBTEX_TYPES.get(kind, "misc")
    fields = "".join(f",\n  {field} = {{{value}}}" for field, value in record.items() if value)
    return f"@{name}{{{key}{fields}\n}}\n"


def _link_fields(work: Mapping[str, Any]) -> dict[str, str]:
    """Return links in fields of the kind that web pages of bibliographies have; others in a field for all of them."""
    made, others = {}, []
    for label, url in pairs(work.get("links")):
        field = _LINK_FIELDS.get(label, "")
        if field and field not in made:
            made[field] = "".join(encode((Span(url),)))
        else:
            others.append((label, url))
    return {**made, "links": encode((Span(links_line(others)),))} if others else made


def write_csl(data: Mapping[str, Any]) -> str:
    """Return the works as CSL-JSON."""
    items, taken = [], set[str]()
    for kind, work in works_of(data):
        record = write_record(csl.TABLE, {**work, "id": key_of(work, taken), "type": kind}, kind)
        custom: dict[str, Any] = other_identifiers(work, csl.WRITTEN_IDS)
        if links := pairs(work.get("links")):
            custom["links"] = links_line(links)
        if marks := marks_of(work.get("authors")):
            custom["author+an"] = marks
        if work.get("et_al"):
            custom["et-al"] = True
        items.append({**record, "custom": custom} if custom else record)
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def write_ris(data: Mapping[str, Any]) -> str:
    """Return the works as RIS."""
    lines = []
    for kind, work in works_of(data):
        record = write_record(ris.TABLE, work, kind)
        lines.append(f"TY  - {_RIS_TYPES.get(kind, 'GEN')}")
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
    return [*(f"C8  - {key}: {value}" for key, value in carried.items()), *(f"UR  - {url}" for url in addresses)]


WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {"bib": write_bibtex, "json": write_csl, "ris": write_ris}
"""The writer of each format, by the suffix of its files."""
