"""Test the manifest: what is written, and what has to be made again after it is read."""

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cvrender.load.library import Library
from cvrender.load.request import RenderRequest
from cvrender.model.value import replace
from cvrender.run.batch import manifest
from cvrender.run.batch.manifest import Output, Result

REQUEST = RenderRequest(profile="ada.yaml", targets=("md",))


@pytest.fixture
def saved(tmp_path: Path) -> dict[str, Any]:
    """The entry of one request whose input and output are there."""
    manifest.digest_of.cache_clear()
    (tmp_path / "ada.yaml").write_text("in", "utf-8")
    (tmp_path / "ada.md").write_text("out", "utf-8")
    paths = [str(tmp_path / name) for name in ("ada.yaml", "not-there.yaml")]
    outputs = (Output("ada.md", manifest.digest_of(str(tmp_path / "ada.md")), 3),)
    manifest.save(
        tmp_path, [Result(REQUEST, "built", 1.0, 0, outputs, tuple((path, manifest.digest_of(path)) for path in paths))]
    )
    entry = manifest.load(tmp_path)[manifest.key(REQUEST)]
    assert manifest.rebuild_reason(entry, tmp_path) == ""
    manifest.digest_of.cache_clear()
    return entry


def test_a_result_is_remembered_whole(saved: dict[str, Any], tmp_path: Path) -> None:
    result = manifest.reused_result(REQUEST, saved)
    assert (result.request, result.status, result.outputs[0].file, result.seconds) == (REQUEST, "unchanged", "ada.md", 1.0)


@pytest.mark.parametrize(("name", "reason"), [("ada.yaml", "changed"), ("not-there.yaml", "changed"), ("ada.md", "changed")])
def test_a_file_that_changed_or_came_is_a_reason(saved: dict[str, Any], tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / name).write_text("tuo", "utf-8")  # as long as before
    assert name in (why := manifest.rebuild_reason(saved, tmp_path))
    assert reason in why


def test_a_file_that_is_gone_is_a_reason(saved: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "ada.md").unlink()
    assert "ada.md is missing" in manifest.rebuild_reason(saved, tmp_path)


def test_what_is_new_failed_or_unreadable_is_done(saved: dict[str, Any], tmp_path: Path) -> None:
    assert manifest.rebuild_reason(None, tmp_path) == "new"
    assert manifest.rebuild_reason({**saved, "status": "failed"}, tmp_path) == "failed before"
    assert manifest.rebuild_reason({**saved, "inputs": [["\0", "x"]]}, tmp_path) == "\0 changed"


def test_a_damaged_entry_counts_as_none(saved: dict[str, Any], tmp_path: Path) -> None:
    output = saved["outputs"][0]
    damaged = [{name: value for name, value in saved.items() if name != missing} for missing in saved]
    damaged += [{**saved, name: None} for name in set(saved)]
    damaged += [
        {**saved, "inputs": [["a"]]},
        {**saved, "inputs": ["ab"]},
        {**saved, "problems": ["a"]},
        {**saved, "problems": [{"message": "m"}]},
        {**saved, "outputs": [{}]},
    ]
    damaged += [{**saved, "outputs": [{**output, name: None}]} for name in output]
    version = json.loads((tmp_path / manifest.FILE).read_text("utf-8"))["version"]
    for entry in damaged:
        (tmp_path / manifest.FILE).write_text(json.dumps({"version": version, "works": [1, entry]}), "utf-8")
        assert manifest.load(tmp_path) == {}, entry
    (tmp_path / manifest.FILE).write_text(json.dumps({"version": version, "works": [1, saved]}), "utf-8")
    assert list(manifest.load(tmp_path).values()) == [saved]


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"version": "0"}', '{"works": [1]}', "\udcff", "[" * 100_000])
def test_a_damaged_manifest_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / manifest.FILE).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert manifest.load(tmp_path) == {}
    assert manifest.load(tmp_path / "nowhere") == {}


def test_a_manifest_of_another_version_is_none(saved: dict[str, Any], tmp_path: Path) -> None:
    data = json.loads((tmp_path / manifest.FILE).read_text("utf-8"))
    (tmp_path / manifest.FILE).write_text(json.dumps({**data, "version": "0.0"}), "utf-8")
    assert manifest.load(tmp_path) == {}


def test_a_folder_has_the_hash_of_its_names_and_files(tmp_path: Path) -> None:
    hashes = set()
    for name, text in (("a", "1"), ("b", "1"), ("b", "2")):
        for old in tmp_path.iterdir():
            old.unlink()
        (tmp_path / name).write_text(text, "utf-8")
        manifest.digest_of.cache_clear()
        hashes.add(manifest.digest_of(str(tmp_path)))
    assert len(hashes) == 3


def test_each_part_of_a_request_tells_it_apart() -> None:
    changes: list[dict[str, Any]] = [
        {"profile": "b"},
        {"view": "bio"},
        {"style": "lab"},
        {"language": "de"},
        {"targets": ("md", "txt")},
        {"options": (("accent", "#123456"),)},
        {"engine": "xelatex"},
        {"overlays": ("with.yaml",)},
        {"library": Library((Path(),))},
        {"library": Library((), (Path(),))},
        {"untrusted": True},
        {"sandbox": True},
        {"attach": True},
        {"thorough": True},
        {"pages": 2},
        {"tags": False},
        {"zip": True},
        {"returnable": True},
    ]
    assert manifest.key(replace(REQUEST, options_at=(("accent", ("cvrender.yaml", 3, 1)),))) == manifest.key(REQUEST)
    assert manifest.key(replace(REQUEST, repeated=True)) == manifest.key(REQUEST)
    assert {field.name for field in fields(REQUEST) if field.compare} == {name for change in changes for name in change}
    assert len({manifest.key(request) for request in (REQUEST, *(replace(REQUEST, **change) for change in changes))}) == 1 + len(
        changes
    )


def test_a_folder_has_a_hash_whatever_its_files_are_called(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")).write_text("a", "utf-8")
    except OSError:
        pytest.skip("this system keeps names of files as Unicode")
    manifest.digest_of.cache_clear()
    assert len(manifest.digest_of(str(tmp_path))) == 64
