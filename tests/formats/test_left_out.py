"""Check that what no CV shows is left out, counted and told; what a person typed is in a field, or kept."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.merge.new_profile import new_profile
from tests.import_fixtures import Read

WORD = """<?xml version="1.0"?><b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">
<b:Source><b:Tag>a</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Title>Engines at Rest</b:Title><b:Year>2019</b:Year>
<b:Month>Fall</b:Month><b:Guid>{1}</b:Guid><b:StandardNumber>DOI: 10.5555/rest</b:StandardNumber>
<b:BIBTEX_KeyWords>engines; rest</b:BIBTEX_KeyWords><b:Author><b:Author><b:NameList><b:Person><b:Last>Example</b:Last>
<b:First>Ada</b:First><b:Middle>B.</b:Middle></b:Person></b:NameList></b:Author><b:Translator><b:NameList><b:Person>
<b:Last>Third</b:Last><b:First>Mary</b:First></b:Person></b:NameList></b:Translator></b:Author></b:Source></b:Sources>"""
RIS = """TY  - JOUR
TI  - Engines at Rest
AU  - Example, Ada
AD  - University of Nowhere
PY  - 2019
T2  - Journal of Machines
JO  - J. Mach.
SN  - 1234-5678
M3  - 10.5555/rest
N2  - A text about engines.
C1  - a remark
ER  -
"""
EUROPASS = """<Candidate xmlns="http://www.europass.eu/1.0"><CandidatePerson><PersonName><GivenName>Ada</GivenName>
<FamilyName>Example</FamilyName></PersonName><Communication><ChannelCode>Social Media</ChannelCode><UseCode>other</UseCode>
<OtherTitle>Portfolio</OtherTitle><URI>https://a.example.org/work</URI></Communication></CandidatePerson>
<CandidateProfile languageCode="en"><EducationHistory><EducationOrganizationAttendance><OrganizationName>U</OrganizationName>
<OrganizationContact><Communication><ChannelCode>Web</ChannelCode><URI>https://u.example.org</URI></Communication>
</OrganizationContact><EducationDegree><DegreeName>BSc</DegreeName><CreditType>ECTS</CreditType><NumberOfCredit>180</NumberOfCredit>
</EducationDegree></EducationOrganizationAttendance></EducationHistory><ConferencesAndSeminars><ConferenceAndSeminar>
<Title>Seminar</Title><Date><StartDate><FormattedDateTime>2022-10-26</FormattedDateTime></StartDate><Ongoing>false</Ongoing></Date>
<Link>https://s.example.org</Link><Link>https://t.example.org</Link></ConferenceAndSeminar></ConferencesAndSeminars>
<Attachment><EmbeddedData>ZGF0YQ==</EmbeddedData></Attachment></CandidateProfile></Candidate>"""
NBIB = """PMID- 12345678
TI  - Engines in Medicine.
FAU - Example, Ada
AD  - University of Nowhere
DP  - 2023 Jul-Aug 01
SI  - ClinicalTrials.gov/NCT01886872
COIS- None.
AB  - A text.
"""


def test_a_summary_says_what_is_left_out_and_keep_all_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.ris").write_text(RIS, "utf-8")
    said = CliRunner().invoke(main, ["import", "a.ris", "--out", "a.yaml"]).output
    assert "left out: 1 abstract, 1 affiliation, 1 value about records; --keep-all keeps them" in said
    text = Path("a.yaml").read_text("utf-8")
    assert "C1: a remark" in text and "Nowhere" not in text and "1234-5678" not in text
    CliRunner().invoke(main, ["import", "a.ris", "--out", "all.yaml", "--keep-all"])
    kept = Path("all.yaml").read_text("utf-8")
    assert all(part in kept for part in ("University of Nowhere", "1234-5678", "A text about engines."))


def test_ris_has_the_short_name_of_a_journal_and_a_doi_among_the_types_of_a_work(read_text: Read) -> None:
    (work,) = read_text(RIS, "ris").data["publications"]
    assert (work["venue"], work["doi"]) == ({"name": "Journal of Machines", "short": "J. Mach."}, "10.5555/rest")


def test_word_has_middle_names_translators_keywords_and_a_doi(read_text: Read) -> None:
    profile = new_profile([read_text(WORD, "word-sources")], me="Ada B. Example")
    (work,) = profile.data["publications"]
    assert (work["authors"], work["translators"]) == (["Ada B. Example"], ["Mary Third"])
    assert (work["doi"], work["tags"], work["date"]) == ("10.5555/rest", ["engines", "rest"], "2019-23")
    assert profile.kept == {}


def test_europass_has_links_with_titles_credits_and_times_without_a_warning(read_text: Read) -> None:
    imported = read_text(EUROPASS, "europass")
    profile = new_profile([imported])
    assert imported.problems == [] and profile.kept == {}
    assert profile.data["person"]["links"] == [{"value": "https://a.example.org/work", "label": "Portfolio"}]
    (degree,), (talk,) = profile.data["education"], profile.data["talks"]
    assert (degree["fields"], degree["url"]) == ({"Credits": "180 ECTS"}, "https://u.example.org")
    assert (talk["url"], talk["links"]) == ("https://s.example.org", ["https://t.example.org"])


def test_pubmed_has_the_number_of_a_trial_and_two_months(read_text: Read) -> None:
    profile = new_profile([read_text(NBIB, "pubmed")])
    (work,) = profile.data["publications"]
    assert (work["nct"], work["date"]) == ("NCT01886872", "2023-07/2023-08")
    assert profile.kept == {} and profile.left_out["abstract"] == 1 and profile.left_out["affiliation"] == 1


def test_orcid_works_and_employments_that_a_program_put_in_lists(read_text: Read) -> None:
    title = {"title": {"value": "Engines at Rest"}}
    employment = {"organization": {"name": "University of Nowhere"}, "role-title": "Engineer", "start-date": None}
    data = {
        "person": {"name": {"given-names": {"value": "Ada"}, "family-name": {"value": "Example"}}},
        "works": [{"put-code": 1, "title": title, "type": "artistic-performance"}],
        "employments": [{"summaries": [{"employment-summary": employment}]}],
    }
    profile = new_profile([read_text(json.dumps(data), "orcid")])
    assert profile.data["person"]["name"] == "Ada Example"
    assert [work["type"] for work in profile.data["publications"]] == ["performance"]
    assert profile.data["positions"][0]["organization"] == "University of Nowhere"


def test_an_entry_is_repaired_until_it_is_valid(read_text: Read) -> None:
    """Two values of one entry are wrong, and an entry before it is taken out whole."""
    imported = read_text("@misc{a, title={}, year=2019}\n@misc{b, title={Engines}, author={Ada Example}, year=2020}", "bibtex")
    wrong = {"tags": [{}], "url": "no link"}
    imported.data["publications"].append({"title": "Looms", "type": "book", "authors": ["Ada Example"], "date": "2021", **wrong})
    profile = new_profile([imported])
    assert sorted(work["title"] for work in profile.data["publications"]) == ["Engines", "Looms"]
    assert not {"tags", "url"} & set(profile.data["publications"][0])
