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

    Place = tuple[Callable[[int], AbstractContextManager[Send]], int]


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int]:
    part, _, whole = (value or "1/1").partition("/")
    if not (part.isdigit() and whole.isdigit() and 1 <= int(part) <= int(whole)):
        raise click.BadParameter("write i/n, such as 1/4 for the first of four parts")
    return int(part), int(whole)


@click.command("build")
@click.option("--file", type=click.Path(path_type=Path), default=Path("cvrender.yaml"), show_default=True, help="What to build.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Where the files go.")
@click.option("--jobs", type=click.IntRange(1), help="How many at a time (default: one for each processor).")
@click.option("--dask", metavar="TCP://…", help="Build on the cluster of this Dask scheduler.")
@click.option("--shard", callback=_shard, metavar="I/N", help="Build only the I-th of N equal parts.")
@click.option("--dry-run", is_flag=True, help="Say what would be built, and why; build nothing.")
@click.option("--force", is_flag=True, help="Build what has not changed, too.")
@click.option("--keep-going/--fail-fast", default=True, help="After a failure, go on with the rest (default), or stop.")
@untrusted_options
@style_path_option
@click.option("--quiet", is_flag=True, help="Print only what failed.")
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
    """Build everything that cvrender.yaml lists, in parallel; what has not changed is left alone."""
    from cvrender.batch.manifest import changed, key, load

    if dask and style_path:
        raise click.UsageError("--style-path is for this machine only; for --dask copy the styles to styles/")
    check_sandbox_options(untrusted, no_sandbox)
    start = time.perf_counter()
    try:
        requests = _planned(file, shard, style_path, untrusted=untrusted, sandbox=untrusted and not no_sandbox)
        old = load(out)
        reasons = {request: "forced" if force else changed(old.get(key(request)), out) for request in requests}
        if dry_run:
            for request in requests:
                click.echo(f"{request.name}: {reasons[request] or 'unchanged'}")
            return
        todo = [request for request in requests if reasons[request]]
        results = _build(todo, _place(dask, jobs, out), not keep_going, quiet)
    except CvrenderError as error:
        stop(error)
    counts, code = _finish(requests, todo, results, old, out)
    if counts and not quiet:
        said = ", ".join(f"{number} {how}" for how, number in counts.items() if number or how != "not begun")
        click.echo(f"{said} in {time.perf_counter() - start:.1f} s")
    sys.exit(code)


def _planned(
    file: Path, shard: tuple[int, int], style_path: tuple[Path, ...], untrusted: bool, sandbox: bool
) -> "list[RenderRequest]":
    """What cvrender.yaml lists, in the order of its names; of several shards, one."""
    from cvrender.batch.plan import plan

    every = [replace(request, untrusted=untrusted, sandbox=sandbox) for request in plan(file, library_of(style_path))]
    return sorted(every, key=lambda request: request.name)[shard[0] - 1 :: shard[1]]


def _build(todo: "list[RenderRequest]", place: "Place", fail_fast: bool, quiet: bool) -> "list[Result]":
    """Run the requests; Ctrl-C ends cleanly, with the results that are there."""
    if not todo:
        return []
    from cvrender.batch.run import run

    results: list[Result] = []
    stop_here = Event()
    there, ahead = place
    with there(len(todo)) as send, _interrupts(stop_here), _reporter(len(todo), quiet) as report:
        for result in run(todo, send, stop_here.is_set, ahead):
            results.append(result)
            report(result)
            if fail_fast and result.status == "failed":
                stop_here.set()
    return results


def _place(dask: str | None, jobs: int | None, out: Path) -> "Place":
    """Where so many requests will be done, on this machine or on a cluster; and how many are sent there ahead."""
    from cvrender.batch.run import AHEAD, cores, local

    if dask:
        from cvrender.batch import remote

        return lambda total: remote.dask(dask, out, library_of(())), AHEAD
    here = jobs or cores()
    return lambda total: local(min(here, total), out), 2 * here  # few, for all of them are done again when a worker is killed


@contextmanager
def _interrupts(stop_here: Event) -> Iterator[None]:
    """The first Ctrl-C begins nothing more; a second one is for Python."""
    before, ours = signal.getsignal(signal.SIGINT), os.getpid()

    def heard(number: int, frame: object) -> None:
        if os.getpid() != ours:  # a worker that was forked a moment ago, and does not yet leave it to us
            return
        signal.signal(signal.SIGINT, before)
        stop_here.set()
        click.echo("stopping; what is in hand is finished", err=True)

    if current_thread() is main_thread():
        signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        if current_thread() is main_thread():
            signal.signal(signal.SIGINT, before)


@contextmanager
def _reporter(total: int, quiet: bool) -> "Iterator[Report]":
    """A progress bar on a terminal, a line for each request elsewhere, nothing but failures when quiet."""
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
    """Write the manifest of everything that is in its place; how many requests ended how, and the exit code."""
    from cvrender.batch.manifest import key, load, remembered, save

    left_alone = [remembered(request, old.get(key(request))) for request in set(requests) - set(todo)]
    present = [*results, *(result for result in left_alone if result is not None)]
    known = {key(result.request) for result in present}
    try:
        save(out, present, [entry for name, entry in load(out).items() if name not in known])
    except CvrenderError as error:
        print_problems(error.problems, as_json=False)
        return {}, error.exit_code
    counts = {status: sum(result.status == status for result in present) for status in ("built", "unchanged", "failed")}
    counts["not begun"] = len(requests) - len(present)
    code = max((result.exit_code for result in present), default=0)
    return counts, code or (130 if counts["not begun"] else 0)
