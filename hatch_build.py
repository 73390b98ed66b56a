"""Compile the templates of the built-in styles while the package is built or installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Write the code of the templates to build/templates, and from there to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the code; an editable package reads it where it is."""
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from cvrender.run.compile_styles import compile_styles

        folder = root / "build" / "templates"
        compile_styles(root / "styles", folder)
        if version != "editable":
            build_data["force_include"][str(folder)] = "cvrender/templates"
