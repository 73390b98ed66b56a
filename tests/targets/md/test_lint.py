"""Ask markdownlint about the Markdown of every profile and of every style.

Left out is its rule on long lines. Of HTML, only the tags of emphasis are accepted: marks at the edge of a word are not
recognized.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cvrender.load.library import BUILT_IN

ROOT = Path(__file__).parents[3]
LINT = ROOT / "tests" / "web" / "node_modules" / ".bin" / "markdownlint-cli2"
MISSING = not (LINT.exists() and shutil.which("node"))
CONFIG = '{ "config": { "default": true, "MD013": false, "MD029": false, "MD033": { "allowed_elements": ["em", "strong"] } } }'

pytestmark = pytest.mark.skipif(MISSING and "CI" not in os.environ, reason="missing: tests/web/node_modules")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / ".markdownlint-cli2.jsonc").write_text(CONFIG, "utf-8")
    return subprocess.run([str(LINT), "*.md"], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_only_what_is_wrong_is_found(tmp_path: Path, rendered: Callable[[str, str], Any]) -> None:
    """The complete profile in every style, the others in one, and a file that has an error."""
    profiles = [path.stem for path in (ROOT / "profiles").glob("*.yaml")]
    pairs = {*((name, "classic") for name in profiles), *(("ada-example", style) for style in BUILT_IN.names("styles"))}
    for name, style in pairs:
        (tmp_path / f"{name}-{style}.md").write_bytes(rendered(name, style).files[f"{name}-full-{style}.md"])
    assert len(pairs) >= 13
    (tmp_path / "bad.md").write_text("#No heading\n\n\n\n* a\n", "utf-8")
    found = lint(tmp_path)
    assert found.returncode == 1
    assert f"Linting: {len(pairs) + 1} file(s)" in found.stdout
    errors = [line for line in found.stderr.splitlines() if ".md" in line]
    assert len(errors) >= 2
    assert [line for line in errors if not line.startswith("bad.md")] == []
