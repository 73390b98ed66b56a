"""Test styles, contracts and citation styles that installed packages offer by entry points."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.library import Library, find_contract, find_style, find_terms, term_languages
from cvrender.load.library.citation_styles import find_citation_style
from cvrender.load.library.search_path import installed_data
from tests.built_packages import execute

ROOT = Path(__file__).parents[2]
POINTS = """[cvrender.styles]
guest = guest_data.look
[cvrender.contracts]
guild = guest_data
[cvrender.citations]
guest-cites = guest_data
[cvrender.terms]
gd = guest_data.words
de = guest_data.words
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path of modules with an installed package, whose code must never run."""
    folder = tmp_path / "site"
    package = folder / "guest_data"
    (package / "look").mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('imported')\n", "utf-8")
    (package / "look/style.yaml").write_text("about: a guest\nextends: classic\n", "utf-8")
    (package / "guild.yaml").write_bytes((ROOT / "src/cvrender/rules/contracts/nwo.yaml").read_bytes())
    (package / "words").mkdir()
    (package / "words/gd.yaml").write_text("sections: {publications: Foillseachaidhean}\n", "utf-8")
    (package / "words/de.yaml").write_text("sections: {publications: Opera}\n", "utf-8")
    (package / "guest-cites.csl").write_bytes((ROOT / "citation-styles/ieee.csl").read_bytes())
    info = folder / "guest_data-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-data\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(POINTS, "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    installed_data.cache_clear()
    yield folder
    installed_data.cache_clear()


def test_installed_packages_offer_data_that_is_not_trusted(site: Path) -> None:
    assert find_style("guest").about == "a guest"
    assert not Library().trusts(Library().find("styles", "guest"))
    assert find_contract("guild").contract.title.startswith("NWO")
    assert find_citation_style("guest-cites", site).title
    assert "guest" in Library().names("styles") and "guild" in Library().names("contracts")
    assert "guest_data" not in sys.modules


def test_terms_of_a_package_are_for_languages_that_have_none(site: Path) -> None:
    style = find_style("classic")
    assert "gd" in term_languages(style)
    assert find_terms(style, "gd").sections["publications"] == "Foillseachaidhean"
    assert find_terms(style, "gd").sections["talks"] == find_terms(style, "en").sections["talks"]
    assert find_terms(style, "de").sections["publications"] == "Publikationen"


def test_code_in_a_style_of_a_package_is_refused(site: Path) -> None:
    latex = site / "guest_data/look/latex"
    latex.mkdir()
    (latex / "own.tex").write_text(r"\typeout{here}", "utf-8")
    with pytest.raises(InputError, match="raw LaTeX in an untrusted style"):
        find_style("guest")


def test_what_is_built_in_comes_first(site: Path) -> None:
    points = site / "guest_data-1.0.dist-info/entry_points.txt"
    points.write_text("[cvrender.styles]\nclassic = guest_data.look\n", "utf-8")
    assert find_style("classic").about != "a guest"


@pytest.mark.parametrize("value", ["guest_data.missing", "..", "guest_data:code"])
def test_an_entry_without_a_file_is_no_style(site: Path, value: str) -> None:
    (site / "guest_data-1.0.dist-info/entry_points.txt").write_text(f"[cvrender.styles]\nguest = {value}\n", "utf-8")
    with pytest.raises(InputError, match='style "guest" not found'):
        find_style("guest")


@pytest.mark.slow
def test_a_new_package_can_be_built_and_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["new-style", "river-bank", "--from", "ivy", "--package"]).exit_code == 0
    uv = Path(sys.executable).with_name("uv")
    execute(uv, "build", "--quiet", "--wheel", "--out-dir", tmp_path, tmp_path / "cvrender-style-river-bank", cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    code = "from cvrender.load.library import find_style; print(find_style('river-bank').name)"
    env = {"PYTHONPATH": str(tmp_path / "installed"), "PATH": "/usr/bin:/bin"}
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert shown.stdout.strip() == "river-bank"
