"""Test how the looks that extend `engineer` set publications: the title in bold above the authors, the year once."""

from collections.abc import Callable

import pytest

from cvrender.model.document import Document, EntryBlock
from cvrender.model.printed_texts import parts_of, texts_of

PROFILE = """
person: {name: Ada Example}
publications:
- {type: paper-conference, title: On Engines, authors: [Ada Example, Bo Sample],
   venue: {name: 22nd Conference on Engines, short: SFAST}, date: DATE, doi: 10.5555/1}
"""
FAMILY = ("engineer", "accent", "banner", "corners", "duo", "ivy", "mosaic", "portfolio", "sidebar")


@pytest.mark.parametrize("style", FAMILY)
@pytest.mark.parametrize("date", ["2025", "2025-02"])
def test_a_title_is_bold_above_its_authors_and_the_year_is_said_once(
    document_of: Callable[..., Document], style: str, date: str
) -> None:
    document = document_of(PROFILE.replace("DATE", date), style)
    [(work, _)] = [found for found in parts_of(document.sections, EntryBlock) if found[0].kind == "publication"]
    assert work.title.plain == "On Engines" and all(span.bold for span in work.title.spans)
    assert [span.text for line in work.lines for span in line.spans if span.bold] == ["Ada Example"]
    assert sum(text.plain.count("2025") for text, _ in texts_of(work)) == 1
