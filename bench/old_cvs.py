"""Measure what `cvrender import` makes of old CVs: fields of positions and education that are right, and lines that are lost.

    python bench/old_cvs.py FOLDER [--show] [--held-out yes|no] [--kind KIND] [--only NAME]

FOLDER/truth/*.yaml say by hand what a CV says:

    held_out: false
    files: [{kind: one column, path: src/someone/cv.pdf}]     # paths are relative to FOLDER
    positions: [{organization: …, title: …, place: …, start: 2016-09, end: present}]
    education: [{institution: …, degree: "PhD, Physics", place: …, start: …, end: …}]

or name a profile whose positions and degrees they are (`profile: ../profiles/ada.yaml`). An entry is compared with the one of the
new profile that has most in common with it. Letters and digits are compared; dates with the precision that both have.
Files that were not looked at while the reader was written are held out, and have rows of their own.
"""

import argparse
import re
import sys
import traceback
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from table import aligned

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_file
from cvrender.old_cvs.proof import lost_lines, said_lines
from cvrender.text.markup import inline

Entry = Mapping[str, str]
POSITION = ("organization", "title", "place", "start", "end")
DEGREE = ("institution", "degree", "place", "start", "end")


@dataclass
class Score:
    """One file: its right fields of all, its lost lines of all, and what was wrong, as text."""

    file: str
    kind: str
    held_out: bool
    right: int = 0
    fields: int = 0
    lost: int = 0
    lines: int = 0
    wrong: list[str] = field(default_factory=list)
    traceback: str = ""


def entries(data: Any, section: str) -> list[dict[str, str]]:
    """Return the positions or degrees of a profile, one for each role, with the keys of the truth."""
    found = []
    for entry in data.get(section) or ():
        for role in entry.get("roles") or (entry,):
            both = {**entry, **role}
            made = {key: _text(both.get(key)) for key in ("organization", "title", "institution", "degree")}
            if _text(both.get("team")):
                made["with team"] = f"{_text(both['team'])}, {made['organization']}"
            made["degree"] = " ".join(filter(None, (made["degree"], _text(both.get("field")))))
            made["place"] = _text(both.get("place") or both.get("location"))
            date = both.get("date")
            made["start"] = _text(both.get("start") or (date[0] if isinstance(date, list) else date))
            made["end"] = _text(both.get("end"))
            found.append({key: value for key, value in made.items() if value})
    return found


def _text(value: Any) -> str:
    """Return a value as text, in English where it is in several languages."""
    if isinstance(value, dict):
        value = value.get("en") or next(iter(value.values()), "")
    return str(value) if value not in (None, "") else ""


def is_same(key: str, wanted: str, got: str) -> bool:
    """Return whether a field is right: the same letters, or nearly all of them in one run; the same month, or year."""
    if key in ("start", "end"):
        wanted, got = wanted[:7], got[:7]
        return bool(got) and (wanted == got or (wanted[:4] == got[:4] and 4 in (len(wanted), len(got))))
    first, second = (_letters(text, key) for text in (wanted, got))
    short, long = sorted((first, second), key=len)
    return first == second or (len(short) > 2 and short in long and len(long) < 1.6 * len(short))


def _letters(text: str, key: str) -> str:
    folded = unicodedata.normalize("NFKD", inline(text).plain.casefold())
    if key == "degree":
        folded = re.sub(r"\b(?:in|en|of)\b", " ", folded)
    return "".join(char for char in folded if char.isalnum())


def compare(wanted: Iterable[Entry], got: list[dict[str, str]], keys: tuple[str, ...], made: Score) -> None:
    """Count the right fields of entries; each entry that was found is taken once."""
    left = list(got)
    for entry in wanted:
        asked = [key for key in keys if entry.get(key)]
        made.fields += len(asked)

        def right(found: Entry, entry: Entry = entry, asked: list[str] = asked) -> list[str]:
            return [
                key
                for key in asked
                if is_same(key, entry[key], found.get(key, ""))
                or (key == "organization" and is_same(key, entry[key], found.get("with team", "")))
            ]

        best = max(left, key=lambda found: len(right(found)), default={})
        found = right(best)
        made.right += len(found)
        if found:
            left.remove(best)
        if len(found) < len(asked):
            missing = {key: entry[key] for key in asked if key not in found}
            made.wrong.append(f"wanted {missing}, got { {key: best.get(key) for key in missing} if found else None }")


def measure(path: Path, truth: Any, made: Score) -> None:
    """Import a file as the command does, and compare it."""
    imported = read_file(path)
    document = imported.document
    try:
        profile = new_profile([imported], "")
    except InputError:
        profile = new_profile([read_file(path)], "Nobody Known")
    data = parse(profile.text.encode(), "me.yaml").data
    if document is not None:
        lost = lost_lines(document, data)
        made.lost, made.lines = len(lost), said_lines(document)
        made.wrong += [f"lost: {line.line.plain[:120]}" for line in lost]
    for section, keys in (("positions", POSITION), ("education", DEGREE)):
        compare(truth.get(section) or (), entries(data, section), keys, made)


def scores(folder: Path, only: str, kind: str, held_out: str | None) -> Iterator[Score]:
    """Yield what was measured of each file that a truth names, of one kind, and held out or not, where these are given."""
    for path in sorted((folder / "truth").glob("*.yaml")):
        if only not in path.stem:
            continue
        truth = yaml.load(path.read_text("utf-8"), yaml.BaseLoader)
        if "profile" in truth:
            own = parse((folder / truth["profile"]).read_bytes(), truth["profile"]).data
            truth |= {section: entries(own, section) for section in ("positions", "education")}
        for each in truth["files"]:
            made = Score(each["path"], each["kind"], truth.get("held_out") == "true")
            if kind not in ("", made.kind) or (held_out and (held_out == "yes") != made.held_out):
                continue
            try:
                measure(folder / each["path"], truth, made)
            except InputError as error:
                made.wrong.append(f"not read: {error.problems[0]}")
                _count_missed(truth, made)
            except Exception:
                made.traceback = traceback.format_exc()
                _count_missed(truth, made)
            yield made


def _count_missed(truth: Any, made: Score) -> None:
    """Count all fields of a file that was not read."""
    made.right = made.fields = 0
    compare(truth.get("positions") or (), [], POSITION, made)
    compare(truth.get("education") or (), [], DEGREE, made)


def rows(results: Iterable[Score]) -> Iterator[list[str]]:
    """Yield a row for each kind of file."""
    groups: dict[tuple[str, bool], list[Score]] = defaultdict(list)
    for made in results:
        groups[made.kind, made.held_out].append(made)
    for (kind, held_out), files in sorted(groups.items()):
        right, fields = sum(made.right for made in files), sum(made.fields for made in files)
        yield [
            f"{kind}{', held out' if held_out else ''}",
            str(len(files)),
            f"{right}/{fields}",
            f"{100 * right / fields:.0f} %" if fields else "–",
            str(sum(made.lost for made in files)),
            str(sum(made.lines for made in files)),
            str(sum(bool(made.traceback) for made in files)),
        ]


HEAD = ["kind", "files", "fields right", "share", "lines lost", "lines", "tracebacks"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print what is wrong in each file")
    parser.add_argument("--held-out", choices=("yes", "no"), help="only files that are held out, or only those that are not")
    parser.add_argument("--kind", default="", help="only files of one kind")
    parser.add_argument("--only", default="", metavar="NAME", help="only truths whose name contains this")
    asked = parser.parse_args()
    results = []
    for made in scores(asked.folder, asked.only, asked.kind, asked.held_out):
        results.append(made)
        if asked.show:
            print(f"{made.file} ({made.kind}): {made.right}/{made.fields}, {made.lost} of {made.lines} lines lost")
            print("".join(f"    {line}\n" for line in (*made.wrong, *made.traceback.splitlines())), end="")
    if not results:
        sys.exit(f"{asked.folder}: no truth/*.yaml names a file")
    print("\n".join(aligned([HEAD, *rows(results)])))


if __name__ == "__main__":
    main()
