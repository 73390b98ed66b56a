"""Read EndNote's tagged format (.enw, Refer): https://en.wikipedia.org/wiki/Refer_(software), with EndNote's own tags."""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, DOI, EDITION, PAGES, PLAIN, PROSE, URL, listed
from cvrender.formats.csl.values import ISBN_OF_LINK
from cvrender.formats.ris import NAMES
from cvrender.formats.syntax.clean import clean
from cvrender.formats.table import ImportedEntry, Row, SourceReading
from cvrender.formats.works import complete, guessed_type
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.csl import IN_BOOKS

TYPES = {
    "journal article": "article-journal",
    "electronic article": "article-journal",
    "conference paper": "paper-conference",
    "conference proceedings": "paper-conference",
    "book section": "chapter",
    "book": "book",
    "edited book": "book",
    "electronic book": "book",
    "thesis": "thesis",
    "report": "report",
    "patent": "patent",
    "dataset": "dataset",
    "computer program": "software",
    "web page": "webpage",
    "magazine article": "article-magazine",
    "newspaper article": "article-newspaper",
    "unpublished work": "manuscript",
    "generic": "document",
}
TABLE = (
    Row("%F", "id", PLAIN),
    Row("%T", "title", PROSE),
    Row("%A", "authors", NAMES),
    Row("%E", "container_editors", NAMES, when=IN_BOOKS),
    Row("%E", "editors", NAMES, when=frozenset({"book"})),
    Row("%?", "translators", NAMES),
    Row("%J", "venue.name", PROSE),
    Row("%B", "venue.name", PROSE),
    Row("%S", "collection_title", PROSE),
    Row("%8", "date", DATE),
    Row("%D", "date", DATE),
    Row("%V", "volume", PLAIN),
    Row("%N", "issue", PLAIN),
    Row("%P", "page", PAGES),
    Row("%7", "edition", EDITION),
    Row("%I", "publisher", PROSE),
    Row("%C", "publisher_place", PROSE),
    Row("%R", "doi", DOI),
    Row("%@", "isbn", ISBN_OF_LINK),
    Row("%U", "url", URL),
    Row("%9", "genre", PROSE),
    Row("%K", "tags", listed(PLAIN)),
    Row("%Z", "note", PROSE),
)
"""Tags without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""
_LISTS = frozenset({"%A", "%E", "%K", "%?"})
_LINE = re.compile(r"(%[0-9A-Z@!?#$&()*+<=>\[\]^~{}|]) (.*)")


def read(content: Content) -> Imported:
    """Read the records: each ends with an empty line, or where the next type is."""
    records: list[dict[str, Any]] = []
    values: dict[DataPath, Location] = {}
    tag, is_open = "", False
    for number, line in enumerate(re.split(r"\r\n|\r|\n", content.text), 1):
        match = _LINE.match(line)
        if match and (not is_open or match[1] == "%0"):
            records.append({})
            is_open = True
            values[("works", len(records) - 1)] = (content.file, number, 1)
        if match:
            tag = match[1]
            values.setdefault(("works", len(records) - 1, tag), (content.file, number, 4))
            _add(records[-1], tag, clean(match[2].strip()))
        elif not line.strip():
            is_open = False
        elif is_open and isinstance(records[-1].get(tag), str):
            records[-1][tag] += f" {clean(line.strip())}"
    section = RecordSection("works", "publications", TABLE, kind=_kind, finish=_finish)
    return read_sections(Source(content.file, {"works": records}, {}, values), "endnote", [section])


def _add(record: dict[str, Any], tag: str, value: str) -> None:
    if tag in _LISTS:
        record.setdefault(tag, []).append(value)
    elif tag in record:
        record.setdefault(f"{tag} (more)", []).append(value)
    elif value:
        record[tag] = value


def _kind(record: Any) -> str:
    return TYPES.get(str(record.get("%0")).casefold(), "")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    entry["type"] = TYPES.get(str(kept.get("%0")).casefold()) or guessed_type(entry)
    if str(kept.get("%0")).casefold() in TYPES:
        kept.pop("%0")
    if not kept and "x-import" in entry:
        entry["x-import"].pop(reading.format, None)
    complete(entry, reading)


def _detects(content: Content) -> bool:
    return content.begins == "text" and bool(re.search(r"^%0 \w", content.text[:20_000], re.MULTILINE))


FORMAT = Format("endnote", "EndNote (.enw)", _detects, read)
