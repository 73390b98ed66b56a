"""Create private folders, and remove old ones only."""

import os
import tempfile
import time
from pathlib import Path

import pytest

from cvrender.system.private_folder import private_folder

pytestmark = pytest.mark.posix  # permissions


def test_a_folder_is_private_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with private_folder() as name:
        assert Path(name).stat().st_mode & 0o777 == 0o700
        Path(name, "x").touch()
    assert not any(tmp_path.iterdir())


def test_what_an_untrusted_program_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders nested deeper than Python recurses and paths are long, folders without permissions, and links."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (kept := tmp_path / "kept").mkdir(0o500)
    with private_folder() as name:
        handle = os.open(name, os.O_RDONLY)
        for _ in range(2000):
            os.mkdir("folder", dir_fd=handle)
            outer, handle = handle, os.open("folder", os.O_RDONLY, dir_fd=handle)
            os.close(outer)
        os.close(handle)
        for closed in ("a", "a/b", "c"):
            Path(name, closed).mkdir()
            Path(name, closed, "file").touch()
            Path(name, closed, "link").symlink_to(kept)
        Path(name, "link").symlink_to(kept)
        for closed in ("a/b", "a", "c", "."):
            Path(name, closed).chmod(0)
    assert list(tmp_path.iterdir()) == [kept]
    assert kept.stat().st_mode & 0o777 == 0o500


def test_leftovers_older_than_a_day_are_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("cvrender-tmp-aaaa_111", "cvrender-tmp-bbbb2222", "cvrender-tmp-project", "cvrender-tmp-longer-name", "mine"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").touch()
    (tmp_path / "cvrender-tmp-cccc3333").symlink_to(tmp_path / "mine")
    (tmp_path / "cvrender-tmp-dddd4444").touch()
    old = time.time() - 100_000
    for path in tmp_path.iterdir():
        if path.name != "cvrender-tmp-bbbb2222":
            os.utime(path, (old, old), follow_symlinks=False)
    kept = {path.name for path in tmp_path.iterdir()} - {"cvrender-tmp-aaaa_111"}
    with private_folder():
        pass
    assert {path.name for path in tmp_path.iterdir()} == kept
    assert (tmp_path / "mine" / "x").exists()
