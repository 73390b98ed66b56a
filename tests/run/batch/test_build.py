"""Test `cvrender build` as people and scripts use it: its files, lines, manifest and exit codes."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from click.testing import Result

Build = Callable[..., Result]
ROOT = Path(__file__).parents[3]


def works() -> dict[str, dict[str, Any]]:
    return {work["name"]: work for work in json.loads(Path("out/manifest.json").read_text("utf-8"))["works"]}


def reasons(build: Build, *arguments: str) -> dict[str, str]:
    lines = build("--dry-run", *arguments).stdout.splitlines()
    return {name: reason for name, _, reason in (line.partition(": ") for line in lines)}


def made() -> set[str]:
    return {path.name for path in Path("out").glob("*/*")}


def test_everything_is_built_once_and_told(build: Build) -> None:
    lines = build().stdout.splitlines()
    assert sorted(line.split()[1] for line in lines[:-1]) == ["ada", "bob", "cyd"]
    assert lines[-1].startswith("3 built, 0 unchanged, 0 failed in ")
    assert made() == {f"{name}-full-classic.{ending}" for name in ("ada", "bob", "cyd") for ending in ("md", "txt")}
    before = {path: path.stat().st_mtime_ns for path in Path("out").glob("*/*")}
    assert build().stdout.startswith("0 built, 3 unchanged, 0 failed in ")
    assert set(reasons(build, "--no-tags").values()) == {"new"}  # other PDFs
    assert before == {path: path.stat().st_mtime_ns for path in Path("out").glob("*/*")}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep names of files as Unicode")
def test_a_name_that_is_not_utf_8_is_built_once(work: Path, env: dict[str, str]) -> None:
    Path("profiles/cyd.yaml").rename("profiles/caf\udce9.yaml")
    for beginning in ("3 built, 0 unchanged, 0 failed in ", "0 built, 3 unchanged, 0 failed in "):
        finished = subprocess.run([sys.executable, "-m", "cvrender", "build"], env=env, capture_output=True, text=True)
        assert (finished.returncode, finished.stderr) == (0, "")
        assert finished.stdout.splitlines()[-1].startswith(beginning)
    assert "caf\udce9 full" in works()


def test_the_manifest_holds_pages_hashes_and_seconds(build: Build, work: Path) -> None:
    Path("cvrender.yaml").write_text("jobs: [{profiles: [ada], targets: [tex, pdf]}]\n", "utf-8")
    build()
    entry = works()["ada full"]
    assert entry["status"] == "built"
    assert entry["seconds"] > 0
    assert [output["file"] for output in entry["outputs"]] == [f"ada/ada-full-classic.{ending}" for ending in ("tex", "pdf")]
    for output in entry["outputs"]:
        content = Path("out", output["file"]).read_bytes()
        assert (output["sha256"], output["size"]) == (hashlib.sha256(content).hexdigest(), len(content))
    assert entry["outputs"][1]["pages"] == len(pypdfium2.PdfDocument("out/ada/ada-full-classic.pdf")) == 1


def a_view(work: Path) -> None:
    Path("views").mkdir(exist_ok=True)
    Path("views/full.yaml").write_text("extends: full\n", "utf-8")


def a_style(work: Path) -> None:
    shutil.copytree(ROOT / "styles" / "classic", "styles/classic")


TOUCHES: dict[str, tuple[Callable[[Path], Any], str, int]] = {
    "a profile": (lambda work: Path("profiles/ada.yaml").write_text("person: {name: Eva}\n"), "profiles/ada.yaml changed", 1),
    "a view": (a_view, "views/full.yaml changed", 3),
    "a style": (a_style, "styles/classic changed", 3),
    "an output gone": (lambda work: Path("out/ada/ada-full-classic.md").unlink(), "ada-full-classic.md is missing", 1),
    "an output changed": (lambda work: Path("out/ada/ada-full-classic.md").write_text("mine"), "missing or changed", 1),
    "the manifest gone": (lambda work: Path("out/manifest.json").unlink(), "new", 3),
    "more targets": (
        lambda work: Path("cvrender.yaml").write_text("jobs: [{profiles: [profiles/*.yaml], targets: [txt, html]}]"),
        "new",
        3,
    ),
}


def test_what_a_change_touches_is_built_again_and_nothing_else(build: Build, work: Path) -> None:
    build("--quiet")
    assert set(reasons(build).values()) == {"unchanged"}
    for touch, (change, reason, count) in TOUCHES.items():
        change(work)
        built = reasons(build)
        assert len([why for why in built.values() if reason in why]) == count, (touch, built)
        assert build().stdout.splitlines()[-1].startswith(f"{count} built, {3 - count} unchanged, 0 failed"), touch
        assert set(reasons(build).values()) == {"unchanged"}, touch


def test_a_dry_run_builds_nothing(build: Build) -> None:
    assert reasons(build) == {"ada full": "new", "bob full": "new", "cyd full": "new"}
    assert not Path("out").exists()


def test_force_builds_what_has_not_changed(build: Build) -> None:
    build("--quiet")
    assert set(reasons(build, "--force").values()) == {"forced"}
    assert "3 built" in build("--force").stdout


def test_shards_are_disjoint_and_whole(build: Build) -> None:
    parts = [set(reasons(build, "--shard", f"{part}/2")) for part in (1, 2)]
    assert sorted(map(len, parts)) == [1, 2]
    assert set.union(*parts) == set(reasons(build))
    for part in (1, 2):
        build("--quiet", "--shard", f"{part}/2")
    assert set(works()) == set.union(*parts), "the second part's manifest keeps the first one's works"
    assert "0 built, 3 unchanged" in build().stdout
    assert reasons(build, "--shard", "9/9") == {}
    assert build("--shard", "9/9").stdout.startswith("0 built, 0 unchanged, 0 failed")


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"])
def test_a_wrong_shard_is_wrong_usage(build: Build, shard: str) -> None:
    assert "write i/n" in build("--shard", shard, code=2).output


def test_jobs_change_nothing_but_the_time(build: Build) -> None:
    build("--quiet", "--jobs", "1", "--out", "one")
    build("--quiet", "--jobs", "3", "--out", "three")
    one, three = ({path.name: path.read_bytes() for path in Path(out).glob("*/*")} for out in ("one", "three"))
    assert one == three
    build("--jobs", "0", code=2)


def test_one_failure_stops_nothing_else_and_is_tried_again(build: Build) -> None:
    Path("profiles/bob.yaml").write_text("person: {nam: Bob}\n", "utf-8")
    result = build("--quiet", code=1)
    assert result.stdout == ""
    assert "profiles/bob.yaml:1:10: error: person.nam" in result.stderr
    assert made() == {f"{name}-full-classic.{ending}" for name in ("ada", "cyd") for ending in ("md", "txt")}
    assert works()["bob full"]["status"] == "failed"
    assert reasons(build)["bob full"] == "failed before"
    Path("profiles/bob.yaml").write_text("person: {name: Bob}\n", "utf-8")
    assert "1 built, 2 unchanged, 0 failed" in build().stdout


def test_fail_fast_begins_nothing_more(build: Build) -> None:
    Path("profiles/bob.yaml").write_text(f"person: {{nam: Bob}}\n# {'the longest ' * 20}\n", "utf-8")
    for number in range(20):
        Path(f"profiles/p{number}.yaml").write_text("person: {name: Many}\n", "utf-8")
    last = build("--fail-fast", "--jobs", "1", code=1).stdout.splitlines()[-1]
    match = re.match(r"(\d+) built, 0 unchanged, 1 failed, (\d+) not started", last)
    assert match, last
    assert int(match[1]) + int(match[2]) == 22
    assert int(match[2]) > 10
    assert len(made()) == 2 * int(match[1])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("jobs:\n  - profiles: [nobody]", 'cvrender.yaml:2:16: error: jobs[0].profiles[0]: profile "nobody" not found'),
        (
            "jobs:\n  - profiles: [ada]\n    targets: [odt]",
            'cvrender.yaml:3:15: error: jobs[0].targets[0]: unknown target "odt"',
        ),
        ("jobs: 3", "cvrender.yaml:1:7: error: jobs"),
    ],
)
def test_a_bad_build_file_is_an_error_with_its_place(build: Build, text: str, line: str) -> None:
    Path("cvrender.yaml").write_text(text, "utf-8")
    result = build(code=1)
    assert result.stderr.startswith(line), result.stderr
    assert not Path("out").exists()


def test_no_build_file_and_no_such_view(build: Build) -> None:
    assert "file not found" in build("--file", "none.yaml", code=1).stderr
    Path("cvrender.yaml").write_text("jobs: [{profiles: [ada], views: [ful], targets: [md]}]", "utf-8")
    assert 'view "ful" not found; did you mean "full"?' in build(code=1).stderr


def test_an_output_folder_that_cannot_be_written(build: Build) -> None:
    Path("out").write_text("", "utf-8")
    assert "cannot be written" in build(code=1).stderr
    (problem,) = json.loads(build("--format", "json", code=1).stdout)
    assert (problem["file"], problem["message"]) == ("out", "cannot be written: Not a directory")


def test_ctrl_c_ends_cleanly_with_what_was_finished(build: Build, work: Path, env: dict[str, str]) -> None:
    for number in range(200):
        Path(f"profiles/p{number}.yaml").write_text("person: {name: Many}\n", "utf-8")
    command = [sys.executable, "-m", "cvrender", "build", "--jobs", "2"]
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 120
    while not list(Path("out").glob("*/*.txt")) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to us and to the workers
    stdout, stderr = process.communicate(timeout=120)
    assert process.returncode == 130, (stdout, stderr)
    assert stderr == "stopping after the current requests\n"
    match = re.search(r"^(\d+) built, 0 unchanged, 0 failed, (\d+) not started", stdout, re.M)
    assert match, stdout
    assert int(match[1]) + int(match[2]) == 203
    assert len(made()) == 2 * int(match[1]) == 2 * len(works())
    assert not list(Path("out").rglob(".*"))
    assert len([why for why in reasons(build).values() if why == "unchanged"]) == int(match[1])
