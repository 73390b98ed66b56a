"""Run the commands, and validate the YAML examples, of the pages that no other test runs block for block."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.load.library import Library, find_style
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.run.batch.plan import plan

ROOT = Path(__file__).parents[1]
PAGES = ("import", "languages", "views", "accessibility", "outputs", "fonts")
BIB = "@article{xie2020, title = {Notes}, author = {**Ada Example** and Cong Xie}, journal = {Engines}, year = 2020}\n"
ORCID = """{"orcid-identifier": {"path": "0000-0002-1825-0097"}, "person": {"name": {"given-names": {"value": "Ada"},
"family-name": {"value": "Example"}}}, "activities-summary": {}}"""
STATED = "person: {name: Ada Example}\n"


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return [match[2] for match in re.finditer(rf"(?ms)^( *)```{language}\n(.*?)^ *```$", text)]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_work(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the files that the page names; rendered to Markdown where the page names no target."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "publications.bib").write_text(BIB, "utf-8")
    (tmp_path / "orcid.json").write_text(ORCID, "utf-8")
    if page != "import":
        profile = tmp_path / "profiles" / "ada-example.yaml"
        profile.parent.mkdir()
        profile.write_bytes((ROOT / "profiles" / "ada-example.yaml").read_bytes())
        profile.with_suffix(".png").write_bytes((ROOT / "profiles" / "ada-example.png").read_bytes())
    if page == "import":
        (tmp_path / "old.tex").write_bytes((ROOT / "tests/old_cvs/samples/moderncv.tex").read_bytes())
    if page == "accessibility":
        CliRunner().invoke(main, ["render", "ada-example", "--to", "pdf"])
    if page == "views":
        (tmp_path / "views").mkdir()
        (tmp_path / "views" / "two-papers.yaml").write_text("sections: [{from: publications, limit: 2}]\n", "utf-8")
    lines = [line for block in blocks(f"docs/{page}.md", "sh") for line in block.splitlines()]
    assert lines
    for line in lines:
        _, *arguments = shlex.split(line, comments=True)
        if arguments[0] == "update" or arguments[1].startswith(("orcid:", "doi:")):  # tests/merge/sources/ asks services
            continue
        if arguments[:3] == ["import", "--check", "old.pdf"]:
            outcome = CliRunner().invoke(main, ["render", "mira-sample", "--view", "full", "--to", "pdf"])
            Path("old.pdf").write_bytes(Path(outcome.stdout.split()[0]).read_bytes())
        if arguments[:2] == ["import", "orcid.json"]:
            (tmp_path / "profiles" / "ada-example.yaml").unlink()
        if arguments[0] == "render" and "--to" not in arguments:
            arguments += ["--to", "md"]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, f"{line}: {result.output}"


def as_profile(example: str, folder: Path) -> None:
    person = "" if "person:" in example else STATED
    validate(parse((person + example).encode(), "ada.yaml"))


def as_style(example: str, folder: Path) -> None:
    (folder / "styles" / "mine").mkdir(parents=True, exist_ok=True)
    (folder / "styles" / "mine" / "style.yaml").write_text(f"about: mine\nextends: plain\n{example}", "utf-8")
    assert find_style("mine", Library((folder,))).entries


def as_bibliography(example: str, folder: Path) -> None:
    (folder / "publications.bib").write_text(BIB, "utf-8")
    (folder / "ada.yaml").write_text(STATED + example, "utf-8")
    (work,) = load_profile(folder / "ada.yaml").profile.publications
    assert (work.tags, len(work.awards)) == (("selected",), 1)


def as_build(example: str, folder: Path) -> None:
    (folder / "cvrender.yaml").write_text(example, "utf-8")
    for path in ("people/ada.yaml", "profiles/ada-example.yaml"):
        (folder / path).parent.mkdir()
        (folder / path).write_text(STATED, "utf-8")
    assert len(plan(folder / "cvrender.yaml", Library((folder,)))) == 4


@pytest.mark.parametrize(
    ("page", "reads"),
    [
        ("README.md", as_profile),
        ("docs/languages.md", as_profile),
        ("docs/rules.md", as_profile),
        ("docs/import.md", as_bibliography),
        ("docs/patterns.md", as_style),
        ("docs/commands.md", as_build),
    ],
)
def test_the_yaml_of_a_page_is_valid(page: str, reads: Callable[[str, Path], None], tmp_path: Path) -> None:
    examples = blocks(page, "yaml")
    assert examples
    for example in examples:
        reads(example, tmp_path)
