"""Measure where the pages of PDFs end, and how tightly they are set, over looks, profiles and views.

    python bench/page_ends.py [--profiles NAME,…] [--views resume,full] [--styles classic,…] [--json FILE] [--out FOLDER]

A last page is short with at most ten lines. An inner page has a hole where more than 25 mm above its lower margin are empty.
A setting is under the floors if it is tighter than both its style and FLOORS.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pages as survey

from cvrender.load.library import find_style
from cvrender.model.page import PAPER, sides
from cvrender.model.style import millimetres
from cvrender.targets.pdf.metrics import line_ends
from cvrender.targets.pdf.read import lines_by_page

PEOPLE = (
    "ada-example",
    "bing-xie",
    "minjia-zhang",
    *(f"examples/{name}" for name in ("helen-specimen", "jonas-beispiel", "li-fan", "livia-exemplar", "omar-prototype")),
)
HOLE = 25
"""The most millimetres above the lower margin of an inner page that may be empty."""
FLOORS = (0.45, 9.5, 14.0)
"""What is easy to read: spacing, points of the text, and millimetres of the narrowest margin."""
_SPACING = re.compile(r"\\newcommand\{\\cvspacing\}\{([\d.]+)")
_SIZE = re.compile(r"(?:\\@setfontsize\\normalsize\{|\\documentclass\[.*?paper,\s*)([\d.]+)")
_MARGIN = re.compile(r"(?:margin|top|right|bottom|left)=([\d.]+(?:mm|cm|in|pt))")
_BOTTOM, _PAPER = re.compile(r"\\geometry\{(?:margin=|.*?bottom=)([\d.]+(?:mm|cm|in|pt))"), re.compile(r"(a4|letter)paper")


@dataclass(frozen=True)
class Ends:
    """A CV: its pages, the lines of the last one, the empty millimetres of the others, its setting, what was changed and dropped.

    The setting is the spacing, points of the text and millimetres of the narrowest margin.
    """

    name: str
    style: str
    pages: int
    last_lines: int
    holes: tuple[float, ...]
    setting: tuple[float, float, float]
    balanced: str
    dropped: int

    @property
    def low(self) -> bool:
        """Whether the setting is under the floors."""
        style = find_style(self.style)
        own = (style.spacing, style.text_size, min(map(millimetres, sides(str(style.values["margin"])))))
        return any(one < min(pair) - 0.05 for one, *pair in zip(self.setting, own, FLOORS, strict=True))


def ends(profile: str, view: str, style: str, folder: Path) -> Ends | None:
    """Render a profile in a view and a style, and measure the PDF."""
    out = folder / style
    options = ["--to", "pdf,tex", "--view", view, "--style", style, "--out", out, "--json"]
    command = [sys.executable, "-m", "cvrender", "render", f"profiles/{profile}.yaml", *options]
    problems = json.loads(subprocess.run(command, cwd=survey.ROOT, capture_output=True, text=True).stdout or "[]")
    codes = Counter(problem["code"] for problem in problems)
    message = next((problem["message"] for problem in problems if problem["code"] == "balanced"), "")
    name = Path(profile).name
    file = out / name / f"{name}-{view}-{style}.pdf"
    if not file.exists():
        print(f"{name}-{view}-{style}: no PDF", file=sys.stderr)
        return None
    pdf, tex = file.read_bytes(), file.with_suffix(".tex").read_text("utf-8")
    height, bottom = PAPER[_PAPER.search(tex)[1]][1], millimetres(_BOTTOM.search(tex)[1])
    holes = tuple(round((1 - end) * height - bottom, 1) for end in line_ends(pdf, bottom * 0.9 / height))
    count = len(lines_by_page(pdf)[-1])
    margin = min(map(millimetres, _MARGIN.findall(tex.partition(r"\geometry{")[2].partition("}")[0])))
    setting = (float(_SPACING.search(tex)[1]), float(_SIZE.findall(tex)[-1]), round(margin, 1))
    return Ends(f"{name}-{view}-{style}", style, len(holes), count, holes[:-1], setting, message, codes["dropped"])


def table(made: list[Ends]) -> Iterator[str]:
    """Yield a row for each style, and one for all of them."""
    yield f"| style | PDFs | of several pages | short last pages | inner pages | holes over {HOLE} mm | under floors | dropped |"
    yield "|---|---|---|---|---|---|---|---|"
    for style in (*dict.fromkeys(one.style for one in made), "all"):
        mine = [one for one in made if style in (one.style, "all")]
        several = [one for one in mine if one.pages > 1]
        short = sum(one.last_lines <= survey.SHORT for one in several)
        holes = [hole for one in mine for hole in one.holes]
        cells = (len(mine), len(several), short, len(holes), sum(hole > HOLE for hole in holes), sum(one.low for one in mine))
        yield f"| {style} | {' | '.join(map(str, cells))} | {sum(one.dropped for one in mine)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--profiles", default=",".join(PEOPLE), help="profiles (default: eight people)")
    parser.add_argument("--views", default="resume,full", help="views")
    parser.add_argument("--styles", default=",".join((*survey.LOOKS, "dossier")), help="styles (default: all looks)")
    parser.add_argument("--json", help="where to write what was measured")
    parser.add_argument("--out", help="a folder to keep what was made (default: a temporary one)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(given.out or temporary).resolve()
        asked = ((p, v, s) for s in given.styles.split(",") for p in given.profiles.split(",") for v in given.views.split(","))
        made = [one for each in asked if (one := ends(*each, folder))]
    print("\n".join(table(made)))
    for one in made:
        if one.low or max(one.holes, default=0) > HOLE or (one.pages > 1 and one.last_lines <= survey.SHORT):
            where = f"{one.pages} pages, {one.last_lines} lines on the last, holes {one.holes}"
            print(f"{one.name}: {where}, set {one.setting}; {one.balanced}")
    if given.json:
        Path(given.json).write_text(json.dumps([asdict(one) for one in made], indent=1), "utf-8")


if __name__ == "__main__":
    main()
