"""Build on a real cluster of two processes, one of which is lost on the way."""

import importlib.util
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cvrender.load.library import Library
from cvrender.load.request import RenderRequest
from cvrender.model.value import replace
from cvrender.run.batch import remote

Build = Callable[..., Result]
REQUEST = RenderRequest(profile="profiles/ada.yaml", targets=("md",))
ROOT = Path(__file__).parents[3]
MANY = 30

if importlib.util.find_spec("distributed") is None and os.environ.get("CI") != "true":
    pytest.skip("Dask's distributed is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def processes(env: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two processes of one thread that neither start in our folder nor have a TeX format. One that is killed is started again."""
    from distributed import LocalCluster

    away = tmp_path_factory.mktemp("away")
    settings = {"host": "127.0.0.1", "dashboard_address": None, "worker_dashboard_address": None, "local_directory": str(away)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", env["PYTHONPATH"])
        patch.setenv("CVRENDER_CACHE", str(away / "cache"))
        patch.chdir(away)
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, silence_logs=50, **settings) as cluster:
            patch.undo()
            yield cluster


@pytest.fixture
def cluster(work: Path, processes: Any) -> Any:
    """The cluster, with both processes at work, for a folder of our own."""
    with processes.get_client() as client:
        client.wait_for_workers(2)
    return processes


def furnish() -> None:
    """Profiles with an include, a photo, a view and a style that only our folder has."""
    for number in range(MANY):
        Path(f"profiles/p{number}.yaml").write_text("person: {name: Many Example}\n", "utf-8")
    Path("profiles/ada.png").write_bytes((ROOT / "profiles" / "ada-example.png").read_bytes())
    Path("profiles/ada.yaml").write_text("include: [more.yml]\nperson: {name: Ada Example, photo: ada.png}\n", "utf-8")
    Path("profiles/more.yml").write_text("awards: [{title: Prize of the Include, date: 2020}]\n", "utf-8")
    Path("views").mkdir()
    Path("views/ours.yaml").write_text("extends: full\n", "utf-8")
    Path("styles/house").mkdir(parents=True)
    Path("styles/house/style.yaml").write_text("about: Ours\nextends: plain\ndefaults: {photo: true}\n", "utf-8")
    jobs = "{profiles: [profiles/*.yaml], views: [ours], styles: [house], targets: [md, txt]}"
    Path("cvrender.yaml").write_text(f"jobs: [{jobs}, {{profiles: [ada], targets: [pdf]}}]\n", "utf-8")


@pytest.mark.slow
def test_all_outputs_arrive_once_though_a_worker_is_killed(cluster: Any, build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    furnish()
    written: list[Path] = []
    victims = [worker["pid"] for worker in cluster.scheduler_info["workers"].values() if "pid" in worker]
    victims = victims or [nanny.pid for nanny in cluster.workers.values()]
    killed = threading.Event()
    write = remote.write

    def count(artifacts: Any, out: Path, *names: str) -> list[Path]:
        if not killed.is_set():  # at the first response, in mid-run
            killed.set()
            os.kill(victims[0], signal.SIGKILL)
        paths = write(artifacts, out, *names)
        written.extend(paths)
        return paths

    monkeypatch.setattr(remote, "write", count)
    result = build("--dask", cluster.scheduler_address)
    assert killed.is_set()
    assert f"{MANY + 4} built, 0 unchanged, 0 failed" in result.stdout
    assert len(written) == len(set(written)) == 2 * (MANY + 3) + 2, "each once: texts, the photo and the PDF"
    assert all(path.is_file() for path in written)
    assert "Prize of the Include" in Path("out/ada/ada-ours-house.md").read_text("utf-8")
    assert Path("out/ada/ada-full-classic.pdf").read_bytes().startswith(b"%PDF")
    assert build("--dry-run").stdout.count("unchanged") == MANY + 4, "the manifest speaks of our files"
    there = {path: path.read_bytes() for path in written}
    build("--force", "--quiet")
    assert there == {path: path.read_bytes() for path in written}, "the same bytes as here"


@pytest.mark.slow
def test_failures_come_back_in_our_words(cluster: Any, build: Build, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "eve.yaml").write_text("person: {nam: Eve}\n", "utf-8")
    Path("profiles/bob.yaml").write_text("person: {name: Bob}\ninclude: [gone.yaml]\n", "utf-8")
    Path("cvrender.yaml").write_text(f"jobs: [{{profiles: [profiles/*.yaml, '{elsewhere}/*.yaml'], targets: [md]}}]\n", "utf-8")
    result = build("--quiet", "--dask", cluster.scheduler_address, code=1)
    lines = result.stderr.splitlines()
    assert [line for line in lines if line.startswith(f"{elsewhere}/eve.yaml:1:10: error: person.nam")]
    assert [line for line in lines if line.startswith("profiles/bob.yaml:2:11: error: include[0]")]
    assert len(list(Path("out").glob("*/*.md"))) == 2


def test_no_scheduler_is_a_clear_error(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "CONNECT_TIMEOUT", 0.1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        result = build("--dask", address, code=3)
        assert result.stderr.splitlines()[-1].startswith(f"error: no answer from a Dask scheduler at {address}"), result.stderr


def test_without_dask_it_says_what_to_install(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert (
        build("--dask", "tcp://x", code=3).stderr == 'error: --dask needs the package distributed; pip install "cvrender[dask]"\n'
    )


@pytest.mark.slow
def test_a_payload_holds_nothing_from_outside_the_profiles_folder(work: Path) -> None:
    Path("secret.yaml").write_text("x: y\n", "utf-8")
    Path("profiles/ada.yaml").write_text(
        "include: [../secret.yaml, bob.yaml, gone.yaml]\nperson: {name: A, photo: /etc/passwd}\n"
    )
    assert set(remote.make_payload(REQUEST).files) == {"profile/ada.yaml", "profile/bob.yaml"}


def test_a_payload_has_no_place_outside_of_the_workers_folder(work: Path) -> None:
    here = Path.cwd()
    around = f"../../{here.name}/profiles/bob.yaml"
    names = [str(here / "profiles" / "bob.yaml"), around, f"../../../{here.parent.name}/{here.name}/profiles/bob.yaml"]
    Path("profiles/link.png").symlink_to("ada.png")
    for photo in ("link.png", str(here / "profiles" / "ada.png"), "../profiles/ada.png"):
        Path("profiles/ada.yaml").write_text(f"include: {names}\nperson: {{name: A, photo: {photo}}}\n", "utf-8")
        assert set(remote.make_payload(REQUEST).files) == {"profile/ada.yaml"}


def test_no_payload_takes_long_or_tells_what_a_link_leads_to(work: Path) -> None:
    ada = Path("profiles/ada.yaml")
    ada.write_text("person: {name: A, photo: /dev/zero}\ninclude: [ada.yaml, ada.yaml, /dev/zero, pipe.yaml]\n", "utf-8")
    os.mkfifo("profiles/pipe.yaml")
    assert set(remote.make_payload(replace(REQUEST, untrusted=True)).files) == {"profile/ada.yaml"}
    ada.unlink()
    ada.symlink_to(work / "cvrender.yaml")
    assert set(remote.make_payload(REQUEST).files) == {"profile/ada.yaml"}
    assert not remote.make_payload(replace(REQUEST, untrusted=True)).files


@pytest.mark.slow
@pytest.mark.parametrize(
    ("yaml", "problem"),
    [
        ("person: {name: A}\nnews: " + "[" * 100_000, "nested more than"),
        ("person: {name: A}\nbio: a" + "*a_" * 120_000, "contains more than 200,000"),
        ("person: {name: A}\nviews: {full: {sections: [" + "news, " * 200 + "]}}", "view has more than 100 sections"),
        ("include: [ada.yaml]\nperson: {name: A}", '"ada.yaml" is already included'),
    ],
    ids=["nested", "markup", "sections", "include"],  # an ID is in the environment of each process that the test starts
)
def test_a_hostile_payload_is_a_failed_result(yaml: str, problem: str, work: Path) -> None:
    Path("profiles/ada.yaml").write_text(yaml, "utf-8")
    result = remote.respond(remote.make_payload(replace(REQUEST, untrusted=True))).result
    assert (result.status, result.exit_code) == ("failed", 1)
    assert problem in result.problems[0].message and result.problems[0].file == "profiles/ada.yaml"


def test_a_live_bibliography_travels_with_its_profile(work: Path) -> None:
    entry = "@book{key, title = {A Book of Engines}, author = {Ada Example}, year = 2020}\n"
    Path("profiles/works").mkdir()
    Path("profiles/works/ada.bib").write_text(entry, "utf-8")
    Path("profiles/more.yaml").write_text("publications: {from: works/ada.bib}\n", "utf-8")
    Path("profiles/ada.yaml").write_text("include: [more.yaml]\nperson: {name: Ada Example}\n", "utf-8")
    response = remote.respond(remote.make_payload(REQUEST))
    assert response.result.status == "built", response.result.problems
    assert b"A Book of Engines" in response.files["ada/ada-full-classic.md"]
    assert "profiles/works/ada.bib" in [path for path, _ in response.result.inputs]


def test_a_worker_of_another_version_refuses() -> None:
    payload = remote.Payload(REQUEST, {}, {}, "0.0")
    assert "instead of 0.0" in remote.respond(payload).result.problems[0].message


@pytest.mark.slow
def test_each_folder_of_the_library_travels_with_its_order(work: Path) -> None:
    for folder, about in (("near", "Near"), ("far", "Far")):
        Path(folder, "styles/house").mkdir(parents=True)
        Path(folder, "styles/house/style.yaml").write_text(f"about: {about}\nextends: plain\n", "utf-8")
    library = Library((Path("near"), Path("far").resolve()))
    request = replace(REQUEST, library=library, style="house")
    payload = replace(remote.make_payload(request), shared=remote.library_files(library))
    assert {f"library/{index}/styles/house/style.yaml" for index in (0, 1)} == set(payload.shared)
    result = remote.respond(payload).result
    assert result.status == "built", result.problems
    inputs = [path for path, _ in result.inputs]
    assert "near/styles/house" in inputs and f"{work}/far/styles/house" in inputs
    assert not [path for path in inputs if "cvrender-" in path]
