"""`cvrender build`: cvrender.yaml in, everything that it lists out, with a summary and a manifest."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import TARGETS, stop
from cvrender.errors import CvrenderError

if TYPE_CHECKING:
    from cvrender.batch.manifest import Result
    from cvrender.batch.plan import Work
    from cvrender.batch.run import Report


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int]:
    part, _, whole = (value or "1/1").partition("/")
    if not (part.isdigit() and whole.isdigit() and 1 <= int(part) <= int(whole)):
        raise click.BadParameter("write i/n, such as 1/4 for the first of four parts")
    return int(part), int(whole)


@click.command("build")
@click.option("--file", type=click.Path(path_type=Path), default=Path("cvrender.yaml"), show_default=True, help="What to build.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Where the files go.")
@click.option("--jobs", type=click.IntRange(1), help="How many at a time (default: one for each processor).")
@click.option("--shard", callback=_shard, metavar="I/N", help="Build only the I-th of N equal parts.")
@click.option("--dry-run", is_flag=True, help="Say what would be built, and why; build nothing.")
@click.option("--force", is_flag=True, help="Build what has not changed, too.")
@click.option("--keep-going/--fail-fast", default=True, help="After a failure, go on with the rest (default), or stop.")
@click.option("--quiet", is_flag=True, help="Print only what failed.")
def command(
    file: Path, out: Path, jobs: int | None, shard: tuple[int, int], dry_run: bool, force: bool, keep_going: bool, quiet: bool
) -> None:
    """Build everything that cvrender.yaml lists, in parallel; what has not changed is left alone."""
    from cvrender.batch.manifest import changed, key, load
    from cvrender.batch.plan import plan

    start = time.perf_counter()
    try:
        works = sorted(plan(file, TARGETS), key=lambda work: work.name)[shard[0] - 1 :: shard[1]]
    except CvrenderError as error:
        stop(error)
    old = load(out)
    reasons = {work: "forced" if force else changed(old.get(key(work)), out) for work in works}
    todo = [work for work in works if reasons[work]]
    if dry_run:
        for work in works:
            click.echo(f"{work.name}: {reasons[work] or 'unchanged'}")
        return
    results = _build(todo, out, jobs, not keep_going, quiet)
    _finish(works, results, old, out, time.perf_counter() - start, quiet)


def _build(todo: "list[Work]", out: Path, jobs: int | None, fail_fast: bool, quiet: bool) -> "list[Result]":
    """Run the works; Ctrl-C ends cleanly, with the results that are there."""
    if not todo:
        return []
    from cvrender.batch.run import cores, local_executor, run

    results: list[Result] = []
    executor = local_executor(min(jobs or cores(), len(todo)))
    try:
        with _reporter(len(todo), quiet) as report:
            for result in run(todo, out, executor, fail_fast):
                results.append(result)
                report(result)
    except KeyboardInterrupt:
        click.echo("stopped; what was finished is in its place", err=True)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
    return results


@contextmanager
def _reporter(total: int, quiet: bool) -> "Iterator[Report]":
    """A progress bar on a terminal, a line for each work elsewhere, nothing but failures when quiet."""
    if quiet or not sys.stdout.isatty():
        yield lambda result: _print(result, quiet)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("building", total=total)

        def show(result: "Result") -> None:
            progress.update(task, advance=1, description=result.work.name)
            for line in result.problems:
                progress.console.print(line, markup=False, highlight=False)

        yield show


def _print(result: "Result", quiet: bool) -> None:
    if not quiet:
        click.echo(f"{result.status:<9} {result.work.name} ({result.seconds:.2f} s)")
    for line in result.problems:
        click.echo(line, err=True)


def _finish(
    works: "list[Work]", results: "list[Result]", old: dict[str, dict[str, object]], out: Path, seconds: float, quiet: bool
) -> None:
    """The manifest of everything that is in its place, a line that sums up, and the exit code."""
    from cvrender.batch.manifest import key, remembered, save

    done = {key(result.work): result for result in results}
    everything = [done.get(key(work)) or remembered(work, old.get(key(work))) for work in works]
    present = [result for result in everything if result is not None]
    others = [entry for name, entry in old.items() if name not in {key(work) for work in works}]
    try:
        save(out, present, others)
    except OSError as error:
        click.echo(f"error: {out} cannot be written: {error.strerror}", err=True)
        sys.exit(1)
    counts = {status: sum(result.status == status for result in present) for status in ("built", "unchanged", "failed")}
    missing = len(works) - len(present)
    if not quiet:
        left = f", {missing} not begun" if missing else ""
        click.echo(
            f"{counts['built']} built, {counts['unchanged']} unchanged, {counts['failed']} failed{left} in {seconds:.1f} s"
        )
    if missing and not counts["failed"]:
        sys.exit(130)
    sys.exit(max((result.exit_code for result in present), default=0))
