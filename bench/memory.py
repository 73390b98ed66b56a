"""A folder with a cvrender.yaml and a number in, JSON out: MB of the larger of two workers after so many works and at the end."""

import json
import os
import resource
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from cvrender.batch.manifest import Result
from cvrender.batch.plan import Work, plan
from cvrender.batch.run import run
from cvrender.batch.worker import do
from cvrender.pipeline import TARGETS


def measured(work: Work, out: str) -> tuple[Result, float]:
    """A work done, and the most memory that its worker has held until now."""
    return do(work, out), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1_000_000


def main(folder: str, first: int) -> None:
    os.chdir(folder)
    works = plan(Path("cvrender.yaml"), TARGETS)
    with tempfile.TemporaryDirectory() as out, ProcessPoolExecutor(2) as pool:
        found = list(run(works, lambda work: pool.submit(measured, work, out)))
    assert all(result.status == "built" for result, _ in found)
    sizes = [size for _, size in found]
    print(json.dumps([max(sizes[:first]), max(sizes)]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
