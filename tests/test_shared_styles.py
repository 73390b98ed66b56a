"""The list of styles of others: the files that it refuses, and its table."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
GOOD = "package: cvrender-style-river-bank==1.0\nabout: thin lines\nlicence: MIT\n"


@pytest.fixture(scope="module")
def listing() -> ModuleType:
    """docs/shared_styles.py, which is not in a package."""
    spec = importlib.util.spec_from_file_location("shared_styles", ROOT / "docs/shared_styles.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_style_is_listed_with_its_package(listing: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "river-bank.yaml").write_text(GOOD + "address: https://example.org/river\n", "utf-8")
    paths = listing.shared_styles(tmp_path)
    row = "| `river-bank` | thin lines | [cvrender-style-river-bank==1.0](https://example.org/river) | MIT |"
    assert list(listing.table(paths))[-1] == row


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.yaml", GOOD.replace("==1.0", ""), "write the name and version"),
        ("a.yaml", GOOD.replace("river-bank==1.0", "river-bank==1.0; rm"), "write the name and version"),
        ("a.yaml", GOOD.replace("thin lines", "thin | lines"), "plain text"),
        ("a.yaml", GOOD + "address: http://example.org\n", "begins with https://"),
        ("a.yaml", GOOD + "colour: red\n", "unknown field `colour`"),
        ("a.yaml", GOOD.replace("licence: MIT", ""), "missing required field `licence`"),
        ("A b.yaml", GOOD, "small letters"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(listing: ModuleType, tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(SystemExit, match=re.escape(said)):
        listing.shared_styles(tmp_path)


def test_the_example_of_the_instructions_is_right(listing: ModuleType, tmp_path: Path) -> None:
    page = (ROOT / "gallery/README.md").read_text("utf-8")
    (tmp_path / "river-bank.yaml").write_text(page.partition("```yaml\n")[2].partition("```")[0], "utf-8")
    assert listing.shared_styles(tmp_path)["river-bank"].licence == "MIT"
