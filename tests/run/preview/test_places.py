"""Find where lines of a page come from, also when they are broken, joined or cut differently."""

from collections.abc import Callable

import pytest

from cvrender.model.document import Document
from cvrender.run.preview.places import fields_of

YAML = """\
bio: Ada writes about machines that follow rules, and about people who do not follow any rules at all.
positions:
  - {organization: University of Nowhere, title: Professor, start: 2019, end: present, highlights: [Did this, Did that]}
publications:
  - {title: Notes on a Machine, authors: [Ada Lovelace], type: article, date: 2020}
  - {title: More Notes on a Machine, authors: [Ada Lovelace], type: article, date: 2021}
"""


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Ada Lovelace", "person.name"),
        ("EXPERIENCE", "positions"),
        ("who do not follow any", "bio"),
        ("and about peo", "bio"),
        ("• Did that", "positions[0].highlights[1]"),
        ("University of Nowhere   2019 – Present", "positions[0]"),
        ("2019 – Present   University of Nowhere", "positions[0]"),
        ("More Notes on a Machine", "publications[1]"),
        ("– 3 –", ""),
        ("Page", ""),
        ("", ""),
    ],
)
def test_a_line_leads_to_its_field(line: str, field: str, document_of: Callable[..., Document]) -> None:
    assert fields_of([line], document_of(YAML)) == [field]


def test_equal_lines_lead_to_their_own_fields(document_of: Callable[..., Document]) -> None:
    yaml = "talks:\n  - {title: The Same Talk, date: 2020}\n  - {title: The Same Talk, date: 2019}\n"
    lines = ["The Same Talk", "2020", "The Same Talk", "2019"]
    assert fields_of(lines, document_of(yaml)) == ["talks[0]", "talks[0]", "talks[1]", "talks[1]"]
