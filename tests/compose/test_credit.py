"""The roles of contributors in CRediT: checked, read from ORCID, printed by an option, and named where a format lacks them."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cvrender.api import render
from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.formats.orcid.tables import WORK, finish_work
from cvrender.formats.table import SourceReading, read_record
from cvrender.formats.values.authors import author_changes
from cvrender.load.library import BUILT_IN
from cvrender.load.reader import Source
from cvrender.merge.profile import load_profile

PROFILE = """
person: {name: Ada Example}
publications:
  - title: Notes
    type: article-journal
    venue: Journal of Examples
    authors:
      - {name: Ada Example, credit: [software, writing-original-draft, conceptualization]}
      - {name: Bob Sample, credit: [supervision]}
patents:
  - {title: Card Reader, number: 10000000, authors: [{name: Ada Example, credit: [validation]}]}
grants:
  - {title: Engines, funder: Foundation, investigators: [{name: Ada Example, credit: [funding-acquisition]}]}
"""
OWN = "CRediT: conceptualization, software, writing – original draft"
NISO = "http://credit.niso.org/contributor-roles/"
ADA = "0000-0002-1825-0097"


def printed(folder: Path, text: str = PROFILE, **options: str) -> str:
    (folder / "ada.yaml").write_text(text, "utf-8")
    return " ".join(render(load_profile(folder / "ada.yaml"), targets=("txt",), options=options)[0].content.decode().split())


@pytest.mark.parametrize("more", [{}, {"citations": "apa"}, {"citations": "oscola"}])
def test_the_own_roles_are_printed_if_the_option_says_so(more: dict[str, str], tmp_path: Path) -> None:
    shown = printed(tmp_path, credit="own", **more)
    assert [OWN in shown, "CRediT: validation" in shown, "CRediT: funding acquisition" in shown] == [True] * 3
    assert "supervision" not in shown
    assert "CRediT" not in printed(tmp_path, **more)


def test_every_style_prints_them(tmp_path: Path) -> None:
    shown = {name: printed(tmp_path, f"style: {name}\n{PROFILE}", credit="own") for name in BUILT_IN.names("styles")}
    assert [name for name, text in shown.items() if OWN not in text] == []


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("supervison", 'did you mean "supervision"?'), ("Writing – review & editing", 'did you mean "writing-review-editing"?')],
)
def test_an_unknown_role_is_an_error_with_the_nearest(typed: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        printed(tmp_path, PROFILE.replace("supervision", typed))
    assert [(problem.code, problem.hint) for problem in error.value.problems] == [("unknown-name", hint)]


def contributor(name: str, role: str, orcid: str = "") -> dict[str, Any]:
    """A contributor as ORCID states it, once for each role."""
    person: dict[str, Any] = {"credit-name": {"value": name}, "contributor-attributes": {"contributor-role": role}}
    return person | ({"contributor-orcid": {"path": orcid}} if orcid else {})


@pytest.mark.parametrize(
    ("contributors", "authors"),
    [
        ([("A", NISO + "software/"), ("A", NISO + "writing-review-editing/")], [("A", ["software", "writing-review-editing"])]),
        ([("A", "author", ADA), ("B", "author"), ("A", f"{NISO}software/", ADA)], [("A", ["software"]), ("B", [])]),
        ([("A", "Formal analysis")], [("A", ["formal-analysis"])]),
        ([("Wei Wang", "author"), ("Wei Wang", "author")], [("Wei Wang", [])] * 2),
        ([("A", NISO + "software", ADA), ("A", NISO + "software", "0000-0001-5109-3700")], [("A", ["software"])] * 2),
        ([("A", NISO + "cooking/")], [("A", [])]),
    ],
)
def test_orcid_tells_the_roles(contributors: list[tuple[str, ...]], authors: list[Any]) -> None:
    record = {"contributors": {"contributor": [contributor(*said) for said in contributors]}}
    reading = SourceReading(Source("orcid.json", record, {}, {}), "orcid")
    entry = read_record(WORK, record, (), reading)
    finish_work(entry, reading)
    shown = [(who["name"], who.get("credit", [])) for who in entry["authors"]]
    assert shown == authors


def test_an_update_adds_the_roles_that_a_source_knows() -> None:
    have, new = ["Ada Example", "Bob Sample"], [{"name": "Ada Example", "credit": ["software"]}, "Bob Sample"]
    changed = [(("authors", 0), {"name": "Ada Example", "credit": ["software"]}, "Ada Example")]
    assert list(author_changes(have, new, et_al=False)) == changed
    assert list(author_changes(new, new, et_al=False)) == []


@pytest.mark.parametrize("name", ["bib", "biblatex", "json", "ris", "jsonld"])
def test_formats_without_roles_name_them_as_lost(name: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    result = CliRunner().invoke(main, ["export", str(tmp_path / "ada.yaml"), "--to", name, "--out", str(tmp_path / "out")])
    assert "publications.authors.credit" in result.stderr
