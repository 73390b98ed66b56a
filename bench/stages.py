"""Measure where the time of one command to PDF goes, in the order in which it is spent.

As a script (`python bench/stages.py OUT PROFILE`) it does the command in this process and prints each part's milliseconds as
JSON. Each function's time is without that of those within it which have a part of their own.
"""

import io
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from measure import CVRENDER, Size, asked, command, interleaved, seconds
from table import Row

IMPORTS = {
    "the command line": ("cvrender.cli", "cvrender.cli.render"),
    "msgspec": ("msgspec",),
    "yaml, jinja2": ("yaml", "jinja2"),
    "our models and modules": ("cvrender.pipeline",),
}
"""What is imported, in a sensible order: who comes first pays for what others need too."""
FUNCTIONS = {
    "reading and validating": ("cvrender.merge.profile:load_profile",),
    "view and style": ("cvrender.pipeline:prepare",),
    "composing": ("cvrender.compose.stages:select", "cvrender.compose.stages:compose"),
    "LaTeX": ("cvrender.targets.tex.prepare:tex_source",),
    "checking the TeX format": ("cvrender.targets.pdf.engine.run:format_for",),
    "TeX": ("cvrender.targets.pdf.engine.run:_run",),
    "tagging": ("cvrender.targets.pdf.make:_tagged",),
    "reading back and checking": ("cvrender.verify.artifacts:ArtifactChecks.check",),
    "writing": ("cvrender.run.write:write",),
}
START, REST = "Python’s start", "the rest, and the end of the process"


def rows(size: Size, folder: Path) -> Iterator[Row]:
    words = [CVRENDER, "render", "--to", "pdf", "--out", folder, size.short]
    things = {"start": lambda: command([sys.executable, "-c", "pass"]), "whole": lambda: command(words)}
    found = interleaved(things, size.runs, size.warm)
    parts = [asked("stages.py", folder, size.short) for _ in range(size.runs)]
    spent = {name: [run[name] for run in parts] for name in parts[0]}
    start, whole = ([1000 * value for value in seconds(found[name])] for name in ("start", "whole"))
    known = statistics.median(start) + sum(statistics.median(values) for values in spent.values())
    for name, values in {START: start, **spent, REST: [max(0.0, statistics.median(whole) - known)]}.items():
        yield Row(f"two pages to PDF: {name}", values, "ms")


class Clock:
    """Milliseconds of each part; while one part is within another, only the inner one's clock runs."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self.open: list[str] = []
        self.since = time.perf_counter()

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        self._turn()
        self.open.append(name)
        yield
        self._turn()
        self.open.pop()

    def _turn(self) -> None:
        now = time.perf_counter()
        if self.open:
            self.spent[self.open[-1]] = self.spent.get(self.open[-1], 0.0) + 1000 * (now - self.since)
        self.since = now

    def watch(self, name: str, place: str) -> None:
        """Put a function that is timed in the place of one such as `module:Class.function`."""
        module, _, path = place.partition(":")
        *within, last = path.split(".")
        owner: Any = import_module(module)
        for attribute in within:
            owner = getattr(owner, attribute)
        function: Callable[..., Any] = getattr(owner, last)

        def timed(*args: Any, **named: Any) -> Any:
            with self.part(name):
                return function(*args, **named)

        setattr(owner, last, timed)


def main(out: str, profile: str) -> None:
    clock = Clock()
    for name, modules in IMPORTS.items():
        with clock.part(name):
            for module in modules:
                import_module(module)
    with clock.part("our models and modules"):
        for place in (place for places in FUNCTIONS.values() for place in places):
            import_module(place.partition(":")[0])
    for name, places in FUNCTIONS.items():
        for place in places:
            clock.watch(name, place)
    with redirect_stdout(io.StringIO()), suppress(SystemExit):
        import_module("cvrender.cli").main(["render", "--to", "pdf", "--out", out, profile])
    print(json.dumps(clock.spent))


if __name__ == "__main__":
    main(*sys.argv[1:])
