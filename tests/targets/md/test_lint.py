"""Ask markdownlint about the Markdown of every profile and style.

Left out is its rule on long lines. Of HTML, only the tags of emphasis are accepted: marks at the edge of a word are not
recognized.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cvrender.library import BUILT_IN
from cvrender.pipeline import load_profile, render

ROOT = Path(__file__).parents[3]
LINT = ROOT / "tests" / "web" / "node_modules" / ".bin" / "markdownlint-cli2"
MISSING = not (LINT.exists() and shutil.which("node"))
CONFIG = '{ "config": { "default": true, "MD013": false, "MD033": { "allowed_elements": ["em", "strong"] } } }'

pytestmark = pytest.mark.skipif(MISSING and "CI" not in os.environ, reason="missing: tests/web/node_modules")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / ".markdownlint-cli2.jsonc").write_text(CONFIG, "utf-8")
    return subprocess.run([str(LINT), "*.md"], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_no_profile_in_no_style_has_an_error(tmp_path: Path) -> None:
    for path in (ROOT / "profiles").glob("*.yaml"):
        loaded = load_profile(path)
        for style in BUILT_IN.names("styles"):
            (made,) = render(loaded, style=style, targets=["md"])
            (tmp_path / made.name).write_bytes(made.content)
    number = len(list(tmp_path.iterdir()))
    assert number >= 36
    found = lint(tmp_path)
    assert found.returncode == 0, found.stderr
    assert f"Linting: {number} file(s)" in found.stdout


def test_the_check_can_fail(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text("#No heading\n\n\n\n* a\n", "utf-8")
    assert lint(tmp_path).returncode == 1
