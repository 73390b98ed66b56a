"""Measure what `cvrender import` makes of old CVs: fields, extra entries, names, publications, confidence and lost lines.

    python bench/old_cvs.py FOLDER [--show] [--draw DRAW] [--kind KIND] [--only NAME] [--cvrender PROGRAM]

FOLDER/truth/*.yaml say by hand what a CV says, written before it is imported:

    draw: sealed 1                                             # or seen: files that were looked at while the reader was written
    files: [{kind: one column, path: src/someone/cv.pdf}]     # paths are relative to FOLDER
    person: {name: …, email: …}
    positions: [{organization: …, title: …, place: …, start: 2016-09, end: present}]
    education: [{institution: …, degree: "PhD, Physics", place: …, start: …, end: …}]
    optional: [{title: …, organization: …}]                   # neither missing nor extra: teaching, service, courses
    publications: {number: 31, works: [{title: …, year: 2020}]}        # the first works of the list, with their number
    refuse: true                                               # the import is to exit with 1, for there is no CV in the file

The import runs as a user runs it, so another version can be measured, too: `--cvrender ../other/.venv/bin/cvrender`.

An entry is compared with the one of the new profile that has most in common with it. Letters and digits are compared; dates
with the precision that both have. An entry is right if no field that it states is wrong. A line is lost silently if most of
its words are in neither the profile nor a message; bench/old_cv_lines.py reads the lines. Each draw has rows of its own: a
sealed draw is measured once, and is seen as soon as someone looks at one of its files.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml
from old_cv_lines import lost, source_lines
from old_cv_scores import DEGREE, POSITION, Score, compare_entries, compare_person, compare_works, entries
from table import aligned

LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
HEAD = [
    "draw, kind",
    "files",
    "fields",
    "right",
    "extra entries",
    "names",
    "e-mails",
    "works found",
    "wrong works",
    "works imported of",
    "sure and right",
    "lines lost silently",
    "refused rightly",
    "refused wrongly",
    "failed",
]


def measure(program: str, path: Path, truth: Any, made: Score) -> None:
    """Import a file as the command does, and compare it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "me.yaml"
        done = subprocess.run(
            [program, "import", str(path), "--out", str(out), "--json"], capture_output=True, text=True, timeout=180, cwd=folder
        )
        text = out.read_text("utf-8") if out.exists() else ""
    said = _messages(done.stdout)
    made.exit_code = done.returncode
    made.failed = done.returncode not in (0, 1) or "Traceback" in done.stderr
    if not text:
        made.wrong.append(f"not imported: {(said or done.stderr).strip()[:300]}")
    data = yaml.load(text, LOADER) or {}
    if truth.get("refuse"):
        return
    compare_person(truth.get("person") or {}, data.get("person") or {}, made)
    optional = truth.get("optional") or []
    for section, keys in (("positions", POSITION), ("education", DEGREE)):
        compare_entries(truth.get(section) or (), entries(data, section), keys, optional, made)
    compare_works(truth.get("publications") or {}, data.get("publications") or (), made)
    if text:
        lines = list(source_lines(path))
        missing = lost(lines, text, said)
        made.lines, made.lost = len(lines), len(missing)
        made.wrong += [f"lost silently: {line[:120]}" for line in missing]


def _messages(output: str) -> str:
    """Return what the problems say, as text."""
    try:
        return "\n".join(f"{problem['message']} {problem.get('hint', '')}" for problem in json.loads(output))
    except (ValueError, TypeError):
        return output


def truths(folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the name and content of each truth."""
    for path in sorted((folder / "truth").glob("*.yaml")):
        yield path.stem, yaml.load(path.read_text("utf-8"), LOADER)


def scores(folder: Path, asked: argparse.Namespace) -> Iterator[Score]:
    """Yield what was measured of each file that a truth names, of one kind and one draw, where these are given."""
    for name, truth in truths(folder):
        draw = truth.get("draw", "seen")
        if asked.only not in name or asked.draw not in ("", draw):
            continue
        for each in truth["files"]:
            if asked.kind not in ("", each["kind"]):
                continue
            made = Score(each["path"], each["kind"], draw, is_refused=bool(truth.get("refuse")))
            try:
                measure(asked.cvrender, folder / each["path"], truth, made)
            except (OSError, subprocess.SubprocessError, yaml.YAMLError) as error:
                made.failed = True
                made.wrong.append(f"failed: {error}")
            yield made


def rows(results: Iterable[Score]) -> Iterator[list[str]]:
    """Yield a row for each kind of file of a draw, and one for the draw."""
    groups: dict[tuple[str, str], list[Score]] = defaultdict(list)
    for made in results:
        groups[made.draw, made.kind].append(made)
        groups[made.draw, "~all"].append(made)
    for (draw, kind), files in sorted(groups.items()):
        yield [f"{draw}, {kind.lstrip('~')}", *_cells(files)]


def _cells(files: list[Score]) -> list[str]:
    def total(name: str) -> int:
        return sum(getattr(made, name) for made in files)

    to_refuse = [made for made in files if made.is_refused]
    others = [made for made in files if not made.is_refused]
    return [
        str(len(files)),
        f"{total('right')}/{total('fields')}",
        _share(total("right"), total("fields")),
        f"{total('extra')}/{total('imported')} ({_share(total('extra'), total('imported'))})",
        f"{total('names_right')}/{total('names')}",
        f"{total('emails_right')}/{total('emails')}",
        f"{total('works_found')}/{total('works')} ({_share(total('works_found'), total('works'))})",
        f"{total('works_wrong')}/{total('works_judged')}",
        f"{total('works_imported')}/{total('works_of')}",
        f"{total('sure_right')}/{total('sure')} ({_share(total('sure_right'), total('sure'))})",
        f"{total('lost')}/{total('lines')}",
        f"{sum(made.exit_code == 1 for made in to_refuse)}/{len(to_refuse)}",
        str(sum(made.exit_code == 1 for made in others)),
        str(total("failed")),
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print what is wrong in each file")
    parser.add_argument("--draw", default="", help="only files of one draw, such as `seen` or `sealed 1`")
    parser.add_argument("--kind", default="", help="only files of one kind")
    parser.add_argument("--only", default="", metavar="NAME", help="only truths whose name contains this")
    parser.add_argument("--cvrender", default=str(Path(sys.executable).parent / "cvrender"), help="the program to measure")
    asked = parser.parse_args()
    results = []
    for made in scores(asked.folder.resolve(), asked):
        results.append(made)
        if asked.show:
            print(f"{made.file} ({made.kind}): {made.right}/{made.fields}, exit code {made.exit_code}")
            print("".join(f"    {line}\n" for line in made.wrong), end="", flush=True)
    if not results:
        sys.exit(f"{asked.folder}: no truth/*.yaml names such a file")
    print("\n".join(aligned([HEAD, *rows(results)])))


if __name__ == "__main__":
    main()
