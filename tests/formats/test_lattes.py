"""CVs of the Lattes platform: written in the order of its schema, read again, and what it cannot hold is said."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.formats.content import Content
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_content, read_file

PROFILE = """\
person: {name: Ada Example, orcid: 0000-0002-1825-0097, links: ['http://lattes.cnpq.br/0000111122223333']}
bio: Weaves *slowly*.
interests: [knots & loops]
education:
  - {degree: Ph.D., institution: University of Nowhere, field: Weaving, start: 2008, end: 2012, advisors: [Mary Third]}
positions:
  - {organization: Engine Works, title: Weaver, start: 2013-04, end: present}
publications:
  - {title: Notes, authors: [Ada Example, C. Sample], type: article-journal, venue: Journal, date: 2020, page: 1–9}
  - {title: Later Notes, authors: [Ada Example], type: article-journal, venue: Journal, date: 2026, status: accepted}
  - {title: Hopes, authors: [Ada Example], type: article-journal, venue: Journal, date: 2026, status: submitted}
  - {title: Knots, authors: [Ada Example], type: paper-conference, venue: {name: Proc. Knots, location: Nowhere}, date: 2019}
  - {title: All Knots, editors: [Ada Example], type: book, publisher: Press, date: 2018}
  - {title: One Knot, authors: [Ada Example], type: report, date: 2017}
talks: [{title: The Loop, event: Knot Week, role: Seminário, date: 2024}]
advising: [{name: Sam Sample, role: Tese de doutorado, institution: University of Nowhere, start: 2024, end: present}]
teaching: [{role: Docente, title: Knots I, institution: University of Nowhere, start: 2015, end: 2016}]
service: [{role: Chair, venue: Knots, organization: Society of Samples, start: 2014, end: 2015}]
grants: [{title: Looms, funder: Fund, investigators: [Ada Example], start: 2021, end: 2023, place: Engine Works}]
awards: [{title: Medal, issuer: Society of Samples, date: 2011}]
languages: [{language: German, reading: bem}]
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--to", "lattes"])
    assert result.exit_code == 0, result.output
    return tmp_path / "out/ada/ada-lattes.xml", result.output


def test_what_was_written_is_read_again(written: tuple[Path, str]) -> None:
    before, after = yaml.safe_load(PROFILE), read_file(written[0]).data
    assert after["bio"] == "Weaves slowly." and after["interests"][0]["text"] == "knots & loops"
    by_title = {work["title"]: work for work in after["publications"]}
    for work in before["publications"]:
        if back := by_title.get(work["title"]):
            said = {key: str(value) for key, value in work.items() if key != "type"}
            assert {key: str(back.get(key)) for key in said} == said
    assert set(by_title) == {"Notes", "Later Notes", "Knots", "All Knots", "One Knot"}
    for collection in ("positions", "teaching", "service", "grants", "awards", "languages", "advising"):
        (entry,) = after[collection]
        wanted = {key: str(value) for key, value in before[collection][0].items()}
        assert {key: str(entry.get(key)) for key in wanted} == wanted
    assert after["talks"][0]["event"] == {"name": "Knot Week"} and after["talks"][0]["role"] == "Seminário"
    assert after["education"][0]["degree"] == "Doutorado" and after["education"][0]["advisors"] == ["Mary Third"]
    person = after["person"]
    assert person["orcid"] == "0000-0002-1825-0097" and "http://lattes.cnpq.br/0000111122223333" in str(person["links"])


def test_what_the_platform_lists_nowhere_is_told(written: tuple[Path, str]) -> None:
    assert "publications (1: “Hopes”)" in written[1] and "education.degree" in written[1]


def test_the_parts_have_the_order_of_the_schema(written: tuple[Path, str]) -> None:
    root = ElementTree.parse(written[0]).getroot()
    assert [part.tag for part in root] == ["DADOS-GERAIS", "PRODUCAO-BIBLIOGRAFICA", "PRODUCAO-TECNICA", "DADOS-COMPLEMENTARES"]
    kinds = "TRABALHOS-EM-EVENTOS ARTIGOS-PUBLICADOS LIVROS-E-CAPITULOS DEMAIS-TIPOS-DE-PRODUCAO-BIBLIOGRAFICA"
    assert [part.tag for part in root[1]] == [*kinds.split(), "ARTIGOS-ACEITOS-PARA-PUBLICACAO"]
    assert [part.tag for part in root[1][1][0]] == ["DADOS-BASICOS-DO-ARTIGO", "DETALHAMENTO-DO-ARTIGO", "AUTORES", "AUTORES"]
    assert root[1][1][0][2].get("NOME-PARA-CITACAO") == "EXAMPLE, A."


NAME = "<CURRICULO-VITAE><DADOS-GERAIS NOME-COMPLETO='João Exemplo'/></CURRICULO-VITAE>"


@pytest.mark.parametrize(("encoding", "warned"), [("iso-8859-1", False), ("utf-8", True)])
def test_utf_8_that_declares_latin_1_is_read_as_what_it_is(encoding: str, warned: bool) -> None:
    raw = f'<?xml version="1.0" encoding="ISO-8859-1"?>{NAME}'.encode(encoding)
    imported = read_content(Content(raw, "cv.xml"))
    assert imported.person["name"] == "João Exemplo"
    assert ["but is UTF-8" in str(problem) for problem in imported.problems] == [True] * warned


def test_the_owner_is_known_by_every_spelling(samples: Path) -> None:
    made = new_profile([read_file(samples / "lattes.xml")])
    assert made.data["person"]["name"] == "Ada Example" and "EXAMPLE, A." in made.data["person"]["variants"]
    assert {"role": "Coordenador", "status": "active"}.items() <= made.data["grants"][0].items()
