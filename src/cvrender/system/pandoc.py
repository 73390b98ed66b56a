"""Find pandoc."""

import shutil
from importlib.util import find_spec
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.system.system_tools import how_to_install, uses_system_tools


def executable() -> str:
    """Return the pandoc that is part of pypandoc, or else the one it finds; that of the system if its tools are used.

    Raises ToolError if there is none.
    """
    if uses_system_tools():
        if program := shutil.which("pandoc"):
            return program
        raise ToolError([Problem("pandoc not found", hint=how_to_install("pandoc"), code="tool-missing")])
    package = find_spec("pypandoc")
    for name in ("pandoc", "pandoc.exe"):
        bundled = Path(package.origin or "").parent / "files" / name if package else None
        if bundled and bundled.is_file():
            return str(bundled)
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        hint = "pip install pypandoc_binary, or choose other targets: --to tex,pdf,md,html,txt"
        raise ToolError([Problem("pandoc not found", hint=hint, code="tool-missing")]) from None
