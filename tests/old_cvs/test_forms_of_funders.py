"""Check that CVs in the forms of funders are read: their headings, and the tables of the biographical sketch of the NIH."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import cvrender
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.merge.readers import read_content
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.office.named_columns import column_roles

_CONTRACTS = Path(cvrender.__file__).parent / "rules" / "contracts"
_READ = ("positions", "education", "publications")
_AMBIGUOUS = {"Products"}
"""What is a section of other things in most CVs."""


def _titles() -> Iterator[tuple[str, str]]:
    """Yield the sections of works, positions and degrees of the views of all contracts, and their titles."""
    for path in sorted(_CONTRACTS.glob("*.yaml")):
        contract: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
        for section in contract.get("view", {}).get("sections", ()):
            title = section.get("title", "") if isinstance(section, dict) else ""
            said = title.values() if isinstance(title, dict) else [title]
            if section and title and section.get("from") in _READ:
                yield from ((section["from"], text) for text in said if text not in _AMBIGUOUS)


def test_headings_of_all_forms_are_known() -> None:
    titles = set(_titles())
    assert len(titles) > 30
    assert {(name, title) for name, title in titles if section_of(title) != name} == set()


_SKETCH = """<p>OMB No. 0925-0001 and 0925-0002 (Rev. 09/17)</p><p>BIOGRAPHICAL SKETCH</p><p>NAME: Example, Ada</p>
<p>EDUCATION/TRAINING <em>(Begin with baccalaureate or other initial professional education. Add rows as necessary.)</em></p>
<table><tr><td><p>INSTITUTION AND LOCATION</p></td><td><p>DEGREE</p><p>(if applicable)</p></td>
<td><p>Completion Date</p><p>MM/YYYY</p></td><td><p>FIELD OF STUDY</p></td></tr>
<tr><td><p>Erewhon University</p><p>Springfield, IL</p></td><td>PhD</td><td>05/2012</td><td>Biology</td></tr>
<tr><td><p>Lilliput College</p></td><td>BSc</td><td>06/2007</td><td>Physics</td></tr></table>
<p><strong>A. Personal Statement</strong></p><p>I study widgets and how they grow.</p>
<h2>B. Positions, Scientific Appointments, and Honors</h2>
<table><tr><td><p>ACTIVITY/</p><p>OCCUPATION</p></td><td><p>START DATE</p><p>MM/YYYY</p></td>
<td><p>END DATE</p><p>MM/YYYY</p></td><td><p>INSTITUTION/</p><p>COMPANY</p></td></tr>
<tr><td>Assistant Professor</td><td>08/2013</td><td>Present</td><td>Erewhon University</td></tr>
<tr><td>Postdoctoral Fellow</td><td>06/2012</td><td>07/2013</td><td>Lilliput College</td></tr></table>
<h2>Honors</h2><ul><li>2019 Prize for Widgets</li></ul>
<p><strong>C. Contributions to Science</strong></p><p>My early work was on gears.</p>"""


def test_a_biographical_sketch_is_read_with_its_tables() -> None:
    data = read_content(Content(f"<html><body>{_SKETCH}</body></html>".encode(), "sketch.html")).data
    assert data["person"]["name"] == "Ada Example" and "phones" not in data["person"]
    assert [(each["institution"], each["degree"], each["date"]) for each in data["education"]] == [
        ("Erewhon University", "PhD", "2012-05"),
        ("Lilliput College", "BSc", "2007-06"),
    ]
    assert data["education"][0]["location"] == "Springfield, IL" and data["education"][0]["field"] == "Biology"
    assert [(each["title"], each["organization"], each["start"]) for each in data["positions"]] == [
        ("Assistant Professor", "Erewhon University", "2013-08"),
        ("Postdoctoral Fellow", "Lilliput College", "2012-06"),
    ]
    assert data["bio"] == "I study widgets and how they grow." and "gears" in str(data["custom"])


@pytest.mark.parametrize("form", ["MM/YYYY", "(mm.yyyy)", "TT.MM.JJJJ"])
def test_names_of_columns_may_tell_how_dates_are_written(form: str) -> None:
    names = ("Institution and Location", "Degree", f"Start date {form}")
    assert column_roles([[OldLine((LineCell(name),))] for name in names]) == ["organization", "title", "date"]
