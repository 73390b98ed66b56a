"""Compile the templates of the built-in styles, and build the page of the editor, while the package is built or installed."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Write the code of the templates to build/templates, and from there to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the code; an editable package reads it where it is."""
        root = Path(self.root)
        if version != "editable":
            _build_page(root)
        if self.target_name != "wheel":
            return
        sys.path.insert(0, str(root / "src"))
        from cvrender.run.compile_styles import compile_styles

        folder = root / "build" / "templates"
        compile_styles(root / "styles", folder)
        if version != "editable":
            build_data["force_include"][str(folder)] = "cvrender/templates"


def _build_page(root: Path) -> None:
    """Build the page of `cvrender edit` unless it is there, as it is in an sdist."""
    if (root / "src/cvrender/run/edit/bundle/main.js").is_file():
        return
    if not (npm := shutil.which("npm")):
        print("npm is not installed: this package will be without `cvrender edit`", file=sys.stderr)
        return
    for arguments in (("ci", "--no-audit", "--no-fund"), ("run", "build")):
        subprocess.run([npm, "--prefix", str(root / "web"), *arguments], check=True, stdout=sys.stderr)
