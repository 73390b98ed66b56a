"""Explain why TeX failed, from its log and exit code."""

import re
import signal

from cvrender.model.expressions import expression
from cvrender.model.value import Value

_AT = expression(r"^(?P<file>\S[^:\n]*\.\w+):(?P<line>\d+): ", re.MULTILINE)
_ERROR = expression(r"^(?:(?P<file>\S[^:\n]*\.\w+):(?P<line>\d+): (?P<message>.+)|! *(?P<plain>.+))", re.MULTILINE)
_OURS = expression(r"(\./)?cv\.tex")
_PLACE = expression(r"^l\.(\d+) ?(.*)", re.MULTILINE)
_NO_FILE = expression(r"File `([^']+)' not found")
_NO_FONT = expression(
    r'The font "(?P<named>[^"]+)" cannot be found|Font \S+?=(?P<metric>\S+)[^\n]* not loadable'
    r"|\(file (?P<file>[^)]+\.(?:pfb|otf|ttf|enc))\): cannot open|(?:mktexpk|mktextfm)\b.*?(?P<made>[\w-]+)\s*$",
    re.MULTILINE,
)
_FULL = expression(r"No space left on device|fwrite\(\) failed|I can't write on file|Disk quota exceeded", re.IGNORECASE)
_TOO_MUCH = expression(r"TeX capacity exceeded, sorry \[([^\]]+)\]")
_SIGNALS = {
    "SIGKILL": "the machine probably ran out of memory: use fewer processes (--jobs 1), or free some memory",
    "SIGXFSZ": "it exceeded the limit of file size: look for an endless loop in the style's macros",
    "SIGXCPU": "it exceeded the limit of processor time: look for an endless loop in the style's macros",
    "SIGTERM": "another process stopped it; try again",
}
_SYSTEM = 'install it with "tlmgr install {name}", or on Debian "apt-get install {package}"'
_EMBEDDED = "the embedded TeX has only what the built-in styles need; use a full TeX Live with --engine pdflatex"
_PACKAGES = {"sty": "texlive-latex-extra", "cls": "texlive-publishers", "tex": "texlive-latex-extra"}


class Failure(Value, frozen=True):
    """Why an engine failed. `line` is the line of the .tex, or 0."""

    message: str
    hint: str = ""
    line: int = 0


def explain(engine: str, code: int, log: str, output: str) -> Failure:
    """Return the first error in the log, at which the engine stopped: `./cv.tex:42: …`, or a line starting with `!`, then `l.42
    …`.
    """
    if code < 0:
        name = _signal(-code)
        advice = _SIGNALS.get(name, "try again, or use another engine (--engine)")
        return Failure(f"{engine} was killed ({name})", advice)
    text = log or output
    if "(File too large)" in text + output:  # in a sandbox the signal may not arrive
        return Failure(f"{engine} was stopped", _SIGNALS["SIGXFSZ"])
    if _FULL.search(text) or _FULL.search(output):
        return full_disk(engine)
    error = _ERROR.search(text) or _ERROR.search(output)
    if not error:
        return Failure(f"{engine} failed without an error message", _hint(engine, "", text))
    at = error if error["file"] else _AT.search(text, error.end())
    file, number = (at["file"], at["line"]) if at else ("", "")
    message = error["message"] or error["plain"]
    place = _PLACE.search(text, error.end())
    hint = _hint(engine, message, text)
    if file and not _OURS.fullmatch(file):
        return Failure(f"{engine} failed in {file.rpartition('/')[2]}: {message}", hint)
    if not (place or number):
        return Failure(f"{engine} failed: {message}", hint)
    line, there = int(number or (place[1] if place else 0)), place[2][:80] if place else ""
    return Failure(f"{engine} failed at line {line} of the .tex: {message} {there}".strip(), hint, line)


def full_disk(engine: str) -> Failure:
    """Return the failure of an engine whose disk is full."""
    return Failure(f"{engine} could not write: the disk is full", "free some space, or set TMPDIR to a folder on another disk")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _hint(engine: str, message: str, log: str) -> str:
    """Return what to do about a known error."""
    if missing := _NO_FILE.search(message) or _NO_FILE.search(log):
        name, _, ending = missing[1].rpartition(".")
        package = _PACKAGES.get(ending, "texlive-latex-extra")
        way = _EMBEDDED if engine == "embedded" else _SYSTEM.format(name=name or missing[1], package=package)
        return f"package {name or missing[1]} is not installed: {way}"
    if font := _NO_FONT.search(log):
        name = next(part for part in font.groups() if part)
        way = _EMBEDDED if engine == "embedded" else 'on Debian "apt-get install lmodern texlive-fonts-extra"'
        return f'font {name} is not installed: {way}, or choose another one with "--set font=…"'
    if "Unable to read an entire line" in message:
        return "a text is too long for TeX: split it into paragraphs or bullets"
    if too_much := _TOO_MUCH.search(message):
        return f"TeX ran out of its own memory ({too_much[1]}): look for an endless loop in the style's macros"
    return ""
