"""Facts without a source, the sources of each entry, and that nothing prints them."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.rules.ledger.listing import entry_sources
from cvrender.rules.ledger.sourced import problems_unsourced

TEXT = """\
person: {name: Ada Example, credentials: [Ph.D.], sources: stated}
positions:
  - organization: Acme
    title: Engineer
    start: 2019
    end: 2021
    highlights: [Built 3 engines]
    sources: {organization: 'old-cv.pdf#p2', title: stated}
awards:
  - {title: Medal, date: 2020, sources: [stated, 'not orcid:0000-0002-1825-0097']}
  - {title: Prize, issuer: Academy of Nowhere, date: 2021, sources: 'doi:10.5555/1'}
  - {title: Cup, date: 2022}
"""


def loaded(text: str) -> LoadedProfile:
    source = parse(text.encode(), "ada.yaml")
    return LoadedProfile(source, validate(source))


def test_each_number_date_title_employer_and_degree_needs_a_source() -> None:
    unsourced = [(problem.path, problem.message.split("”")[0].strip("“")) for problem in problems_unsourced(loaded(TEXT))]
    assert unsourced == [
        ("positions[0].start", "2019"),
        ("positions[0].end", "2021"),
        ("positions[0].highlights[0].text", "3"),
        ("awards[2].date", "2022"),
        ("awards[2].title", "Cup"),
    ]
    assert all(problem.severity == "error" and problem.line for problem in problems_unsourced(loaded(TEXT)))


def test_the_standing_of_each_entry() -> None:
    sources = {each.label: (each.standing, each.sources, each.missing) for each in entry_sources(loaded(TEXT))}
    assert sources == {
        "Ada Example": ("stated", "stated", ()),
        "Engineer": ("imported", "organization: old-cv.pdf#p2; title: stated", ("start", "end", "highlights")),
        "Medal": ("contradicted", "stated, not orcid:0000-0002-1825-0097", ()),
        "Prize": ("confirmed", "doi:10.5555/1", ()),
        "Cup": ("none", "", ()),
    }


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text(TEXT, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_lists_sources_and_a_file_that_is_another_one(work: Path) -> None:
    shown = CliRunner().invoke(main, ["sources", "ada"])
    assert shown.exit_code == 0 and "confirmed     awards[1]: Prize  [doi:10.5555/1]" in shown.stdout
    data = json.loads(CliRunner().invoke(main, ["sources", "ada", "--json"]).stdout)
    assert data[1]["missing"] == ["start", "end", "highlights"] and data[1]["standing"] == "imported"
    right = hashlib.sha256(b"old").hexdigest()
    (work / "profiles" / "ada.yaml").write_text(f"{TEXT}sources: {{old-cv.pdf: 'sha256:{right}'}}\n", "utf-8")
    (work / "profiles" / "old-cv.pdf").write_bytes(b"old")
    assert "SHA-256" not in CliRunner().invoke(main, ["sources", "ada"]).output
    (work / "profiles" / "old-cv.pdf").write_bytes(b"new")
    assert "SHA-256 differs" in CliRunner().invoke(main, ["sources", "ada"]).output


def test_files_of_other_folders_are_not_read(work: Path) -> None:
    (work / "secret.pdf").write_bytes(b"secret")
    (work / "profiles" / "ada.yaml").write_text(f"{TEXT}sources: {{../secret.pdf: 'sha256:{'0' * 64}'}}\n", "utf-8")
    result = CliRunner().invoke(main, ["sources", "ada"])
    assert result.exit_code == 0 and "SHA-256" not in result.output


def test_check_fails_for_facts_without_a_source(work: Path) -> None:
    result = CliRunner().invoke(main, ["check", "ada", "--sourced", "--json"])
    assert result.exit_code == 1 and {problem["code"] for problem in json.loads(result.stdout)} == {"no-source"}
    assert CliRunner().invoke(main, ["check", "ada"]).exit_code == 0


@pytest.mark.needs("git")
def test_check_names_what_an_edit_changed(work: Path) -> None:
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=work, check=True)
    assert CliRunner().invoke(main, ["check", "ada", "--since", "HEAD"]).output.endswith("no problems\n")
    (work / "profiles" / "ada.yaml").write_text(TEXT.replace("Built 3", "Built 30"), "utf-8")
    told = CliRunner().invoke(main, ["check", "ada", "--since", "HEAD"])
    assert told.exit_code == 0 and "“3” became “30” since HEAD" in told.output
    failed = CliRunner().invoke(main, ["check", "ada", "--since", "HEAD", "--sourced"])
    assert failed.exit_code == 1 and "without a source" in failed.output
    assert CliRunner().invoke(main, ["check", "ada", "--since", "nothing"]).exit_code == 1


def test_nothing_prints_sources_unless_a_view_asks(work: Path) -> None:
    arguments = ["render", "ada", "--to", "md,txt,html,tex", "--attach", "--out", "out"]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    texts = [path.read_text("utf-8") for path in (work / "out").rglob("*.*")]
    assert len(texts) >= 4 and not any("old-cv" in text or "10.5555" in text or "stated" in text for text in texts)
    asks = "views:\n  table: {sections: [{from: awards, table: {Award: title, Source: sources}}]}\n"
    (work / "profiles" / "ada.yaml").write_text(TEXT + asks, "utf-8")
    shown = CliRunner().invoke(main, ["render", "ada", "--view", "table", "--to", "txt", "--out", "out"])
    assert shown.exit_code == 0, shown.output
    assert "doi:10.5555/1" in (work / "out/ada/ada-table-classic.txt").read_text("utf-8")
