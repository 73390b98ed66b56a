"""Tables, rows and lists of a custom section in, the same in every target, as the format has it; verification reads them back."""

import re
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.load.library import BUILT_IN
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.targets import TARGETS

LOG = """\
person: {name: Ada Example}
bio: |
  Said:

  - one *thing*
  - another
    1. nested

  | Year | Taught |
  |------|--------|
  | 2020 | Systems \\| more |
custom:
- id: log
  title: Case Log
  text: "1. counted\\n2. checked"
  highlights: [a bullet]
  columns: [Procedure, Role, Number]
  rows:
  - [Echocardiography, first operator, 1200]
  - ["Catheterization, left & right, in a text that is so long that it is broken over several lines of its cell", "", "300"]
- {title: Facts, rows: {Licence: "B, *valid*"}}
"""


def made(style: str, targets: list[str]) -> dict[str, str]:
    source = parse(LOG.encode(), "ada.yaml")
    found = render(LoadedProfile(source, validate(source)), style=style, targets=targets)
    return {Path(item.name).suffix[1:]: item.content.decode("utf-8", "replace") for item in found if "ada-full" in item.name}


@pytest.mark.few_styles
@pytest.mark.parametrize("style", [name for name in BUILT_IN.names("styles") if name != "plain"])
def test_every_style_sets_them_and_every_reader_finds_them(style: str) -> None:
    assert set(made(style, ["pdf", "docx"])) == {"pdf", "docx"}


def test_each_format_has_its_own_table() -> None:
    found = made("plain", [name for name in TARGETS if name not in ("pdf", "docx")])
    assert "| Year | Taught |\n| --- | --- |\n| 2020 | Systems \\| more |" in found["md"]
    assert "1. counted\n2. checked\n\n<!-- -->\n\n- a bullet\n\n| Procedure |" in found["md"]
    assert '<th scope="col">Procedure</th>' in found["html"] and "<td>first operator</td>" in found["html"]
    assert "Year  Taught\n----  --------------\n2020  Systems | more\n" in found["txt"]
    assert "Procedure | Role | Number\nEchocardiography | first operator | 1200\nCatheterization" in found["txt"]
    assert re.search(r"\\cvtablehead\{\\cvcell\{0\.\d+\}\{Procedure\}", found["tex"])
    assert "Licence: B, valid" in found["txt"] and "- **Licence**: B, *valid*" in found["md"]


def test_word_repeats_the_header_of_a_table(tmp_path: Path) -> None:
    source = parse(LOG.encode(), "ada.yaml")
    (document,) = render(LoadedProfile(source, validate(source)), targets=["docx"])
    import docx

    (tmp_path / "cv.docx").write_bytes(document.content)
    tables = docx.Document(str(tmp_path / "cv.docx")).tables
    assert [cell.text for cell in tables[0].rows[0].cells] == ["Year", "Taught"]
    assert [len(table.rows) for table in tables] == [2, 3]
    assert all("w:tblHeader" in table.rows[0]._tr.xml for table in tables)


def test_short_cells_below_a_wide_header_are_found_in_plain_text() -> None:
    yaml = 'person: {name: Ada}\ncustom: [{title: T, columns: [A wide header of a column, B], rows: [["1", ","], ["---", "--"]]}]'
    source = parse(yaml.encode(), "ada.yaml")
    (found,) = render(LoadedProfile(source, validate(source)), targets=["txt"])
    lines = found.content.decode().splitlines()
    assert lines[-3:-1] == ["-------------------------  -", "1                          ,"]
    assert TARGETS["txt"].read(found.content).lines[-2:] == (lines[-2], lines[-1])
