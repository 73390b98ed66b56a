"""Identifiers are fetched from a local server, which answers as the services' documentation says."""

import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.merge.sources.download import DownloadError, _next_address
from cvrender.merge.sources.fetch import import_identifier
from cvrender.merge.sources.services import requests_for
from tests.merge.sources.web_service import Answer, WebService

pytest.importorskip("httpx")
SAMPLES = Path(__file__).parents[2] / "formats" / "samples"
ORCID = "orcid:0000-0002-1825-0097"


DOI = "10.5555/12345678"


def sample(name: str, **headers: str) -> Answer:
    """Answer with a sample; its works have the identifier that these tests ask for."""
    content = (SAMPLES / name).read_bytes()
    return 200, headers, content.replace(b"10.5555/5005.5", DOI.encode())


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
    result = CliRunner().invoke(main, ["import", ORCID, "--out", str(tmp_path / "ada.yaml")])
    assert result.exit_code == 0, result.output
    assert "Ada Example" in (tmp_path / "ada.yaml").read_text("utf-8")


def test_pages_are_read_to_the_last(service: WebService) -> None:
    first = b'{"meta": {"next_cursor": "abc"}, "results": [{"id": "W1", "title": "One", "authorships": [], "type": "article"}]}'
    last = b'{"meta": {"next_cursor": null}, "results": [{"id": "W2", "title": "Two", "authorships": [], "type": "article"}]}'
    service.answers = [(200, {}, first), (200, {}, last)]
    records = import_identifier("openalex:A12")
    assert [work["title"] for each in records for work in each.data["publications"]] == ["One", "Two"]
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
    service.answers = [(404, {}, b""), (200, {}, b'{"DOI": "10.5555/12345678", "type": "book", "title": "A Book"}')]
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
    result = CliRunner().invoke(
        main, ["import", "isbn:9780306406157", "--out", str(tmp_path / "ada.yaml"), "--me", "Ada Example"]
    )
    assert result.exit_code == 1, result.output
    assert result.output.count("error") == 1 and not (tmp_path / "ada.yaml").exists()


def test_a_service_that_does_not_answer_in_time(service: WebService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.merge.sources.fetch.SECONDS", 0.05)
    released = threading.Event()
    service.answers = [sample("orcid.json")]
    handle = service.server.RequestHandlerClass.do_GET  # type: ignore[attr-defined]
    monkeypatch.setattr(service.server.RequestHandlerClass, "do_GET", lambda self: (released.wait(5), handle(self)))
    with pytest.raises(InputError, match="takes too long to be fetched") as caught:
        import_identifier(ORCID, wait=lambda seconds: None)
    released.set()
    assert len(caught.value.problems) == 1


def test_a_service_that_is_not_there(service: WebService) -> None:
    with pytest.raises(InputError, match="cannot be fetched"):
        import_identifier(ORCID, addresses={"orcid": "http://127.0.0.1:9"}, wait=lambda seconds: None)


def test_wrong_identifiers_are_errors_and_nothing_is_asked() -> None:
    paths = (
        "doi:10.5555/../../../x",
        "doi:10.5555/..",
        "doi:10.5555/a/./b",
        "datacite:10.5555/..\\..\\x",
        "dblp:../x",
        "inspire:../..1",
    )
    for text in ("orcid:12", "doi:nonsense", "pmid:x", *paths):
        with pytest.raises(InputError, match="is not an identifier of"):
            requests_for(text)


@pytest.mark.parametrize("identifier", ["orcid:0000-0002-1825-0098", "isbn:978-0-306-40615-8", "isbn:0-306-40615-3"])
def test_an_identifier_with_a_wrong_check_digit_is_not_asked_for(service: WebService, identifier: str) -> None:
    with pytest.raises(InputError, match="does not match the others"):
        import_identifier(identifier)
    assert service.asked == []


def test_a_service_may_send_on_within_its_host(service: WebService) -> None:
    service.by_path = {"/moved": sample("orcid.json")}
    service.answers = [(301, {"Location": "/moved"}, b"")]
    assert import_identifier(ORCID)[0].data["publications"]
    assert [path for path, _ in service.asked] == ["/0000-0002-1825-0097/record", "/moved"]


@pytest.mark.parametrize(
    ("url", "location"),
    [
        ("https://example.org/a", "http://example.org/a"),
        ("https://example.org/a", "https://example.com/a"),
        ("https://example.org/a", "//example.com/a"),
        ("https://example.org/a", "https://example.org:8443/a"),
        ("https://example.org/a", "https://example.org@example.com/a"),
        ("http://127.0.0.1:8000/a", "http://127.0.0.1:9000/a"),
        ("http://127.0.0.1:8000/a", "http://localhost:8000/a"),
        ("http://127.0.0.1:8000/a", "https://127.0.0.1/a"),
        ("https://example.org/a", "file:///etc/hostname"),
        ("https://example.org/a", "http://[x/"),
        ("https://example.org/a", ""),
    ],
)
def test_no_redirect_leads_elsewhere(url: str, location: str) -> None:
    with pytest.raises(DownloadError, match="is redirected to"):
        _next_address(url, location)


@pytest.mark.parametrize(
    ("url", "location", "new"),
    [
        ("http://example.org/a", "https://example.org/b", "https://example.org/b"),
        ("https://example.org/a", "https://www.example.org:443/a", "https://www.example.org:443/a"),
        ("https://example.org/a/b", "../c?d=e", "https://example.org/c?d=e"),
    ],
)
def test_redirects_of_a_site_are_followed(url: str, location: str, new: str) -> None:
    assert _next_address(url, location) == new


@pytest.mark.parametrize(
    ("identifier", "answer"),
    [
        ("doi:10.5555/12345678", b'{"message": {"DOI": "10.5555/87654321", "type": "book", "title": ["A Book"]}}'),
        ("datacite:10.5555/12345678", b'{"DOI": "10.5555/87654321", "type": "book", "title": "A Book"}'),
        ("isbn:9780306406157", b'{"message": {"items": [{"ISBN": ["9783161484100"], "type": "book", "title": ["A Book"]}]}}'),
        ("arxiv:2101.00001", b"@misc{a, title={A}, author={Example, Ada}, eprint={2101.00002}, archivePrefix={arXiv}}"),
        ("pmid:12345678", b"PMID- 87654321\nTI  - A title\nFAU - Example, Ada\n"),
        ("orcid:0000-0002-1825-0097", b'{"orcid-identifier": {"path": "0000-0001-5109-3700"}, "person": {"name": null}}'),
    ],
)
def test_a_record_of_something_else_is_not_taken(identifier: str, answer: bytes, service: WebService) -> None:
    service.answers = [(200, {}, answer)]
    with pytest.raises(InputError, match="the service answers with another one"):
        import_identifier(identifier)


def test_one_of_several_isbns_and_another_version_are_what_was_asked_for(service: WebService) -> None:
    book = b'{"message": {"items": [{"ISBN": ["9783161484100", "0306406152"], "type": "book", "title": ["A Book"]}]}}'
    paper = b"@misc{a, title={A}, author={Example, Ada}, eprint={2101.00001v2}, archivePrefix={arXiv}}"
    service.answers = [(200, {}, book), (200, {}, paper)]
    assert import_identifier("isbn:9780306406157")[0].data["publications"]
    assert import_identifier("arxiv:2101.00001")[0].data["publications"]
