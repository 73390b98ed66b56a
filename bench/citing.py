"""Measure what a citation style costs: the words of publications made for the first time, and taken from the cache."""

import os
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import people
from measure import CVRENDER, Run, Size, command, interleaved, seconds
from table import Row

STYLES = ("apa", "ieee")
COLD, MORE = 4.0, 0.2
"""The most seconds for all publications without a cache, and the most seconds that the style adds with one."""


def rows(size: Size, folder: Path) -> Iterator[Row]:
    number = 1_000 if 1_000 in size.publications else max(size.publications)
    profile, caches = folder / "cited.yaml", count()
    profile.write_text(people.profile(number, number), "utf-8")
    render = [CVRENDER, "render", profile, "--to", "txt", "--out", folder]

    def cited(style: str, cache: str = "") -> Run:
        kept = folder / (cache or f"cold-{next(caches)}")
        return command([*render, "--set", f"citations={style}"], env={**os.environ, "CVRENDER_CACHE": str(kept)})

    runs = min(size.runs, 5)
    for style in STYLES:
        cold = interleaved({style: partial(cited, style)}, min(runs, 3), warm=False)[style]
        yield Row(f"{number:,} publications in {style} to text, nothing cached", seconds(cold), target=COLD)
        yield Row("… in processor time, which other processes change little", [run.processors for run in cold], target=COLD)
    things = {name: partial(cited, name, "warm") for name in ("none", *STYLES)}
    found = {name: seconds(runs) for name, runs in interleaved(things, runs).items()}
    yield Row(f"{number:,} publications in the wording of the look to text", found["none"])
    for style in STYLES:
        more = [one - other for one, other in zip(found[style], found["none"], strict=True)]
        yield Row(f"… in {style}, cached: how much longer", more, target=MORE)
