"""Find pandoc and LibreOffice, and tell whether the TeX and pandoc of the system are used, and how to install them."""

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from cvrender.errors import InputError, Problem, ToolError
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run

VARIABLE, SYSTEM = "CVRENDER_TOOLS", "system"
_COMMANDS = {"win32": "winget install", "darwin": "brew install"}
_FULL_TEX = {"win32": "MiKTeX.MiKTeX", "darwin": "--cask mactex-no-gui"}
_PACKAGES = {
    "pandoc": {"win32": "JohnMacFarlane.Pandoc", "darwin": "pandoc", "": "pandoc"},
    "pdflatex": {**_FULL_TEX, "": "texlive-latex-extra lmodern"},
    "xelatex": {**_FULL_TEX, "": "texlive-xetex lmodern"},
    "lualatex": {**_FULL_TEX, "": "texlive-luatex lmodern"},
}
"""The packages of programs by `sys.platform`: of winget, of Homebrew, and of Debian for all other systems."""
ENGINES = ("pdflatex", "xelatex", "lualatex")


def uses_system_tools() -> bool:
    """Return whether the environment asks for the tools of the system. Raises InputError for another value of the variable."""
    value = os.environ.get(VARIABLE, "")
    if value not in ("", SYSTEM):
        raise InputError([Problem(f'{VARIABLE} is "{value}"', hint=f'its only value is "{SYSTEM}"', code="bad-value")])
    return value == SYSTEM


def how_to_install(program: str) -> str:
    """Return the command that installs pandoc or an engine of TeX on Windows and macOS; on other systems, Debian's."""
    packages = _PACKAGES[program]
    return f"{_COMMANDS.get(sys.platform, 'apt-get install')} {packages.get(sys.platform, packages[''])}"


def find_pandoc() -> str:
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


_PLACES = ("/Applications/LibreOffice.app/Contents/MacOS/soffice", r"C:\Program Files\LibreOffice\program\soffice.exe")
LIMITS = Limits(seconds=25, processor=20, memory=1_500)
"""What LibreOffice may use for one document."""


def find_libreoffice() -> str:
    """Return the command; "" if it is not installed."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    return program or next((place for place in _PLACES if Path(place).exists()), "")


def as_docx(raw: bytes, ending: str) -> bytes:
    """Return a document as docx. Raises ToolError if LibreOffice is not installed, or fails."""
    command = find_libreoffice()
    if not command:
        raise ToolError([Problem("LibreOffice not found", hint="install it, or save the file as .docx", code="tool-missing")])
    with private_folder() as folder:
        name = f"old.{ending}"
        Path(folder, name).write_bytes(raw)
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        finished = run([command, "--headless", profile, "--convert-to", "docx", name], folder, {}, limits=LIMITS)
        docx = read_output(folder, "old.docx")
    if not docx:
        said = " ".join(finished.output.split())[:200]
        raise ToolError([Problem(f"LibreOffice made no .docx of it: {said}", hint="save it as .docx", code="tool-failed")])
    return docx
