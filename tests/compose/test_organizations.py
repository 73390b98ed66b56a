"""The ROR of employers, schools and funders: checked, imported from ORCID, linked by an option, and told to machine readers."""

import json
import re
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.formats.orcid.tables import EDUCATION, GRANT, POSITION
from cvrender.formats.table import Converter, Row
from cvrender.merge.profile import load_profile

PROFILE = """
person: {name: Ada Example}
positions: [{organization: Example *Works*, title: Engineer, start: 2020, end: present, ror: "https://ror.org/03yrm5c26"}]
education: [{institution: Nowhere College, degree: Ph.D., end: 2012, ror: 03yrm5c26}]
grants: [{title: Engines, funder: Foundation, ror: 03yrm5c26}]
"""
PAGE = "https://ror.org/03yrm5c26"


def html(folder: Path, text: str = PROFILE, **options: str) -> str:
    (folder / "ada.yaml").write_text(text, "utf-8")
    return render(load_profile(folder / "ada.yaml"), targets=("html",), options=options)[0].content.decode()


def test_names_link_to_ror_if_the_option_says_so(tmp_path: Path) -> None:
    linked = html(tmp_path, ror="true")
    assert [re.sub("<[^>]*>", "", name) for name in re.findall(rf'<a [^>]*href="{PAGE}"[^>]*>(.*?)</a>', linked)] == [
        "Nowhere College",
        "Example Works",
        "Foundation",
    ]
    assert f'href="{PAGE}"' not in html(tmp_path)


def test_machine_readers_get_the_ror(tmp_path: Path) -> None:
    data = re.search(r'<script type="application/ld\+json">(.*?)</script>', html(tmp_path), re.DOTALL)
    assert data
    person = next(thing for thing in json.loads(data[1])["@graph"] if thing.get("@type") == "Person")
    assert person["worksFor"] == [{"@type": "Organization", "name": "Example Works", "sameAs": PAGE}]
    assert person["alumniOf"] == [{"@type": "EducationalOrganization", "name": "Nowhere College", "sameAs": PAGE}]


def test_a_misspelt_ror_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        html(tmp_path, PROFILE.replace("03yrm5c26", "03yrm5c27"))
    assert {problem.code for problem in error.value.problems} == {"bad-identifier"}


@pytest.mark.parametrize("table", [POSITION, EDUCATION, GRANT])
@pytest.mark.parametrize(
    ("said", "source", "expected"),
    [(PAGE, "ROR", "03yrm5c26"), ("https://ror.org/00", "ROR", None), ("grid.1.2", "GRID", None), (PAGE[:-1] + "7", "ROR", None)],
)
def test_orcid_tells_the_ror(table: tuple[Row, ...], said: str, source: str, expected: str | None) -> None:
    convert = next(row.convert for row in table if row.ours == "ror")
    assert isinstance(convert, Converter)
    value = {"disambiguated-organization-identifier": said, "disambiguation-source": source}
    assert convert.read(value) == expected
