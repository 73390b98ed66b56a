"""Measure what `cvrender import` makes of files that others wrote.

    python bench/imports.py FOLDER [--show] [--json FILE] [--limit N]

Each file below the folder whose format is recognized is imported, checked and rendered as Markdown by the commands themselves.
An independent reader (bibtexparser 2, rispy, json, csv, xml, PyYAML) says what the file contains. Each entry of a bibliography
should be in the profile, and each value in a field of it, or at least under `x-import`, unless the import says that it leaves it
out and `--keep-all` keeps it. `--show` prints what is not.
PyYAML (1.1) and ruamel.yaml (1.2) should load each profile. `pip install bibtexparser rispy ruamel.yaml` first;
pybtex and pandoc refuse whole files for one mistake.
"""

import argparse
import json
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import contents
from click.testing import CliRunner, Result
from table import aligned

from cvrender.cli import main as cvrender
from cvrender.errors import InputError
from cvrender.formats.content import load_content
from cvrender.load.reader import parse
from cvrender.merge.readers import find_format

SUFFIXES = frozenset(
    "bib bibtex json ris xml yaml yml csv zip pdf nbib medline enw isi ciw rdf cff vcf vcard txt ref end atom jsonld".split()
)
SECONDS = 180
"""How long one file may take, all three commands."""


@dataclass
class Measured:
    """One file: its format, exit codes, entries and values in and out. `found`, `kept`, `left_out` and `lost` count values."""

    file: str
    format: str = ""
    code: int = -1
    sound: bool = False
    loads: bool = True
    entries: int = 0
    missing: list[str] = field(default_factory=list)
    found: int = 0
    kept: int = 0
    left_out: int = 0
    lost: list[tuple[str, str]] = field(default_factory=list)
    bytes: int = 0
    kept_bytes: int = 0
    said: str = ""
    traceback: str = ""
    seconds: float = 0.0


def _run(*arguments: str) -> Result:
    """Run a command in this process. Raises what no command may raise."""
    result = CliRunner().invoke(cvrender, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def measure(path: Path) -> Measured:
    """Measure one file; a file without a known format has none."""
    made = Measured(str(path))
    begun = time.monotonic()
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError(f"takes more than {SECONDS} seconds")))
    signal.alarm(SECONDS)
    try:
        made.format = find_format(load_content(path)).name
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            _measure(path, made)
    except InputError as error:
        made.said = str(error.problems[0])
        made.format = made.format or ("broken" if path.suffix in (".bib", ".ris") else "")
        made.code = 1
    except Exception:
        made.traceback = traceback.format_exc()
    finally:
        signal.alarm(0)
    made.seconds = time.monotonic() - begun
    return made


def _measure(path: Path, made: Measured) -> None:
    profile = Path("profiles/me.yaml")
    imported = _run("import", str(path), "--out", str(profile))
    made.code, made.said = imported.exit_code, imported.output
    if not profile.exists():  # whose career it is was not found, perhaps
        _run("import", str(path), "--out", str(profile), "--me", "Nobody Known")
    if not profile.exists():
        return
    text = profile.read_text("utf-8")
    made.bytes = len(text.encode())
    made.kept_bytes = len(text[start:].encode()) if (start := text.find("\nx-import:")) >= 0 else 0
    made.loads = contents.loads(text)
    data = parse(text.encode(), "me.yaml").data
    kept = contents.folded_leaves(data.pop("x-import", {}))
    _compare(contents.read(path, made.format), data, kept, made)
    if made.lost:
        _find_left_out(path, made)
    checked = _run("check", "profiles/me.yaml")
    rendered = _run("render", "profiles/me.yaml", "--to", "md") if checked.exit_code == 0 else checked
    made.sound = rendered.exit_code == 0
    if not made.sound:
        made.said += "\n" + rendered.output


def _find_left_out(path: Path, made: Measured) -> None:
    """Count what `--keep-all` keeps among what is in neither place."""
    _run("import", str(path), "--out", "profiles/all.yaml", "--keep-all", "--me", "Nobody Known")
    everything = contents.folded_leaves(parse(Path("profiles/all.yaml").read_bytes(), "all.yaml").data)
    lost = [(said, value) for said, value in made.lost if not contents.is_in(value, everything)]
    made.left_out = len(made.lost) - len(lost)
    made.lost = lost


def _compare(source: contents.Contents, data: Any, kept: str, made: Measured) -> None:
    """Compare what an independent reader finds with the profile."""
    made.entries = len(source.titles)
    titles = [str(work.get("title", "")) for name in ("publications", "patents") for work in data.get(name) or ()]
    made.missing = [title for title in source.titles if not contents.is_known(title, titles)]
    fields = contents.folded_leaves(data)
    for name, value in source.values:
        if contents.is_in(value, fields):
            made.found += 1
        elif contents.is_in(value, kept):
            made.kept += 1
        else:
            made.lost.append((f"{name}: {value[:80]}", value))


def rows(results: Sequence[Measured]) -> Iterable[list[str]]:
    """Yield a row for each format: its cells."""
    groups: dict[str, list[Measured]] = defaultdict(list)
    for made in results:
        groups[made.format or "not recognized"].append(made)
    for name, files in sorted(groups.items(), key=lambda item: (item[0] == "not recognized", -len(item[1]))):
        values = sum(made.found + made.kept + made.left_out + len(made.lost) for made in files)
        yield [
            name,
            str(len(files)),
            _share(sum(made.code == 0 for made in files), len(files)),
            str(sum(made.entries for made in files)),
            str(sum(len(made.missing) for made in files)),
            _share(sum(made.found for made in files), values, 1),
            _share(sum(made.kept for made in files), values, 1),
            _share(sum(made.left_out for made in files), values, 1),
            _share(sum(len(made.lost) for made in files), values, 1),
            _share(sum(made.sound for made in files), len(files)),
            _share(sum(made.loads for made in files), len(files)),
            _share(sum(made.kept_bytes for made in files), sum(made.bytes for made in files)),
            str(sum(bool(made.traceback) for made in files)),
        ]


HEAD = [
    "format",
    "files",
    "exit 0",
    "entries",
    "lost",
    "values in fields",
    "kept",
    "left out",
    "neither",
    "check and render",
    "YAML 1.1 and 1.2",
    "`x-import`, bytes",
    "tracebacks",
]


def _share(part: int, whole: int, digits: int = 0) -> str:
    return f"{100 * part / whole:.{digits}f} %" if whole else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print each file that is not imported whole, and why")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured of each file")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    asked = parser.parse_args()
    paths = sorted(path for path in asked.folder.resolve().rglob("*") if path.suffix[1:].lower() in SUFFIXES and path.is_file())
    if not paths:
        sys.exit(f"{asked.folder}: no file with one of the suffixes {', '.join(sorted(SUFFIXES))}")
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = list(pool.map(measure, paths, chunksize=4))
    if asked.json:
        asked.json.write_text(json.dumps([asdict(made) for made in results], ensure_ascii=False, indent=1), "utf-8")
    for made in results if asked.show else ():
        _show(made)
    print("\n".join(aligned([HEAD, *rows(results)])))


def _show(made: Measured) -> None:
    if made.code or made.missing or made.lost or made.traceback or not made.sound or not made.loads:
        state = f"exit {made.code}, {'sound' if made.sound else 'not sound'}{'' if made.loads else ', not YAML'}"
        print(f"{made.file} ({made.format or 'not recognized'}): {state}")
        lines = [line for line in made.said.splitlines() if re.search(r"\berror\b", line)]
        for line in (
            *lines[:5],
            *(f"missing: {title}" for title in made.missing[:5]),
            *(f"neither: {said}" for said, _ in made.lost[:8]),
        ):
            print(f"    {line[:220]}")
        print("".join(f"    {line}\n" for line in made.traceback.splitlines()[-3:]), end="")


if __name__ == "__main__":
    main()
