"""Compare what docs/supply-chain.md says of the origin of packages with the metadata of the packages."""

import re
from functools import cache
from importlib.metadata import distribution, distributions, metadata, requires
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs/supply-chain.md").read_text("utf-8")
ROWS = [line.split("|")[2:4] for line in PAGE.splitlines() if line.startswith("| ") and "`" in line]


@cache
def installed_packages() -> list[str]:
    return sorted({found.metadata["Name"].casefold().replace("_", "-") for found in distributions()})


def named(package: str) -> list[str]:
    """The installed packages that a name in the table means."""
    name = package.casefold().replace("_", "-")
    return [installed for installed in installed_packages() if installed.startswith(name[:-1])] if name.endswith("…") else [name]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip())
def test_the_repository_of_a_package_is_in_its_metadata(row: list[str]) -> None:
    packages, repositories = re.findall(r"`(.+?)`", row[0]), re.findall(r"\((https://github\.com/[^)]+)\)", row[1])
    for package, repository in zip(packages, repositories, strict=False):
        known_packages = named(package)
        assert known_packages
        for name in known_packages:
            data = metadata(name)
            said = " ".join([*(data.get_all("Project-URL") or []), data.get("Home-page") or ""]).casefold()
            assert repository.removeprefix("https://").casefold() in said, name


def test_every_package_with_compiled_modules_is_in_the_table() -> None:
    needed = {re.split(r"[^\w.-]", line)[0].casefold() for line in requires("cvrender") or () if "extra ==" not in line}
    compiled = {name for name in needed if any(file.suffix in (".so", ".pyd") for file in distribution(name).files or ())}
    assert compiled and compiled <= {name for row in ROWS for name in re.findall(r"`(.+?)`", row[0])}
