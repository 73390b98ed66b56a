"""Tagged PDFs against outside validators: PDF/UA-1 and PDF/A-2a.

By default one profile in one view and the styles that differ most; with CVRENDER_CONFORMANCE=all
(`make conformance`) all profiles, views and styles.
"""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from outloud import check  # type: ignore[import-untyped, unused-ignore]
from page import ValidationProfile, validate_pdf  # type: ignore[import-untyped, unused-ignore]
from pikepdf import pdfa

from cvrender.library import BUILT_IN
from cvrender.pipeline import load_profile, render

ROOT = Path(__file__).parents[3]
ALL = os.environ.get("CVRENDER_CONFORMANCE") == "all"
STYLES = sorted(BUILT_IN.names("styles")) if ALL else ["classic", "lab", "moderncv"]
PROFILES = sorted(path.stem for path in (ROOT / "profiles").glob("*.yaml")) if ALL else ["ada-example"]
VIEWS = ("full", "resume") if ALL else ("resume",)
MISREAD = ("GLYPH-WIDTH-001", "GLYPH-PRESENCE-001", "SUBSET-CHARSET-001")
"""Rules of page-validation that misread the Type 1 fonts of TeX (widths such as `1125 2 div hsbw`, programs without `lenIV`), or
that are rules of PDF/A-1 only (the list of glyphs of a subset is optional in PDF/A-2)."""

UNKNOWN = ("pdfaExtension", "pdfaSchema", "pdfaProperty", "pdfuaid", "expected 'B'")
"""What pikepdf, which knows no PDF/UA and only level B, reports of the identification that both standards require."""

JOINED = re.compile(r"TXT-004: font \S*: \d+ different codes all map to U\+06")
"""outloud doubts that several glyphs stand for one letter, as in Arabic, where a letter's form depends on its neighbours."""

RIGHT_TO_LEFT = ("ar", "fa", "he")
FEW = re.compile(r"ORD-001: .* of (\d+) sequences")
"""outloud counts a link or span within a paragraph as out of place, which on a page with a few lines is more than it allows."""

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


def violations(path: Path) -> list[str]:
    """What the validators find."""
    result = check(str(path))
    found = [f"outloud {item.rule}: {item.message}" for item in result.findings if item.severity in ("error", "warning")]
    for profile in (ValidationProfile.PDF_UA_1, ValidationProfile.PDF_A_2A):
        found += [f"{item.rule_id}: {item.message}" for item in validate_pdf(path, profile=profile).failures]
    with pikepdf.open(path) as pdf:
        also = [f"pikepdf {item.rule}: {item.message}" for item in pdfa.check(pdf, "2b").findings if item.kind == "violation"]
    found += [item for item in also if not any(name in item for name in UNKNOWN)]
    with pikepdf.open(path) as pdf:
        turned = (
            str(pdf.Root.get("/Lang")) in RIGHT_TO_LEFT
        )  # words are in the order of the text in the structure, not in the content
    found = [item for item in found if not (few := FEW.search(item)) or (int(few[1]) > 9 and not turned)]
    found = [item for item in found if not JOINED.search(item)]
    misread = (*MISREAD, *(["STREAM-LENGTH"] if b"\r\nendstream" in path.read_bytes() else []))  # a CR that belongs to the data
    return [item for item in [*found, result.error] if item and not any(rule in item for rule in misread)]


@pytest.mark.parametrize(("profile", "view", "style"), CASES)
def test_a_pdf_conforms(profile: str, view: str, style: str, make_pdf: MakePdf) -> None:
    assert violations(make_pdf(profile, view, style)) == []


@pytest.mark.parametrize("style", STYLES if ALL else ["homepage"])
@pytest.mark.parametrize("language", RIGHT_TO_LEFT if ALL else ["ar"])
def test_a_pdf_from_right_to_left_conforms(language: str, style: str, tmp_path: Path) -> None:
    made = render(load_profile(ROOT / "tests" / "languages" / "profiles" / f"{language}.yaml"), style=style, targets=["pdf"])
    (tmp_path / "cv.pdf").write_bytes(made[0].content)
    assert violations(tmp_path / "cv.pdf") == []


@pytest.mark.system_tex
@pytest.mark.parametrize(("engine", "style"), [("pdflatex", "moderncv"), ("xelatex", "moderncv"), ("lualatex", "classic")])
def test_each_engine_conforms(engine: str, style: str, tmp_path: Path) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    loaded = load_profile(ROOT / "profiles" / "bing-xie.yaml")
    path = tmp_path / "cv.pdf"
    path.write_bytes(render(loaded, style=style, targets=["pdf"], engine=engine)[0].content)
    assert violations(path) == []


def test_a_fault_is_found(make_pdf: MakePdf, tmp_path: Path) -> None:
    with pikepdf.open(make_pdf("ada-example", "resume", "classic")) as pdf:
        del pdf.Root.Lang
        del pdf.Root.OutputIntents
        del pdf.pages[0].Annots[0].Contents
        pdf.save(tmp_path / "worse.pdf")
    found = "\n".join(violations(tmp_path / "worse.pdf"))
    assert [name for name in ("outloud", "PDFUA1", "PDFA2A") if name not in found] == []
