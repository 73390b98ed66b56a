"""Follow docs/packages.md block by block: build packages, install them from a folder, and use them."""

import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.built_packages import UV, execute

PAGE = (Path(__file__).parents[1] / "docs/packages.md").read_text("utf-8")
BLOCK = re.compile(r"(?ms)^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$")


def perform(command: str, folder: Path) -> str:
    """Run a command of the page; pip wheel is `uv build`, and pip install unpacks the wheel."""
    _, what, *rest = words = shlex.split(command)
    if words[:2] == ["pip", "wheel"]:
        return execute(UV, "build", "--quiet", "--wheel", "--out-dir", folder / "wheels", folder / rest[-1], cwd=folder)
    if words[:2] == ["pip", "install"]:
        assert rest[:3] == ["--no-index", "--find-links", "wheels"]
        (wheel,) = (folder / "wheels").glob(f"{rest[3].replace('-', '_')}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / "site")
        return ""
    env = {"PYTHONPATH": str(folder / "site"), "PATH": "/usr/bin:/bin", "CVRENDER_CACHE": str(folder / "cache")}
    words = [sys.executable, "-m", "cvrender", what, *rest]
    finished = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert finished.returncode == 0, f"{command}\n{finished.stdout}{finished.stderr}"
    return finished.stdout + finished.stderr


@pytest.mark.slow
def test_the_packages_of_the_page_can_be_made_installed_and_used(tmp_path: Path) -> None:
    said: dict[str, str] = {}
    for language, file, content in BLOCK.findall(PAGE):
        if file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(content, "utf-8")
        elif language == "sh":
            said |= {command: perform(command, tmp_path) for command in content.splitlines()}
    assert "river-bank: river-bank, after ivy" in said["cvrender styles river-bank"]
    assert "passes  en" in said["cvrender style-test river-bank --lang en --out tried"]
    assert "<img " in (tmp_path / "tried/index.html").read_text("utf-8")
    assert "the Guild of Examples" in said["cvrender contracts guild"]
    new = (tmp_path / "profiles/mira-sample.yaml").read_text("utf-8")
    assert new.count("Guild of Examples") == 2 and "title: Journeyman" in new
    perform("cvrender render mira-sample --style river-bank --to md --untrusted --no-sandbox", tmp_path)
    words = ["import", "old.csv", "--from", "guild-register", "--out", "other.yaml", "--untrusted", "--no-sandbox"]
    with pytest.raises(AssertionError, match="which is code"):
        perform(shlex.join(["cvrender", *words]), tmp_path)
