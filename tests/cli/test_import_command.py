"""Test `cvrender import` as a new user meets it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main

BIB = """@inproceedings{a, title={Notes on Engines}, author={Ada Example and Charles Sample}, year=2019, doi={10.5555/1.1}}
@article{b, title={Other Notes}, author={A. Example and Mary Third}, journal={Journal of Machines}, year=2021}
@article{c, title={More Notes}, author={Ada Example}, journal={Journal of Machines}, year=2022}
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pubs.bib").write_text(BIB, "utf-8")
    return tmp_path


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_bibliography_becomes_a_profile_that_renders(work: Path) -> None:
    result = call("import", "pubs.bib")
    assert result.exit_code == 0, result.output
    text = (work / "profiles" / "ada-example.yaml").read_text("utf-8")
    assert "name: Ada Example" in text
    assert "variants: [A. Example]" in text
    assert text.index("More Notes") < text.index("Other Notes") < text.index("Notes on Engines"), "the newest first"
    rendered = call("render", "ada-example", "--to", "md")
    assert rendered.exit_code == 0 and "warning" not in rendered.output
    assert "Notes on Engines" in (work / "out/ada-example/ada-example-full-classic.md").read_text("utf-8")


def test_an_existing_profile_is_never_overwritten(work: Path) -> None:
    (work / "profiles").mkdir()
    (work / "profiles" / "ada-example.yaml").write_text("mine", "utf-8")
    result = call("import", "pubs.bib")
    assert result.exit_code == 1 and "already exists" in result.output and "--out" in result.output
    assert (work / "profiles" / "ada-example.yaml").read_text("utf-8") == "mine"


def test_the_path_can_be_chosen(work: Path) -> None:
    assert call("import", "pubs.bib", "--out", "mine/cv.yaml").exit_code == 0
    assert (work / "mine" / "cv.yaml").exists()


def test_whose_career_it_is_may_be_doubtful(work: Path) -> None:
    (work / "one.bib").write_text("@misc{a, title={T}, author={Ada Example and Charles Sample}, year=2020}", "utf-8")
    result = call("import", "one.bib")
    assert result.exit_code == 0 and "--me" in result.output and "warning: no-owner" in result.output
    assert "name: Ada Example" in (work / "profiles" / "ada-example.yaml").read_text("utf-8"), "the first author"
    assert call("import", "one.bib", "--strict", "--out", "strict.yaml").exit_code == 1, "and the profile is written"
    assert (work / "strict.yaml").exists()
    assert call("import", "one.bib", "--me", "Charles Sample").exit_code == 0
    assert (work / "profiles" / "charles-sample.yaml").exists()


def test_errors_are_told_with_their_line_and_the_rest_is_imported(work: Path) -> None:
    (work / "pubs.bib").write_text(BIB + "@article{d, title = {Never closed\n", "utf-8")
    result = call("import", "pubs.bib")
    assert result.exit_code == 1
    assert "pubs.bib:4:21: error: " in result.output
    assert "More Notes" in (work / "profiles" / "ada-example.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"just a text", "format"),
        (b"\xff\xfe\xfa", "format"),
        (b"caf\xe9 @article{", "not in a format that can be recognized"),
        (b'{"a": ', "JSON"),
        (b"<a><b></a>", "XML"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "document type"),
        (b"", "format"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_error(content: bytes, message: str, work: Path) -> None:
    (work / "bad").write_bytes(content)
    result = call("import", "bad")
    assert result.exit_code == 1 and "bad" in result.output and message in result.output, result.output
    assert not (work / "profiles").exists()


@pytest.mark.parametrize(
    "arguments", [("nothing.bib",), (".",), ("pubs.bib", "--from", "bibtext"), ("pubs.bib", "--from", "orcid")]
)
def test_wrong_arguments_are_explained(arguments: tuple[str, ...], work: Path) -> None:
    result = call("import", *arguments)
    assert result.exit_code == 1 and ": error: " in result.output


def test_problems_as_data(work: Path) -> None:
    (work / "pubs.bib").write_text(BIB.replace("10.5555/1.1", "nonsense"), "utf-8")
    result = CliRunner().invoke(main, ["import", "pubs.bib", "--json"])
    (problem,) = json.loads(result.stdout)
    assert (problem["file"], problem["line"], problem["severity"]) == ("pubs.bib", 1, "warning")


def test_provenance_is_written_where_it_is_asked_for(work: Path) -> None:
    call("import", "pubs.bib", "--provenance")
    text = (work / "profiles" / "ada-example.yaml").read_text("utf-8")
    assert "sources: {" in text and "title: pubs.bib#l3" in text
    assert call("check", "ada-example").exit_code == 0
