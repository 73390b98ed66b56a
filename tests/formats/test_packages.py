"""Read files by importers of installed packages: only if they are named, and never untrusted files."""

import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from cvrender.cli import main

CODE = """
def read(content: bytes, file: str) -> dict:
    lines = content.decode("utf-8").splitlines()
    if lines[0] != "GUILD":
        raise ValueError("does not begin with GUILD")
    return {
        "person": {"name": lines[1], "shoe size": 38},
        "positions": [{"title": line, "organization": "The Guild"} for line in lines[2:]],
        "parrots": ["Polly"],
    }

def broken(content, file):
    return content[0]["x"]

def number(content, file):
    return 7

none = 7
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder on the path of modules with an installed package of importers."""
    site = tmp_path / "site"
    info = site / "guild_import-1.5.dist-info"
    info.mkdir(parents=True)
    (site / "guild_import.py").write_text(CODE, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guild-import\nVersion: 1.5\n", "utf-8")
    points = [
        "guild = guild_import:read",
        "broken = guild_import:broken",
        "seven = guild_import:number",
        "lost = guild_import:lost",
    ]
    (info / "entry_points.txt").write_text("\n".join(["[cvrender.importers]", *points, "none = guild_import:none"]), "utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "guild_import", raising=False)
    (tmp_path / "old.guild").write_text("GUILD\nMira Sample\nJourneyman\nMaster\n", "utf-8")


def imported(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["import", *arguments, "--out", "new.yaml"])


def test_an_importer_reads_a_file_and_nothing_is_lost() -> None:
    result = imported("old.guild", "--from", "guild")
    new = yaml.safe_load(Path("new.yaml").read_text("utf-8"))
    assert new["person"]["name"] == "Mira Sample"
    assert [position["title"] for position in new["positions"]] == ["Journeyman", "Master"]
    assert "Polly" in str(new["x-import"]) and "38" in str(new["x-import"]), result.output
    assert {"old.guild"} == {Path(str(name)).name for name in new["sources"]}
    assert CliRunner().invoke(main, ["check", "new.yaml"]).exit_code == 0


def test_it_runs_only_if_it_is_named() -> None:
    imported("old.guild")
    assert CliRunner().invoke(main, ["styles"]).exit_code == 0
    assert "guild_import" not in sys.modules


def test_untrusted_files_are_refused() -> None:
    result = imported("old.guild", "--from", "guild", "--untrusted", "--no-sandbox")
    assert result.exit_code == 1 and "an importer of a package, which is code" in result.stderr
    assert "guild_import" not in sys.modules


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken", "the importer “broken” of the package guild-import 1.5 failed: TypeError"),
        ("seven", "the importer “seven” of the package guild-import 1.5 returned no mapping of keys"),
        ("lost", "the importer “lost” of the package guild-import 1.5 failed: AttributeError"),
        ("none", "guild_import:none is not a function"),
        ("guilt", 'unknown format "guilt"; did you mean "guild"?'),
    ],
)
def test_a_fault_is_told_with_who_made_it(name: str, said: str) -> None:
    result = imported("old.guild", "--from", name)
    assert result.exit_code == 1 and said in result.stderr
    assert "Traceback" not in result.output


def test_a_file_that_the_importer_refuses_is_an_error_of_the_file() -> None:
    Path("old.guild").write_text("LODGE\n", "utf-8")
    result = imported("old.guild", "--from", "guild")
    assert (result.exit_code, result.stderr.strip()) == (1, "old.guild: error: does not begin with GUILD")
