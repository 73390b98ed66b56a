"""Fuzz what meets untrusted files first: nonsense gives Problems and ValueErrors, and nothing else.

`pytest` tries a few inputs of each kind, always the same, and lets each take its time. `make fuzz` tries others for five minutes,
or FUZZ_SECONDS, and stops at one that takes long.
"""

import argparse
import io
import json
import math
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.load.filter import compile_filter
from cvrender.load.photo import load_picture
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.apply import applied, propose_into
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_content
from cvrender.model.text import Span, Text
from cvrender.model.value import replace
from cvrender.system.filename import file_name
from cvrender.targets.docx.inlines import Inlines
from cvrender.targets.html import write as html
from cvrender.targets.md import write as md
from cvrender.targets.tex import texts as latex
from cvrender.targets.tex.read import read as read_tex
from cvrender.targets.txt import write as txt
from cvrender.text.markup import inline

ROOT = Path(__file__).parents[2]
FEW = 25
SLOW = 3.0
"""Seconds that one input may take, on a machine that has other things to do."""
HANGS = 20


class Hangs(Exception):
    """An input takes so long that nobody waits for its end."""


# Inputs

SIGNS = ["{", "}", "[", "]", ": ", "- ", "\n", "  ", "\t", "&a ", "*a", "<<: ", "!!python/object ", "|", ">", "'", '"', "#", "? "]
WORDS = [
    "null",
    "true",
    "~",
    "\0",
    "\ufeff",
    "\u2028",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "title:",
    "2020-13",
    "e\u0301\u0301" * 20,
]
YAML = st.sampled_from(SIGNS + WORDS)
MARKS = [*"*_`[]()<>\\$!&#|\n ab1", "**", "](", "](http://a", "$x$", "\\\\", "<http://a>", "``"]
MARKS += ["\ue000", "\u0301", "é", "聂", "א", "\u2028"]


@cache
def example() -> bytes:
    return (ROOT / "profiles" / "ada-example.yaml").read_bytes()


@st.composite
def spoilt(draw: st.DrawFn, whole: Callable[[], bytes]) -> bytes:
    """A good file with a few bytes changed, cut out, put in or doubled."""
    content = whole()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 60)))
        new = draw(st.binary(max_size=6) | YAML.map(str.encode) | st.just(content[start:end] * 2))
        content = content[:start] + new + content[end:]
    return content


@st.composite
def repeated(draw: st.DrawFn) -> str:
    """A few marks over and over: what makes a careless parser slow."""
    text = ""
    for _ in range(draw(st.integers(1, 3))):
        text += "".join(draw(st.lists(st.sampled_from(MARKS), min_size=1, max_size=4))) * draw(st.sampled_from([1, 3, 50, 1500]))
    return text


PRIVATE = re.compile("[\0\ue000-\uf8ff]")
"""Characters that no profile may hold."""
LINES = st.text(max_size=80) | st.lists(st.sampled_from(MARKS), max_size=40).map("".join)
SPANS = st.builds(Span, LINES, st.booleans(), st.booleans(), st.booleans(), st.just(False), st.just("") | LINES)
FIELDS = frozenset({"type", "year", "tags", "title"})
PIECES = [*sorted(FIELDS), *"()[],<>='\"! ", "==", "!=", " and ", " or ", " not ", " in "]
PIECES += ["2020", "1e999", "nan", "x", "\0", "é", "1" * 400]
FILTERS = LINES | st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
VALUE = st.none() | LINES | st.integers() | st.booleans() | st.frozensets(LINES, max_size=3)


@cache
def photo(kind: str) -> bytes:
    stream = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.linear_gradient("L").resize((40, 40)).convert("RGB").save(stream, kind, exif=exif)
    return stream.getvalue()


SAMPLES = sorted(path for path in (ROOT / "tests" / "formats" / "samples").iterdir())


def sample(path: Path) -> bytes:
    """The bytes of a file to import; of a folder, a zip file of it."""
    if path.is_file():
        return path.read_bytes()
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for file in sorted(path.iterdir()):
            archive.write(file, file.name)
    return stream.getvalue()


@cache
def attached() -> bytes:
    """A PDF that carries an XML file."""
    stream = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        content = (ROOT / "tests" / "formats" / "samples" / "europass.xml").read_bytes()
        pdf.attachments["attachment.xml"] = pikepdf.AttachedFileSpec(pdf, content)
        pdf.save(stream)
    return stream.getvalue()


ODD = st.sampled_from(
    [None, True, "", "x", 3, [], {}, ["x"], [[{}]], {"x": "y"}, [{"value": None}], "2020-13", "*" * 300, -1.5, [None]]
).map(deepcopy)


@st.composite
def misshapen(draw: st.DrawFn) -> bytes:
    """A JSON or YAML file, and a few of its values replaced by values of another type."""
    path = draw(st.sampled_from([path for path in SAMPLES if path.suffix in (".json", ".yaml", ".cff")]))
    data = yaml.safe_load(path.read_text("utf-8"))
    for _ in range(draw(st.integers(1, 3))):
        holder: Any = data
        for _ in range(draw(st.integers(1, 8))):
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = draw(st.sampled_from(keys))
            if not isinstance(holder[key], dict | list) or not holder[key] or draw(st.integers(0, 4)) == 0:
                holder[key] = draw(ODD)
                break
            holder = holder[key]
        if not data:
            break
    text = json.dumps(data, default=str) if path.suffix == ".json" else yaml.safe_dump(data)
    return text.encode()


IMPORTS = misshapen() | st.sampled_from(SAMPLES).flatmap(lambda path: spoilt(lambda: sample(path))) | spoilt(attached)


# What is done with them


def read_profile(raw: bytes) -> None:
    try:
        validate(parse(raw, "ada.yaml"))
    except InputError as error:
        assert error.problems
        assert all(problem.file == "ada.yaml" and problem.message for problem in error.problems)


def import_file(raw: bytes) -> None:
    """Make a new profile of a file, and propose changes of another one: both are valid, whatever the file says."""
    try:
        imported = read_content(Content(raw, "file"))
        profile = new_profile([imported], "Ada Example")
        validate(parse(profile.text.encode(), "made.yaml"))
        source = parse(example(), "ada.yaml")
        proposals = propose_into(source, [read_content(Content(raw, "file"))]).proposals
        parse(applied("ada.yaml", example().decode(), proposals).encode(), "ada.yaml")
    except InputError as error:
        assert error.problems
        assert all(problem.message for problem in error.problems)
        assert all(problem.file in ("file", "ada.yaml") or problem.file.startswith("file/") for problem in error.problems)


def read_markdown(source: str) -> None:
    lines = inline(source)
    assert len(lines.plain) <= len(source)


def write_everywhere(spans: list[Span]) -> None:
    value = Text(tuple(spans))
    for write in (md.text, html.writer("en").text, txt.text):
        assert isinstance(write(value), str)
    assert isinstance(Inlines("en")(value), list)
    value = Text(tuple(replace(span, text=PRIVATE.sub("", span.text), href=PRIVATE.sub("", span.href)) for span in spans))
    for written in (latex.text(value), latex.write(value)):  # without marks, and with them
        shown = "".join(read_tex(f"\\begin{{document}}{written}".encode()).lines)
        assert "".join(shown.split()) == "".join(value.plain.replace("\u00ad", "").split())


def filter_entries(expression: str, values: dict[str, Any]) -> None:
    try:
        test = compile_filter(expression, FIELDS)
    except ValueError as error:
        assert str(error)
        return
    assert test(values) in (True, False)


def name_files(name: str) -> None:
    assert 0 < len(file_name(name).encode()) <= 120


def read_photo(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "me").write_bytes(content)
        try:
            load_picture(Path(folder), "me")
        except ValueError as error:
            assert str(error).startswith('"me" is ')


@dataclass(frozen=True)
class Target:
    """A function, and the strategies of its arguments."""

    run: Callable[..., None]
    inputs: tuple[st.SearchStrategy[Any], ...]


TARGETS = {
    "bytes": Target(read_profile, (st.binary(max_size=200),)),
    "profiles": Target(read_profile, (spoilt(example),)),
    "imports": Target(import_file, (IMPORTS,)),
    "Markdown": Target(read_markdown, (LINES | repeated(),)),
    "alphabets": Target(write_everywhere, (st.lists(SPANS, max_size=4),)),
    "filters": Target(filter_entries, (FILTERS, st.fixed_dictionaries(dict.fromkeys(sorted(FIELDS), VALUE)))),
    "names": Target(name_files, (st.text() | LINES,)),
    "photos": Target(read_photo, (st.sampled_from(["png", "jpeg"]).flatmap(lambda kind: spoilt(lambda: photo(kind))),)),
}


@contextmanager
def in_time(slow: float) -> Iterator[None]:
    """Raises what stops an input that takes too long, while it runs if the system has an alarm.

    One that takes `slow` seconds is told of at its end.
    """

    def ring(*_: object) -> None:
        raise Hangs(f"takes more than {HANGS} seconds")

    alarm = hasattr(signal, "SIGVTALRM")  # it counts our own seconds, not those that others take
    before = signal.signal(signal.SIGVTALRM, ring) if alarm else None
    start = time.process_time()
    if alarm:
        signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    try:
        yield
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
    took = time.process_time() - start
    assert took < slow, f"took {took:.1f} seconds"


def fuzz(target: Target, examples: int, slow: float = math.inf, **how: Any) -> int:
    """Try so many inputs; returns how many it were. Raises what went wrong, with the smallest input that does it."""
    tried = 0

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck), **how)
    @given(st.tuples(*target.inputs))
    def one(inputs: tuple[Any, ...]) -> None:
        nonlocal tried
        tried += 1
        with in_time(slow):
            target.run(*inputs)

    one()
    return tried


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_inputs_of_each_kind(name: str) -> None:
    assert fuzz(TARGETS[name], FEW, derandomize=True) >= FEW


def test_what_goes_wrong_is_told() -> None:
    def fail(text: str) -> None:
        raise KeyError(text)

    with pytest.raises(KeyError):
        fuzz(Target(fail, (st.text(),)), 5, phases=[Phase.generate])
    with pytest.raises(AssertionError, match="took"), in_time(0.0):
        inline("*" * 1000)


def main() -> None:
    """Each kind in turn until the time is over."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=300)
    end = time.monotonic() + arguments.parse_args().seconds
    tried = dict.fromkeys(TARGETS, 0)
    while time.monotonic() < end:
        for name, target in TARGETS.items():
            tried[name] += fuzz(target, 200, SLOW, derandomize=False)
    for name, number in tried.items():
        print(f"{name:<10} {number:>9,} inputs")
    print(f"{'together':<10} {sum(tried.values()):>9,} inputs, and nothing went wrong")


if __name__ == "__main__":
    main()
