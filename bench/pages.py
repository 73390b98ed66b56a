"""Count the pages of CVs as PDF and as Word document, and the lines of their last pages, over looks, profiles and views.

    python bench/pages.py [--profiles NAME,…] [--views resume,full] [--styles classic,…] [--to pdf,docx] [--json FILE]

LibreOffice counts the pages of Word documents, with the fonts of this machine. The lines of a last page are those of its PDF,
without its foot. The table has a row for each style: the PDFs of several pages, how many of them end on a page with at most ten
lines, and the Word documents with more or fewer pages than their PDF. What differs is listed below it.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from cvrender.load.library import BUILT_IN

ROOT = Path(__file__).resolve().parents[1]
OTHERS = ("plain", "form", "dossier")
"""Styles that are not looks: what others extend, and funders' pages."""
LOOKS = [name for name in BUILT_IN.names("styles") if name not in OTHERS]
PROFILES = [str(path.relative_to(ROOT / "profiles").with_suffix("")) for path in sorted((ROOT / "profiles").rglob("*.yaml"))]
SHORT = 10
"""The most lines of a page that counts as short."""
_FOOT = re.compile(r"\s*\S.*\s\d{1,3}( */ *\d{1,3})?\s*|\s*\d{1,3}\s*")
_TOGETHER = 40  # documents that one LibreOffice opens


@dataclass(frozen=True)
class Made:
    """A CV: its pages as PDF, the lines of the last one, and its pages as Word document (0: not made)."""

    profile: str
    view: str
    style: str
    pdf: int
    last_lines: int
    docx: int


def pages(pdf: Path) -> list[str]:
    """Return the text of each page of a PDF."""
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True).stdout.decode()
    return text.split("\f")[:-1]


def lines(page: str) -> int:
    """Count the lines of a page, without its foot."""
    filled = [line for line in page.splitlines() if line.strip()]
    return len(filled) - bool(filled and _FOOT.fullmatch(filled[-1]))


def word_pages(documents: list[Path], folder: Path) -> dict[Path, int]:
    """Return the pages of Word documents as LibreOffice sets them."""
    for start in range(0, len(documents), _TOGETHER):
        office = ("soffice", "--headless", f"-env:UserInstallation={(folder / 'office').as_uri()}")
        command = [*office, "--convert-to", "pdf", "--outdir", folder / "word", *documents[start : start + _TOGETHER]]
        subprocess.run(command, check=True, capture_output=True)
    made = {document: folder / "word" / f"{document.stem}.pdf" for document in documents}
    return {document: len(pages(pdf)) for document, pdf in made.items() if pdf.exists()}


def survey(profiles: list[str], views: list[str], styles: list[str], targets: list[str], folder: Path) -> Iterator[Made]:
    """Render each profile in each view and style, and count."""
    for profile in profiles:
        chosen = {"--to": targets, "--view": views, "--style": styles, "--out": [str(folder / "out")]}
        options = [word for name, values in chosen.items() for word in (name, ",".join(values))]
        command = [sys.executable, "-m", "cvrender", "render", f"profiles/{profile}.yaml", *options]
        subprocess.run(command, cwd=ROOT, capture_output=True)
    stem = {(p, v, s): f"{Path(p).name}/{Path(p).name}-{v}-{s}" for p in profiles for v in views for s in styles}
    documents = [file for name in stem.values() if (file := folder / "out" / f"{name}.docx").exists()]
    counted = word_pages(documents, folder) if documents else {}
    for (profile, view, style), name in stem.items():
        pdf = folder / "out" / f"{name}.pdf"
        text = pages(pdf) if pdf.exists() else []
        word = counted.get(folder / "out" / f"{name}.docx", 0)
        yield Made(profile, view, style, len(text), lines(text[-1]) if text else 0, word)


def table(made: list[Made]) -> Iterator[str]:
    """Yield a row for each style, and one for all of them."""
    yield f"| style | PDFs | of several pages | last page ≤ {SHORT} lines | Word has more | fewer |"
    yield "|---|---|---|---|---|---|"
    for name in (*dict.fromkeys(one.style for one in made), "all"):
        mine = [one for one in made if one.pdf and name in (one.style, "all")]
        several = [one for one in mine if one.pdf > 1]
        short = sum(one.last_lines <= SHORT for one in several)
        word = [one.docx - one.pdf for one in mine if one.docx]
        yield f"| {name} | {len(mine)} | {len(several)} | {short} | {sum(n > 0 for n in word)} | {sum(n < 0 for n in word)} |"


def differences(made: list[Made]) -> Iterator[str]:
    """Yield what failed, what ends short, and which Word documents have other pages than their PDF."""
    for one in made:
        name = f"{one.profile}-{one.view}-{one.style}"
        if not one.pdf:
            yield f"{name}: no PDF"
        elif one.pdf > 1 and one.last_lines <= SHORT:
            yield f"{name}: {one.pdf} pages, {one.last_lines} lines on the last"
        if one.pdf and one.docx and one.docx != one.pdf:
            yield f"{name}: {one.docx} pages in Word, {one.pdf} as PDF"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--profiles", default=",".join(PROFILES), help="profiles (default: all of profiles/)")
    parser.add_argument("--views", default="resume,full", help="views")
    parser.add_argument("--styles", default=",".join(LOOKS), help="styles (default: all looks)")
    parser.add_argument("--to", default="pdf,docx", help="targets, of pdf and docx")
    parser.add_argument("--json", help="where to write what was counted")
    parser.add_argument("--out", help="a folder to keep what was made (default: a temporary one)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(given.out or temporary).resolve()
        chosen = (given.profiles, given.views, given.styles, given.to)
        made = list(survey(*(names.split(",") for names in chosen), folder))
    print("\n".join((*table(made), "", *differences(made))))
    if given.json:
        Path(given.json).write_text(json.dumps([asdict(one) for one in made], indent=1), "utf-8")


if __name__ == "__main__":
    main()
