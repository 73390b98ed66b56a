"""Build the playground, a page with cvrender in it, into a folder: docs/playground/build.py out/site/playground.

The page runs Python (Pyodide, from npm) and needs no server but one that serves files. It has the packages of this environment;
of what is compiled it has only msgspec, in the wheel for browsers that `wheels.txt` names.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution, requires
from pathlib import Path

from packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NPM = ROOT / "build/playground"
"""Where npm installs Pyodide."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGE = ("index.html", "page.mjs", "worker.mjs")
NOT_HERE = (
    "rendercv-",
    "fontpkg",
    "pypandoc",
    "pikepdf",
    "pypdfium2",
    "pillow",
    "uharfbuzz",
    "watchfiles",
    "uvicorn",
    "starlette",
    "msgspec",
    "lxml",
)
"""Packages that are programs, fonts for PDFs, servers, or compiled for one system."""
_COMPILED = (".so", ".pyd", ".pyc")


def needed(name: str = "cvrender", known: set[str] | None = None) -> set[str]:
    """Return the names of the packages that a package needs, with their own."""
    known = set() if known is None else known
    for line in requires(name) or ():
        requirement = Requirement(line)
        package = requirement.name.casefold().replace("_", "-")
        if (
            package in known
            or package.startswith(NOT_HERE)
            or (requirement.marker and not requirement.marker.evaluate({"extra": ""}))
        ):
            continue
        known.add(package)
        needed(package, known)
    return known


def files_of(package: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of an installed package that run anywhere, by their names."""
    found = distribution(package)
    for file in found.files or ():
        if file.suffix not in _COMPILED and ".." not in file.parts:
            yield file.as_posix(), Path(str(found.locate_file(file)))


def run(*words: str | Path) -> None:
    """Run a program."""
    subprocess.run(list(map(str, words)), check=True)


def build(out: Path) -> None:
    """Write the page into a folder."""
    NPM.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, NPM)
    run("npm", "ci", "--silent", "--prefix", NPM)
    (out / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in PYODIDE:
        shutil.copy(NPM / "node_modules/pyodide" / name, out / "pyodide")
    for name in PAGE:
        shutil.copy(HERE / name, out)
    with tempfile.TemporaryDirectory() as temporary, zipfile.ZipFile(out / "packages.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        wheels = Path(temporary)
        run(Path(sys.executable).with_name("uv"), "build", "--quiet", "--wheel", "--out-dir", wheels, ROOT)
        of_browser = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary", ":all:")
        locked = ("--no-deps", "--require-hashes", "-r", HERE / "wheels.txt")
        run(sys.executable, "-m", "pip", "download", "--quiet", *of_browser, *locked, "--dest", wheels)
        for wheel in sorted(wheels.glob("*.whl")):
            with zipfile.ZipFile(wheel) as packed:
                for name in packed.namelist():
                    archive.writestr(name, packed.read(name))
        for package in sorted(needed()):
            for name, path in files_of(package):
                archive.write(path, name)
        archive.write(HERE / "playground.py", "playground.py")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
