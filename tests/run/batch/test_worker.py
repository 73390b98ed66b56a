"""Test a worker: it makes the files and result of a request, with any executor."""

import hashlib
import os
import signal
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from cvrender.load.library import Library
from cvrender.load.request import RenderRequest
from cvrender.model.value import replace
from cvrender.run.batch import run as batch
from cvrender.run.batch.manifest import Result
from cvrender.run.batch.run import local_pool, run, submit_to
from cvrender.run.batch.worker import build_one

HERE = Library((Path(),))


def a_request(name: str = "ada", view: str = "full", targets: tuple[str, ...] = ("md",)) -> RenderRequest:
    return RenderRequest(profile=f"profiles/{name}.yaml", view=view, targets=targets, library=HERE)


def test_files_are_written_and_told(work: Path) -> None:
    result = build_one(a_request(), "out")
    assert (result.status, result.exit_code, result.problems) == ("built", 0, ())
    content = Path("out/ada/ada-full-classic.md").read_bytes()
    (output,) = result.outputs
    assert output.file == "ada/ada-full-classic.md"
    assert (output.sha256, output.size, output.pages) == (hashlib.sha256(content).hexdigest(), len(content), 0)


def test_all_that_a_request_depends_on_is_told(work: Path) -> None:
    Path("profiles/ada.yaml").write_text("include: [more.yaml]\nperson: {name: Ada}\n", "utf-8")
    Path("profiles/more.yaml").write_text("awards: [{title: Prize, date: 2020}]\n", "utf-8")
    inputs = dict(build_one(a_request(), "out").inputs)
    assert {"profiles/ada.yaml", "profiles/more.yaml"} <= set(inputs)
    assert [name for name in inputs if name.endswith("cvrender/load/views/full.yaml")]
    assert (inputs["views/full.yaml"], inputs["styles/classic"]) == ("", "")  # they would be read if they were there


def test_what_can_be_mended_is_a_result(work: Path) -> None:
    Path("profiles/ada.yaml").write_text("person: {nam: Ada}\n", "utf-8")
    bad, unknown, gone = (
        build_one(a_request(), "out"),
        build_one(a_request("bob", "nope"), "out"),
        build_one(a_request("nobody"), "out"),
    )
    assert {(result.status, result.exit_code) for result in (bad, unknown, gone)} == {("failed", 1)}
    assert any(str(problem).startswith("profiles/ada.yaml:1:10: error: person.nam") for problem in bad.problems)
    assert 'view "nope" not found' in unknown.problems[0].message
    assert "file not found" in gone.problems[0].message


def test_a_folder_that_cannot_be_written_is_a_result(work: Path) -> None:
    Path("out").write_text("", "utf-8")
    result = build_one(a_request(), "out")
    assert (result.status, result.exit_code) == ("failed", 1)
    assert "cannot be written" in result.problems[0].message


class Here(Executor):
    """Keeps what it was given, in order; dies at one of them."""

    def __init__(self, dies_at: str = "") -> None:
        self.order: list[str] = []
        self.dies_at = dies_at

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.order.append(args[0].name)
        future: Future[Result] = Future()
        if args[0].name == self.dies_at:
            future.set_exception(OSError("lost"))
        else:
            future.set_result(Result(args[0], "built"))
        return future


def test_the_longest_goes_first(work: Path) -> None:
    Path("profiles/bob.yaml").write_text("person: {name: Bob}\n# a longer one, by this and that much\n", "utf-8")
    executor = Here()
    results = list(
        run(
            [a_request("ada"), a_request("bob"), a_request("cyd", targets=("md", "txt", "tex"))], submit_to(executor, Path("out"))
        )
    )
    assert executor.order == ["cyd full", "bob full", "ada full"]
    assert len(results) == 3


def test_a_worker_that_dies_stops_nothing_else(work: Path) -> None:
    results = list(run([a_request("ada"), a_request("bob")], submit_to(Here("ada full"), Path("out"))))
    assert {(result.request.name, result.status, result.exit_code) for result in results} == {
        ("ada full", "failed", 3),
        ("bob full", "built", 0),
    }


def killed(folder: Path, deaths: int, one: RenderRequest, out: str) -> Result:
    """The request done, but for that of bob, which kills its process the first times."""
    if "bob" in one.name:
        (folder / f"{time.monotonic_ns()}").touch()
        if len(list(folder.iterdir())) <= deaths:
            os.kill(os.getpid(), signal.SIGKILL)
    return build_one(one, out)


@pytest.mark.parametrize(("deaths", "ends"), [(1, "built"), (2, "failed")])
def test_a_worker_that_is_killed_costs_its_own_request_at_most(
    deaths: int, ends: str, work: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("deaths")
    for number in range(20):
        Path(f"profiles/p{number}.yaml").write_text("person: {name: Many}\n", "utf-8")
    monkeypatch.setattr(batch, "submit_to", lambda pool, out, _: lambda one: pool.submit(killed, folder, deaths, one, str(out)))
    requests = [a_request(name) for name in ("ada", "bob", "cyd", *(f"p{number}" for number in range(20)))]
    with local_pool(2, Path("out")) as send:
        results = {result.request.name: result for result in run(requests, send, max_pending=4)}
    assert len(results) == len(requests)
    assert {name: result.status for name, result in results.items() if result.status != "built"} == (
        {} if ends == "built" else {"bob full": "failed"}
    )
    bob = results["bob full"]
    assert (bob.status, bob.exit_code, "worker was killed" in "".join(map(str, bob.problems))) == (
        ends,
        3 * (deaths - 1),
        deaths == 2,
    )
    assert len(list(folder.iterdir())) == 2, "it is tried twice, and no more"


def test_a_place_that_takes_nothing_more_is_told(work: Path) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    (result,) = run([a_request()], submit_to(pool, Path("out")))
    assert "cannot schedule new futures" in result.problems[0].message


def test_what_is_stopped_begins_nothing_more(work: Path) -> None:
    sent: list[Future[Result]] = []
    results: list[Result] = []

    def send(one: RenderRequest) -> Future[Result]:
        sent.append(Future())
        if len(sent) == 1:  # the others wait for their turn, which does not come
            sent[0].set_result(build_one(one, "out"))
        return sent[-1]

    for result in run([a_request(name) for name in ("ada", "bob", "cyd")], send, lambda: bool(results)):
        results.append(result)
    assert len(results) == 1
    assert [future.cancelled() for future in sent] == [False, True, True]
    assert len(list(Path("out").glob("*/*.md"))) == 1


@pytest.mark.parametrize("style", ["classic", "plain"])
def test_a_photo_counts_where_it_is_shown(work: Path, style: str) -> None:
    root = Path(__file__).parents[3] / "profiles" / "ada-example.png"
    Path("profiles/ada.png").write_bytes(root.read_bytes())
    Path("profiles/ada.yaml").write_text("person: {name: Ada, photo: ada.png}\n", "utf-8")
    request = replace(a_request(), style=style, options=(("photo", "true"),))
    assert "profiles/ada.png" in dict(build_one(request, "out").inputs)
