"""Works in, results out as they come: done by whatever gives a Future for a work, the longest first."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from cvrender.batch.manifest import Result
from cvrender.batch.plan import Work
from cvrender.batch.worker import do

Report = Callable[[Result], Any]
"""What is told of each result."""

Send = Callable[[Work], "Future[Result]"]
"""What takes a work to where it is done."""

AHEAD = 1000  # works that are sent before their turn: enough for any cluster, and what travels with them fits in memory


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on(executor: Executor, out: Path) -> Send:
    """Works done by any executor that sees our files."""
    return lambda work: executor.submit(do, work, str(out))


@contextmanager
def local(jobs: int, out: Path) -> Iterator[Send]:
    """Works done by so many processes on this machine; Ctrl-C is for us alone, so that they finish what they have begun."""
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield on(pool, out)


def run(works: Sequence[Work], send: Send, stopped: Callable[[], bool] = lambda: False) -> Iterator[Result]:
    """Do the works and yield each result when it is there. Once `stopped`, none is begun; those in hand are finished."""
    waiting = deque(sorted(works, key=_size, reverse=True))
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    in_hand: dict[Future[Result], Work] = {}
    while waiting or in_hand:
        while waiting and len(in_hand) < AHEAD and not stopped():
            future = _sent(send, waiting[0])
            in_hand[future] = waiting.popleft()
            future.add_done_callback(finished.put)
        if stopped():
            waiting.clear()
            in_hand = {future: work for future, work in in_hand.items() if not future.cancel()}
            if not in_hand:
                return
        try:
            future = finished.get(timeout=0.2)
        except Empty:
            continue
        if future in in_hand:
            yield _result(future, in_hand.pop(future))


def _sent(send: Send, work: Work) -> "Future[Result]":
    try:
        return send(work)
    except Exception as error:  # a pool that broke takes nothing more
        future: Future[Result] = Future()
        future.set_exception(error)
        return future


def _result(future: "Future[Result]", work: Work) -> Result:
    try:
        return future.result()
    except Exception as error:  # a worker that died, or a fault of ours: the other works go on
        return Result(work, "failed", exit_code=3, problems=(f"error: {work.name}: {type(error).__name__}: {error}",))


def _size(work: Work) -> int:
    try:
        return Path(work.profile).stat().st_size * len(work.targets)
    except OSError:
        return 0
