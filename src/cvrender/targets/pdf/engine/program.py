"""Find TeX engines, and say how they are called.

The same source gives the same bytes: dates come from the profile or SOURCE_DATE_EPOCH, never from the clock.
"""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

from cvrender.errors import InputError, Problem
from cvrender.model.engines import ENGINES, TEX_PACKAGES
from cvrender.model.value import Value
from cvrender.system.cache import cache_folder
from cvrender.system.process import SHELL, run
from cvrender.system.programs import uses_system_tools
from cvrender.system.sandbox import Sandbox

_UNDATED = {
    "embedded": r"\pdfinfoomitdate=1 ",
    "pdflatex": r"\pdfinfoomitdate=1 ",
    "lualatex": r"\pdfvariable suppressoptionalinfo 608 ",  # neither dates (96) nor an identifier (512)
}
_DATED = {"lualatex": r"\pdfvariable suppressoptionalinfo 512 "}  # its identifier differs each time
_SYSTEM = (
    *("/usr/share/texlive", "/usr/share/texmf", "/usr/share/texmf-dist", "/etc/texmf", "/var/lib/texmf"),
    *("/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/var/cache/fontconfig"),
)
SMALL = {"hash_extra": "100000"}
"""Space for 100,000 commands, three times what a format contains; preparing TeX Live's 600,000 takes five milliseconds."""
_PLATFORMS = {
    ("linux", "x86_64"): "x86_64-linux",
    ("linux", "amd64"): "x86_64-linux",
    ("linux", "aarch64"): "aarch64-linux",
    ("linux", "arm64"): "aarch64-linux",
    ("darwin", "x86_64"): "universal-darwin",
    ("darwin", "arm64"): "universal-darwin",
    ("win32", "amd64"): "windows",
    ("win32", "arm64"): "windows",  # which runs programs for amd64
}
"""The folder of programs for a system and its machine, as TeX Live names them."""


class Engine(Value, frozen=True):
    """A TeX engine: its name, its program (empty if not installed), and its sandbox."""

    name: str
    program: str
    sandbox: Sandbox | None = None


def find_engine(name: str, sandbox: Sandbox | None = None) -> Engine:
    """Find an engine; `program` is empty if it is not installed. Raises InputError for an unknown name.

    If the tools of the system are used, or no package has a pdfLaTeX for this platform, the system's is the embedded engine.
    """
    if name not in ENGINES:
        raise InputError([Problem(f'unknown engine "{name}"', hint=f"available: {', '.join(ENGINES)}", code="unknown-engine")])
    program = embedded_program() if name == "embedded" and not uses_system_tools() else ""
    if name == "embedded" and not program and (uses_system_tools() or shutil.which("pdflatex")):
        name = "pdflatex"
    program = program if name == "embedded" else shutil.which(name) or ""
    return Engine(name, program, sandbox.with_access_to(*_tree(program)) if sandbox and program else None)


def _tree(program: str) -> list[str]:
    """Return the files of a program's TeX installation: one tree, or folders all over the system.

    XeTeX runs another program for its PDF, through a shell.
    """
    own = Path(program).resolve().parents[2]
    tree = [str(own)] if (own / "texmf-dist").is_dir() else list(_SYSTEM)
    return [*tree, str(Path(program).with_name("xdvipdfmx")), SHELL] if Path(program).name == "xelatex" else tree


def embedded_program() -> str:
    """Return the pdfLaTeX of a package of Python, found without importing it; empty if none is for this platform."""
    for package, tree in TEX_PACKAGES.items():
        spec = find_spec(package)
        if spec and spec.origin:
            folder = Path(spec.origin).resolve().parent / tree / "bin" / platform()
            for name in ("pdflatex", "pdflatex.exe"):
                if (folder / name).is_file():
                    return str((folder / name).resolve())  # a sandbox does not contain the links to it
    return ""


def platform() -> str:
    """Return the name of this platform at TeX Live; the names of system and machine if it is not known."""
    import sys

    machine = (os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")).lower()
    return _PLATFORMS.get((sys.platform, machine), f"{sys.platform} {machine}")


def version(engine: Engine) -> str:
    """Return the first line that the engine prints about itself."""
    return run([engine.program, "--version"], Path(engine.program).parent, {}).output.partition("\n")[0]


def command_of(engine: Engine, modified: str, *more: str) -> list[str]:
    """Return the engine's command line. A document without a date gets none (but XeLaTeX always writes one: 1970)."""
    before = (_DATED if epoch(modified) else _UNDATED).get(engine.name, "")
    options = ("-interaction=batchmode", "-file-line-error", "-halt-on-error", "-no-shell-escape", "-jobname=cv")
    return [engine.program, *more, *options, before + r"\input{cv.tex}"]


def engine_environment(engine: Engine, modified: str) -> dict[str, str]:
    """Return the engine's environment: file access restrictions, font cache, and the time to write to the file."""
    return {
        "openin_any": "p",
        "openout_any": "p",
        "TZ": "UTC",
        "SOURCE_DATE_EPOCH": epoch(modified) or "0",
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "10000",
        **(_font_cache() if engine.name == "lualatex" else {}),
    }


def _font_cache() -> dict[str, str]:
    """Return where LuaLaTeX caches fonts: in our cache if that is writable."""
    folder = cache_folder().absolute() / "texmf"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return {}
    return {"TEXMFCACHE": str(folder)}


def epoch(modified: str) -> str:
    """Return SOURCE_DATE_EPOCH in seconds since 1970: the caller's own, else the given date's, else an empty text."""
    from cvrender.system.clock import time_of

    moment = time_of(modified)
    return str(max(int(moment.timestamp()), 0)) if moment else ""
