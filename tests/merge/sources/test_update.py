"""`cvrender update` proposes what is new or now published, and nothing else; the services are a local server."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.merge.profile import load_profile
from cvrender.merge.sources.update import people
from tests.merge.sources.web_service import Answer, WebService

pytest.importorskip("httpx")

PROFILE = """\
# Mine, by hand.
person:
  name:   Ada Example   # odd blanks stay
  orcid: 0000-0002-1825-0097
  links: [https://dblp.org/pid/00/1234]

publications:
  - title: 'Early Engines'   # on arXiv
    authors: [Ada Example, Mary Third]
    type: article
    genre: preprint
    arxiv: "2101.00001v2"
    date: 2021
    status: submitted
  - {title: Cells in Motion, authors: [Mary Third, Ada Example], type: article, doi: 10.1101/2022.01.01.1, date: 2022}
  - {title: Later Engines, authors: [Ada Example], type: article, arxiv: "2203.00003", date: 2022}
  # accepted
  - {title: Engines at Rest, authors: [Ada Example], type: article-journal, date: 2023, doi: 10.5555/rest, status: accepted}
  - {title: Never Printed, authors: [Ada Example], type: article, arxiv: "2204.00004", date: 2022}
"""


def feed(*papers: tuple[str, str, str]) -> Answer:
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{number}v1</id><title>{title}</title><published>2021-01-02T00:00:00Z</published>"
        f"<author><name>Ada Example</name></author>{f'<arxiv:doi>{doi}</arxiv:doi>' if doi else ''}</entry>"
        for number, title, doi in papers
    )
    names = 'xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    return 200, {}, f"<feed {names}><title>q</title><id>http://arxiv.org/api/x</id>{entries}</feed>".encode()


def work(doi: str, title: str, **more: Any) -> dict[str, Any]:
    record = {"DOI": doi, "title": [title], "type": "journal-article", "author": [{"given": "Ada", "family": "Example"}]}
    return {**record, "container-title": ["Journal of Machines"], "issued": {"date-parts": [[2024, 3]]}, **more}


def crossref(*works: dict[str, Any]) -> Answer:
    return data({"status": "ok", "message-type": "work-list", "message": {"total-results": len(works), "items": list(works)}})


def data(value: Any) -> Answer:
    return 200, {}, json.dumps(value).encode()


def orcid(*works: tuple[str, str]) -> Answer:
    groups = [
        {
            "work-summary": [
                {
                    "put-code": number,
                    "title": {"title": {"value": title}},
                    "type": "journal-article",
                    "external-ids": {
                        "external-id": [{"external-id-type": "doi", "external-id-value": doi, "external-id-relationship": "self"}]
                    },
                    "publication-date": {"year": {"value": "2024"}},
                }
            ]
        }
        for number, (title, doi) in enumerate(works, 1)
    ]
    person = {"name": {"given-names": {"value": "Ada"}, "family-name": {"value": "Example"}}}
    record = {"orcid-identifier": {"path": "0000-0002-1825-0097"}, "person": person}
    return data({**record, "activities-summary": {"works": {"group": groups}}})


PREPRINTS = "/works?rows=100&filter=doi:10.1101/2022.01.01.1"
PAPERS = "/works?rows=100&filter=doi:10.5555/early"
OPENALEX = "/works?per-page=100&filter=doi:10.48550/arxiv.2203.00003|10.48550/arxiv.2204.00004"
NEW = "/works?rows=100&filter=doi:10.5555/new"


@pytest.fixture
def answered(service: WebService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WebService:
    """The services know a published version of three preprints, pages of what was accepted, and two new works."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    later = work("10.5555/later", "Later Engines, Revised", volume="9")
    place = {"landing_page_url": "https://doi.org/10.5555/later", "version": "publishedVersion"}
    preprint = {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.48550/arxiv.2203.00003", "title": "Later Engines"}
    relation = {"is-preprint-of": [{"id-type": "doi", "id": "10.5555/cells", "asserted-by": "subject"}]}
    cells = work("10.1101/2022.01.01.1", "Cells in Motion", type="posted-content", subtype="preprint", relation=relation)
    service.by_path = {
        "/query?max_results=100&id_list=2101.00001,2203.00003,2204.00004": feed(
            ("2101.00001", "Early Engines", "10.5555/early"),
            ("2203.00003", "Later Engines", ""),
            ("2204.00004", "Never Printed", ""),
        ),
        PREPRINTS: crossref(cells),
        PAPERS: crossref(
            work("10.5555/early", "Early Engines", volume="7", page="1-9"),
            work("10.5555/cells", "How Cells Move", type="journal-article"),
            later,
        ),
        "/works?rows=100&filter=doi:10.5555/rest": crossref(work("10.5555/rest", "Engines at Rest", volume="12", page="3-4")),
        OPENALEX: data({"meta": {}, "results": [{**preprint, "type": "preprint", "authorships": [], "locations": [place]}]}),
        NEW: crossref(work("10.5555/new", "New Engines", volume="2")),
        "/0000-0002-1825-0097/record": orcid(("Early Engines", "10.5555/early"), ("New Engines", "10.5555/new")),
        "/pid/00/1234.xml": (200, {}, b'<dblpperson name="Ada Example" pid="00/1234" n="0"></dblpperson>'),
    }
    service.answers = [(404, {}, b"")]
    return service


def update(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["update", "ada.yaml", *arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def test_new_and_published_works_are_proposed_as_a_diff(answered: WebService) -> None:
    before = Path("ada.yaml").read_bytes()
    shown = update()
    assert Path("ada.yaml").read_bytes() == before
    Path("ada.patch").write_text(shown.stdout, "utf-8")
    subprocess.run(["git", "apply", "-p0", "--check", "ada.patch"], check=True)
    added = [line[1:].strip() for line in shown.stdout.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert "doi: 10.5555/early" in added and "type: article-journal" in added
    assert "as arXiv says: the published version of this preprint" in shown.stderr
    assert "nothing is changed without --apply" in shown.stderr


def test_applied_changes_complete_the_works_and_keep_comments(answered: WebService) -> None:
    update("--apply")
    text = Path("ada.yaml").read_text("utf-8")
    assert "# Mine, by hand." in text and "name:   Ada Example   # odd blanks stay" in text and "# accepted" in text
    early, cells, later, rest, never, new = load_profile("ada.yaml").profile.publications
    assert (early.doi, early.type, early.volume) == ("10.5555/early", "article-journal", "7")
    assert (early.status, early.genre) == (None, None)
    assert early.arxiv == "2101.00001v2"
    assert (cells.doi, str(cells.title), cells.links[0].url) == (
        "10.5555/cells",
        "How Cells Move",
        "https://doi.org/10.1101/2022.01.01.1",
    )
    assert (later.doi, str(later.title)) == ("10.5555/later", "Later Engines, Revised")
    assert (rest.volume, rest.page, rest.status) == ("12", "3–4", None)
    assert never.type == "article" and never.doi is None
    assert (str(new.title), new.doi, [author.name for author in new.authors]) == ("New Engines", "10.5555/new", ["Ada Example"])
    assert new.sources.of("title") == ("doi:10.5555/new",)
    assert early.sources.of("volume") == ("doi:10.5555/early",) and early.sources.of("authors") == ()
    assert "x-import" not in text
    again = update()
    assert again.stdout == "" and "nothing to change" in again.stderr


@pytest.mark.slow
def test_what_was_refused_is_not_proposed_again(answered: WebService) -> None:
    update("--choices", "choices.yaml")
    kept = Path("choices.yaml").read_text("utf-8")
    assert "New Engines" in kept
    begin = kept.index("New Engines")
    Path("choices.yaml").write_text(kept[:begin] + kept[begin:].replace("apply: yes", "apply: no", 1), "utf-8")
    shown = update("--choices", "choices.yaml", "--apply")
    assert "1 refused" in shown.stderr
    assert "New Engines" not in Path("ada.yaml").read_text("utf-8")
    assert "apply: no" in Path("choices.yaml").read_text("utf-8")


def test_json_is_one_value_and_offline_reads_the_cache(answered: WebService) -> None:
    shown = json.loads(update("--json").stdout)
    asked = len(answered.asked)
    assert json.loads(update("--json", "--offline").stdout) == shown and len(answered.asked) == asked
    (result,) = shown
    assert result["asked"][0] == "dblp:00/1234" and result["applied"] is False and not result["problems"]
    doi = next(change for change in result["changes"] if change["new"] == "10.5555/early")
    assert (doi["path"], doi["about"], doi["kind"]) == ("publications[0].doi", "“Early Engines”", "field")


@pytest.mark.slow
def test_a_service_that_fails_is_a_warning_and_the_others_are_read(answered: WebService) -> None:
    answered.by_path["/0000-0002-1825-0097/record"] = (403, {}, b"no")
    shown = update()
    assert "warning" in shown.stderr and "answers 403" in shown.stderr
    assert "10.5555/early" in shown.stdout and "10.5555/new" not in shown.stdout
    assert update("--strict", code=1).stdout == shown.stdout


def test_no_answer_at_all_is_not_nothing_to_change(answered: WebService) -> None:
    answered.by_path, answered.answers = {}, [(403, {}, b"no")]
    shown = update(code=1)
    assert "nothing to change" not in shown.stderr and "no service answered; asked for dblp:00/1234" in shown.stderr
    assert "ada.yaml: error: no service answered, so what is new is not known" in shown.stderr
    (result,) = json.loads(update("--json", code=1).stdout)
    assert result["unanswered"] == result["asked"] and result["problems"][-1]["severity"] == "error"


def test_what_was_not_answered_is_named(answered: WebService) -> None:
    update("--apply")
    answered.by_path["/0000-0002-1825-0097/record"] = (403, {}, b"no")
    assert "no answer for orcid:0000-0002-1825-0097" in update().stderr


@pytest.mark.parametrize("command", [["update", "ada.yaml"], ["import", "orcid:0000-0002-1825-0097"]])
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("orcd=http://127.0.0.1", 'unknown service "orcd"; did you mean "orcid"?'),
        ("http://127.0.0.1", 'unknown service "http://127.0.0.1"; available: arxiv, arxiv-api, '),
        ("orcid", "has no address; write orcid=https://example.org"),
        ("orcid=127.0.0.1:80", '"127.0.0.1:80" is not an address of the web; write orcid=https://example.org'),
    ],
)
def test_an_unknown_service_is_an_error(answered: WebService, command: list[str], address: str, said: str) -> None:
    result = CliRunner().invoke(main, [*command, "--source-url", address])
    assert result.exit_code == 1 and f"--source-url {address}: error: {said}" in result.output
    assert answered.asked == []


def test_a_variable_of_an_unknown_service_is_an_error(answered: WebService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_SOURCE_SEMANTIC_SCHOLR", answered.url)
    shown = update(code=1)
    assert 'CVRENDER_SOURCE_SEMANTIC_SCHOLR: error: unknown service "semantic-scholr"; did you mean' in shown.stderr


def test_a_wrong_relation_is_told_and_not_proposed(answered: WebService) -> None:
    other = work("10.5555/early", "Bees of the North", author=[{"given": "Otto", "family": "Other"}])
    answered.by_path[PAPERS] = crossref(other)
    answered.by_path["/0000-0002-1825-0097/record"] = orcid()
    shown = update()
    assert "that is another work: “Bees of the North”" in shown.stderr and "10.5555/early" not in shown.stdout


def test_a_profile_without_identifiers_is_told_so(service: WebService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text("person: {name: Ada Example}\nbio: A text.\n", "utf-8")
    shown = update().stderr
    assert "there is nothing to ask for" in shown and "nothing was asked" in shown and "nothing to change" not in shown
    assert service.asked == []


def test_a_bibliography_is_not_changed_but_told(answered: WebService) -> None:
    Path("ada.yaml").write_text("person: {name: Ada Example}\npublications: {from: works.bib}\n", "utf-8")
    bib = "@misc{a, title={Early Engines}, author={Ada Example}, year=2021, eprint={2101.00001}, archiveprefix={arXiv}}"
    Path("works.bib").write_text(bib, "utf-8")
    answered.by_path["/query?max_results=100&id_list=2101.00001"] = feed(("2101.00001", "Early Engines", "10.5555/early"))
    shown = update()
    assert shown.stdout == "" and "“Early Engines” is published as doi:10.5555/early" in shown.stderr


def test_pages_of_services_are_found_among_the_links() -> None:
    links = ["https://openalex.org/authors/A5023888391", {"value": "https://www.semanticscholar.org/author/A.-Example/12"}]
    person = {"name": "Ada Example", "orcid": "https://orcid.org/0000-0002-1825-0097", "links": links}
    assert list(people({"person": person})) == ["openalex:A5023888391", "semantic-scholar:12", "orcid:0000-0002-1825-0097"]


def test_no_other_command_can_use_the_network() -> None:
    source = Path(__file__).parents[3] / "src/cvrender"
    users = [
        path for path in source.rglob("*.py") if re.search(r"^\s*from cvrender\.merge\.sources", path.read_text("utf-8"), re.M)
    ]
    outside = {str(path.relative_to(source)) for path in users if path.parent.name != "sources"}
    assert outside == {"cli/import_.py", "cli/update.py", "run/edit/incoming.py"}
