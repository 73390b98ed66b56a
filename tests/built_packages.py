"""Build the sdist and the wheel, and install the wheel into an empty environment, once for all tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
Once = Callable[[str, Callable[[Path], object]], Path]
BIN = "Scripts" if os.name == "nt" else "bin"
UV = Path(sys.executable).with_name("uv")


def execute(*command: str | Path, cwd: Path) -> str:
    finished = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, timeout=500, env=environment())
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def environment() -> dict[str, str]:
    """The variables of this process, without those that would show the checkout to another Python."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "PYTEST"))}


@pytest.fixture(scope="session")
def packages(once: Once) -> Path:
    """A folder with the sdist, and the wheel that was built from the sdist."""

    def build(folder: Path) -> None:
        source = folder / "source"
        ignored = shutil.ignore_patterns(
            ".git", ".venv", ".*_cache", ".hypothesis", "out", "node_modules", "__pycache__", "dist", "build"
        )
        shutil.copytree(ROOT, source, ignore=ignored)
        (source / "tests/web/node_modules").mkdir()  # as in a checkout whose web tests were run
        (source / "tests/web/node_modules/large.js").write_text("//\n", "utf-8")
        execute(UV, "build", "--quiet", "--out-dir", folder, source, cwd=folder)
        shutil.rmtree(source)

    return once("packages", build)


def other_python() -> str:
    """The newest Python on this machine; the lowest that the package is for if the newest one runs the tests."""
    interpreters = {sys.version_info[:2]: sys.executable}
    folders = [*os.environ["PATH"].split(os.pathsep), *map(str, (Path.home() / ".pyenv" / "versions").glob("3.*/bin"))]
    for minor in range(11, 30):
        for folder in folders:
            if (Path(folder) / f"python3.{minor}").is_file() and "shims" not in folder:
                interpreters.setdefault((3, minor), str(Path(folder) / f"python3.{minor}"))
    return interpreters[max(interpreters) if max(interpreters) != sys.version_info[:2] else min(interpreters)]


@pytest.fixture(scope="session")
def installed(once: Once, packages: Path) -> Path:
    """The folder of programs of an environment in which only the wheel and what it asks for is installed."""
    (wheel,) = packages.glob("*.whl")

    def install(folder: Path) -> None:
        execute(UV, "venv", "--quiet", "--python", other_python(), folder / "venv", cwd=folder)
        words = (UV, "pip", "install", "--quiet", "--python", folder / "venv" / BIN / "python", wheel)
        try:
            execute(*words, "--offline", cwd=folder)  # what was downloaded before
        except AssertionError:
            execute(*words, cwd=folder)

    return once("installed", install) / "venv" / BIN
