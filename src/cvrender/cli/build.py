"""Run `cvrender build`."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import library_of
from cvrender.cli.common import PATH, bundled, out_option, print_json, shared_options, style_path_option, untrusted_options
from cvrender.cli.formats import Command, format_options, print_problems
from cvrender.model.value import replace

if TYPE_CHECKING:
    from cvrender.load.request import RenderRequest
    from cvrender.run.batch.manifest import Result
    from cvrender.run.batch.run import Send

    Executor = tuple[Callable[[int], AbstractContextManager[Send]], int]

CLEAR_LINE = "\033[K"  # removes what the progress bar wrote


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int]:
    part, _, whole = (value or "1/1").partition("/")
    if not (part.isdigit() and whole.isdigit() and 1 <= int(part) <= int(whole)):
        raise click.BadParameter("write i/n, such as 1/4 for the first of four parts")
    return int(part), int(whole)


@dataclass(frozen=True)
class BuildOptions:
    """The options of `build` that no other command has, and the folders."""

    file: Path
    out: Path
    jobs: int | None
    dask: str | None
    shard: tuple[int, int]
    dry_run: bool
    force: bool
    keep_going: bool
    style_path: tuple[Path, ...]
    open_index: bool
    quiet: bool


@click.command("build", cls=Command)
@click.option("--file", type=PATH, default=Path("cvrender.yaml"), show_default=True, help="Build file.")
@out_option
@click.option("--jobs", type=click.IntRange(1), help="Number of processes (default: one per processor).")
@click.option("--dask", metavar="TCP://…", help="Build on the cluster of this Dask scheduler.")
@click.option("--shard", callback=_shard, metavar="I/N", help="Build only part I of N.")
@click.option("--dry-run", is_flag=True, help="Print what would be built and why, without building.")
@click.option("--force", is_flag=True, help="Also build what has not changed.")
@click.option("--keep-going/--fail-fast", default=True, help="After a failure, continue (default) or stop.")
@shared_options
@untrusted_options
@style_path_option
@click.option("--open", "open_index", is_flag=True, help="Open index.html of the output folder in a browser.")
@click.option("--quiet", is_flag=True, help="Print only failures.")
@format_options
@bundled(BuildOptions)
def command(options: BuildOptions, shared: dict[str, Any], untrusted: bool, sandbox: bool, form: str) -> None:
    """Build everything in cvrender.yaml, in parallel; only what has changed is built."""
    from cvrender.run.batch.manifest import key, load, rebuild_reason

    if options.dask and options.style_path:
        raise click.UsageError("--style-path does not work with --dask; copy the styles to styles/")
    changes = {"untrusted": untrusted, "sandbox": sandbox, **shared}
    start = time.perf_counter()
    requests = _planned(options, changes)
    out = options.out
    old = load(out)
    reasons = {request: "forced" if options.force else rebuild_reason(old.get(key(request)), out) for request in requests}
    if options.dry_run:
        return _print_plan(reasons, form == "json")
    todo = [request for request in requests if reasons[request]]
    shown = "silent" if form != "text" else "quiet" if options.quiet else "all"
    results = _build(todo, _executor(options), not options.keep_going, shown)
    counts, code = _finish(requests, todo, results, old, out)
    if form != "text":
        _print_entries(form, requests, out)
    elif not options.quiet:
        _print_summary(counts, time.perf_counter() - start)
    _open(out, options.open_index)
    sys.exit(code)


def _planned(options: BuildOptions, changes: dict[str, Any]) -> "list[RenderRequest]":
    """Return one shard of the requests in cvrender.yaml with these changes, sorted by name."""
    from cvrender.run.batch.plan import plan

    part, parts = options.shard
    requests = [replace(request, **changes) for request in plan(options.file, library_of(options.style_path))]
    return sorted(requests, key=lambda request: request.name)[part - 1 :: parts]


def _build(todo: "list[RenderRequest]", executor: "Executor", fail_fast: bool, shown: str) -> "list[Result]":
    """Run the requests; on Ctrl-C return the results so far."""
    if not todo:
        return []
    from cvrender.run.batch.run import run

    results: list[Result] = []
    interrupted = Event()
    open_executor, max_pending = executor
    with open_executor(len(todo)) as send, _interrupts(interrupted), _reporter(len(todo), shown) as report:
        for result in run(todo, send, interrupted.is_set, max_pending):
            results.append(result)
            report(result)
            if fail_fast and result.status == "failed":
                interrupted.set()
    return results


def _executor(options: BuildOptions) -> "Executor":
    """Return a context manager that runs requests here or on a cluster, and the maximum number of pending requests."""
    from cvrender.run.batch.run import MAX_PENDING, cores, local_pool

    if dask := options.dask:
        from cvrender.run.batch import remote

        return lambda total: remote.dask_cluster(dask, options.out, library_of(())), MAX_PENDING
    processes = options.jobs or cores()
    return lambda total: local_pool(
        min(processes, total), options.out
    ), 2 * processes  # few, since all are retried if a worker is killed


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
def _reporter(total: int, shown: str) -> "Iterator[Callable[[Result], None]]":
    """Show `all`: a progress bar on a terminal, else a line per request; `quiet`: only failures; `silent`: nothing."""
    if shown == "silent":
        yield lambda result: None
        return
    if shown == "quiet" or not sys.stdout.isatty():
        yield lambda result: _print(result, shown == "quiet")
        return
    with click.progressbar(length=total, label="building", show_pos=True, item_show_func=lambda name: name or "") as bar:

        def show(result: "Result") -> None:
            for problem in result.problems:
                click.echo(f"\r{CLEAR_LINE}{problem}")
            bar.update(1, result.request.name)

        yield show


def _print(result: "Result", quiet: bool) -> None:
    if not quiet:
        click.echo(f"{result.status:<9} {result.request.name} ({result.seconds:.2f} s)")
    print_problems(result.problems)


def _open(out: Path, wanted: bool) -> None:
    """Open the index in a browser, if it is wanted and exists."""
    from cvrender.run.batch.index import FILE

    if wanted and (out / FILE).is_file():
        import webbrowser

        webbrowser.open((out / FILE).resolve().as_uri())


def _print_plan(reasons: "dict[RenderRequest, str]", as_json: bool) -> None:
    """Print why each request would be built."""
    if as_json:
        print_json([{"name": request.name, "reason": reason} for request, reason in reasons.items()])
        return
    for request, reason in reasons.items():
        click.echo(f"{request.name}: {reason or 'unchanged'}")


def _print_summary(counts: dict[str, int], seconds: float) -> None:
    summary = ", ".join(f"{number} {status}" for status, number in counts.items() if number or status != "not started")
    click.echo(f"{summary} in {seconds:.1f} s")


def _print_entries(form: str, requests: "list[RenderRequest]", out: Path) -> None:
    """Print the manifest's entries of requests as JSON, or only their problems in another format."""
    from cvrender.run.batch.manifest import key, load, problems_of

    keys = set(map(key, requests))
    entries = [entry for name, entry in load(out).items() if name in keys]
    if form != "json":
        print_problems(dict.fromkeys(problem for entry in entries for problem in problems_of(entry)), form)
        return
    shown = ("name", "status", "seconds", "exit_code", "outputs", "problems")
    print_json([{name: entry[name] for name in shown} for entry in entries])


def _finish(
    requests: "list[RenderRequest]",
    todo: "list[RenderRequest]",
    results: "list[Result]",
    old: dict[str, dict[str, Any]],
    out: Path,
) -> tuple[dict[str, int], int]:
    """Write the manifest of all current results; return the number of requests by status, and the exit code.

    Raises InputError like `write`.
    """
    from cvrender.run.batch import index
    from cvrender.run.batch.manifest import key, load, reused_result, save

    present = [*results, *(reused_result(request, old[key(request)]) for request in set(requests) - set(todo))]
    known = {key(result.request) for result in present}
    save(out, present, [entry for name, entry in load(out).items() if name not in known])
    if results or not (out / index.FILE).is_file():
        index.write_index(out, load(out).values())
    counts = {status: sum(result.status == status for result in present) for status in ("built", "unchanged", "failed")}
    counts["not started"] = len(requests) - len(present)
    code = max((result.exit_code for result in present), default=0)
    return counts, code or (130 if counts["not started"] else 0)
