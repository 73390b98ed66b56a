"""Measure how long one render to PDF takes, and how that grows with the number of publications."""

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import people
import rendercv
from measure import CVRENDER, Run, Size, command, failure, interleaved, seconds
from table import Row, ratio

TARGETS = {1_000: 2.0}


def rows(size: Size, folder: Path) -> Iterator[Row]:
    found: dict[int, list[Run]] = {}
    for number in size.publications:
        profile = folder / f"{number}.yaml"
        profile.write_text(people.profile(number, number), "utf-8")
        things = {"ours": partial(command, [CVRENDER, "render", profile, "--to", "pdf", "--out", folder])}
        program = rendercv.program() if number == 1_000 else None
        theirs = rendercv.command(program, profile, folder) if program else []
        failed = failure(theirs, folder) if theirs else ""
        if program and not failed and not rendercv.is_compiled(program):
            failed = rendercv.NOT_COMPILED
        if theirs and not failed:
            things["rendercv"] = partial(command, theirs, folder)
        long = number > 1_000
        side_by_side = interleaved(things, min(size.runs, 2 if long else 3), size.warm and not long)
        found[number] = side_by_side["ours"]
        took = seconds(found[number])
        yield Row(f"{number:,} publications to PDF", took, target=TARGETS.get(number))
        if "rendercv" in side_by_side:
            yield Row(f"RenderCV, about the same {number:,}", seconds(side_by_side["rendercv"]))
            yield ratio("… the whole command against it", took, seconds(side_by_side["rendercv"]), 0.25)
        elif failed:
            yield Row(f"RenderCV, about the same {number:,}", why_not=failed)
    yield Row(f"… memory for {number:,}: the largest process", [run.memory for run in found[number]], "MB", 250)
    yield _growth({number: min(seconds(runs)) for number, runs in found.items()})


def _growth(took: dict[int, float]) -> Row:
    """The power of the number with which the best time, less that of the fewest, grows between the two largest numbers."""
    least, *_, less, most = took
    what = f"… growth from {less:,} to {most:,}, as a power of the number"
    if not took[least] < took[less] < took[most]:
        return Row(what, why_not="too short")
    times = (took[most] - took[least]) / (took[less] - took[least])
    return Row(what, [math.log(times) / math.log((most - least) / (less - least))], "", 1.1)
