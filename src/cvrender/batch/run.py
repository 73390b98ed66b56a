"""Works in, results out as they come: done by whatever gives a Future for a work, the longest first."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
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
    """Works done by so many processes on this machine; Ctrl-C is for us alone, so that they finish what they have begun.

    When one of them is killed, its pool is lost with all works in hand; the next work gets a new one.
    """

    def fresh() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))

    pool = fresh()

    def send(work: Work) -> "Future[Result]":
        nonlocal pool
        try:
            return on(pool, out)(work)
        except BrokenExecutor:
            pool.shutdown()
            pool = fresh()
            return on(pool, out)(work)

    try:
        yield send
    finally:
        pool.shutdown()


def run(works: Sequence[Work], send: Send, stopped: Callable[[], bool] = lambda: False, ahead: int = AHEAD) -> Iterator[Result]:
    """Do the works and yield each result when it is there. Once `stopped`, none is begun; those in hand are finished.

    No more than `ahead` are in hand at a time. When a worker is killed nobody knows by which of these, so each is tried once
    more, and alone: what costs a worker then has failed.
    """
    waiting, again = deque(sorted(works, key=_size, reverse=True)), deque[Work]()
    suspects: set[Work] = set()
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    in_hand: dict[Future[Result], Work] = {}
    while waiting or again or in_hand:
        while (again or waiting) and len(in_hand) < (1 if suspects else ahead) and not stopped():
            work = (again or waiting).popleft()
            future = _sent(send, work)
            in_hand[future] = work
            future.add_done_callback(finished.put)
        if stopped():
            waiting.clear()
            again.clear()
            in_hand = {future: work for future, work in in_hand.items() if not future.cancel()}
            if not in_hand:
                return
        try:
            future = finished.get(timeout=0.2)
        except Empty:
            continue
        if future not in in_hand:
            continue
        work = in_hand.pop(future)
        if isinstance(future.exception(), BrokenExecutor) and work not in suspects and not stopped():
            suspects.add(work)
            again.append(work)
        else:
            suspects.discard(work)
            yield _result(future, work)


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
    except BrokenExecutor:
        line = f"error: {work.name}: a worker was killed; if that was for want of memory, try fewer --jobs"
        return Result(work, "failed", exit_code=3, problems=(line,))
    except Exception as error:  # a fault of ours: the other works go on
        return Result(work, "failed", exit_code=3, problems=(f"error: {work.name}: {type(error).__name__}: {error}",))


def _size(work: Work) -> int:
    try:
        return Path(work.profile).stat().st_size * len(work.targets)
    except OSError:
        return 0
