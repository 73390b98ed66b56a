"""Tagged PDFs against outside validators: PDF/UA-1 and PDF/A-2a.

By default one profile in one view and the styles that differ most; with CVRENDER_CONFORMANCE=all
(`make conformance`) all profiles, views and styles.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from cvrender.api import render
from cvrender.load.library import BUILT_IN
from cvrender.merge.profile import load_profile
from tests.targets.pdf.validators import RIGHT_TO_LEFT, violations

ROOT = Path(__file__).parents[3]
ALL = os.environ.get("CVRENDER_CONFORMANCE") == "all"
STYLES = sorted(BUILT_IN.names("styles")) if ALL else ["classic", "folio", "lab", "moderncv"]
PROFILES = sorted(path.stem for path in (ROOT / "profiles").glob("*.yaml")) if ALL else ["ada-example"]
VIEWS = ("full", "resume") if ALL else ("resume",)
CASES = [(profile, view, style) for profile in PROFILES for view in VIEWS for style in STYLES]
MakePdf = Callable[[str, str, str], Path]


@pytest.fixture(scope="module")
def make_pdf(tmp_path_factory: pytest.TempPathFactory, tight: dict[str, str]) -> MakePdf:
    folder = tmp_path_factory.mktemp("conformance")

    def make(profile: str, view: str, style: str) -> Path:
        path = folder / f"{profile}-{view}-{style}.pdf"
        if not path.exists():
            loaded = load_profile(ROOT / "profiles" / f"{profile}.yaml")
            options = {**({} if ALL else tight), **({"photo": "true"} if loaded.profile.person.photo else {})}
            path.write_bytes(render(loaded, view=view, style=style, targets=["pdf"], options=options)[0].content)
        return path

    return make


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "view", "style"), CASES)
def test_a_pdf_conforms(profile: str, view: str, style: str, make_pdf: MakePdf) -> None:
    assert violations(make_pdf(profile, view, style)) == []


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES if ALL else ["homepage"])
@pytest.mark.parametrize("language", RIGHT_TO_LEFT if ALL else ["ar"])
def test_a_pdf_from_right_to_left_conforms(language: str, style: str, tmp_path: Path) -> None:
    made = render(load_profile(ROOT / "tests" / "languages" / "profiles" / f"{language}.yaml"), style=style, targets=["pdf"])
    (tmp_path / "cv.pdf").write_bytes(made[0].content)
    assert violations(tmp_path / "cv.pdf") == []


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize(("engine", "style"), [("pdflatex", "moderncv"), ("xelatex", "moderncv"), ("lualatex", "classic")])
def test_each_engine_conforms(engine: str, style: str, tmp_path: Path) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    loaded = load_profile(ROOT / "profiles" / "bing-xie.yaml")
    path = tmp_path / "cv.pdf"
    path.write_bytes(render(loaded, style=style, targets=["pdf"], engine=engine)[0].content)
    assert violations(path) == []


@pytest.mark.slow
@pytest.mark.system_tex
def test_lualatex_conforms_with_a_subset_of_a_cjk_font(tmp_path: Path) -> None:
    if not shutil.which("lualatex"):
        pytest.skip("lualatex is not installed")
    profile = "person: {name: Wei Example}\npositions: [{organization: Example 实验室, title: Engineer 工程师, start: 2020}]\n"
    (tmp_path / "me.yaml").write_text(profile, "utf-8")
    path = tmp_path / "cv.pdf"
    path.write_bytes(render(load_profile(tmp_path / "me.yaml"), targets=["pdf"], engine="lualatex")[0].content)
    assert violations(path) == []


@pytest.mark.slow
def test_a_fault_is_found(make_pdf: MakePdf, tmp_path: Path) -> None:
    with pikepdf.open(make_pdf("ada-example", "resume", "classic")) as pdf:
        del pdf.Root.Lang
        del pdf.Root.OutputIntents
        del pdf.pages[0].Annots[0].Contents
        pdf.save(tmp_path / "worse.pdf")
    found = "\n".join(violations(tmp_path / "worse.pdf"))
    assert [name for name in ("outloud", "PDFUA1", "PDFA2A") if name not in found] == []
