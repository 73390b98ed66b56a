"""Run requests on any executor, the longest first, and yield results as they complete."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from cvrender.errors import Problem, ToolError
from cvrender.load.request import RenderRequest
from cvrender.run.batch.manifest import Result
from cvrender.run.batch.worker import build_one
from cvrender.system.lifetime import end_with_parent, exit_at_once, exit_code, exit_on

_T = TypeVar("_T")
_R = TypeVar("_R")
Send = Callable[[RenderRequest], "Future[Result]"]
"""Submits a request and returns a Future of its result."""

MAX_PENDING = 1000  # requests submitted at a time: enough for any cluster, and their files fit in memory


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def submit_to(executor: Executor, out: Path, build: Callable[[RenderRequest, str], Result] = build_one) -> Send:
    """Build requests with an executor that can read our files."""
    return lambda request: executor.submit(build, request, str(out))


def _build_in_pool(request: RenderRequest, out: str) -> Result:
    """Build a request; after a signal, end the process: the pool would only report its exit, and give it the next request."""
    try:
        return build_one(request, out)
    finally:
        if exit_code():
            exit_at_once()


@contextmanager
def local_pool(jobs: int, out: Path) -> Iterator[Send]:
    """Build requests in processes on this machine. They ignore Ctrl-C, so that they finish what they have started.

    If one of them is killed, the pool and its pending requests are lost; the next request gets a new pool. However this process
    ends, they end with it.
    """

    def new_pool() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, initializer=_prepare_worker, initargs=(os.getpid(),))

    pool = new_pool()

    def send(request: RenderRequest) -> "Future[Result]":
        nonlocal pool
        try:
            return submit_to(pool, out, _build_in_pool)(request)
        except BrokenExecutor:
            pool.shutdown()
            pool = new_pool()
            return submit_to(pool, out, _build_in_pool)(request)

    try:
        yield send
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)  # the workers end with this process, or after their current request
        raise
    pool.shutdown()


def call_in_processes(function: Callable[[_T], _R], items: Sequence[_T], jobs: int) -> Iterator[_R]:
    """Yield what a function of a module returns for each item, in their order, called in processes. Raises ToolError."""
    pool = ProcessPoolExecutor(min(jobs, len(items)), initializer=_prepare_worker, initargs=(os.getpid(),))
    try:
        yield from pool.map(function, items)
        pool.shutdown()
    except BrokenExecutor:
        raise ToolError([Problem("a worker was killed", hint="it may have run out of memory", code="tool-failed")]) from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)  # the workers end with this process, or after their current item
        raise


def _prepare_worker(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_on("SIGTERM", "SIGHUP")
    end_with_parent(parent)


def run(
    requests: Sequence[RenderRequest], send: Send, stopped: Callable[[], bool] = lambda: False, max_pending: int = MAX_PENDING
) -> Iterator[Result]:
    """Build requests and yield each result when it is complete. Once `stopped`, no request is started, but pending ones finish.

    At most `max_pending` requests are pending. If a worker is killed, any of them may be the cause, so each is tried again,
    alone; one that kills another worker has failed.
    """
    waiting, retries = deque(sorted(requests, key=_size, reverse=True)), deque[RenderRequest]()
    suspects: set[RenderRequest] = set()
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    pending: dict[Future[Result], RenderRequest] = {}
    while waiting or retries or pending:
        while (retries or waiting) and len(pending) < (1 if suspects else max_pending) and not stopped():
            request = (retries or waiting).popleft()
            future = _submit(send, request)
            pending[future] = request
            future.add_done_callback(finished.put)
        if stopped():
            waiting.clear()
            retries.clear()
            pending = {future: request for future, request in pending.items() if not future.cancel()}
            if not pending:
                return
        try:
            future = finished.get(timeout=0.2)
        except Empty:
            continue
        if future not in pending:
            continue
        request = pending.pop(future)
        if isinstance(future.exception(), BrokenExecutor) and request not in suspects and not stopped():
            suspects.add(request)
            retries.append(request)
        else:
            suspects.discard(request)
            yield _result(future, request)


def _submit(send: Send, request: RenderRequest) -> "Future[Result]":
    try:
        return send(request)
    except Exception as error:  # a broken pool accepts no requests
        future: Future[Result] = Future()
        future.set_exception(error)
        return future


def _result(future: "Future[Result]", request: RenderRequest) -> Result:
    try:
        return future.result()
    except BrokenExecutor:
        killed = Problem(
            f"{request.name}: worker was killed", hint="if it ran out of memory, use fewer --jobs", code="tool-failed"
        )
        return Result(request, "failed", exit_code=3, problems=(killed,))
    except Exception as error:  # a bug of ours must not stop the other requests
        bug = Problem(f"{request.name}: {type(error).__name__}: {error}", code="internal-error")
        return Result(request, "failed", exit_code=3, problems=(bug,))


def _size(request: RenderRequest) -> int:
    try:
        return Path(request.profile).stat().st_size * len(request.targets)
    except OSError:
        return 0
