"""Try a release without publishing it: build the packages, and install them from a folder, offline, as users do.

    .venv/bin/python .ci/dry_run.py [FOLDER]

FOLDER (build/release) gets `dist/` and `index/`, the wheel of each package in locks/run.txt. Then pip, pipx (if it is installed)
and uvx install cvrender from the index with empty caches, and run `cvrender demo`. The seconds that both take are printed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
FIRST_PDF = "out/ada-example/ada-example-full-classic.pdf"


def run(*words: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run a program. Raises SystemExit with its output if it fails."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")


def build(folder: Path) -> None:
    """Build the sdist, the wheel from it, and the index."""
    shutil.rmtree(folder / "dist", ignore_errors=True)
    run(BIN / "uv", "build", "--quiet", "--out-dir", folder / "dist")
    run(BIN / "pip", "wheel", "--quiet", "--wheel-dir", folder / "index", "--require-hashes", "-r", "locks/run.txt")
    if shutil.which("pipx"):  # which installs pip itself first
        run(BIN / "pip", "wheel", "--quiet", "--wheel-dir", folder / "index", "pip")
    for wheel in (folder / "index").glob("cvrender-*.whl"):
        wheel.unlink()
    for wheel in [*(folder / "dist").glob("*.whl"), *(ROOT / "dist").glob("cvrender_tex-*.whl")]:
        shutil.copy(wheel, folder / "index")


def by_pip(index: Path, home: Path, env: dict[str, str]) -> None:
    """Install into an environment of its own, and render."""
    run(sys.executable, "-m", "venv", home / "venv", env=env)
    programs = home / "venv" / SCRIPTS
    run(programs / "python", "-m", "pip", "install", "--quiet", "--no-index", "--find-links", index, "cvrender", env=env)
    run(programs / "cvrender", "demo", cwd=home, env=env)


def by_pipx(index: Path, home: Path, env: dict[str, str]) -> None:
    """Install as pipx does, and render."""
    run("pipx", "install", "--quiet", "--pip-args", f"--no-index --find-links {index}", "cvrender", cwd=home, env=env)
    run(Path(env["PIPX_BIN_DIR"]) / "cvrender", "demo", cwd=home, env=env)


def by_uvx(index: Path, home: Path, env: dict[str, str]) -> None:
    """Install and render by one command, which is all that a machine with uv needs."""
    run(
        BIN / "uvx",
        "--offline",
        "--no-index",
        "--find-links",
        index,
        "--python",
        sys.executable,
        "cvrender",
        "demo",
        cwd=home,
        env=env,
    )


WAYS: dict[str, Callable[[Path, Path, dict[str, str]], None]] = {"pip": by_pip, "pipx": by_pipx, "uvx": by_uvx}


def environment(home: Path) -> dict[str, str]:
    """Return variables with empty caches, and without those that name other indexes or environments."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PIP_", "UV_", "PYTHON", "VIRTUAL_ENV", "CVRENDER"))
    }
    home_variables = dict.fromkeys(("HOME", "USERPROFILE", "PIPX_HOME", "XDG_CACHE_HOME", "UV_CACHE_DIR"), str(home / "home"))
    return {**kept, **home_variables, "PIPX_BIN_DIR": str(home / "bin"), "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull}


def main(folder: Path) -> None:
    """Build, install in each way, and print the seconds."""
    build(folder)
    for name, install in WAYS.items():
        if not (shutil.which(name) or (BIN / name).exists() or name == "pip"):
            print(f"{name:<5} is not installed")
            continue
        with tempfile.TemporaryDirectory() as temporary:
            home = Path(temporary)
            start = time.monotonic()
            install((folder / "index").resolve(), home, environment(home))
            seconds = time.monotonic() - start
            print(f"{name:<5} {seconds:5.1f} s, {(home / FIRST_PDF).stat().st_size:,} bytes of PDF", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build/release")
