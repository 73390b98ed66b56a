"""Damaged files of others: each command that reads them ends in time, within limits of memory, and names the file.

The whole files are what cvrender itself writes. A child process reads each damaged one, within 2 GB of memory and 30 seconds.
`pytest` tries a few, always the same; `make fuzz` tries 300 of each kind with each command, and prints how long they take.
"""

import argparse
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner
from fontTools import subset
from fontTools.ttLib import TTFont

from cvrender import render
from cvrender.cli import main
from cvrender.fonts.sources import source_of
from cvrender.load.library.citation_styles import find_citation_style
from cvrender.merge.profile import load_profile
from cvrender.model.font_files import FontSource

MEMORY, SECONDS = 2_000_000_000, 30
PHOTO = Path(__file__).parents[2] / "profiles/ada-example.png"
ADA = """person: {name: Ada Example, headline: Engineer, emails: [ada@example.org]}
bio: I build machines.
positions:
  - {title: Engineer, organization: The Mill, start: 2015, end: 2020, highlights: [Built a loom that weaves “patterns”.]}
education: [{degree: MSc, field: Mathematics, institution: Example University, start: 2010, end: 2014}]
skills: [{name: Code, items: [Python, Haskell]}]
publications:
  - {title: Notes on a Machine, authors: [Ada Example, Bo Sample], type: article-journal, venue: J, date: 2020, doi: 10.5555/1}
"""
RENDERCV = """cv:
  name: Ada Example
  sections:
    Skills:
      - {label: Code, details: Python}
    Experience:
      - {company: The Mill, position: Engineer, start_date: 2015-02, end_date: present, highlights: [Built a loom.]}
"""
WITH: Mapping[str, str] = {
    "font.yaml": ADA + "style: {name: classic, options: {font: Hostile}}\n",
    "photo.yaml": ADA.replace("person: {", "person: {photo: a.png, "),
    "cited.yaml": ADA + "citations: ./a.csl\n",
    "works.yaml": ADA.partition("publications:")[0] + "publications: {from: a.bib}\n",
    "application.yaml": "profile: ada.yaml\nparts: [{pdf: a.pdf}]\n",
}
READ = {
    "a.pdf": ["import a.pdf", "import a.pdf --untrusted --no-sandbox", "match a.pdf ada.yaml", "inspect a.pdf", "application"],
    "a.docx": ["import a.docx", "match a.docx ada.yaml", "inspect a.docx"],
    "a.html": ["import a.html", "match a.html ada.yaml", "inspect a.html"],
    "a.xlsx": ["import a.xlsx", "match a.xlsx ada.yaml"],
    "fonts/a.ttf": ["render font.yaml --to pdf", "render font.yaml --to html"],
    "a.png": ["render photo.yaml --style passport --to html", "render photo.yaml --style passport --to pdf", "check photo.yaml"],
    "a.json": ["import a.json", "match a.json ada.yaml"],
    "a.yaml": ["render a.yaml --to txt", "check a.yaml", "diff ada.yaml a.yaml", "report --profiles a.yaml --to csv"],
    "cv.yaml": ["import cv.yaml", "render cv.yaml --to txt"],
    "a.csl": ["render cited.yaml --to txt", "check cited.yaml", "citations ./a.csl"],
    "a.bib": ["import a.bib", "render works.yaml --to txt", "check works.yaml"],
}
"""The kinds of files, by a name, and the commands that read them."""
NAMED = {"fonts/a.ttf": "font.yaml", "a.png": "photo.yaml", "a.csl": "cited.yaml", "a.bib": "works.yaml"}
"""The profile that may be named instead, at the place that names the file."""
PAIRS = [(name, command) for name, commands in READ.items() for command in commands]


class Ended(NamedTuple):
    """How a command ended: its exit code, what it printed, its exception, seconds, and MB of memory."""

    code: int
    printed: str
    raised: str
    seconds: float
    memory: float


@cache
def whole(name: str) -> bytes:
    """Return a sound file of a kind, as cvrender writes it."""
    if name == "a.png":
        return PHOTO.read_bytes()
    if name.endswith(".yaml"):
        return (ADA if name == "a.yaml" else RENDERCV).encode()
    if name == "fonts/a.ttf":
        return _font()
    if name == "a.csl":
        return find_citation_style("apa", Path()).xml.encode()
    with tempfile.TemporaryDirectory() as folder:
        (path := Path(folder, "ada.yaml")).write_text(ADA, "utf-8")
        suffix = name.rpartition(".")[2]
        if suffix in ("pdf", "docx", "html"):
            return render(load_profile(path), targets=[suffix])[0].content
        writes = {"json": ["export", str(path), "--to", "jsonresume"], "bib": ["export", str(path), "--to", "bib"]}
        writes["xlsx"] = ["report", "--profiles", str(path), "--to", "xlsx", "--view", "full"]
        ended = CliRunner().invoke(main, [*writes[suffix], "--out", folder], catch_exceptions=False)
        assert ended.exit_code == 0, ended.output
        (file,) = (each for each in Path(folder).rglob(f"*.{suffix}"))
        return file.read_bytes()


def _font() -> bytes:
    source, saved = source_of("Lato/Lato"), io.BytesIO()
    assert isinstance(source, FontSource)
    with TTFont(source.regular.path) as font:
        chosen = subset.Subsetter()
        chosen.populate(unicodes=range(32, 127))
        chosen.subset(font)
        for record in font["name"].names:
            record.string = "Hostile" if record.nameID in (1, 16) else record.string
        font.save(saved)
    return saved.getvalue()


def damaged(content: bytes, seed: int) -> bytes:
    """Return the content with some bytes changed, taken away, repeated or cut off; in half of the files no byte is moved.

    In most texts other text is in their place, and of most zip files a file within is damaged, so that readers go further.
    """
    chance = random.Random(seed)
    deep = chance.random() < 0.7
    if content.startswith(b"PK") and deep:
        return _with_damaged_member(content, chance)
    return _changed(content, chance, is_text=deep and b"\0" not in content)


def _changed(content: bytes, chance: random.Random, is_text: bool) -> bytes:
    damaged, stays = bytearray(content), chance.random() < 0.5
    for _ in range(chance.randint(1, 2 if is_text else 6)):
        place, size = chance.randrange(len(damaged) + 1), chance.randint(1, 20)
        part = bytes(damaged[place : place + size])
        same = [chance.randbytes(len(part)), b"\0" * len(part), b"\xff" * len(part), part[::-1]]
        moved = [b"", part * 3, chance.randbytes(4), b"{[<(", b"\0", b"-1"]
        text = [b"", part[:-1], part[::-1], part * 3, b"0", b"-1", b"1e999", b"null", b'"', b"{}", b"[]", b"\n", b"&#0;", b"\\"]
        damaged[place : place + size] = chance.choice(text if is_text else same if stays else moved)
    return bytes(damaged[: chance.randrange(len(damaged) + 1)] if chance.random() < 0.1 else damaged)


def _with_damaged_member(content: bytes, chance: random.Random) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(buffer, "w", ZIP_DEFLATED) as new:
        chosen = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, _changed(part, chance, is_text=True) if name == chosen else part)
    return buffer.getvalue()


def run(command: str) -> Ended:
    """Run a command in a copy of this process, with limits of memory and time."""
    began, (reading, writing) = time.monotonic(), os.pipe()
    child = os.fork()
    if not child:
        _answer(command.split(), writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        answer = stream.read()
    _, status, used = os.wait4(child, 0)
    code, printed, raised = json.loads(answer) if answer else (os.waitstatus_to_exitcode(status), "", "it was killed")
    return Ended(code, printed, raised, time.monotonic() - began, used.ru_maxrss / 1000)


def _answer(arguments: list[str], writing: int) -> None:
    import resource

    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        result = CliRunner().invoke(main, arguments)
        raised = "" if result.exception is None or isinstance(result.exception, SystemExit) else repr(result.exception)
        os.write(writing, json.dumps((result.exit_code, result.output[-60_000:], raised)).encode())
    finally:
        os._exit(0)


def fault(name: str, ended: Ended) -> str:
    """Return what is wrong with how a command ended, or an empty text."""
    errors = [line for line in ended.printed.splitlines() if "error: " in line]
    may_name = [name, *filter(None, [NAMED.get(name)])]
    if ended.raised or "Traceback" in ended.printed or "has a fault" in ended.printed or " object at 0x" in ended.printed:
        return f"a traceback: {ended.raised or ended.printed[-500:]}"
    if ended.code not in (0, 1):
        return f"exit code {ended.code}: {ended.printed[-500:]}"
    if ended.code and not errors:
        return f"no error: {ended.printed[-500:]}"
    if unnamed := [line for line in errors if not any(named in line for named in may_name)]:
        return f"the file is not named: {unnamed[0][:500]}"
    return ""


def try_one(name: str, command: str, seed: int) -> Ended:
    """Run a command with a damaged file in a folder of its own, which is the working folder."""
    for other, text in {"ada.yaml": ADA, **WITH}.items():
        Path(other).write_text(text, "utf-8")
    Path(name).parent.mkdir(exist_ok=True)
    Path(f"new{seed}.yaml").unlink(missing_ok=True)
    Path(name).write_bytes(damaged(whole(name), seed))
    more = {"import": f" --out new{seed}.yaml", "application": " application.yaml --out out", "render": " --out out"}
    if command.partition(" ")[0] == "report":
        command += " --out out"
    return run(command + more.get(command.partition(" ")[0], ""))


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


@pytest.mark.slow
@needs_fork
@pytest.mark.parametrize("name", READ)
def test_the_whole_files_are_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(f"{__name__}.damaged", lambda content, seed: content)
    monkeypatch.setattr("cvrender.system.limited.can_fork", lambda: False)  # a copy has what other tests left, too
    for command in READ[name] if name not in ("a.xlsx", "cv.yaml") else []:
        assert (ended := try_one(name, command, 0)).code in (0, 1) and "error: " not in ended.printed, ended


@needs_fork
@pytest.mark.parametrize(("name", "command"), PAIRS)
def test_a_damaged_file_is_read_or_named(name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert fault(name, try_one(name, command, random.Random(command).randrange(300))) == ""


def try_all() -> None:
    """Try many files of each kind, and print what went wrong, how long they took, and how much memory."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--files", type=int, default=300, help="of each kind with each command")
    arguments.add_argument("--first", type=int, default=0)
    arguments.add_argument("--kinds", default=",".join(READ))
    given, failed = arguments.parse_args(), 0
    for name, command in PAIRS:
        if name not in given.kinds.split(","):
            continue
        ended: list[Ended] = []
        wrong: list[str] = []
        for seed in range(given.first, given.first + given.files):
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                ended.append(try_one(name, command, seed))
                if failure := fault(name, ended[-1]):
                    wrong.append(f"seed {seed} ({command}): {failure}")
                os.chdir("/")
        print("\n".join([*wrong, _row(command, ended, wrong)]), flush=True)
        failed += len(wrong)
    sys.exit(bool(failed))


def _row(command: str, ended: list[Ended], wrong: list[str]) -> str:
    read = sum(one.code == 0 for one in ended)
    slowest, largest = max(one.seconds for one in ended), max(one.memory for one in ended)
    return f"{command}: {len(ended)} files, {read} read, {len(wrong)} faults, at most {slowest:.1f} s, {largest:.0f} MB"


if __name__ == "__main__":
    try_all()
