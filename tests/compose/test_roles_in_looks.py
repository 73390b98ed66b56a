"""Test that employers and posts look alike in a position with one title and in one with several roles."""

from collections.abc import Callable

import pytest

from cvrender.load.library import BUILT_IN
from cvrender.model.document import Document, EntryBlock
from cvrender.model.printed_texts import parts_of, texts_of

PROFILE = """
person: {name: Ada Example}
positions:
- {title: Analyst, organization: Widgets, start: 2020, end: 2021}
- organization: Acme
  roles: [{title: Engineer, start: 2018, end: 2019}, {title: Intern, start: 2017, end: 2018}]
"""


@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_the_employer_is_bold_for_one_title_and_for_several_roles_or_for_neither(
    document_of: Callable[..., Document], style: str
) -> None:
    document = document_of(PROFILE, style)
    entries = [block for block, _ in parts_of(document.sections, EntryBlock)]
    spans = [span for block in entries for text, _ in texts_of(block) for span in text.spans]
    bold = {word: any(span.bold and word in span.text for span in spans) for word in ("Widgets", "Acme", "Analyst", "Intern")}
    assert (bold["Acme"], bold["Intern"]) == (bold["Widgets"], bold["Analyst"])
