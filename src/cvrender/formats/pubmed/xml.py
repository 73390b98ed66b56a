"""Read PubMed's XML: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html, articles and books."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, PAGE_RANGE, PAGES, PLAIN, PMCID, PMID
from cvrender.formats.csl.values import ISBN_OF_LINK
from cvrender.formats.pubmed.read import DATE as WORDS
from cvrender.formats.rearrange import as_list
from cvrender.formats.syntax.xml_syntax import XmlElement, as_source, element_text
from cvrender.formats.table import ENTRY, Converter, Each, ImportedEntry, Row, SourceReading, look
from cvrender.formats.values import dates
from cvrender.formats.values.names import person_fields
from cvrender.formats.works import complete
from cvrender.formats.xml_values import LINE, TITLE, of_element
from cvrender.model.name_parts import Name

_LISTS = frozenset({"PubmedArticle", "PubmedBookArticle", "Author", "ArticleId", "ELocationID", "PublicationType", "AuthorList"})
_ARTICLE = "MedlineCitation.Article"
_ISSUE = f"{_ARTICLE}.Journal.JournalIssue"
_BOOK = "BookDocument.Book"


def _date(value: Any) -> Any:
    """A year, month and day, a year and a season, or words such as `2015 Aug-Sep`."""
    if words := element_text(look(value, "MedlineDate")):
        return WORDS.read(words)
    year, season, *rest = (element_text(look(value, key)) for key in ("Year", "Season", "Month", "Day"))
    return dates.parts([year, season] if season else [year, *rest])


def _name(values: tuple[Any, ...]) -> dict[str, Any] | None:
    family, given, suffix = (element_text(value) for value in values)
    return person_fields(Name(family, given, "", suffix))


AUTHOR = (
    Row(("LastName", "ForeName", "Suffix"), ENTRY, Converter(_name)),
    Row("CollectiveName", "name", LINE),
)
AUTHORS = Each(AUTHOR, short="name")
DATE = Converter(_date)

TABLE = (
    Row(f"{_ARTICLE}.ArticleTitle", "title", TITLE),
    Row("BookDocument.ArticleTitle", "title", TITLE),
    Row(f"{_BOOK}.BookTitle", "title", TITLE),
    Row(f"{_ARTICLE}.AuthorList.0.Author", "authors", AUTHORS),
    Row("BookDocument.AuthorList.0.Author", "authors", AUTHORS),
    Row(f"{_BOOK}.AuthorList.0.Author", "authors", AUTHORS),
    Row(f"{_ARTICLE}.Journal.Title", "venue.name", LINE),
    Row(f"{_BOOK}.BookTitle", "venue.name", LINE),
    Row(f"{_ARTICLE}.Journal.ISOAbbreviation", "venue.short", LINE),
    Row(f"{_ISSUE}.PubDate", "date", DATE),
    Row(f"{_BOOK}.PubDate", "date", DATE),
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


def _before(record: Any) -> Any:
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


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    kept = entry.get("x-import", {}).get(reading.format, {})
    types = look(kept, f"{_ARTICLE}.PublicationTypeList.PublicationType") or ()
    if "BookDocument" in kept or "publisher" in entry:
        entry["type"] = "chapter" if "venue" in entry else "book"
    else:
        is_preprint = any(element_text(kind) == "Preprint" for kind in as_list(types))
        entry["type"] = "article" if is_preprint else "article-journal" if "venue" in entry else "document"
    complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the articles and books of an answer."""
    root = content.xml
    records = [root] if root.name in ("PubmedArticle", "PubmedBookArticle") else root.children
    holder = XmlElement("records", "", {}, root.place, list(records))
    sections = [
        RecordSection(name, "publications", TABLE, before=_before, finish=_finish)
        for name in ("PubmedArticle", "PubmedBookArticle")
    ]
    return read_sections(as_source(holder, content.file, _LISTS), "pubmed-xml", sections)


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name.startswith(("PubmedArticle", "PubmedBookArticle"))


FORMAT = Format("pubmed-xml", "PubMed XML", _detects, read)
