"""Tell whether the TeX and pandoc of the system are used instead of those of packages, and how to install them."""

import os
import sys

from cvrender.errors import InputError, Problem

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
