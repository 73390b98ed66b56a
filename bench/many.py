"""Measure how many CVs a second `cvrender build` makes of generated profiles, and how much of the machine it uses."""

import os
from collections.abc import Iterator
from pathlib import Path

import people
from measure import CVRENDER, WARM_UPS, Size, asked, command, interleaved, seconds
from table import Row

JOBS = "jobs: [{profiles: ['people/*.yaml'], targets: [tex, pdf]}]\n"
FIRST = 80
"""Works after which memory no longer grows: each of the two workers keeps the 32 profiles that it read last."""

PARTS = 2
"""With `--jobs 1` a part of the works is built."""


def rows(size: Size, folder: Path) -> Iterator[Row]:
    (folder / "people").mkdir()
    for number in range(size.works):
        (folder / "people" / f"{number:04}.yaml").write_text(people.profile(number), "utf-8")
    (folder / "cvrender.yaml").write_text(JOBS, "utf-8")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    build = [CVRENDER, "build"]
    if size.warm:
        for _ in range(WARM_UPS):
            command([*build, "--force", "--shard", f"1/{size.works}"], folder)
    runs = [command([*build, "--force"], folder) for _ in range(min(2, size.runs))]
    name = f"`build` of {size.works} profiles, tex and pdf"
    yield Row(name, [size.works / run.seconds for run in runs], "/s", 18, more=True)
    busy = [100 * run.processors / run.seconds / cores for run in runs]
    yield Row(f"… how busy the {cores} processors are with it", busy, "%", 90, more=True)
    alone = command([*build, "--force", "--jobs", "1", "--shard", f"1/{PARTS}"], folder)
    yield Row("… with `--jobs 1`", [size.works // PARTS / alone.seconds], "/s")
    first, last = asked("memory.py", folder, str(min(FIRST, size.works)))
    yield Row("… the largest worker at the end", [last], "MB")
    yield Row(f"… against after the first {FIRST} works", [last / first], "×", 1.1)
    again = interleaved({"again": lambda: command(build, folder)}, size.runs, size.warm)
    yield Row(f"`build` of {size.works} profiles, nothing changed", seconds(again["again"]), target=0.5)
