"""Read PubMed's format (nbib, MEDLINE), and its XML of articles and books.

Tags: https://www.nlm.nih.gov/bsd/mms/medlineelements.html; what is about an author (affiliation, ORCID) follows the author, and a
body is an author at its own place among them. XML: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html.
"""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, EDITION, LINE, PAGE_RANGE, PAGES, PLAIN, PMCID, PMID, PROSE, TITLE, of_element
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.syntax.tagged import is_tagged, read_tagged
from cvrender.formats.syntax.xml_syntax import XmlElement, as_source, element_text
from cvrender.formats.table import ENTRY, Converter, Each, ImportedEntry, Row, SourceReading, Unreadable, as_list, look
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import last_first, person_fields
from cvrender.formats.works import complete
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.name_parts import Name


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


_LISTS = frozenset({"PubmedArticle", "PubmedBookArticle", "Author", "ArticleId", "ELocationID", "PublicationType", "AuthorList"})
_ARTICLE = "MedlineCitation.Article"
_ISSUE = f"{_ARTICLE}.Journal.JournalIssue"
_BOOK = "BookDocument.Book"


def _xml_date(value: Any) -> Any:
    """A year, month and day, a year and a season, or words such as `2015 Aug-Sep`."""
    if words := element_text(look(value, "MedlineDate")):
        return DATE.read(words)
    year, season, *rest = (element_text(look(value, key)) for key in ("Year", "Season", "Month", "Day"))
    return dates.parts([year, season] if season else [year, *rest])


def _xml_name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    family, given, suffix = (element_text(value) for value in values)
    return person_fields(Name(family, given, "", suffix))


XML_AUTHOR = (
    Row(("LastName", "ForeName", "Suffix"), ENTRY, Converter(_xml_name)),
    Row("CollectiveName", "name", LINE),
)
AUTHORS = Each(XML_AUTHOR, short="name")
XML_DATE = Converter(_xml_date)

XML_TABLE = (
    Row(f"{_ARTICLE}.ArticleTitle", "title", TITLE),
    Row("BookDocument.ArticleTitle", "title", TITLE),
    Row(f"{_BOOK}.BookTitle", "title", TITLE),
    Row(f"{_ARTICLE}.AuthorList.0.Author", "authors", AUTHORS),
    Row("BookDocument.AuthorList.0.Author", "authors", AUTHORS),
    Row(f"{_BOOK}.AuthorList.0.Author", "authors", AUTHORS),
    Row(f"{_ARTICLE}.Journal.Title", "venue.name", LINE),
    Row(f"{_BOOK}.BookTitle", "venue.name", LINE),
    Row(f"{_ARTICLE}.Journal.ISOAbbreviation", "venue.short", LINE),
    Row(f"{_ISSUE}.PubDate", "date", XML_DATE),
    Row(f"{_BOOK}.PubDate", "date", XML_DATE),
    Row(f"{_ISSUE}.Volume", "volume", of_element(PLAIN)),
    Row(f"{_ISSUE}.Issue", "issue", of_element(PLAIN)),
    Row(f"{_ARTICLE}.Pagination.MedlinePgn", "page", of_element(PAGES)),
    Row((f"{_ARTICLE}.Pagination.StartPage", f"{_ARTICLE}.Pagination.EndPage"), "page", PAGE_RANGE),
    Row(f"{_BOOK}.CollectionTitle", "collection_title", LINE),
    Row("~doi", "doi", DOI),
    Row("~pubmed", "pmid", PMID),
    Row("MedlineCitation.PMID", "pmid", of_element(PMID)),
    Row("BookDocument.PMID", "pmid", of_element(PMID)),
    Row("~pmc", "pmcid", PMCID),
    Row(f"{_BOOK}.Isbn", "isbn", of_element(ISBN_OF_LINK)),
    Row(f"{_BOOK}.Publisher.PublisherName", "publisher", LINE),
    Row(f"{_BOOK}.Publisher.PublisherLocation", "publisher_place", LINE),
)
"""Elements without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _before_xml(record: Any) -> Any:
    """A record with its identifiers by name. Those of the works that it cites stay where they are."""
    lists = ("PubmedData.ArticleIdList", "PubmedBookData.ArticleIdList", "BookDocument.ArticleIdList", _ARTICLE)
    for parts in (look(record, path) for path in lists):
        for name, kind in (("ArticleId", "@IdType"), ("ELocationID", "@EIdType")):
            left = []
            for part in as_list(parts.get(name)) if isinstance(parts, dict) else ():
                key = f"~{part.get(kind)}" if isinstance(part, dict) else ""
                if key not in ("~doi", "~pubmed", "~pmc") or record.setdefault(key, element_text(part)) != element_text(part):
                    left.append(part)
            if isinstance(parts, dict) and name in parts:
                parts[name] = left
    return record


def _finish_xml(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    types = look(kept, f"{_ARTICLE}.PublicationTypeList.PublicationType") or ()
    if "BookDocument" in kept or "publisher" in entry:
        entry["type"] = "chapter" if "venue" in entry else "book"
    else:
        is_preprint = any(element_text(kind) == "Preprint" for kind in as_list(types))
        entry["type"] = "article" if is_preprint else "article-journal" if "venue" in entry else "document"
    complete(entry, reading)


def read_xml(content: Content) -> Imported:
    """Read the articles and books of an answer."""
    root = content.xml
    records = [root] if root.name in ("PubmedArticle", "PubmedBookArticle") else root.children
    holder = XmlElement("records", "", {}, root.place, list(records))
    sections = [
        RecordSection(name, "publications", XML_TABLE, before=_before_xml, finish=_finish_xml)
        for name in ("PubmedArticle", "PubmedBookArticle")
    ]
    return read_sections(as_source(holder, content.file, _LISTS), "pubmed-xml", sections)


def _detects_xml(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name.startswith(("PubmedArticle", "PubmedBookArticle"))


XML_FORMAT = Format("pubmed-xml", "PubMed XML", _detects_xml, read_xml)
