"""Read the CSV that Google Scholar exports of a profile: eight columns, names as `Last, First; `, no types and no DOIs."""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import PAGES, PLAIN, PROSE
from cvrender.formats.syntax.csv_syntax import read_csv
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.values.names import last_first, people_of
from cvrender.formats.works import complete, guessed_type, with_arxiv

HEADER = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher"


def _people(value: Any) -> list[Any] | None:
    names = (part.strip(" ,") for part in str(value).split(";"))
    return people_of(last_first(name) for name in names if name and name != "...")


TABLE = (
    Row("Authors", "authors", Converter(_people)),
    Row("~cut", "et_al", Converter(bool)),
    Row("Title", "title", PROSE),
    Row("Publication", "venue.name", PROSE),
    Row("arXiv", "arxiv", PLAIN),
    Row("Volume", "volume", PLAIN),
    Row("Number", "issue", PLAIN),
    Row("Pages", "page", PAGES),
    Row("Year", "date", PLAIN),
    Row("Publisher", "publisher", PROSE),
)


def _before(record: Any) -> Any:
    if "..." in str(record.get("Authors", "")):
        record["~cut"] = True
    return with_arxiv(record, "Publication", "Volume", "arXiv")


def _finish(entry: ImportedEntry, reading: SourceReading) -> None:
    entry["type"] = guessed_type(entry)
    complete(entry, reading)


SECTION = RecordSection("rows", "publications", TABLE, before=_before, finish=_finish)


def read(content: Content) -> Imported:
    """Read the rows of the file."""
    source, problems = read_csv(content.text, content.file, "rows")
    return read_sections(source, "google-scholar", [SECTION], problems)


def _detects(content: Content) -> bool:
    return content.begins == "text" and content.text.lstrip().replace('"', "").startswith(HEADER)


FORMAT = Format("google-scholar", "Google Scholar", _detects, read)
