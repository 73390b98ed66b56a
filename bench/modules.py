"""Measure which modules one command to PDF imports, by package, and the processor time of their imports.

Modules that are imported while TeX runs count, too. Python's own `-X importtime` measures, which makes each import slower.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from measure import CVRENDER, Size
from table import Row

_LINE = re.compile(r"import time:\s*(\d+) \|\s*\d+ \|\s*(\S+)")
_LEAST = 2.0  # milliseconds of a package that has a row of its own


def rows(size: Size, folder: Path) -> Iterator[Row]:
    runs = [_measured(size.short, folder) for _ in range(min(size.runs, 5) + size.warm)][size.warm :]
    numbers = {package: len(times) for package, times in runs[0].items()}
    spent = {package: [sum(run.get(package, ())) for run in runs] for package in numbers}
    shown = sorted((name for name in spent if min(spent[name]) >= _LEAST), key=lambda name: -min(spent[name]))
    yield Row("two pages to PDF: modules that are imported", [float(sum(map(len, run.values()))) for run in runs], "")
    for name in shown:
        yield Row(f"… {numbers[name]} of {name}", spent[name], "ms")
    rest = spent.keys() - set(shown)
    if rest:
        count = sum(numbers[name] for name in rest)
        others = [sum(times) for times in zip(*(spent[name] for name in rest), strict=True)]
        yield Row(f"… {count} of {len(rest)} other packages", others, "ms")


def _measured(profile: Path, folder: Path) -> dict[str, list[float]]:
    """Return the milliseconds of each module by package; those of Python itself are one package, ours are divided once more."""
    words = [sys.executable, "-X", "importtime", CVRENDER, "render", "--to", "pdf", "--out", folder, profile]
    done = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True, env=dict(os.environ))
    found: dict[str, list[float]] = defaultdict(list)
    for microseconds, module in _LINE.findall(done.stderr):
        found[_package(module)].append(int(microseconds) / 1000)
    return found


def _package(module: str) -> str:
    top, *inside = module.split(".")
    if top == "cvrender" and inside:
        return f"{top}.{inside[0]}"
    return "Python" if top in sys.stdlib_module_names or top.startswith("_") else top
