"""Measure what common readers of PDFs extract from our PDFs: whole strings, and dates next to their headlines.

    python bench/readers.py [--profiles NAME,…] [--views full,resume] [--styles classic,…] [--floor]

There are two figures for each reader and style: the percentage of the Document's strings that are whole in the text, and of the
dates that are next to a part of their headline, with only separators between them. Spaces next to punctuation are ignored, since
lines may end there. With `--floor` the exit code is 1 if a figure is below 99 % of the strings or 98 % of the dates.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cvrender.compose.prepare import prepare
from cvrender.load.library import BUILT_IN
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.model.document import Block, Document, EntryBlock, EntryList, Group
from cvrender.model.text import Text
from cvrender.pipeline import compose_request
from cvrender.targets import TARGETS
from cvrender.targets.comparison.leaves import Expected, fold

ROOT = Path(__file__).resolve().parents[1]
STYLES = [name for name in BUILT_IN.names("styles") if name != "plain"]
STRINGS_FLOOR, DATES_FLOOR = 99.0, 98.0
_SEPARATORS = " •◦○·–—-|,:;.*+()[]\u200b\t\n"
_PIECE = 6  # characters of a headline by which it is known


# The readers


def _pdftotext(*options: str) -> Callable[[Path], str]:
    return lambda path: subprocess.run(["pdftotext", *options, path, "-"], check=True, capture_output=True).stdout.decode()


def _mutool(path: Path) -> str:
    return subprocess.run(["mutool", "draw", "-q", "-F", "txt", path], check=True, capture_output=True).stdout.decode()


def _pdfplumber(path: Path) -> str:
    import pdfplumber

    with pdfplumber.open(path) as opened:
        return "\n".join(page.extract_text() for page in opened.pages)


def _pdfplumber_flow(path: Path) -> str:
    import pdfplumber

    with pdfplumber.open(path) as opened:
        return "\n".join(page.extract_text(use_text_flow=True) for page in opened.pages)


def _pdfminer(path: Path) -> str:
    from pdfminer.high_level import extract_text

    return str(extract_text(path))


def _pymupdf(path: Path) -> str:
    import pymupdf

    with pymupdf.open(path) as opened:
        return "\n".join(page.get_text() for page in opened)


def _pymupdf_sorted(path: Path) -> str:
    import pymupdf

    with pymupdf.open(path) as opened:
        return "\n".join(page.get_text(sort=True) for page in opened)


def _pypdfium2(path: Path) -> str:
    import pypdfium2

    opened = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_range() for page in opened).replace("\ufffe", "-\n")


def _pypdf(path: Path) -> str:
    import pypdf

    return "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def _pypdf_layout(path: Path) -> str:
    import pypdf

    return "\n".join(page.extract_text(extraction_mode="layout") for page in pypdf.PdfReader(path).pages)


def _pdfjs(path: Path) -> str:
    command = ["node", ROOT / "tests" / "web" / "pdfjs.mjs", path]
    return str(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))


READERS: dict[str, Callable[[Path], str]] = {
    "pdfplumber": _pdfplumber,
    "pdfplumber, text flow": _pdfplumber_flow,
    "pdfminer.six": _pdfminer,
    "pdftotext": _pdftotext(),
    "pdftotext -layout": _pdftotext("-layout"),
    "pdftotext -raw": _pdftotext("-raw"),
    "mutool": _mutool,
    "PyMuPDF": _pymupdf,
    "PyMuPDF, sorted": _pymupdf_sorted,
    "pypdfium2": _pypdfium2,
    "pypdf": _pypdf,
    "pypdf, layout": _pypdf_layout,
    "pdf.js": _pdfjs,
}


def installed() -> dict[str, Callable[[Path], str]]:
    """Return the installed readers."""
    programs = {"mutool": "mutool", "pdf.js": "node", **{name: "pdftotext" for name in READERS if name.startswith("pdftotext")}}
    found = {name: reader for name, reader in READERS.items() if name not in programs or shutil.which(programs[name])}
    if not (ROOT / "tests" / "web" / "node_modules" / "pdfjs-dist").is_dir():
        found.pop("pdf.js", None)
    return found


# What is measured


@dataclass(frozen=True)
class Score:
    """The number of strings and dates, how many of them were found, and those that were not."""

    strings: int
    whole: int
    dates: int
    adjacent: int
    lost: tuple[str, ...] = ()

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.strings + other.strings,
            self.whole + other.whole,
            self.dates + other.dates,
            self.adjacent + other.adjacent,
            self.lost + other.lost,
        )

    @property
    def figures(self) -> tuple[float, float]:
        return 100 * self.whole / max(self.strings, 1), 100 * self.adjacent / max(self.dates, 1)


def score(document: Document, text: str) -> Score:
    """Return how much of a document a reader's text contains."""
    text = _folded(text)
    strings = [piece for leaf in Expected(document).leaves if leaf.kind != "number" for piece in _pieces(leaf.text)]
    lost = [f"string {piece!r}" for piece in strings if piece not in text]
    dated = list(_dated(document))
    apart = [f"date {date!r} of {head!r}" for head, date in dated if not _is_beside(head, date, text)]
    return Score(len(strings), len(strings) - len(lost), len(dated), len(dated) - len(apart), (*lost, *apart))


def _folded(text: str) -> str:
    return fold(text, True).casefold()


def _pieces(text: Text) -> Iterator[str]:
    """Yield the strings between formulas, which each reader spells differently."""
    for part in re.split("\0", "".join("\0" if span.math else span.text for span in text.spans)):
        if len(piece := _folded(part)) > 1:
            yield piece


def _dated(document: Document) -> Iterator[tuple[str, str]]:
    def blocks(found: tuple[Block, ...]) -> Iterator[EntryBlock]:
        for block in found:
            if isinstance(block, Group):
                yield from blocks(block.blocks)
            elif isinstance(block, EntryList):
                yield from entries(block.entries)

    def entries(found: tuple[EntryBlock, ...]) -> Iterator[EntryBlock]:
        for entry in found:
            yield entry
            yield from entries(entry.entries)

    for section in document.sections:
        for entry in blocks(section.blocks):
            head = _folded(" ".join(("" if s.math else s.text) for s in (*entry.label.spans, *entry.title.spans)))
            if head and entry.date:
                yield head, _folded(entry.date.plain)


def _is_beside(head: str, date: str, text: str) -> bool:
    """Return whether a part of the headline is directly before or after the date."""
    place = text.find(date)
    while place >= 0:
        before = text[:place].rstrip(_SEPARATORS)[-min(_PIECE, len(head)) :]
        after = text[place + len(date) : place + len(date) + 40].lstrip(_SEPARATORS)
        if (before and before in head) or (after and head.startswith(after[: min(_PIECE, len(head))])):
            return True
        place = text.find(date, place + 1)
    return False


def measure(profile: Path, view: str, style: str, names: tuple[str, ...]) -> dict[str, Score]:
    """Return each reader's score for one CV."""
    loaded = load_profile(profile)
    composed = compose_request(prepare(RenderRequest(profile=str(profile), view=view, style=style, targets=("pdf",)), loaded))
    pdf = TARGETS["pdf"].make(composed.inputs).artifacts[0].content
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        return {name: score(composed.inputs.document, READERS[name](Path(file.name))) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--profiles", default="", help="names in profiles/ (default: all)")
    parser.add_argument("--views", default="full", help="views (default: full)")
    parser.add_argument("--styles", default=",".join(STYLES), help="styles (default: all)")
    parser.add_argument("--readers", default="", help="readers (default: all that are installed)")
    parser.add_argument("--floor", action="store_true", help="fail below what is promised")
    parser.add_argument("--lost", action="store_true", help="say what was lost")
    asked = parser.parse_args()
    names = tuple(asked.readers.split(",")) if asked.readers else tuple(installed())
    chosen = asked.profiles.split(",") if asked.profiles else []
    profiles = [path for path in sorted((ROOT / "profiles").glob("*.yaml")) if not chosen or path.stem in chosen]
    styles = asked.styles.split(",")
    jobs = [(path, view, style) for path in profiles for view in asked.views.split(",") for style in styles]
    scores: dict[tuple[str, str], Score] = {}
    with ProcessPoolExecutor(2) as pool:
        for (path, view, style), found in zip(
            jobs, pool.map(measure, *zip(*[(*job, names) for job in jobs], strict=True)), strict=True
        ):
            for name, value in found.items():
                scores[name, style] = scores.get((name, style), Score(0, 0, 0, 0)) + value
                if asked.lost:
                    print(*(f"{name}, {path.stem} {view} {style}: {item}" for item in value.lost), sep="\n")
    print(f"| reader | {' | '.join(styles)} |\n|---|{'---|' * len(styles)}")
    low = []
    for name in names:
        cells = [scores[name, style].figures for style in styles]
        low += [name for whole, adjacent in cells if whole < STRINGS_FLOOR or adjacent < DATES_FLOOR]
        print(f"| {name} | {' | '.join(f'{whole:.1f}/{adjacent:.1f}' for whole, adjacent in cells)} |")
    sys.exit(bool(asked.floor and low))


if __name__ == "__main__":
    main()
