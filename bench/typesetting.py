"""Measure TeX's share of a render, and what the engine takes by itself, in seconds, as JSON.

`ours` is all that happens between a LaTeX source and its PDF's bytes: looking for the format and checking it, a folder, the
engine within its limits, the result read. `bare` is the very same command of the engine in a copy of the same folder, without
limits and checks; `plain` is the system's pdflatex on the whole source.
"""

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from measure import Run, calling, command, interleaved, seconds

from cvrender.load.request import RenderRequest
from cvrender.pipeline import compose_request, load_and_prepare
from cvrender.targets.pdf.engine import program
from cvrender.targets.pdf.engine import run as tex


def main(profile: str, runs: int, warm: bool) -> None:
    inputs = compose_request(load_and_prepare(RenderRequest(profile=profile, targets=("pdf",)))).inputs
    source, engine, day = inputs.shared["tex"], program.find_engine(inputs.engine), inputs.document.properties.modified
    assert source is not None

    def ours() -> bytes:
        return tex.typeset(source.source, engine, source.companions, day, source.packages).pdf

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        things = {"ours": calling(ours), "bare": _bare(ours, folder / "bare")}
        if pdflatex := shutil.which("pdflatex"):
            things["plain"] = _plain(pdflatex, {**source.companions, "cv.tex": source.source.encode()}, folder / "plain")
        found = interleaved(things, runs, warm)
    print(json.dumps({name: seconds(measured) for name, measured in found.items()}))


def _bare(ours: Callable[[], bytes], folder: Path) -> Callable[[], Run]:
    """The engine's command as it is given when a format is there, in a copy of the folder that it is given in."""
    ours()  # makes the format where it is missing
    run, seen = tex.run, []

    def watched(words: Sequence[str], job: Path, env: Mapping[str, str], **rest: Any) -> object:
        shutil.copytree(job, folder, dirs_exist_ok=True)
        seen[:] = [(words, {**os.environ, **env})]
        return run(words, job, env, **rest)

    tex.run = watched
    ours()
    tex.run = run
    words, env = seen[0]
    return lambda: command(words, folder, env)


def _plain(pdflatex: str, files: Mapping[str, bytes], folder: Path) -> Callable[[], Run]:
    for file, content in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return lambda: command([pdflatex, "-interaction=batchmode", "-halt-on-error", "cv.tex"], folder)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "warm")
