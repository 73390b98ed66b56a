"""Read PubMed's format (nbib, MEDLINE): https://www.nlm.nih.gov/bsd/mms/medlineelements.html.

What is about an author (affiliation, ORCID) follows the author; a body is an author at its own place among them.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import EDITION, PAGES, PLAIN, PMCID, PMID, PROSE
from cvrender.formats.rearrange import as_list
from cvrender.formats.syntax.tagged import is_tagged, read_tagged
from cvrender.formats.table import ENTRY, Converter, Each, ImportedEntry, Row, SourceReading, Unreadable
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import last_first, person_fields
from cvrender.formats.works import complete
from cvrender.model.identifier_table import WORK_IDS


def _date(value: Any) -> Any:
    """`2015`, `2015 Aug`, `2015 Aug 4`, `2015 Aug-Sep`, `2015 Winter`."""
    said = str(value)
    if date := dates.date(said):
        return date
    if match := re.fullmatch(r"(\d{4}) ([A-Z][a-z]{2})-(?:(\d{4}) )?([A-Z][a-z]{2})(?: \d{1,2})?", said):
        first, last = dates.month(match[2]), dates.month(match[4])
        if first and last:
            return dates.span(f"{match[1]}-{first:02d}", f"{match[3] or match[1]}-{last:02d}")
    raise Unreadable(f'"{said}" is not a date')


def _trial(value: Any) -> str | None:
    """The registration of a clinical trial among the numbers in data banks, such as `ClinicalTrials.gov/NCT01234567`."""
    said = (str(part).rpartition("/")[2] for part in as_list(value))
    return next((number for part in said if (number := WORK_IDS["nct"].find(part))), None)


DATE = Converter(_date)
AUTHOR = (Row("FAU", ENTRY, Converter(lambda value: person_fields(last_first(value)))), Row("CN", "name", PLAIN))
TABLE = (
    Row("TI", "title", Converter(lambda value: str(PROSE.read(value)).removesuffix("."))),
    Row("BTI", "title", PROSE),
    Row("authors", "authors", Each(AUTHOR, short="name")),
    Row("JT", "venue.name", PROSE),
    Row("TA", "venue.short", PROSE),
    Row("DP", "date", DATE),
    Row("VI", "volume", PLAIN),
    Row("IP", "issue", PLAIN),
    Row("PG", "page", PAGES),
    Row("doi", "doi", PLAIN),
    Row("PMID", "pmid", PMID),
    Row("PMC", "pmcid", PMCID),
    Row("ISBN", "isbn", Converter(lambda value: identifiers.isbn(str(value).partition(" ")[0]))),
    Row("PB", "publisher", PROSE),
    Row("CTI", "collection_title", PROSE),
    Row("EN", "edition", EDITION),
    Row("SI", "nct", Converter(_trial)),
)
"""Tags without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _record(fields: list[tuple[str, str]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    authors: list[dict[str, Any]] = []
    for tag, value in fields:
        if tag in ("FAU", "CN"):
            authors.append({tag: value})
        elif tag in ("AU", "AD", "AUID") and authors:
            _add(authors[-1], tag, value)
        elif tag in ("LID", "AID") and value.endswith("[doi]") and record.get("doi", value[:-6].strip()) == value[:-6].strip():
            record["doi"] = value[:-6].strip()
        elif value:
            _add(record, tag, value)
    if authors:
        record["authors"] = [_without_short_name(author) for author in authors]
    return record


def _add(record: dict[str, Any], tag: str, value: str) -> None:
    """One value, or a list of several."""
    if tag not in record:
        record[tag] = value
    elif isinstance(record[tag], list):
        record[tag].append(value)
    else:
        record[tag] = [record[tag], value]


def _without_short_name(author: dict[str, Any]) -> dict[str, Any]:
    """`Xie C` says nothing that `Xie, Cong` does not say."""
    family, _, given = str(author.get("FAU", "")).partition(", ")
    initials = "".join(word[0] for word in re.split(r"[ -]", given) if word)
    if author.get("AU") == f"{family} {initials}".strip():
        return {key: value for key, value in author.items() if key != "AU"}
    return author


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kinds = entry.get("x-import", {}).get("pubmed", {}).get("PT", ())
    is_preprint = "Preprint" in (kinds if isinstance(kinds, list) else [kinds])
    entry["type"] = "article" if is_preprint else "article-journal" if "venue" in entry else "document"
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the records of the file."""
    source, problems = read_tagged(content.text, content.file, "PMID", "", _record)
    return read_sections(source, "pubmed", [RecordSection("works", "publications", TABLE, finish=_finish)], problems)


def _detects(content: Content) -> bool:
    return content.begins == "text" and is_tagged(content.text, "PMID")


FORMAT = Format("pubmed", "PubMed (nbib)", _detects, read)
