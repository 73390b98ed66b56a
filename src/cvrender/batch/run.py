"""Works in, results out as they come: on any executor with `submit`, the longest first, one failure stopping nothing."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from cvrender.batch.manifest import Result
from cvrender.batch.plan import Work
from cvrender.batch.worker import do

Report = Callable[[Result], Any]
"""What is told of each result."""


def local_executor(jobs: int) -> ProcessPoolExecutor:
    """So many processes on this machine."""
    return ProcessPoolExecutor(max_workers=jobs)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(works: Sequence[Work], out: Path, executor: Executor, fail_fast: bool = False) -> Iterator[Result]:
    """Do the works and yield each result when it is there. Closing the iterator cancels what has not begun."""
    longest_first = sorted(works, key=_size, reverse=True)
    futures: dict[Future[Result], Work] = {executor.submit(do, work, str(out)): work for work in longest_first}
    try:
        for future in as_completed(futures):
            result = _result(future, futures[future])
            yield result
            if fail_fast and result.status == "failed":
                return
    finally:
        for future in futures:
            future.cancel()


def _result(future: "Future[Result]", work: Work) -> Result:
    try:
        return future.result()
    except Exception as error:  # a worker that died, or a fault of ours: the other works go on
        return Result(work, "failed", exit_code=3, problems=(f"{work.name}: {type(error).__name__}: {error}",))


def _size(work: Work) -> int:
    try:
        return Path(work.profile).stat().st_size * len(work.targets)
    except OSError:
        return 0
