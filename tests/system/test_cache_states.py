"""Render with a cache in whatever state: the files are the same, and nothing is said about the cache."""

import functools
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cvrender import load_profile, render
from cvrender.fonts import glyph_fonts, text
from cvrender.fonts.sources import source_of
from cvrender.fonts.text import text_font
from cvrender.load.library import BUILT_IN, find_style
from cvrender.system.cache import folder_of
from cvrender.targets.pdf.engine import formats as tex_formats
from cvrender.targets.pdf.engine.formats import forget, format_for, is_sound
from cvrender.targets.pdf.engine.program import engine_environment, find_engine
from cvrender.targets.tex.preambles import preamble_of

ROOT = Path(__file__).parents[2]
PROFILE = "person: {name: Ada Жукова}\neducation: [{institution: Λ Institute, degree: PhD, start: 2001, end: 2004}]\n"
PREAMBLE = r"\documentclass{minimal}"
RENDER = [sys.executable, "-m", "cvrender", "render", "ada.yaml", "--to", "tex", "--to", "pdf"]
ROOMS = {"families", "formats", "glyphs", "preambles"}
OF_REQUESTS = {"beginnings"}
ALL_ROOMS = ROOMS | OF_REQUESTS | {"dates"}
Files = dict[str, bytes]


def environment(cache: Path) -> dict[str, str]:
    return {**os.environ, "CVRENDER_CACHE": str(cache)}


def rendered(work: Path, cache: Path, walls: Sequence[str] = ()) -> Files:
    """The files that the command makes, which must say nothing else."""
    (work / "ada.yaml").write_text(PROFILE, "utf-8")
    shutil.rmtree(work / "out", ignore_errors=True)
    command = [*walls, *RENDER]
    finished = subprocess.run(command, cwd=work, env=environment(cache), capture_output=True, text=True, timeout=120)
    assert (finished.returncode, finished.stderr) == (0, "")
    return made(work / "out")


def made(out: Path) -> Files:
    return {
        path.relative_to(out).as_posix().partition("/")[2]: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()
    }


def entries(cache: Path) -> set[str]:
    """What is kept, by its place."""
    return {path.relative_to(cache).as_posix() for path in cache.glob("*/*/*")}


def shared_entries(cache: Path) -> set[str]:
    """What is kept for all requests."""
    return {name for name in entries(cache) if name.partition("/")[0] not in OF_REQUESTS}


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> tuple[Files, Path]:
    """The files, and a cache with all that they need."""
    work = tmp_path_factory.mktemp("intact")
    files = rendered(work, work / "cache")
    assert [rendered(work, work / "cache") for _ in range(2)] == [files] * 2  # the first makes the format, the second reads it
    assert {Path(name).suffix for name in files} >= {".tex", ".pdf", ".ttf", ".tfm", ".enc"}
    assert {path.name for path in (work / "cache").iterdir()} == ALL_ROOMS
    return files, work / "cache"


@pytest.fixture
def cache(intact: tuple[Files, Path], tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(intact[1], tmp_path / "cache")
    return tmp_path / "cache"


def each_file(change: Callable[[bytes], bytes], pattern: str = "*/*/*") -> Callable[[Path], None]:
    def damage(cache: Path) -> None:
        paths = [path for path in cache.glob(pattern) if path.is_file()]
        assert paths
        for path in paths:
            path.write_bytes(change(path.read_bytes()))

    return damage


def flipped(content: bytes) -> bytes:
    """One byte in the middle is another."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def each_entry(change: Callable[[Path], object]) -> Callable[[Path], None]:
    def damage(cache: Path) -> None:
        for entry in list(cache.glob("*/*")):
            if entry.is_dir():
                change(entry)

    return damage


def half_written(entry: Path) -> None:
    """As when a file is written in place: the last file is not there yet."""
    sorted(entry.iterdir())[-1].unlink()


def a_file(entry: Path) -> None:
    shutil.rmtree(entry)
    entry.write_bytes(b"x")


def a_link(entry: Path) -> None:
    shutil.rmtree(entry)
    entry.symlink_to("/nowhere")


def folders_for_files(entry: Path) -> None:
    for path in list(entry.iterdir()):
        path.unlink()
        path.mkdir()


DAMAGED: dict[str, Callable[[Path], object]] = {
    "flipped": each_file(flipped),
    "flipped, but its list": each_file(flipped, "*/*/*[!n]"),  # all files but .json
    "cut": each_file(lambda content: content[: len(content) // 2]),
    "empty": each_file(lambda content: b""),
    "a list": each_file(lambda content: b"[]", "*/*/*.json"),
    "a number": each_file(lambda content: b"1", "*/*/*.json"),
    "deep": each_file(lambda content: b"[" * 100_000, "*/*/*.json"),
    "other types": each_file(lambda content: b'{"size": "1", "crc32": [], "missing": 1, "fonts": [{"chars": 3}]}', "*/*/*.json"),
    "no text": each_file(lambda content: b'["\\ud800", "\\ud800", 1]', "*/*/*.json"),
    "half written": each_entry(half_written),
    "files for entries": each_entry(a_file),
    "links for entries": each_entry(a_link),
    "no folder": shutil.rmtree,
}
BEARABLE: dict[str, Callable[[Path], object]] = {
    "a file": lambda cache: (shutil.rmtree(cache), cache.write_bytes(b"x")),
    "rooms are files": lambda cache: (shutil.rmtree(cache), cache.mkdir(), [(cache / room).touch() for room in ALL_ROOMS]),
    "folders for files": each_entry(folders_for_files),
    "a link to nothing": lambda cache: (shutil.rmtree(cache), cache.symlink_to("/nowhere")),
}


def everything_kept(cache: Path) -> tuple[object, ...]:
    """One thing of each room, as the program itself asks for it: from the cache, or made again."""
    engine = find_engine("embedded")
    env = engine_environment(engine, "")
    tex_format = format_for(engine.program, PREAMBLE, env)
    if tex_format and not is_sound(tex_format):  # then the engine is stopped, and the format forgotten
        forget(engine.program, PREAMBLE)
        tex_format = format_for(engine.program, PREAMBLE, env)
    assert tex_format and is_sound(tex_format) and tex_format.is_relative_to(cache)
    family = source_of("Lato/Lato")
    assert family
    return text_font(family), glyph_fonts("ЖΛ"), preamble_of(find_style("plain")), tex_format.read_bytes()


face = functools.cache(text._face)
"""Faces are made once for all states: what is tried here is how they are kept."""


def quick_dump(*how: object) -> bytes:
    """Bytes in the place of a format, which takes TeX half a second: the tests of whole commands make real ones."""
    return bytes(range(256)) * 100


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[object, ...], Path]:
    """One thing of each room, and the cache that keeps them."""
    cache = tmp_path_factory.mktemp("things") / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tex_formats, "_dump", quick_dump)
        patch.setattr(text, "_face", face)
        patch.setenv("CVRENDER_CACHE", str(cache))
        entries = everything_kept(cache)
        assert everything_kept(cache) == entries
    return entries, cache


@pytest.mark.slow
@pytest.mark.parametrize("state", DAMAGED)
def test_an_entry_that_is_damaged_is_made_again(
    state: str, things: tuple[tuple[object, ...], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths, cache = things[0], tmp_path / "cache"
    monkeypatch.setattr(tex_formats, "_dump", quick_dump)
    monkeypatch.setattr(text, "_face", face)
    monkeypatch.setenv("CVRENDER_CACHE", str(cache))
    shutil.copytree(things[1], cache)
    kept = {name: (cache / name).read_bytes() for name in entries(cache)}
    assert {name.partition("/")[0] for name in kept} == ROOMS
    DAMAGED[state](cache)
    assert everything_kept(cache) == paths
    assert {name: (cache / name).read_bytes() for name in entries(cache)} == kept


def used(work: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, style: str = "") -> Files:
    """The files that the same command makes in this process."""
    (work / "ada.yaml").write_text(PROFILE, "utf-8")
    monkeypatch.setattr(text, "_face", face)
    monkeypatch.setenv("CVRENDER_CACHE", str(cache))
    artifacts = render(load_profile(work / "ada.yaml"), style=style, targets=("tex", "pdf"))
    assert style or not artifacts.warnings
    return {artifact.name: artifact.content for artifact in artifacts}


@pytest.mark.slow
@pytest.mark.parametrize("state", ["flipped", "half written"])  # the others are damage to a format only where TeX sees it
def test_what_is_damaged_changes_nothing_and_is_made_again(state: str, intact: tuple[Files, Path], cache: Path) -> None:
    DAMAGED[state](cache)
    for _ in range(3):  # one that makes the preamble, one that finds the damaged format, and one that makes it again
        assert rendered(cache.parent, cache) == intact[0]  # by a new process, which does not know the dates
    others = {name for name in entries(cache) | entries(intact[1]) if name.partition("/")[0] in OF_REQUESTS | {"formats"}}
    assert entries(cache) - others == entries(intact[1]) - others
    unread = folder_of("formats", tex_formats._key(find_engine("embedded").program, "")).name  # until a format is made from it
    formats = [path for path in cache.glob("formats/*/cv.fmt") if path.parent.name != unread]
    assert formats and all(map(is_sound, formats)), "one that TeX has begun to read is made by the next command"
    for path in sorted(entries(cache) - others):
        assert (cache / path).read_bytes() == (intact[1] / path).read_bytes()
    assert not list(cache.glob("*/.new-*"))


@pytest.mark.slow
@pytest.mark.parametrize("state", BEARABLE)
def test_what_is_no_cache_is_done_without(
    state: str, intact: tuple[Files, Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    BEARABLE[state](cache)
    assert used(cache.parent, cache, monkeypatch) == intact[0]


@pytest.mark.slow
@pytest.mark.parametrize("place", ["/proc/cvrender", "/dev/null", "/dev/full/cache"])
def test_a_place_where_nobody_can_write(
    place: str, intact: tuple[Files, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert used(tmp_path, Path(place), monkeypatch) == intact[0]


def walls(script: str, cache: Path) -> list[str]:
    """A command that runs what follows it where things are mounted on the cache; skips where that is not allowed."""
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", f'{script} && exec "$@"', str(cache)]
    try:
        subprocess.run([*command, "true"], check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("no mounts for this user")
    return command


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
FULL = 'mount -t tmpfs -o size=64k none "$0"'


@pytest.mark.slow
def test_a_cache_that_can_only_be_read(intact: tuple[Files, Path], cache: Path) -> None:
    shutil.rmtree(cache / "preambles")  # they cannot be kept
    old = time.time() - 5 * 86_400
    for entry in cache.glob("*/*"):
        os.utime(entry, (old, old))  # their use cannot be noted
    assert rendered(cache.parent, cache, walls(READ_ONLY, cache)) == intact[0]
    assert not (cache / "preambles").exists()


@pytest.mark.slow
def test_a_full_disk(intact: tuple[Files, Path], cache: Path) -> None:
    assert rendered(cache.parent, cache, walls(FULL, cache)) == intact[0]


@pytest.mark.slow
def test_a_cache_that_goes_between_two_renders_of_one_process(
    intact: tuple[Files, Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert used(cache.parent, cache, monkeypatch) == intact[0]
    shutil.rmtree(cache)
    assert [used(cache.parent, cache, monkeypatch) for _ in range(2)] == [intact[0]] * 2
    assert {name.partition("/")[0] for name in entries(cache)} >= ROOMS  # this process knows the dates


@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_the_preamble_of_a_style_is_the_same_with_and_without_a_cache(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    preamble = preamble_of(find_style(style))
    assert preamble_of(find_style(style)) == preamble
    monkeypatch.setenv("CVRENDER_CACHE", "/dev/null")
    assert preamble_of(find_style(style)) == preamble


@pytest.mark.slow
def test_another_class_of_documents_gives_the_same_with_and_without_a_cache(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = used(tmp_path, cache, monkeypatch, "moderncv")
    assert used(tmp_path, Path("/dev/null"), monkeypatch, "moderncv") == paths


# Many at once


def started(work: Path, cache: Path) -> "subprocess.Popen[bytes]":
    work.mkdir(exist_ok=True)
    (work / "ada.yaml").write_text(PROFILE, "utf-8")
    return subprocess.Popen(RENDER, cwd=work, env=environment(cache), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


@pytest.mark.slow
def test_two_that_begin_at_once(intact: tuple[Files, Path], tmp_path: Path) -> None:
    cache, works = tmp_path / "cache", [tmp_path / "one", tmp_path / "two"]
    for _ in range(2):  # the second time they make the format
        running = [started(work, cache) for work in works]
        assert [process.communicate(timeout=120)[1] for process in running] == [b""] * 2
        assert [made(work / "out") for work in works] == [intact[0]] * 2
    assert shared_entries(cache) == shared_entries(intact[1])
    assert not list(cache.glob("*/.new-*"))


@pytest.mark.slow
def test_one_that_is_killed_while_it_makes_a_format(intact: tuple[Files, Path], tmp_path: Path) -> None:
    """A dead process's lock holds nobody up."""
    cache = tmp_path / "cache"
    assert rendered(tmp_path, cache) == intact[0]  # the next one makes the format
    for attempt in range(5):  # on a busy machine the signal may come too late
        shutil.rmtree(cache / "formats", ignore_errors=True)
        process = started(tmp_path / f"killed{attempt}", cache)
        while not list(cache.glob("formats/.*.lock")) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if not list(cache.glob("formats/*/cv.fmt")):
            break
    else:
        pytest.fail("it was always too late")
    assert rendered(tmp_path, cache) == intact[0]
    assert shared_entries(cache) == shared_entries(intact[1])
