"""Test the cache: entries are whole or missing, and no failure of the cache is a failure of the work."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cvrender.system import cache

FILES = {"a.tfm": b"\x00\x01", "b.enc": "聂".encode()}
NAMES = tuple(FILES)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    paths = tmp_path / "cache"
    monkeypatch.setenv("CVRENDER_CACHE", str(paths))
    return paths


def test_the_folder_is_the_one_that_is_named(folder: Path) -> None:
    assert cache.cache_folder() == folder
    assert not folder.exists(), "asking makes nothing"


def test_without_a_name_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.cache_folder().name == "cvrender"
    assert tmp_path in cache.cache_folder().parents


def test_what_was_written_is_read(folder: Path) -> None:
    cache.write("glyphs", "key", FILES)
    assert cache.read("glyphs", "key", NAMES) == FILES
    assert cache.read("glyphs", "key", ("a.tfm",)) == {"a.tfm": FILES["a.tfm"]}
    assert sorted(path.name for path in (folder / "glyphs").iterdir()) == ["key"], "a temporary folder was left"


def test_what_is_not_there_whole_is_not_there(folder: Path) -> None:
    assert cache.read("glyphs", "key", NAMES) is None
    cache.write("glyphs", "key", FILES)
    (folder / "glyphs" / "key" / "b.enc").unlink()
    assert cache.read("glyphs", "key", NAMES) is None
    assert cache.read("formats", "key", ("a.tfm",)) is None


def test_rooms_and_keys_are_apart(folder: Path) -> None:
    cache.write("one", "key", {"f": b"1"})
    cache.write("two", "key", {"f": b"2"})
    cache.write("two", "other", {"f": b"3"})
    assert [cache.read(*place, ("f",)) for place in (("one", "key"), ("two", "key"), ("two", "other"))] == [
        {"f": b"1"},
        {"f": b"2"},
        {"f": b"3"},
    ]


def test_an_entry_is_replaced_as_a_whole(folder: Path) -> None:
    cache.write("glyphs", "key", FILES)
    cache.write("glyphs", "key", {"c": b"3"})
    assert cache.read("glyphs", "key", ("c",)) == {"c": b"3"}
    assert cache.read("glyphs", "key", NAMES) is None


def test_a_cache_that_cannot_be_written_to_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "file" / "cache"))
    cache.write("glyphs", "key", FILES)
    assert cache.read("glyphs", "key", NAMES) is None


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    cache.write("glyphs", "key", FILES)
    monkeypatch.undo()
    assert list((folder / "glyphs").iterdir()) == []


def test_who_reads_while_others_write_sees_all_of_one_entry_or_nothing(folder: Path) -> None:
    def entry(letter: int) -> dict[str, bytes]:
        return {name: bytes([letter]) * 5000 for name in ("a", "b", "c")}

    with ThreadPoolExecutor(8) as pool:
        writers = [pool.submit(cache.write, "glyphs", "key", entry(number % 2)) for number in range(200)]
        readers = [pool.submit(cache.read, "glyphs", "key", ("a",)) for _ in range(200)]
        for job in writers:
            job.result()
        seen = [job.result() for job in readers]
    whole = [{"a": entry(letter)["a"]} for letter in (0, 1)]
    assert all(value is None or value in whole for value in seen)
    assert cache.read("glyphs", "key", ("a", "b", "c")) in (entry(0), entry(1))
    assert [path.name for path in (folder / "glyphs").iterdir()] == ["key"]


def test_two_processes_write_the_same_entry(folder: Path) -> None:
    code = "from cvrender.system import cache\nfor _ in range(50): cache.write('r', 'k', {'a': b'x' * 9999, 'b': b'y'})"
    env = {**os.environ, "CVRENDER_CACHE": str(folder)}
    running = [subprocess.Popen([sys.executable, "-c", code], env=env, stderr=subprocess.PIPE) for _ in range(2)]
    said = [process.communicate(timeout=60)[1] for process in running]
    assert said == [b"", b""]
    assert cache.read("r", "k", ("a", "b")) == {"a": b"x" * 9999, "b": b"y"}


@pytest.mark.parametrize("kind", ["a file", "a link to nothing", "a link to a folder"])
def test_what_stands_in_an_entrys_place_gives_way(folder: Path, kind: str, tmp_path: Path) -> None:
    (folder / "glyphs").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("mine", "utf-8")
    place = folder / "glyphs" / "key"
    if kind == "a file":
        place.write_text("x", "utf-8")
    else:
        place.symlink_to(tmp_path / ("nowhere" if kind == "a link to nothing" else "other"))
    cache.write("glyphs", "key", FILES)
    assert cache.read("glyphs", "key", NAMES) == FILES
    assert (tmp_path / "other" / "mine.txt").is_file(), "what a link leads to is not ours"
    cache.drop("glyphs", "key")
    assert not place.exists()


# Data with checksums


def test_data_are_read_with_the_files_that_belong_to_them(folder: Path) -> None:
    assert cache.read_data("glyphs", "key") is None
    cache.write_data("glyphs", "key", [1, {"a": "\ud800Ω"}], FILES)
    assert cache.read_data("glyphs", "key") == ([1, {"a": "\ud800Ω"}], FILES)
    cache.write_data("glyphs", "key", "alone")
    assert cache.read_data("glyphs", "key") == ("alone", {})


@pytest.mark.parametrize("name", ["data.json", *NAMES])
def test_data_of_an_entry_that_is_damaged_are_not_read(folder: Path, name: str) -> None:
    path = folder / "glyphs" / "key" / name
    for change in (lambda whole: whole[:-1], lambda whole: whole + b" ", lambda whole: b"", lambda whole: whole[1:] + whole[:1]):
        cache.write_data("glyphs", "key", {"a": 1}, FILES)
        path.write_bytes(change(path.read_bytes()))
        assert cache.read_data("glyphs", "key") is None
    path.unlink()
    assert cache.read_data("glyphs", "key") is None


def test_facts_make_the_key() -> None:
    assert cache.key_of(1, "a", [2]) == cache.key_of(1, "a", [2])
    assert len({cache.key_of(1, "a"), cache.key_of("1", "a"), cache.key_of("1a"), cache.key_of([1, "a"])}) == 4


# What goes by itself


def aged(path: Path, days: float) -> None:
    when = time.time() - days * 86_400
    os.utime(path, (when, when))


def kept(room: Path) -> set[str]:
    return {path.name for path in room.iterdir()}


def test_what_was_not_used_for_a_month_goes(folder: Path) -> None:
    for room in ("glyphs", "others"):
        for key in ("old", "young"):
            cache.write(room, key, FILES)
        aged(folder / room / "old", 31)
        aged(folder / room / "young", 29)
    cache.write("glyphs", "new", FILES)
    assert kept(folder / "glyphs") == {"young", "new"}
    assert kept(folder / "others") == {"old", "young"}, "a room is tidied when something new comes into it"


def test_the_oldest_of_too_many_go(folder: Path) -> None:
    for number in range(27):
        cache.write("formats", f"key{number}", {"cv.fmt": b"x"})
        aged(folder / "formats" / f"key{number}", 27 - number)
    cache.write("formats", "new", {"cv.fmt": b"x"})
    assert kept(folder / "formats") == {*(f"key{number}" for number in range(4, 27)), "new"}


def test_what_is_used_stays_and_its_use_is_noted_once_a_day(folder: Path) -> None:
    for key in ("used", "unused"):
        cache.write("glyphs", key, FILES)
    for key in ("used", "unused"):
        aged(folder / "glyphs" / key, 40)
    assert cache.read("glyphs", "used", NAMES) == FILES
    cache.write("glyphs", "new", FILES)
    assert kept(folder / "glyphs") == {"used", "new"}
    aged(folder / "glyphs" / "used", 0.5)
    before = (folder / "glyphs" / "used").stat()
    assert cache.read("glyphs", "used", NAMES) == FILES
    assert (folder / "glyphs" / "used").stat().st_mtime_ns == before.st_mtime_ns, "each use writes"


def test_what_killed_processes_left_goes_and_what_others_are_at_stays(folder: Path) -> None:
    cache.write("formats", "key", FILES)
    for name in (".new-old", ".new-young", ".old.lock", ".young.lock"):
        path = folder / "formats" / name
        path.touch() if name.endswith("lock") else path.mkdir()
        aged(path, 2 if "old" in name else 0.1)
    cache.write("formats", "other", FILES)
    assert kept(folder / "formats") == {"key", "other", ".new-young", ".young.lock"}


def test_its_size_is_that_of_all_files(folder: Path) -> None:
    assert cache.size() == 0
    cache.write("one", "key", {"f": b"12345"})
    cache.write("two", "key", {"f": b"678"})
    assert cache.size() == 8
