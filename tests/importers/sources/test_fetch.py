"""Identifiers are fetched from a local server, which answers as the services' documentation says."""

import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.importers.sources.fetch import import_identifier
from cvrender.importers.sources.services import requests_for
from tests.importers.sources.web_service import Answer, WebService

pytest.importorskip("httpx")
SAMPLES = Path(__file__).parents[1] / "samples"
ORCID = "orcid:0000-0002-1825-0097"


def sample(name: str, **headers: str) -> Answer:
    return 200, headers, (SAMPLES / name).read_bytes()


@pytest.mark.parametrize(
    ("identifier", "name", "path"),
    [
        (ORCID, "orcid.json", "/0000-0002-1825-0097/record"),
        ("doi:10.5555/12345678", "crossref.json", "/works/10.5555/12345678"),
        ("isbn:978-0-306-40615-7", "crossref.json", "/works?filter=isbn:9780306406157,type:book,"),
        ("arxiv:2101.00001", "works.bib", "/bibtex/2101.00001"),
        ("pmid:12345678", "works.nbib", "/efetch.fcgi?db=pubmed&id=12345678&rettype=medline&retmode=text"),
        ("dblp:00/1234", "dblp.xml", "/pid/00/1234.xml"),
        ("semantic-scholar:12", "semantic.json", "/author/12/papers"),
        ("inspire:A.Example.1", "works.bib", "/literature?q=a%20A.Example.1&size=1000&format=bibtex"),
    ],
)
def test_each_service_is_asked_and_read(identifier: str, name: str, path: str, service: WebService) -> None:
    service.answers = [sample(name)]
    (imported,) = import_identifier(identifier)
    assert imported.data["publications"]
    (asked, headers), *more = service.asked
    assert asked.startswith(path) and not more
    assert headers["User-Agent"].startswith("cvrender/")


def test_the_command_makes_a_profile(service: WebService, tmp_path: Path) -> None:
    service.answers = [sample("orcid.json")]
    done = CliRunner().invoke(main, ["import", ORCID, "--out", str(tmp_path / "ada.yaml")])
    assert done.exit_code == 0, done.output
    assert "Ada Example" in (tmp_path / "ada.yaml").read_text("utf-8")


def test_pages_are_read_to_the_last(service: WebService) -> None:
    first = b'{"meta": {"next_cursor": "abc"}, "results": [{"id": "W1", "title": "One", "authorships": [], "type": "article"}]}'
    last = b'{"meta": {"next_cursor": null}, "results": [{"id": "W2", "title": "Two", "authorships": [], "type": "article"}]}'
    service.answers = [(200, {}, first), (200, {}, last)]
    found = import_identifier("openalex:A12")
    assert [work["title"] for imported in found for work in imported.data["publications"]] == ["One", "Two"]
    assert "cursor=*" in service.asked[0][0] and "cursor=abc" in service.asked[1][0]


def test_a_service_that_is_busy_is_asked_again_after_the_time_that_it_says(service: WebService) -> None:
    waited: list[float] = []
    service.answers = [(429, {"Retry-After": "7"}, b""), (503, {}, b""), sample("orcid.json")]
    import_identifier(ORCID, wait=waited.append)
    assert waited == [7, 2]


def test_what_has_not_changed_is_not_sent_again_and_offline_reads_it(service: WebService) -> None:
    service.answers = [sample("orcid.json", ETag='"one"')]
    first = import_identifier(ORCID)
    again = import_identifier(ORCID)
    assert service.asked[1][1]["If-None-Match"] == '"one"'
    assert first[0].data == again[0].data
    asked = len(service.asked)
    assert import_identifier(ORCID, offline=True)[0].data == first[0].data
    assert len(service.asked) == asked
    with pytest.raises(InputError, match="not in the cache"):
        import_identifier("orcid:0000-0001-5109-3700", offline=True)


def test_a_doi_that_crossref_does_not_know_is_asked_of_datacite(service: WebService) -> None:
    service.answers = [(404, {}, b""), sample("works-csl.json")]
    assert import_identifier("doi:10.5555/12345678")[0].format == "csl"
    assert [path for path, _ in service.asked][1].startswith("/dois/application/vnd.citationstyles.csl+json/10.5555")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((404, {}, b""), "is not known to the service"),
        ((403, {}, b"no"), "answers 403"),
        ((500, {}, b""), "answers 500"),
        ((200, {}, b""), "empty answer"),
        ((200, {}, b"<html>"), "is not|does not|cannot"),
        ((200, {"Content-Length": "999"}, b"{"), "cannot be fetched"),
    ],
)
def test_each_failure_is_one_line(answer: Answer, message: str, service: WebService) -> None:
    service.answers = [answer]
    with pytest.raises(InputError, match=message) as caught:
        import_identifier(ORCID, wait=lambda seconds: None)
    assert len(caught.value.problems) == 1


def test_an_isbn_that_no_book_has_is_one_error(service: WebService, tmp_path: Path) -> None:
    service.answers = [(200, {}, b'{"status": "ok", "message-type": "work-list", "message": {"items": [], "total-results": 0}}')]
    done = CliRunner().invoke(main, ["import", "isbn:9780306406157", "--out", str(tmp_path / "ada.yaml"), "--me", "Ada Example"])
    assert done.exit_code == 1, done.output
    assert done.output.count("error") == 1 and not (tmp_path / "ada.yaml").exists()


def test_a_service_that_does_not_answer_in_time(service: WebService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.importers.sources.fetch.SECONDS", 0.05)
    released = threading.Event()
    service.answers = [sample("orcid.json")]
    handle = service.server.RequestHandlerClass.do_GET  # type: ignore[attr-defined]
    monkeypatch.setattr(service.server.RequestHandlerClass, "do_GET", lambda self: (released.wait(5), handle(self)))
    with pytest.raises(InputError, match="cannot be fetched") as caught:
        import_identifier(ORCID, wait=lambda seconds: None)
    released.set()
    assert len(caught.value.problems) == 1


def test_a_service_that_is_not_there(service: WebService) -> None:
    with pytest.raises(InputError, match="cannot be fetched"):
        import_identifier(ORCID, addresses={"orcid": "http://127.0.0.1:9"}, wait=lambda seconds: None)


def test_wrong_identifiers_are_errors_and_nothing_is_asked() -> None:
    for text in ("orcid:12", "doi:nonsense", "pmid:x"):
        with pytest.raises(InputError, match="is not an identifier of"):
            requests_for(text)
