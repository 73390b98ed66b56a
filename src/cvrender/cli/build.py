"""Run `cvrender build`."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.common import check_sandbox_options, library_of, print_problems, stop, style_path_option, untrusted_options
from cvrender.errors import CvrenderError

if TYPE_CHECKING:
    from cvrender.batch.manifest import Result
    from cvrender.batch.run import Report, Send
    from cvrender.request import RenderRequest

    Executor = tuple[Callable[[int], AbstractContextManager[Send]], int]


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int]:
    part, _, whole = (value or "1/1").partition("/")
    if not (part.isdigit() and whole.isdigit() and 1 <= int(part) <= int(whole)):
        raise click.BadParameter("write i/n, such as 1/4 for the first of four parts")
    return int(part), int(whole)


@click.command("build")
@click.option("--file", type=click.Path(path_type=Path), default=Path("cvrender.yaml"), show_default=True, help="Build file.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Output folder.")
@click.option("--jobs", type=click.IntRange(1), help="Number of processes (default: one per processor).")
@click.option("--dask", metavar="TCP://…", help="Build on the cluster of this Dask scheduler.")
@click.option("--shard", callback=_shard, metavar="I/N", help="Build only part I of N.")
@click.option("--dry-run", is_flag=True, help="Print what would be built and why, without building.")
@click.option("--force", is_flag=True, help="Also build what has not changed.")
@click.option("--keep-going/--fail-fast", default=True, help="After a failure, continue (default) or stop.")
@untrusted_options
@style_path_option
@click.option("--quiet", is_flag=True, help="Print only failures.")
def command(
    file: Path,
    out: Path,
    jobs: int | None,
    dask: str | None,
    shard: tuple[int, int],
    dry_run: bool,
    force: bool,
    keep_going: bool,
    style_path: tuple[Path, ...],
    untrusted: bool,
    no_sandbox: bool,
    quiet: bool,
) -> None:
    """Build everything in cvrender.yaml, in parallel; only what has changed is built."""
    from cvrender.batch.manifest import key, load, rebuild_reason

    if dask and style_path:
        raise click.UsageError("--style-path does not work with --dask; copy the styles to styles/")
    check_sandbox_options(untrusted, no_sandbox)
    start = time.perf_counter()
    try:
        requests = _planned(file, shard, style_path, untrusted=untrusted, sandbox=untrusted and not no_sandbox)
        old = load(out)
        reasons = {request: "forced" if force else rebuild_reason(old.get(key(request)), out) for request in requests}
        if dry_run:
            for request in requests:
                click.echo(f"{request.name}: {reasons[request] or 'unchanged'}")
            return
        todo = [request for request in requests if reasons[request]]
        results = _build(todo, _executor(dask, jobs, out), not keep_going, quiet)
    except CvrenderError as error:
        stop(error)
    counts, code = _finish(requests, todo, results, old, out)
    if counts and not quiet:
        summary = ", ".join(f"{number} {status}" for status, number in counts.items() if number or status != "not started")
        click.echo(f"{summary} in {time.perf_counter() - start:.1f} s")
    sys.exit(code)


def _planned(
    file: Path, shard: tuple[int, int], style_path: tuple[Path, ...], untrusted: bool, sandbox: bool
) -> "list[RenderRequest]":
    """Return one shard of the requests in cvrender.yaml, sorted by name."""
    from cvrender.batch.plan import plan

    requests = [replace(request, untrusted=untrusted, sandbox=sandbox) for request in plan(file, library_of(style_path))]
    return sorted(requests, key=lambda request: request.name)[shard[0] - 1 :: shard[1]]


def _build(todo: "list[RenderRequest]", executor: "Executor", fail_fast: bool, quiet: bool) -> "list[Result]":
    """Run the requests; on Ctrl-C return the results so far."""
    if not todo:
        return []
    from cvrender.batch.run import run

    results: list[Result] = []
    interrupted = Event()
    open_executor, max_pending = executor
    with open_executor(len(todo)) as send, _interrupts(interrupted), _reporter(len(todo), quiet) as report:
        for result in run(todo, send, interrupted.is_set, max_pending):
            results.append(result)
            report(result)
            if fail_fast and result.status == "failed":
                interrupted.set()
    return results


def _executor(dask: str | None, jobs: int | None, out: Path) -> "Executor":
    """Return a context manager that runs requests here or on a cluster, and the maximum number of pending requests."""
    from cvrender.batch.run import MAX_PENDING, cores, local_pool

    if dask:
        from cvrender.batch import remote

        return lambda total: remote.dask_cluster(dask, out, library_of(())), MAX_PENDING
    processes = jobs or cores()
    return lambda total: local_pool(min(processes, total), out), 2 * processes  # few, since all are retried if a worker is killed


@contextmanager
def _interrupts(interrupted: Event) -> Iterator[None]:
    """Start no more requests after the first Ctrl-C; leave a second one to Python."""
    before, ours = signal.getsignal(signal.SIGINT), os.getpid()

    def handle(number: int, frame: object) -> None:
        if os.getpid() != ours:  # a new worker that does not ignore the signal yet
            return
        signal.signal(signal.SIGINT, before)
        interrupted.set()
        click.echo("stopping after the current requests", err=True)

    if current_thread() is main_thread():
        signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        if current_thread() is main_thread():
            signal.signal(signal.SIGINT, before)


@contextmanager
def _reporter(total: int, quiet: bool) -> "Iterator[Report]":
    """Show a progress bar on a terminal, else a line per request; only failures if quiet."""
    if quiet or not sys.stdout.isatty():
        yield lambda result: _print(result, quiet)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("building", total=total)

        def show(result: "Result") -> None:
            progress.update(task, advance=1, description=result.request.name)
            for line in result.problems:
                progress.console.print(line, markup=False, highlight=False)

        yield show


def _print(result: "Result", quiet: bool) -> None:
    if not quiet:
        click.echo(f"{result.status:<9} {result.request.name} ({result.seconds:.2f} s)")
    for line in result.problems:
        click.echo(line, err=True)


def _finish(
    requests: "list[RenderRequest]",
    todo: "list[RenderRequest]",
    results: "list[Result]",
    old: dict[str, dict[str, Any]],
    out: Path,
) -> tuple[dict[str, int], int]:
    """Write the manifest of all current results; return the number of requests by status, and the exit code."""
    from cvrender.batch.manifest import key, load, reused_result, save

    reused = [reused_result(request, old.get(key(request))) for request in set(requests) - set(todo)]
    present = [*results, *(result for result in reused if result is not None)]
    known = {key(result.request) for result in present}
    try:
        save(out, present, [entry for name, entry in load(out).items() if name not in known])
    except CvrenderError as error:
        print_problems(error.problems, as_json=False)
        return {}, error.exit_code
    counts = {status: sum(result.status == status for result in present) for status in ("built", "unchanged", "failed")}
    counts["not started"] = len(requests) - len(present)
    code = max((result.exit_code for result in present), default=0)
    return counts, code or (130 if counts["not started"] else 0)
