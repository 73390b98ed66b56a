"""Measure what the sandbox for untrusted profiles adds to a command on a short CV."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measure import CVRENDER, Size, command, interleaved, seconds
from table import Row, difference


def rows(size: Size, folder: Path) -> Iterator[Row]:
    for targets in size.sandboxed:
        render = [CVRENDER, "render", "--out", folder / "out", "--to", targets, size.short]
        if size.warm:
            command(render)
        what = f"two pages to {targets.replace(',', ' and ')}: what `--untrusted` adds"
        try:
            things = {"inside": partial(command, [*render, "--untrusted"]), "outside": partial(command, render)}
            found = interleaved(things, size.runs, size.warm)
        except RuntimeError:
            yield Row(what, why_not="no sandbox here")
        else:
            yield difference(what, seconds(found["inside"]), seconds(found["outside"]), 50)
