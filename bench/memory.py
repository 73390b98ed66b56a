"""Measure the memory of the larger of two workers, after so many requests of a folder and at the end, in MB, as JSON.

It is `cvrender build` itself, but that each worker notes the most memory that it has held until then, whenever it ends a request.
"""

import io
import json
import os
import resource
import sys
import tempfile
from contextlib import redirect_stderr, suppress
from pathlib import Path

from cvrender.cli import main
from cvrender.load.request import RenderRequest
from cvrender.run.batch import run
from cvrender.run.batch.manifest import Result
from cvrender.run.batch.worker import build_one

NOTES = "sizes"


def noted(request: RenderRequest, out: str) -> Result:
    result = build_one(request, out)
    with Path(out, NOTES).open("a", encoding="utf-8") as notes:
        notes.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1_000_000}\n")
    return result


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    run.build_one = noted
    with tempfile.TemporaryDirectory() as out:
        with suppress(SystemExit), redirect_stderr(io.StringIO()):  # its warnings are about these people's pages
            main(["build", "--quiet", "--jobs", "2", "--out", out])
        sizes = [float(line) for line in Path(out, NOTES).read_text("utf-8").split()]
    print(json.dumps([max(sizes[: int(sys.argv[2])]), max(sizes)]))
