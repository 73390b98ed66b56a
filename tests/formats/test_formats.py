"""Export a profile to every format, and read back what was written."""

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.formats.writers import FORMATS
from cvrender.load.reader import parse
from cvrender.merge.readers import read_file

SCHEMA = Path(__file__).parents[1] / "web" / "node_modules" / "@jsonresume" / "schema" / "schema.json"
PROFILE = """\
person:
  name: Ada Example
  headline: Professor of *Engines*
  emails: [ada@example.org, {value: secret@example.org, private: true}]
  links: [https://example.org/~ada, https://github.com/ada-example]
  orcid: 0000-0002-1825-0097
  dblp: 00/1234
bio: "Ada studies <engines> & notes.\\n\\nShe likes cards."
interests: [engines]
education:
  - {institution: University of Nowhere, degree: PhD, field: Computing, start: 2010-10, end: 2014-07}
positions:
  - {organization: Engine Works, title: Engineer, start: 2015-03, end: present, highlights: ["Cut costs by **half**"]}
  - {organization: Old Mill, roles: [{title: Lead, start: 2012, end: 2013}, {title: Apprentice, start: 2010, end: 2012}]}
publications:
  - {title: "Notes & *Engines*", authors: [{name: Ada Example, equal: true}, Charles Sample], type: article-journal,
     venue: Journal of Examples, volume: 12, date: 2020-05-17, doi: 10.5555/1, awards: [Best Paper]}
  - {title: Hidden, authors: [Ada Example], type: report, private: true}
awards: [{title: Medal, issuer: Society of Nowhere, date: 2019}]
talks: [{title: A Talk on Cards, date: 2018, event: Cards Day}]
skills: [{name: Languages, items: [Python, C]}]
languages: [{language: Italian, level: fluent}]
views:
  works: {sections: [publications]}
"""


def export(folder: Path, *arguments: str) -> Result:
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    return CliRunner().invoke(main, ["export", str(folder / "ada.yaml"), "--out", str(folder / "out"), *arguments])


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    result = export(folder, "--to", ",".join(FORMATS))
    assert result.exit_code == 0, result.output
    return folder / "out" / "ada"


def test_no_file_contains_what_is_not_public(exported: Path) -> None:
    files = [path for path in exported.rglob("*") if path.is_file()]
    assert len(files) >= 14
    for path in files:
        assert "Hidden" not in path.read_text("utf-8") and "secret" not in path.read_text("utf-8"), path


def test_json_resume_fits_its_schema_and_comes_back(exported: Path) -> None:
    data = json.loads((exported / "ada-resume.json").read_text("utf-8"))
    if SCHEMA.exists():
        jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    assert data["basics"]["label"] == "Professor of Engines"
    assert [work["position"] for work in data["work"]] == ["Engineer", "Lead", "Apprentice"]
    back = read_file(exported / "ada-resume.json").data
    first = back["positions"][0]
    assert (first["organization"], first["title"], first["highlights"]) == ("Engine Works", "Engineer", ["Cut costs by half"])
    assert (first["start"], first["end"]) == ("2015-03", "present")
    assert back["education"][0]["field"] == "Computing" and back["skills"] == [{"name": "Languages", "items": ["Python", "C"]}]
    assert back["publications"][0]["date"] == "2020-05-17"


def test_identifiers_of_the_person_are_networks(exported: Path) -> None:
    profiles = json.loads((exported / "ada-resume.json").read_text("utf-8"))["basics"]["profiles"]
    assert {(item["network"], item.get("username")) for item in profiles} >= {
        ("ORCID", "0000-0002-1825-0097"),
        ("DBLP", "00/1234"),
    }
    text = (exported / "ada-rendercv.yaml").read_text("utf-8")
    assert '- network: "ORCID"\n      username: "0000-0002-1825-0097"' in text and "DBLP" not in text
    for name in ("ada-resume.json", "ada-rendercv.yaml"):
        assert read_file(exported / name).data["person"]["orcid"] == "0000-0002-1825-0097"


def test_europass_is_imported_again(exported: Path) -> None:
    assert ElementTree.parse(exported / "ada-europass.xml").getroot().tag == "{http://www.europass.eu/1.0}Candidate"
    back = read_file(exported / "ada-europass.xml").data
    assert back["person"]["name"] == "Ada Example" and back["bio"] == "Ada studies <engines> & notes.\n\nShe likes cards."
    assert [(item["organization"], item["title"]) for item in back["positions"]] == [
        ("Engine Works", "Engineer"),
        ("Old Mill", "Lead"),
        ("Old Mill", "Apprentice"),
    ]
    assert back["education"][0]["start"] == "2010-10" and back["awards"][0]["issuer"] == "Society of Nowhere"
    assert "A Talk on Cards" in json.dumps(back["custom"])


@pytest.mark.parametrize(("code", "language"), [("it", "it"), ("en", None), ("xx", None), ("../it", None)])
def test_the_language_of_a_europass_cv_is_that_of_the_profile(exported: Path, code: str, language: str | None) -> None:
    text = (exported / "ada-europass.xml").read_text("utf-8").replace('languageCode="en"', f'languageCode="{code}"')
    assert f'languageCode="{code}"' in text
    (exported / "again.xml").write_text(text, "utf-8")
    assert read_file(exported / "again.xml").data.get("language") == language


def test_rendercv_is_imported_again(exported: Path) -> None:
    text = (exported / "ada-rendercv.yaml").read_bytes()
    assert parse(text, "ada-rendercv.yaml").data["cv"]["social_networks"][1:] == [
        {"network": "GitHub", "username": "ada-example"}
    ]
    back = read_file(exported / "ada-rendercv.yaml").data
    assert back["publications"][0]["authors"] == ["Ada Example", "Charles Sample"]
    assert back["positions"][0]["start"] == "2015-03" and "A Talk on Cards" in json.dumps(back)


def test_linked_data_and_biblatex(exported: Path) -> None:
    data = json.loads((exported / "ada.jsonld").read_text("utf-8"))
    assert data["@context"] == "https://schema.org" and [thing["@type"] for thing in data["@graph"]] == [
        "Person",
        "ScholarlyArticle",
    ]
    text = (exported / "ada-biblatex.bib").read_text("utf-8")
    assert "journaltitle = {Journal of Examples}" in text and "@article{" in text
    assert read_file(exported / "ada-biblatex.bib").data["publications"][0]["venue"] == "Journal of Examples"


def test_sites(exported: Path) -> None:
    (page,) = exported.glob("ada-hugo/content/publication/*/index.md")
    fields = parse(page.read_bytes().split(b"---\n")[1], "index.md").data
    assert fields["authors"] == ["Ada Example", "Charles Sample"] and fields["date"] == "2020-05-17"
    (item,) = json.loads((exported / "ada-quarto" / "publications.yml").read_text("utf-8"))
    assert item["path"] == "https://doi.org/10.5555/1" and item["title"] == "Notes & Engines"
    assert (exported / "ada-al-folio" / "_bibliography" / "papers.bib").read_text("utf-8") == (exported / "ada.bib").read_text(
        "utf-8"
    )


def test_what_a_format_cannot_hold_is_listed_and_an_error_with_strict(tmp_path: Path) -> None:
    result = export(tmp_path, "--to", "jsonresume")
    assert result.exit_code == 0 and "JSON Resume cannot hold" in result.output
    assert "talks (1: “A Talk on Cards”)" in result.output and "publications.awards (1: “Notes & Engines”)" in result.output
    assert "education" not in result.output
    assert export(tmp_path, "--to", "jsonresume", "--strict").exit_code == 1
    assert export(tmp_path, "--to", "bib", "--view", "works").exit_code == 0


CARD = {
    "name": "Ada Lovelace",
    "headline": "Analyst; **Engine**, London and a very long headline that is folded 李明李明李明李明",
    "location": "London, UK",
    "emails": ["ada@example.org", {"value": "own@example.org", "private": True}],
    "phones": ["+1 555 0100"],
    "links": ["https://example.org/~ada"],
    "orcid": "0000-0002-1825-0097",
}


def test_a_vcard_has_the_public_contacts_and_is_imported_again(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(json.dumps({"person": CARD}), "utf-8")
    result = CliRunner().invoke(main, ["export", str(tmp_path / "ada.yaml"), "--to", "vcard", "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    content = (tmp_path / "out" / "ada" / "ada.vcf").read_bytes()
    assert b"own@example.org" not in content and all(len(line) <= 75 for line in content.split(b"\r\n"))
    person = read_file(tmp_path / "out" / "ada" / "ada.vcf").data["person"]
    assert (person["name"], person["emails"], person["location"]) == ("Ada Lovelace", ["ada@example.org"], "London, UK")
    assert person["headline"] == CARD["headline"].replace("**", "")
    assert "https://example.org/~ada" in str(person["links"])


def test_titles_and_credentials_are_parts_of_the_name_in_a_vcard(tmp_path: Path) -> None:
    titles = {"honorific_prefix": "Prof. Dr.", "credentials": ["MD", "PhD"]}
    (tmp_path / "ada.yaml").write_text(json.dumps({"person": {"name": "Ada Lovelace Jr.", **titles}}), "utf-8")
    CliRunner().invoke(main, ["export", str(tmp_path / "ada.yaml"), "--to", "vcard", "--out", str(tmp_path / "out")])
    card = tmp_path / "out" / "ada" / "ada.vcf"
    assert "N:Lovelace;Ada;;Prof. Dr.;Jr.,MD,PhD" in card.read_text("utf-8")
    assert read_file(card).data["person"] == {"name": "Ada Lovelace Jr.", **titles}
    written = card.read_text("utf-8").replace("FN:Ada Lovelace Jr.", "FN:Prof. Dr. Ada Lovelace Jr.\\, MD\\, PhD")
    card.write_text(written, "utf-8")
    assert read_file(card).data["person"] == {"name": "Ada Lovelace Jr.", **titles}
    card.write_text(written.replace("FN:Prof. Dr. Ada Lovelace Jr.\\, MD\\, PhD\n", ""), "utf-8")
    assert read_file(card).data["person"] == {"name": "Ada Lovelace Jr.", **titles}


def test_no_month_stands_for_a_volume_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    work = "{type: article-journal, title: Notes, authors: [Ada], venue: Journal, date: 2015-03, volume: 3}"
    Path("ada.yaml").write_text(f"person: {{name: Ada}}\npublications: [{work}]\n", "utf-8")
    result = CliRunner().invoke(main, ["export", "ada.yaml", "--to", "rendercv"])
    assert "RenderCV cannot hold publications.volume (1: “Notes”)" in result.output
