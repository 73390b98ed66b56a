"""What TeX wrote and how it ended in, what went wrong and what to do about it out."""

import re
import signal
from dataclasses import dataclass

_AT = re.compile(r"^(?P<file>\S[^:\n]*\.\w+):(?P<line>\d+): ", re.MULTILINE)
_ERROR = re.compile(r"^(?:(?P<file>\S[^:\n]*\.\w+):(?P<line>\d+): (?P<said>.+)|! *(?P<plain>.+))", re.MULTILINE)
_OURS = re.compile(r"(\./)?cv\.tex")
_PLACE = re.compile(r"^l\.(\d+) ?(.*)", re.MULTILINE)
_NO_FILE = re.compile(r"File `([^']+)' not found")
_NO_FONT = re.compile(
    r'The font "(?P<named>[^"]+)" cannot be found|Font \S+?=(?P<metric>\S+)[^\n]* not loadable'
    r"|\(file (?P<file>[^)]+\.(?:pfb|otf|ttf|enc))\): cannot open|(?:mktexpk|mktextfm)\b.*?(?P<made>[\w-]+)\s*$",
    re.MULTILINE,
)
_FULL = re.compile(r"No space left on device|fwrite\(\) failed|I can't write on file|Disk quota exceeded", re.IGNORECASE)
_TOO_MUCH = re.compile(r"TeX capacity exceeded, sorry \[([^\]]+)\]")
_SIGNALS = {
    "SIGKILL": "the machine was probably out of memory: build fewer at a time (--jobs 1), or free some memory",
    "SIGXFSZ": "it wrote more than it may: look for an endless loop in the style's macros",
    "SIGXCPU": "it ran longer than it may: look for an endless loop in the style's macros",
    "SIGTERM": "somebody stopped it; try again",
}
_SYSTEM = 'install it with "tlmgr install {name}", or on Debian "apt-get install {package}"'
_EMBEDDED = "the embedded TeX holds only what our own styles need; take a full TeX Live with --engine pdflatex"
_PACKAGES = {"sty": "texlive-latex-extra", "cls": "texlive-publishers", "tex": "texlive-latex-extra"}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an engine failed. `line` is that of the .tex, or 0."""

    message: str
    hint: str = ""
    line: int = 0


def explain(engine: str, code: int, log: str, output: str) -> Failure:
    """The log's first error, at which the engine stopped: `./cv.tex:42: …`, or a line that begins with `!`; then `l.42 …`."""
    if code < 0:
        name = _signal(-code)
        advice = _SIGNALS.get(name, "try again; if it happens each time, another engine may do (--engine)")
        return Failure(f"{engine} was killed ({name})", advice)
    text = log or output
    if "(File too large)" in text + output:  # in a sandbox the signal may not reach it
        return Failure(f"{engine} was stopped", _SIGNALS["SIGXFSZ"])
    if _FULL.search(text) or _FULL.search(output):
        return full_disk(engine)
    error = _ERROR.search(text) or _ERROR.search(output)
    if not error:
        return Failure(f"{engine} failed: it left no reason", _hint(engine, "", text))
    at = error if error["file"] else _AT.search(text, error.end())
    file, number = (at["file"], at["line"]) if at else ("", "")
    said = error["said"] or error["plain"]
    place = _PLACE.search(text, error.end())
    hint = _hint(engine, said, text)
    if file and not _OURS.fullmatch(file):
        return Failure(f"{engine} failed in {file.rpartition('/')[2]}: {said}", hint)
    if not (place or number):
        return Failure(f"{engine} failed: {said}", hint)
    line, there = int(number or (place[1] if place else 0)), place[2][:80] if place else ""
    return Failure(f"{engine} failed at line {line} of the .tex: {said} {there}".strip(), hint, line)


def full_disk(engine: str) -> Failure:
    """There is no room left for what the engine writes."""
    return Failure(f"{engine} could not write: the disk is full", "free some space, or set TMPDIR to a folder with room")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _hint(engine: str, said: str, log: str) -> str:
    """What to do about it, for what can be told apart."""
    if missing := _NO_FILE.search(said) or _NO_FILE.search(log):
        name, _, ending = missing[1].rpartition(".")
        package = _PACKAGES.get(ending, "texlive-latex-extra")
        way = _EMBEDDED if engine == "embedded" else _SYSTEM.format(name=name or missing[1], package=package)
        return f"the package {name or missing[1]} is not installed: {way}"
    if font := _NO_FONT.search(log):
        name = next(part for part in font.groups() if part)
        way = _EMBEDDED if engine == "embedded" else 'on Debian "apt-get install lmodern texlive-fonts-extra"'
        return f'the font {name} is not installed: {way}, or choose another with "--set font=…"'
    if "Unable to read an entire line" in said:
        return "one of its texts is longer than TeX takes: make paragraphs or bullets of it"
    if too_much := _TOO_MUCH.search(said):
        return f"TeX ran out of its own memory ({too_much[1]}): look for an endless loop in the style's macros"
    return ""
