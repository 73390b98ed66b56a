"""Measure whole commands on a short and a long CV, compared with plain pdfLaTeX and RenderCV on the same content."""

import os
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import rendercv
from measure import CVRENDER, Run, Size, asked, command, failure, interleaved, seconds
from table import Row, ratio

EVERY = "tex,pdf,md,docx,html,txt"
MISSING = "not installed"
COMMANDS = {
    "version": "`cvrender --version`",
    "help": "`cvrender --help`",
    "short": "two pages to PDF, whole command",
    "every": "two pages to tex, pdf, md, docx, html, txt",
    "long": "nine pages to PDF, whole command",
    "four": "nine pages to tex, pdf, md, docx",
}


def rows(size: Size, folder: Path) -> Iterator[Row]:
    peers = _peers(size, folder)
    failed = {name: why for name, peer in peers.items() if (why := failure(*peer))}
    if "rendercv" in peers.keys() - failed.keys() and not rendercv.is_compiled(str(peers["rendercv"][0][0])):
        failed["rendercv"] = rendercv.NOT_COMPILED
    things = _things(size, folder) | {name: partial(command, *peers[name]) for name in peers.keys() - failed.keys()}
    found = interleaved(things, size.runs, size.warm)
    yield Row(COMMANDS["version"], seconds(found["version"]), target=0.10)
    yield Row(COMMANDS["help"], seconds(found["help"]), target=0.10)
    yield Row(COMMANDS["short"], seconds(found["short"]), target=0.35)
    yield from _beside("plain pdflatex, the same two pages", found, "short", "plain short", failed, 1.0)
    yield from _beside("RenderCV, about the same two pages", found, "short", "rendercv", failed, 0.22)
    yield Row("two pages to PDF with an empty cache", seconds(found["first"]), target=1.0)
    yield Row(COMMANDS["every"], seconds(found["every"]), target=0.60)
    yield Row(COMMANDS["long"], seconds(found["long"]))
    yield from _beside("plain pdflatex, the same nine pages", found, "long", "plain long", failed, 1.6)
    whole = seconds(found["four"])
    yield Row(COMMANDS["four"], whole)
    checks = [100 * asked("verification.py", size.long) for _ in range(min(5, size.runs))]
    yield Row("… of which reading back and checking", [spent / statistics.median(whole) for spent in checks], "%", 15)
    yield Row("… its largest process", [run.memory for run in found["four"]], "MB", 120)
    for name, what in COMMANDS.items() if size.against else ():
        yield Row(f"{what}: the other checkout", seconds(found[f"{name} there"]))
        yield ratio("… this one against it", seconds(found[name]), seconds(found[f"{name} there"]))


def _things(size: Size, folder: Path) -> dict[str, Callable[[], Run]]:
    """The commands that are there to be measured."""
    render = [CVRENDER, "render", "--out", folder / "out"]
    commands: dict[str, Sequence[str | Path]] = {
        "version": [CVRENDER, "--version"],
        "help": [CVRENDER, "--help"],
        "short": [*render, "--to", "pdf", size.short],
        "every": [*render, "--to", EVERY, size.short],
        "long": [*render, "--to", "pdf", size.long],
        "four": [*render, size.long],
    }
    things = {name: partial(command, words, folder) for name, words in commands.items()}  # where no styles are
    things["first"] = partial(_with_an_empty_cache, commands["short"], folder)
    if size.against:
        there = str(size.against / ".venv" / "bin" / "cvrender")
        env = {**os.environ, "CVRENDER_CACHE": str(folder / "cache")}
        things |= {f"{name} there": partial(command, [there, *words[1:]], folder, env) for name, words in commands.items()}
    return things


def _with_an_empty_cache(words: Sequence[str | Path], folder: Path) -> Run:
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        return command(words, folder, {**os.environ, "CVRENDER_CACHE": cache})


def _peers(size: Size, folder: Path) -> dict[str, tuple[Sequence[str | Path], Path]]:
    """The commands of other programs that are installed, and the folders in which they run."""
    peers: dict[str, tuple[Sequence[str | Path], Path]] = {}
    if pdflatex := shutil.which("pdflatex"):
        peers["plain short"] = _plain(pdflatex, size.short, folder / "short")
        peers["plain long"] = _plain(pdflatex, size.long, folder / "long")
    if program := rendercv.program():
        peers["rendercv"] = rendercv.command(program, size.short, folder), folder
    return peers


def _plain(pdflatex: str, profile: Path, folder: Path) -> tuple[list[str], Path]:
    """One run of pdfLaTeX on the whole .tex file of a profile, and where it stands."""
    command([CVRENDER, "render", "--out", folder, "--to", "tex", profile])
    made = next(folder.glob("*/*.tex"))
    return [pdflatex, "-interaction=batchmode", "-halt-on-error", made.name], made.parent


def _beside(
    what: str, found: dict[str, list[Run]], ours: str, theirs: str, failed: dict[str, str], target: float | None = None
) -> Iterator[Row]:
    """What another program takes, and ours in units of it; or why there is nothing to compare with."""
    if theirs not in found:
        yield Row(what, why_not=failed.get(theirs, MISSING))
        return
    yield Row(what, seconds(found[theirs]))
    yield ratio("… the whole command against it", seconds(found[ours]), seconds(found[theirs]), target)
    used = [[run.processors for run in found[name]] for name in (ours, theirs)]
    yield ratio("… in processor time, which other processes change little", *used)
