"""Run requests on anything that gives a Future for one, the longest first, and yield results as they come."""

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
from cvrender.batch.worker import do
from cvrender.request import RenderRequest

Report = Callable[[Result], Any]
"""What is told of each result."""

Send = Callable[[RenderRequest], "Future[Result]"]
"""What takes a request to where it is done."""

AHEAD = 1000  # requests that are sent before their turn: enough for any cluster, and what travels with them fits in memory


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on(executor: Executor, out: Path) -> Send:
    """Requests done by any executor that sees our files."""
    return lambda request: executor.submit(do, request, str(out))


@contextmanager
def local(jobs: int, out: Path) -> Iterator[Send]:
    """Requests done by so many processes on this machine; Ctrl-C is for us alone, so that they finish what they have begun.

    When one of them is killed, its pool is lost with all requests in hand; the next request gets a new one.
    """

    def fresh() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))

    pool = fresh()

    def send(request: RenderRequest) -> "Future[Result]":
        nonlocal pool
        try:
            return on(pool, out)(request)
        except BrokenExecutor:
            pool.shutdown()
            pool = fresh()
            return on(pool, out)(request)

    try:
        yield send
    finally:
        pool.shutdown()


def run(
    requests: Sequence[RenderRequest], send: Send, stopped: Callable[[], bool] = lambda: False, ahead: int = AHEAD
) -> Iterator[Result]:
    """Do the requests and yield each result when it is there. Once `stopped`, none is begun; those in hand are finished.

    No more than `ahead` are in hand at a time. When a worker is killed nobody knows by which of these, so each is tried once
    more, and alone: what costs a worker then has failed.
    """
    waiting, again = deque(sorted(requests, key=_size, reverse=True)), deque[RenderRequest]()
    suspects: set[RenderRequest] = set()
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    in_hand: dict[Future[Result], RenderRequest] = {}
    while waiting or again or in_hand:
        while (again or waiting) and len(in_hand) < (1 if suspects else ahead) and not stopped():
            request = (again or waiting).popleft()
            future = _sent(send, request)
            in_hand[future] = request
            future.add_done_callback(finished.put)
        if stopped():
            waiting.clear()
            again.clear()
            in_hand = {future: request for future, request in in_hand.items() if not future.cancel()}
            if not in_hand:
                return
        try:
            future = finished.get(timeout=0.2)
        except Empty:
            continue
        if future not in in_hand:
            continue
        request = in_hand.pop(future)
        if isinstance(future.exception(), BrokenExecutor) and request not in suspects and not stopped():
            suspects.add(request)
            again.append(request)
        else:
            suspects.discard(request)
            yield _result(future, request)


def _sent(send: Send, request: RenderRequest) -> "Future[Result]":
    try:
        return send(request)
    except Exception as error:  # a pool that broke takes nothing more
        future: Future[Result] = Future()
        future.set_exception(error)
        return future


def _result(future: "Future[Result]", request: RenderRequest) -> Result:
    try:
        return future.result()
    except BrokenExecutor:
        line = f"error: {request.name}: a worker was killed; if that was for want of memory, try fewer --jobs"
        return Result(request, "failed", exit_code=3, problems=(line,))
    except Exception as error:  # a fault of ours: the other requests go on
        return Result(request, "failed", exit_code=3, problems=(f"error: {request.name}: {type(error).__name__}: {error}",))


def _size(request: RenderRequest) -> int:
    try:
        return Path(request.profile).stat().st_size * len(request.targets)
    except OSError:
        return 0
