"""Read the list of sources that Microsoft Word keeps (Sources.xml): ISO/IEC 29500-1, part 1, section 22.6."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DOI, EDITION, PAGES, PLAIN, PROSE, URL, split
from cvrender.formats.csl import ISBN_OF_LINK
from cvrender.formats.syntax.xml_syntax import as_source, element_text
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading, as_list, look
from cvrender.formats.values import dates, identifiers
from cvrender.formats.values.names import people_of
from cvrender.formats.works import complete
from cvrender.model.csl import IN_BOOKS
from cvrender.model.name_parts import Name

TYPES = {
    "JournalArticle": "article-journal",
    "ArticleInAPeriodical": "article-magazine",
    "ConferenceProceedings": "paper-conference",
    "Book": "book",
    "BookSection": "chapter",
    "Report": "report",
    "Patent": "patent",
    "InternetSite": "webpage",
    "DocumentFromInternetSite": "webpage",
    "ElectronicSource": "webpage",
    "Misc": "document",
}


def _people(value: Any) -> list[Any] | None:
    people = as_list(look(value, "NameList.Person"))
    parts = ([element_text(look(person, part)) for part in ("Last", "First", "Middle")] for person in people)
    names = [Name(family, f"{given} {middle}".strip()) for family, given, middle in parts]
    return people_of([*names, Name(element_text(look(value, "Corporate")), whole=True)])


def _date(values: tuple[Any, ...]) -> str | None:
    return dates.parts([element_text(value) for value in values if value])


TABLE = (
    Row("Tag", "id", PLAIN),
    Row("SourceType", "type", Converter(lambda value: TYPES.get(element_text(value)))),
    Row("Title", "title", PROSE),
    Row(("Year", "Month", "Day"), "date", Converter(_date)),
    Row("Author.Author", "authors", Converter(_people)),
    Row("Author.Inventor", "authors", Converter(_people)),
    Row("Author.Editor", "container_editors", Converter(_people), when=IN_BOOKS),
    Row("Author.Editor", "editors", Converter(_people), when=frozenset({"book"})),
    Row("Author.Translator", "translators", Converter(_people)),
    Row("JournalName", "venue.name", PROSE),
    Row("ConferenceName", "venue.name", PROSE),
    Row("PeriodicalTitle", "venue.name", PROSE),
    Row("BookTitle", "venue.name", PROSE),
    Row("InternetSiteTitle", "venue.name", PROSE),
    Row("Volume", "volume", PLAIN),
    Row("Issue", "issue", PLAIN),
    Row("Pages", "page", PAGES),
    Row("Edition", "edition", EDITION),
    Row("Publisher", "publisher", PROSE),
    Row("Institution", "publisher", PROSE),
    Row("City", "publisher_place", PROSE),
    Row("PatentNumber", "number", PLAIN),
    Row("StandardNumber", "isbn", ISBN_OF_LINK),
    Row("DOI", "doi", DOI),
    Row("StandardNumber", "doi", Converter(lambda value: identifiers.doi(element_text(value)))),
    Row("BIBTEX_KeyWords", "tags", split(";")),
    Row("BIBTEX_Series", "collection_title", PROSE),
    Row("ThesisType", "genre", PROSE),
    Row("URL", "url", URL),
    Row("Comments", "note", PROSE),
)
"""Elements without a row stay under `x-import`, but for those that `merge/ignored_keys.py` lists."""


def _kind(record: Any) -> str:
    return TYPES.get(element_text(record.get("SourceType")), "")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    if entry.get("type") == "patent":
        del entry["type"]
    else:
        complete(entry, reading)


def read(content: Content) -> Imported:
    """Read the sources."""
    source = as_source(content.xml, content.file, frozenset({"Source", "Person"}))
    section = RecordSection("Source", "publications", TABLE, kind=_kind, finish=_finish)
    source.data.pop("@SelectedStyle", None)
    return read_sections(source, "word-sources", [section])


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name == "Sources" and "bibliography" in content.xml.namespace


FORMAT = Format("word-sources", "Word’s sources", _detects, read)
