"""References in four styles of publication lists become publications: authors, title, where they appeared, and the year."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
import pytest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_file
from cvrender.old_cvs.lost_lines import lost_lines
from cvrender.old_cvs.works.lists import publications
from cvrender.old_cvs.works.section import PublicationItem

TABLE = Path(__file__).parent / "references.txt"


def table() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The text of each reference, and what it says."""
    for block in TABLE.read_text("utf-8").split("\n\n", 1)[1].strip("\n").split("\n\n"):
        first, *rest = block.split("\n")
        yield first.partition(" ")[2], tuple(part.removeprefix("-") for part in rest)


def said(text: str) -> tuple[str, ...]:
    """What is read of a reference, as a row of the table."""
    entry: Any = publications([PublicationItem([OldLine((LineCell(text),))], "")])[0] or {}
    people = entry.get("authors") or entry.get("editors") or []
    names = "; ".join(one if isinstance(one, str) else one["name"] for one in people)
    venue = entry.get("venue") or entry.get("publisher") or ""
    where = venue if isinstance(venue, str) else venue["name"]
    return names, str(entry.get("title", "")), where, str(entry.get("date", ""))[:4]


ROWS = list(table())


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 46


@pytest.mark.parametrize(("text", "truth"), ROWS)
def test_a_reference_is_read(text: str, truth: tuple[str, ...]) -> None:
    assert said(text) == truth


def test_references_of_a_word_file_lose_nothing(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Ada Sample", style="Title")
    for heading, lines in (("Education", ["University of Nowhere, BA, 2019"]), ("Publications", [text for text, _ in ROWS])):
        document.add_paragraph(heading, style="Heading 1")
        for line in lines:
            document.add_paragraph(re.sub(r"(?<!\\)\*", "", line))
    document.save(str(tmp_path / "old.docx"))
    imported = read_file(tmp_path / "old.docx")
    made = new_profile([imported], "Ada Sample")
    validate(parse(made.text.encode(), "made.yaml"))
    assert len(imported.data["publications"]) == 46
    assert "custom" not in made.data, made.data["custom"]
    assert imported.document
    assert [line.words for line in lost_lines(imported.document, made.data)] == []


def test_the_parts_of_a_reference_are_fields() -> None:
    text = "Sample A, Test B. Samples in wards. In: Exemplar C, editor. Handbook of samples. 3rd ed. Here: Press; 2016. p. 1-9."
    assert publications([PublicationItem([OldLine((LineCell(text),))], "")]) == [
        {
            "type": "chapter",
            "title": "Samples in wards",
            "authors": ["A Sample", "B Test"],
            "container_editors": ["C Exemplar"],
            "venue": "Handbook of samples",
            "edition": "3rd",
            "publisher_place": "Here",
            "publisher": "Press",
            "date": "2016",
            "page": "1–9",
        }
    ]
