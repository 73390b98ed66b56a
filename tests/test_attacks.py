"""Attack the whole program: nothing leaks, is written elsewhere, runs on or grows without end.

Attacks on single modules stand with their tests: on YAML in load/test_reader.py, on pictures in load/test_photo.py, on names
and links in test_write.py and system/test_filename.py, on styles in test_untrusted_styles.py. SECURITY.md says what is promised.
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from inspect import signature
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from click.testing import CliRunner
from PIL import Image

from cvrender import load_profile, render, render_untrusted
from cvrender.cli import main
from cvrender.errors import CvrenderError, InputError, ToolError
from cvrender.run import untrusted
from cvrender.system import process
from cvrender.system.process import Limits, Started
from cvrender.system.sandbox import Sandbox, is_usable
from cvrender.targets import TARGETS
from cvrender.targets.pdf.engine import early, program
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.pdf.engine.program import find_engine

SECRET = "hunter2 stands in no CV"
DATA = "application/ld+json"
DANGEROUS = re.compile(r"\s*(javascript|data|vbscript|file):", re.IGNORECASE)
SANDBOXES = [kind for kind in ("bubblewrap", "namespaces") if is_usable(kind)]
needs_sandbox = pytest.mark.skipif(not SANDBOXES, reason="no sandbox on this machine")

# Texts that people type into fields


def texts(secret: Path) -> list[str]:
    """TeX, Jinja2, Markdown, HTML, pandoc and paths: what would read the secret, or run something, if it were code."""
    return [
        rf"\input{{{secret}}}",
        rf"^^5cinput{{{secret}}}",
        rf"\csname input\endcsname {secret}",
        rf"\verbatiminput{{{secret}}} \lstinputlisting{{{secret}}}",
        rf"\newread\f \openin\f={secret} \read\f to\x \x",
        rf"\pdffiledump length 99 {{{secret}}}",
        rf"\immediate\pdfobj stream file {{{secret}}}",
        rf'\directlua{{tex.print(io.open("{secret}"):read("a"))}}',
        rf"\special{{pdf:fstream @x ({secret})}}",
        r"\write18{touch written} \immediate\write18{touch written}",
        r'\input{|"touch written"} | touch written; $(touch written) `touch written`',
        r"\newwrite\w \immediate\openout\w=written \immediate\write\w{x}",
        r"\def\x{\x}\x \loop\iftrue\repeat \csname end\endcsname \end{document} \bye",
        r"} {} {{ }} } \begingroup \catcode`\%=12 % # & ~ _ ^",
        rf"{{{{ open('{secret}').read() }}}} {{% include '{secret}' %}} {{{{ ''.__class__.__mro__ }}}}",
        r"{{ cycler.__init__.__globals__.os.popen('touch written').read() }} {# gone #} <VAR>7*7</VAR>",
        rf"[a](file://{secret}) ! [a](file://{secret}) <file://{secret}> [a]: file://{secret}",
        "[a](javascript:alert(1)) [a](JaVaScRiPt:alert(1)) [a](data:text/html,x) [a](vbscript:x)",
        "<script>alert(1)</script> <img src=x onerror=alert(1)> </style></title><iframe src=//evil> <!-- -->",
        "&lt;script&gt; &#60;script&#62; &amp;lt; &nbsp; &copy;",
        '" onmouseover="alert(1)" x=\' onfocus=alert(1) autofocus',
        "```{.python include=x}\n``` `x`{=latex} `x`{=html} ::: {.x} $$x$$",
        rf"$\input{{{secret}}}$ $\write18{{touch written}}$ $\csname input\endcsname$ $^^5cinput$ $\href{{file://{secret}}}{{x}}$",
        "---\ninclude: x\n--- \\newpage \\x00 %00 %0a%0d {{",
        "=cmd|' /C calc'!A0 @SUM(1+1) +1 -1",
        "\\u0000 \\N{DIGIT ONE} ${jndi:ldap://x} %n%n%s",
    ]


def profile(texts: Iterable[str]) -> str:
    """A profile with each text in each kind of field."""
    lines = ["person:", "  name: Ada Example", "news:"]
    quoted = ["'" + " ".join(text.split()).replace("'", "''") + "'" for text in texts]
    lines += [f"  - {{date: 2020, text: {text}}}" for text in quoted]
    lines += ["publications:"]
    lines += [
        f"  - {{title: {text}, type: article-journal, date: 2020, venue: {text}, authors: [Ada Example, {text}]}}"
        for text in quoted
    ]
    lines += ["positions:"]
    lines += [f"  - {{organization: {text}, title: {text}, start: 2020, highlights: [{text}]}}" for text in quoted]
    return "\n".join(lines) + "\n"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text(SECRET, "utf-8")
    return tmp_path / "secret.txt"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "job").mkdir()
    monkeypatch.chdir(tmp_path / "job")
    return tmp_path / "job"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["embedded", "xelatex", "lualatex"])
@needs_sandbox
def test_no_text_of_a_field_is_code(engine: str, secret: Path, folder: Path) -> None:
    if not find_engine(engine).program:
        pytest.skip(f"no {engine} on this machine")
    typed = texts(secret)
    (folder / "ada.yaml").write_text(profile(typed), "utf-8")
    before = files(folder.parent)
    rendered = render_untrusted(folder / "ada.yaml", targets=TARGETS if engine == "embedded" else ["pdf"], engine=engine)
    assert files(folder.parent) == before
    assert not [artifact.name for artifact in rendered if SECRET.encode() in artifact.content]
    for artifact in rendered:
        if artifact.name.endswith((".txt", ".md")):  # the pipeline read each of them back whole; these can be read at a glance
            assert "touch written" in artifact.content.decode()
        if artifact.name.endswith(".html"):
            assert not dangers(artifact.content.decode())


def dangers(page: str) -> list[str]:
    """What in a page would run something or load something."""
    dangerous: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            given = {name: value or "" for name, value in attributes}
            if given.get("rel") == "icon" and given["href"].startswith("data:image/svg+xml,"):
                del given["href"]  # a picture runs nothing and loads nothing
            if tag in ("iframe", "img", "object", "embed", "base", "form") or given.get("type", "") not in ("", DATA):
                dangerous.append(tag)
            dangerous.extend(
                name for name, value in given.items() if name.startswith("on") or "src" in name or DANGEROUS.match(value)
            )

    Reader().feed(page)
    assert page.count("<script") == page.count(f'<script type="{DATA}"')
    return dangerous


def test_dangers_are_seen() -> None:
    page = '<img src=x><a href=" JavaScript:x" onclick=x><script type="application/ld+json"></script><iframe></iframe>'
    assert dangers(page) == ["img", "src", "href", "onclick", "iframe"]


# TeX itself: what if a text were code all the same? Two things stop it, TeX's own locks and the sandbox, and each is tried alone.

PDFTEX, XETEX, LUATEX = ("embedded",), ("xelatex",), ("lualatex",)
ENGINES = PDFTEX + XETEX + LUATEX


@dataclass(frozen=True)
class Attack:
    """What TeX code tries to read (SECRET, or PICTURE with the same bytes), or to leave behind (MARK), and in which engines.

    Where its file is out of reach TeX goes on, unless the attack is `fatal`: then it has a run of its own. What TeX's own locks
    do not stop (`unlocked`) is why texts are escaped, and why untrusted profiles have a sandbox.
    """

    code: str
    engines: tuple[str, ...] = ENGINES
    fatal: bool = False
    unlocked: tuple[str, ...] = ()


OPENED = r"\ifeof15\else\read15 to\x\x\fi\closein15 "
READS = {
    "input": Attack(r"\input{SECRET}", fatal=True),
    "openin": Attack(rf"\openin15=SECRET {OPENED}"),
    "pipe": Attack(rf'\openin15="|cat SECRET" {OPENED}'),
    "file dump": Attack(r"\ifdefined\pdffiledump\pdffiledump\else\filedump\fi length 99 {SECRET}", PDFTEX + XETEX),
    "object": Attack(
        r"\immediate\pdfobj stream file {SECRET}\edef\x{\noexpand\pdfcatalog{/X \the\pdflastobj\space 0 R}}\x",
        PDFTEX,
        fatal=True,
        unlocked=PDFTEX,
    ),
    "lua object": Attack(
        r"\immediate\pdfextension obj stream file {SECRET}"
        r"\pdfextension catalog {/X \the\numexpr\pdffeedback lastobj\relax\space 0 R}",
        LUATEX,
        fatal=True,
        unlocked=LUATEX,
    ),
    "picture": Attack(r"\pdfximage{PICTURE}\pdfrefximage\pdflastximage", PDFTEX, fatal=True),
    "xetex picture": Attack(r"\XeTeXpicfile PICTURE ", XETEX, fatal=True, unlocked=XETEX),
    "lua picture": Attack(
        r"\saveimageresource{PICTURE}\useimageresource\lastsavedimageresourceindex", LUATEX, fatal=True, unlocked=LUATEX
    ),
    "stream": Attack(r"\special{pdf:fstream @x (SECRET)}\special{pdf:put @catalog << /X @x >>}", XETEX, unlocked=XETEX),
    "lua": Attack(r"\directlua{local f = io.open('SECRET') if f then tex.print(f:read('a')) end}", LUATEX, unlocked=LUATEX),
}
ACTS = {
    "shell": Attack(r"\immediate\write18{touch MARK}", PDFTEX + XETEX),
    "lua shell": Attack(r"\directlua{os.execute('touch MARK')}", LUATEX),
    "lua writes": Attack(
        r"\directlua{local f = io.open('MARK', 'w') if f then f:write('x') f:close() end}", LUATEX, unlocked=LUATEX
    ),
    "write": Attack(r"\immediate\openout15=MARK \immediate\write15{x}\immediate\closeout15 ", fatal=True),
    "write above": Attack(r"\immediate\openout15=../MARKED \immediate\write15{x}\immediate\closeout15 ", fatal=True),
}
ATTACKS = {**READS, **ACTS}


@dataclass(frozen=True)
class Aim:
    """What an attack aims at: files with a word of their own, and places where nothing is."""

    name: str
    folder: Path
    word: bytes

    def code(self, careful: bool = False) -> str:
        """The attack on it; a careful one looks first whether there is such a file."""
        place, code = self.folder / self.name.replace(" ", "-"), ATTACKS[self.name].code
        if careful and self.name in READS and ATTACKS[self.name].fatal:
            code = rf"\IfFileExists{{SECRET}}{{{code}}}{{}}"
        code = code.replace("SECRET", f"{place}.txt").replace("PICTURE", f"{place}.png")
        return code.replace("MARKED", f"{place.name}.mark").replace("MARK", f"{place}.mark")


@pytest.fixture
def aims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Aim]:
    """Each attack with what it aims at; TeX works in a folder next to it."""
    (tmp_path / "work").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "work"))
    paths = {name: Aim(name, tmp_path, f"hunter{number}x".encode()) for number, name in enumerate([*READS, *ACTS])}
    for name in READS:
        place = tmp_path / name.replace(" ", "-")
        place.with_suffix(".txt").write_bytes(paths[name].word)
        Image.frombytes("L", (len(paths[name].word), 1), paths[name].word).save(place.with_suffix(".png"))
    return paths


def attacked(codes: Iterable[str], engine: str, sandbox: Sandbox | None = None, *, stops: bool = False) -> bytes:
    """What the engine makes of a document with code in it: its log, and the text of its PDF and all that is in it.

    Where TeX stops at an attack there is no PDF, and what follows it was not tried.
    """
    preamble = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}\begin{document}"
    source = "\n".join((preamble, "A line.", *codes, r"\end{document}", ""))
    try:
        typeset = tex.typeset(source, find_engine(engine, sandbox), {})
    except tex.TexError as error:
        assert stops, error
        assert error.log
        return error.log.encode()
    with pypdfium2.PdfDocument(typeset.pdf) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert "A line." in text
    return typeset.log.encode() + text.encode() + uncompressed(typeset.pdf)


def uncompressed(pdf: bytes) -> bytes:
    plain = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        opened.save(plain, stream_decode_level=pikepdf.StreamDecodeLevel.all, compress_streams=False)
    return plain.getvalue()


def leaked(aims: dict[str, Aim], content: bytes) -> set[str]:
    """The attacks whose word is there, as it is or in hexadecimal digits."""
    return {name for name, aim in aims.items() if aim.word in content or aim.word.hex().upper().encode() in content}


def left(aims: dict[str, Aim]) -> set[str]:
    """The attacks that left a file behind, wherever they could."""
    (folder,) = {aim.folder for aim in aims.values()}
    marks = {path.stem.replace("-", " ") for path in folder.rglob("*.mark")}
    assert marks <= set(ACTS)
    return marks


@pytest.fixture
def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """TeX as it would be if nobody had told it what it may do."""
    environment, command = program.engine_environment, program.command_of
    monkeypatch.setattr(tex, "engine_environment", lambda *how: {**environment(*how), "openin_any": "a", "openout_any": "a"})
    monkeypatch.setattr(tex, "command_of", lambda *how: [word.replace("-no-shell", "-shell") for word in command(*how)])


def attacks_on(engine: str) -> list[str]:
    if not find_engine(engine).program:
        pytest.skip(f"no {engine} on this machine")
    return [name for name, attack in ATTACKS.items() if engine in attack.engines]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.usefixtures("without_locks")
def test_each_attack_is_one(engine: str, aims: dict[str, Aim]) -> None:
    """Without locks and without a sandbox each reaches its aim: so the tests that follow can fail."""
    attacks = attacks_on(engine)
    damage = attacked([aims[name].code() for name in attacks], engine)
    assert leaked(aims, damage) == set(attacks) & set(READS)
    assert left(aims) == set(attacks) & set(ACTS)


def runs() -> list[tuple[str, list[str]]]:
    """What TeX's locks stop: for each engine the attacks at which it goes on together, and each of the others alone."""
    listed = []
    for engine in ENGINES:
        names = [name for name, attack in ATTACKS.items() if engine in attack.engines and engine not in attack.unlocked]
        listed += [(engine, [name for name in names if not ATTACKS[name].fatal])]
        listed += [(engine, [name]) for name in names if ATTACKS[name].fatal]
    return listed


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "names"), runs(), ids=str)
def test_tex_reads_no_file_of_ours_writes_nothing_elsewhere_and_runs_nothing(
    engine: str, names: list[str], aims: dict[str, Aim]
) -> None:
    before = files(aims["input"].folder)
    assert set(names) <= set(attacks_on(engine))
    damage = attacked([aims[name].code() for name in names], engine, stops=ATTACKS[names[0]].fatal)
    assert leaked(aims, damage) == set()
    assert files(aims["input"].folder) == before


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.usefixtures("without_locks")
def test_a_sandbox_stops_tex_without_its_locks(sandbox: str, engine: str, aims: dict[str, Aim]) -> None:
    before = files(aims["input"].folder)
    stopped = [name for name in attacks_on(engine) if name in ACTS and ATTACKS[name].fatal]
    others = [name for name in attacks_on(engine) if name not in stopped]
    # what an engine can reach is the same for all its attacks, so the writes, each in a run of its own, are for the fastest one
    for names in (others, *([name] for name in stopped if engine == "embedded")):
        codes = [aims[name].code(careful=True) for name in names]
        assert leaked(aims, attacked(codes, engine, Sandbox(sandbox), stops=names != others)) == set()
        assert files(aims["input"].folder) == before


@pytest.mark.parametrize("sandbox", [None, *SANDBOXES])
@pytest.mark.parametrize(
    ("code", "said"),
    [
        (r"\loop\iftrue\repeat", "took longer than 0.3 seconds"),
        (r"\def\x{\x\x}\x", "ran out of its own memory|took longer"),
        (
            r"\newwrite\w\immediate\openout\w=big \loop\immediate\write\w{xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\iftrue\repeat",
            "longer|exceeded the limit",
        ),
        (r"\def\x{\shipout\hbox{x}\x}\x", "longer|memory|wrote more than it may"),
    ],
)
def test_tex_that_runs_on_is_stopped(code: str, said: str, sandbox: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tex.run
    strict = Limits(0.3, file=5)
    monkeypatch.setattr(
        tex, "run", lambda command, folder, env, *, sandbox, **how: run(command, folder, env, limits=strict, sandbox=sandbox)
    )
    source = f"\\documentclass{{article}}\n\\begin{{document}}\n{code}\n\\end{{document}}\n"
    with pytest.raises(ToolError, match=said):
        tex.typeset(source, find_engine("embedded", Sandbox(sandbox) if sandbox else None), {})


# Whole profiles that are large, deep or crooked: soon done, in little memory, without a traceback

P = "person: {name: Ada Example}\n"
ALL, TEXTS = "tex,pdf,md,html,txt", "tex,md,html,txt"
BOOK = "- {{title: T{}, type: book, date: 2020, authors: [A]}}\n"
NEWS = "- {{date: 2020, text: a{}}}\n"
CUSTOM = "- {{title: T{}, entries: [{{title: x}}]}}\n"
AUTHORS = f"- {{title: T, type: book, date: 2020, authors: [{', '.join('A' * 3_000)}]}}\n"
LONG = "- {{date: 2020, text: '{}'}}\n"


def many(collection: str, entry: str, number: int, more: str = "") -> str:
    """A collection with so many entries."""
    return f"{collection}:\n{''.join(map(entry.format, range(number)))}{more}"


def sections(keys: str, number: int = 1) -> str:
    """A view with so many sections of news."""
    return f"views: {{v0: {{sections: [{', '.join([f'{{from: news, {keys}}}'] * number)}]}}}}\n"


def tagged(number: int) -> str:
    """So many news, each with a tag of its own."""
    return "".join(f"- {{date: 2020, text: a, tags: [tag{index}]}}\n" for index in range(number))


@dataclass(frozen=True)
class Crooked:
    """How a profile is made, and a part of what is said about it, or nothing where it is rendered all the same.

    One with `targets` is large for TeX or a target, and rendered in a process that is measured.
    """

    made: Callable[[], str]
    said: str = ""
    targets: str = ""

    @property
    def view(self) -> str:
        return "v0" if "v0:" in self.made() else "full"


CROOKED = {
    "many-of-all": Crooked(
        lambda: P + many("news", NEWS, 500) + many("publications", BOOK, 200, AUTHORS) + many("custom", CUSTOM, 250), targets=ALL
    ),
    "many-duplicates": Crooked(lambda: P + "publications:\n" + BOOK.format(0) * 3_000, "[2999]: duplicate of publications[0]"),
    "many-mistakes": Crooked(lambda: P + "news:\n" + "- {dat: 2020, tex: a}\n" * 4_000, "news[3999].tex: unknown key"),
    "many-unknown-keys": Crooked(lambda: P + "".join(f"k{i}: 1\n" for i in range(8_000)), "k7999: unknown key"),
    "many-dates": Crooked(
        lambda: P + f"news:\n- {{date: [{', '.join(['2020'] * 5_000)}], text: a}}\n",
        targets=ALL,
    ),
    "views-in-a-row": Crooked(
        lambda: P + "views:\n" + "".join(f"  v{i}: {{extends: v{i + 1}}}\n" for i in range(12_000)), "exceeds 8 levels"
    ),
    "a-view-that-cannot-fit": Crooked(
        lambda: P + "news:\n" + "- {date: 2020, text: a}\n" * 100 + "views: {v0: {extends: full, pages: 1}}\n",
        "too long for 1 page",
        targets=ALL,
    ),
    "long-texts": Crooked(
        lambda: P + "news:\n" + f"- {{date: 2020, text: '{'a' * 19_990}'}}\n" * 5, "Dimension too large", targets=ALL
    ),
    "long-texts-of-marks": Crooked(
        lambda: P + "news:\n" + "".join(LONG.format((part * 20_000)[:19_600]) for part in ("*a **b ", "[a](", "$a$ ")),
        targets=TEXTS,
    ),
    "long-texts-of-ticks": Crooked(
        lambda: P + "news:\n" + f"- {{date: 2020, text: '{'`' * 19_990}'}}\n" * 2, "too long for TeX", targets=ALL
    ),
    "very-many-signs": Crooked(
        lambda: P + "news:\n" + f"- {{date: 2020, text: '{'[*_`' * 4_990}'}}\n" * 45, "more than 200,000 of the characters"
    ),
    "deep": Crooked(lambda: P + "news: " + "[" * 100_000, "nested more than 32 levels deep"),
    "an-alias-bomb": Crooked(
        lambda: "a: &a [x]\n" + "".join(f"b{i}: &b{i} [*b{i - 1}, *b{i - 1}]\n" for i in range(1, 40)) + P,
        "aliases are not allowed",
    ),
    "sixty": Crooked(lambda: P + "bio: " + "59:" * 6_000 + "59\n"),
    "too-large": Crooked(lambda: P + "bio: " + "a" * 2_000_000, "file is larger than 1 MB"),
    "no-text": Crooked(lambda: "\x00\x01\x02", "the character U+0000"),
    "includes-itself": Crooked(lambda: P + "include: [includes-itself.yaml]\n", "is already included"),
    "includes-elsewhere": Crooked(
        lambda: P + "include: [../secret.yaml, /etc/passwd, secret.txt]\n", "is not a YAML file in the profile's"
    ),
    "a-filter": Crooked(
        lambda: P + "news: [{date: 2020, text: a}]\n" + sections("where: '__import__(\"os\")'"), 'unknown field "__import__"'
    ),
    "many-sections-of-many-entries": Crooked(
        lambda: P + "news:\n" + "- {date: 2020, text: a}\n" * 249 + sections("repeat: true", 10), targets="md"
    ),
    "more-sections-than-a-view-may-have": Crooked(
        lambda: P + "news: [{date: 2020, text: a}]\n" + sections("repeat: true", 101), "more than 100 sections"
    ),
    "more-entries-than-a-view-may-show": Crooked(
        lambda: P + "news:\n" + "- {date: 2020, text: a}\n" * 251 + sections("repeat: true", 100), "more than 25,000 entries"
    ),
    "many-filters-of-many-entries": Crooked(
        lambda: P + "news:\n" + "- {date: 2020, text: a}\n" * 5_000 + sections(f"where: '{' or '.join(['year > 1'] * 80)}'", 50),
        "sections of this view test",
    ),
    "many-unknown-tags": Crooked(
        lambda: P + "news:\n" + tagged(9_000) + sections(f"tags: [{', '.join(map('t{}'.format, range(9_000)))}]"),
        "more than 50,000 values",
    ),
    "many-unknown-fields": Crooked(
        lambda: P + "news:\n" + tagged(3) + sections(f"columns: {{leave_out: [{'daate, ' * 20_000}]}}"), 'unknown field "daate"'
    ),
    "a-photo-of-the-system": Crooked(lambda: "person: {name: Ada Example, photo: /etc/passwd}\n"),
    "a-photo-without-end": Crooked(lambda: "person: {name: Ada Example, photo: /dev/zero}\n"),
}

# A process of its own measures: what the process of the tests uses would count as its child's
MEASURE = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "cvrender", *sys.argv[1:]], capture_output=True)
sys.stdout.buffer.write(done.stdout + done.stderr)
print("\\nMEMORY", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000, "CODE", done.returncode)
"""


@pytest.mark.slow
@needs_sandbox
@pytest.mark.parametrize(("view", "targets"), sorted({(one.view, one.targets) for one in CROOKED.values() if one.targets}))
def test_crooked_profiles_are_soon_done(view: str, targets: str, folder: Path, secret: Path) -> None:
    """Each in a process of its own, as all that is untrusted, but all with the same view and targets by one command."""
    chosen = {name: crooked for name, crooked in CROOKED.items() if (crooked.view, crooked.targets) == (view, targets)}
    for name, crooked in chosen.items():
        (folder / f"{name}.yaml").write_text(crooked.made(), "utf-8")
    arguments = ["render", *(f"{name}.yaml" for name in chosen), "--untrusted", "--view", view, "--to", targets]
    before = files(folder.parent)
    finished = subprocess.run([sys.executable, "-IS", "-c", MEASURE, *arguments], capture_output=True, text=True, timeout=300)
    match = re.search(r"MEMORY (\d+) CODE (-?\d+)", finished.stdout)
    assert match, finished
    assert int(match[1]) < 256
    assert (int(match[2]) in (3, 4)) if any(crooked.said for crooked in chosen.values()) else int(match[2]) == 0
    assert "Traceback" not in finished.stdout
    errors = [line for line in finished.stdout.splitlines() if "error: " in line]
    for name, crooked in chosen.items():
        said = [line for line in errors if line.startswith(name)]
        assert any(crooked.said in line for line in said) if crooked.said else said == []
        assert said or (folder / f"out/{name}/{name}-{view}-classic.md").is_file()
    assert all(path.startswith("job/out") for path in files(folder.parent) - before)


@needs_sandbox
@pytest.mark.parametrize("name", [name for name, crooked in CROOKED.items() if not crooked.targets])
def test_a_crooked_profile_is_soon_read(name: str, folder: Path, secret: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read in this process."""
    monkeypatch.setattr(untrusted, "call", lambda limits, function, *arguments: function(*arguments))
    (folder / f"{name}.yaml").write_text(CROOKED[name].made(), "utf-8")
    before = files(folder.parent)
    said = re.escape(CROOKED[name].said)
    with pytest.raises(InputError, match=said) if said else contextlib.nullcontext():
        assert render_untrusted(f"{name}.yaml", view=CROOKED[name].view, targets=["md"])
    assert files(folder.parent) == before


def test_what_exceeds_a_limit_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "ada.yaml").write_text(P + "news:\n" + "- {date: 2020, text: a}\n" * 10_000, "utf-8")
    monkeypatch.setattr(untrusted, "LIMITS", Limits(0.3))
    message = "^ada.yaml: error: takes more than 0.3 seconds, more than an untrusted profile may"
    with pytest.raises(InputError, match=message):
        render_untrusted("ada.yaml", targets=["md"], sandbox=False)
    monkeypatch.setattr(untrusted, "LIMITS", Limits(memory=45))
    monkeypatch.setattr("cvrender.system.limited.can_fork", lambda: False)  # a copy has what other tests left free, too
    with pytest.raises(InputError, match="needs more than 45 MB of memory"):
        render_untrusted("ada.yaml", targets=["md"], sandbox=False)


# The doors


@needs_sandbox
def test_untrusted_files_are_small_and_set_in_a_sandbox(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "ada.yaml").write_text(P + "bio: A line.\n", "utf-8")
    sandboxes: list[Sandbox | None] = []

    class Recorded(Started):
        def __init__(self, *given: Any, **named: Any) -> None:
            sandboxes.append(signature(Started).bind(*given, **named).arguments.get("sandbox"))
            super().__init__(*given, **named)

    for module in (process, early):
        monkeypatch.setattr(module, "Started", Recorded)
    monkeypatch.setattr(untrusted, "call", lambda limits, function, *arguments: function(*arguments))  # in this process
    assert render_untrusted("ada.yaml", targets=["pdf"])
    assert sandboxes and all(sandboxes)
    (folder / "ada.yaml").write_text(P + f"bio: {'a' * 1_000_001}\n", "utf-8")
    with pytest.raises(CvrenderError, match="is larger than 1 MB"):
        render_untrusted("ada.yaml", targets=["md"])


@pytest.mark.slow
def test_without_a_sandbox_an_untrusted_profile_is_refused(folder: Path) -> None:
    (folder / "ada.yaml").write_text(P, "utf-8")
    command = [sys.executable, "-m", "cvrender", "render", "ada.yaml", "--untrusted"]
    nothing = {**os.environ, "PATH": str(folder)}  # neither bubblewrap nor unshare
    refused = subprocess.run([*command, "--to", "pdf"], capture_output=True, text=True, env=nothing)
    assert refused.returncode == 3
    assert re.match("error: no sandbox available .*; install bubblewrap .*--no-sandbox", refused.stderr)
    assert not (folder / "out").exists()
    for option, target in (("--no-jail", "md"), ("--no-sandbox", "pdf")):
        assert subprocess.run([*command, option, "--to", target], capture_output=True, env=nothing).returncode == 0
        assert (folder / f"out/ada/ada-full-classic.{target}").is_file()
        wrong = CliRunner().invoke(main, [*command[3:-1], option])
        assert (wrong.exit_code, "requires --untrusted" in wrong.stderr) == (2, True)


@pytest.mark.slow
def test_no_symbolic_link_to_an_untrusted_profile_is_followed(folder: Path) -> None:
    """Neither is what it leads to told by an error."""
    (folder.parent / "secret.yaml").write_text("hunter2: x\nperson: {name: Hunter}\n", "utf-8")
    (folder / "ada.yaml").symlink_to(folder.parent / "secret.yaml")
    (folder / "bob.yaml").write_text(f"{P}include: [more.yaml]\n", "utf-8")
    (folder / "more.yaml").symlink_to(folder / "most.yaml")
    (folder / "most.yaml").write_text("bio: A line.\n", "utf-8")
    (folder / "eve.yaml").symlink_to(folder.parent)
    for name, link in (("ada.yaml", "ada.yaml"), ("bob.yaml", "more.yaml"), ("eve.yaml", "eve.yaml")):
        with pytest.raises(InputError, match=f"{link}: error: cannot be read: symbolic links are not followed$"):
            render_untrusted(name, targets=["md"], sandbox=False)
    os.mkfifo(folder / "pipe.yaml")
    with pytest.raises(InputError, match="pipe.yaml: error: cannot be read: not a regular file"):
        render_untrusted("pipe.yaml", targets=["md"], sandbox=False)
    assert render(load_profile("bob.yaml"), targets=["md"])


@pytest.mark.slow
@needs_sandbox
def test_build_sets_untrusted_profiles_in_a_sandbox_too(folder: Path) -> None:
    (folder / "ada.yaml").write_text(P + "bio: A line.\n", "utf-8")
    (folder / "large.yaml").write_text(P + f"bio: {'a' * 1_000_001}\n", "utf-8")
    (folder / "cvrender.yaml").write_text("jobs: [{profiles: ['*.yaml'], targets: [pdf]}]\n", "utf-8")
    (folder / "cvrender.yaml").write_text("jobs: [{profiles: [ada.yaml, large.yaml], targets: [pdf, docx]}]\n", "utf-8")
    command = [sys.executable, "-m", "cvrender", "build", "--untrusted"]
    finished = subprocess.run(command, capture_output=True, text=True)
    assert finished.returncode == 1
    assert "large.yaml: error: file is larger than 1 MB" in finished.stderr
    assert (folder / "out/ada/ada-full-classic.docx").is_file()
