"""Test writing artifacts: whole, with usual permissions, and a clear message when it cannot be done."""

import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from cvrender.errors import ArtifactError, InputError
from cvrender.run.write import write, write_error_files
from cvrender.system import safe_open as folders
from cvrender.targets.base import Artifact

PAIR = [Artifact("cv.tex", "é\n".encode()), Artifact("cv.pdf", b"%PDF")]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_files_are_written_into_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "ada"
    assert write(PAIR, folder) == [folder / "cv.tex", folder / "cv.pdf"]
    assert files(folder) == {"cv.tex": "é\n".encode(), "cv.pdf": b"%PDF"}


def test_what_was_there_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    (tmp_path / "cv.tex").write_text("a longer text that was there before", "utf-8")
    (tmp_path / "notes").write_text("mine", "utf-8")
    write(PAIR, tmp_path)
    assert files(tmp_path) == {"cv.tex": "é\n".encode(), "cv.pdf": b"%PDF", "notes": b"mine"}


def test_nothing_to_write_makes_the_folder_only(tmp_path: Path) -> None:
    assert write([], tmp_path / "out") == []
    assert files(tmp_path / "out") == {}


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions_follow_the_umask(mask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        write(PAIR, tmp_path)
        assert os.umask(mask) == mask, "the umask was changed"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "cv.tex").stat().st_mode) == mode


def test_a_reader_of_the_old_file_keeps_it_whole(tmp_path: Path) -> None:
    write([Artifact("cv.md", b"old" * 1000)], tmp_path)
    with (tmp_path / "cv.md").open("rb") as stream:
        assert stream.read(3) == b"old"
        write([Artifact("cv.md", b"new")], tmp_path)
        assert stream.read() == b"old" * 999
    assert files(tmp_path) == {"cv.md": b"new"}


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", "utf-8")
    with pytest.raises(InputError) as caught:
        write(PAIR, tmp_path / "out" / "ada")
    assert str(caught.value) == f"{tmp_path}/out/ada: error: cannot be written: Not a directory"


def test_a_file_that_is_a_folder_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "cv.pdf").mkdir()
    with pytest.raises(InputError) as caught:
        write(PAIR, tmp_path)
    assert str(caught.value) == f"{tmp_path}/cv.pdf: error: cannot be written: Is a directory"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cv.pdf", "cv.tex"]


def test_a_full_disk_leaves_the_old_file_and_no_part_of_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write([Artifact("cv.md", b"old")], tmp_path)

    def full(fresh: object, target: object, **folders: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="cv.md: error: cannot be written: No space left on device"):
        write([Artifact("cv.md", b"new")], tmp_path)
    assert files(tmp_path) == {"cv.md": b"old"}


# Links below the folder, and names that are not valid


@pytest.fixture(params=["by handle", "by path"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way to reach a folder: through the open one, and by its path where a system knows no other."""
    if request.param == "by path":
        monkeypatch.setattr(folders, "_BY_HANDLE", False)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    place = tmp_path / "elsewhere"
    place.mkdir()
    (place / "cv.md").write_bytes(b"not ours")
    return place


LINK = "symbolic links are not followed"


@pytest.mark.usefixtures("way")
def test_the_folder_that_was_asked_for_may_be_a_link(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "out").symlink_to("elsewhere")
    assert write(PAIR, tmp_path / "out", "ada") == [tmp_path / "out" / "ada" / name for name in ("cv.tex", "cv.pdf")]
    assert set(files(elsewhere / "ada")) == {"cv.tex", "cv.pdf"}


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("names", [("ada",), (".failed",), (".failed", "ada")])
@pytest.mark.parametrize("target", ["elsewhere", "gone", "out"])
def test_nothing_is_written_through_a_linked_folder(names: tuple[str, ...], target: str, tmp_path: Path, elsewhere: Path) -> None:
    link = (tmp_path / "out").joinpath(*names)
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / target)
    with pytest.raises(InputError) as caught:
        write(PAIR, tmp_path / "out", *dict.fromkeys((*names, "ada")))
    assert str(caught.value) == f"{link}: error: cannot be written: {LINK}"
    assert files(elsewhere) == {"cv.md": b"not ours"}
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("when", ["before it is opened", "after it is opened"])
def test_nothing_is_written_through_a_folder_that_becomes_a_link_meanwhile(
    when: str, tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, aside = tmp_path / "out" / "ada", tmp_path / "out" / "aside"
    folder.mkdir(parents=True)
    really_open, exchanged = os.open, []

    def exchange() -> None:
        folder.rename(aside)
        folder.symlink_to(elsewhere)
        exchanged.append(True)

    def open_slowly(path: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        is_folder = path == "ada" and not exchanged
        if is_folder and when.startswith("before"):
            exchange()
        handle = really_open(path, flags, mode, dir_fd=dir_fd)
        if is_folder and when.startswith("after"):
            exchange()
        return handle

    monkeypatch.setattr(os, "open", open_slowly)
    with suppress(InputError):
        write(PAIR, tmp_path / "out", "ada")
    assert exchanged
    assert files(elsewhere) == {"cv.md": b"not ours"}
    assert set(files(aside)) == (set() if when.startswith("before") else {"cv.tex", "cv.pdf"})


@pytest.mark.usefixtures("way")
def test_nothing_is_forgotten_through_a_linked_folder(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "out").mkdir()
    (elsewhere / "ada").mkdir()
    (elsewhere / "ada" / "cv.md.log").write_bytes(b"not ours")
    (tmp_path / "out" / ".failed").symlink_to("../elsewhere")
    with pytest.raises(InputError, match=f"out/.failed: error: cannot be written: {LINK}"):
        write([Artifact("cv.md", b"new")], tmp_path / "out", "ada")
    assert files(elsewhere / "ada") == {"cv.md.log": b"not ours"}


@pytest.mark.usefixtures("way")
def test_a_linked_file_is_replaced_and_what_it_leads_to_stays(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "out" / "ada").mkdir(parents=True)
    place = tmp_path / "out" / "ada" / "cv.md"
    place.symlink_to(elsewhere / "cv.md")
    write([Artifact("cv.md", b"new")], tmp_path / "out", "ada")
    assert not place.is_symlink()
    assert place.read_bytes() == b"new"
    assert files(elsewhere) == {"cv.md": b"not ours"}


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", ["../cv.md", "/tmp/cv.md", "a/../b", "a//b", "..", ".", "", "a\0b"])
def test_what_is_no_plain_name_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for artifact, names in ((Artifact(name, b"x"), ()), (Artifact("cv.md", b"x"), (name,))):
        with pytest.raises(InputError, match="cannot be written: not a plain file name"):
            write([artifact], tmp_path / "out", *names)
    assert list(tmp_path.rglob("*.md")) == []


@pytest.mark.usefixtures("way")
def test_what_passed_takes_the_place_of_what_failed(tmp_path: Path) -> None:
    failed = [("cv.pdf", b"bad"), ("cv.pdf.txt", b"why"), ("cv.pdf.log", b"log")]
    passed, kept = write_error_files(ArtifactError([], [("cv.md", b"good")], failed), tmp_path, "CON")
    folder = passed[0].parent
    assert folder.name != "CON" and kept[0].parent == tmp_path / ".failed" / folder.name
    assert len(files(kept[0].parent)) == 3
    write(PAIR, tmp_path, folder.name)
    assert files(kept[0].parent) == {}
    assert set(files(folder)) == {"cv.md", "cv.tex", "cv.pdf"}


def test_the_manifest_is_not_written_through_a_link(tmp_path: Path, elsewhere: Path) -> None:
    from cvrender.run.batch.manifest import save

    for name in ("manifest.json", ".manifest.json.new"):
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / name).symlink_to(elsewhere / "cv.md")
    save(tmp_path / "out", [])
    assert not (tmp_path / "out" / "manifest.json").is_symlink()
    assert files(elsewhere) == {"cv.md": b"not ours"}


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("place", ["out", "out/ada"])
def test_a_file_in_a_folders_place_is_named_and_stays(place: str, tmp_path: Path) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_bytes(b"mine")
    with pytest.raises(InputError, match="out/ada.*: error: cannot be written: Not a directory"):
        write(PAIR, tmp_path / "out", "ada")
    assert (tmp_path / place).read_bytes() == b"mine"
