"""Test the gate that a style passes before it is shared."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.errors import ArtifactError, Problem
from cvrender.model.value import replace
from cvrender.targets.base import Artifact
from cvrender.targets.pdf.metrics import PageMetrics

ROOT = Path(__file__).parents[2]
STYLES = sorted(path.parent.name for path in (ROOT / "styles").glob("*/style.yaml"))


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["style-test", *arguments])


def test_a_style_passes_and_its_files_are_kept(tmp_path: Path) -> None:
    result = call("classic", "--lang", "en", "--out", str(tmp_path / "made"), "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["results"][1] == {"language": "en", "passed": True, "problems": []}
    assert {path.suffix for path in (tmp_path / "made/en").iterdir()} >= {".pdf", ".docx", ".html", ".md", ".txt", ".tex"}
    sheet = (tmp_path / "made/index.html").read_text("utf-8")
    assert sheet.count("<img ") == 1 and 'href="en/' in sheet and "failed" not in sheet.partition("</style>")[2]


def test_a_pale_colour_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "styles/pale/style.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("about: a test\nextends: engineer\ndefaults: {accent: '#ffee88'}\n", "utf-8")
    monkeypatch.setattr("cvrender.run.style_gate.run", lambda request, profile: [])
    result = call("pale", "--lang", "en")
    assert result.exit_code == 0 and "warning: pale-color: accent: #ffee88 has a contrast of 1.2 to 1" in result.output


def test_a_style_whose_files_fail_their_checks_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise ArtifactError([Problem("a word is lost", code="artifact-failed")])

    monkeypatch.setattr("cvrender.run.style_gate.run", fails)
    result = call("classic", "--lang", "en,de")
    assert result.exit_code == 1 and result.output.count("error: a word is lost") == 2
    assert call("classic", "--lang", "en", "--json").exit_code == 1
    assert call("classic", "--lang", "en", "--out", str(tmp_path)).exit_code == 1
    assert "failed: error: a word is lost" in (tmp_path / "index.html").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_pages_with_empty_feet_are_named(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.run.style_gate.run", lambda request, profile: [Artifact("a.pdf", b"%PDF-2.0")])
    page = PageMetrics(595, 842, (50, 50, 50, 50), 8, 10, 12)
    monkeypatch.setattr("cvrender.run.style_gate.measure", lambda pdf: [page, replace(page, margins=(50, 50, 150, 50)), page])
    assert "page 2 ends 35 mm above the foot" in call("plain", "--lang", language).output


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_the_styles_that_are_built_in_pass(name: str) -> None:
    """Each in two languages, so that together they have all of them."""
    from cvrender.load.library import find_style, term_languages

    languages = term_languages(find_style(name))
    first = STYLES.index(name) * 2
    chosen = [languages[(first + step) % len(languages)] for step in range(2)]
    result = call(name, "--lang", ",".join(chosen))
    assert result.exit_code == 0, result.output
