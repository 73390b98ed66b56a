"""Measure a command: seconds by the clock, seconds of processors, and memory.

Memory is the most that one process of the command's tree held. Linux hands a program that it starts the size of who started
it as a first measure, so whoever measures stays small: nothing here imports cvrender.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "bench"
CVRENDER = str(Path(sys.executable).with_name("cvrender"))
WARM_UPS = 2  # the second command in a style makes its TeX format
_MOST_SHOWN = 2_000  # characters of what a program printed that failed


@dataclass(frozen=True)
class Size:
    """How much is measured: how often, and on what. The short CV has two pages and the long one nine.

    `against` is another checkout, with its own .venv, whose command line is measured in the same turns.
    """

    runs: int = 10
    warm: bool = True
    short: Path = ROOT / "profiles" / "bing-xie.yaml"
    long: Path = ROOT / "profiles" / "minjia-zhang.yaml"
    works: int = 120
    requests: int = 200
    sandboxed: tuple[str, ...] = ("pdf", "pdf,docx")
    publications: tuple[int, ...] = (10, 100, 1_000, 10_000)
    against: Path | None = None


@dataclass(frozen=True)
class Run:
    """What one run took: seconds by the clock, seconds of all its processes together, and MB of the largest of them."""

    seconds: float
    processors: float = 0.0
    memory: float = 0.0


def command(words: Sequence[str | Path], folder: Path = ROOT, env: Mapping[str, str] | None = None) -> Run:
    """Run a command to its end. Raises RuntimeError with what it printed when it fails."""
    start = time.perf_counter()
    printed = subprocess.DEVNULL
    process = subprocess.Popen([str(word) for word in words], cwd=folder, env=env, stdin=printed, stdout=printed, stderr=printed)
    _, status, used = os.wait4(process.pid, 0)  # of the process, and of all that it waited for itself
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"exit code {process.returncode}: {process.args}")
    unit = 1_000_000 if sys.platform == "darwin" else 1_000_000 / 1024
    return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def failure(words: Sequence[str | Path], folder: Path) -> str:
    """Run another program's command once: return why it fails, as a short text for the table, or an empty text."""
    done = subprocess.run([str(word) for word in words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    if not done.returncode:
        return ""
    print((done.stdout + done.stderr).decode("utf-8", "replace")[-_MOST_SHOWN:], file=sys.stderr)
    return f"exit code {done.returncode}"


def calling(work: Callable[[], object]) -> Callable[[], Run]:
    """Something that is done in this process, as a thing to measure."""

    def run() -> Run:
        start = time.perf_counter()
        work()
        return Run(time.perf_counter() - start)

    return run


def interleaved(things: Mapping[str, Callable[[], Run]], runs: int, warm: bool = True) -> dict[str, list[Run]]:
    """All things to warm up, then all in turn so many times: whatever slows the machine for a while slows them all."""
    for thing in [*things.values()] * (WARM_UPS if warm else 0):
        thing()
    found: dict[str, list[Run]] = {name: [] for name in things}
    for _ in range(runs):
        for name, thing in things.items():
            found[name].append(thing())
    return found


def asked(script: str, *words: str | Path) -> Any:
    """What a script of this folder prints as JSON, in a process of its own."""
    command = [sys.executable, str(HERE / script), *map(str, words)]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def seconds(runs: Sequence[Run]) -> list[float]:
    return [run.seconds for run in runs]
