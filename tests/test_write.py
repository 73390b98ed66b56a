"""Artefacts in, files out: whole, with usual permissions, and a clear line when it cannot be done."""

import os
import stat
from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.pipeline import Artefact
from cvrender.write import write

PAIR = [Artefact("cv.tex", "é\n".encode()), Artefact("cv.pdf", b"%PDF")]


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
    write([Artefact("cv.md", b"old" * 1000)], tmp_path)
    with (tmp_path / "cv.md").open("rb") as stream:
        assert stream.read(3) == b"old"
        write([Artefact("cv.md", b"new")], tmp_path)
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
    write([Artefact("cv.md", b"old")], tmp_path)

    def full(self: Path, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match="cv.md: error: cannot be written: No space left on device"):
        write([Artefact("cv.md", b"new")], tmp_path)
    assert files(tmp_path) == {"cv.md": b"old"}
