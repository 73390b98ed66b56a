"""Several files about one career become one profile: completed by each other, contradictions shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.merge.new_profile import NewProfile, new_profile
from cvrender.merge.readers import read_content, read_file
from cvrender.run.schemas import schema_of

Merge = Callable[..., NewProfile]


def read(text: str, name: str = "a.bib") -> Imported:
    return read_content(Content(text.encode(), name))


def works(profile: NewProfile) -> list[dict[str, Any]]:
    publications: list[dict[str, Any]] = profile.data["publications"]
    return publications


def test_authors_that_orcid_lacks_come_from_a_bibliography_by_doi(samples: Path) -> None:
    authors = "author={Ada Example and Charles Sample}"
    bib = f"@inproceedings{{n, title={{Notes on engines}}, {authors}, doi={{10.5555/1.1}}, pages={{1--9}}, year=2019}}"
    for file in ([read_file(samples / "orcid.json"), read(bib)], [read(bib), read_file(samples / "orcid.json")]):
        profile = new_profile(file)
        work = next(work for work in works(profile) if work.get("doi") == "10.5555/1.1")
        assert work["authors"] == ["Ada Example", "Charles Sample"] and "et_al" not in work
        assert (work["page"], work["date"], work["venue"]) == ("1–9", "2019-07-04", "Conference on Improbable Engines")
        assert len(works(profile)) == 2


def test_a_list_that_was_cut_is_completed() -> None:
    head = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher\n"
    scholar = head + '"Example, Ada; Sample, Charles; ...",Cut engines,CIE,,,,2018,\n'
    authors = "author={Ada Example and Charles Sample and Mary Third}"
    bib = f"@inproceedings{{n, title={{Cut Engines}}, {authors}, booktitle={{CIE}}, year=2018}}"
    (work,) = works(new_profile([read(scholar, "s.csv"), read(bib)], "Ada Example"))
    assert work["authors"] == ["Ada Example", "Charles Sample", "Mary Third"] and "et_al" not in work


def test_a_contradiction_is_shown_and_the_first_file_is_used() -> None:
    one = "@article{a, title={Notes}, author={Ada Example}, journal={J}, doi={10.5555/1.1}, year=2019}"
    profile = new_profile([read(one, "one.bib"), read(f"\n{one.replace('2019', '2020')}", "two.bib")])
    (work,) = works(profile)
    assert work["date"] == "2019"
    (problem,) = profile.problems
    assert (problem.file, problem.line, problem.severity) == ("two.bib", 2, "warning")
    assert "“2020”" in problem.message and "“2019” in one.bib:1" in problem.message


def test_the_preprint_of_dblp_and_the_paper_are_one_work() -> None:
    common = "<author>Ada Example</author><title>Notes on Engines.</title>"
    preprint = f"<article>{common}<year>2018</year><volume>abs/1801.00001</volume><journal>CoRR</journal></article>"
    paper = f"<inproceedings>{common}<year>2019</year><booktitle>CIE</booktitle></inproceedings>"
    dblp = f'<dblpperson name="Ada Example"><r>{preprint}</r><r>{paper}</r></dblpperson>'
    (work,) = works(new_profile([read(dblp, "d.xml")]))
    assert (work["type"], work["venue"], work["date"], work["arxiv"]) == ("paper-conference", "CIE", "2019", "1801.00001")
    assert "genre" not in work


def test_two_works_with_one_title_stay_two() -> None:
    bib = (
        "@inproceedings{a, title={Editorial}, author={Ada Example}, booktitle={CIE}, year=2018, doi={10.5555/1.1}}\n"
        "@inproceedings{b, title={Editorial}, author={Ada Example}, booktitle={Engines}, year=2018, doi={10.5555/2.2}}\n"
        "@article{c, title={Editorial}, author={Ada Example}, journal={Machines}, year=2015}"
    )
    assert [work["id"] for work in works(new_profile([read(bib)]))] == ["a", "b", "c"]


def test_other_entries_are_merged_by_what_names_them() -> None:
    resume = {
        "basics": {"name": "Ada Example", "email": "ada@example.org"},
        "work": [{"name": "Engine Works", "position": "Engineer", "startDate": "2019"}],
        "skills": [{"name": "Programming", "keywords": ["Python"]}],
    }
    more = json.loads(json.dumps(resume).replace("Python", "Rust").replace("ada@", "a@"))
    more["work"][0] |= {"location": "Nowhere", "endDate": "2021"}
    del more["work"][0]["startDate"]
    profile = new_profile([read(json.dumps(resume), "a.json"), read(json.dumps(more), "b.json")])
    assert profile.data["positions"] == [
        {"organization": "Engine Works", "title": "Engineer", "location": "Nowhere", "start": "2019", "end": "present"}
        | {"sources": ["a.json#l1", "b.json#l1"]}
    ]
    assert profile.data["skills"] == [{"name": "Programming", "items": ["Python", "Rust"], "sources": ["a.json#l1", "b.json#l1"]}]
    assert profile.data["person"]["emails"] == ["ada@example.org", "a@example.org"]


def test_spellings_of_the_owner_are_variants_only_where_nobody_else_can_be_meant() -> None:
    bib = (
        "@misc{a, title={A}, author={Cong Xie and Ada Example}, year=2020}\n"
        "@misc{b, title={B}, author={C. Xie and Ada Example}, year=2021}\n"
        "@misc{c, title={C}, author={C. Xie and Cong Xie}, year=2022}\n"
        "@misc{d, title={D}, author={Chulin Xie and A. Example}, year=2023}"
    )
    assert new_profile([read(bib)], "Cong Xie").data["person"]["variants"] == ["C. Xie"]
    assert new_profile([read(bib)], "Ada Example").data["person"]["variants"] == ["A. Example"]


@pytest.mark.parametrize(
    ("publications", "good"),
    [
        ({"from": "a.bib"}, True),
        ({"from": ["a.bib", "b.ris"], "select": "year > 2000", "add": {"k": {"tags": ["x"]}}}, True),
        ({"fro": "a.bib"}, False),
        ([{"title": "T", "authors": ["A B"], "type": "book"}], True),
        ("a.bib", False),
    ],
)
def test_editors_know_live_bibliographies(publications: Any, good: bool) -> None:
    data = {"person": {"name": "Ada Example"}, "publications": publications}
    assert jsonschema.Draft202012Validator(schema_of("profile")).is_valid(data) is good


def test_what_is_doubtful_is_said_where_it_stands() -> None:
    work = "{company: Mill, position: Apprentice, start_date: '2019-09', end_date: '2017'}"
    paper = '{title: Notes, authors: ["Ada Example*", Charles Sample]}'
    cv = f"cv:\n  name: Ada Example\n  sections:\n    experience:\n      - {work}\n    papers:\n      - {paper}\n"
    said = {(problem.line, problem.message.partition(":")[0]) for problem in read(cv, "cv.yaml").problems}
    assert said == {(5, "ends (2017) before it begins (2019-09)"), (7, '"*" is taken for the corresponding author')}


def test_levels_of_europass_have_their_places_and_none_is_lost() -> None:
    mother = "<CandidatePerson>\n<PrimaryLanguageCode>heb</PrimaryLanguageCode></CandidatePerson>"
    code = "<CompetencyDimensionTypeCode>CEF-Understanding-Reading</CompetencyDimensionTypeCode>"
    scores = "<Score><ScoreText>C1</ScoreText></Score><Score><ScoreText>C2</ScoreText></Score>"
    levels = f"<CompetencyDimension>{code}{scores}</CompetencyDimension>"
    skill = f"<PersonCompetency><TaxonomyID>language</TaxonomyID><CompetencyID>eng</CompetencyID>{levels}</PersonCompetency>"
    profile = f"<CandidateProfile><PersonQualifications>{skill}</PersonQualifications></CandidateProfile>"
    english, hebrew = read(f"<Candidate>{mother}{profile}</Candidate>", "cv.xml").data["languages"]
    assert hebrew == {"language": "Hebrew", "level": "mother tongue"} and hebrew.place[1] == 2
    assert english["language"] == "English" and str(english["x-import"]).count("C") >= 2 and "C1" in str(english["x-import"])


def test_a_title_that_stands_twice_in_dblp_is_kept() -> None:
    titles = "<title>Notes.</title><title>More notes.</title>"
    dblp = f'<dblpperson name="Ada Example"><r><article>{titles}<author>Ada Example</author></article></r></dblpperson>'
    (work,) = read(dblp, "d.xml").data["publications"]
    assert "title" not in work and work["x-import"]["dblp"]["title"] == ["Notes.", "More notes."]
